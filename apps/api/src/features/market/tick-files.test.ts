import { STANDARD_FINANCING, STANDARD_SPREADS } from '../../../test/financing.ts';
import { gunzipSync } from 'node:zlib';
import type { Bar } from '@clearbook/contracts/market';
import { NO_PACKAGE } from '@clearbook/domain/trading';
import { afterEach, describe, expect, it } from 'vitest';
import { serve, type Served } from '../../../test/served.ts';
import { parseReplayCsv } from '../../adapters/feeds/replay-csv.ts';
import { createReplayFeed } from '../../adapters/feeds/replay.ts';
import { createSimulatedFeed } from '../../adapters/feeds/simulated.ts';
import { networkOf } from '../../platform/http/index.ts';
import type { Feed } from './feed.ts';
import { createMarket } from './market.ts';
import { registerMarketRoutes } from './routes.ts';
import { createTickFiles, LONGEST_FOR_ANYBODY_MS, LONGEST_MS } from './tick-files.ts';

// A Friday on which stocks close at 13:00 New York.
const NOW = new Date('2026-11-27T15:00:30.500Z');
let served: Served | undefined;
afterEach(async () => served?.app.close());

async function open(feed: Feed): Promise<Served> {
  const market = createMarket({ feed, clock: { now: () => NOW }, onListenerError: () => undefined });
  served = await serve(
    () => NOW,
    (register) =>
      registerMarketRoutes(register, {
        market,
        financing: STANDARD_FINANCING,
        spreads: STANDARD_SPREADS,
        termsOf: () => Promise.resolve(NO_PACKAGE),
        unwatched: () => Promise.resolve(undefined),
        usual: () => Promise.resolve(undefined),
      }),
  );
  return served;
}

const QUOTES: Feed['ticks'] = createSimulatedFeed('a seed').ticks;
const file = (symbol: string, day: string): string => `/instruments/${symbol}/ticks.csv?day=${day}`;

type Row = { time: string; bid: string; ask: string; quote_id: string; state: string };
function rowsOf(csv: string): Row[] {
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  expect(head).toBe('time,bid,ask,quote_id,state');
  return lines.map((line) => {
    const [time = '', bid = '', ask = '', quote_id = '', state = ''] = line.split(',');
    return { time, bid, ask, quote_id, state };
  });
}

/** A decimal in units of its twelfth place. */
function units(text: string): bigint {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(12, '0'));
}

const MINUTES = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '1h': 60, '4h': 240, '1d': 1_440 } as const;
type Interval = keyof typeof MINUTES;
const unitsOf = ({ time, open, high, low, close, tick_volume }: Bar) => ({
  ...{ time, open: units(open), high: units(high), low: units(low), close: units(close), tick_volume },
});

/** Bars of the rows of a file, by code that knows nothing of the product's. */
function barsFrom(rows: readonly Row[], interval: Interval) {
  const found = new Map<number, bigint[]>();
  const length = MINUTES[interval] * 60_000;
  for (const { time, bid, ask } of rows) {
    const start = Math.floor(Date.parse(time) / length) * length;
    const mids = found.get(start);
    const mid = (units(bid) + units(ask)) / 2n;
    if (mids === undefined) found.set(start, [mid]);
    else mids.push(mid);
  }
  return [...found].map(([start, mids]) => ({
    ...{ time: new Date(start).toISOString(), open: mids[0], close: mids.at(-1), tick_volume: mids.length },
    high: mids.reduce((most, mid) => (mid > most ? mid : most)),
    low: mids.reduce((least, mid) => (mid < least ? mid : least)),
  }));
}

async function barsOf(http: Served, symbol: string, interval: Interval, start: string, end: string): Promise<Bar[]> {
  const bars: Bar[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = new URLSearchParams({ symbol, interval, start, end, limit: '500', ...(cursor && { cursor }) });
    const page: { data: Bar[]; next_cursor: string | null } = await http.get(`/bars?${query.toString()}`, 'ada');
    bars.unshift(...page.data);
    cursor = page.next_cursor;
  }
  return bars;
}

const RECORDED = ['00:00', '00:15', '00:30', '02:00', '02:15'].map(
  (at, n) => `2025-08-29T${at}:00Z,1.1${n},1.1${n}9,1.09${n},1.1${n}4,${n + 0.5}`,
);
const recording = () =>
  createReplayFeed({
    series: [parseReplayCsv('EURUSD', ['time,open,high,low,close,volume', ...RECORDED].join('\n'), 'EURUSD.csv')],
    createdAt: new Date('2026-11-27T07:00:00Z'),
    speed: 1,
  });

