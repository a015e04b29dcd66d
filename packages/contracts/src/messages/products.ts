/* Copying, signals, loans, packages and plans. */

export const copy = {
  amountRequired: 'Please enter an amount',
  started: 'Trader copied successfully',
  cancelled: 'Copying trade canceled',
  paused: 'Copying paused',
  resumed: 'Copying resumed',
  noRecord: 'No record yet, so there’s nothing to copy.',
  ownTrades: 'You can’t copy yourself.',
  minimum: (amount: string) =>
    `You need a balance of at least ${amount} to copy this trader. We haven’t deducted anything.`,
  insufficient: 'Insufficient balance',
  stopLossTooLarge: 'The stop loss can’t be more than the amount',
  already: 'You’re already copying this trader.',
  notFound: 'You’re not copying this trader.',
  notRunning: 'This copy has ended.',
  shareNotCovered: (share: string, free: string) =>
    `Keeping these trades takes a profit share of ${share}, and you have ${free} available. Free up the difference, or close the trades instead.`,
  skipped: {
    paused: 'The copy was paused.',
    suspended: 'Your account was suspended.',
    late: 'More than 5 seconds had passed since the trader’s fill.',
    price_moved: 'Your price was more than 0.2% away from the trader’s.',
    too_small: 'Your share was below the smallest trade: 0.01 lots and $10.00.',
    too_large: 'Your share was above the largest trade.',
    allotment_used: 'What’s left of this copy’s amount didn’t cover the margin.',
    balance: 'Your available balance didn’t cover the margin.',
    market_closed: 'The market was closed.',
    no_price: 'There was no current price.',
    stopped_for_all: 'New trades were paused for everyone.',
    not_offered: 'New trades in this instrument weren’t possible.',
    volume_limit: 'It exceeded this instrument’s position limit.',
    no_equity: 'The trader opened it before copying was possible.',
    already_closed: 'The trader had already closed it.',
    time_out: 'You were taking a break from trading.',
    daily_loss: 'You had reached your daily loss limit.',
    too_many_trades: 'You had 200 open trades, the maximum.',
    not_allowed: 'Your account’s limits didn’t allow it.',
  },
} as const;

export const trader = {
  nameRequired: 'Name is required',
  returnRateRequired: 'Return rate is required',
  followersRequired: 'Followers is required',
  minibalanceRequired: 'Minimum balance is required',
  profitShareRequired: 'Profit share is required',
  profitShareFormat: 'Enter a percentage with at most two decimals, such as 10.00',
  profitShareTooLarge: 'Enter a profit share of 50.00 or less',
  created: 'Trader created successfully!',
  createFailed: 'Failed to create trader.',
  deleted: 'Trader deleted successfully',
  deleteFailed: 'Failed to delete trader',
  notFound: 'Trader not found',
  alreadyLinked: 'This account is already linked to another trader',
  staffAccount: 'Staff have no trading account, so there’s nothing to link',
  clientUnknown: 'No client has this email address',
} as const;

export const signals = {
  chooseOne: 'Choose at least one instrument.',
  notFound: 'This signal doesn’t exist, or your signal strength doesn’t cover its instrument.',
  unknownSymbol: (symbol: string) => `${symbol} isn’t an instrument on this site.`,
  twice: 'Choose each instrument only once.',
  tooMany: (allowed: number) =>
    allowed === 1
      ? 'Your signal strength covers 1 instrument. Choose one, or raise your signal strength.'
      : `Your signal strength covers ${allowed} instruments. Choose at most that many, or raise your signal strength.`,
  changedToday: (at: string) =>
    `You’ve already swapped an instrument today. You can swap another from ${at}, and fill free slots now.`,
} as const;

export const loan = {
  levelRequired: 'Please choose a loan level',
  incomeRequired: 'Enter your total monthly income',
  goalsRequired: 'Tell us your goals',
  applied: 'Loan Applied Successfully',
  failed: 'An error occurred. Please try again.',
  notFound: 'Loan not found',
  notOffered: 'Trading loans aren’t available here because this operator has no lending licence.',
  suspended: 'Your account is suspended, so you can’t take new loans. You can still repay, close trades and withdraw.',
  alreadyOpen: 'You already have an open or pending loan. You can have one at a time.',
  portfolioSmall: (required: string, equity: string) =>
    `This level needs a portfolio of ${required}. Yours is worth ${equity}`,
  clientSuspended: 'This client is suspended. Lift the suspension first, or reject the loan.',
  portfolioNowShort: (required: string, equity: string) =>
    `This level needs a portfolio of ${required}. The client’s is worth ${equity}. Nothing changed.`,
  notOpen: 'This loan isn’t open, so there’s nothing to repay.',
  notDue: 'Nothing is due on this loan right now.',
  repaysTooMuch: (owed: string) => `You owe ${owed}. Enter that much or less`,
  insufficient: (cash: string) => `Insufficient balance. You have ${cash} available to repay`,
  repaid: 'Repaid',
  exceedsEquity: (required: string, equity: string) =>
    `While you owe a loan, your total required margin (${required} with this trade) can’t exceed your equity (${equity})`,
} as const;

export const plans = {
  incomplete: 'Please fill all fields and add at least one feature.',
  added: 'Upgrade plan added successfully!',
  addFailed: 'Failed to add upgrade plan',
  fetchFailed: 'Failed to fetch upgrade plans',
  signalFetchFailed: 'Failed to fetch signal plans',
  markupFormat: 'Enter a mark-up between 0 and 10 pips, with at most one decimal',
  leverageFormat: 'Enter a leverage ceiling as a whole number from 1 to 500',
  featuresMany: 'A plan can have up to 20 features',
  useless:
    'This plan wouldn’t improve anything for anyone. Set the mark-up below 1.6 pips or raise the leverage ceiling.',
  notFound: 'This plan isn’t available.',
  retired: 'This plan is no longer sold. You keep what you’ve bought.',
  priceChanged: (price: string) => `The price is now ${price}, so we didn’t charge you. Close this and look again.`,
  noGain: 'This plan wouldn’t add anything to what you have, so we didn’t charge you.',
  insufficient: (price: string, free: string) =>
    `Insufficient balance. The price is ${price} and you can spend ${free}.`,
  owed: (owed: string) => `You owe ${owed}, and you can’t buy plans with borrowed money.`,
  suspended: 'Your account is suspended, so you can’t buy plans. Your paid days are paused until the suspension ends.',
  bought: (name: string) => `${name} is yours`,
  receiptNotFound: 'We couldn’t find this receipt in your account.',
} as const;
