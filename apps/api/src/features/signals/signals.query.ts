import type {
  Signal,
  SignalDetail,
  SignalOrigin,
  SignalRecord,
  SignalRule,
  SignalTotals,
} from '@clearbook/contracts/signals';
import {
  type ActionsOf,
  adjustedBars,
  exactPrice,
  type Instrument,
  instrument,
  type Price,
  priceStep,
  restated,
  sharesPerShare,
  type Symbol,
} from '@clearbook/domain/market';
import { type Fraction, roundHalfEven } from '@clearbook/domain/money';
import { LOOK_BACK_BARS, SIGNAL_BAR_MS, SIGNAL_INTERVAL, SIGNAL_RULES } from '@clearbook/domain/signals';
import type { Pool } from 'pg';

type Row = {
  id: string;
  rule: SignalRule;
  symbol: Symbol;
  side: 'buy' | 'sell';
  bar_time: Date;
  entry: string;
  stop: string;
  target: string;
  issued_at: Date;
  expires_at: Date;
  origin: SignalOrigin;
  outcome: NonNullable<Signal['result']>['outcome'] | null;
  fill: string | null;
  exit: string | null;
  r_hundredths: number | null;
  ended_at: Date | null;
};

const COLUMNS = `s.id, s.rule, s.symbol, s.side, s.bar_time, s.entry, s.stop, s.target, s.issued_at, s.expires_at, s.origin,
  r.outcome, r.fill, r.exit, r.r_hundredths, r.ended_at`;

/** What an answer about open signals needs beside the record: they are in the shares of now. */
export type SharesOfNow = { readonly actionsOf: ActionsOf; readonly now: Date };

/** Open signals of the given instruments, newest first: at most one a rule and instrument. */
export async function listOpen(pool: Pool, symbols: readonly string[], shares: SharesOfNow): Promise<Signal[]> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from ledger.signal s left join ledger.signal_score r on r.signal_id = s.id
     where s.expires_at > (select until from ledger.signal_head) and s.symbol = any($1) and r.signal_id is null order by s.bar_time desc, s.id desc`,
    [symbols],
  );
  return rows.map((row) => wire(row, shares));
}

export type EndedFilter = {
  readonly origin: SignalOrigin;
  readonly rule: SignalRule | null;
  readonly symbol: string | null;
};

const ENDED_AT_ONCE = 20;
const CURSOR = /^(\d{1,13})\.([0-9a-f-]{36})$/;

/** Every ended signal, the newest end first. Their number comes from the running totals. */
export async function listEnded(
  pool: Pool,
  { origin, rule, symbol }: EndedFilter,
  { limit = ENDED_AT_ONCE, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ data: Signal[]; next_cursor: string | null; total: number }> {
  const after = CURSOR.exec(cursor ?? '');
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from (
       select * from ledger.signal_score where origin = $1 and ($2::text is null or rule = $2) and ($3::text is null or symbol = $3)
         and ($4::timestamptz is null or (ended_at, signal_id) < ($4, $5::uuid))
       order by ended_at desc, signal_id desc limit $6) r
     join ledger.signal s on s.id = r.signal_id order by r.ended_at desc, r.signal_id desc`,
    [origin, rule, symbol, after ? new Date(Number(after[1])) : null, after?.[2] ?? null, limit + 1],
  );
  const { rows: counted } = await pool.query<{ total: string }>(
    `select coalesce(sum(target + stop + expired + not_entered), 0) as total from ledger.signal_total
     where origin = $1 and ($2::text is null or rule = $2) and ($3::text is null or symbol = $3)`,
    [origin, rule, symbol],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => wire(row)),
    next_cursor: rows.length > limit && last?.ended_at ? `${last.ended_at.getTime()}.${last.id}` : null,
    total: Number(counted[0]?.total),
  };
}

