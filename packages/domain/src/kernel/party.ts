import { DEFAULT_MARKUP, type Width } from '../market/index.ts';
import { cents, day, flag, id, int, kept, nullable, oneOf, type RowOf, table, time } from './table.ts';

/**
 * A client with books, or a member of staff, who acts on those of every book. Decisions write the switches; balances and tallies follow from postings
 * only.
 */
export const PARTIES = table(
  'party',
  {
    id,
    kind: kept(oneOf('client', 'staff')),
    status: oneOf('active', 'suspended', 'closed'),
    /** The withdrawal fee applies to this client (departures D3), from the announced moment on where there is one. */
    billing: flag,
    billingFrom: nullable(time),
    /** Withdrawals need a code from the client's email (departures D4). */
    code: flag,
    cash: kept(cents),
    margin: kept(cents),
    withdrawing: kept(cents),
    loan: kept(cents),
    /** Σ approved deposits and top-ups. */
    deposited: kept(cents),
    /** Σ realised profit and loss at the quotes. */
    realised: kept(cents),
    /** UTC day of the last paper-money top-up, and how many that day had. */
    topUpDay: kept(nullable(day)),
    topUpCount: kept(int),
    /** Mark-up of this client: tenths of a pip for forex, basis points otherwise. */
    markup: int,
    /** Leverage ceiling of the client's best package; 0 without one, which means half the regulatory cap. */
    leverageCeiling: int,
    /** Percentage of the instruments whose signals the client sees, 1 to 100, and until when they see all of them. */
    signalPercent: int,
    unlimitedUntil: nullable(time),
    /** Since when the account is suspended. Paid days stop counting from then on. */
    suspendedAt: nullable(time),
    /** Other clients may copy this client's own trades. */
    leads: flag,
  },
  { book: 'shared' },
);
export type Party = RowOf<typeof PARTIES>;

export function newParty(of: string, kind: Party['kind']): Party {
  return {
    id: of,
    kind,
    status: 'active',
    billing: false,
    billingFrom: null,
    code: false,
    cash: 0n,
    margin: 0n,
    withdrawing: 0n,
    loan: 0n,
    deposited: 0n,
    realised: 0n,
    topUpDay: null,
    topUpCount: 0,
    markup: DEFAULT_MARKUP satisfies Width,
    leverageCeiling: 0,
    signalPercent: 1,
    unlimitedUntil: null,
    suspendedAt: null,
    leads: false,
  };
}
