import {
  type ConversionPrices,
  createMarket,
  createMarketConversionPrices,
  type Feed,
  type KnownActions,
  type Market,
} from '../../features/market/index.ts';
import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { createCoinGeckoPrices, DEFAULT_COINGECKO_URL } from './coingecko.ts';
import { BULLETINS } from './live/bulletin.ts';
import { type LiveConfig, openLiveFeed } from './live/index.ts';
import { createReplayFeed } from './replay.ts';
import { loadReplayFolders } from './replay-files.ts';
import { createSimulatedFeed } from './simulated.ts';

/** An open feed, and the channels of the database on which it hears other processes. */
export type OpenFeed = { readonly feed: Feed; readonly handlers: Record<string, (payload: string) => void> };

/**
 * Opens the feed that the configuration names. The seed and the moment of creation come from the database, so that every process has the same market.
 * @throws PlainError where recorded candles cannot be used.
 */
export async function openFeed(
  config: LiveConfig & {
    market: 'simulated' | 'replay' | 'live';
    marketReplayDirs: readonly string[];
    marketReplaySpeed: number;
  },
  instance: { seed: string; seedGiven: boolean; createdAt: Date },
  parts: { pool: Pool; clock: Clock; log: Logger; actions: KnownActions; halted?: () => boolean },
): Promise<OpenFeed> {
  if (config.market === 'simulated')
    return { feed: createSimulatedFeed(instance.seed, instance.seedGiven, parts.actions.of), handlers: {} };
  if (config.market === 'live') {
    const feed = openLiveFeed(config, parts);
    return { feed, handlers: { [BULLETINS]: (payload) => feed.hear(payload) } };
  }
  const series = await loadReplayFolders(config.marketReplayDirs);
  const feed = createReplayFeed({ series, createdAt: instance.createdAt, speed: config.marketReplaySpeed });
  return { feed, handlers: {} };
}

/**
 * Where the deposit wizard's dollar prices come from. Paper money on simulated or recorded prices needs no third party, so by default nothing is
 * asked of anyone: a coin that is not among the recordings has its simulated price. Naming another COINGECKO_URL, or live prices, turns to that service.
 */
export function openConversionPrices(
  config: { mode: 'demo' | 'live'; market: 'simulated' | 'replay' | 'live'; coingeckoUrl: string },
  parts: { market: Market; seed: string; clock: Clock; onFailure: (cause: string) => void },
): ConversionPrices {
  const { market, seed, clock, onFailure } = parts;
  const offline = config.mode === 'demo' && config.market !== 'live' && config.coingeckoUrl === DEFAULT_COINGECKO_URL;
  if (!offline) return createCoinGeckoPrices({ baseUrl: config.coingeckoUrl, clock, onFailure });
  if (config.market === 'simulated') return createMarketConversionPrices(market, clock);
  const simulated = createMarket({ feed: createSimulatedFeed(seed), clock, onListenerError: () => undefined });
  return createMarketConversionPrices(market, clock, simulated);
}
