import {
  type ClientArchive,
  decimal,
  dollars,
  type Entry,
  type Fill,
  type HeldTrade,
  inOrder,
  missing,
} from './client-archive.ts';
import { nearest } from './recompute.ts';
import { DAY, dollarsAt, growth, sharesOf, type Worth } from './recompute-worth.ts';

/**
 * How trading went, once more, from an archive (docs/spec/performance.md, PF5 to PF10). On purpose it shares no code with the product: a trade's result is
 * computed from its fills and quotes, and compared with what its entries moved.
 */
export type Filters = {
  readonly from?: string;
  readonly to?: string;
  readonly symbol?: string;
  readonly side?: string;
  readonly hour?: string;
  readonly holding?: string;
  readonly outcome?: string;
  readonly tag?: string;
};

type Part = { readonly fill: Fill; gross: bigint; financing: bigint; dividends: bigint; covered: bigint };
type Whole = {
  readonly trade: HeldTrade;
  readonly parts: readonly Part[];
  readonly closed: { readonly at: number; readonly id: string } | null;
  readonly result: bigint;
  readonly r: bigint | null;
};

const sum = (of: readonly bigint[]): bigint => of.reduce((all, each) => all + each, 0n);
const MINUTE = 60_000;
const HOLDING = [
  ['minutes', 5 * MINUTE],
  ['hour', 60 * MINUTE],
  ['day', DAY],
  ['week', 7 * DAY],
  ['longer', Infinity],
] as const;
const UNIT = 10_000_000_000n;

export class Trading {
  readonly #archive: ClientArchive;
  readonly #worth: Worth;
  readonly #trades: readonly Whole[];

  constructor(archive: ClientArchive, worth: Worth) {
    this.#archive = archive;
    this.#worth = worth;
    const entries = Map.groupBy(archive.entries, ({ subject }) => subject);
    this.#trades = archive.trades.map((trade) => this.#whole(trade, entries.get(trade.id) ?? []));
  }

  /** Each closed part with its cents: what all parts so far brought together, rounded, less what was said before (PF10). */
  #whole(trade: HeldTrade, entries: readonly Entry[]): Whole {
    const { lotSize } = this.#terms(trade);
    let [num, den, told] = [0n, 1n, 0n];
    const parts: Part[] = [];
    let [left, of] = [trade.opening.lots, 1n];
    for (const fill of trade.closings) {
      const [shares, rate] = [sharesOf(trade, fill), this.#rate(trade, fill)];
      const gain = (fill.price * shares.num - trade.opening.price * shares.den) * (trade.side === 'buy' ? 1n : -1n);
      const [top, bottom] = [gain * fill.lots * lotSize * rate.num, UNIT * shares.num * rate.den];
      [num, den] = [num * bottom + top * den, den * bottom];
      const gross = nearest(num, den) - told;
      told += gross;
      [left, of] = [left * shares.num - fill.lots * shares.den * of, of * shares.num];
      parts.push({ fill, gross, financing: 0n, dividends: 0n, covered: 0n });
    }
    // What was moved since the part before belongs to the part that closed next; what is open may still have one.
    const next = (at: number): Part | undefined => parts.find(({ fill }) => fill.at >= at);
    for (const night of trade.nights) add(next(night.at), 'financing', night.amount);
    for (const one of trade.dividends) add(next(one.at), 'dividends', one.amount);
    const last = parts.at(-1);
    const closed = left === 0n && last !== undefined ? { at: last.fill.at, id: trade.id } : null;
    if (closed !== null) add(last, 'covered', postedTo(entries, 'shortfall'));
    const result = sum(parts.map(netOf));
    if (closed !== null) {
      // Whatever its entries moved came to cash in the end: two ways to the same cents.
      const moved = -sum(['cash', 'margin'].map((account) => postedTo(entries, account)));
      if (moved !== result) throw new Error(`trade ${trade.id}: its fills make ${result}, its entries moved ${moved}`);
    }
    return { trade, parts, closed, result, r: closed === null ? null : rOf(trade) };
  }

