import type { SignalRule } from '../signals.ts';

/** What a client reads about a rule: the same everywhere, also in the api's replies to programs. */
type RuleWords = {
  readonly name: string;
  /** What has to happen on the bars. */
  readonly when: string;
  /** Why people look at it. */
  readonly idea: string;
  readonly source: string;
};

export const signalRuleWords: Readonly<Record<SignalRule, RuleWords>> = {
  average_cross: {
    name: 'Moving-average cross',
    when: 'Buy when the average of the last 20 closes rises above the average of the last 50, sell when it falls below it.',
    idea: 'A faster average crossing a slower one suggests that the direction has changed.',
    source: 'S. Achelis, Technical Analysis from A to Z, “Moving averages”',
  },
  channel_breakout: {
    name: 'Channel breakout',
    when: 'Buy when an hour closes above the highest price of the 20 hours before it, sell when it closes below the lowest.',
    idea: 'A price that breaks out of its range may keep going.',
    source: 'R. Donchian’s channel, as in C. Faith, Way of the Turtle',
  },
  band_reentry: {
    name: 'Band re-entry',
    when: 'Buy when an hour closes back inside Bollinger’s bands (20 hours, 2 standard deviations) after one below them, sell after one above them.',
    idea: 'A price far from its average that turns back may return to it.',
    source: 'J. Bollinger, Bollinger on Bollinger Bands',
  },
  strength_reversal: {
    name: 'RSI reversal',
    when: 'Buy when the relative strength index of 14 hours rises back to 30 or more, sell when it falls back to 70 or less.',
    idea: 'A move that has run far in one direction and loses force may turn.',
    source: 'J. W. Wilder, New Concepts in Technical Trading Systems; simple averages (Cutler)',
  },
  stochastic_cross: {
    name: 'Stochastic cross',
    when: 'Buy when the stochastic (14, 3, 3) rises above its own average while that is under 20, sell when it falls below it above 80.',
    idea: 'Closes near the bottom of their range that begin to rise may mark a low; near the top, a high.',
    source: 'G. Lane; S. Achelis, Technical Analysis from A to Z, “Stochastic oscillator”',
  },
};

/** Words of the Signal page's record, current signals and coverage. */
export const signalWords = {
  recordTitle: 'Track record',
  recordText:
    'Every signal these rules have given, including losing ones. Results are after spread and mark-up, in units of risk (R). A signal that reaches its stop loses about 1 R.',
  publicMore: 'To see open signals, log in or create an account.',
  promise: 'Past results don’t predict future ones. A signal is a calculation, not advice, and any signal can lose.',
  live: 'Live',
  backtest: 'Backtest',
  liveText: 'Published within five minutes of the hour they’re based on, before anyone could know the outcome.',
  backtestText:
    'Calculated afterwards with the same rules and recorded bars, for times before this site opened or while it was offline. No one could have traded them, so they don’t count toward the live record.',
  noLive: 'No ended live signals yet',
  noLiveText: 'We publish a signal when an hour ends and a rule applies. It appears here with its result once it ends.',
  noBacktest: 'No backtest on this site',
  noBacktestText: 'Signals calculated after the fact appear here, separate from the live ones.',
  until: (at: string) => `Complete up to ${at}`,
  filling: 'We’re still calculating the track record from recorded bars. It updates as you read.',
  figures: {
    ended: 'Ended',
    open: 'Open now',
    winRate: 'Win rate',
    average: 'Average result',
    total: 'Total result',
    split: 'Target · stop · expired',
  },
  byRule: 'By rule',
  ruleColumns: {
    rule: 'Rule',
    ended: 'Ended',
    winRate: 'Win rate',
    average: 'Average',
    total: 'Sum',
    split: 'Target · stop · expired',
  },
  endedTitle: 'Ended signals',
  columns: {
    asset: 'Asset',
    rule: 'Rule',
    side: 'Direction',
    entry: 'Entry',
    stop: 'Stop',
    target: 'Target',
    issued: 'Issued',
    expires: 'Expires',
    ended: 'Ended',
    outcome: 'Outcome',
    result: 'Result',
    action: 'Action',
  },
  outcomes: { target: 'Target reached', stop: 'Stopped', expired: 'Expired', not_entered: 'Not entered', open: 'Open' },
  noneEnded: 'No ended signals',
  noneEndedText: 'No signal has ended for this rule and asset yet. Choose another one above.',
  allRules: 'All rules',
  allAssets: 'All assets',
  ruleFilter: 'Rule',
  assetFilter: 'Asset',
  details: 'Details',
  currentTitle: 'Current signals',
  noCurrent: 'No open signals',
  noCurrentText: (names: string) =>
    `No rule applies to ${names} right now. New signals appear here within minutes after an hour ends.`,
  andMore: (names: string, more: number) => `${names} and ${more} more`,
  more: (left: number) => `Show more (${left} left)`,
  use: 'Use this signal',
  late: 'Backtest',
  lateText: 'Calculated more than five minutes after its hour, so it doesn’t count toward the live record.',
  priceNow: 'Price now',
  coverageTitle: 'Your instruments',
  coverageText: (percent: number, allowed: number, all: number) =>
    `Your signal strength of ${percent}% covers ${allowed} of ${all} instruments.`,
  coverageRule: 'You can fill free slots at any time. You can swap one instrument a day (UTC).',
  choose: 'Choose instruments',
  chooseLabel: 'Instruments with signals',
  chooseHint: (left: number) => (left === 0 ? 'All slots are full' : left === 1 ? '1 slot left' : `${left} slots left`),
  uncovered: (names: string) => `Selected but not covered by your current strength: ${names}`,
  nextChange: (at: string) => `You can swap another instrument from ${at}.`,
  all: 'You see signals for all instruments.',
  clearChoice: 'Remove all',
  save: 'Save choice',
  saved: 'Instruments saved',
  detailTitle: 'Signal',
  howComputed: 'How we calculate and score signals',
  pricesTitle: 'Entry, stop and target',
  prices:
    'The entry is the price at the close of that hour. The stop is two 14-hour average true ranges away, and the target is three.',
  howScored: 'How we score it',
  scoring:
    'We enter at the open of the next hour: a buy at the ask, a sell at the bid, with the base spread and the mark-up of a client without a package. The signal ends when the bid (for a sell, the ask) reaches the stop or the target. If one hour reaches both, the stop counts. After 24 trading hours it ends at the last close.',
  source: 'Formula',
  bar: 'Calculated from the hour of',
  fill: 'Entry price',
  exit: 'Exit',
  rUnit: 'R',
  pipsUnit: 'pips',
  rHelp: '1 R is the published distance from entry to stop.',
  chart: 'Price around the signal',
  newSignal: (side: string, name: string) => `New signal: ${side} ${name}`,
  newSignals: (count: number) => `${count} new signals for your instruments`,
  fromSignal: 'From a signal',
  fromSignalText:
    'We set the lot size and amount so that a loss at the stop is at most 1% of your available balance. We also set the stop and target, unless the price has already passed one of them. Press the button to place the trade.',
  fromEnded: 'This signal has ended, so we haven’t filled anything in.',
} as const;
