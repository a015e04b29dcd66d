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
    idea: 'A faster average that overtakes a slower one says that the direction has changed.',
    source: 'S. Achelis, Technical Analysis from A to Z, “Moving averages”',
  },
  channel_breakout: {
    name: 'Channel breakout',
    when: 'Buy when an hour closes above the highest price of the 20 hours before it, sell when it closes below the lowest.',
    idea: 'A price that leaves the range it kept to may go on.',
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
  recordTitle: 'The record',
  recordText:
    'Every signal that these rules have given, losers included. Results are counted after spread and mark-up, in units of the risk: a signal that reaches its stop loses about 1 R.',
  promise: 'Past results promise nothing. A signal is a calculation, not advice, and any of them can lose.',
  live: 'Live',
  backtest: 'Backtest',
  liveText:
    'Published within five minutes of the hour they were computed from, before anybody could know how they would end.',
  backtestText:
    'Worked out afterwards by the same rules from recorded bars, for the time before this site opened or while it was off. Nobody could have traded them. Counted apart from the live record.',
  noLive: 'No live signal has ended yet',
  noLiveText:
    'A signal is published when an hour ends and a rule applies. It appears here with its result once it has ended.',
  noBacktest: 'No backtest on this site',
  noBacktestText: 'Signals that are worked out after the fact would stand here, apart from the live ones.',
  until: (at: string) => `Complete up to ${at}`,
  filling: 'The record is being worked out from recorded bars. It fills up while you read.',
  figures: {
    ended: 'Ended',
    open: 'Open now',
    winRate: 'Ended above zero',
    average: 'Average result',
    total: 'Sum of results',
    split: 'Target · stop · expired',
  },
  byRule: 'By rule',
  ruleColumns: {
    rule: 'Rule',
    ended: 'Ended',
    winRate: 'Above zero',
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
  noneEnded: 'No ended signal here',
  noneEndedText: 'No signal of this rule and asset has ended yet. Choose others above.',
  allRules: 'All rules',
  allAssets: 'All assets',
  ruleFilter: 'Rule',
  assetFilter: 'Asset',
  details: 'Details',
  currentTitle: 'Current signals',
  noCurrent: 'No open signal right now',
  noCurrentText: (names: string) =>
    `No rule applies to ${names} at the moment. A new signal appears here by itself within minutes of the end of an hour.`,
  andMore: (names: string, more: number) => `${names} and ${more} more`,
  more: (left: number) => `Show more (${left} left)`,
  use: 'Use this signal',
  late: 'Backtest',
  lateText: 'Worked out later than five minutes after its hour: it does not count into the live record.',
  priceNow: 'Price now',
  coverageTitle: 'Your instruments',
  coverageText: (percent: number, allowed: number, all: number) =>
    `Your signal strength of ${percent} % covers ${allowed} of ${all} instruments.`,
  coverageRule:
    'Free places can be filled at any time. Giving one instrument up for another is possible once a day (UTC).',
  choose: 'Choose instruments',
  chooseLabel: 'Instruments with signals',
  chooseHint: (left: number) =>
    left === 0 ? 'All places are taken' : left === 1 ? '1 place is free' : `${left} places are free`,
  uncovered: (names: string) => `Chosen, but beyond your present strength: ${names}`,
  nextChange: (at: string) => `You can give an instrument up for another from ${at}.`,
  all: 'All instruments are covered.',
  clearChoice: 'Remove all',
  save: 'Save choice',
  saved: 'Instruments saved',
  detailTitle: 'Signal',
  howComputed: 'How signals are computed and scored',
  pricesTitle: 'Entry, stop and target',
  prices:
    'The entry is the dealt price at the close of that hour. The stop stands two average true ranges of 14 hours away, the target three.',
  howScored: 'How it is scored',
  scoring:
    'It is entered at the opening of the next hour, a buy at the ask and a sell at the bid, with the base spread and the mark-up of a client without a package. It ends where the bid (a sell: the ask) reaches stop or target; when one hour reaches both, the stop counts. After 24 hours of trading it ends at the last close.',
  source: 'Formula',
  bar: 'Computed from the hour of',
  fill: 'Entered at',
  exit: 'Left at',
  rUnit: 'R',
  percentUnit: '%',
  pipsUnit: 'pips',
  rHelp: '1 R is the distance from entry to stop as it was published.',
  chart: 'Price around the signal',
  newSignal: (side: string, name: string) => `New signal: ${side} ${name}`,
  newSignals: (count: number) => `${count} new signals for your instruments`,
  fromSignal: 'From a signal',
  fromSignalText:
    'Lot size and amount are filled in so that the loss at the stop is at most one percent of what you have available. Its stop and target are filled in too, unless the price has gone past one of them. Nothing is traded until you press the button.',
  fromEnded: 'This signal has ended. Nothing is filled in.',
} as const;
