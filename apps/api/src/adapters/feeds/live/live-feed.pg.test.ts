import {
  type Bar,
  exactPrice,
  INSTRUMENTS,
  instrument,
  joinBars,
  parsePrice,
  type SourceTick,
  type Symbol,
} from '@clearbook/domain/market';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../../test/database.ts';
import { createMarket, type Market } from '../../../features/market/index.ts';
import { createLease } from '../../../platform/lease.ts';
import { createLog } from '../../../platform/log.ts';
import { BULLETINS } from './bulletin.ts';
import { createLiveFeed, type LiveFeed } from './live-feed.ts';
import type { Source, SourceName, SourceSink } from './source.ts';
import { createTape } from './tape.ts';

const NOON = Date.parse('2026-11-20T15:00:00Z');
const log = createLog({ level: 'fatal' });

/** A process: its feed, its market, and the sinks of its sources while it holds the lease. */
type Process = {
  feed: LiveFeed;
  market: Market;
  sinks: Map<SourceName, SourceSink>;
  pool: pg.Pool;
  stop(): Promise<void>;
};

let db: FreshDatabase;
let nowMs: number;
let processes: Process[];
const clock = { now: () => new Date(nowMs) };

beforeEach(async () => {
  db = await freshDatabase();
  nowMs = NOON;
  processes = [];
});
afterEach(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await db.drop();
});

async function open(
  history: Bar[] = [],
  hold: (bulletin: string) => Promise<void> = async () => undefined,
): Promise<Process> {
  const sinks = new Map<SourceName, SourceSink>();
  const source = (name: SourceName, label: string, classes: Source['classes']): Source => ({
    name,
    label,
    classes,
    cadenceMs: () => 5_000,
    start: (sink) => void sinks.set(name, sink),
    stop: () => void sinks.delete(name),
  });
  const pool = new pg.Pool({ connectionString: db.url, max: 4 });
  pool.on('error', () => undefined);
  const feed = createLiveFeed({
    sources: [source('massive', 'Massive', ['forex', 'stock', 'crypto']), source('coingecko', 'CoinGecko', ['crypto'])],
    clock,
    log,
    tape: createTape(pool),
    history: (_symbol, _interval, count, beforeMs) =>
      Promise.resolve(history.filter(({ timeMs }) => timeMs < beforeMs).slice(-count)),
    publish: async (payload) => {
      await hold(payload);
      await pool.query('select pg_notify($1, $2)', [BULLETINS, payload]);
    },
    lease: (turns) => createLease({ pool, lock: 'feed', log, everyMs: 20, ...turns }),
  });
  const listener = await pool.connect();
  listener.on('error', () => undefined);
  listener.on('notification', ({ payload }) => feed.hear(payload ?? ''));
  await listener.query(`listen ${BULLETINS}`);
  feed.start?.();
  let stopping: Promise<void> | undefined;
  const made: Process = {
    feed,
    market: createMarket({ feed, clock, onListenerError: () => undefined }),
    sinks,
    pool,
    stop: () =>
      (stopping ??= (async () => {
        await feed.stop?.();
        listener.release(true);
        await pool.end();
      })()),
  };
  processes.push(made);
  return made;
}

function say(
  { sinks }: Process,
  symbol: Symbol,
  mid: string,
  from: SourceName = 'massive',
  changes: Partial<SourceTick> = {},
): void {
  const price = parsePrice(mid);
  const tick = { symbol, bid: price, ask: price, sourceTimeMs: nowMs, receivedMs: nowMs, source: from, ...changes };
  sinks.get(from)?.up(symbol.length === 6 ? 'forex' : 'prices');
  sinks.get(from)?.ticks([tick]);
}

const dealt = ({ market }: Process, symbol: Symbol): string => {
  const found = market.quote(symbol, 0, clock.now());
  return found.ok ? exactPrice(found.quote.bid) : found.code;
};
/** Of a row of the database and a bar alike. */
const texts = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value)]));
const leads = (each: Process): boolean => each.sinks.size > 0;

