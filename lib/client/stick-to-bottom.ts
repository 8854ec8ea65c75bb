import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Within this many pixels of the end the reader counts as being there. */
const NEAR_PX = 24;

/**
 * Keeps a scroller at its end while its content grows, until the reader scrolls away. Each of our own
 * scrolls is remembered by where it leads: any other one is the reader's.
 */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
) {
  const stuck = useRef(true);
  const expected = useRef(-1);
  const [away, setAway] = useState(false);

  const toBottom = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    stuck.current = true;
    setAway(false);
    element.scrollTop = element.scrollHeight;
    expected.current = element.scrollTop;
  }, [scroller]);

  const letGo = useCallback(() => {
    stuck.current = false;
  }, []);

  const isFollowing = useCallback(() => stuck.current, []);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    const onScroll = () => {
      if (Math.abs(element.scrollTop - expected.current) < 1) return;
      expected.current = -1;
      const gap = element.scrollHeight - element.clientHeight - element.scrollTop;
      stuck.current = gap <= NEAR_PX;
      setAway(!stuck.current);
    };
    const onGrow = () => {
      if (stuck.current) {
        element.scrollTop = element.scrollHeight;
        expected.current = element.scrollTop;
      } else {
        const gap = element.scrollHeight - element.clientHeight - element.scrollTop;
        setAway(gap > NEAR_PX);
      }
    };
    const observer = new ResizeObserver(onGrow);
    observer.observe(inner);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, content]);

  return { away, toBottom, letGo, isFollowing };
}
