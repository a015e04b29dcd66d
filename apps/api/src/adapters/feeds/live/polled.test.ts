import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exactPrice, type SourceTick } from '@clearbook/domain/market';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Vendor } from '../../../../test/vendor.ts';
import { Backoff, FIRST_PAUSE_MS, LONGEST_PAUSE_MS } from './backoff.ts';
import { createCoinGeckoQuotes } from './coingecko-quotes.ts';
import type { Source } from './source.ts';
import { createTwelveData } from './twelvedata.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const SECONDS = NOW / 1_000;
const COINGECKO = '/coingecko/simple/price';
const TWELVEDATA = '/twelvedata/quote';

let vendor: Vendor;
let source: Source | undefined;
let ticks: SourceTick[];
let failures: string[];

beforeEach(async () => {
  vendor = await Vendor.open();
  ticks = [];
  failures = [];
});
afterEach(async () => {
  source?.stop();
  await vendor.close();
});

const parts = { clock: { now: () => new Date(NOW) }, random: () => 0, pollMs: 20 };
function start(made: Source): void {
  source = made;
  made.start({
    ticks: (more) => void ticks.push(...more),
    up: () => undefined,
    failed: (_part, cause) => void failures.push(cause),
  });
}
const coinGecko = (key?: string) => createCoinGeckoQuotes({ ...parts, baseUrl: `${vendor.url}/coingecko`, key });
const twelveData = () => createTwelveData({ ...parts, baseUrl: `${vendor.url}/twelvedata`, key: Vendor.KEY });

describe('CoinGecko’s simple price as quotes', () => {
  it('[M42] one request asks for all 26 coins; the base spread stands around each price, tiny ones with an exponent too', async () => {
    vendor.answers.set(COINGECKO, {
      body: `{"bitcoin":{"usd":93052.1234567,"last_updated_at":${SECONDS}},"shiba-inu":{"usd":1.209e-05,"last_updated_at":${SECONDS - 40}}}`,
    });
    start(coinGecko('a-demo-key'));
    await expect.poll(() => ticks.length).toBeGreaterThanOrEqual(2);
    const [bitcoin, shib] = ticks;
    expect([bitcoin?.symbol, exactPrice(bitcoin?.bid ?? 0n), exactPrice(bitcoin?.ask ?? 0n)]).toEqual([
      'BTC',
      '93047.47',
      '93056.78',
    ]);
    expect([shib?.symbol, exactPrice(shib?.bid ?? 0n), shib?.sourceTimeMs]).toEqual([
      'SHIB',
      '0.000012085',
      NOW - 40_000,
    ]);
    const asked = new URL(vendor.asked[0]?.url ?? '', vendor.url).searchParams;
    expect(asked.get('ids')?.split(',')).toHaveLength(26);
    expect(asked.get('include_last_updated_at')).toBe('true');
    expect(vendor.asked[0]?.headers['x-cg-demo-api-key']).toBe('a-demo-key');
  });

  it('[M42] reads the recorded and the documented answers of the real service', async () => {
    const folder = fileURLToPath(new URL('../../../../../../../shared/data/rates/coingecko/', import.meta.url));
    const recorded = `${folder}simple_price_derived_2022-01-04.json`;
    const body = existsSync(recorded)
      ? readFileSync(recorded, 'utf8')
      : `{"bitcoin":{"usd":46492,"last_updated_at":1641286589}}`;
    vendor.answers.set(COINGECKO, { body });
    start(coinGecko());
    await expect
      .poll(() => ticks.find(({ symbol }) => symbol === 'BTC')?.sourceTimeMs)
      .toBeGreaterThan(1_600_000_000_000);
    expect(vendor.asked[0]?.headers['x-cg-demo-api-key']).toBeUndefined();
  });

  it.each([
    ['status 429', { status: 429, body: '' }, 'too many requests (status 429)'],
    ['garbage', { body: '<html>' }, 'its answer could not be understood'],
    ['a list', { body: '[]' }, 'its answer could not be understood'],
    ['nothing of ours', { body: '{"ethereum-classic":{"usd":1,"last_updated_at":1}}' }, 'its answer held no price'],
    ['wrong types', { body: '{"bitcoin":{"usd":"93052","last_updated_at":1}}' }, 'its answer held no price'],
    ['null', { body: '{"bitcoin":{"usd":null,"last_updated_at":1}}' }, 'its answer held no price'],
    ['no time', { body: '{"bitcoin":{"usd":93052}}' }, 'its answer held no price'],
    ['negative', { body: `{"bitcoin":{"usd":-93052,"last_updated_at":${SECONDS}}}` }, 'its answer held no price'],
  ])('[M41] an answer of %s gives no price, and the next sound one does', async (_name, answer, cause) => {
    vendor.answers.set(COINGECKO, answer);
    start(coinGecko());
    await expect.poll(() => failures).toContain(cause);
    expect(ticks).toEqual([]);
    vendor.answers.set(COINGECKO, { body: `{"bitcoin":{"usd":93052,"last_updated_at":${SECONDS}}}` });
    await expect.poll(() => ticks.length).toBeGreaterThan(0);
  });
});

describe('Twelve Data’s quotes', () => {
  it('[M42] one request asks for all pairs and stocks; prices are text and times are those of the last minute', async () => {
    vendor.answers.set(TWELVEDATA, {
      body: JSON.stringify({
        'EUR/USD': { symbol: 'EUR/USD', close: '1.08512', timestamp: SECONDS - 60_000, last_quote_at: SECONDS - 30 },
        'BRK.B': { symbol: 'BRK.B', close: '480.10999', last_quote_at: SECONDS },
        AAPL: { symbol: 'AAPL', close: 200, last_quote_at: SECONDS },
        MSFT: { code: 404, message: 'symbol not found', status: 'error' },
      }),
    });
    start(twelveData());
    await expect.poll(() => ticks.length).toBeGreaterThanOrEqual(2);
    expect(
      ticks
        .slice(0, 2)
        .map(({ symbol, bid, ask, sourceTimeMs }) => [symbol, exactPrice(bid), exactPrice(ask), sourceTimeMs]),
    ).toEqual([
      ['EURUSD', '1.08511', '1.08513', NOW - 30_000],
      ['BRK.B', '480.06', '480.16', NOW],
    ]);
    const asked = new URL(vendor.asked[0]?.url ?? '', vendor.url);
    expect(asked.searchParams.get('symbol')?.split(',')).toHaveLength(51);
    expect(asked.href).not.toContain(Vendor.KEY);
    expect(vendor.asked[0]?.headers.authorization).toBe(`apikey ${Vendor.KEY}`);
  });

  it('[M41] an error in a good answer is a failure', async () => {
    vendor.answers.set(TWELVEDATA, {
      body: JSON.stringify({ code: 429, status: 'error', message: 'You have run out of API credits' }),
    });
    start(twelveData());
    await expect.poll(() => failures).toContain('it answered with an error');
  });
});

describe('pauses between retries', () => {
  it('[M41] double up to a minute, each from the upper half by chance', () => {
    const [least, most] = [new Backoff(() => 0), new Backoff(() => 1)];
    const draw = (backoff: Backoff) => Array.from({ length: 9 }, () => backoff.next());
    expect(draw(least)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(draw(most)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    least.reset();
    expect(least.next()).toBe(FIRST_PAUSE_MS / 2);
    expect(LONGEST_PAUSE_MS).toBe(60_000);
  });
});
