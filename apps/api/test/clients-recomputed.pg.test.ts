import { STANDARD_FINANCING, STANDARD_SPREADS } from './financing.ts';
import type { Bar } from '@clearbook/contracts/market';
import {
  type Equity,
  EQUITY_RANGES,
  type Performance,
  type PerformanceTrade,
  type RealisedGains,
} from '@clearbook/contracts/performance';
import { readZip } from '@clearbook/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClientArchive, readClientArchive, unitsOf } from '../../../sim/client-archive.ts';
import { type Filters, Trading } from '../../../sim/recompute-performance.ts';
import { type Closes, type Interval, Worth } from '../../../sim/recompute-worth.ts';
import { registerMarketRoutes } from '../src/features/market/index.ts';
import { performanceRoutes } from '../src/features/performance/index.ts';
import { archiveServer, type ArchiveServer } from './archives.ts';
import { brokenInvariants } from './books.ts';
import { RandomClients } from './random-clients.ts';
import { type Served, serve } from './served.ts';

/** A sample; `npm run accept -- --only clients-recomputed` takes five of them. */
const SEED = Number(process.env['CLIENTS_SEED'] ?? 1);
const CLIENTS = 20;
/** More bars than a range has steps. */
const BARS: Readonly<Record<Interval, number>> = { '1m': 3, '15m': 110, '1h': 180, '4h': 190, '1d': 90 };

let server: ArchiveServer;
let clients: RandomClients;
let http: Served;
const archives = new Map<string, ClientArchive>();

beforeAll(async () => {
  process.stdout.write(`random clients of seed ${SEED} (CLIENTS_SEED)\n`);
  server = await archiveServer({ durable: false, prices: `clients ${SEED}` });
  const { pool, books, market } = server;
  http = await serve(
    () => books.now(),
    (register) => {
      performanceRoutes(register, { pool, market });
      const nobody = () => Promise.reject(new Error('nobody asks for terms here'));
      registerMarketRoutes(register, {
        market,
        termsOf: nobody,
        usual: nobody,
        unwatched: nobody,
        financing: STANDARD_FINANCING,
        spreads: STANDARD_SPREADS,
      });
    },
  );
  clients = await RandomClients.open(server, SEED);
  await clients.live(CLIENTS);
  for (const { clientId, tradeId, tags } of clients.journal)
    await http.send('PUT', `/trades/${tradeId}/journal`, `client ${clientId}`, { note: `of ${tags.length}`, tags });
  for (const id of clients.ids) await server.ask(id);
  await server.sign();
  for (const id of clients.ids) {
    await server.archiver().run(books.now());
    const { data } = (await server.get('/me/archives', id)).json<{ data: { id: string }[] }>();
    const file = await server.get(`/me/archives/${data[0]?.id}/file`, id);
    archives.set(id, readClientArchive(await readZip(file.rawPayload)));
  }
}, 300_000);
afterAll(async () => {
  await clients?.close();
  await http?.app.close();
  await server?.close();
});

/** What `GET /bars` gives of the symbols that somebody has traded. */
async function readBars(): Promise<Closes> {
  const read = new Map<string, ReturnType<Closes>>();
  const symbols = new Set(
    [...archives.values()].flatMap(({ trades, terms }) =>
      trades.flatMap(({ symbol }) => [symbol, terms.get(symbol)?.converter?.symbol ?? symbol]),
    ),
  );
  for (const symbol of symbols)
    for (const [interval, limit] of Object.entries(BARS)) {
      const url = `/bars?symbol=${symbol}&interval=${interval}&limit=${limit}&adjustment=raw`;
      const { data } = await http.get<{ data: Bar[] }>(url, `client ${clients.ids[0]}`);
      const closes = data.map(({ time, close }) => ({ at: Date.parse(time), close: unitsOf(close, 10) }));
      read.set(
        `${symbol} ${interval}`,
        closes.toSorted((a, b) => a.at - b.at),
      );
    }
  return (symbol, interval) => read.get(`${symbol} ${interval}`) ?? [];
}

/** Every figure of two answers that is not the same in both, by its name. */
function differences(path: string, api: unknown, own: unknown): string[] {
  if (typeof api !== 'object' || typeof own !== 'object' || api === null || own === null)
    return Object.is(api, own) ? [] : [`${path}: ${JSON.stringify(api)}, recomputed ${JSON.stringify(own)}`];
  const keys = new Set([...Object.keys(api), ...Object.keys(own)]);
  return [...keys].flatMap((key) => differences(`${path}.${key}`, Reflect.get(api, key), Reflect.get(own, key)));
}

