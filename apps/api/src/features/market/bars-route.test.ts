import { STANDARD_FINANCING, STANDARD_SPREADS } from '../../../test/financing.ts';
import { type Bar as BarOfApi, barList, barsQuery } from '@clearbook/contracts/market';
import type { RouteKey } from '@clearbook/contracts/routes';
import { NO_PACKAGE } from '@clearbook/domain/trading';
import { describe, expect, it } from 'vitest';
import { parseReplayCsv } from '../../adapters/feeds/replay-csv.ts';
import { createReplayFeed } from '../../adapters/feeds/replay.ts';
import { createSimulatedFeed } from '../../adapters/feeds/simulated.ts';
import type { Register } from '../../platform/http/index.ts';
import type { Feed } from './feed.ts';
import { createMarket } from './market.ts';
import { registerMarketRoutes } from './routes.ts';

const SATURDAY = new Date('2026-11-21T13:00:00Z');

type Query = Record<string, string>;

/** The route as a program calls it: its query is text, read by the contract. */
function open(feed: Feed) {
  const market = createMarket({ feed, clock: { now: () => SATURDAY }, onListenerError: () => undefined });
  const handlers = new Map<RouteKey, (context: unknown) => Promise<unknown>>();
  const register = (key: RouteKey, handler: (context: unknown) => Promise<unknown>) => void handlers.set(key, handler);
  registerMarketRoutes(register as unknown as Register, {
    market,
    financing: STANDARD_FINANCING,
    spreads: STANDARD_SPREADS,
    termsOf: () => Promise.resolve(NO_PACKAGE),
    unwatched: () => Promise.resolve(undefined),
    usual: () => Promise.resolve(undefined),
  });
  const raw = (query: Query): Promise<unknown> => {
    const asked = barsQuery.safeParse(query);
    expect(asked.error?.issues).toBeUndefined();
    return handlers.get('GET /bars')!({ actor: { userId: 'somebody' }, query: asked.data, params: {}, now: SATURDAY });
  };
  return { raw, bars: async (query: Query) => barList.parse(await raw(query)) };
}

const simulated = open(createSimulatedFeed('a seed'));
const times = (list: { data: { time: string }[] }): string[] => list.data.map(({ time }) => time);

