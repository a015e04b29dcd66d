const MINUTE_MS = 60_000;

/** "2026-11-23 07:06" in UTC, rounded up: by then it is over. Sentences and notifications add that it is UTC. */
export function minuteRoundedUp(time: Date): string {
  return minuteRoundedDown(new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS));
}

/** "2026-11-23 07:05" in UTC, rounded down: the minute that it lies in. */
export function minuteRoundedDown(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