  #terms({ symbol }: HeldTrade) {
    return this.#archive.terms.get(symbol) ?? missing(`terms of ${symbol}`);
  }

  #rate(trade: HeldTrade, { conversion }: Fill) {
    const rate = dollarsAt(this.#terms(trade), () =>
      conversion === null ? undefined : conversion.bid + conversion.ask,
    );
    return rate ?? missing(`conversion of ${trade.id}`);
  }

  #closed(filters: Filters): Whole[] {
    const { from, to, symbol, side, hour, holding, outcome, tag } = filters;
    const matches = ({ trade, closed, result }: Whole): boolean => {
      if (closed === null) return false;
      const day = dayOf(closed.at);
      return (
        (from === undefined || day >= from) &&
        (to === undefined || day <= to) &&
        (symbol === undefined || trade.symbol === symbol) &&
        (side === undefined || trade.side === side) &&
        (hour === undefined || hourOf(trade) === hour) &&
        (holding === undefined || holdingOf(trade, closed.at) === holding) &&
        (outcome === undefined || (outcome === 'wins' ? result > 0n : result < 0n)) &&
        (tag === undefined || trade.tags.includes(tag))
      );
    };
    return this.#trades.filter(matches);
  }

  /** What `GET /me/performance` answers. */
  performance(filters: Filters) {
    const of = this.#closed(filters);
    const withR = of.flatMap(({ r }) => (r === null ? [] : [r]));
    const all = of.flatMap(({ parts }) => parts);
    return {
      as_of: new Date(this.#archive.madeAt).toISOString(),
      ...figures(of),
      average_r: shown(average(sum(withR), withR.length)),
      r_trades: withR.length,
      account: this.#account(filters),
      costs: {
        spread: dollars(this.#spread(of)),
        financing: dollars(sum(all.map(({ financing }) => financing))),
        dividends: dollars(sum(all.map(({ dividends }) => dividends))),
        ...this.#paid(filters),
      },
      by_symbol: grouped(of, ({ trade }) => trade.symbol, byTrades),
      by_side: grouped(of, ({ trade }) => trade.side, byTrades),
      by_hour: grouped(
        of,
        ({ trade }) => hourOf(trade),
        (a, b) => Number(a.key) - Number(b.key),
      ),
      by_holding: grouped(
        of,
        ({ trade, closed }) => holdingOf(trade, closed?.at ?? 0),
        (a, b) => placeOf(a) - placeOf(b),
      ),
      by_day: grouped(
        of,
        ({ closed }) => dayOf(closed?.at ?? 0),
        (a, b) => (a.key < b.key ? -1 : 1),
      ),
      tags: [...new Set(this.#archive.trades.flatMap(({ tags }) => tags))].toSorted(),
    };
  }

  /** PF9: half the spread of each fill's own quote, for what was closed, at the rate that converted it. */
  #spread(of: readonly Whole[]): bigint {
    let [num, den] = [0n, 1n];
    for (const { trade } of of)
      for (const fill of trade.closings) {
        const [shares, rate] = [sharesOf(trade, fill), this.#rate(trade, fill)];
        const width = ({ quote }: Fill): bigint => quote.ask - quote.bid;
        const spread = width(fill) * shares.num + width(trade.opening) * shares.den;
        const top = spread * fill.lots * this.#terms(trade).lotSize * rate.num;
        const bottom = 2n * UNIT * shares.num * rate.den;
        [num, den] = [num * bottom + top * den, den * bottom];
      }
    return nearest(num, den);
  }

  /** PF9: what the account paid beside its trades. */
  #paid({ from, to }: Filters) {
    const within = this.#archive.entries.filter(
      ({ at }) => (from === undefined || dayOf(at) >= from) && (to === undefined || dayOf(at) <= to),
    );
    const shares = within.filter(({ event }) => event === 'profit_share');
    const others = within.filter(({ event }) => event !== 'profit_share');
    const paid = shares.flatMap(({ postings }) =>
      postings.filter(({ account, amount }) => account === 'cash' && amount > 0n),
    );
    return {
      withdrawal_fees: dollars(-postedTo(others, 'fees')),
      plans: dollars(-postedTo(others, 'plans')),
      loan_interest: dollars(-postedTo(others, 'interest')),
      profit_shares: dollars(sum(paid.map(({ amount }) => amount))),
    };
  }

  #account({ from, to }: Filters) {
    const { start, points } = this.#worth.days(from === undefined ? 0 : Date.parse(from));
    const inside = points.filter(({ at }) => to === undefined || at <= Date.parse(to) + DAY);
    const { returned, fall } = growth(start, inside);
    const timeOf = (at: number | null | undefined) =>
      at === null || at === undefined ? null : new Date(at).toISOString();
    return {
      days: inside.length,
      time_weighted: shown(returned),
      max_drawdown: returned === null ? null : decimal(fall?.bps ?? 0n),
      peak_at: timeOf(fall?.peakAt),
      trough_at: timeOf(fall?.at),
    };
  }

  /** What `GET /me/performance/trades` answers, all pages together. */
  trades(filters: Filters) {
    return this.#closed(filters)
      .toSorted((a, b) => inOrder(b.closed ?? missing('end'), a.closed ?? missing('end')))
      .map(({ trade, closed, result, r }) => ({
        ...{ id: trade.id, symbol: trade.symbol, side: trade.side, lots: decimal(trade.opening.lots) },
        opened_at: new Date(trade.opening.at).toISOString(),
        closed_at: new Date(closed?.at ?? 0).toISOString(),
        ...{ result: dollars(result), r: shown(r), note: trade.note, tags: trade.tags },
      }));
  }

  /** What `GET /me/gains` answers of a year, all pages together. */
  gains(year: string) {
    const lines = this.#trades
      .flatMap(({ trade, parts }) => parts.map((part) => ({ trade, part, at: part.fill.at, id: part.fill.id })))
      .filter(({ at }) => dayOf(at).startsWith(year))
      .toSorted(inOrder);
    const total = (of: (part: Part) => bigint) => dollars(sum(lines.map(({ part }) => of(part))));
    return {
      year,
      totals: {
        lines: lines.length,
        gross: total(({ gross }) => gross),
        financing: total(({ financing }) => financing),
        dividends: total(({ dividends }) => dividends),
        loss_covered: total(({ covered }) => covered),
        net: total(netOf),
      },
      data: lines.map(({ trade, part }) => {
        const shares = sharesOf(trade, part.fill);
        const { digits } = this.#terms(trade);
        return {
          ...{ trade_id: trade.id, symbol: trade.symbol, side: trade.side, lots: decimal(part.fill.lots) },
          opened_at: new Date(trade.opening.at).toISOString(),
          closed_at: new Date(part.fill.at).toISOString(),
          entry_price: priceOf(nearest(trade.opening.price * shares.den, shares.num), digits),
          exit_price: priceOf(part.fill.price, digits),
          ...{ gross: dollars(part.gross), financing: dollars(part.financing), dividends: dollars(part.dividends) },
          ...{ loss_covered: dollars(part.covered), net: dollars(netOf(part)) },
        };
      }),
    };
  }

  /** The years in which something closed. */
  get years(): string[] {
    return [...new Set(this.#trades.flatMap(({ parts }) => parts.map(({ fill }) => dayOf(fill.at).slice(0, 4))))];
  }
}

const netOf = ({ gross, financing, dividends, covered }: Part): bigint => gross - financing + dividends + covered;

function add(part: Part | undefined, what: 'financing' | 'dividends' | 'covered', amount: bigint): void {
  if (part !== undefined) part[what] += amount;
}

function postedTo(entries: readonly Entry[], wanted: string): bigint {
  return sum(
    entries.flatMap(({ postings }) => postings.flatMap(({ account, amount }) => (account === wanted ? [amount] : []))),
  );
}

/** PF7, in hundredths. */
function rOf({ side, opening, closings, splits, firstStop }: HeldTrade): bigint | null {
  if (firstStop === null || splits.length > 0) return null;
  const sign = side === 'buy' ? 1n : -1n;
  const risk = (opening.price - firstStop) * sign;
  if (risk <= 0n) return null;
  const lots = sum(closings.map((fill) => fill.lots));
  const exit = sum(closings.map((fill) => fill.price * fill.lots));
  return nearest((exit - opening.price * lots) * sign * 100n, lots * risk);
}

function figures(of: readonly Whole[]) {
  const results = of.map(({ result }) => result);
  const [won, lost] = [results.filter((each) => each > 0n), results.filter((each) => each < 0n)];
  const [profit, loss] = [sum(won), -sum(lost)];
  const money = (cents: bigint | null) => (cents === null ? null : dollars(cents));
  return {
    ...{ trades: of.length, wins: won.length, losses: lost.length },
    ...{ net: dollars(profit - loss), gross_profit: dollars(profit), gross_loss: dollars(loss) },
    win_rate: shown(average(BigInt(won.length) * 10_000n, of.length)),
    profit_factor: loss === 0n ? null : decimal(nearest(profit * 100n, loss)),
    expectancy: money(average(profit - loss, of.length)),
    average_win: money(average(profit, won.length)),
    average_loss: money(average(-loss, lost.length)),
  };
}

type Group = { readonly key: string; readonly trades: number };

function grouped(of: readonly Whole[], keyOf: (one: Whole) => string, order: (a: Group, b: Group) => number) {
  return [...Map.groupBy(of, keyOf)].map(([key, own]) => ({ key, ...figures(own) })).toSorted(order);
}

const byTrades = (a: Group, b: Group): number => b.trades - a.trades || (a.key < b.key ? -1 : 1);
const placeOf = ({ key }: Group): number => HOLDING.findIndex(([name]) => name === key);
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const hourOf = ({ opening }: HeldTrade): string => String(new Date(opening.at).getUTCHours());
const holdingOf = ({ opening }: HeldTrade, closedAt: number): string =>
  HOLDING.find(([, below]) => closedAt - opening.at < below)?.[0] ?? 'longer';
const average = (all: bigint, of: number): bigint | null => (of === 0 ? null : nearest(all, BigInt(of)));
const shown = (hundredths: bigint | null): string | null => (hundredths === null ? null : decimal(hundredths));

/** At least the digits of its instrument, and as many more as it has. */
function priceOf(price: bigint, digits: number): string {
  const text = decimal(price, 10);
  return text.replace(new RegExp(`(\\.\\d{${digits}}\\d*?)0+$`), '$1').replace(/\.$/, '');
}
