import { useState } from 'react';

/** What a dialog is about, the last one while there is none: it keeps its words while it fades out. `by` tells one from another. */
export function useShown<T>(now: T | null, by: unknown = now): T | null {
  const [last, setLast] = useState({ now, by });
  if (now !== null && by !== last.by) setLast({ now, by });
  return now ?? last.now;
}
