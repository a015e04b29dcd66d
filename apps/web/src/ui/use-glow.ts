import { useEffect, useRef } from 'react';
import classes from './amount.module.css';

/** Makes the element glow once whenever `value` changes after it was first shown. */
export function useGlow(value: string) {
  const ref = useRef<HTMLSpanElement>(null);
  const before = useRef(value);
  useEffect(() => {
    const glow = classes.glow;
    const element = ref.current;
    if (before.current === value || element === null || glow === undefined) return undefined;
    before.current = value;
    element.classList.add(glow);
    const done = () => element.classList.remove(glow);
    element.addEventListener('animationend', done, { once: true });
    return () => {
      element.removeEventListener('animationend', done);
      done();
    };
  }, [value]);
  return ref;
}
