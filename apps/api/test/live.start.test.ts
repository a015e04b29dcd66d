import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, parsed, verdict } from './http-client.ts';
import { openSite, type Person, type Site } from './site.ts';
import { Vendor } from './vendor.ts';

/** Two real processes on one database, on live prices: crypto, because it is the one class that is open on every day on which tests run. */
let vendor: Vendor;
let site: Site;
let client: Person;

type Status = { label: string; classes: { class: string; state: string; sources: string[]; delay_seconds: number }[] };
type Placed = { trade_id: string; filled_price: string; quote_id: string };

beforeAll(async () => {
  vendor = await Vendor.open();
  coinGeckoSays('90000');
  site = await openSite({
    processes: 2,
    env: {
      MARKET: 'live',
      MARKET_VENDOR_KEY: Vendor.KEY,
      MARKET_VENDOR_URL: vendor.url,
      COINGECKO_URL: `${vendor.url}/coingecko`,
    },
  });
  client = await site.client('live');
  parsed(await send('/demo/top-up', { amount: '50000.00' }));
});
afterAll(async () => {
  await site?.close();
  await vendor?.close();
});

function coinGeckoSays(usd: string): void {
  vendor.answers.set('/coingecko/simple/price', (response) => {
    const at = Math.floor(Date.now() / 1_000);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"bitcoin":{"usd":${usd},"last_updated_at":${at}}}`);
  });
}

let lastMs = 0;
/** The vendor's socket quotes bitcoin, each time a little later than before. */
function vendorSays(bid: number, ask: number): void {
  lastMs = Math.max(Date.now(), lastMs + 1);
  vendor.send('crypto', [
    { ev: 'XQ', pair: 'BTC-USD', lp: 0, ls: 0, bp: bid, bs: 1, ap: ask, as: 1, t: lastMs, x: 4, r: lastMs },
  ]);
}

const send = (path: string, body: unknown, process = 0) =>
  call(site.urls[process] ?? '', { path, body, cookie: client.cookie, key: randomUUID() });
const order = (process = 0) =>
  send('/orders', { symbol: 'BTC', side: 'buy', lots: '0.01', amount: '1000.00', type: 'market' }, process);
const status = async (process = 0) =>
  parsed<Status>(await call(site.urls[process] ?? '', { path: '/market/status', cookie: client.cookie }));
const crypto = async (process = 0) => (await status(process)).classes.find((each) => each.class === 'crypto');

async function shownBid(process: number): Promise<string | undefined> {
  const answer = await call(site.urls[process] ?? '', { path: '/quotes?symbols=BTC', cookie: client.cookie });
  return parsed<{ data: { bid: string }[] }>(answer).data[0]?.bid;
}

describe('a demo site on live prices', () => {
  it('[M43] [M54] shows CoinGecko’s price, and deals on the vendor’s once its socket speaks, in both processes alike', async () => {
    await expect.poll(async () => (await crypto(0))?.state).toBe('partly');
    await expect.poll(async () => (await crypto(1))?.state).toBe('partly');
    expect((await crypto())?.sources).toEqual(['CoinGecko, one price with the base spread around it']);
    expect((await status()).label).toBe('Prices from Massive and CoinGecko');
    // Asked for every half minute, it is soon too old to open on.
    const refused = { timeout: 20_000, interval: 1_000 };
    await expect.poll(async () => verdict(await order()), refused).toMatch(/market.stale$/);
    expect((await order()).text).toContain('a market order needs one at most 5 seconds old');
    expect(await crypto()).toMatchObject({ good: 1, fresh: 0 });

    await expect.poll(() => vendor.listeners('crypto')).toBe(1);
    vendorSays(90_100, 90_101);
    // 16 basis points of mark-up, half on each side.
    for (const process of [0, 1]) await expect.poll(() => shownBid(process)).toMatch(/^90027\.9/);
    const placed = parsed<Placed>(await order(1));
    expect(placed.filled_price).toMatch(/^90173\.09/);
    const kept = await site.look((pool) =>
      pool.query<{ source: string; second: string | null; deviation: string | null }>(
        `select q.source, s.source as second, s.deviation from ledger.quote q left join ledger.quote_second s on (s.book, s.quote_id) = (q.book, q.id)
         where q.id = $1`,
        [placed.quote_id],
      ),
    );
    // 90,100.50 against 90,000: 11.17 basis points.
    expect(kept.rows).toEqual([{ source: 'massive', second: 'coingecko', deviation: '1117' }]);
  });

  it('[M37] a single spike of 5 % fills nothing, with a plain sentence; the next good price does, without a restart', async () => {
    vendorSays(94_605, 94_606);
    for (const process of [0, 1])
      await expect.poll(async () => verdict(await order(process))).toMatch(/market.unavailable$/);
    expect((await order(1)).text).toContain(
      'There’s no current price for BTC/USD. Nothing was traded; try again in a moment.',
    );
    for (const hostile of ['<html>', '[{"ev":"XQ","pair":"BTC-USD","bp":-1,"ap":0,"t":1}]'])
      vendor.send('crypto', hostile);
    await expect.poll(() => vendor.listeners('crypto')).toBe(1);
    await expect
      .poll(async () => {
        vendorSays(90_110, 90_111);
        return (await order()).status;
      })
      .toBe(201);
  });

  it('[M46] staff see each connection with its last error, and /readyz says what is down', async () => {
    const look = () => call(site.urls[0] ?? '', { path: '/admin/market', cookie: site.admin.cookie });
    const connectionsOf = (from: Answer) =>
      parsed<{ connections: { name: string; state: string; last_error: { cause: string } | null }[] }>(from)
        .connections;
    // What broke the socket is known, and it is good again.
    await expect
      .poll(
        async () => {
          vendorSays(90_120, 90_121);
          return connectionsOf(await look()).find(({ name }) => name === 'Massive, crypto');
        },
        { timeout: 15_000 },
      )
      .toMatchObject({
        state: 'good',
        last_error: { cause: expect.stringMatching(/could not be understood|closed/) },
      });
    const answer = await look();
    const connections = connectionsOf(answer);
    expect(connections.find(({ name }) => name === 'Massive, stocks snapshots')).toMatchObject({
      state: 'failing',
      last_error: { cause: 'status 404' },
    });
    expect(answer.text).not.toContain(Vendor.KEY);
    const ready = parsed<{ checks: { feed: string } }>(await call(site.urls[0] ?? '', { path: '/readyz' }));
    // The stand-in for the vendor never speaks of forex: on a weekday that is what is missing.
    expect(ready.checks.feed).toMatch(/^(ok|degraded: no fresh price: forex silent)/);
  });

  it('[M43] when the process that asks is killed the other one goes on', async () => {
    await site.servers[0]?.kill();
    await expect
      .poll(
        async () => {
          vendorSays(90_200, 90_201);
          return shownBid(1);
        },
        { timeout: 15_000 },
      )
      .toMatch(/^90127\.83/);
    expect((await order(1)).status).toBe(201);
  });
});
