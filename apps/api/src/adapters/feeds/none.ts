import type { Feed } from '../../features/market/index.ts';

/** No vendor of live prices is configured: every instrument says so, and nothing trades. */
export function createNoFeed(): Feed {
  return {
    source: 'none',
    label: 'No live prices',
    cadenceMs: () => 0,
    read: () => ({ state: 'silent' }),
    bars: () => Promise.resolve([]),
  };
}
