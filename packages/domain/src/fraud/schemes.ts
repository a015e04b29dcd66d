import type { Cents } from '../money/index.ts';
import { on, type Related, type Severity } from './related.ts';

const DAY_MS = 86_400_000;
/** Deposits, money given by hand and profit shares count for so long before a payout is asked for. */
export const SCHEME_MS = 90 * DAY_MS;
/** Trades count for so long, the latest of those that brought something. */
export const OPPOSITE_SINCE_MS = 30 * DAY_MS;
export const OPPOSITE_TRADES_MAX = 20;
/** Two trades belong together that open within this time of each other, on opposite sides, and differ by less than one part of so many in size. */
export const OPPOSITE_WITHIN_MS = 30_000;
export const OPPOSITE_SIZE_PARTS = 10;
/** On a busy market one or two such pairs are chance. */
const OPPOSITE_PAIRS = 3;

/** What several people or accounts do together, of which a single record shows nothing. */
export type SchemeFacts = {
  /** Credited deposits that the account's own statement takes back, or doesn't show though it goes on beyond them. */
  readonly doubtful: readonly (Related & { readonly cents: Cents; readonly fault: 'taken_back' | 'missing' })[];
  /** Staff who decided about this client's money or papers, or proposed what was decided, and signed in from one browser with the client. */
  readonly staffNear: readonly { readonly email: string; readonly since: Date }[];
  /** What staff gave by hand, less what they took back, each with what is left of theirs and who proposed it to them. */
  readonly given: readonly {
    readonly email: string;
    readonly proposedBy: readonly string[];
    readonly cents: Cents;
    readonly since: Date;
  }[];
  /** Credited in the same time. */
  readonly deposited: Cents;
  /** Profit shares that came in, and those of copiers who share a browser, a destination, a payment or a picture with this client. */
  readonly shares: { readonly cents: Cents; readonly near: readonly (Related & { readonly cents: Cents })[] };
  /** Others who traded against this client, how often, and what the house covered of their losses. */
  readonly opposite: readonly (Related & { readonly pairs: number; readonly covered: Cents })[];
};

export type SchemeSaid =
  | {
      readonly kind: 'deposit_doubtful';
      readonly fault: 'taken_back' | 'missing';
      readonly cents: Cents;
      readonly deposits: number;
    }
  | { readonly kind: 'staff_browser'; readonly emails: readonly string[] }
  | {
      readonly kind: 'given_by_staff';
      readonly emails: readonly string[];
      readonly cents: Cents;
      readonly amount: Cents;
    }
  | { readonly kind: 'own_copiers'; readonly copiers: number; readonly cents: Cents; readonly all: Cents }
  | { readonly kind: 'opposite_trades'; readonly others: number; readonly pairs: number; readonly covered: Cents };

type SchemeSignal = SchemeSaid & {
  readonly severity: Severity;
  readonly since: Date;
  readonly related: readonly Related[];
};

/** Whom of staff a signal is about, by email: somebody else decides whether it is harmless. */
export function staffNamedBy(said: { readonly kind: string; readonly emails?: readonly string[] }): readonly string[] {
  return said.emails ?? [];
}

/** `amount`: what is asked for. */
export function schemeSignals(facts: SchemeFacts, amount: Cents): SchemeSignal[] {
  return [
    ...doubtfulDeposits(facts),
    ...nearStaff(facts),
    ...givenByStaff(facts, amount),
    ...ownCopiers(facts),
    ...oppositeTrades(facts),
  ];
}

/** What was taken back is gone. What is on no statement may still come, or was never sent. */
function doubtfulDeposits({ doubtful }: SchemeFacts): SchemeSignal[] {
  return (['taken_back', 'missing'] as const).flatMap((fault) => {
    const found = doubtful.filter((each) => each.fault === fault);
    if (found.length === 0) return [];
    const severity = fault === 'taken_back' ? 'serious' : 'look';
    const said = { fault, cents: sum(found), deposits: found.length } as const;
    return [{ kind: 'deposit_doubtful' as const, ...said, severity, ...on(found) }];
  });
}

function nearStaff({ staffNear }: SchemeFacts): SchemeSignal[] {
  const [first] = staffNear.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  if (first === undefined) return [];
  const emails = staffNear.map(({ email }) => email);
  return [{ kind: 'staff_browser', emails, severity: 'serious', since: first.since, related: [] }];
}

/**
 * A correction is small beside what a client brought. Money that staff gave is at least half of what leaves; more than ever was deposited, it is most
 * of it. Each payout is judged by itself: money of their own that was asked for as well would make the gift look smaller.
 */
function givenByStaff({ given, deposited }: SchemeFacts, amount: Cents): SchemeSignal[] {
  const cents = sum(given);
  if (cents <= 0n || cents * 2n < amount) return [];
  const left = given.filter((each) => each.cents > 0n);
  const since = new Date(Math.min(...left.map((each) => each.since.getTime())));
  const emails = [...new Set(left.flatMap(({ email, proposedBy }) => [email, ...proposedBy]))];
  const severity = cents > deposited ? 'serious' : 'look';
  return [{ kind: 'given_by_staff', emails, cents, amount, severity, since, related: [] }];
}

/** A trader who copies themselves from other accounts looks followed, and is paid a share of what they would have won anyway. */
function ownCopiers({ shares: { cents: all, near } }: SchemeFacts): SchemeSignal[] {
  if (near.length === 0) return [];
  const cents = sum(near);
  const copiers = new Set(near.map(({ clientId }) => clientId)).size;
  return [{ kind: 'own_copiers', copiers, cents, all, severity: cents * 2n >= all ? 'serious' : 'look', ...on(near) }];
}

/** Whoever wins is paid out, and of whoever loses the house covers what goes beyond their collateral. */
function oppositeTrades({ opposite }: SchemeFacts): SchemeSignal[] {
  const found = opposite.filter(({ pairs, covered }) => pairs >= OPPOSITE_PAIRS || covered > 0n);
  if (found.length === 0) return [];
  const pairs = found.reduce((count, each) => count + each.pairs, 0);
  const covered = found.reduce((cents, each) => cents + each.covered, 0n);
  // With one and the same client: of many, some pairs are chance, and some lose more than they have.
  const both = found.some((each) => each.covered > 0n && each.pairs >= OPPOSITE_PAIRS);
  const severity = both ? 'serious' : 'look';
  return [{ kind: 'opposite_trades', others: found.length, pairs, covered, severity, ...on(found) }];
}

function sum(of: readonly { readonly cents: Cents }[]): Cents {
  return of.reduce((total, { cents }) => total + cents, 0n);
}
