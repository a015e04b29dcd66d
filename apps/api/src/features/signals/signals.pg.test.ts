import type { RouteKey } from '@clearbook/contracts/routes';
import {
  putCoverageBody,
  signalCoverage,
  type SignalCoverage,
  signalDetail,
  type SignalDetail,
  signalList,
  signalRecord,
  type SignalRecord,
} from '@clearbook/contracts/signals';
import { type Bar, INSTRUMENTS, NO_ACTIONS, type Symbol } from '@clearbook/domain/market';
import { LOOK_BACK_BARS, SIGNAL_RULES } from '@clearbook/domain/signals';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recount } from '../../../../../packages/domain/test/signal-recount.ts';
import { openUser } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { createSimulatedFeed } from '../../adapters/feeds/simulated.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { createMarket } from '../market/index.ts';
import { createSignalDesk, signalRoutes } from './index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Wednesday noon in New York, three seconds after an hour has ended. */
const NOW = new Date('2026-03-11T16:00:03.000Z');
const CLOSED = new Date('2026-03-11T16:00:00.000Z');

const feed = createSimulatedFeed('signals');
const market = createMarket({ feed, clock: { now: () => NOW }, onListenerError: () => undefined });

const databases: FreshDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function freshPool(): Promise<pg.Pool> {
  const database = await freshDatabase();
  databases.push(database);
  return database.pool;
}

const desk = (pool: pg.Pool, historyDays: number) => createSignalDesk({ pool, market, historyDays });

