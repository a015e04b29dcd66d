import { startTransition, useEffect, useRef, useState, type RefObject } from 'react';

/** Until then the next part has had its turn, however busy the page is. */
const AT_LATEST_MS = 500;

/**
 * Counts from 0 up to `last`, one on each time the browser has painted and has nothing to do. A large page hangs on it what nobody sees
 * at first: each part is drawn in a turn of its own and holds up neither what is on screen nor a tap.
 */
export function useTurns(last: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turn >= last) return undefined;
    const next = () => startTransition(() => setTurn(turn + 1));
    if (globalThis.requestIdleCallback === undefined) {
      const timer = setTimeout(next);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(next, { timeout: AT_LATEST_MS });
    return () => cancelIdleCallback(asked);
  }, [turn, last]);
  return turn;
}

/** False until the element has been on screen once. */
export function useSeenOnce<E extends Element>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setSeen(true));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [seen]);
  return [element, seen];
}
