import { cents, id, nullable, oneOf, reading, type RowOf, table, time } from '../../kernel/table.ts';
import type { Cents } from '../../money/index.ts';

/** The limits that clients set for themselves, as they are now (docs/spec/self-protection.md). A null amount means no limit. */
export const CLIENT_LIMITS = table(
  'client_limit',
  {
    clientId: id,
    kind: oneOf('daily_loss', 'deposit_day', 'deposit_week', 'deposit_month'),
    amount: nullable(cents),
    /** A looser limit, or none, and when it takes the place of this one. */
    nextAmount: nullable(cents),
    nextAt: nullable(time),
    setAt: time,
  },
  { key: ['clientId', 'kind'] },
);
export type ClientLimit = RowOf<typeof CLIENT_LIMITS>;
export type LimitKind = ClientLimit['kind'];

/** The latest break of each client. */
export const BREAKS = table(
  'time_out',
  {
    clientId: id,
    kind: oneOf('time_out', 'self_exclusion'),
    startedAt: time,
    until: time,
    /** After a self-exclusion: when the client may trade again, since they asked to. */
    returnAt: nullable(time),
  },
  { key: ['clientId'] },
);
export type TimeOut = RowOf<typeof BREAKS>;

/** The sums that limits are measured by, for clients who have limits or are about to set one. */
export const TALLIES = reading<Tally>('tallies');
/** All rows above that belong to a client. */
export const PROTECTION_OF = reading<unknown>('protectionsOf');

/** Running sums of the latest UTC day that had any, and of its week (from Monday) and month. From entries alone. */
export type Tally = {
  readonly resultDay: string | null;
  /** Closed trades and overnight financing, for the client: a loss is negative. */
  readonly dayResult: Cents;
  readonly fundedDay: string | null;
  /** Approved deposits and paper-money top-ups. */
  readonly dayFunded: Cents;
  readonly weekFunded: Cents;
  readonly monthFunded: Cents;
};
