import { useEffect, useRef, useState } from 'react';

/** So far outside the window counts as seen, so that what is scrolled to is up to date when it comes. */
const MARGIN = '48px';
const listeners = new WeakMap<Element, (seen: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** Whether an element is on screen, or about to be. True until the browser has looked. */
export function useOnScreen<T extends Element>() {
  const ref = useRef<T>(null);
  const [seen, setSeen] = useState(true);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
      },
      { rootMargin: MARGIN },
    );
    listeners.set(element, setSeen);
    observer.observe(element);
    return () => observer?.unobserve(element);
  }, []);
  return [ref, seen] as const;
}
