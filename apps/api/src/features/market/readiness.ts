import type { MarketStatus } from './status.ts';

/** For /readyz: names the classes that are open and have no price to deal on. Prices come from outside, so the process works on without them. */
export function marketReadiness({ classes }: Pick<MarketStatus, 'classes'>): true | string {
  const down = classes.filter(({ state }) => state === 'set_aside' || state === 'stale' || state === 'silent');
  if (down.length === 0) return true;
  return `no fresh price: ${down.map((each) => `${each.class} ${each.state.replace('_', ' ')}`).join(', ')}`;
}
