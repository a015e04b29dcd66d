import { type Instrument, session } from '@clearbook/domain/market';

const DAY_MS = 86_400_000;

/** An open stretch of a day, in minutes since its midnight. */
type Stretch = { readonly from: number; readonly to: number };
export type SessionDay = { readonly startsAt: number; readonly open: readonly Stretch[] };

/** When an asset trades in this day and those after it, each from midnight to midnight in UTC. */
export function sessionDays(of: Instrument, nowMs: number, days: number): SessionDay[] {
  const first = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return Array.from({ length: days }, (_, i) => {
    const startsAt = first + i * DAY_MS;
    return { startsAt, open: openWithin(of, startsAt, startsAt + DAY_MS) };
  });
}

function openWithin(of: Instrument, from: number, to: number): Stretch[] {
  const found: Stretch[] = [];
  let at = from;
  while (at < to) {
    const now = session(of, at);
    if (!now.open) {
      at = now.opensAt;
      continue;
    }
    const until = Math.min(now.closesAt, to);
    found.push({ from: (at - from) / 60_000, to: (until - from) / 60_000 });
    at = until;
  }
  return found;
}

/** "14:30" for minutes since midnight; the end of a day is "24:00". */
export function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
