/* Orders, trades and the prices they need. */

export const trade = {
  amountRequired: 'Input an amount',
  lotsNumber: 'Lot size must be a number',
  lotsStep: 'Enter lots in steps of 0.01',
  lotsMost: 'At most 9,999,999.99 lots',
  lotsPositive: 'Lot size must be greater than zero',
  lotsRequired: 'Input your lot size',
  assetRequired: 'Please choose an asset',
  sideRequired: 'Choose buy or sell',
  typeUnknown: 'Choose a market, limit or stop order',
  insufficient: 'Insufficient balance',
  placed: 'Trade Placed Successfully',
  /** The specification's sentence, and what happened. */
  placedAt: (side: 'buy' | 'sell', quantity: string, price: string) =>
    `Trade Placed Successfully. ${side === 'buy' ? 'Bought' : 'Sold'} ${quantity} at ${price}.`,
  failed: 'Failed to place trade',
  marginShort: (required: string) => `This lot size needs at least ${required}`,
  notionalSmall: 'The trade must be worth at least $10.00. Choose a larger lot size',
  notionalLarge: 'This trade is too large. Choose a smaller lot size',
  notFound: 'Trade not found',
  alreadyClosed: 'This trade is already closed.',
  tooMany: (most: string) => `You have ${most} open trades, the maximum. Close one to open another.`,
  lotsTooMany: 'You can’t close more lots than this trade has open',
  closed: 'Trade closed',
  waits: 'There’s no current price. The trade will close at the next one.',
  notWaiting: 'This trade has no pending close.',
  suspended: 'Your account is suspended, so you can’t open new trades. You can still close trades and withdraw.',
  dividendFirst: 'We’re booking a dividend or a split first. Try again in a few seconds.',
  onlyUnknown: 'Choose winners or losers',
  notWinning: 'This trade isn’t at a profit at the current price, so it stays open.',
  notLosing: 'This trade isn’t at a loss at the current price, so it stays open.',
  breakEvenBeyond: (side: string, price: string, level: string) =>
    `The ${side === 'buy' ? 'bid' : 'ask'} is ${price}, so a stop loss at ${level} would close the trade immediately. Try again once the price is ${side === 'buy' ? 'above' : 'below'} it.`,
  breakEvenCovered: (stop: string, level: string) =>
    `Your stop loss at ${stop} already covers break-even at ${level}, so we left it there.`,
  marginLevels: (least: string, most: string, count: string) =>
    `Choose up to ${count} different levels from ${least} to ${most} percent, in whole percent`,
  mirrored: 'This trade copies another trader’s and closes when theirs does. You can close it yourself at any time.',
} as const;

export const order = {
  priceRequired: 'Input a price',
  priceFormat: 'Enter a price as a number, such as 1.25',
  priceUnwanted: 'Market orders fill at the current price. Leave this empty, or choose a limit or stop order',
  limitMissing: 'Input the limit price',
  stopMissing: 'Input the stop price',
  dayOnly:
    'A market order fills right away or not at all. Leave this at gtc, ioc or fok, or choose a limit or stop order',
  timeInForce: 'Choose gtc, day, gtd, ioc or fok',
  timeInForceWaiting: 'An order that waits can be gtc, day or gtd',
  immediateOnly: 'Only market and limit orders can be ioc or fok. Choose gtc, day or gtd',
  expiryFormat: 'Enter a date and time with its zone, such as 2030-06-28T21:00:00Z',
  expiryMissing: 'Choose when the order ends',
  expiryUnwanted: 'Only an order with time_in_force gtd has a date. Choose gtd, or leave this empty',
  expiryPast: 'Choose a time in the future',
  clientOrderId: 'Use 1 to 128 letters, digits or signs, without spaces',
  clientOrderIdTaken: (order: string) =>
    `Your order ${order} already has this client_order_id, so nothing was placed. Send a new one to place another order.`,
  linkedKind:
    'Linked orders are limit or stop orders that end together: gtc, day or gtd, as they were placed. Cancel them and place them again to change that',
  noSuchPrice: 'This order has no such price. Send limit_price, stop_price or both, as its type has them',
  stopReached: 'The stop price was reached, so the order now waits for its limit price. You can still change that one.',
  notFound: 'Order not found',
  notWorking: 'This order is no longer working. It was filled, was cancelled or has expired.',
  tooMany: (most: string) => `You have ${most} working orders, the maximum. Cancel one to place another.`,
  priceStep: (digits: string) => `Prices of this asset have at most ${digits} decimals`,
  priceMoved: (side: string, price: string, expected: string) =>
    `The price moved: the ${side === 'buy' ? 'ask' : 'bid'} is ${price} now, not ${expected}. Nothing was traded.`,
  deviationFormat: {
    points: 'Enter whole points from 0 to 1,000,000, such as 10',
    percent: 'Enter a percentage from 0 to 100, such as 0.5',
  },
  deviationUnit: 'Choose points or percent',
  deviationMarketOnly: 'Limit and stop orders name their own price. Leave this empty, or choose a market order',
  expectedMissing: 'Send the price you saw with a maximum deviation',
  limitSide: (side: string, price: string) =>
    side === 'buy'
      ? `The ask is ${price}. Set a limit below it, or place a market order.`
      : `The bid is ${price}. Set a limit above it, or place a market order.`,
  stopSide: (side: string, price: string) =>
    side === 'buy'
      ? `The ask is ${price}. Set a stop above it, or place a market order.`
      : `The bid is ${price}. Set a stop below it, or place a market order.`,
  stopLossSide: (side: string, price: string) =>
    `The stop loss must be ${side === 'buy' ? 'below' : 'above'} ${price}, or the trade would close immediately`,
  targetSide: (side: string, price: string) =>
    `The take profit must be ${side === 'buy' ? 'above' : 'below'} ${price}, or the trade would close immediately`,
  targetOrder: 'Enter the targets from the nearest to the furthest, and the take profit beyond them',
  targetLots: (lots: string) => `The targets may close ${lots} lots together at most`,
  targetsMost: (most: string) => `Set at most ${most} targets`,
  trailing: (price: string) => `The trailing distance must be smaller than the price, ${price}`,
  notReached: 'The price hasn’t been reached.',
  tooOld: 'This price is too old to use.',
  notDue: 'Nothing is due.',
  nothingLeft: 'Enter the price, size, amount, expiry, stop or target you want to change',
  classUnknown: 'Choose simple, bracket, oco or oto',
  bracketNeeds: 'A bracket order needs a take profit, and a stop loss or trailing stop',
  otoNeeds: 'An oto order needs either a take profit, or a stop loss or trailing stop',
  simpleBare: 'A simple order has no stop or target. Remove them, or leave the class out',
  ocoNeeds: 'Linked orders are two that each wait for a price. Send the second one in legs',
  legsUnwanted: 'Only linked orders (oco) have a second one. Leave legs out, or set the class to oco',
  ended: {
    client: 'You cancelled it.',
    oco: 'The order linked to it ended.',
    suspended: 'Your account was suspended.',
    account_closed: 'The account was closed.',
    day: 'Its trading day ended.',
    gtd: 'Its end date passed.',
    ioc: 'The price wasn’t at its limit when you placed it.',
    fok: 'The price wasn’t at its limit when you placed it.',
    other: 'It couldn’t be filled at its price.',
  },
} as const;

