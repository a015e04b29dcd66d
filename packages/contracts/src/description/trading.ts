import type { copyingRoutes } from '../routes/copying.ts';
import type { marketRoutes } from '../routes/market.ts';
import type { signalsRoutes } from '../routes/signals.ts';
import type { tradingRoutes } from '../routes/trading.ts';
import type { WordsOf } from './words.ts';

export const marketWords: WordsOf<typeof marketRoutes> = {
  'GET /instruments': {
    id: 'listInstruments',
    tag: 'Market',
    summary: 'List instruments',
    description: 'Every instrument with this client’s own mark-up and leverage, and whether its market is open.',
  },
  'GET /instruments/:id': {
    id: 'getInstrument',
    tag: 'Market',
    summary: 'Open an instrument',
    description:
      'Spread now and its usual range, trading hours, holidays, overnight financing of either side and price source of one instrument.',
  },
  'GET /market/status': {
    id: 'getMarketStatus',
    tag: 'Market',
    summary: 'See where prices come from and how they are',
    description: 'One row per class of instruments. Delays are in seconds.',
  },
  'GET /corporate-actions': {
    id: 'listCorporateActions',
    tag: 'Market',
    summary: 'List upcoming dividends and splits',
    description:
      'What is announced and still ahead, soonest first, with its source, what a dividend would bring or cost you on what you hold now, and what a split would make of it. At most 500.',
  },
  'GET /me/dividends': {
    id: 'listDividends',
    tag: 'Account',
    summary: 'List your dividends of a year',
    description:
      'Each dividend booked on your positions in a calendar year (UTC), newest first, with the year’s sums for your tax return. No tax is withheld.',
  },
  'GET /admin/corporate-actions.csv': {
    id: 'exportAnnouncedCorporateActions',
    tag: 'Staff: trading',
    summary: 'Export announced dividends and splits as CSV',
    description:
      'Everything that was announced, or what takes effect between the dates, and what has been booked of it. `received` and `paid` are US dollars.',
  },
  'GET /admin/corporate-actions': {
    id: 'listAnnouncedCorporateActions',
    tag: 'Staff: trading',
    summary: 'List announced dividends and splits',
    description:
      'Everything that was announced, the latest ex-date first, and what has been booked of it. Nobody records or changes one here. At most 500.',
  },
  'GET /quotes': {
    id: 'listQuotes',
    tag: 'Market',
    summary: 'Get current quotes',
    description: 'Bid and ask as this client deals on them, mark-up included, in each instrument’s quote currency.',
  },
  'GET /bars': {
    id: 'listBars',
    tag: 'Market',
    summary: 'Get price bars',
    description:
      'Open, high, low and close of the feed’s mid prices, the volume where the source counts it, and the tick volume: how many quotes began in the bar. Oldest first; each further page is older. Bars begin at UTC times. `adjustment=split` (the default) states bars from before a split in the shares of now, volume included; `adjustment=raw` leaves them as traded. Dividends change no bar. Name one asset in `symbol`, or up to 20 in `symbols`; an answer holds up to 5,000 bars.',
  },
  'GET /instruments/:id/ticks.csv': {
    id: 'downloadTicks',
    tag: 'Market',
    summary: 'Download a day’s ticks',
    description:
      'Every quote of an instrument that began on a UTC day, oldest first, as its source gave it, without your mark-up, and always as traded: a split changes no row (the bars that these rows make are those of `adjustment=raw`). The mids and the number of these rows are what bars are made of. Hours in which the instrument was closed, and gaps in a recording, have no rows. Today’s file ends with the quote of this moment. Live markets keep one-minute bars instead of ticks (`ticks.not_kept`). One download at a time; 20 in ten minutes. Send `Accept-Encoding: gzip` to get it compressed.',
  },
  'GET /bars/sparklines': {
    id: 'listSparklines',
    tag: 'Market',
    summary: 'Get a day’s price lines',
    description: 'Hourly closes of the last day per symbol, oldest first: for drawing only.',
  },
  'GET /me/watchlist': {
    id: 'getWatchlist',
    tag: 'Market',
    summary: 'Get the watchlist',
    description: 'Symbols in the client’s own order.',
  },
  'PUT /me/watchlist': {
    id: 'setWatchlist',
    tag: 'Market',
    summary: 'Replace the watchlist',
    description: 'At most 100 symbols, each once.',
    example: { symbols: ['EURUSD', 'BTCUSD'] },
  },
  'GET /me/chart': {
    id: 'getChart',
    tag: 'Charts',
    summary: 'Get your charts',
    description:
      'How many are shown beside each other, and of each its asset, interval, style, indicators and compared assets.',
  },
  'PUT /me/chart': {
    id: 'setChart',
    tag: 'Charts',
    summary: 'Save your charts',
    description: 'At most 4, each with at most 10 indicators and 3 compared assets.',
    example: {
      shown: 1,
      active: 0,
      charts: [
        {
          symbol: 'ETH',
          interval: '1h',
          style: 'candles',
          indicators: [{ key: 'a1', id: 'ema', settings: { length: 20 } }],
          compare: ['BTC'],
        },
      ],
    },
  },
  'GET /me/layouts': {
    id: 'listLayouts',
    tag: 'Charts',
    summary: 'List your saved layouts',
    description: 'By name.',
  },
  'POST /me/layouts': {
    id: 'saveLayout',
    tag: 'Charts',
    summary: 'Save a layout',
    description: 'Keeps charts under a name that none of your layouts has. At most 10.',
    example: {
      name: 'Crypto',
      layout: {
        shown: 2,
        active: 0,
        charts: [
          { symbol: 'BTC', interval: '1h', style: 'candles', indicators: [], compare: [] },
          { symbol: 'ETH', interval: '5m', style: 'area', indicators: [], compare: ['BTC'] },
        ],
      },
    },
  },
  'PATCH /me/layouts/:id': {
    id: 'changeLayout',
    tag: 'Charts',
    summary: 'Rename or replace a saved layout',
    description: 'What is left out stays.',
    example: { name: 'Crypto, mornings' },
  },
  'DELETE /me/layouts/:id': {
    id: 'deleteLayout',
    tag: 'Charts',
    summary: 'Delete a saved layout',
    description: 'Charts that were opened from it stay as they are.',
  },
  'GET /me/charts/:id': {
    id: 'getDrawings',
    tag: 'Charts',
    summary: 'Get the drawings on a symbol',
    description: 'Corners are given in seconds since 1970 and in the instrument’s price.',
  },
  'PUT /me/charts/:id': {
    id: 'setDrawings',
    tag: 'Charts',
    summary: 'Save the drawings on a symbol',
    description: 'Replaces all of them. At most 100.',
    example: { drawings: [{ key: 'd1', kind: 'level', points: [{ time: 1795392000, price: '1.0875' }] }] },
  },
  'GET /admin/market': {
    id: 'getPriceSources',
    tag: 'Staff: trading',
    summary: 'See how price sources are doing',
    description: 'The market’s status, with each connection and its last error.',
  },
};

