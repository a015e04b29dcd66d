import { nearest } from './recompute.ts';

/**
 * What dividends moved and splits made of positions, once more, from what was announced and what was filled. On purpose it shares no code with the product; it knows
 * docs/spec/corporate-actions.md and nothing else. Sums are cents, prices count 1e-10 dollars, lots hundredths of a share.
 */
export type Announced = {
  readonly id: string;
  readonly symbol: string;
  /** YYYY-MM-DD in New York. */
  readonly exDate: string;
  /** Dollars a share, in decimals; of a split `new:old`. */
  readonly rate: string;
};
export type HeldTrade = {
  readonly id: string;
  readonly clientId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly collateral: bigint;
  readonly collateralLeft: bigint;
  readonly dividends: bigint;
  readonly realised: bigint;
  readonly shortfall: bigint;
  readonly openLots: bigint;
};
type HeldFill = {
  readonly tradeId: string;
  readonly kind: string;
  readonly lots: bigint;
  readonly price: bigint;
  /** When its quote was received, and when it was done, in milliseconds. */
  readonly at: number;
  readonly doneAt: number;
};
type SplitRow = { readonly actionId: string; readonly tradeId: string; readonly before: bigint; readonly lots: bigint };
type Booked = {
  readonly actionId: string;
  readonly tradeId: string;
  readonly lots: bigint;
  readonly amount: bigint;
  readonly moved: bigint;
};
export type ActionBooks = {
  readonly announced: readonly Announced[];
  /** What each client paid in. */
  readonly paidIn: ReadonlyMap<string, bigint>;
  readonly balances: ReadonlyMap<string, { readonly cash: bigint; readonly margin: bigint; readonly realised: bigint }>;
  readonly trades: readonly HeldTrade[];
  /** In the order in which they were done. */
  readonly fills: readonly HeldFill[];
  readonly booked: readonly Booked[];
  readonly split: readonly SplitRow[];
};
export type ActionsRecomputed = {
  readonly wrong: string[];
  readonly booked: number;
  /** Of these: with a fraction of a cent, and for more than was left of the collateral. */
  readonly rounded: number;
  readonly capped: number;
  /** Trades that were split, and of these with something left over that was closed. */
  readonly split: number;
  readonly inLieu: number;
};
type Counts = { -readonly [K in keyof Omit<ActionsRecomputed, 'wrong'>]: number };

type Position = {
  open: bigint;
  left: bigint;
  dividends: bigint;
  realised: bigint;
  shortfall: bigint;
  /** Shares held for each share that was bought. */
  num: bigint;
  den: bigint;
  /** All results so far, as a fraction of units. */
  gain: [bigint, bigint];
};
type Money = { cash: bigint; margin: bigint; realised: bigint };
type Differs = (what: string, found: unknown, expected: unknown) => void;

export function recomputeActions(books: ActionBooks): ActionsRecomputed {
  const wrong: string[] = [];
  const counts: Counts = { booked: 0, rounded: 0, capped: 0, split: 0, inLieu: 0 };
  const differs: Differs = (what, found, expected) => {
    if (found !== expected)
      wrong.push(`${what}: ${String(found)} in the books, ${String(expected)} by the announcements`);
  };
  const money = new Map([...books.paidIn].map(([id, cash]) => [id, { cash, margin: 0n, realised: 0n }]));
  const splits = new Map(books.split.map((row) => [`${row.actionId} ${row.tradeId}`, row]));
  const rows = new Map(books.booked.map((row) => [`${row.actionId} ${row.tradeId}`, row]));
  const fillsOf = Map.groupBy(books.fills, ({ tradeId }) => tradeId);
  const actionsOf = Map.groupBy(books.announced, ({ symbol }) => symbol);

  for (const trade of books.trades) {
    const balance = money.get(trade.clientId);
    const [opening, ...closings] = fillsOf.get(trade.id) ?? [];
    if (balance === undefined || opening?.kind !== 'open') {
      wrong.push(`trade ${trade.id} of nobody, or never opened`);
      continue;
    }
    const position: Position = {
      ...{ open: opening.lots, left: trade.collateral, dividends: 0n, realised: 0n, shortfall: 0n },
      ...{ num: 1n, den: 1n, gain: [0n, 1n] },
    };
    balance.cash -= trade.collateral;
    balance.margin += trade.collateral;
    const actions = (actionsOf.get(trade.symbol) ?? []).map((action) => ({ at: momentOf(action.exDate), action }));
    // What a split leaves over is closed once it has taken effect, at a quote from before.
    const isInLieu = ({ at, doneAt }: HeldFill): boolean =>
      actions.some(({ at: moment, action }) => action.rate.includes(':') && at < moment && moment <= doneAt);
    const inLieu = closings.filter(isInLieu);
    const fills = closings.filter((fill) => !isInLieu(fill)).map((fill) => ({ at: fill.at, fill }));
    // At one moment the action comes first: a close counts from its quote.
    for (const step of [...actions, ...fills].toSorted((a, b) => a.at - b.at)) {
      if ('fill' in step) close(position, balance, { trade, entry: opening.price, fill: step.fill });
      else if (opening.at < step.at && position.open > 0n) {
        const key = `${step.action.id} ${trade.id}`;
        if (step.action.rate.includes(':')) {
          const over = takeOver(position, balance, { trade, entry: opening.price, action: step.action, inLieu });
          differs(`what ${step.action.rate} leaves over of ${trade.id}`, over.found, over.expected);
          counts.inLieu += over.expected === 0n ? 0 : 1;
          if (position.open > 0n) {
            const before = position.open;
            split(position, step.action.rate);
            const row = splits.get(key);
            differs(`split of ${trade.id}`, row && `${row.before} ${row.lots}`, `${before} ${position.open}`);
            counts.split += 1;
            splits.delete(key);
          }
        } else {
          pay(position, balance, { trade, action: step.action, row: rows.get(key), differs, counts });
          rows.delete(key);
        }
      }
    }
    if (inLieu.length > 0) wrong.push(`closed for a split that left nothing over: ${trade.id}`);
    differs(`what is left of ${trade.id}`, trade.collateralLeft, position.left);
    differs(`lots of ${trade.id}`, trade.openLots, position.open);
    for (const name of ['dividends', 'realised', 'shortfall'] as const)
      differs(`${name} of ${trade.id}`, trade[name], position[name]);
  }
  for (const key of [...rows.keys(), ...splits.keys()]) wrong.push(`an action that was not due: ${key}`);
  for (const [id, expected] of money)
    for (const name of ['cash', 'margin', 'realised'] as const)
      differs(`${name} of ${id}`, books.balances.get(id)?.[name], expected[name]);
  return { wrong, ...counts };
}

