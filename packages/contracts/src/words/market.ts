import type { ClassState } from '../market.ts';

const KINDS = { forex: 'Forex', crypto: 'Crypto', stock: 'Stocks' } as const;

/** Words about where prices come from and whether they come. */
export const marketWords = {
  kinds: KINDS,
  /** On the trading page, while a kind of market is down. */
  down: (kinds: readonly (keyof typeof KINDS)[]) =>
    `${joined(kinds.map((each) => KINDS[each]))}: no fresh prices right now. Orders, stops and closing wait there until prices are back.`,
  downTitle: 'Prices are interrupted',
  /** What a reader should know of prices that are not of this very second. */
  delayed: (kinds: readonly (keyof typeof KINDS)[], seconds: number) =>
    `${joined(kinds.map((each) => KINDS[each]))} prices may be up to ${seconds} seconds old.`,
  manage: {
    title: 'Market prices',
    kind: 'Market',
    state: 'State',
    priced: 'With a price',
    of: (good: number, open: number) => `${good} of ${open} open`,
    sources: 'From',
    since: 'Since',
    reopens: (at: string) => `reopens ${at}`,
    connections: 'Connections',
    connection: 'Connection',
    lastPrice: 'Last price',
    lastError: 'Last error',
    none: 'None',
    ownPrices: 'These prices depend on no outside service.',
    unknown: 'Market status could not be read',
  },
  states: {
    good: 'Good',
    partly: 'Partly',
    closed: 'Closed',
    set_aside: 'Set aside',
    stale: 'Stale',
    silent: 'No prices',
  } satisfies Record<ClassState, string>,
  connectionStates: { good: 'Good', failing: 'Failing' },
} as const;

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
