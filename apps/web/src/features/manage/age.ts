const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How long something has been waiting, in its largest whole unit: "5 min", "3 h", "2 d". */
export function ageOf(since: string, now: number = Date.now()): string {
  const age = Math.max(0, now - Date.parse(since));
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  return `${Math.floor(age / DAY_MS)} d`;
}