type PerformanceTrades = { data: PerformanceTrade[]; next_cursor: string | null };

/** All pages of a list. */
async function everyPage<T extends { data: unknown[]; next_cursor: string | null }>(url: string, who: string) {
  const pages: T[] = [];
  let cursor = '';
  do {
    const page: T = await http.get<T>(`${url}${cursor}`, who);
    pages.push(page);
    cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
  } while (cursor !== '');
  const { next_cursor: _, ...first } = pages[0]!;
  return { ...first, data: pages.flatMap(({ data }) => data) };
}

const FILTERS: readonly Filters[] = [
  {},
  { from: '2026-12-01', to: '2026-12-31' },
  { from: '2027-01-01' },
  { to: '2026-11-15' },
  { side: 'buy' },
  { side: 'sell', outcome: 'losses' },
  { outcome: 'wins' },
  { symbol: 'KO' },
  { hour: '15' },
  { holding: 'day' },
  { tag: 'gap' },
];

/** Everything that the API says of a client beside what follows from the archive. */
async function compareClient(id: string, archive: ClientArchive, closes: Closes) {
  const who = `client ${id}`;
  const worth = new Worth(archive, closes);
  const trading = new Trading(archive, worth);
  const wrong: string[] = [];
  const compare = (what: string, api: unknown, own: unknown) => wrong.push(...differences(what, api, own));
  const counts = { points: 0, trades: 0, days: 0, gains: 0, figures: 0 };
  for (const range of EQUITY_RANGES) {
    const equity = await http.get<Equity>(`/me/equity?range=${range}`, who);
    compare(`equity ${range}`, equity, worth.equity(range));
    // Where neither finds a price, nothing was compared.
    compare(`${range} points without a price`, equity.points.filter(({ value }) => value === null).length, 0);
    counts.points += equity.points.length;
  }
  for (const filters of FILTERS) {
    const query = new URLSearchParams({ ...filters }).toString();
    const performance = await http.get<Performance>(`/me/performance?${query}`, who);
    compare(`performance ${query}`, performance, trading.performance(filters));
    const { data } = await everyPage<PerformanceTrades>(`/me/performance/trades?limit=50&${query}`, who);
    compare(`trades ${query}`, data, trading.trades(filters));
    counts.figures += 1;
    if (query === '') [counts.trades, counts.days] = [performance.trades, performance.by_day.length];
  }
  for (const year of ['2025', '2026', '2027']) {
    const gains = await everyPage<RealisedGains>(`/me/gains?limit=30&year=${year}`, who);
    compare(`gains ${year}`, gains, trading.gains(year));
    counts.gains += gains.data.length;
  }
  return { wrong, counts };
}

/** What must have happened to somebody, so that a figure which nobody has is not called equal. */
const HAPPENED = [
  ...['top_up', 'decide_deposit', 'decide_withdrawal', 'apply_loan', 'repay_loan', 'adjust', 'decide_proposal'],
  ...['open_trade', 'close_trade', 'amend_trade', 'place_order', 'start_copy'],
];
const BOOKED = ['overnight_financing', 'dividend', 'loan_interest', 'loan_repaid', 'adjustment', 'withdrawal_approved'];

it(
  '[PF16] every point, change, figure, day and gain of 20 random clients is computed again from their archives, to the cent',
  { timeout: 300_000 },
  async () => {
    const closes = await readBars();
    const wrong: string[] = [];
    const counts = new Map<string, number>();
    for (const [id, archive] of archives) {
      const found = await compareClient(id, archive, closes);
      wrong.push(...found.wrong.map((difference) => `client ${clients.ids.indexOf(id)}, ${difference}`));
      for (const [what, count] of Object.entries(found.counts)) counts.set(what, (counts.get(what) ?? 0) + count);
    }
    const told = [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
    process.stdout.write(`clients recomputed: seed ${SEED}, ${archives.size} clients, ${told}\n`);
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(archives.size).toBe(CLIENTS);
    const all = [...archives.values()];
    const events = new Set(all.flatMap(({ entries }) => entries.map(({ event }) => event)));
    expect(HAPPENED.filter((kind) => !clients.happened.has(kind))).toEqual([]);
    expect(BOOKED.filter((event) => !events.has(event))).toEqual([]);
    expect(all.flatMap(({ trades }) => trades.filter(({ splits }) => splits.length > 0)).length).toBeGreaterThan(3);
    expect(await brokenInvariants(server.pool)).toEqual([]);
  },
);