describe('live prices in several processes', () => {
  it('[M43] one process asks the sources, and all deal on the same quotes', async () => {
    const one = await open();
    await expect.poll(() => leads(one)).toBe(true);
    const two = await open();
    say(one, 'EURUSD', '1.1');
    say(one, 'BTC', '90000');
    say(one, 'BTC', '90010', 'coingecko');
    await expect.poll(() => dealt(two, 'EURUSD')).toBe('1.1');
    expect(leads(two)).toBe(false);
    expect(one.market.quote('BTC', 16, clock.now())).toEqual(two.market.quote('BTC', 16, clock.now()));
    expect(one.feed.label).toBe('Prices from Massive and CoinGecko');

    nowMs += 1_000;
    say(one, 'EURUSD', '1.2');
    await expect.poll(() => dealt(two, 'EURUSD')).toBe('market.unavailable');
    expect(two.market.showing('EURUSD', clock.now()).quote?.bid).toBe(parsePrice('1.1'));
    nowMs += 1_000;
    say(one, 'EURUSD', '1.1002');
    await expect.poll(() => dealt(two, 'EURUSD')).toBe('1.1002');
    nowMs += 20_001;
    expect([dealt(one, 'EURUSD'), dealt(two, 'EURUSD')]).toEqual(['market.stale', 'market.stale']);
  });

  it('[M55] prices reach the others in their order, however long one of them takes on its way', async () => {
    const held = Promise.withResolvers<void>();
    const one = await open([], (bulletin) => (bulletin.includes('"11000000000"') ? held.promise : Promise.resolve()));
    await expect.poll(() => leads(one)).toBe(true);
    const two = await open();
    say(one, 'EURUSD', '1.1');
    await expect.poll(() => dealt(one, 'EURUSD')).toBe('1.1');
    nowMs += 250;
    say(one, 'EURUSD', '1.1001');
    await expect.poll(() => dealt(one, 'EURUSD')).toBe('1.1001');
    held.resolve();
    say(one, 'BTC', '90000');
    await expect.poll(() => dealt(two, 'BTC')).toBe('90000');
    expect(dealt(two, 'EURUSD')).toBe('1.1001');
  });

  it('[W22] the process that publishes them is the one that may watch them', async () => {
    const one = await open();
    await expect.poll(() => leads(one)).toBe(true);
    const two = await open();
    expect([one, two].map(({ market }) => market.publishesHere())).toEqual([true, false]);
    await one.stop();
    await expect.poll(() => two.market.publishesHere()).toBe(true);
  });

  it('[M43] listeners hear every quote that is published, in every process', async () => {
    const one = await open();
    await expect.poll(() => leads(one)).toBe(true);
    const two = await open();
    const received: string[][] = [[], []];
    [one, two].forEach(({ market }, n) => {
      market.onTick((quotes) => void received[n]?.push(...quotes.map(({ bid }) => exactPrice(bid))));
      market.start();
    });
    const mids = ['1.1', '1.1001', '1.1002', '1.1003', '1.1004', '1.1005'];
    for (const mid of mids) {
      nowMs += 250;
      say(one, 'EURUSD', mid);
      await expect.poll(() => dealt(one, 'EURUSD')).toBe(mid);
    }
    await expect.poll(() => received).toEqual([mids, mids]);
    for (const { market } of [one, two]) market.stop();
  });

  it('[M43] when the process with the lease is gone another one takes over, and remembers the level', async () => {
    const one = await open();
    await expect.poll(() => leads(one)).toBe(true);
    const two = await open();
    say(one, 'EURUSD', '1.1');
    await expect.poll(() => dealt(two, 'EURUSD')).toBe('1.1');
    await one.stop();
    await expect.poll(() => leads(two)).toBe(true);
    nowMs += 1_000;
    say(two, 'EURUSD', '1.2');
    await expect.poll(() => dealt(two, 'EURUSD')).toBe('market.unavailable');
    nowMs += 1_000;
    say(two, 'EURUSD', '1.1001');
    await expect.poll(() => dealt(two, 'EURUSD')).toBe('1.1001');
  });

  it('[M38] the next one deals no more on a price that the last one had set aside, until one is good again', async () => {
    const one = await open();
    await expect.poll(() => leads(one)).toBe(true);
    const two = await open();
    say(one, 'EURUSD', '1.1');
    say(one, 'BTC', '90000');
    await expect.poll(() => [dealt(two, 'EURUSD'), dealt(two, 'BTC')]).toEqual(['1.1', '90000']);
    nowMs += 1_000;
    say(one, 'EURUSD', '1.2');
    await expect.poll(() => dealt(two, 'EURUSD')).toBe('market.unavailable');
    await one.stop();
    await expect.poll(() => leads(two)).toBe(true);
    nowMs += 1_000;
    // What is published shows that a turn of the new process is over.
    say(two, 'BTC', '90001');
    await expect.poll(() => dealt(two, 'BTC')).toBe('90001');
    expect(dealt(two, 'EURUSD')).toBe('market.unavailable');
    say(two, 'EURUSD', '1.1001');
    await expect.poll(() => dealt(two, 'EURUSD')).toBe('1.1001');
  });

  it('[M43] a process whose connection to the lease breaks stops asking', async () => {
    const one = await open();
    await expect.poll(() => leads(one)).toBe(true);
    const two = await open();
    const operator = new pg.Client({ connectionString: db.superuserUrl });
    await operator.connect();
    const sink = one.sinks.get('massive');
    const { rowCount } = await operator.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
    await operator.end();
    expect(rowCount).toBe(1);
    // Whoever is next, this one again or the other, begins anew.
    await expect.poll(() => [one, two].filter(leads).length === 1 && one.sinks.get('massive') !== sink).toBe(true);
  });

  it('[M43] a bulletin of another form changes nothing', async () => {
    const one = await open();
    await expect.poll(() => leads(one)).toBe(true);
    const two = await open();
    say(one, 'EURUSD', '1.1');
    await expect.poll(() => dealt(two, 'EURUSD')).toBe('1.1');
    for (const text of [
      '',
      '{}',
      '{"p":[["EURUSD",true,0,["x","-5","1","s",0,0,null]]]}',
      '{"p":[["NOPE",true,0,null]]}',
    ]) {
      try {
        two.feed.hear(text);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
    expect(dealt(two, 'EURUSD')).toBe('1.1');
  });
});

describe('the tape of live prices', () => {
  it('[M44] records each finished minute once, whoever writes it, and never again', async () => {
    const tape = createTape(db.pool);
    const minute = (n: number) => NOON + n * 60_000;
    const bar = (n: number, price: string): Bar => {
      const mid = parsePrice(price);
      return { timeMs: minute(n), open: mid, high: mid + 100_000n, low: mid, close: mid };
    };
    for (const [n, price] of [
      [0, '1.1'],
      [1, '1.2'],
      [59, '1.3'],
      [60, '1.4'],
    ] as const)
      await tape.record(minute(n), new Map([['EURUSD', bar(n, price)]]));
    await tape.record(minute(1), new Map([['EURUSD', bar(1, '9')]]));
    await tape.record(minute(30), new Map([['EURUSD', bar(30, '9')]]));
    const read = await tape.read('EURUSD', '1m', 200, minute(90));
    expect(read?.bars.map(({ timeMs, open }) => [(timeMs - NOON) / 60_000, exactPrice(open)])).toEqual([
      [0, '1.1'],
      [1, '1.2'],
      [59, '1.3'],
      [60, '1.4'],
    ]);
    expect(read?.untilMs).toBe(minute(61));
    const hours = await tape.read('EURUSD', '1h', 10, minute(90));
    expect(hours?.bars.map(({ open, close }) => [exactPrice(open), exactPrice(close)])).toEqual([
      ['1.1', '1.3'],
      ['1.4', '1.4'],
    ]);
    const before = await tape.read('EURUSD', '1m', 200, minute(1));
    expect(before?.bars.map(({ timeMs }) => (timeMs - NOON) / 60_000)).toEqual([0, 1]);
    expect(await tape.read('AAPL', '1m', 10, minute(90))).toBeUndefined();
  });

  it('[M56] counts the quotes of an hour, and not of one in which a minute was not counted', async () => {
    const tape = createTape(db.pool);
    const mid = parsePrice('1.1');
    const minute = (n: number, tickVolume?: number) =>
      tape.record(
        NOON + n * 60_000,
        new Map([
          [
            'EURUSD' as const,
            {
              ...{ timeMs: NOON + n * 60_000, open: mid, high: mid, low: mid, close: mid },
              ...(tickVolume !== undefined && { tickVolume }),
            },
          ],
        ]),
      );
    const hour = async () => (await tape.read('EURUSD', '1h', 1, NOON + 3_599_000))?.bars[0]?.tickVolume;
    await minute(0, 7);
    await minute(1, 240);
    expect(await hour()).toBe(247);
    await minute(2);
    await minute(3, 5);
    expect(await hour()).toBeUndefined();
    const minutes = await tape.read('EURUSD', '1m', 60, NOON + 3_599_000);
    expect(minutes?.bars.map(({ tickVolume }) => tickVolume)).toEqual([7, 240, undefined, 5]);
    // A program that does not count yet calls it as before.
    await db.pool.query('select ledger.record_bars($1, $2, $3, $4, $5, $6, $7)', [
      new Date(NOON + 4 * 60_000), ['EURUSD'], ['1'], ['1'], ['1'], ['1'], [Buffer.from([4, 6, 1, 0, 0, 0])],
    ]); // prettier-ignore
    await expect(minute(5, 0)).rejects.toThrow('bar_hour_ticks');
  });

  it('[M44] the database refuses what is no finished minute’s bar', async () => {
    const record = (at: string, bytes: number[], low = '1') =>
      db.pool.query('select ledger.record_bars($1, $2, $3, $4, $5, $6, $7)', [
        at, ['EURUSD'], ['1'], ['1'], [low], ['1'], [Buffer.from(bytes)],
      ]); // prettier-ignore
    await expect(record('2026-11-20T15:00:30Z', [0, 6, 1, 0, 0, 0])).rejects.toThrow('begins with its minute');
    await expect(record('2026-11-20T15:01:00Z', [0, 6, 1, 0, 0, 0])).rejects.toThrow('not the bar of this minute');
    await expect(record('2026-11-20T15:00:00Z', Array(61).fill(0))).rejects.toThrow('not the bar of this minute');
    await expect(record('2026-11-20T15:00:00Z', [0, 6, 1, 0, 0, 0], '2')).rejects.toThrow('bar_hour_sound');
    expect((await record('2026-11-20T15:00:00Z', [0, 6, 1, 0, 0, 0])).rowCount).toBe(1);
    for (const sql of [
      'update ledger.bar_hour set close = 2',
      'delete from ledger.bar_hour',
      'truncate ledger.bar_hour',
    ])
      await expect(db.pool.query(sql)).rejects.toThrow('permission denied');
  });

  it('[M45] bars are the vendor’s candles, then what is recorded, then the minute that is forming', async () => {
    const past = (minutes: number): Bar => {
      const mid = parsePrice('1');
      return { timeMs: NOON - minutes * 60_000, open: mid, high: mid, low: mid, close: mid };
    };
    const one = await open([past(3), past(2), past(1)]);
    await expect.poll(() => leads(one)).toBe(true);
    say(one, 'EURUSD', '1.1');
    await expect.poll(() => dealt(one, 'EURUSD')).toBe('1.1');
    nowMs += 60_000;
    say(one, 'EURUSD', '1.101');
    await expect.poll(() => dealt(one, 'EURUSD')).toBe('1.101');
    const recorded = () => db.pool.query('select 1 from ledger.bar_hour').then(({ rowCount }) => rowCount);
    await expect.poll(recorded).toBe(1);
    nowMs += 1_000;
    say(one, 'EURUSD', '1.102');
    await expect.poll(() => dealt(one, 'EURUSD')).toBe('1.102');
    const bars = await one.market.bars('EURUSD', '1m', 4, clock.now());
    expect(
      bars.map(({ timeMs, open, close }) => [(timeMs - NOON) / 60_000, exactPrice(open), exactPrice(close)]),
    ).toEqual([
      [-2, '1', '1'],
      [-1, '1', '1'],
      [0, '1.1', '1.1'],
      [1, '1.101', '1.102'],
    ]);
    expect(await one.market.bars('EURUSD', '1h', 1, clock.now())).toMatchObject([
      { timeMs: NOON, open: parsePrice('1.1'), close: parsePrice('1.102'), tickVolume: 3 },
    ]);
    // The vendor's candles say nothing of quotes.
    expect(bars.map(({ tickVolume }) => tickVolume)).toEqual([undefined, undefined, 1, 2]);
  });

  it('[M92] weeks and months of a recording are its days joined, and the newest ones move with each quote', async () => {
    // A year and a half of weekdays, with an hour in a hundred whose quotes nobody counted.
    await db.ownerPool.query(
      `insert into ledger.bar_hour (symbol, hour, open, high, low, close, last_minute, bars, ticks)
       select 'EURUSD', hour, 11e9 + n % 5081, 11e9 + 6e3 + n % 911, 11e9 - n % 733, 11e9 + n % 4099, 59, '\\x00',
         case when n % 100 > 0 then 200 + n % 37 end
       from (select hour, 7919 * (extract(epoch from hour)::bigint / 3600) as n
         from generate_series('2025-05-14T07:00Z', $1::timestamptz - interval '1 hour', interval '1 hour') as hour
         where extract(isodow from hour at time zone 'UTC') < 6) as hours`,
      [clock.now()],
    );
    const tape = createTape(db.pool);
    const [ofHours, ofDays] = [
      await tape.read('EURUSD', '1h', 20_000, nowMs),
      await tape.read('EURUSD', '1d', 20_000, nowMs),
    ];
    expect(ofDays).toEqual({ ...ofHours, bars: joinBars(ofHours?.bars ?? [], '1d') });

    const one = await open();
    await expect.poll(() => leads(one)).toBe(true);
    for (const [mid, unit, interval] of [
      ['1.1002', 'week', '1w'],
      ['1.0999', 'month', '1M'],
    ] as const) {
      nowMs += 1_000;
      say(one, 'EURUSD', mid);
      await expect.poll(() => dealt(one, 'EURUSD')).toBe(mid);
      const days = await one.market.bars('EURUSD', '1d', 1_001, clock.now());
      const { rows } = await db.pool.query<Record<string, unknown>>(
        `select (extract(epoch from date_trunc($1, day, 'UTC')) * 1000)::bigint as "timeMs", (array_agg(open order by day))[1] as open,
           max(high) as high, min(low) as low, (array_agg(close order by day desc))[1] as close,
           case when count(ticks) = count(*) then sum(ticks) end as "tickVolume"
         from unnest($2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
           as days (day, open, high, low, close, ticks) group by date_trunc($1, day, 'UTC') order by 1`,
        [
          unit,
          days.map(({ timeMs }) => new Date(timeMs)),
          ...(['open', 'high', 'low', 'close', 'tickVolume'] as const).map((key) => days.map((bar) => bar[key])),
        ],
      );
      const bars = await one.market.bars('EURUSD', interval, 1_001, clock.now());
      expect(bars.map((bar) => ({ tickVolume: null, ...bar })).map(texts)).toEqual(rows.map(texts));
      expect(bars.length).toBe(interval === '1w' ? 80 : 19);
      expect(exactPrice(bars.at(-1)![interval === '1w' ? 'high' : 'low'])).toBe(mid);
      expect(await one.market.bars('EURUSD', interval, 7, clock.now())).toEqual(bars.slice(-7));
    }
  });

  it('[M44] an instrument’s day takes about 25 kB', async () => {
    const tape = createTape(db.pool);
    let mids = INSTRUMENTS.map(() => 1_234_567n);
    for (let minute = 0; minute < 120; minute += 1) {
      const bars = new Map<Symbol, Bar>();
      mids = mids.map((mid, n) => {
        const of = INSTRUMENTS[n]!;
        const unit = 10n ** BigInt(10 - Math.min(10, instrument(of.symbol).digits + 1));
        const next = mid + BigInt(((minute * 7_919 + n * 104_729) % 401) - 200);
        const [high, low] = next > mid ? [next, mid] : [mid, next];
        bars.set(of.symbol, {
          timeMs: NOON + minute * 60_000,
          open: mid * unit,
          high: (high + 90n) * unit,
          low: (low - 90n) * unit,
          close: next * unit,
          tickVolume: 60 + (minute % 180),
        });
        return next;
      });
      await tape.record(NOON + minute * 60_000, bars);
    }
    // The rows alone, written once: what a vacuum may clear away depends on who else is reading.
    await db.ownerPool.query(
      `create table ledger.bar_copy (like ledger.bar_hour including all) with (fillfactor = 95)`,
    );
    await db.ownerPool.query('insert into ledger.bar_copy select * from ledger.bar_hour');
    const { rows } = await db.ownerPool.query<{ bytes: string }>(
      `select pg_total_relation_size('ledger.bar_copy') as bytes`,
    );
    const aDay = (Number(rows[0]?.bytes) / INSTRUMENTS.length / 2) * 24;
    expect(aDay).toBeGreaterThan(10_000);
    expect(aDay).toBeLessThan(28_000);
  });
});
