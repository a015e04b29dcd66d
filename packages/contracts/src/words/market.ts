import type { ClassState } from '../market.ts';

const KINDS = { forex: 'Forex', crypto: 'Crypto', stock: 'Stocks' } as const;

/** "90 seconds", "15 minutes": never less than it is. */
const ageOf = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;

/** Words about where prices come from and whether they come. */
export const marketWords = {
  kinds: KINDS,
  /** On the trading page, while a kind of market is down. */
  down: (kinds: readonly (keyof typeof KINDS)[]) =>
    `${joined(kinds.map((each) => KINDS[each]))}: no fresh prices right now. Orders, stops and closes wait until prices are back.`,
  downTitle: 'Prices are interrupted',
  /** What a reader should know of prices that are not of this very second. */
  delayed: (kinds: readonly (keyof typeof KINDS)[], seconds: number) =>
    `${joined(kinds.map((each) => KINDS[each]))} prices may be up to ${ageOf(seconds)} old. Market orders need a price at most 5 seconds old; limit and stop orders wait for the next one.`,
  unwatched: (from: string, until: string) =>
    `We couldn’t watch prices from ${from} to ${until}. Stops and orders that were reached then were decided at the first price after that.`,
  about: {
    button: 'Hours, costs and limits',
    title: (name: string) => `About ${name}`,
    hours: 'Hours',
    hoursOf: {
      always: 'Always open',
      forex_week: 'Sunday 17:00 to Friday 17:00 New York',
      exchange_day: '09:30 to 16:00 New York, Monday to Friday',
      recording: 'As long as its recorded candles last',
    },
    closes: 'Closes',
    reopens: 'Reopens',
    never: 'Won’t reopen: its recorded prices have ended',
    lot: 'One lot',
    lotOf: (size: string, base: string) => `${Number(size).toLocaleString('en-US')} ${base}`,
    step: 'Lot step',
    least: 'Minimum trade value',
    dollars: (amount: string) => `$${amount}`,
    pip: 'One pip',
    leverage: 'Your leverage',
    leverageOf: (own: number, cap: number) => (own === cap ? `${own}:1` : `${own}:1, at most ${cap}:1`),
    spread: 'Base spread',
    spreadAdded: 'Added to the spread',
    spreadChange: (from: string) => `Added from ${from}`,
    markup: 'Your mark-up',
    financingOf: (year: string, night: string) => `${year}% a year, ${night}% a night`,
    financingBuy: 'Overnight financing of a buy',
    financingSell: 'Overnight financing of a sell',
    financingChange: (from: string) => `Financing from ${from}`,
    financingChanged: (buy: string, sell: string) => `Buy ${buy}%, sell ${sell}% a year`,
    financingNext: 'Next charge',
    financingTriple: 'Next charge of three nights',
    spreadNow: 'Your spread now',
    spreadUsual: 'Usual spread, last seven days',
    spreadUnknown: 'Not known yet',
    jump: 'Price jumps above this need confirming',
    percent: (value: string) => `${value}%`,
    stale: 'Oldest price we trade on',
    seconds: (value: number) => `${value} seconds`,
    source: 'Prices from',
    holidays: 'Upcoming holidays',
    closedOn: (day: string) => `Closed ${day}`,
    endsAt: (at: string) => `Ends early, ${at}`,
  },
  actions: {
    title: 'Dividends and splits',
    intro:
      'Announced in corporate-actions.csv in the data folder, at least a day before the ex-date. Nothing here can be recorded or changed by hand.',
    unknown: 'Dividends and splits can’t be shown right now.',
    none: 'No dividends or splits announced yet',
    symbol: 'Asset',
    what: 'What',
    dividend: (rate: string) => `$${rate} a share`,
    split: (ratio: string) => `${ratio} split`,
    exDate: 'Ex-date',
    effective: 'Takes effect',
    source: 'Source',
    recorded: 'Recorded',
    positions: 'Positions',
    received: 'Buys received',
    paid: 'Sells paid',
  },
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
    ownPrices: 'These prices don’t depend on an outside service.',
    unknown: 'Couldn’t load the market status',
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