export const tradingWords: WordsOf<typeof tradingRoutes> = {
  'POST /orders': {
    id: 'placeOrder',
    tag: 'Trading',
    summary: 'Place an order',
    description:
      'A market order fills right away at the current quote; a limit or stop order waits for its price, a stop-limit order for its stop and then for its limit. `time_in_force` says how long: `gtc` until it is cancelled, `day` until the trading day ends, `gtd` until `expires_at`; a market or limit order that is `ioc` or `fok` fills now or ends now. Nothing is filled in part, so those two are one. `lots` is in steps of 0.01, `amount` is the collateral in US dollars, prices are in the instrument’s quote currency. `order_class` says what the order brings with it: `bracket` a stop loss (or trailing stop) and a take profit, which become its trade’s, `oto` one of them, `oco` a second waiting order in `legs` (one cancels the other), `simple` nothing. Left out, it follows from the order.',
    example: { symbol: 'EURUSD', side: 'buy', lots: '0.01', amount: '100.00', type: 'market', stop_loss: '1.0750' },
  },
  'POST /orders/preview': {
    id: 'previewOrder',
    tag: 'Trading',
    summary: 'See what an order would need',
    description:
      'Takes what placing an order takes and changes nothing. `refusal` names what the order would be refused for now; null where it would be accepted.',
    example: { symbol: 'EURUSD', side: 'buy', lots: '0.01', amount: '100.00', type: 'market' },
  },
  'GET /orders': {
    id: 'listOrders',
    tag: 'Trading',
    summary: 'List orders',
    description:
      'Working and ended orders, market orders included, newest first. `after` and `until` are about when they were placed.',
  },
  'GET /orders/:id': {
    id: 'getOrder',
    tag: 'Trading',
    summary: 'Read an order',
    description: 'Any order of yours, whatever its type, for as long as the account exists.',
  },
  'GET /orders/by_client_order_id': {
    id: 'getOrderByClientOrderId',
    tag: 'Trading',
    summary: 'Read an order by your own id',
    description: 'The order that you placed with this `client_order_id`.',
  },
  'PATCH /orders/:id': {
    id: 'amendOrder',
    tag: 'Trading',
    summary: 'Change a working order',
    description: 'What is left out stays as it is. Null removes a stop loss, take profit or trailing stop.',
    example: { price: '1.0810', take_profit: null },
  },
  'POST /orders/cancel-all': {
    id: 'cancelAllOrders',
    tag: 'Trading',
    summary: 'Cancel all working orders',
    description:
      'All of them, or those for a `symbol` or of a `type`, in one commit: either each is cancelled or none. `orders` names each. An order that is linked to one of them is cancelled with it.',
    example: { symbol: 'EURUSD' },
  },
  'POST /orders/:id/cancel': {
    id: 'cancelOrder',
    tag: 'Trading',
    summary: 'Cancel a working order',
    description: 'An order that is linked to it is cancelled with it.',
  },
  'POST /trades/close-all': {
    id: 'closeAllTrades',
    tag: 'Trading',
    summary: 'Close all open trades, or some of them',
    description:
      'Each closes at the next good quote. `symbol` narrows it to one instrument, `only` to trades at a profit or at a loss at the quote that closes them; with `only`, nothing waits. `left` names what could not be closed, and why; `results` names every trade.',
    example: { symbol: 'EURUSD', only: 'winners' },
  },
  'POST /trades/:id/reverse': {
    id: 'reverseTrade',
    tag: 'Trading',
    summary: 'Reverse a trade',
    description:
      'Closes the whole trade and opens as many lots on the other side at the same price: both happen or neither. Left out, `amount` is what the closed trade had left as collateral, as far as that is free. The new trade has no stop loss or take profit.',
    example: { expected_price: '1.08741', max_deviation: '10' },
  },
  'POST /trades/:id/break-even': {
    id: 'breakEven',
    tag: 'Trading',
    summary: 'Move the stop loss to break-even',
    description:
      'Sets the stop loss to the opening price, or with `at: costs` to `break_even_price`, where overnight financing is covered too. The take profit and the trailing stop stay.',
    example: { at: 'entry' },
  },
  'PATCH /trades/:id': {
    id: 'amendTrade',
    tag: 'Trading',
    summary: 'Set the stops of an open trade',
    description:
      'Replaces stop loss, take profit and trailing distance, in the instrument’s quote currency. Null removes one. `targets` close parts at prices of their own, nearest first; the take profit lies beyond them and closes the rest. Left out, they stay; an empty list removes them.',
    example: {
      stop_loss: '1.0750',
      take_profit: '1.0990',
      trailing_distance: null,
      targets: [{ price: '1.0950', lots: '0.05' }],
    },
  },
  'GET /me/margin-call': {
    id: 'getMarginCall',
    tag: 'Trading',
    summary: 'Get your margin-call levels',
    description: 'In percent of a position’s required margin, highest first. Empty: you are not told.',
  },
  'PUT /me/margin-call': {
    id: 'setMarginCall',
    tag: 'Trading',
    summary: 'Choose your margin-call levels',
    description:
      'Up to five levels from 51 to 1,000 percent, each in whole percent. A position whose margin level falls to one of them is told once in the app and by email; the level counts again once the position has been five points above it. Positions close out at 50 percent.',
    example: { levels: [150, 100] },
  },
  'GET /positions': {
    id: 'listPositions',
    tag: 'Trading',
    summary: 'List net positions',
    description:
      'One row per instrument with open trades: each side with its lots and average opening price over its fills, and the net of both. `unrealized_pl` is the sum of the trades’ own.',
  },
  'GET /fills': {
    id: 'listFills',
    tag: 'Trading',
    summary: 'List the fills of an instrument',
    description:
      'Each trade as it opened and each part of one as it closed, newest first. What staff wrote down by hand has no fill.',
  },
  'GET /trades': {
    id: 'listTrades',
    tag: 'Trading',
    summary: 'List trades',
    description: 'Open trades by when they were opened, closed ones by when they were closed, newest first.',
  },
  'GET /trades/:id': {
    id: 'getTrade',
    tag: 'Trading',
    summary: 'Open a trade',
    description: 'Amounts are in US dollars, prices in the instrument’s quote currency.',
  },
  'POST /trades/:id/close': {
    id: 'closeTrade',
    tag: 'Trading',
    summary: 'Close a trade',
    description: 'Closes the whole trade, or the `lots` named, at the current quote.',
    example: { lots: '0.01' },
    also: { 202: 'There is no good price right now. The close waits for the next one.' },
  },
  'POST /trades/:id/close/cancel': {
    id: 'cancelClose',
    tag: 'Trading',
    summary: 'Undo a close that is waiting',
    description: 'The trade stays open.',
  },
  'GET /trades/:id/price-explanation': {
    id: 'explainPrice',
    tag: 'Trading',
    summary: 'See why a trade got its prices',
    description:
      'Every fill and every charge of overnight financing with the recorded quote behind it and the formula with its numbers, and every split with what it made of the opening price.',
  },
  'GET /trades/:id/amendments': {
    id: 'listAmendments',
    tag: 'Trading',
    summary: 'List changes of a trade’s stops',
    description: 'What each change replaced, newest first.',
  },
  'GET /admin/trades.csv': {
    id: 'exportTrades',
    tag: 'Staff: trading',
    summary: 'Export trades as CSV',
    description: 'The rows that the search and filter match.',
  },
  'POST /admin/users/:id/trades': {
    id: 'recordTrade',
    tag: 'Staff: trading',
    summary: 'Record a manual profit or loss',
    description:
      'Writes an adjustment that carries a “Manual” badge and never counts as performance. A loss names the entry that it corrects. `amount` is in US dollars.',
    example: {
      type: 'profit',
      symbol: 'EURUSD',
      side: 'buy',
      amount: '25.00',
      reason: 'Goodwill after the outage of 12 November',
    },
    also: { 202: 'A second person has to approve it. Nothing is written yet; `proposal_id` names the proposal.' },
  },
  'GET /admin/trades': {
    id: 'listAllTrades',
    tag: 'Staff: trading',
    summary: 'List all clients’ trades',
    description: 'Newest first, a page at a time.',
  },
  'POST /admin/trades/:id/settle': {
    id: 'settleTrade',
    tag: 'Staff: trading',
    summary: 'Close a client’s trade at the quote',
    description:
      'Closes at the current quote. An `amount` better than the quote’s is added as a marked adjustment and needs a reason (where that takes two people it is proposed, and `proposal_id` names the proposal); a worse one is refused.',
    example: { type: 'profit', amount: '12.40', as_quoted: true },
  },
};

