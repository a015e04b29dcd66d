import type { MarketStatus } from './market.ts';

/**
 * For /readyz. Classes that are open and have no price to deal on are named; while another class has prices the server can work all the same, and when none has it
 * is not ready.
 */
export function marketReadiness({ classes }: Pick<MarketStatus, 'classes'>): true | string | { readonly but: string } {
  const down = classes.filter(({ state }) => state === 'set_aside' || state === 'stale' || state === 'silent');
  if (down.length === 0) return true;
  const words = `no fresh price: ${down.map((each) => `${each.class} ${each.state.replace('_', ' ')}`).join(', ')}`;
  const works = classes.some(({ state }) => state === 'good' || state === 'partly');
  return works ? { but: words } : words;
}