type Paying = {
  readonly trade: HeldTrade;
  readonly action: Announced;
  readonly row: Booked | undefined;
  readonly differs: Differs;
  readonly counts: Counts;
};

/** A buy receives it and a sell pays it: rate × lots, half to even, and never more than is left. */
function pay(position: Position, balance: Money, { trade, action, row, differs, counts }: Paying): void {
  const exact = exactRate(action.rate) * position.open;
  const amount = nearest(trade.side === 'buy' ? exact : -exact, 10n ** 10n);
  const moved = amount < -position.left ? -position.left : amount;
  const name = `dividend ${action.symbol} ${action.exDate} of ${trade.id}`;
  differs(name, row && `${row.lots} ${row.amount} ${row.moved}`, `${position.open} ${amount} ${moved}`);
  position.left += moved;
  position.dividends += moved;
  balance.margin += moved;
  counts.booked += 1;
  if (exact % 10n ** 10n !== 0n) counts.rounded += 1;
  if (moved !== amount) counts.capped += 1;
}

type Closing = { readonly trade: HeldTrade; readonly entry: bigint; readonly fill: HeldFill };

/** Its share of the collateral comes back with the result; what the collateral does not cover the house bears. */
function close(position: Position, balance: Money, { trade, entry, fill: { lots, price } }: Closing): void {
  // A share of today cost its part of what one that was bought did.
  const each = (trade.side === 'buy' ? 1n : -1n) * (price * position.num - entry * position.den);
  const [top, bottom] = position.gain;
  position.gain = [top * position.num + each * lots * bottom, bottom * position.num];
  const result = nearest(position.gain[0], position.gain[1] * 10n ** 10n) - position.realised;
  const share = lots === position.open ? position.left : (position.left * lots) / position.open;
  const loss = result < 0n ? -result : 0n;
  const borne = loss > position.left ? position.left : loss;
  const out = share > borne ? share : borne;
  position.shortfall += loss - borne;
  position.left -= out;
  position.open -= lots;
  position.realised += result;
  balance.margin -= out;
  balance.cash += out - borne + (result > 0n ? result : 0n);
  balance.realised += result;
}

/** What the ratio cannot turn into whole hundredths of a share is closed at the last quote of the old shares. */
function takeOver(
  position: Position,
  balance: Money,
  { trade, entry, action, inLieu }: Omit<Closing, 'fill'> & { action: Announced; inLieu: HeldFill[] },
): { readonly found: bigint; readonly expected: bigint } {
  const [, old = 1n] = action.rate.split(':').map(BigInt);
  const expected = position.open % old;
  const moment = momentOf(action.exDate);
  const at = inLieu.findIndex((fill) => fill.at < moment && moment <= fill.doneAt);
  const [fill] = at === -1 ? [] : inLieu.splice(at, 1);
  if (fill) close(position, balance, { trade, entry, fill });
  return { found: fill?.lots ?? 0n, expected };
}

/** So many new shares for so many old ones; what was paid for them stays. */
function split(position: Position, rate: string): void {
  const [now = 1n, old = 1n] = rate.split(':').map(BigInt);
  position.open = (position.open * now) / old;
  position.num *= now;
  position.den *= old;
}

/** In units of 1e-10 dollars. */
function exactRate(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(10, '0'));
}

/** 09:25 in New York, by the clock that a browser knows. */
function momentOf(day: string): number {
  const noon = new Date(`${day}T12:00:00Z`);
  const hour = new Intl.DateTimeFormat('en', { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' });
  const behind = 12 - Number(hour.format(noon));
  return Date.parse(`${day}T00:00:00Z`) + ((9 + behind) * 60 + 25) * 60_000;
}
