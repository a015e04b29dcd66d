import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exactPrice } from '@clearbook/domain/market';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DepositCoin } from '../../features/market/index.ts';
import { createMarket } from '../../features/market/index.ts';
import { openConversionPrices } from './index.ts';
import { createSimulatedFeed } from './simulated.ts';
import {
  createCoinGeckoPrices,
  DEFAULT_COINGECKO_URL,
  FAILURE_PAUSE_MS,
  MAX_PRICE_BODY_BYTES,
  PRICE_KEPT_MS,
} from './coingecko.ts';

const UNAVAILABLE = { ok: false, code: 'price.unavailable' };
const SAMPLE =
  '{"bitcoin":{"usd":46492,"usd_market_cap":882135792227.5,"last_updated_at":1641286589},"ethereum":{"usd":3769.23},"tether":{"usd":1.001}}';

let server: Server;
let base: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[];
let failures: string[];
let nowMs: number;

beforeEach(async () => {
  asked = [];
  failures = [];
  nowMs = Date.parse('2026-11-21T13:00:00Z');
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const says = (body: string, status = 200) => {
  answer = (_request, response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};
const prices = (timeoutMs = 3_000) =>
  createCoinGeckoPrices({
    baseUrl: base,
    clock: { now: () => new Date(nowMs) },
    onFailure: (cause) => failures.push(cause),
    timeoutMs,
  });

async function priceOf(coin: DepositCoin): Promise<string> {
  const found = await prices().usdPrice(coin);
  return found.ok ? exactPrice(found.price) : found.code;
}

describe('simple-price', () => {
  it('[M31] asks for one coin in dollars and reads the usd field', async () => {
    says(SAMPLE);
    expect(await prices().usdPrice('bitcoin')).toEqual({
      ok: true,
      price: 46_492n * 10n ** 10n,
      source: 'coingecko',
      quoteId: null,
      at: new Date(nowMs),
    });
    expect(asked).toEqual(['/api/v3/simple/price?ids=bitcoin&vs_currencies=usd']);
    expect([await priceOf('ethereum'), await priceOf('tether')]).toEqual(['3769.23', '1.001']);
  });

  it('[M31] takes the digits as they stand in the answer', async () => {
    says('{"tether":{"usd":1.00000000000000000049}}');
    expect(await priceOf('tether')).toBe('1');
    says('{"bitcoin":{"usd":76975.1234567891}}');
    expect(await priceOf('bitcoin')).toBe('76975.1234567891');
  });

  it('[M31] reads recorded answers of the real service', async () => {
    const folder = fileURLToPath(new URL('../../../../../../shared/data/rates/coingecko/', import.meta.url));
    const files = ['simple_price_derived_2022-01-04.json', 'simple_price_derived_2022-01-06.json']
      .map((name) => folder + name)
      .filter((path) => existsSync(path));
    const recordings = files.length > 0 ? files.map((path) => readFileSync(path, 'utf8')) : [SAMPLE];
    for (const recording of recordings) {
      says(recording);
      const expected = (JSON.parse(recording) as Record<string, { usd: number }>)['bitcoin']!.usd;
      expect(await priceOf('bitcoin')).toBe(String(expected));
    }
  });

  it.each([
    ['limited', '{"status":{"error_code":429}}', 429],
    ['broken', 'oops', 500],
    ['redirecting', '', 302],
    ['empty', '', 200],
    ['garbage', '<html>busy</html>', 200],
    ['NaN', '{"bitcoin":{"usd":NaN}}', 200],
    ['infinite', '{"bitcoin":{"usd":1e999}}', 200],
    ['an exponent', '{"bitcoin":{"usd":4.6e4}}', 200],
    ['negative', '{"bitcoin":{"usd":-46492}}', 200],
    ['zero', '{"bitcoin":{"usd":0}}', 200],
    ['absurdly small', '{"bitcoin":{"usd":0.01}}', 200],
    ['absurdly large', '{"bitcoin":{"usd":46492000000}}', 200],
    ['text', '{"bitcoin":{"usd":"46492"}}', 200],
    ['null', '{"bitcoin":{"usd":null}}', 200],
    ['an object in place of a number', '{"bitcoin":{"usd":{"number":"46492","more":1}}}', 200],
    ['another coin', '{"ethereum":{"usd":46492}}', 200],
    ['a list', '[]', 200],
    ['a prototype', '{"__proto__":{"bitcoin":{"usd":46492}}}', 200],
  ])('[M32] an answer that is %s is no price', async (_name, body, status) => {
    answer = (_request, response) =>
      void response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end(body);
    expect(await prices().usdPrice('bitcoin')).toMatchObject({
      ...UNAVAILABLE,
      detail: 'We can’t calculate the amount to pay because the price service isn’t responding. Try again in a minute.',
    });
    expect(failures).toHaveLength(1);
  });

  it('[M32] a huge body is cut off', async () => {
    let sent = 0;
    let cut = false;
    answer = (_request, response) => {
      response.writeHead(200);
      response.on('close', () => (cut = !response.writableFinished));
      const more = (): void => {
        while (!response.destroyed && sent < 1024 * MAX_PRICE_BODY_BYTES) {
          sent += MAX_PRICE_BODY_BYTES;
          if (!response.write(' '.repeat(MAX_PRICE_BODY_BYTES))) return void response.once('drain', more);
        }
      };
      more();
    };
    expect(await prices().usdPrice('bitcoin')).toMatchObject(UNAVAILABLE);
    expect(failures).toEqual(['Error: body too large']);
    await expect.poll(() => cut).toBe(true);
  });

  it.each(['before', 'inside'])(
    '[M32] a service that stalls %s its answer is left within the timeout',
    async (where) => {
      answer = (_request, response) => {
        if (where === 'inside') response.writeHead(200, { 'content-type': 'application/json' }).write('{"bitcoin":');
      };
      const started = performance.now();
      expect(await prices(100).usdPrice('bitcoin')).toMatchObject(UNAVAILABLE);
      expect(performance.now() - started).toBeLessThan(2_000);
      expect(failures[0]).toContain('TimeoutError');
    },
  );

  it('[M32] a service that is not there is no price', async () => {
    const gone = createCoinGeckoPrices({
      baseUrl: 'http://127.0.0.1:1',
      clock: { now: () => new Date(nowMs) },
      onFailure: (cause) => failures.push(cause),
    });
    expect(await gone.usdPrice('tether')).toMatchObject(UNAVAILABLE);
    expect(failures).toHaveLength(1);
  });

  it('[M33] keeps a price for 30 seconds', async () => {
    says(SAMPLE);
    const service = prices();
    const first = await service.usdPrice('bitcoin');
    says('{"bitcoin":{"usd":50000}}');
    nowMs += PRICE_KEPT_MS - 1;
    expect(await service.usdPrice('bitcoin')).toEqual(first);
    nowMs += 1;
    expect(await service.usdPrice('bitcoin')).toMatchObject({ ok: true, price: 50_000n * 10n ** 10n });
    expect(asked).toHaveLength(2);
  });

  it('[M33] leaves a failing service alone for 5 seconds, then asks again', async () => {
    says('', 429);
    const service = prices();
    expect(await service.usdPrice('bitcoin')).toMatchObject(UNAVAILABLE);
    says(SAMPLE);
    nowMs += FAILURE_PAUSE_MS - 1;
    expect(await service.usdPrice('bitcoin')).toMatchObject(UNAVAILABLE);
    nowMs += 1;
    expect(await service.usdPrice('bitcoin')).toMatchObject({ ok: true });
    expect(asked).toHaveLength(2);
  });

  it('[M33] clients who ask at once share one request', async () => {
    says(SAMPLE);
    const service = prices();
    const answers = await Promise.all(Array.from({ length: 50 }, () => service.usdPrice('ethereum')));
    expect(new Set(answers).size).toBe(1);
    expect(asked).toHaveLength(1);
  });
});

describe('choice of the price source', () => {
  const clock = { now: () => new Date(nowMs) };
  const choose = (market: 'simulated' | 'replay' | 'live', coingeckoUrl: string) =>
    openConversionPrices(
      { mode: 'demo', market, coingeckoUrl },
      {
        market: createMarket({ feed: createSimulatedFeed('a seed'), clock, onListenerError: () => undefined }),
        seed: 'a seed',
        clock,
        onFailure: (cause) => failures.push(cause),
      },
    );

  it('[M30] the default configuration asks nobody', async () => {
    expect(await choose('simulated', DEFAULT_COINGECKO_URL).usdPrice('bitcoin')).toMatchObject({
      ok: true,
      source: 'simulated',
    });
    expect(await choose('replay', DEFAULT_COINGECKO_URL).usdPrice('tether')).toMatchObject({
      ok: true,
      source: 'fixed',
    });
  });

  it('[M30] a service that the operator names is asked', async () => {
    says(SAMPLE);
    expect(await choose('simulated', base).usdPrice('bitcoin')).toMatchObject({ ok: true, source: 'coingecko' });
    expect(asked).toHaveLength(1);
  });
});
