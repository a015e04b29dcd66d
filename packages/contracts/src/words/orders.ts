/** Words of orders that wait, and of what closes a trade by itself. */
export const protectionWords = {
  title: 'Stop loss and take profit',
  names: { stop_loss: 'Stop loss', take_profit: 'Take profit', trailing_distance: 'Trailing stop' },
  units: (what: 'stop_loss' | 'take_profit' | 'trailing_distance', of: 'forex' | 'crypto' | 'stock') => ({
    price: what === 'trailing_distance' ? 'Distance' : 'Price',
    distance: of === 'forex' ? 'Pips' : 'Percent',
    money: what === 'take_profit' ? 'USD won' : 'USD lost',
  }),
  /** Behind the figures themselves. */
  marks: (of: 'forex' | 'crypto' | 'stock') => ({ price: '', distance: of === 'forex' ? 'pips' : '%', money: 'USD' }),
  field: (name: string, unit: string) => `${name}: ${unit.toLowerCase()}`,
  calculateFor: 'Calculate for',
  unreadable: 'Enter a number, such as 1.0850, 25 or 40.00',
  none: 'None',
  edit: 'Edit',
  editTitle: 'Stop loss and take profit',
  removeText: 'Leave a row empty to remove it.',
  editText:
    'Leave a row empty to remove it. The trade closes at the first price that reaches this level, which may be beyond it.',
  save: 'Save',
  saved: 'Stop loss and take profit saved',
  trailingNow: (price: string) => `now at ${price}`,
  history: 'Stop and target changes',
  changed: (name: string, before: string, after: string) => `${name}: ${before} → ${after}`,
} as const;

export const orderWords = {
  type: 'Order type',
  types: { market: 'Market', limit: 'Limit', stop: 'Stop', stop_limit: 'Stop limit' },
  price: { limit: 'Limit price', stop: 'Stop price' },
  priceHint: { limit: 'Or better', stop: 'Once it’s reached' },
  stopLimitHint: 'Once the price reaches your stop, this becomes a limit order.',
  timeInForce: 'Valid',
  timeInForceHint: {
    gtc: 'Good till cancelled',
    day: 'Ends with the trading day',
    gtd: 'Ends at the time you choose',
    ioc: 'Fills now or is cancelled',
    fok: 'Fills now or is cancelled',
  },
  timesInForce: { gtc: 'GTC', day: 'Day', gtd: 'GTD', ioc: 'IOC', fok: 'FOK' },
  timesInForceLong: {
    gtc: 'GTC: until cancelled',
    day: 'Day: until the day ends',
    gtd: 'GTD: until a date',
    ioc: 'IOC: now or never',
    fok: 'FOK: now or never',
  },
  expiresAt: 'Ends at (UTC)',
  stopReached: 'Stop reached',
  prices: { limit: 'Limit', stop: 'Stop' },
  clientOrderId: (id: string) => `Your ID: ${id}`,
  notFilled: 'Order cancelled. The price wasn’t at your limit, so nothing was traded.',
  deviation: 'Max deviation',
  deviationHint: 'We won’t trade if the price moves further against you. Leave empty for no limit.',
  deviationUnit: 'Max deviation in',
  deviationUnits: { percent: '%', points: 'points' },
  deviationText: (value: string, unit: 'percent' | 'points') => (unit === 'percent' ? `${value}%` : `${value} points`),
  pendingAllowed: 'You can place limit, stop and stop-limit orders now. They’ll wait until the market opens.',
  placed: 'Order placed. You’ll find it under Orders until it fills.',
  working: 'Working orders',
  ended: 'Ended orders',
  states: { working: 'Waiting', ended: 'Ended' },
  which: 'Which orders',
  noWorking: 'No working orders',
  noWorkingText: 'Limit, stop and stop-limit orders appear here until their price is reached.',
  noEnded: 'No ended orders',
  noEndedText: 'Filled, cancelled, rejected and expired orders appear here.',
  columns: {
    type: 'Type',
    price: 'Order price',
    away: 'Distance',
    valid: 'Valid',
    placed: 'Placed',
    ended: 'Ended',
    status: 'Status',
  },
  away: (distance: string, of: 'forex' | 'crypto' | 'stock') => (of === 'forex' ? `${distance} pips` : `${distance}%`),
  statuses: {
    working: 'Waiting',
    filled: 'Filled',
    cancelled: 'Cancelled',
    expired: 'Expired',
    rejected: 'Refused',
  },
  edit: 'Edit',
  editTitle: 'Change this order',
  editText: 'The order fills at the first price that reaches it.',
  save: 'Save order',
  cancel: 'Cancel',
  cancelled: 'Order cancelled',
  bothCancelled: 'Both linked orders cancelled',
  linked: 'Linked (OCO)',
  amended: 'Order changed',
} as const;

/** Two orders of which one cancels the other. */
export const linkedOrderWords = {
  title: 'One cancels the other',
  hint: 'Add a second order of the same size. When one fills, the other is cancelled.',
  side: 'Side of the second order',
  sides: { same: 'Same side', opposite: 'Opposite side' },
  type: 'Second order',
  typeHint: 'Valid as long as the first',
  price: { limit: 'Second limit price', stop: 'Second stop price' },
  placed: 'Both orders placed. You’ll find them under Orders until one fills.',
} as const;

