import { useEffect, useState } from 'react';

/**
 * Whole seconds left until `until` (RFC 3339), 0 when it has passed or is null. Counts by the wall clock and not by ticks,
 * so that a sleeping laptop wakes up with the right number.
 */
export function useCountdown(until: string | null): number {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    setLeft(secondsUntil(until));
    if (until === null) return;
    const timer = setInterval(() => {
      const seconds = secondsUntil(until);
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

function secondsUntil(until: string | null): number {
  if (until === null) return 0;
  return Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000));
}
