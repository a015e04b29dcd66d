import { useEffect, useState } from 'react';

/**
 * Whole seconds left of `seconds` that the server counted at the moment of an answer (`answeredAt`, this machine's milliseconds). Whether this
 * machine's clock is right does not matter; that it goes on while a laptop sleeps does, so ticks are not counted.
 */
export function useCountdown(seconds: number, answeredAt: number): number {
  const until = answeredAt + seconds * 1000;
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    setLeft(secondsUntil(until));
    const timer = setInterval(() => {
      const seconds = secondsUntil(until);
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

function secondsUntil(until: number): number {
  return Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
