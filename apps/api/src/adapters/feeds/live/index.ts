import { randomInt } from 'node:crypto';
import { barsAsTraded } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import type { KnownActions } from '../../../features/market/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createLease } from '../../../platform/lease.ts';
import type { Logger } from '../../../platform/log.ts';
import { BULLETINS } from './bulletin.ts';
import { createCoinGeckoQuotes } from './coingecko-quotes.ts';
import { createHistory } from './history.ts';
import { createLiveFeed, type LiveFeed } from './live-feed.ts';
import { createMassive, MASSIVE_HOSTS, massiveHistory } from './massive.ts';
import { causeOf } from './rest.ts';
import type { Source } from './source.ts';
import { createTape } from './tape.ts';
import { createTwelveData, TWELVEDATA_URL } from './twelvedata.ts';

export type LiveConfig = {
  readonly coingeckoUrl: string;
  readonly coingeckoKey?: string;
  readonly marketVendorKey?: string;
  readonly marketSecondKey?: string;
  /** For tests: both vendors' interfaces on this machine. */ readonly marketVendorUrl?: string;
};

/** Live prices of everything that the configuration has keys for, in the order of preference. */
export function openLiveFeed(
  config: LiveConfig,
  parts: { pool: Pool; clock: Clock; log: Logger; actions: KnownActions; halted?: () => boolean },
): LiveFeed {
  const { pool, clock, log, actions } = parts;
  const { marketVendorKey: key, marketSecondKey: secondKey, marketVendorUrl: own } = config;
  if (key === undefined) throw new Error('live prices need the key that the configuration asks for');
  const source = { clock, random: () => randomInt(1_000_000) / 1_000_000 };
  const restUrl = own ?? MASSIVE_HOSTS.rest;
  const socketUrl = own?.replace('http:', 'ws:') ?? MASSIVE_HOSTS.socket;
  const sources: Source[] = [
    createMassive({ ...source, key, restUrl, socketUrl }),
    ...(secondKey === undefined
      ? []
      : [
          createTwelveData({
            ...source,
            key: secondKey,
            baseUrl: own === undefined ? TWELVEDATA_URL : `${own}/twelvedata`,
          }),
        ]),
    createCoinGeckoQuotes({ ...source, key: config.coingeckoKey, baseUrl: config.coingeckoUrl }),
  ];
  return createLiveFeed({
    sources,
    clock,
    log,
    tape: createTape(pool),
    history: createHistory({
      clock,
      // The vendor's candles are in the shares of when they are asked for, which also knows of splits from before this site.
      ask: async (ask) => {
        const nowMs = clock.now().getTime();
        const bars = await massiveHistory({ key, restUrl }, ask);
        return barsAsTraded(bars, ask.interval, actions.of(ask.symbol), nowMs);
      },
      onFailure: (error) => log.warn({ cause: causeOf(error) }, 'candles of the past could not be had'),
    }),
    publish: async (payload) => void (await pool.query('select pg_notify($1, $2)', [BULLETINS, payload])),
    lease: (turns) => createLease({ pool, lock: 'feed', log, ...(parts.halted && { halted: parts.halted }), ...turns }),
  });
}
