import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How high an element is, in pixels, whatever comes into it. */
export function useHeight<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setHeight(current.offsetHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, height];
}
