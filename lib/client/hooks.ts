import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ChatState, ChatStore } from './chat-store.ts';

/** A value of a chat's state; the component renders again only when it changes. */
export function useChat<T>(store: ChatStore, select: (state: ChatState) => T): T {
  const read = () => select(store.getState());
  return useSyncExternalStore(store.subscribe, read, read);
}

/** The time, every `everyMs` while `on`; undefined until the page is live, so that it never differs from the server's. */
export function useNow(on: boolean, everyMs = 1000): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    if (!on) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [on, everyMs]);
  return on ? now : undefined;
}

/** Whether something was just done, for as long as it is worth saying. */
export function useFlash(ms = 1500): [boolean, () => void] {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (!at) return;
    const timer = setTimeout(() => setAt(0), ms);
    return () => clearTimeout(timer);
  }, [at, ms]);
  return [at > 0, () => setAt(Date.now())];
}
