/** Words of what is done with an open position in one step. */
export const actionWords = {
  title: 'Manage position',
  open: (name: string) => `Manage ${name}`,
  breakEven: 'Break-even',
  breakEvenText:
    'Moves your stop loss to where you break even. If the price jumps past it, you can still lose. Your take profit and trailing stop stay.',
  stopToEntry: (price: string) => `Stop at entry, ${price}`,
  stopToCosts: (price: string) => `Stop with costs covered, ${price}`,
  breakEvenDone: (price: string) => `Stop loss moved to ${price}`,
  reverse: 'Reverse',
  reverseText: (side: string, lots: string) =>
    `Closes this position and opens ${side} ${lots} at the same price, in one step. If the new one can’t open, this one stays. It starts without a stop loss or take profit.`,
  reverseTo: (side: string, lots: string) => `Reverse to ${side} ${lots}`,
  reversed: (result: string, price: string) => `Reversed at ${price}. Result ${result}`,
  reverses: 'Reversed from',
  net: 'Net',
  netTitle: 'Net positions',
  noNet: 'No open positions',
  noNetText: 'Your open trades appear here by asset, with their average price.',
  flat: 'Flat',
  columns: {
    net: 'Net lots',
    average: 'Average price',
    buys: 'Bought',
    sells: 'Sold',
  },
  sideAt: (lots: string, price: string) => `${lots} at ${price}`,
  closeAsset: (name: string) => `Close ${name}`,
  marginCall: 'Margin call',
  marginCallText:
    'We’ll tell you in the app and by email when a position’s margin level falls to one of these. At 50% we close the position.',
  marginLevels: 'Levels in percent',
  marginLevelsHint: 'Up to five, such as 150, 100. Leave empty for none.',
  marginSave: 'Save levels',
  marginSaved: 'Margin-call levels saved',
  /** Closing some of them. */
  which: 'Which trades',
  only: { all: 'All', winners: 'Winners', losers: 'Losers' },
  asset: 'Asset',
  everyAsset: 'Every asset',
  closeSomeText: (count: number, only: 'all' | 'winners' | 'losers') =>
    only === 'all'
      ? `We’ll close ${count === 1 ? '1 trade' : `${count} trades`} at the next available price. The total updates live until then.`
      : `We’ll close ${count === 1 ? '1 trade that’s' : `${count} trades that are`} at a ${only === 'winners' ? 'profit' : 'loss'} at the price that closes ${count === 1 ? 'it' : 'them'}. The others stay open.`,
  noneSuch: 'No open trade matches.',
} as const;
