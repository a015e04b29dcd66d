import type { ChartLayout, Drawing } from '@clearbook/contracts/chart';
import {
  chartDrawings,
  chartLayout,
  indicatorId,
  MAX_CHARTS,
  MAX_DRAWINGS,
  MAX_INDICATORS,
  MAX_NOTE_LENGTH,
} from '@clearbook/contracts/chart';
import { INDICATOR_IDS } from '@clearbook/domain/indicators';
import { NO_ACTIONS, type PriceAction } from '@clearbook/domain/market';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { accessServer, type AccessServer } from '../../../test/people.ts';
import { readDrawings } from './charts.query.ts';

let database: FreshDatabase;
let server: AccessServer;
beforeAll(async () => {
  database = await freshDatabase();
  server = await accessServer(database);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const put = (path: string, payload: unknown, cookie: string) =>
  server.app.inject({
    method: 'PUT',
    url: `/api/v1${path}`,
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'application/json', cookie },
  });
const at = (time: number, price: string) => ({ time, price });
const LEVEL: Drawing = { key: 'a1', kind: 'level', points: [at(1_767_225_600, '1.0875')] };
const NOTE: Drawing = {
  key: 'a2',
  kind: 'text',
  points: [at(1_767_225_600, '1.09')],
  text: '<b>Hier</b> nicht kaufen',
};
const RAY: Drawing = { key: 'a3', kind: 'ray', points: [at(1_767_225_600, '1.09'), at(1_767_312_000, '1.1')] };

it('[H6] drawings are kept a client and symbol, the newest save counts, and nobody sees another’s', async () => {
  const [one, other] = [await server.person('h6@example.org'), await server.person('h6b@example.org')];
  expect((await server.get('/me/charts/EURUSD', one.cookie)).json()).toEqual({ drawings: [] });
  expect((await put('/me/charts/EURUSD', { drawings: [LEVEL, NOTE, RAY] }, one.cookie)).json()).toEqual({
    drawings: [LEVEL, NOTE, RAY],
  });
  await put('/me/charts/BRK.B', { drawings: [RAY] }, one.cookie);
  await put('/me/charts/EURUSD', { drawings: [NOTE] }, one.cookie);
  expect((await server.get('/me/charts/EURUSD', one.cookie)).json()).toEqual({ drawings: [NOTE] });
  expect((await server.get('/me/charts/BRK.B', one.cookie)).json()).toEqual({ drawings: [RAY] });
  expect((await server.get('/me/charts/EURUSD', other.cookie)).json()).toEqual({ drawings: [] });
  await put('/me/charts/EURUSD', { drawings: [] }, one.cookie);
  const { rows } = await database.pool.query('select symbol from app.chart_drawings');
  expect(rows).toEqual([{ symbol: 'BRK.B' }]);
});

const FIRST = { symbol: null, interval: '1h', style: 'candles', indicators: [], compare: [] } as const;

it('[H6] [H25] how many charts are shown, and of each its asset, interval, style and indicators, are kept; without a choice it is one of the specification’s', async () => {
  const [{ cookie }, other] = [await server.person('h6c@example.org'), await server.person('h6d@example.org')];
  expect((await server.get('/me/chart', cookie)).json()).toEqual({ shown: 1, active: 0, charts: [FIRST] });
  const layout: ChartLayout = {
    ...{ shown: 2, active: 1 },
    charts: [
      { ...FIRST, symbol: 'ETH', indicators: [], compare: [] },
      {
        ...{ symbol: 'BRK.B', interval: '15m', style: 'area' },
        indicators: [{ key: 'k1', id: 'bollinger', settings: { length: 20, widths: 2.5 } }],
        compare: ['BTC', 'AAPL'],
      },
    ],
  };
  expect((await put('/me/chart', layout, cookie)).json()).toEqual(layout);
  expect((await server.get('/me/chart', cookie)).json()).toEqual(layout);
  // Those that are not shown are kept.
  expect((await put('/me/chart', { ...layout, shown: 1 }, cookie)).statusCode).toBe(200);
  expect((await server.get('/me/chart', cookie)).json()).toEqual({ ...layout, shown: 1 });
  expect((await server.get('/me/chart', other.cookie)).json()).toEqual({ shown: 1, active: 0, charts: [FIRST] });
});

it('[H25] what was kept of the one chart there was is the only one of a layout', async () => {
  const { id } = await server.person('h25@example.org');
  const migration = readFileSync(new URL('../../../migrations/168.do.charts_beside_each_other.sql', import.meta.url));
  const update = /^update [^;]+;/m.exec(migration.toString())?.[0] ?? '';
  await database.pool.query(`insert into app.chart_choice (user_id, choice, updated_at) values ($1, $2, now())`, [
    id,
    { interval: '5m', style: 'line', indicators: [] },
  ]);
  await database.ownerPool.query(update.replace(/;$/, ` where user_id = '${id}';`));
  const { rows } = await database.pool.query('select choice from app.chart_choice where user_id = $1', [id]);
  expect(rows).toEqual([{ choice: { shown: 1, active: 0, charts: [{ ...FIRST, interval: '5m', style: 'line' }] } }]);
});

it('[H7] what is too much, too long, unknown or misshapen is refused and changes nothing', async () => {
  const { cookie } = await server.person('h7@example.org');
  await put('/me/charts/EURUSD', { drawings: [LEVEL] }, cookie);
  const many = Array.from({ length: MAX_DRAWINGS + 1 }, (_, i) => ({ ...LEVEL, key: `a${i}` }));
  for (const drawings of [
    many,
    [{ ...LEVEL, points: [] }],
    [{ ...LEVEL, points: [at(1, '1'), at(2, '2')] }],
    [{ ...LEVEL, points: [at(1, '-1')] }],
    [{ ...LEVEL, points: [at(1, '1e9')] }],
    [{ ...LEVEL, points: [at(1.5, '1')] }],
    [{ ...LEVEL, points: [at(9e12, '1')] }],
    [{ ...LEVEL, kind: 'circle' }],
    [{ ...LEVEL, color: 'red' }],
    [{ ...NOTE, text: '' }],
    [{ ...NOTE, text: 'x'.repeat(MAX_NOTE_LENGTH + 1) }],
    [{ ...NOTE, text: 'two\nlines' }],
    [{ ...NOTE, text: '\u202eabc' }],
    'x',
  ]) {
    expect((await put('/me/charts/EURUSD', { drawings }, cookie)).statusCode, JSON.stringify(drawings)).toBe(422);
  }
  for (const symbol of ['NOPE', 'eurusd', 'X'.repeat(20)])
    expect((await put(`/me/charts/${symbol}`, { drawings: [] }, cookie)).statusCode, symbol).toBe(422);
  expect((await server.get('/me/charts/EURUSD', cookie)).json()).toEqual({ drawings: [LEVEL] });
  const right = { symbol: 'ETH', interval: '1h', style: 'candles', indicators: [], compare: [] };
  for (const wrong of [
    { ...right, symbol: 'NOPE' },
    { ...right, interval: '2h' },
    { ...right, style: 'heikin' },
    { ...right, compare: ['NOPE'] },
    { ...right, compare: ['BTC', 'BTC'] },
    { ...right, compare: ['BTC', 'ETH', 'SOL', 'AAPL'] },
    { ...right, indicators: [{ key: 'k', id: 'magic', settings: {} }] },
    { ...right, indicators: [{ key: 'k', id: 'sma', settings: { length: 1e9 } }] },
    { ...right, indicators: [{ key: 'k', id: 'sma', settings: { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 } }] },
    { ...right, indicators: Array.from({ length: 11 }, (_, i) => ({ key: `k${i}`, id: 'sma', settings: {} })) },
  ]) {
    const layout = { shown: 1, active: 0, charts: [wrong] };
    expect((await put('/me/chart', layout, cookie)).statusCode, JSON.stringify(wrong)).toBe(422);
  }
  const two = { shown: 2, active: 1, charts: [right, right] };
  expect((await put('/me/chart', two, cookie)).statusCode).toBe(200);
  for (const wrong of [
    { ...two, shown: 3 },
    { ...two, shown: 4 },
    { ...two, active: 2 },
    { ...two, active: -1 },
    { ...two, active: 0.5 },
    { ...two, charts: [] },
    { ...two, charts: Array.from({ length: MAX_CHARTS + 1 }, () => right) },
  ])
    expect((await put('/me/chart', wrong, cookie)).statusCode, JSON.stringify(wrong)).toBe(422);
  expect((await server.get('/me/chart', cookie)).json()).toEqual(two);
});

it('[H7] the largest layout that the contract takes is stored', async () => {
  const { cookie } = await server.person('h7c@example.org');
  const setting = (name: string) => [`${name}${'x'.repeat(11)}`, 999.123_456_789_012_3] as const;
  const settings = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map(setting));
  const chart = {
    ...{ symbol: 'EURUSD', interval: '15m', style: 'candles', compare: ['BTC', 'ETH', 'AAPL'] },
    indicators: Array.from({ length: MAX_INDICATORS }, (_, i) => ({
      key: `indicator${i}`,
      id: 'stochasticRsi',
      settings,
    })),
  };
  const layout = { shown: 4, active: 3, charts: Array.from({ length: MAX_CHARTS }, () => chart) };
  expect(safeParse(chartLayout, layout).success).toBe(true);
  expect((await put('/me/chart', layout, cookie)).statusCode).toBe(200);
});

