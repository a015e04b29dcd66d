const NEW_YORK = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' });
const HOUR_MS = 3_600_000;

/** When the night of a day is charged: at 17:00 in New York, in milliseconds. */
export function nightOf(day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return noon + (17 - Number(NEW_YORK.format(noon))) * HOUR_MS;
}
