import { formatDateTime, formatUsd } from './format.ts';

const DOLLARS: ReadonlySet<string> = new Set([
  'amount',
  'credited',
  'quoted',
  'added',
  'minimum_balance',
  'day_limit',
  'client_limit',
]);
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A fact of the audit log as both its staff and its client read it: amounts in dollars, moments with their zone, the rest as it is kept. */
export function factText(name: string, value: string): string {
  if (DOLLARS.has(name) && /^-?\d+\.\d\d$/.test(value)) return formatUsd(value);
  return INSTANT.test(value) ? formatDateTime(value) : value;
}