/** One signal with the bars that it and its score came from. Open ones only for the given instruments. */
export async function findSignal(
  pool: Pool,
  id: string,
  symbols: readonly string[],
  shares: SharesOfNow,
): Promise<SignalDetail | undefined> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from ledger.signal s left join ledger.signal_score r on r.signal_id = s.id
     where s.id = $1 and (r.signal_id is not null or s.symbol = any($2))`,
    [id, symbols],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { rows: bars } = await pool.query<{ time: Date; open: string; high: string; low: string; close: string }>(
    `(select time, open, high, low, close from ledger.signal_bar where symbol = $1 and time <= $2 order by time desc limit $4)
     union (select time, open, high, low, close from ledger.signal_bar where symbol = $1 and time > $2 and time < $3) order by time`,
    [row.symbol, row.bar_time, row.ended_at ?? row.expires_at, LOOK_BACK_BARS],
  );
  const { digits } = instrument(row.symbol);
  const price = (units: bigint): string => exactPrice(units, digits);
  const traded = bars.map(({ time, open, high, low, close }) => ({
    timeMs: time.getTime(),
    ...{ open: BigInt(open), high: BigInt(high), low: BigInt(low), close: BigInt(close) },
  }));
  const sharesOf = row.outcome === null ? shares.now.getTime() : lastOfBar(row);
  return {
    ...wire(row, shares),
    bars: adjustedBars(traded, SIGNAL_INTERVAL, shares.actionsOf(row.symbol), sharesOf).map((bar) => ({
      time: new Date(bar.timeMs).toISOString(),
      open: price(bar.open),
      high: price(bar.high),
      low: price(bar.low),
      close: price(bar.close),
    })),
  };
}

type Sums = Record<
  'issued' | 'target' | 'stop' | 'expired' | 'not_entered' | 'won' | 'lost' | 'gained' | 'given_up',
  number
>;
const NOTHING: Sums = {
  issued: 0,
  target: 0,
  stop: 0,
  expired: 0,
  not_entered: 0,
  won: 0,
  lost: 0,
  gained: 0,
  given_up: 0,
};

/** The totals of everything that was ever published, from running totals that the commit function keeps. */
export async function readRecord(pool: Pool): Promise<SignalRecord> {
  const { rows } = await pool.query<{ origin: SignalOrigin; rule: SignalRule } & Record<keyof Sums, string>>(
    `select origin, rule, sum(issued) as issued, sum(target) as target, sum(stop) as stop, sum(expired) as expired, sum(not_entered) as not_entered,
       sum(won) as won, sum(lost) as lost, sum(gained) as gained, sum(given_up) as given_up from ledger.signal_total group by 1, 2`,
  );
  const { rows: head } = await pool.query<{ until: Date | null }>('select until from ledger.signal_head');
  const sumsOf = (origin: SignalOrigin, rule?: SignalRule): Sums =>
    rows
      .filter((row) => row.origin === origin && (rule === undefined || row.rule === rule))
      .reduce((sums, row) => add(sums, row), NOTHING);
  const of = (origin: SignalOrigin): SignalRecord['live'] => ({
    totals: totals(sumsOf(origin)),
    by_rule: SIGNAL_RULES.map((rule) => ({ rule, totals: totals(sumsOf(origin, rule)) })),
  });
  return { live: of('live'), backtest: of('backtest'), until: head[0]?.until?.toISOString() ?? null };
}

function add(sums: Sums, row: Record<keyof Sums, string>): Sums {
  const keys = Object.keys(sums) as (keyof Sums)[];
  return Object.fromEntries(keys.map((key) => [key, sums[key] + Number(row[key])])) as Sums;
}

function totals(of: Sums): SignalTotals {
  const entered = of.target + of.stop + of.expired;
  const ended = entered + of.not_entered;
  const net = BigInt(of.gained - of.given_up);
  return {
    issued: of.issued,
    open: of.issued - ended,
    ended,
    target: of.target,
    stop: of.stop,
    expired: of.expired,
    not_entered: of.not_entered,
    won: of.won,
    lost: of.lost,
    win_rate: entered === 0 ? null : decimal(roundHalfEven(BigInt(of.won) * 1_000n, BigInt(entered)), 1),
    average_r: entered === 0 ? null : decimal(roundHalfEven(net, BigInt(entered)), 2),
    total_r: decimal(net, 2),
  };
}

/** The last moment of the bar that a signal came from: its prices are of the shares of then. */
function lastOfBar({ bar_time: time }: Row): number {
  return time.getTime() + SIGNAL_BAR_MS - 1;
}

/** What has ended stays as it was published and scored; what is open is in the shares of now, on the instrument's steps, to be traded. */
function wire(row: Row, shares?: SharesOfNow): Signal {
  const of = instrument(row.symbol);
  const split =
    shares === undefined || row.outcome !== null
      ? undefined
      : sharesPerShare(shares.actionsOf(row.symbol), lastOfBar(row), shares.now.getTime());
  const price = (units: string): string => exactPrice(onStep(of, BigInt(units), split), of.digits);
  return {
    id: row.id,
    rule: row.rule,
    symbol: row.symbol,
    side: row.side,
    bar_time: row.bar_time.toISOString(),
    entry: price(row.entry),
    stop: price(row.stop),
    target: price(row.target),
    issued_at: row.issued_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    origin: row.origin,
    result: resultOf(row, price),
  };
}

function onStep(of: Instrument, price: Price, split: Fraction | undefined): Price {
  if (split === undefined || split.num === split.den) return price;
  return roundHalfEven(restated(price, split), priceStep(of)) * priceStep(of);
}

function resultOf(row: Row, price: (units: string) => string): Signal['result'] {
  const { outcome, fill, exit, ended_at: endedAt, r_hundredths: r } = row;
  if (outcome === null || endedAt === null || r === null) return null;
  const ended = { outcome, ended_at: endedAt.toISOString(), r: decimal(BigInt(r), 2) };
  if (fill === null || exit === null)
    return { ...ended, fill_price: null, exit_price: null, percent: null, pips: null };
  const of = instrument(row.symbol);
  const move = row.side === 'buy' ? BigInt(exit) - BigInt(fill) : BigInt(fill) - BigInt(exit);
  return {
    ...ended,
    fill_price: price(fill),
    exit_price: price(exit),
    percent: decimal(roundHalfEven(move * 10_000n, BigInt(fill)), 2),
    pips: of.class === 'forex' ? decimal(roundHalfEven(move * 10n, of.pip), 1) : null,
  };
}

/** "-1.05" from −105 and two digits. */
function decimal(units: bigint, digits: number): string {
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0');
  return `${units < 0n ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