describe('bars over the API', () => {
  it('[M53] begin at the start that was asked for and end with the end', async () => {
    const range = { start: '2026-11-19T10:00:00Z', end: '2026-11-19T14:00:00Z' };
    const found = await simulated.bars({ symbol: 'BTC', interval: '1h', ...range });
    expect(times(found)).toEqual([10, 11, 12, 13, 14].map((hour) => `2026-11-19T${hour}:00:00.000Z`));
    expect(found.next_cursor).toBeNull();
    // In pages, the newest first, each going on where the other ended.
    const newest = await simulated.bars({ symbol: 'BTC', interval: '1h', limit: '3', ...range });
    const older = await simulated.bars({
      ...{ symbol: 'BTC', interval: '1h', limit: '3', cursor: newest.next_cursor ?? '' },
      ...range,
    });
    expect([...older.data, ...newest.data]).toEqual(found.data);
    expect(older.next_cursor).toBeNull();
    expect(times(await simulated.bars({ symbol: 'EURUSD', interval: '1h', start: '2026-11-21T00:00:00Z' }))).toEqual(
      [],
    );
  });

  it('[M53] of several symbols say whose they are, page by page without a gap or a bar twice', async () => {
    const all = { symbols: 'EURUSD,BTC,AAPL', interval: '1h', start: '2026-11-19T00:00:00Z' };
    const whole = await simulated.bars({ ...all, limit: '1000' });
    expect(whole.next_cursor).toBeNull();
    const own = await simulated.bars({ symbol: 'AAPL', interval: '1h', start: all.start });
    expect(whole.data.filter(({ symbol }) => symbol === 'AAPL')).toEqual(
      own.data.map((bar) => ({ ...bar, symbol: 'AAPL' })),
    );
    expect(own.data.every((bar) => bar.symbol === undefined)).toBe(true);
    const paged: typeof whole.data = [];
    for (let cursor: string | undefined, pages = 0; pages === 0 || cursor !== undefined; pages += 1) {
      expect(pages).toBeLessThan(50);
      const page = await simulated.bars({ ...all, limit: '7', ...(cursor && { cursor }) });
      paged.push(...page.data);
      cursor = page.next_cursor ?? undefined;
    }
    const ordered = (list: typeof paged) => list.map(({ symbol, time }) => `${symbol} ${time}`).toSorted();
    expect(ordered(paged)).toEqual(ordered(whole.data));
  });

  it('[M53] have the volume of recorded candles, and null where nobody counts', async () => {
    const [bar] = (await simulated.bars({ symbol: 'BTC', interval: '1d', limit: '1' })).data;
    expect(bar?.volume).toBeNull();
    const rows = ['2025-08-29T00:00:00Z,1.1,1.1,1.1,1.1,391.83', '2025-08-29T00:15:00Z,1.1,1.1,1.1,1.1,281.94'];
    const series = parseReplayCsv('EURUSD', ['time,open,high,low,close,volume', ...rows].join('\n'), 'EURUSD.csv');
    const replayed = open(
      createReplayFeed({ series: [series], createdAt: new Date('2026-11-21T12:00:00Z'), speed: 1 }),
    );
    const { data } = await replayed.bars({ symbol: 'EURUSD', interval: '15m' });
    expect(data.map(({ volume }) => volume)).toEqual(['391.83', '281.94']);
  });

  it('[M56] say how many quotes each is made of, beside the volume that a recording has', async () => {
    const { data } = await simulated.bars({ symbol: 'BTC', interval: '1h', limit: '2' });
    // One a second; the bar that forms at 13:00:00 has its first one.
    expect(data.map(({ tick_volume }) => tick_volume)).toEqual([3_600, 1]);
    const series = parseReplayCsv(
      'EURUSD',
      [
        'time,open,high,low,close,volume',
        '2025-08-29T00:00:00Z,1.1,1.1,1.1,1.1,391.83',
        '2025-08-29T00:15:00Z,1.1,1.1,1.1,1.1,1',
      ].join('\n'),
      'EURUSD.csv',
    );
    const replayed = open(
      createReplayFeed({ series: [series], createdAt: new Date('2026-11-21T12:00:00Z'), speed: 1 }),
    );
    const bars = (await replayed.bars({ symbol: 'EURUSD', interval: '5m' })).data;
    expect(bars.map(({ tick_volume }) => tick_volume)).toEqual([2, 1, 1, 2, 1, 1]);
  });

  it('[M92] of weeks and months are their days, page by page without a gap or a bar cut', async () => {
    const record = { symbols: 'EURUSD,BTC', start: '2023-01-01T00:00:00Z' };
    for (const [interval, startOf] of [
      ['1w', (date: Date) => date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))],
      ['1M', (date: Date) => date.setUTCDate(1)],
    ] as const) {
      for (const symbol of ['EURUSD', 'BTC']) {
        const days: BarOfApi[] = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await simulated.bars({ symbol, interval: '1d', limit: '1000', ...(cursor && { cursor }) });
          days.unshift(...page.data);
          cursor = page.next_cursor;
        }
        const groups = Map.groupBy(days, ({ time }) => new Date(startOf(new Date(time))).toISOString());
        const again = [...groups].map(([time, each]) => ({
          ...{ time, open: each[0]?.open, close: each.at(-1)?.close, volume: null },
          high: each.map(({ high }) => high).reduce((most, high) => (Number(high) > Number(most) ? high : most)),
          low: each.map(({ low }) => low).reduce((least, low) => (Number(low) < Number(least) ? low : least)),
          tick_volume: each.reduce((sum, bar) => sum + (bar.tick_volume ?? Number.NaN), 0),
        }));
        const paged: BarOfApi[] = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await simulated.bars({ symbol, interval, limit: '13', ...(cursor && { cursor }) });
          if (page.next_cursor !== null) expect(page.data).toHaveLength(13);
          paged.unshift(...page.data);
          cursor = page.next_cursor;
        }
        expect(paged).toEqual(again);
        const before = paged.at(-5)!.time;
        expect((await simulated.bars({ symbol, interval, limit: '7', before })).data).toEqual(paged.slice(-12, -5));
        // A start within a bar shows those that begin after it, whole.
        const start = '2026-09-10T00:00:00Z';
        const since = (await simulated.bars({ symbol, interval, start })).data;
        expect(since).toEqual(paged.filter(({ time }) => time >= start));
      }
      const both = await simulated.bars({ ...record, interval, limit: '1000' });
      const one = await simulated.bars({ symbol: 'BTC', interval, start: record.start });
      expect(both.data.filter(({ symbol }) => symbol === 'BTC').map(({ time }) => time)).toEqual(times(one));
    }
  });

  it('[M57] of a recording go on over its gaps, page by page, to its very beginning', async () => {
    // Half an hour of candles on each of twelve Fridays.
    const rows = Array.from({ length: 24 }, (_, n) => {
      const at = Date.parse('2025-06-06T14:00:00Z') + Math.floor(n / 2) * 7 * 86_400_000 + (n % 2) * 900_000;
      return `${new Date(at).toISOString().slice(0, 19)}Z,1.1,1.1,1.1,1.1,1`;
    });
    const series = parseReplayCsv('EURUSD', ['time,open,high,low,close,volume', ...rows].join('\n'), 'EURUSD.csv');
    // So fast that the last of them is over.
    const createdAt = new Date(SATURDAY.getTime() - 90 * 86_400_000);
    const replayed = open(createReplayFeed({ series: [series], createdAt, speed: 1 }));
    const found: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages === 0 || cursor !== undefined; pages += 1) {
      expect(pages).toBeLessThan(20);
      const page = await replayed.bars({ symbol: 'EURUSD', interval: '1m', limit: '50', ...(cursor && { cursor }) });
      found.unshift(...times(page));
      cursor = page.next_cursor ?? undefined;
    }
    expect(found).toHaveLength(12 * 30);
    expect(new Set(found).size).toBe(found.length);
  });

  it.each<[string, Query, string]>([
    ['no asset', { interval: '1h' }, 'Name one asset in symbol, or several in symbols.'],
    ['both', { symbol: 'BTC', symbols: 'ETH', interval: '1h' }, 'Name one asset in symbol, or several in symbols.'],
    ['an unknown asset', { symbol: 'eurusd', interval: '1h' }, 'You can’t trade this asset here.'],
    ['an unknown one among others', { symbols: 'BTC,', interval: '1h' }, 'You can’t trade this asset here.'],
    ['a long name', { symbol: 'B'.repeat(200), interval: '1h' }, 'You can’t trade this asset here.'],
    ['a limit of nought', { symbol: 'BTC', interval: '1h', limit: '0' }, 'Enter a whole number from 1 to 1,000.'],
    ['a limit with a sign', { symbol: 'BTC', interval: '1h', limit: '+5' }, 'Enter a whole number from 1 to 1,000.'],
    ['too large a limit', { symbol: 'BTC', interval: '1h', limit: '1001' }, 'Enter a whole number from 1 to 1,000.'],
    [
      'another interval',
      { symbol: 'BTC', interval: '2h' },
      'Choose an interval: 1m, 5m, 15m, 30m, 1h, 4h, 1d, 1w or 1M.',
    ],
    ['no interval', { symbol: 'BTC' }, 'Choose an interval: 1m, 5m, 15m, 30m, 1h, 4h, 1d, 1w or 1M.'],
    ['no time', { symbol: 'BTC', interval: '1h', start: 'yesterday' }, 'Enter a time such as 2026-11-20T15:00:00Z.'],
    ['no time before', { symbol: 'BTC', interval: '1h', before: '5' }, 'Enter a time such as 2026-11-20T15:00:00Z.'],
    [
      'an end before its start',
      { symbol: 'BTC', interval: '1h', start: '2026-11-20T00:00:00Z', end: '2026-11-19T00:00:00Z' },
      'The end is before the start.',
    ],
    [
      'too many bars',
      { symbols: 'BTC,ETH,LTC,XRP,BCH,ADA', interval: '1h', limit: '1000' },
      'An answer holds up to 5,000 bars. For this many assets, a limit of 833 works.',
    ],
    [
      'too many assets',
      {
        symbols:
          'EURUSD,GBPUSD,AUDUSD,USDJPY,USDCAD,USDCHF,NZDUSD,EURGBP,EURJPY,GBPJPY,AUDJPY,EURCHF,EURAUD,GBPAUD,CADJPY,NZDJPY,AUDNZD,GBPCHF,EURCAD,AUDCAD,CHFJPY',
        interval: '1h',
      },
      'Ask for up to 20 assets at a time.',
    ],
  ])('[M53] asked for with %s, they answer with a sentence', async (_, query, sentence) => {
    const parsed = barsQuery.safeParse(query);
    if (!parsed.success) expect(parsed.error.issues.map(({ message }) => message)).toEqual([sentence]);
    else await expect(simulated.raw(query)).rejects.toMatchObject({ detail: sentence });
  });
});
