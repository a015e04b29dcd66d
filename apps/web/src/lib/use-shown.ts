import { useState } from 'react';

/** What a dialog shows. Keeps the last value while it fades out. `by` tells one value from another. */
export function useShown<T>(now: T | null, by: unknown = now): T | null {
  const [last, setLast] = useState({ now, by });
  if (now !== null && by !== last.by) setLast({ now, by });
  return now ?? last.now;
}
