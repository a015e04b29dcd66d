import { useEffect, useState } from 'react';

/**
 * A dialog gives the focus back to what had it when it opened. One whose files come as it is asked for is drawn open from its first moment, and
 * has missed that: so it opens right after.
 */
export function useOpened(opened: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return opened && drawn;
}
