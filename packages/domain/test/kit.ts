import type { AnyDecision, Context, Priced } from '../src/kernel/decision.ts';
import { newParty, PARTIES, type Party } from '../src/kernel/party.ts';
import { State } from '../src/kernel/state.ts';
import { afterOf, type Table } from '../src/kernel/table.ts';
import { lockSet } from '../src/ledger/decide.ts';
import type { Command } from '../src/ledger/modules.ts';
import {
  conversionPair,
  type DealtQuote,
  dealtQuote,
  parsePrice,
  PRICE_SCALE,
  type Symbol,
  standardFinancing,
} from '../src/market/index.ts';
import { DEPOSIT_WINDOW_MS } from '../src/modules/funding/deposits.ts';
import {
  type Deposit,
  DEPOSITS,
  type MoneySettings,
  SETTINGS,
  type Withdrawal,
  WITHDRAWALS,
} from '../src/modules/funding/model.ts';
import { type Loan, LOANS } from '../src/modules/loans/model.ts';
import { PACKAGES } from '../src/modules/plans/model.ts';
import { BUILT_IN_PACKAGES } from '../src/modules/plans/packages.ts';
import { type Trade, TRADES } from '../src/modules/positions/model.ts';
import { marksFrom } from '../src/modules/positions/valuation.ts';
import { unlimitedReleases } from '../src/modules/releases/limits.ts';
import { RELEASES } from '../src/modules/releases/model.ts';

/** A Wednesday noon in New York. */
export const NOON = new Date('2026-03-11T16:00:00.000Z');
export const CLIENT = '00000000-0000-4000-8000-00000000000c';
export const STAFF = '00000000-0000-4000-8000-00000000000a';
export const OTHER = '00000000-0000-4000-8000-00000000000b';

/** Feed prices, "bid ask" or one price without a spread. */
export type Prices = Partial<Record<Symbol, string>>;

/** What a decision gets from outside, held still. A symbol without a price is closed. `spreadless`: dealt without the client's mark-up. */
export function contextOf(prices: Prices = {}, options: { now?: Date; spreadless?: boolean } = {}): Context {
  let made = 0;
  const now = options.now ?? NOON;
  const quote = (symbol: Symbol, markup: number): Priced<DealtQuote> => {
    const text = prices[symbol];
    if (text === undefined) return { ok: false, code: 'market.closed', detail: 'closed' };
    const [bid = '', ask = bid] = text.split(' ');
    const feed = {
      id: `${symbol} ${text}`,
      symbol,
      bid: parsePrice(bid),
      ask: parsePrice(ask),
      source: 'test',
      sourceTime: now,
      receivedTime: now,
    };
    return { ok: true, quote: dealtQuote(feed, options.spreadless ? 0 : markup) };
  };
  return {
    now,
    newId: () => `id-${++made}`,
    quote,
    conversion: (currency) => quote(conversionPair(currency)?.symbol ?? 'EURUSD', 0),
    ...marksFrom(quote),
    financing: standardFinancing,
  };
}

/** What a state holds beside one client and one member of staff. */
export type Given = {
  readonly client?: Partial<Party>;
  readonly deposit?: Deposit;
  readonly withdrawal?: Withdrawal;
  readonly trade?: Trade;
  readonly loan?: Loan;
  readonly settings?: Partial<MoneySettings>;
};

/** One client with $1,000 of free money, one member of staff, and what is given. */
export function stateOf({ client = {}, deposit, withdrawal, trade, loan, settings = {} }: Given = {}): State {
  return new State()
    .set(PARTIES, [
      [CLIENT, { ...newParty(CLIENT, 'client'), cash: 100_000n, ...client }],
      [STAFF, newParty(STAFF, 'staff')],
    ])
    .set(DEPOSITS, deposit ? [[deposit.id, deposit]] : [])
    .set(WITHDRAWALS, withdrawal ? [[withdrawal.id, withdrawal]] : [])
    .set(TRADES, trade ? [[trade.id, trade]] : [])
    .set(LOANS, loan ? [[loan.id, loan]] : [])
    .set(
      PACKAGES,
      BUILT_IN_PACKAGES.map((one) => [one.id, one] as const),
    )
    .set(SETTINGS, [['', { minimumWithdrawal: 1_000n, withdrawalFeeBps: 100, ...settings }]])
    .set(RELEASES, [['', unlimitedReleases()]]);
}

/** A deposit of $100 that waits for its decision, unless something else is said. */
export function depositOf(of: Partial<Deposit> = {}): Deposit {
  return {
    id: 'd', clientId: CLIENT, amount: 10_000n, method: 'bitcoin', status: 'pending', address: 'a', payUnits: 200_000n, rate: 50_000n * PRICE_SCALE, rateSource: 't',
    expiresAt: new Date(NOON.getTime() + DEPOSIT_WINDOW_MS), proofFile: 'f', proofAt: NOON, lateRate: null, lateRateSource: null, receivedUnits: null, receivedAt: null,
    receiptRate: null, restRate: null, credited: null, confirmed: null, txid: null, outputIndex: null, createdAt: NOON, decidedAt: null, decidedBy: null, ...of,
  }; // prettier-ignore
}

/** What a command locks, as one object: parties, and ids by the name of what is read. */
export function locksOf(command: Command): Readonly<Record<string, readonly string[]>> {
  const { parties, rows } = lockSet(command);
  return Object.fromEntries([['parties', parties], ...rows.map(({ of, ids }) => [of.name, ids] as const)]);
}

/** What a decision writes into a table, last. */
export function written<R>(of: Table<R>, { rows = [] }: AnyDecision): R {
  const row = afterOf(of, rows).at(-1);
  if (row === undefined) throw new Error(`nothing of ${of.name} is written`);
  return row;
}

export function partyOf(state: State, id = CLIENT): Party {
  const party = state.of(PARTIES).get(id);
  if (!party) throw new Error('no such party');
  return party;
}

/** "ok", or the code of the refusal. */
export function said(decision: {
  readonly outcome: { readonly ok: true } | { readonly ok: false; readonly refusal: { readonly code: string } };
}): string {
  return decision.outcome.ok ? 'ok' : decision.outcome.refusal.code;
}