/** Everything that was published, without the ids and times of publishing. */
async function published(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select s.rule, s.symbol, s.side, s.bar_time, s.entry, s.stop, s.target, s.expires_at, s.origin, r.outcome, r.fill, r.exit, r.r_hundredths, r.ended_at
     from ledger.signal s left join ledger.signal_score r on r.signal_id = s.id order by s.bar_time, s.symbol, s.rule`,
  );
  return rows;
}

async function recordedBars(pool: pg.Pool, symbol: Symbol): Promise<Bar[]> {
  const { rows } = await pool.query<{ time: Date; open: string; high: string; low: string; close: string }>(
    'select time, open, high, low, close from ledger.signal_bar where symbol = $1 order by time',
    [symbol],
  );
  return rows.map(({ time, open, high, low, close }) => ({
    timeMs: time.getTime(),
    open: BigInt(open),
    high: BigInt(high),
    low: BigInt(low),
    close: BigInt(close),
  }));
}

/** The routes as a client calls them. */
function client(pool: pg.Pool, userId: string) {
  type AnyHandler = (context: object) => Promise<unknown>;
  const handlers = new Map<RouteKey, AnyHandler>();
  signalRoutes(((key: RouteKey, handler: AnyHandler) => void handlers.set(key, handler)) as unknown as Register, {
    pool,
    actionsOf: NO_ACTIONS,
  });
  const call = async (key: RouteKey, more: object = {}, now = NOW): Promise<unknown> =>
    handlers.get(key)?.({ actor: { userId, role: 'client', sessionId: 'x' }, query: {}, now, ...more });
  return {
    open: async () => signalList.parse(await call('GET /signals')).data,
    record: async (): Promise<SignalRecord> => signalRecord.parse(await call('GET /signals/record')),
    ended: (query: object) =>
      call('GET /signals/ended', { query }) as Promise<{
        data: SignalDetail[];
        next_cursor: string | null;
        total: number;
      }>,
    coverage: async (now = NOW): Promise<SignalCoverage> =>
      signalCoverage.parse(await call('GET /signals/coverage', {}, now)),
    choose: async (symbols: string[], now = NOW): Promise<SignalCoverage | string> => {
      try {
        return signalCoverage.parse(
          await call('PUT /signals/coverage', { body: putCoverageBody.parse({ symbols }) }, now),
        );
      } catch (error) {
        if (error instanceof Problem) return error.code;
        throw error;
      }
    },
    one: async (id: string): Promise<SignalDetail | string> => {
      try {
        return signalDetail.parse(await call('GET /signals/:id', { params: { id } }));
      } catch (error) {
        if (error instanceof Problem) return error.code;
        throw error;
      }
    },
  };
}

describe('the record of signals', () => {
  let pool: pg.Pool;
  let ownerPool: pg.Pool;
  let clientId: string;
  const HISTORY_DAYS = 40;

  beforeAll(async () => {
    pool = await freshPool();
    ownerPool = databases.at(-1)!.ownerPool;
    clientId = newId();
    await openUser(pool, clientId, 'client');
    await desk(pool, HISTORY_DAYS).run(NOW);
  }, 120_000);

  it('[V15] a new demo site begins with a backtest up to the last full hour', async () => {
    const { rows } = await pool.query<{ until: Date; bars: string; first: Date }>(
      'select (select until from ledger.signal_head) as until, count(*) as bars, min(time) as first from ledger.signal_bar',
    );
    expect(rows[0]?.until).toEqual(CLOSED);
    expect(Number(rows[0]?.bars)).toBeGreaterThan(40_000);
    const { backtest } = await client(pool, clientId).record();
    expect(backtest.totals.ended).toBeGreaterThan(9_000);
    expect(backtest.by_rule.map(({ rule }) => rule)).toEqual([...SIGNAL_RULES]);
  });

  it('[V11] every stored signal and score equals a recount from the recorded bars, and none is missing', async () => {
    const start = new Date(CLOSED.getTime() - HISTORY_DAYS * DAY);
    const { rows } = await pool.query<{ symbol: Symbol }>('select distinct symbol from ledger.signal');
    expect(rows).toHaveLength(INSTRUMENTS.length);
    for (const { symbol } of INSTRUMENTS.filter((_, i) => i % 5 === 0)) {
      const bars = await recordedBars(pool, symbol);
      // Bars before the record began are only looked back at.
      const counted = recount(symbol, bars, CLOSED.getTime(), { from: start.getTime() });
      const { rows: stored } = await pool.query(
        `select s.rule, s.side, s.bar_time, s.entry, s.stop, s.target, s.expires_at, r.outcome, r.fill, r.exit, r.r_hundredths as r, r.ended_at
         from ledger.signal s left join ledger.signal_score r on r.signal_id = s.id where s.symbol = $1 order by s.bar_time, array_position($2, s.rule)`,
        [symbol, SIGNAL_RULES],
      );
      expect(stored).toEqual(
        counted.map(({ signal, score }) => ({
          rule: signal.rule,
          side: signal.side,
          bar_time: new Date(signal.barTime),
          entry: signal.entry.toString(),
          stop: signal.stop.toString(),
          target: signal.target.toString(),
          expires_at: new Date(signal.expiresAt),
          outcome: score?.outcome ?? null,
          fill: score?.fill?.toString() ?? null,
          exit: score?.exit?.toString() ?? null,
          r: score?.rHundredths ?? null,
          ended_at: score === undefined ? null : new Date(score.endedAt),
        })),
      );
    }
  }, 30_000);

  it('[V16] the totals are the sums over all scores', async () => {
    const { rows } = await pool.query<Record<string, string>>(
      `select s.origin, s.rule, count(*) as issued, count(r.signal_id) as ended, count(*) filter (where r.outcome = 'target') as target, count(*) filter (where r.outcome = 'stop') as stop,
         count(*) filter (where r.outcome = 'expired') as expired, count(*) filter (where r.r_hundredths > 0) as won, count(*) filter (where r.r_hundredths < 0) as lost,
         coalesce(sum(r.r_hundredths), 0) as r from ledger.signal s left join ledger.signal_score r on r.signal_id = s.id group by 1, 2`,
    );
    const record = await client(pool, clientId).record();
    for (const origin of ['live', 'backtest'] as const) {
      for (const { rule, totals } of record[origin].by_rule) {
        const row = rows.find((each) => each['origin'] === origin && each['rule'] === rule);
        const of = (name: string) => Number(row?.[name] ?? 0);
        expect(totals).toMatchObject({
          issued: of('issued'),
          ended: of('ended'),
          target: of('target'),
          stop: of('stop'),
          expired: of('expired'),
          won: of('won'),
          lost: of('lost'),
          open: of('issued') - of('ended'),
        });
        expect(Number(totals.total_r)).toBeCloseTo(of('r') / 100, 9);
        if (of('ended') > 0) {
          expect(Number(totals.average_r)).toBeCloseTo(of('r') / 100 / of('ended'), 2);
          expect(Number(totals.win_rate)).toBeCloseTo((100 * of('won')) / of('ended'), 1);
        }
      }
      const sum = record[origin].by_rule.reduce((total, each) => total + each.totals.ended, 0);
      expect(record[origin].totals.ended).toBe(sum);
    }
  });

  it('[V17] ended signals page as every list does, the newest end first, and stay quick', async () => {
    const { ended } = client(pool, clientId);
    const first = await ended({ origin: 'backtest' });
    expect(first.data).toHaveLength(20);
    const all: string[] = [];
    let cursor: string | null = null;
    do {
      const reply = await ended({ origin: 'backtest', limit: 100, ...(cursor !== null && { cursor }) });
      expect(reply).toHaveProperty('next_cursor');
      expect(reply.total).toBe(first.total);
      all.push(...reply.data.map((each) => `${each.result?.ended_at} ${each.id}`));
      cursor = reply.next_cursor;
    } while (cursor !== null);
    expect(all).toHaveLength(first.total);
    expect(all).toEqual([...new Set(all)].toSorted().toReversed());
    const own = await ended({ origin: 'backtest', symbol: 'EURUSD', rule: 'average_cross', limit: 200 });
    expect([own.data.length, own.next_cursor]).toEqual([own.total, null]);
    expect(own.data.every((each) => each.symbol === 'EURUSD' && each.rule === 'average_cross')).toBe(true);
    const [endedAt = '', id = ''] = all.at(-20)?.split(' ') ?? [];
    const deep = `${Date.parse(endedAt)}.${id}`;
    const times: number[] = [];
    for (const place of [{}, { cursor: deep }, {}, { cursor: deep }, {}]) {
      const began = performance.now();
      await ended({ origin: 'backtest', ...place });
      times.push(performance.now() - began);
    }
    expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(100);
  });

  it('[V12] the record takes no change but its own continuation', async () => {
    const before = await published(pool);
    for (const sql of [
      'update ledger.signal set entry = entry + 1',
      'update ledger.signal_score set r_hundredths = 150',
      "delete from ledger.signal_score where outcome = 'stop'",
      'delete from ledger.signal_bar',
      'update ledger.signal_total set won = won + 1',
      'update ledger.signal_head set until = null',
      'truncate ledger.signal cascade',
    ]) {
      await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
    // The stretch that was published once is not published again.
    const { rows } = await pool.query('select ledger.publish_signals(null, $1, $2, $3, $3, $3) as taken', [
      CLOSED,
      NOW,
      '[]',
    ]);
    expect(rows).toEqual([{ taken: false }]);
    expect(await published(pool)).toEqual(before);
  });

  it('[V13] the commit function refuses what does not follow', async () => {
    const next = new Date(CLOSED.getTime() + HOUR);
    const later = new Date(NOW.getTime() + HOUR);
    const { rows } = await pool.query<{
      id: string;
      target: string;
      stop: string;
      entry: string;
      side: string;
      symbol: Symbol;
      bar_time: Date;
    }>(
      `select s.* from ledger.signal s where s.side = 'buy' and s.expires_at > $1 and not exists (select 1 from ledger.signal_score where signal_id = s.id) order by id limit 1`,
      [next],
    );
    const open = rows[0]!;
    const risk = BigInt(open.entry) - BigInt(open.stop);
    const score = {
      id: open.id,
      outcome: 'target',
      fill: open.entry,
      exit: open.target,
      r: 150,
      ended_at: next.toISOString(),
    };
    const bar = { symbol: 'BTC', time: CLOSED.toISOString(), open: '2', high: '3', low: '1', close: '2' };
    const signal = {
      id: newId(),
      rule: 'average_cross',
      symbol: 'BTC',
      side: 'buy',
      bar_time: CLOSED.toISOString(),
      entry: '100',
      stop: '90',
      target: '120',
      expires_at: new Date(next.getTime() + DAY).toISOString(),
    };
    const publish = async (parts: { bars?: object[]; signals?: object[]; scores?: object[]; until?: Date }) => {
      const connection = await pool.connect();
      try {
        await connection.query('begin');
        await connection.query('select ledger.publish_signals($1, $2, $3, $4, $5, $6)', [
          CLOSED,
          parts.until ?? next,
          later,
          JSON.stringify(parts.bars ?? []),
          JSON.stringify(parts.signals ?? []),
          JSON.stringify(parts.scores ?? []),
        ]);
        return 'taken';
      } catch (error) {
        return (error as Error).message;
      } finally {
        await connection.query('rollback');
        connection.release();
      }
    };
    expect(await publish({ bars: [bar], signals: [signal] })).toBe('taken');
    expect(await publish({ until: new Date(CLOSED.getTime() + 2 * HOUR) })).toContain('must follow the record');
    expect(await publish({ bars: [{ ...bar, time: next.toISOString() }] })).toContain('a bar outside');
    expect(await publish({ bars: [{ ...bar, low: '3' }] })).toContain('signal_bar_sound');
    expect(await publish({ bars: [bar], signals: [{ ...signal, stop: '110' }] })).toContain('signal_sound');
    const early = new Date(CLOSED.getTime() - 2 * HOUR).toISOString();
    expect(await publish({ bars: [bar], signals: [{ ...signal, bar_time: early }] })).toContain('before the stretch');
    const broken = 'does not follow';
    expect(await publish({ scores: [{ ...score, r: 151 }] })).toContain(broken);
    expect(await publish({ scores: [{ ...score, exit: String(BigInt(open.target) + risk), r: 250 }] })).toContain(
      broken,
    );
    expect(
      await publish({ scores: [{ ...score, outcome: 'stop', exit: String(BigInt(open.stop) + 10n ** 8n), r: -90 }] }),
    ).toContain(broken);
    expect(
      await publish({ scores: [{ ...score, ended_at: new Date(next.getTime() + HOUR).toISOString() }] }),
    ).toContain(broken);
    expect(await publish({ scores: [{ ...score, outcome: 'expired' }] })).toContain(broken);
    const { rows: done } = await ownerPool.query<{ id: string }>(
      'select signal_id as id from ledger.signal_score limit 1',
    );
    expect(await publish({ scores: [{ ...score, id: done[0]?.id }] })).not.toBe('taken');
  });

  it('[V18] open signals of other instruments are not revealed, ended ones are for everybody', async () => {
    const me = client(pool, clientId);
    expect(await me.coverage()).toEqual({
      percent: 1,
      allowed: 1,
      instruments: 77,
      chosen: ['EURUSD'],
      covered: ['EURUSD'],
      next_change_at: null,
    });
    const { rows } = await pool.query<{ id: string; symbol: string }>(
      'select s.id, s.symbol from ledger.signal s where not exists (select 1 from ledger.signal_score where signal_id = s.id) order by s.id',
    );
    const mine = rows.filter((row) => row.symbol === 'EURUSD');
    const hidden = rows.find((row) => row.symbol === 'ETH')!;
    expect(mine.length).toBeGreaterThan(0);
    expect((await me.open()).map((each) => each.id).toSorted()).toEqual(mine.map((row) => row.id).toSorted());
    expect(await me.one(hidden.id)).toBe('signals.not_found');
    expect(await me.one(mine[0]!.id)).toMatchObject({ symbol: 'EURUSD', result: null });
    const [past] = (await me.ended({ origin: 'backtest', symbol: 'ETH' })).data;
    const detail = (await me.one(past!.id)) as SignalDetail;
    expect(detail.result).not.toBeNull();
    // The bars that the rule looked at and those that the score came from, and no others.
    const times = detail.bars.map((each) => Date.parse(each.time));
    expect(times.filter((time) => time <= Date.parse(detail.bar_time))).toHaveLength(LOOK_BACK_BARS);
    expect(Math.max(...times) + HOUR).toBe(Date.parse(detail.result!.ended_at));

    await ownerPool.query('update ledger.party set signal_percent = 10 where id = $1', [clientId]);
    expect((await me.coverage()).allowed).toBe(7);
    expect(await me.choose(['EURUSD', 'ETH'])).toMatchObject({ covered: ['EURUSD', 'ETH'] });
    expect(await me.one(hidden.id)).toMatchObject({ id: hidden.id, symbol: 'ETH' });
  });

  it('[V19] an instrument is given up once a UTC day; two choices at once do not both count', async () => {
    const id = newId();
    await openUser(pool, id, 'client');
    const me = client(pool, id);
    expect(await me.choose(['BTC', 'ETH'])).toBe('signals.too_many');
    expect(await me.choose(['NOPE'])).toBe('request.invalid');
    expect(await me.choose(['BTC'])).toMatchObject({ covered: ['BTC'], next_change_at: null });
    const both = await Promise.all([me.choose(['ETH']), me.choose(['SOL'])]);
    expect(both.filter((answer) => answer === 'signals.changed_today')).toHaveLength(1);
    expect((await me.coverage()).next_change_at).toBe('2026-03-12T00:00:00.000Z');
    const tomorrow = new Date(NOW.getTime() + DAY);
    expect(await me.choose(['BTC'], tomorrow)).toMatchObject({ covered: ['BTC'] });
    expect(await me.choose(['ETH'], tomorrow)).toBe('signals.changed_today');
    await ownerPool.query(`update ledger.party set unlimited_until = $2 where id = $1`, [
      id,
      new Date(NOW.getTime() + 40 * DAY),
    ]);
    const every = ['BTC', ...INSTRUMENTS.map((of) => of.symbol).filter((symbol) => symbol !== 'BTC')];
    const all = INSTRUMENTS.map((of) => of.symbol);
    expect(await me.choose(every, tomorrow)).toMatchObject({ percent: 100, allowed: 77, chosen: every, covered: all });
    expect((await me.coverage(new Date(NOW.getTime() + 41 * DAY))).covered).toEqual(['BTC']);
  });
});

describe('the desk of signals', () => {
  it('[V11] [V12] two processes and any number of restarts publish what one would, once', async () => {
    const [one, many] = [await freshPool(), await freshPool()];
    await desk(one, 4).run(NOW);
    const earlier = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
    const [first, second] = [desk(many, 3), desk(many, 3)];
    await Promise.all([first.run(earlier(24)), second.run(earlier(24))]);
    for (let hours = 23; hours >= 0; hours -= 1) {
      // Now the one, now the other, now both, now one that has just started.
      await Promise.all(
        [[first], [second], [first, second], [desk(many, 3)]][hours % 4]!.map((each) => each.run(earlier(hours))),
      );
    }
    const without = (rows: unknown[]) => rows.map((row) => ({ ...(row as object), origin: undefined }));
    expect(without(await published(many))).toEqual(without(await published(one)));
    expect((await published(one)).length).toBeGreaterThan(500);
  }, 30_000);

  it('[V14] what is published within five minutes counts as live, and apart', async () => {
    const pool = await freshPool();
    const clock = (minutes: number) => new Date(CLOSED.getTime() + minutes * 60_000);
    const running = desk(pool, 0);
    await running.run(clock(0));
    expect(await published(pool)).toEqual([]);
    for (let hour = 1; hour <= 12; hour += 1) await running.run(clock(60 * hour + 4));
    await running.run(clock(60 * 13 + 6));
    const { rows } = await pool.query<{ origin: string; late: boolean }>(
      `select origin, issued_at - bar_time - interval '1 hour' > interval '5 minutes' as late from ledger.signal`,
    );
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.every(({ origin, late }) => (origin === 'live') === !late)).toBe(true);
    const { rows: totals } = await pool.query<{ origin: string; issued: string }>(
      'select origin, sum(issued) as issued from ledger.signal_total group by 1 order by 1',
    );
    expect(totals).toEqual(
      ['backtest', 'live'].map((origin) => ({
        origin,
        issued: String(rows.filter((row) => row.origin === origin).length),
      })),
    );
    const { rows: scored } = await pool.query(
      'select 1 from ledger.signal_score r join ledger.signal s on s.id = r.signal_id where r.origin <> s.origin',
    );
    expect(scored).toEqual([]);
  });

  it('[V20] everybody hears that there is something new, nobody for which instrument', async () => {
    const pool = await freshPool();
    await desk(pool, 2).run(NOW);
    const { rows } = await pool.query<{ body: string }>('select body from app.invalidation');
    const told = rows.flatMap(({ body }) => JSON.parse(body) as object[]);
    expect(told.length).toBeGreaterThan(0);
    for (const each of told)
      expect(each).toEqual({ c: null, t: ['signals'], e: 'signals_published', s: null, a: false });
  });
});
