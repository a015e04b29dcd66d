import { useCallback, useEffect, useRef } from 'react';

/** Whether what asked is still on screen when its answer comes: a slow answer leads nobody away from where they have gone meanwhile. */
export function useHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}
