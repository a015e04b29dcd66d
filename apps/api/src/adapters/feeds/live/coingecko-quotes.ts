import {
  type CryptoSymbol,
  instrument,
  sidesAround,
  type SourceTick,
  type Symbol,
  tryParsePriceNumber,
} from '@clearbook/domain/market';
import * as z from 'zod';
import { NumberText, parseKeepingNumbers } from './json.ts';
import { Poller } from './poller.ts';
import { getText, SourceFailure } from './rest.ts';
import type { Source, SourceParts } from './source.ts';

/**
 * The service renews a simple price once a minute without a key and every thirty seconds or less with one, and allows five to fifteen requests a minute without a key,
 * thirty with a demo key. One request asks for all coins, so these stay far below.
 */
const POLL_MS = { keyless: 30_000, keyed: 10_000 } as const;
const CADENCE_MS = 60_000;

/** The service's names of our coins. */
const IDS: Readonly<Record<CryptoSymbol, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  LTC: 'litecoin',
  XRP: 'ripple',
  BCH: 'bitcoin-cash',
  ADA: 'cardano',
  SOL: 'solana',
  DOT: 'polkadot',
  BNB: 'binancecoin',
  DOGE: 'dogecoin',
  SHIB: 'shiba-inu',
  AVAX: 'avalanche-2',
  MATIC: 'matic-network',
  ATOM: 'cosmos',
  LINK: 'chainlink',
  UNI: 'uniswap',
  XLM: 'stellar',
  TRX: 'tron',
  ALGO: 'algorand',
  FTM: 'fantom',
  NEAR: 'near',
  HBAR: 'hedera-hashgraph',
  ICP: 'internet-computer',
  FIL: 'filecoin',
  AAVE: 'aave',
  GRT: 'the-graph',
};

const coin = z.object({ usd: z.instanceof(NumberText), last_updated_at: z.instanceof(NumberText) });

/** CoinGecko's GET /simple/price for all 26 coins in one request. It names one price a coin: bid and ask are the base spread around it. */
export function createCoinGeckoQuotes(
  options: SourceParts & { baseUrl: string; key: string | undefined; pollMs?: number },
): Source {
  const { clock, key } = options;
  const keyHeader = options.baseUrl.includes('pro-api.') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key';
  let poller: Poller | undefined;
  return {
    name: 'coingecko',
    label: 'CoinGecko',
    classes: ['crypto'],
    cadenceMs: () => CADENCE_MS,
    start(sink) {
      poller = new Poller({
        part: 'prices',
        everyMs: options.pollMs ?? POLL_MS[key === undefined ? 'keyless' : 'keyed'],
        random: options.random,
        sink,
        async ask(signal) {
          const url = new URL(`${options.baseUrl}/simple/price`);
          url.searchParams.set('ids', Object.values(IDS).join());
          url.searchParams.set('vs_currencies', 'usd');
          url.searchParams.set('include_last_updated_at', 'true');
          url.searchParams.set('precision', 'full');
          const text = await getText(url, { signal, ...(key && { headers: { [keyHeader]: key } }) });
          const ticks = readPrices(text, clock.now().getTime());
          if (ticks.length === 0) throw new SourceFailure('its answer held no price');
          sink.ticks(ticks);
        },
      });
      poller.start();
    },
    stop: () => poller?.stop(),
  };
}

/** Every coin that the answer holds in the right form; the others are left out. */
function readPrices(text: string, receivedMs: number): SourceTick[] {
  const body = z.record(z.string(), z.unknown()).parse(parseKeepingNumbers(text));
  const ticks: SourceTick[] = [];
  for (const [symbol, id] of Object.entries(IDS)) {
    const found = Object.hasOwn(body, id) ? coin.safeParse(body[id]) : undefined;
    if (found?.success !== true) continue;
    const price = tryParsePriceNumber(found.data.usd.text);
    const seconds = Number(found.data.last_updated_at.text);
    if (price === undefined || !Number.isSafeInteger(seconds)) continue;
    const sides = sidesAround(instrument(symbol as Symbol), price);
    ticks.push({ symbol: symbol as Symbol, ...sides, sourceTimeMs: seconds * 1_000, receivedMs, source: 'coingecko' });
  }
  return ticks;
}