export const cancelAllWords = {
  open: 'Cancel all',
  title: 'Cancel working orders?',
  symbol: 'Asset',
  everySymbol: 'All assets',
  everyType: 'All types',
  text: (count: number) =>
    count === 0
      ? 'No order matches.'
      : `We’ll cancel ${count === 1 ? '1 order' : `${count} orders`} together. An order linked to one of them is cancelled too.`,
  confirm: (count: number) => (count === 1 ? 'Cancel 1 order' : `Cancel ${count} orders`),
  done: (count: number) => (count === 1 ? '1 order cancelled' : `${count} orders cancelled`),
} as const;

export const positionWords = {
  view: 'Show',
  positions: (count: string) => `Positions ${count}`,
  mostOpen: (most: number) => `You can have up to ${most} open trades.`,
  dividendAhead: (symbol: string, rate: string, day: string) => `${symbol} pays $${rate} a share. Ex-date ${day}.`,
  dividendReceives: (amount: string) => `You’ll receive about ${amount}.`,
  dividendPays: (amount: string) => `You’re short, so you’ll pay about ${amount}.`,
  dividendMore: (count: number) => `And ${count} more dividends ahead.`,
  orders: (count: string) => `Orders ${count}`,
  closed: 'Closed',
  closedTrades: 'Closed trades',
  equity: 'Equity',
  unrealised: 'P/L',
  lowestLevel: 'Lowest margin',
  columns: {
    level: 'Margin level',
    protections: 'Stop / target',
    financing: 'Financing',
    closedBy: 'Closed by',
    side: 'Direction and lots',
  },
  short: { stop_loss: 'SL', take_profit: 'TP', trailing_stop: 'TS' },
  noProtection: 'Set',
  editOf: (name: string) => `Stop loss and take profit of ${name}: `,
  shortfall: 'Loss covered by us',
  closeAll: 'Close all',
  closeAllTitle: 'Close all trades?',
  closeAllText: (count: number) =>
    `We’ll close ${count === 1 ? '1 trade' : `all ${count} trades`} at the next available price. The total updates live until then.`,
  closeAllConfirm: (count: number) => (count === 1 ? 'Close 1 trade' : `Close ${count} trades`),
  closedCount: (count: number) => (count === 1 ? '1 trade closed.' : `${count} trades closed.`),
  leftCount: (count: number) =>
    count === 1 ? 'Couldn’t close 1 trade. It stays open:' : `Couldn’t close ${count} trades. They stay open:`,
  together: 'Total',
  waitNote:
    'There’s no current price, so the trade will close at the next one, whatever it is. You can undo the close until then.',
  closingNext: 'Closing at the next price',
  closingPart: (lots: string) => `Closing ${lots} lots at the next price`,
  takeBack: 'Undo close',
  takeBackOf: (name: string) => `Undo close of ${name}`,
  takenBack: 'Close undone',
  waitingCount: (count: number) =>
    count === 1 ? '1 trade closes at the next price.' : `${count} trades close at the next price.`,
  lotsToClose: 'Lots to close',
  lotsOf: (open: string) => `of ${open} open`,
  part: (share: number) => `${share} percent of it`,
  partly: (left: string) => `${left} lots stay open with their share of the collateral.`,
  tooMany: (open: string) => `You have ${open} lots open`,
  more: 'Show older trades',
  moreOrders: 'Show older orders',
  most: (count: number) => `Showing the newest ${count}. The figures above include all of them.`,
} as const;

/** What happened by itself, said aloud as it happens. */
export const tradeEventWords = {
  filled: (what: string) => `Order filled: ${what}`,
  triggered: (what: string) => `Stop reached: ${what} now waits for its limit price`,
  rejected: (what: string, why: string) => `Order rejected: ${what}. ${why}`,
  expired: (what: string) => `Order expired: ${what}`,
  closed: (what: string, by: string, result: string) => `Trade closed: ${what}, by ${by}. Result ${result}`,
  closedAsAsked: (what: string) => `Closed at the next price, as you asked: ${what}`,
  losing: (what: string) => `${what} has lost another 10% of its collateral`,
} as const;

export const oneClickWords = {
  name: 'One-click',
  region: 'One-click trading',
  title: 'Turn on one-click trading?',
  text: 'On this device, one click on a price places a market order immediately, for trades worth up to the amount below. We’ll ask you to confirm larger trades, and every trade while you owe a loan.',
  collateralText: 'Each trade uses its required margin plus 10% as collateral. You can turn this off at any time.',
  guard: 'Largest trade value in USD',
  guardRequired: 'Input the largest trade value',
  turnOn: (guard: string) => `Turn on, up to ${guard}`,
  upTo: (guard: string, deviation: string) =>
    deviation === ''
      ? `One click trades immediately, up to ${guard}`
      : `One click trades immediately, up to ${guard} and within ${deviation} of the price you see`,
  lots: 'Lots per click',
  button: (lots: string, name: string) => `${lots} ${name} now`,
  confirmTitle: 'Place this trade?',
  confirm: 'Place trade',
  whySize: (guard: string) => `It’s worth more than your limit of ${guard}.`,
  whyLoan: 'You owe a loan, so we ask before every trade.',
  collateral: 'Collateral',
} as const;