export const market = {
  /** Who a price came from, by the name stored with it. */
  sourceNames: {
    simulated: 'Simulated',
    replay: 'Recorded',
    'recorded close': 'Recorded close, with the base spread around it',
    massive: 'Massive',
    'massive last trade': 'Massive, last trade with the base spread around it',
    coingecko: 'CoinGecko, one price with the base spread around it',
    twelvedata: 'Twelve Data, one price with the base spread around it',
  } as Readonly<Record<string, string>>,
  holidays: {
    new_year: 'New Year’s Day',
    martin_luther_king: 'Martin Luther King Jr. Day',
    presidents: 'Presidents’ Day',
    good_friday: 'Good Friday',
    memorial: 'Memorial Day',
    juneteenth: 'Juneteenth',
    independence: 'Independence Day',
    labor: 'Labor Day',
    thanksgiving: 'Thanksgiving',
    after_thanksgiving: 'The day after Thanksgiving',
    christmas_eve: 'Christmas Eve',
    christmas: 'Christmas Day',
    before_independence: 'The day before Independence Day',
  },
  pricesFrom: (names: readonly string[]) =>
    `Prices from ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join()}`,
  closed: (name: string, at: string) => `The market for ${name} is closed. It reopens ${at}.`,
  closedForGood: (name: string) => `The market for ${name} is closed because its recorded prices have ended.`,
  tooOldToOpen: (name: string, age: number, most: number) =>
    `The latest price for ${name} is ${age} seconds old, and a market order needs one at most ${most} seconds old. Nothing was traded; try again in a moment or place a limit or stop order.`,
  stale: (name: string) => `There’s no current price for ${name}. Nothing was traded; try again in a moment.`,
  unknown: 'You can’t trade this asset here.',
  badTime: 'Enter a time such as 2026-11-20T15:00:00Z.',
  badAdjustment: 'Choose an adjustment: split or raw.',
  badInterval: 'Choose an interval: 1m, 5m, 15m, 30m, 1h, 4h, 1d, 1w or 1M.',
  barsSymbol: 'Name one asset in symbol, or several in symbols.',
  barsSymbols: (most: number) => `Ask for up to ${most} assets at a time.`,
  barsTooMany: (most: string, each: string) =>
    `An answer holds up to ${most} bars. For this many assets, a limit of ${each} works.`,
  barsEndFirst: 'The end is before the start.',
  ticksNotKept:
    'This market’s prices come from outside, and we keep their one-minute bars, not every tick. Get the bars instead.',
  ticksBegin: (day: string) => `Ticks begin on ${day}.`,
  ticksAhead: 'That day hasn’t begun yet (UTC).',
  ticksNotOver: 'That day isn’t over. Its file is ready after midnight UTC.',
  ticksOneAtATime: 'Your other download isn’t finished. Wait for it to end, then try again.',
  ticksBusy: 'Too many downloads are running. Try again in a few seconds.',
  watchlistFull: (most: number) => `Your watchlist can hold up to ${most} assets`,
  symbolFormat: 'Use a symbol, such as EURUSD.',
  watchlistTwice: 'This asset is already in your watchlist',
} as const;
