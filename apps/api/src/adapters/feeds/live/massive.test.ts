import { exactPrice, type SourceTick } from '@clearbook/domain/market';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Vendor } from '../../../../test/vendor.ts';
import { createMassive, massiveHistory } from './massive.ts';
import { readFrame, readSnapshot, subscriptions } from './massive-format.ts';
import { MAX_FRAME_BYTES } from './socket.ts';
import { MAX_REST_BYTES } from './rest.ts';
import type { Source } from './source.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const FOREX_PATH = '/v2/snapshot/locale/global/markets/forex/tickers';
const STOCKS_PATH = '/v2/snapshot/locale/us/markets/stocks/tickers';
const CRYPTO_PATH = '/v2/snapshot/locale/global/markets/crypto/tickers';

let vendor: Vendor;
let source: Source | undefined;
let ticks: SourceTick[];
let told: { part: string; cause?: string }[];

beforeEach(async () => {
  vendor = await Vendor.open();
  ticks = [];
  told = [];
});
afterEach(async () => {
  source?.stop();
  source = undefined;
  await vendor.close();
});

/** No pauses between retries but the shortest: the random part is drawn as zero. */
function start(key = Vendor.KEY): void {
  source = createMassive({
    key,
    restUrl: vendor.url,
    socketUrl: vendor.url.replace('http', 'ws'),
    clock: { now: () => new Date(NOW) },
    random: () => 0,
    snapshotMs: 20,
  });
  source.start({
    ticks: (more) => void ticks.push(...more),
    up: (part, oddity) => void told.push({ part, ...(oddity && { cause: oddity }) }),
    failed: (part, cause) => void told.push({ part, cause }),
  });
}

const read = (text: unknown) => {
  const frame = readFrame(typeof text === 'string' ? text : JSON.stringify(text), NOW);
  return {
    ...frame,
    ticks: frame.ticks.map((each) => `${each.symbol} ${exactPrice(each.bid)} ${exactPrice(each.ask)}`),
  };
};
const eurusd = (b: number, a: number, t = NOW) => ({ ev: 'C', p: 'EUR/USD', x: 48, a, b, t });

describe('the vendor’s messages', () => {
  it('[M40] quotes of forex, stocks and crypto are read from the documented fields', () => {
    expect(
      read([
        eurusd(1.08512, 1.08514),
        { ev: 'C', p: 'USD-JPY', x: 48, a: 150.002, b: 150, t: NOW },
        {
          ev: 'Q',
          sym: 'BRK.B',
          bx: 4,
          bp: 480.1,
          bs: 1,
          ax: 7,
          ap: 480.15,
          as: 2,
          c: 0,
          i: [604],
          t: NOW,
          q: 50385480,
          z: 3,
        },
        { ev: 'XQ', pair: 'BTC-USD', lp: 0, ls: 0, bp: 93052.79, bs: 0.48, ap: 93053.19, as: 1, t: NOW, x: 4, r: NOW },
        { ev: 'status', status: 'success', message: 'subscribed to: C.EUR-USD' },
      ]),
    ).toEqual({
      ticks: ['EURUSD 1.08512 1.08514', 'USDJPY 150 150.002', 'BRK.B 480.1 480.15', 'BTC 93052.79 93053.19'],
      statuses: [{ status: 'success', message: 'subscribed to: C.EUR-USD' }],
      wrong: 0,
    });
  });

  it('[M40] a last trade becomes two sides by the base spread, and says so', () => {
    const { ticks: found } = readFrame(
      JSON.stringify([{ ev: 'T', sym: 'AAPL', i: '1', z: 3, p: 200, s: 100, c: [12], t: NOW }]),
      NOW,
    );
    expect(found).toMatchObject([{ symbol: 'AAPL', source: 'massive last trade' }]);
    expect(found.map(({ bid, ask }) => [exactPrice(bid, 2), exactPrice(ask, 2)])).toEqual([['199.99', '200.01']]);
  });

  it('[M41] one event of a wrong form does not keep the others from being read', () => {
    const wrong = [
      { ...eurusd(1, 1), p: 'XXX/YYY' },
      { ...eurusd(1, 1), p: 'constructor' },
      { ...eurusd(1, 1), a: '1.1' },
      { ...eurusd(1, 1), a: null },
      { ...eurusd(-1, 1) },
      { ...eurusd(1, 1e300) },
      { ev: 'C' },
      { ev: 'ZZ', sym: 'AAPL' },
      null,
      7,
      'text',
      [[]],
      { __proto__: null, ev: 'Q', sym: 'AAPL', bp: { text: '1' }, ap: 1, t: NOW },
    ];
    expect(read([...wrong, eurusd(1.1, 1.1)])).toEqual({
      ticks: ['EURUSD 1.1 1.1'],
      statuses: [],
      wrong: wrong.length,
    });
  });

  it.each(['', '{}', 'null', '[', '[NaN]', '<html>', '{"ev":"C"}', '"text"'])('[M41] %s is no frame', (text) => {
    expect(() => readFrame(text, NOW)).toThrow();
  });

  it('[M41] a time that is none is left to the guard', () => {
    for (const t of [0, -1, 1.5, 12, 99999999999999])
      expect(readFrame(JSON.stringify([eurusd(1, 1, t)]), NOW).ticks[0]?.sourceTimeMs).toBeNaN();
  });

  it('[M40] snapshots: quotes where there are some, otherwise the last trade; times in milliseconds and nanoseconds', () => {
    const forex = {
      status: 'OK',
      tickers: [
        { ticker: 'C:EURUSD', lastQuote: { a: 1.1002, b: 1.1, t: NOW, x: 48 } },
        { ticker: 'AAPL', lastQuote: { a: 1, b: 1, t: NOW } },
        { no: 1 },
      ],
    };
    expect(
      readSnapshot('forex', JSON.stringify(forex), NOW).map(({ symbol, sourceTimeMs }) => [symbol, sourceTimeMs]),
    ).toEqual([['EURUSD', NOW]]);
    const stocks = {
      status: 'OK',
      tickers: [
        { ticker: 'AAPL', lastQuote: { P: 200.02, S: 1, p: 200, s: 1, t: 0 }, lastTrade: { p: 200 } },
        { ticker: 'MSFT', lastTrade: { p: 400, t: 0 } },
      ],
    };
    const text = JSON.stringify(stocks).replaceAll('"t":0', `"t":${NOW}123456`);
    expect(readSnapshot('stock', text, NOW)).toMatchObject([
      { symbol: 'AAPL', sourceTimeMs: NOW, source: 'massive' },
      { symbol: 'MSFT', sourceTimeMs: NOW, source: 'massive last trade' },
    ]);
    const crypto = { status: 'OK', tickers: [{ ticker: 'X:BTCUSD', lastTrade: { p: 90000, t: NOW } }] };
    expect(readSnapshot('crypto', JSON.stringify(crypto), NOW)).toMatchObject([{ symbol: 'BTC' }]);
  });
});

