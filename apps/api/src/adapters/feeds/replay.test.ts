import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exactPrice, instrument, priceStep, QUOTES_PER_BAR, quarterPrice } from '@clearbook/domain/market';
import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMarket } from '../../features/market/index.ts';
import { createLog } from '../../platform/log.ts';
import { PlainError } from '../../platform/plain-error.ts';
import { NOTHING_ANNOUNCED } from '../../features/market/index.ts';
import { openFeed } from './index.ts';
import { createReplayFeed } from './replay.ts';
import { parseReplayCsv } from './replay-csv.ts';
import { loadReplayFolders, MAX_REPLAY_FILE_BYTES } from './replay-files.ts';

const HEADER = 'time,open,high,low,close,volume';
const ROWS = [
  '2025-08-29T00:00:00Z,146.831,146.888,146.763,146.817,1659.7',
  '2025-08-29T00:15:00Z,146.823,146.966,146.819,146.914,1628.51',
];
const GOOD = [HEADER, ...ROWS, ''].join('\n');
const parse = (text: string) => parseReplayCsv('USDJPY', text, 'USDJPY.csv');

describe('candles in a file', () => {
  it('[M19] are read as recorded', () => {
    const series = parse(GOOD);
    expect(series.intervalMs).toBe(900_000);
    expect([...series.times].map((time) => new Date(time).toISOString())).toEqual([
      '2025-08-29T00:00:00.000Z',
      '2025-08-29T00:15:00.000Z',
    ]);
    expect([series.open, series.high, series.low, series.close].map((column) => exactPrice(column[1]!))).toEqual([
      '146.823',
      '146.966',
      '146.819',
      '146.914',
    ]);
    expect(parse(GOOD.replaceAll('\n', '\r\n')).times).toEqual(series.times);
  });

  const second = (row: string): string => [HEADER, ROWS[0], row].join('\n');
  it.each([
    ['an empty file', '', 1, 'header'],
    ['another header', GOOD.replace('time', 'date'), 1, 'header'],
    ['a byte order mark', `\uFEFF${GOOD}`, 1, 'header'],
    ['one candle', [HEADER, ROWS[0]].join('\n'), 1, 'two candles'],
    ['a missing column', second('2025-08-29T00:15:00Z,1,1,1,1'), 3, 'six columns'],
    ['a column too many', second('2025-08-29T00:15:00Z,1,1,1,1,1,1'), 3, 'six columns'],
    ['a blank line', [HEADER, ROWS[0], '', ROWS[1]].join('\n'), 3, 'six columns'],
    ['a local time', second('2025-08-29T00:15:00,1,1,1,1,1'), 3, 'time'],
    ['an impossible time', second('2025-13-29T00:15:00Z,1,1,1,1,1'), 3, 'time'],
    ['a time that does not ascend', second(ROWS[0]!), 3, 'ascend'],
    ['candles seconds apart', second('2025-08-29T00:00:30Z,1,1,1,1,1'), 3, 'one minute'],
    ['NaN', second('2025-08-29T00:15:00Z,NaN,1,1,1,1'), 3, 'positive'],
    ['a negative price', second('2025-08-29T00:15:00Z,1,1,-1,1,1'), 3, 'positive'],
    ['a zero price', second('2025-08-29T00:15:00Z,1,1,0,1,1'), 3, 'positive'],
    ['an exponent', second('2025-08-29T00:15:00Z,1e2,1,1,1,1'), 3, 'positive'],
    ['a formula', second('2025-08-29T00:15:00Z,=1+1,1,1,1,1'), 3, 'positive'],
    ['a price beyond all bounds', second('2025-08-29T00:15:00Z,1,9999999999,1,1,1'), 3, 'positive'],
    ['a volume that is no number', second('2025-08-29T00:15:00Z,1,1,1,1,lots'), 3, 'volume'],
    ['a high below the low', second('2025-08-29T00:15:00Z,1,1,2,1,1'), 3, 'high'],
    ['a close above the high', second('2025-08-29T00:15:00Z,1,1,1,2,1'), 3, 'high'],
    ['an open below the low', second('2025-08-29T00:15:00Z,1,3,2,2,1'), 3, 'low'],
  ])('[M19] %s stops the start with one sentence', (_name, text, line, word) => {
    expect(() => parse(text)).toThrow(PlainError);
    expect(() => parse(text)).toThrow(new RegExp(`^USDJPY\\.csv, line ${line}: .*${word}.*\\.$`));
  });

  it('[M19] any text is either candles in order or one sentence', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '1',
        '2',
        '0',
        '-1',
        '1e5',
        '2025-08-29T00:00:00Z',
        '2025-08-29T01:00:00Z',
        '2025-08-29T02:00:00Z',
      ),
    );
    const text = fc
      .array(fc.array(cell, { minLength: 5, maxLength: 7 }), { maxLength: 5 })
      .map((rows) => [HEADER, ...rows.map((row) => row.join(','))].join('\n'));
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (any) => {
        try {
          const series = parse(any);
          for (let row = 0; row < series.times.length; row += 1)
            expect(series.low[row]! > 0n && series.high[row]! >= series.low[row]!).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(PlainError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('folders of candles', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'clearbook-replay-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('[M20] files of other symbols, other endings and inner folders are passed over', async () => {
    await mkdir(join(folder, 'daily'));
    await mkdir(join(folder, 'EURUSD.csv'));
    await writeFile(join(folder, 'daily', 'USDJPY.csv'), GOOD);
    await writeFile(join(folder, 'POL.csv'), 'not candles');
    await writeFile(join(folder, 'USDJPY.txt'), 'not candles');
    await writeFile(join(folder, 'USDJPY.csv'), GOOD);
    expect((await loadReplayFolders([folder])).map((each) => each.symbol)).toEqual(['USDJPY']);
    await expect(loadReplayFolders([folder, join(folder, 'daily')])).rejects.toThrow(/two files for USDJPY/);
  });

  it('[M20] an unreadable folder, an empty one and an oversized file stop the start', async () => {
    await expect(loadReplayFolders([join(folder, 'absent')])).rejects.toThrow(/cannot be read \(ENOENT\)/);
    await expect(loadReplayFolders([folder])).rejects.toThrow(/no file named after an instrument/);
    await writeFile(join(folder, 'USDJPY.csv'), Buffer.alloc(MAX_REPLAY_FILE_BYTES + 1));
    await expect(loadReplayFolders([folder])).rejects.toThrow(/larger than 64 MB/);
  });

  it('[M16] a market of recorded candles opens, closes in gaps and ends', async () => {
    await writeFile(join(folder, 'USDJPY.csv'), GOOD.replace('00:15:00Z', '01:00:00Z'));
    const createdAt = new Date('2026-11-21T13:00:00Z');
    const pool = new pg.Pool();
    const { feed } = await openFeed(
      { market: 'replay', marketReplayDirs: [folder], marketReplaySpeed: 1, coingeckoUrl: '' },
      { seed: '', seedGiven: false, createdAt },
      { pool, clock: { now: () => createdAt }, log: createLog(), actions: NOTHING_ANNOUNCED },
    );
    const market = createMarket({ feed, clock: { now: () => createdAt }, onListenerError: () => undefined });
    const at = (minutes: number): Date => new Date(createdAt.getTime() + minutes * 60_000);
    expect(market.quote('USDJPY', 16, at(0))).toMatchObject({
      ok: true,
      quote: { source: 'replay', id: 'USDJPY-r20250829T000000.m16' },
    });
    // An hourly candle's first quarter stands for fifteen minutes without growing stale.
    expect(market.quote('USDJPY', 16, at(14.9))).toMatchObject({
      ok: true,
      quote: { id: 'USDJPY-r20250829T000000.m16' },
    });
    expect(market.quote('USDJPY', 16, at(119.9)).ok).toBe(true);
    expect(market.quote('USDJPY', 16, at(120))).toEqual({
      ok: false,
      code: 'market.closed',
      detail: 'The market for USD/JPY is closed because its recorded prices have ended.',
    });
    expect(market.quote('EURUSD', 16, at(0))).toMatchObject({ ok: false, code: 'market.closed' });
    expect(market.showing('USDJPY', at(120)).quote?.id).toBe('USDJPY-r20250829T014500');
    expect(await market.bars('USDJPY', '1h', 10, at(120))).toHaveLength(2);
  });
});

const DATA = fileURLToPath(new URL('../../../../../../shared/data/market/', import.meta.url));

describe.runIf(existsSync(DATA))('recorded candles of real markets', () => {
  const folders = ['forex', 'crypto', 'stocks'].map((name) => DATA + name);

  it('[M19] every file of all 77 instruments is read, and quickly', async () => {
    const started = performance.now();
    const series = await loadReplayFolders(folders);
    expect(series).toHaveLength(77);
    const feed = createReplayFeed({ series, createdAt: new Date(0), speed: 1 });
    expect(performance.now() - started).toBeLessThan(8_000);
    // Friday, 29 August 2025, 00:00 UTC: most are recorded then, and the exchange is closed.
    const good = series.filter(({ symbol }) => feed.read(symbol, new Date(0)).state === 'good');
    const { length: forex } = good.filter(({ symbol }) => instrument(symbol).class === 'forex');
    expect([forex, good.length - forex]).toEqual([22, 24]);
    const noon = new Date(16 * 3_600_000);
    expect(series.filter(({ symbol }) => feed.read(symbol, noon).state === 'good').length).toBe(22 + 24 + 19);
  }, 20_000);

  it('[M15] [M23] every quarter of every candle is quoted at its price, but for the jump that nothing confirmed', async () => {
    const createdAt = new Date('2026-11-21T13:00:00Z');
    for (const series of await loadReplayFolders([folders[0]!])) {
      const feed = createReplayFeed({ series: [series], createdAt, speed: 60 });
      const of = instrument(series.symbol);
      let setAside = 0;
      for (let bar = 0; bar < series.times.length; bar += 1) {
        for (let quarter = 0; quarter < QUOTES_PER_BAR; quarter += 1) {
          const recorded = series.times[bar]! + (quarter * series.intervalMs) / QUOTES_PER_BAR;
          const reading = feed.read(series.symbol, new Date(createdAt.getTime() + (recorded - series.times[0]!) / 60));
          if (reading.state !== 'good') {
            setAside += 1;
            continue;
          }
          const { bid, ask } = reading.quote;
          const off = bid + ask - 2n * quarterPrice(series, bar, quarter);
          expect((off < 0n ? -off : off) <= priceStep(of)).toBe(true);
        }
      }
      // GBPJPY opened on Sunday 21 September 2025 with a spike of 1.3 % that was gone a quarter later: nothing may fill on it.
      expect(setAside, series.symbol).toBe(series.symbol === 'GBPJPY' ? 1 : 0);
    }
  }, 30_000);

  it('[M16] the weekend of the recording is closed and says when it ends', async () => {
    const createdAt = new Date('2026-11-21T13:00:00Z');
    const feed = createReplayFeed({ series: await loadReplayFolders([folders[0]!]), createdAt, speed: 60 });
    // The recording begins on Friday 29 August 2025, 00:00 UTC; Saturday noon is 36 recorded hours later, 36 minutes at this speed.
    const reading = feed.read('EURUSD', new Date(createdAt.getTime() + 36 * 60_000));
    expect(reading).toMatchObject({ state: 'closed', last: { id: 'EURUSD-r20250829T205615' } });
    if (reading.state !== 'closed' || reading.reopensAt === undefined) throw new Error('the weekend must end');
    expect(feed.read('EURUSD', reading.reopensAt)).toMatchObject({
      state: 'good',
      quote: { id: expect.stringMatching(/^EURUSD-r20250831T/) },
    });
  });
});
