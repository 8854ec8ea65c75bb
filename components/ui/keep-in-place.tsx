'use client';

import { createContext, type ReactNode, useCallback, useContext } from 'react';
import { flushSync } from 'react-dom';

interface Scroller {
  element(): HTMLElement | null;
  /** Ends following the bottom: the reader has turned to something else. */
  letGo(): void;
  isFollowing(): boolean;
}

const ScrollerContext = createContext<Scroller | undefined>(undefined);

export function ScrollerProvider({ value, children }: { value: Scroller; children: ReactNode }) {
  return <ScrollerContext value={value}>{children}</ScrollerContext>;
}

/** Whether the reader follows the end of the conversation, and has not turned to something in it. */
export function useIsFollowing(): () => boolean {
  const scroller = useContext(ScrollerContext);
  return useCallback(() => scroller?.isFollowing() ?? true, [scroller]);
}

/** Makes a change of the layout while one element stays where it is under the reader's pointer. */
export function useKeepInPlace(): (anchor: HTMLElement, change: () => void) => void {
  const scroller = useContext(ScrollerContext);
  return useCallback(
    (anchor, change) => {
      scroller?.letGo();
      const before = anchor.getBoundingClientRect().top;
      flushSync(change);
      const element = scroller?.element();
      if (element) element.scrollTop += anchor.getBoundingClientRect().top - before;
    },
    [scroller],
  );
}