it('[H7] the largest set of drawings that the contract takes is stored', async () => {
  const { cookie } = await server.person('h7b@example.org');
  const drawings = Array.from({ length: MAX_DRAWINGS }, (_, i): Drawing => ({
    ...{ key: `largest${i}`, kind: 'text', text: '\u{1F4C8}'.repeat(MAX_NOTE_LENGTH / 2) },
    points: [at(4_102_444_800, '999999999999.9999999999')],
  }));
  expect(safeParse(chartDrawings, { drawings }).success).toBe(true);
  expect((await put('/me/charts/EURUSD', { drawings }, cookie)).statusCode).toBe(200);
});

it('[H19] drawings from before a split lie over the bars of the shares of now, and those kept since stay', async () => {
  const { cookie } = await server.person('h19@example.org');
  await put('/me/charts/AAPL', { drawings: [RAY] }, cookie);
  const { rows } = await database.pool.query<{ user_id: string; updated_at: Date }>(
    `select user_id, updated_at from app.chart_drawings where symbol = 'AAPL'`,
  );
  const [{ user_id: userId, updated_at: keptAt } = { user_id: '', updated_at: new Date() }] = rows;
  const after = (ms: number): Date => new Date(keptAt.getTime() + ms);
  const actions: PriceAction[] = [{ type: 'split', symbol: 'AAPL', effectiveAt: after(1_000), num: 4n, den: 1n }];
  const read = async (ms: number, of = actions) =>
    (await readDrawings(database.pool, userId, 'AAPL', () => of, after(ms))).drawings;
  expect(await read(999)).toEqual([RAY]);
  expect(await read(1_000)).toEqual([{ ...RAY, points: [at(1_767_225_600, '0.2725'), at(1_767_312_000, '0.275')] }]);
  expect(await read(1_000, [...NO_ACTIONS('AAPL')])).toEqual([RAY]);
});

it('[H5] the contract names the indicators of the domain', () => {
  expect(Object.keys(indicatorId.def.entries).toSorted()).toEqual([...INDICATOR_IDS].toSorted());
});
