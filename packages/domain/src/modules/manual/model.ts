import { cents, id, lots, nullable, oneOf, reading, type RowOf, symbol, table, time } from '../../kernel/table.ts';
import type { Cents } from '../../money/index.ts';
import { SIDES } from '../positions/model.ts';

/** A result entered manually by staff: an amount added to a trade they closed, or a trade of its own. Its id is its entry's subject. */
export const MANUAL_TRADES = table(
  'manual_trade',
  {
    id,
    clientId: id,
    /** The trade that was closed with it; null for a trade of its own. */
    tradeId: nullable(id),
    symbol,
    side: oneOf(...SIDES),
    lots,
    /** For the client: a loss is negative. */
    amount: cents,
    at: time,
  },
  { entries: true },
);
export type ManualTrade = RowOf<typeof MANUAL_TRADES>;

export type CorrectableEntry = {
  readonly number: bigint;
  readonly clientId: string;
  /** What the entry added to the client's money. */
  readonly credited: Cents;
  /** What earlier debits already took back of it. */
  readonly corrected: Cents;
};

/** Entries that a debit corrects, by `entryKey`. */
export const ENTRIES = reading<CorrectableEntry>('entry', { alone: true });

/** An entry's number is one of its client's book: another book has the same. */
export function entryKey(clientId: string, number: bigint): string {
  return `${clientId} ${number}`;
}
