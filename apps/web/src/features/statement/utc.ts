const DAY = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A statement counts days and months in UTC everywhere, so that it and its file read the same for two people. */
export function formatDayUtc(iso: string): string {
  return DAY.format(new Date(iso));
}
export function formatTimeUtc(iso: string): string {
  return TIME.format(new Date(iso));
}
/** "2026-11" → "November 2026". */
export function formatMonth(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`));
}