export const copyingWords: WordsOf<typeof copyingRoutes> = {
  'GET /traders': {
    id: 'listTraders',
    tag: 'Copying',
    summary: 'List traders',
    description: 'With records computed from their own trades. Percentages have two decimals.',
  },
  'GET /traders/:id': {
    id: 'getTrader',
    tag: 'Copying',
    summary: 'Open a trader',
    description: 'The record with its growth curve in percent.',
  },
  'GET /traders/:id/trades': {
    id: 'listTraderTrades',
    tag: 'Copying',
    summary: 'List a trader’s trades',
    description: 'Open or closed ones, newest first. Results are in US dollars.',
  },
  'POST /traders/:id/copy': {
    id: 'startCopy',
    tag: 'Copying',
    summary: 'Copy a trader',
    description:
      'Sets aside `amount` in US dollars for mirrored trades. `stop_loss` in US dollars ends the copy when its loss reaches it.',
    example: { amount: '500.00', copy_open: false, stop_loss: '100.00' },
  },
  'DELETE /traders/:id/copy': {
    id: 'stopCopy',
    tag: 'Copying',
    summary: 'Stop copying a trader',
    description: 'Closes the mirrored trades, or with `keep` leaves them open as the client’s own.',
    example: { keep: false },
  },
  'POST /traders/:id/copy/pause': {
    id: 'pauseCopy',
    tag: 'Copying',
    summary: 'Pause a copy',
    description: 'New trades are not mirrored while paused. Open ones still close with the trader’s.',
  },
  'POST /traders/:id/copy/resume': {
    id: 'resumeCopy',
    tag: 'Copying',
    summary: 'Resume a copy',
    description: 'New trades are mirrored again.',
  },
  'GET /copies': {
    id: 'listCopies',
    tag: 'Copying',
    summary: 'List your copies',
    description: 'Running and ended ones, newest first.',
  },
  'GET /copies/:id': {
    id: 'getCopy',
    tag: 'Copying',
    summary: 'Open a copy',
    description: 'What it was given, what is in use and what it made, in US dollars.',
  },
  'GET /copies/:id/trades': {
    id: 'listCopyTrades',
    tag: 'Copying',
    summary: 'List a copy’s trades',
    description: 'Mirrored trades, newest first.',
  },
  'GET /copies/:id/skips': {
    id: 'listCopySkips',
    tag: 'Copying',
    summary: 'List trades that a copy skipped',
    description: 'Each with the reason, newest first.',
  },
  'GET /admin/traders': {
    id: 'listAllTraders',
    tag: 'Staff: trading',
    summary: 'List all traders',
    description: 'A page at a time, with what staff entered.',
  },
  'POST /admin/traders': {
    id: 'createTrader',
    tag: 'Staff: trading',
    summary: 'Add a trader',
    description: 'Linked to a client’s account by `client_email`, the record is computed from that account’s trades.',
    example: {
      name: 'Northwind',
      return_rate: '12%',
      followers: '40',
      minibalance: '500.00',
      profit_share: '10.00',
      client_email: 'ada@example.com',
    },
  },
  'POST /admin/traders/:id/picture': {
    id: 'setTraderPicture',
    tag: 'Staff: trading',
    summary: 'Upload a trader’s picture',
    description: 'Takes a JPEG, PNG or WebP of at most 8 MB and 25 megapixels.',
  },
  'DELETE /admin/traders/:id': {
    id: 'deleteTrader',
    tag: 'Staff: trading',
    summary: 'Delete a trader',
    description: 'Every running copy stops and closes its trades.',
  },
};

