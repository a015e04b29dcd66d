import { setImmediate } from 'node:timers/promises';
import { BAR_MS, barStart, type Bar, INSTRUMENTS, type Symbol } from '@clearbook/domain/market';
import {
  advance,
  LOOK_BACK_BARS,
  SIGNAL_BAR_MS,
  SIGNAL_INTERVAL,
  type SignalDraft,
  type SignalRule,
  type SignalScore,
} from '@clearbook/domain/signals';
import type { Pool } from 'pg';
import { newId } from '../../platform/ids.ts';
import { ring } from '../../platform/realtime/index.ts';
import type { Market } from '../market/index.ts';
import { type Bench, readBenches, readUntil } from './bench.query.ts';

/** Hours that are published at once: a day catches up in one transaction of some 1,500 bars. */
const STRETCH_MS = BAR_MS['1d'];

export type SignalDeskDeps = {
  readonly pool: Pool;
  readonly market: Pick<Market, 'bars' | 'actionsOf'>;
  /** How far back the record of a new database begins, in days; 0 begins now. Those signals are labelled as a backtest. */
  readonly historyDays: number;
};

export type SignalDesk = {
  /** Publishes and scores everything up to the last full hour before `now`. Quick where there is nothing to do. */
  run(now: Date): Promise<void>;
  /** Ends a long run after its present stretch. */
  stop(): void;
};

type Published = { readonly id: string; readonly signal: SignalDraft };
type Scored = { readonly id: string; readonly score: SignalScore };
type Stretch = {
  readonly benches: Map<Symbol, Bench>;
  readonly bars: { readonly symbol: Symbol; readonly bar: Bar }[];
  readonly signals: Published[];
  readonly scores: Scored[];
};

/**
 * Keeps the record of signals. What it remembers between two runs is where its own last stretch ended: recorded bars and published signals never change,
 * and the database refuses a stretch that does not follow the record as it is now.
 */
export function createSignalDesk({ pool, market, historyDays }: SignalDeskDeps): SignalDesk {
  let stopped = false;
  let last: { until: number; benches: Map<Symbol, Bench> } | undefined;

  /** The last `limit` bars of an instrument that were over at `until`, as traded: what is recorded never changes. */
  const barsBefore = (symbol: Symbol, until: number, limit: number): Promise<Bar[]> =>
    market.bars(symbol, SIGNAL_INTERVAL, limit, new Date(until - 1), undefined, 'raw');

  return {
    async run(now) {
      const closed = barStart(SIGNAL_INTERVAL, now.getTime());
      if (last?.until === closed) return;
      let from = (await readUntil(pool))?.getTime();
      if (from === undefined) from = await begin(closed - historyDays * BAR_MS['1d'], now);
      while (from !== undefined && from < closed && !stopped)
        from = await goOn(from, Math.min(from + STRETCH_MS, closed), now);
    },
    stop() {
      stopped = true;
    },
  };

  /** The bars that the first rules look back at. Where the record begins, or undefined where another process was first. */
  async function begin(until: number, now: Date): Promise<number | undefined> {
    const bars: Stretch['bars'] = [];
    for (const { symbol } of INSTRUMENTS) {
      const own = await barsBefore(symbol, until, LOOK_BACK_BARS);
      bars.push(...own.map((bar) => ({ symbol, bar })));
    }
    const taken = await publish(pool, null, until, now, { bars, signals: [], scores: [] });
    return taken ? until : undefined;
  }

  /** Publishes the next stretch; undefined if another process was first. */
  async function goOn(from: number, until: number, now: Date): Promise<number | undefined> {
    const benches = last?.until === from ? last.benches : await readBenches(pool, new Date(from), market.actionsOf);
    last = undefined;
    if (benches === undefined) return undefined;
    const stretch = await workOut(benches, from, until);
    if (!(await publish(pool, from, until, now, stretch))) return undefined;
    last = { until, benches: stretch.benches };
    return until;
  }

  async function workOut(before: ReadonlyMap<Symbol, Bench>, from: number, until: number): Promise<Stretch> {
    const stretch: Stretch = { benches: new Map(), bars: [], signals: [], scores: [] };
    for (const of of INSTRUMENTS) {
      const bench = before.get(of.symbol) ?? { bars: [], open: new Map(), ids: new Map() };
      const asked = await barsBefore(of.symbol, until, (until - from) / SIGNAL_BAR_MS);
      const bars = asked.filter((bar) => bar.timeMs >= from);
      const { desk, issued, ended } = advance(of, bench, bars, until, market.actionsOf(of.symbol));
      const ids = new Map<string, string>(
        [...bench.ids].map(([rule, id]) => [keyOf(rule, bench.open.get(rule)?.signal), id]),
      );
      for (const signal of issued) {
        const id = newId();
        ids.set(keyOf(signal.rule, signal), id);
        stretch.signals.push({ id, signal });
      }
      const idOf = (signal: SignalDraft): string => {
        const id = ids.get(keyOf(signal.rule, signal));
        if (id === undefined) throw new Error('a score without its signal');
        return id;
      };
      stretch.scores.push(...ended.map(({ signal, score }) => ({ id: idOf(signal), score })));
      stretch.bars.push(...bars.map((bar) => ({ symbol: of.symbol, bar })));
      stretch.benches.set(of.symbol, {
        bars: desk.bars.slice(-LOOK_BACK_BARS),
        open: desk.open,
        ids: new Map([...desk.open].map(([rule, { signal }]) => [rule, idOf(signal)])),
      });
      // A long stretch leaves the server room for its clients.
      await setImmediate();
    }
    return stretch;
  }
}

/** False where another process has published this stretch. */
async function publish(
  pool: Pool,
  from: number | null,
  until: number,
  now: Date,
  { bars, signals, scores }: Omit<Stretch, 'benches'>,
): Promise<boolean> {
  const { rows } = await pool.query<{ taken: boolean }>(
    'select ledger.publish_signals($1, $2, $3, $4, $5, $6) as taken',
    [
      from === null ? null : new Date(from),
      new Date(until),
      now,
      JSON.stringify(bars.map(({ symbol, bar }) => barRow(symbol, bar))),
      JSON.stringify(signals.map(signalRow)),
      JSON.stringify(scores.map(scoreRow)),
    ],
  );
  const taken = rows[0]?.taken === true;
  if (taken) ring(pool);
  return taken;
}

function keyOf(rule: SignalRule, signal: SignalDraft | undefined): string {
  return `${rule} ${signal?.barTime}`;
}

// Prices leave as text: JSON numbers would pass through floating-point ones.

function barRow(symbol: Symbol, bar: Bar): Record<string, string> {
  return {
    symbol,
    time: new Date(bar.timeMs).toISOString(),
    open: bar.open.toString(),
    high: bar.high.toString(),
    low: bar.low.toString(),
    close: bar.close.toString(),
  };
}

function signalRow({ id, signal }: Published): Record<string, string> {
  return {
    id,
    rule: signal.rule,
    symbol: signal.symbol,
    side: signal.side,
    bar_time: new Date(signal.barTime).toISOString(),
    entry: signal.entry.toString(),
    stop: signal.stop.toString(),
    target: signal.target.toString(),
    expires_at: new Date(signal.expiresAt).toISOString(),
  };
}

function scoreRow({ id, score }: Scored): Record<string, string | number | null> {
  return {
    id,
    outcome: score.outcome,
    fill: score.fill?.toString() ?? null,
    exit: score.exit?.toString() ?? null,
    r: score.rHundredths,
    ended_at: new Date(score.endedAt).toISOString(),
  };
}
