import { type ActionsOf, type Bar, INSTRUMENTS, instrument, isSymbol, type Symbol } from '@clearbook/domain/market';
import {
  type Desk,
  LOOK_BACK_BARS,
  type SignalDraft,
  type SignalRule,
  track,
  type Tracked,
} from '@clearbook/domain/signals';
import type { Pool, PoolClient } from 'pg';
import { transaction } from '../../platform/transaction.ts';

/** The state of one instrument at the end of the record, with the ids of its open signals. */
export type Bench = Desk & { readonly ids: ReadonlyMap<SignalRule, string> };

/** Hour up to which the record is complete; null where nothing is recorded yet. */
export async function readUntil(pool: Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ until: Date | null }>('select until from ledger.signal_head');
  return rows[0]?.until ?? null;
}

type OpenRow = {
  id: string;
  rule: SignalRule;
  symbol: Symbol;
  side: 'buy' | 'sell';
  bar_time: Date;
  entry: string;
  stop: string;
  target: string;
  expires_at: Date;
};
type BarRow = { symbol: string; time: Date; open: string; high: string; low: string; close: string };

/**
 * What the stretch after `until` goes on from: each instrument's last bars, and its open signals where those bars have brought them. All of one
 * snapshot; undefined where another process has already gone on.
 */
export function readBenches(pool: Pool, until: Date, actionsOf: ActionsOf): Promise<Map<Symbol, Bench> | undefined> {
  return transaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only');
    const { rows } = await client.query<{ until: Date | null }>('select until from ledger.signal_head');
    return rows[0]?.until?.getTime() === until.getTime() ? benchesOf(client, until, actionsOf) : undefined;
  });
}

async function benchesOf(client: PoolClient, until: Date, actionsOf: ActionsOf): Promise<Map<Symbol, Bench>> {
  const { rows: open } = await client.query<OpenRow>(
    `select id, rule, symbol, side, bar_time, entry, stop, target, expires_at from ledger.signal s
     where s.expires_at > $1 and not exists (select 1 from ledger.signal_score where signal_id = s.id)`,
    [until],
  );
  const oldest = (symbol: Symbol): Date =>
    new Date(
      Math.min(until.getTime(), ...open.filter((row) => row.symbol === symbol).map((row) => row.bar_time.getTime())),
    );
  const symbols = INSTRUMENTS.map((of) => of.symbol);
  const { rows } = await client.query<BarRow>(
    `select b.* from unnest($1::text[], $2::timestamptz[]) as s(symbol, since) cross join lateral (
       (select symbol, time, open, high, low, close from ledger.signal_bar where symbol = s.symbol order by time desc limit $3)
       union (select symbol, time, open, high, low, close from ledger.signal_bar where symbol = s.symbol and time > s.since)) b
     order by b.symbol, b.time`,
    [symbols, symbols.map(oldest), LOOK_BACK_BARS],
  );
  const bars = new Map<string, Bar[]>(symbols.map((symbol) => [symbol, []]));
  for (const row of rows) bars.get(row.symbol)?.push(barOf(row));
  return new Map(
    INSTRUMENTS.map((of) => {
      const own = bars.get(of.symbol) ?? [];
      const tracked = new Map<SignalRule, Tracked>();
      const ids = new Map<SignalRule, string>();
      for (const row of open) {
        if (row.symbol !== of.symbol) continue;
        const signal = draftOf(row);
        tracked.set(
          row.rule,
          track(
            of,
            signal,
            own.filter((bar) => bar.timeMs > signal.barTime),
            actionsOf(of.symbol),
          ),
        );
        ids.set(row.rule, row.id);
      }
      return [of.symbol, { bars: own, open: tracked, ids }];
    }),
  );
}

function barOf(row: Omit<BarRow, 'symbol'>): Bar {
  return {
    timeMs: row.time.getTime(),
    open: BigInt(row.open),
    high: BigInt(row.high),
    low: BigInt(row.low),
    close: BigInt(row.close),
  };
}

function draftOf(row: OpenRow): SignalDraft {
  if (!isSymbol(row.symbol)) throw new Error(`a signal for ${String(row.symbol)}, which is no instrument`);
  return {
    rule: row.rule,
    symbol: instrument(row.symbol).symbol,
    side: row.side,
    barTime: row.bar_time.getTime(),
    entry: BigInt(row.entry),
    stop: BigInt(row.stop),
    target: BigInt(row.target),
    expiresAt: row.expires_at.getTime(),
  };
}