export const signalsWords: WordsOf<typeof signalsRoutes> = {
  'GET /signals': {
    id: 'listSignals',
    tag: 'Signals',
    summary: 'List open signals',
    description: 'For the instruments that the client’s signal strength covers.',
  },
  'GET /signals/record': {
    id: 'getSignalRecord',
    tag: 'Signals',
    summary: 'See the track record',
    description:
      'Totals of every published signal after spread, in units of the published risk (R). Backtests count apart.',
  },
  'GET /signals/ended': {
    id: 'listEndedSignals',
    tag: 'Signals',
    summary: 'List ended signals',
    description: 'With their results, newest first. `origin` is `live` unless it is named.',
  },
  'GET /signals/coverage': {
    id: 'getSignalCoverage',
    tag: 'Signals',
    summary: 'See which instruments are covered',
    description: 'Signal strength is the share of instruments in percent.',
  },
  'PUT /signals/coverage': {
    id: 'setSignalCoverage',
    tag: 'Signals',
    summary: 'Choose the instruments covered',
    description: 'An instrument can be given up for another once a UTC day.',
    example: { symbols: ['EURUSD', 'BTCUSD'] },
  },
  'GET /signals/:id': {
    id: 'getSignal',
    tag: 'Signals',
    summary: 'Open a signal',
    description: 'With the recorded bars that it and its score were computed from.',
  },
};