describe('a day of ticks', () => {
  it.each([
    ['AAPL', '2026-11-25', 'simulated'],
    ['EURUSD', '2026-11-22', 'simulated'],
    ['EURUSD', '2026-11-27', 'replayed'],
  ] as const)('[M58] [M56] makes the bars of %s on %s again (%s)', async (symbol, day, source) => {
    const http = await open(source === 'simulated' ? createSimulatedFeed('a seed') : recording());
    const answer = await http.ask(file(symbol, day), 'ada');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="ticks-${symbol}-${day}.csv"`);
    const rows = rowsOf(answer.body);
    expect(rows.length).toBe(source === 'replayed' ? 20 : symbol === 'AAPL' ? 23_400 : 7_200);
    expect(new Set(rows.map(({ quote_id }) => quote_id)).size).toBe(rows.length);
    const [start, end] = [`${day}T00:00:00Z`, `${day}T23:59:59Z`];
    for (const interval of ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const) {
      const bars = (await barsOf(http, symbol, interval, start, end)).map(unitsOf);
      // A recorded price that stands on for minutes is in their bars too, and counts in none of them.
      const counted = bars.filter(({ tick_volume }) => tick_volume !== 0);
      const again = barsFrom(rows, interval);
      if (source === 'simulated') expect(again, interval).toEqual(bars);
      else
        expect(again.map(({ time, tick_volume }) => [time, tick_volume])).toEqual(
          counted.map(({ time, tick_volume }) => [time, tick_volume]),
        );
    }
  });

  it('[M58] ends with the quote of this moment today, and has no rows while the market is closed', async () => {
    const http = await open(createSimulatedFeed('a seed'));
    const rows = rowsOf((await http.ask(file('AAPL', '2026-11-27'), 'ada')).body);
    expect([rows[0]?.time, rows.at(-1)?.time]).toEqual(['2026-11-27T14:30:00.000Z', '2026-11-27T15:00:30.000Z']);
    expect(rows).toHaveLength(1_831);
    expect(rowsOf((await http.ask(file('AAPL', '2026-11-22'), 'ada')).body)).toEqual([]);
  });

  it('[M58] is the source’s own quotes, gzipped for those who can read it', async () => {
    const http = await open(createSimulatedFeed('a seed'));
    const plain = await http.ask(file('BRK.B', '2026-11-25'), 'ada');
    const zipped = await http.app.inject({
      url: `/api/v1${file('BRK.B', '2026-11-25')}`,
      headers: { cookie: 'ada', 'accept-encoding': 'gzip, br' },
    });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    const from = Date.parse('2026-11-25T15:00:00Z');
    const [quote] = [...QUOTES!('BRK.B', from, from + 1)];
    expect(plain.body).toContain(`2026-11-25T15:00:00.000Z,`);
    expect(plain.body).toContain(`,${quote?.quote.id},good\r\n`);
  });

  it('[M58] says which quotes nothing could fill at', async () => {
    const spike = [
      ...RECORDED.slice(0, 2),
      '2025-08-29T00:30:00Z,1.1,1.1,1.0,1.1,1',
      '2025-08-29T00:45:00Z,1.1,1.1,1.1,1.1,1',
    ];
    const series = parseReplayCsv('EURUSD', ['time,open,high,low,close,volume', ...spike].join('\n'), 'EURUSD.csv');
    const http = await open(
      createReplayFeed({ series: [series], createdAt: new Date('2026-11-27T07:00:00Z'), speed: 1 }),
    );
    const rows = rowsOf((await http.ask(file('EURUSD', '2026-11-27'), 'ada')).body);
    const aside = rows.filter(({ state }) => state === 'set_aside');
    expect(aside.length).toBeGreaterThan(0);
    expect(rows).toHaveLength(16);
  });

  it('[M58] of a recording begin with its first candle, also where that lies before the site', async () => {
    const row = (at: string): string => `${at}:00Z,1.1,1.2,1.0,1.1,1`;
    const series = (symbol: 'EURUSD' | 'GBPUSD', times: string[]) =>
      parseReplayCsv(symbol, ['time,open,high,low,close,volume', ...times.map(row)].join('\n'), `${symbol}.csv`);
    const later = ['2025-08-29T10:00', '2025-08-29T10:15'];
    const both = [series('EURUSD', ['2025-08-28T10:00', '2025-08-28T10:15', ...later]), series('GBPUSD', later)];
    const createdAt = new Date('2026-11-27T10:00:00Z');
    const http = await open(createReplayFeed({ series: both, createdAt, speed: 1 }));
    const status = await http.get<{ ticks_from: string }>('/market/status', 'ada');
    expect(status.ticks_from).toBe('2026-11-26T10:00:00.000Z');
    expect(rowsOf((await http.ask(file('EURUSD', '2026-11-26'), 'ada')).body)).toHaveLength(8);
    expect(rowsOf((await http.ask(file('GBPUSD', '2026-11-26'), 'ada')).body)).toEqual([]);
    expect((await http.ask(file('EURUSD', '2026-11-25'), 'ada')).json<{ detail: string }>().detail).toBe(
      'Ticks begin on 2026-11-26.',
    );
  });

  it.each([
    [file('AAPL', '2022-12-31'), 422, 'Ticks begin on 2023-01-01.'],
    [file('AAPL', '2026-11-28'), 422, 'That day hasn’t begun yet (UTC).'],
    [file('AAPL', '2026-02-30'), 422, undefined],
    [file('GOLD', '2026-11-25'), 404, undefined],
    ['/instruments/AAPL/ticks.csv', 422, undefined],
  ])('[M58] %s is refused with a sentence', async (url, status, sentence) => {
    const http = await open(createSimulatedFeed('a seed'));
    const answer = await http.ask(url, 'ada');
    expect(answer.statusCode).toBe(status);
    const { detail } = answer.json<{ detail: string }>();
    expect(detail.length).toBeGreaterThan(5);
    if (sentence !== undefined) expect(detail).toBe(sentence);
    expect((await http.ask(url, '')).statusCode).toBe(401);
  });

  const published = (symbol: string, day: string): string => `/transparency/tape/${symbol}/ticks.csv?day=${day}`;

  it('[U146] that is over is anybody’s, the same file that a client gets', async () => {
    const http = await open(createSimulatedFeed('a seed'));
    const own = await http.ask(file('AAPL', '2026-11-26'), 'ada');
    const answer = await http.ask(published('AAPL', '2026-11-26'), '');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(own.body);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="ticks-AAPL-2026-11-26.csv"');
    expect(answer.headers['cache-control']).toBe('public, max-age=86400');
    expect(own.headers['cache-control']).toBe('no-store');
    const full = await http.ask(published('AAPL', '2026-11-25'), '');
    expect(rowsOf(full.body)).toHaveLength(23_400);
  });

  it.each([
    [published('AAPL', '2022-12-31'), 422, 'Ticks begin on 2023-01-01.'],
    [published('AAPL', '2026-11-27'), 422, 'That day isn’t over. Its file is ready after midnight UTC.'],
    [published('AAPL', '2026-11-28'), 422, 'That day hasn’t begun yet (UTC).'],
    [published('GOLD', '2026-11-25'), 404, 'You can’t trade this asset here.'],
    ['/transparency/tape/AAPL/ticks.csv', 422, undefined],
  ])('[U146] %s is refused with a sentence', async (url, status, sentence) => {
    const http = await open(createSimulatedFeed('a seed'));
    const answer = await http.ask(url, '');
    expect(answer.statusCode).toBe(status);
    if (sentence !== undefined) expect(answer.json<{ detail: string }>().detail).toBe(sentence);
  });

  it('[U146] HEAD writes none of it and keeps no place, and a refusal is kept by no cache', async () => {
    const feed = createSimulatedFeed('a seed');
    let made = 0;
    const http = await open({
      ...feed,
      *ticks(symbol, fromMs, untilMs) {
        for (const tick of feed.ticks!(symbol, fromMs, untilMs)) {
          made += 1;
          yield tick;
        }
      },
    });
    for (let i = 0; i < 3; i += 1) {
      const answer = await http.app.inject({ method: 'HEAD', url: `/api/v1${published('AAPL', '2026-11-25')}` });
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
      expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    }
    expect(made).toBe(0);
    const refused = await http.ask(published('AAPL', '2026-11-27'), '');
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([422, 'no-store']);
  });

  it('[U146] is nobody’s where prices come from outside', async () => {
    const { ticks: _, ticksFrom: __, ...live } = createSimulatedFeed('a seed');
    const answer = await (await open(live)).ask(published('AAPL', '2026-11-25'), '');
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'ticks.not_kept']);
  });

  it('[M58] is not kept where prices come from outside, and the answer says what is', async () => {
    const { ticks, ticksFrom, ...live } = createSimulatedFeed('a seed');
    expect([typeof ticks, typeof ticksFrom]).toEqual(['function', 'object']);
    const answer = await (await open(live)).ask(file('AAPL', '2026-11-25'), 'ada');
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'ticks.not_kept']);
  });
});

describe('room for downloads', () => {
  const feed = createSimulatedFeed('a seed');
  const room = () => {
    let ms = 0;
    const files = createTickFiles(feed, () => ms);
    const start = (who: string) => files.rows(who, 'BTC', '2026-11-25', NOW)[Symbol.asyncIterator]();
    return { start, later: (by: number) => (ms += by) };
  };
  const refused = (message: string) => expect.objectContaining({ status: 429, detail: message }) as Error;

  it('[M59] one at a time a client and four altogether; whoever ends or leaves gives the place back', async () => {
    const { start } = room();
    const first = start('ada');
    expect(() => start('ada')).toThrow(
      refused('Your other download isn’t finished. Wait for it to end, then try again.'),
    );
    const others = ['b', 'c', 'd'].map(start);
    expect(() => start('e')).toThrow(refused('Too many downloads are running. Try again in a few seconds.'));
    // One leaves before the first row, one after it.
    await others[0]?.return?.();
    await others[1]?.next();
    await others[1]?.return?.();
    const again = ['e', 'f'].map(start);
    expect(() => start('g')).toThrow(refused('Too many downloads are running. Try again in a few seconds.'));
    await first.return?.();
    expect(again).toHaveLength(2);
    start('ada');
  });

  it('[U146] one at a time an address and two altogether for people who have not signed in, beside the clients’', async () => {
    const files = createTickFiles(feed, () => 0, 'anybody');
    const start = (who: string) => files.rows(who, 'BTC', '2026-11-25', NOW)[Symbol.asyncIterator]();
    const { start: client } = room();
    const first = start('192.0.2.1');
    expect(() => start('192.0.2.1')).toThrow(
      refused('Your other download isn’t finished. Wait for it to end, then try again.'),
    );
    start('192.0.2.2');
    expect(() => start('192.0.2.3')).toThrow(refused('Too many downloads are running. Try again in a few seconds.'));
    client('ada');
    await first.return?.();
    start('192.0.2.3');
  });

  it('[U146] whoever has a whole IPv6 network has one place, and an IPv4 address written as IPv6 is the same one', () => {
    expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
    expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'));
    expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'));
  });

  it('[U146] a stranger who takes longer than thirty seconds loses the place', async () => {
    let ms = 0;
    const files = createTickFiles(feed, () => ms, 'anybody');
    const start = (who: string) => files.rows(who, 'BTC', '2026-11-25', NOW)[Symbol.asyncIterator]();
    for (const who of ['192.0.2.1', '192.0.2.2']) await start(who).next();
    ms = LONGEST_FOR_ANYBODY_MS;
    expect(() => start('192.0.2.3')).toThrow(refused('Too many downloads are running. Try again in a few seconds.'));
    ms += 1;
    await start('192.0.2.3').next();
    expect(LONGEST_FOR_ANYBODY_MS).toBe(30_000);
  });

  it('[M59] a reader who takes too long loses the place, and gets no further rows', async () => {
    const { start, later } = room();
    const slow = start('ada');
    await slow.next();
    later(LONGEST_MS + 1);
    const next = start('ada');
    await next.next();
    await expect(
      (async () => {
        for (let n = 0; n < 500; n += 1) await slow.next();
      })(),
    ).rejects.toThrow('not read in time');
    // The place that was lost is not the one that is now taken.
    expect(() => start('ada')).toThrow();
  });

  it('[M59] holds no day in memory: what is read next waits for the reader', async () => {
    let made = 0;
    const files = createTickFiles(
      {
        ticksFrom: new Date(0),
        *ticks(symbol, fromMs) {
          const [tick] = [...feed.ticks!(symbol, fromMs, fromMs + 1)];
          for (;;) {
            made += 1;
            yield tick!;
          }
        },
      },
      () => 0,
    );
    const rows = files.rows('ada', 'BTC', '2026-11-25', NOW)[Symbol.asyncIterator]();
    for (let n = 0; n < 1_000; n += 1) await rows.next();
    expect(made).toBe(1_000);
    await rows.return?.();
  });
});
