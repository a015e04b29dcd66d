import { instrument, sessionOfDay, type Symbol } from '../../market/index.ts';
import { dayOf } from '../../market/new-york.ts';

/** A dividend is booked so long before its ex-date's session: while nothing trades, and before the price falls by it. */
const BEFORE_OPEN_MS = 5 * 60_000;
/** Recorded this long before: clients are told and can still trade, and every process knows it. */
export const ACTION_NOTICE_MS = 24 * 3_600_000;
/** One beyond this share of the price comes with conditions of its own (when it is paid, what it does to orders) and is not booked by itself. */
export const MAX_DIVIDEND_SHARE = 10n;

/** When an action of this ex-date (YYYY-MM-DD in New York) takes effect; undefined where the share does not trade on that day. */
export function effectiveAt(symbol: Symbol, exDate: string): Date | undefined {
  const [year = 0, month = 0, dayOfMonth = 0] = exDate.split('-').map(Number);
  if (instrument(symbol).class !== 'stock') return undefined;
  const hours = sessionOfDay('stock', dayOf(year, month, dayOfMonth));
  return hours && new Date(hours.opensAt - BEFORE_OPEN_MS);
}
