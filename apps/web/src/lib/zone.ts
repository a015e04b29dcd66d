import { STORED } from '../app/storage-names.ts';
import { stored, useStored } from './stored.ts';

/** What records, statements and days are in, and every time until somebody chooses another zone. */
export const UTC = 'UTC';

/** The zone in which times of day are shown on this device. */
export function zone(): string {
  return known(stored(STORED.zone));
}

export function useZone(): [string, (zone: string) => void] {
  const [kept, keep] = useStored(STORED.zone, UTC);
  return [known(kept), keep];
}

/** The zone that the device itself is set to. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The names of all zones, UTC first. */
export function zones(): string[] {
  return [...new Set([UTC, ...Intl.supportedValuesOf('timeZone')])];
}

/** What a chart calls the zone of its times: bars of a day and longer are UTC's. */
export function chartZone(withinDay: boolean): string {
  return withinDay ? zoneName(zone(), new Date()) : UTC;
}

/** What a zone calls itself at a moment: "UTC", "CET", "GMT-5". */
function zoneName(of: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: of, timeZoneName: 'short' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? of;
}

const KNOWN = new Map([[UTC, UTC]]);

/** What was kept by another version, or is in nobody's list, is no zone: UTC then. */
function known(kept: string | null): string {
  if (kept === null) return UTC;
  const found = KNOWN.get(kept) ?? (isZone(kept) ? kept : UTC);
  KNOWN.set(kept, found);
  return found;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
