import { cents, flag, id, int, nullable, oneOf, reading, type RowOf, table, time } from '../../kernel/table.ts';

/** One client following one trader: what a mirrored trade belongs to. Its rules are in modules/copying. */
export const COPIES = table('copy', {
  id,
  clientId: id,
  traderId: id,
  /** The trader's account. */
  leadId: id,
  /** The trader is a program of the house: their share of profits stays in fees. */
  bot: flag,
  /** The most that mirrored trades may tie up: a limit, not a hold. */
  allotment: cents,
  /** Dollars below the allotment at which the copy ends; null without one. */
  stopLoss: nullable(cents),
  profitShareBps: int,
  status: oneOf('active', 'paused', 'stopping', 'stopped'),
  /** Σ collateral in its open mirrored trades. */
  held: cents,
  /** Σ what its mirrored trades brought the client so far. */
  result: cents,
  /** The highest result on which profit share was settled. */
  highWater: cents,
  /** Σ profit share taken. */
  shared: cents,
  startedAt: time,
});
export type Copy = RowOf<typeof COPIES>;
/** The copy that a mirrored trade belongs to. */
export const COPY_OF_TRADE = reading<Copy>('copies of trades');