describe('the vendor’s sockets', () => {
  it('[M40] authenticates, subscribes to every instrument of the class, and hands on what comes', async () => {
    start();
    await expect.poll(() => ['forex', 'stocks', 'crypto'].map((each) => vendor.listeners(each))).toEqual([1, 1, 1]);
    expect(vendor.said.find(({ cluster }) => cluster === 'forex')?.message).toEqual({
      action: 'auth',
      params: Vendor.KEY,
    });
    const asked = vendor.said.find(({ cluster, message }) => cluster === 'stocks' && message.action === 'subscribe');
    expect(asked?.message.params.split(',')).toHaveLength(2 * 29);
    expect(subscriptions('forex')).toContain('C.EUR-USD,C.GBP-USD');
    expect(subscriptions('crypto').split(',')).toHaveLength(26);
    vendor.send('forex', [eurusd(1.1, 1.1002)]);
    await expect.poll(() => ticks.map(({ symbol }) => symbol)).toEqual(['EURUSD']);
    expect(told.at(-1)).toEqual({ part: 'forex' });
  });

  it('[M40] a stock that has quotes is not dealt on at its last trade', async () => {
    start();
    await expect.poll(() => vendor.listeners('stocks')).toBe(1);
    vendor.send('stocks', [{ ev: 'T', sym: 'MSFT', p: 400, t: NOW }]);
    vendor.send('stocks', [
      { ev: 'Q', sym: 'AAPL', bp: 200, ap: 200.01, t: NOW },
      { ev: 'T', sym: 'AAPL', p: 190, t: NOW + 1 },
    ]);
    await expect
      .poll(() => ticks.map(({ symbol, source: from }) => `${symbol} ${from}`))
      .toEqual(['MSFT massive last trade', 'AAPL massive']);
  });

  it('[M41] a connection that breaks is made again, and meanwhile snapshots fill in', async () => {
    vendor.answers.set(FOREX_PATH, {
      body: JSON.stringify({ status: 'OK', tickers: [{ ticker: 'C:EURUSD', lastQuote: { a: 1.2, b: 1.2, t: NOW } }] }),
    });
    start();
    await expect.poll(() => vendor.listeners('forex')).toBe(1);
    vendor.send('forex', [eurusd(1.1, 1.1)]);
    await expect.poll(() => ticks.some(({ bid }) => exactPrice(bid) === '1.1')).toBe(true);
    ticks = [];
    vendor.cut('forex');
    await expect.poll(() => ticks.some(({ bid }) => exactPrice(bid) === '1.2')).toBe(true);
    expect(told).toContainEqual({ part: 'forex', cause: 'the connection was closed' });
    expect(vendor.asked.find(({ url }) => url.startsWith(FOREX_PATH))?.headers.authorization).toBe(
      `Bearer ${Vendor.KEY}`,
    );
    expect(vendor.asked.some(({ url }) => url.includes(Vendor.KEY))).toBe(false);
    await expect.poll(() => vendor.listeners('forex')).toBe(1);
    vendor.send('forex', [eurusd(1.3, 1.3)]);
    await expect.poll(() => ticks.some(({ bid }) => exactPrice(bid) === '1.3')).toBe(true);
  });

  it.each<[string, string | object, string]>([
    ['garbage', '<html>busy</html>', 'its answer could not be understood'],
    ['a giant frame', `[${' '.repeat(MAX_FRAME_BYTES)}]`, 'its answer was too large'],
    [
      'another connection with the key',
      [{ ev: 'status', status: 'max_connections', message: '' }],
      'the key is used by another connection',
    ],
  ])('[M41] %s ends the connection, and the next one works', async (_name, frame, cause) => {
    start();
    await expect.poll(() => vendor.listeners('forex')).toBe(1);
    const before = vendor.subscriptions('forex');
    vendor.send('forex', frame);
    await expect.poll(() => told).toContainEqual({ part: 'forex', cause });
    // The old connection may be on its way out: the next one has spoken.
    await expect.poll(() => vendor.subscriptions('forex')).toBeGreaterThan(before);
    vendor.send('forex', [eurusd(1.1, 1.1)]);
    await expect.poll(() => ticks.map(({ symbol }) => symbol)).toEqual(['EURUSD']);
  });

  it('[M41] a key that a cluster refuses is said, and the others work', async () => {
    vendor.refused.add('crypto');
    start();
    await expect.poll(() => told).toContainEqual({ part: 'crypto', cause: 'the key was refused' });
    await expect.poll(() => vendor.listeners('forex')).toBe(1);
    expect(JSON.stringify(told)).not.toContain(Vendor.KEY);
  });

  it.each<[string, Parameters<Vendor['answers']['set']>[1], string]>([
    ['a refused key', { status: 403, body: '{"status":"NOT_AUTHORIZED"}' }, 'the key was refused (status 403)'],
    ['too many requests', { status: 429, body: '' }, 'too many requests (status 429)'],
    [
      'a redirect',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'it could not be reached',
    ],
    ['garbage', { body: '{"status":"OK","tickers":{}}' }, 'its answer could not be understood'],
    ['a giant body', { body: ' '.repeat(MAX_REST_BYTES + 1) }, 'its answer was too large'],
  ])('[M41] a snapshot that is %s is said and asked for again', async (_name, answer, cause) => {
    vendor.answers.set(STOCKS_PATH, answer);
    start();
    await expect.poll(() => told).toContainEqual({ part: 'stocks snapshots', cause });
    vendor.answers.set(STOCKS_PATH, {
      body: JSON.stringify({ status: 'OK', tickers: [{ ticker: 'AAPL', lastTrade: { p: 200, t: NOW } }] }),
    });
    await expect.poll(() => ticks.map(({ symbol }) => symbol)).toContain('AAPL');
  });

  it('[M41] a vendor that is not there is said', async () => {
    vendor.answers.set(CRYPTO_PATH, { body: '' });
    const { url } = vendor;
    await vendor.close();
    vendor = await Vendor.open();
    source = createMassive({
      key: Vendor.KEY,
      restUrl: url,
      socketUrl: url.replace('http', 'ws'),
      clock: { now: () => new Date(NOW) },
      random: () => 0,
    });
    source.start({
      ticks: () => undefined,
      up: () => undefined,
      failed: (part, cause) => void told.push({ part, cause }),
    });
    await expect.poll(() => told).toContainEqual({ part: 'forex', cause: 'it could not be reached' });
    await expect.poll(() => told).toContainEqual({ part: 'forex snapshots', cause: 'it could not be reached' });
  });
});

describe('the vendor’s candles', () => {
  it('[M45] are read, and what is no candle is left out', async () => {
    const at = Date.parse('2026-11-20T14:00:00Z');
    const body = {
      status: 'OK',
      results: [
        { o: 1.1, h: 1.2, l: 1, c: 1.15, t: at, v: 1, vw: 1.1, n: 3 },
        { o: 1.1, h: 1, l: 1, c: 1.15, t: at + 3_600_000 },
        { o: 0, h: 0, l: 0, c: 0, t: at },
      ],
    };
    vendor.answers.set(`/v2/aggs/ticker/C%3AEURUSD/range/1/hour/${at}/${at + 1}`, { body: JSON.stringify(body) });
    const bars = await massiveHistory(
      { key: Vendor.KEY, restUrl: vendor.url },
      { symbol: 'EURUSD', interval: '1h', fromMs: at, toMs: at + 1 },
    );
    expect(bars.map(({ timeMs, high }) => [timeMs, exactPrice(high)])).toEqual([[at, '1.2']]);
  });
});
