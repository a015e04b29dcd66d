import type { Feed } from '../../features/market/index.ts';
import { createNoFeed } from './none.ts';
import { createReplayFeed } from './replay.ts';
import { loadReplayFolders } from './replay-files.ts';
import { createSimulatedFeed } from './simulated.ts';

export { createCoinGeckoPrices, DEFAULT_COINGECKO_URL } from './coingecko.ts';

/**
 * Opens the feed that the configuration names. The seed and the moment of creation come from the database, so that every process has the same market.
 * @throws PlainError where recorded candles cannot be used.
 */
export async function openFeed(
  config: { market: 'simulated' | 'replay' | 'live'; marketReplayDirs: readonly string[]; marketReplaySpeed: number },
  instance: { seed: string; createdAt: Date },
): Promise<Feed> {
  if (config.market === 'simulated') return createSimulatedFeed(instance.seed);
  if (config.market === 'live') return createNoFeed();
  const series = await loadReplayFolders(config.marketReplayDirs);
  return createReplayFeed({ series, createdAt: instance.createdAt, speed: config.marketReplaySpeed });
}
