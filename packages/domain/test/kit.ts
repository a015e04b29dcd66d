import {
  newParty,
  type Context,
  type Deposit,
  type Loan,
  type Party,
  type Priced,
  type State,
  type Trade,
  type Withdrawal,
} from '../src/ledger/index.ts';
import { unlimitedReleases } from '../src/releases/index.ts';
import { marksFrom } from '../src/trading/index.ts';
import { PACKAGES } from '../src/plans/index.ts';
import { conversionPair, type DealtQuote, dealtQuote, parsePrice, type Symbol } from '../src/market/index.ts';

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
  };
}

export type Rows = {
  readonly client?: Partial<Party>;
  readonly deposit?: Deposit;
  readonly withdrawal?: Withdrawal;
  readonly trade?: Trade;
  readonly loan?: Loan;
  readonly settings?: Partial<State['settings']>;
};

/** One client with $1,000 of free money, one member of staff, and what is given. */
export function stateOf({ client = {}, deposit, withdrawal, trade, loan, settings = {} }: Rows = {}): State {
  return {
    parties: new Map([
      [CLIENT, { ...newParty(CLIENT, 'client'), cash: 100_000n, ...client }],
      [STAFF, newParty(STAFF, 'staff')],
    ]),
    deposits: new Map(deposit && [[deposit.id, deposit]]),
    withdrawals: new Map(withdrawal && [[withdrawal.id, withdrawal]]),
    trades: new Map(trade && [[trade.id, trade]]),
    orders: new Map(),
    loans: new Map(loan && [[loan.id, loan]]),
    entries: new Map(),
    packages: new Map(PACKAGES.map((one) => [one.id, one])),
    traders: new Map(),
    copies: new Map(),
    leadTrades: new Map(),
    protections: new Map(),
    holds: new Map(),
    verifications: new Map(),
    proposals: new Map(),
    settings: { minimumWithdrawal: 1_000n, withdrawalFeeBps: 100, ...settings },
    releases: unlimitedReleases(),
  };
}

export function partyOf(state: State, id = CLIENT): Party {
  const party = state.parties.get(id);
  if (!party) throw new Error('no such party');
  return party;
}

/** "ok", or the code of the refusal. */
export function said(decision: {
  readonly outcome: { readonly ok: true } | { readonly ok: false; readonly refusal: { readonly code: string } };
}): string {
  return decision.outcome.ok ? 'ok' : decision.outcome.refusal.code;
}
