import { parsePrice, PRICE_DECIMALS, type Price } from '@clearbook/domain/market';
import { roundHalfEven } from '@clearbook/domain/money';
import * as z from 'zod';
import {
  type CoinPrice,
  type ConversionPrices,
  type DepositCoin,
  PRICE_UNAVAILABLE,
} from '../../features/market/index.ts';
import type { Clock } from '../../platform/clock.ts';

/** Where the price service answers unless COINGECKO_URL names another place. */
export const DEFAULT_COINGECKO_URL = 'https://api.coingecko.com/api/v3';

/** One request, headers and body together, may take this long. */
export const PRICE_TIMEOUT_MS = 3_000;
/** A price is used again for this long. The service's free tier allows a few calls a minute. */
export const PRICE_KEPT_MS = 30_000;
/** After a failure the service is left alone for this long, so that impatient clients do not keep it over its limit. */
export const FAILURE_PAUSE_MS = 5_000;
export const MAX_PRICE_BODY_BYTES = 16 * 1024;

/** Outside these a number is a mistake or an attack, not a price. Dollars for one coin. */
const BOUNDS: Readonly<Record<DepositCoin, { least: Price; most: Price }>> = {
  bitcoin: { least: parsePrice('100'), most: parsePrice('10000000') },
  ethereum: { least: parsePrice('1'), most: parsePrice('1000000') },
  tether: { least: parsePrice('0.5'), most: parsePrice('1.5') },
};

/** A JSON number by its own text, so that no price is ever a floating-point number. */
const numberText = z.strictObject({ number: z.string().regex(/^\d{1,12}(?:\.\d{1,30})?$/) });

/**
 * CoinGecko's GET /simple/price, as the specification uses it. Every failure (refused, slow, limited, garbled, out of bounds) is the same plain answer to the
 * client; `onFailure` hears the cause.
 */
export function createCoinGeckoPrices(options: {
  baseUrl: string;
  clock: Clock;
  onFailure: (cause: string) => void;
  timeoutMs?: number;
}): ConversionPrices {
  const { clock, onFailure, timeoutMs = PRICE_TIMEOUT_MS } = options;
  const kept = new Map<DepositCoin, { untilMs: number; answer: CoinPrice }>();
  const asking = new Map<DepositCoin, Promise<CoinPrice>>();

  const ask = async (coin: DepositCoin): Promise<CoinPrice> => {
    try {
      const price = await simplePrice(options.baseUrl, coin, timeoutMs);
      const answer: CoinPrice = { ok: true, price, source: 'coingecko', quoteId: null, at: clock.now() };
      kept.set(coin, { untilMs: clock.now().getTime() + PRICE_KEPT_MS, answer });
      return answer;
    } catch (error) {
      onFailure(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
      kept.set(coin, { untilMs: clock.now().getTime() + FAILURE_PAUSE_MS, answer: PRICE_UNAVAILABLE });
      return PRICE_UNAVAILABLE;
    } finally {
      asking.delete(coin);
    }
  };

  return {
    usdPrice(coin) {
      const known = kept.get(coin);
      if (known !== undefined && clock.now().getTime() < known.untilMs) return Promise.resolve(known.answer);
      // Everyone who waits for the same coin waits for the same request.
      const underway = asking.get(coin) ?? ask(coin);
      asking.set(coin, underway);
      return underway;
    },
  };
}

async function simplePrice(baseUrl: string, coin: DepositCoin, timeoutMs: number): Promise<Price> {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/simple/price?ids=${coin}&vs_currencies=usd`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const body = parseKeepingNumbers(await limitedText(response));
  const { usd } = z.object({ [coin]: z.object({ usd: numberText }) }).parse(body)[coin] ?? {};
  const price = priceFromText(usd?.number ?? '');
  if (price < BOUNDS[coin].least || price > BOUNDS[coin].most) throw new Error(`${coin} out of bounds`);
  return price;
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest of the body.
    if (size > MAX_PRICE_BODY_BYTES) throw new Error('body too large');
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

function parseKeepingNumbers(text: string): unknown {
  return (JSON.parse as ParseWithSource)(text, (_key, value, { source }) =>
    typeof value === 'number' ? { number: source ?? '' } : value,
  );
}

/** A decimal with more places than a price carries is rounded half to even. */
function priceFromText(text: string): Price {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length <= PRICE_DECIMALS) return parsePrice(text);
  return roundHalfEven(BigInt(whole + fraction), 10n ** BigInt(fraction.length - PRICE_DECIMALS));
}
