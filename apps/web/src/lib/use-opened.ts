import { useEffect, useState } from 'react';

/**
 * A dialog returns focus to whatever had it when it opened. A lazily loaded one mounts already open and misses that, so it opens one render
 * later.
 */
export function useOpened(opened: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return opened && drawn;
}
