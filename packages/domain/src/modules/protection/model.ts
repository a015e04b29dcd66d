import { reading } from '../../kernel/table.ts';
import type { Cents } from '../../money/index.ts';

/** Limits and breaks that a client chose (docs/spec/self-protection.md), with what they are measured by. */
export type Protection = {
  readonly clientId: string;
  readonly limits: readonly ClientLimit[];
  readonly timeOut: TimeOut | null;
  readonly tally: Tally;
};

/** What clients set on themselves, by client. Only those who ever did have one here, and whoever is about to. */
export const PROTECTIONS = reading<Protection>('protections');

export type LimitKind = 'daily_loss' | 'deposit_day' | 'deposit_week' | 'deposit_month';

/** In cents; null is no limit. */
export type ClientLimit = {
  readonly kind: LimitKind;
  readonly amount: Cents | null;
  /** A looser limit and when it takes the place of this one. */
  readonly next: { readonly amount: Cents | null; readonly at: Date } | null;
};

export type TimeOut = {
  readonly kind: 'time_out' | 'self_exclusion';
  readonly startedAt: Date;
  readonly until: Date;
  /** After a self-exclusion: when the client may trade again, since they asked to. */
  readonly returnAt: Date | null;
};

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

declare module '../../kernel/decision.ts' {
  interface Changes {
    limit_set: { readonly clientId: string; readonly after: ClientLimit };
    time_out_set: { readonly clientId: string; readonly after: TimeOut };
  }
}
