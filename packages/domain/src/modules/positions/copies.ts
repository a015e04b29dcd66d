import {
  cents,
  day,
  fixed,
  flag,
  id,
  int,
  kept,
  nullable,
  oneOf,
  reading,
  type RowOf,
  table,
  time,
} from '../../kernel/table.ts';

/** Why a copy ends. */
export const STOP_CAUSES = ['client', 'stop_loss', 'trader_deleted'] as const;
export type StopCause = (typeof STOP_CAUSES)[number];

/** One client copying one trader: what a mirrored trade belongs to. Its rules are in modules/copying. */
export const COPIES = table(
  'copy',
  {
    id,
    clientId: fixed(id),
    traderId: fixed(id),
    /** The trader's account. */
    leadId: fixed(id),
    /** The trader is a bot of the house, whose profit share stays in fees. */
    bot: fixed(flag),
    /** The most that mirrored trades may tie up: a limit, not a hold. */
    allotment: fixed(cents),
    /** Dollars below the allotment at which the copy ends; null without one. */
    stopLoss: fixed(nullable(cents)),
    /** The trader's open trades were copied too. */
    copyOpen: fixed(flag),
    profitShareBps: fixed(int),
    status: oneOf('active', 'paused', 'stopping', 'stopped'),
    /** Why it ended; null while it runs. */
    cause: nullable(oneOf(...STOP_CAUSES)),
    /** Σ collateral in its open mirrored trades; zero once it has stopped. */
    held: kept(cents),
    /** Σ results of its mirrored trades so far. */
    result: kept(cents),
    /** The highest result on which profit share was settled. */
    highWater: cents,
    /** Σ profit share taken. */
    shared: cents,
    /** The first day of the last month that was settled. */
    sharedMonth: nullable(day),
    startedAt: fixed(time),
    stoppedAt: nullable(time),
  },
  { alone: true, entries: true, rule: 'C10' },
);
export type Copy = RowOf<typeof COPIES>;
/** The copy that a mirrored trade belongs to. */
export const COPY_OF_TRADE = reading<Copy>('copies of trades');
