/* What only staff read. */

export const admin = {
  tagRequired: 'Type a tag',
  tagsFull: (most: number) => `This client has ${most} tags, which is the most. Remove one first.`,
  noteRequired: 'Write a note',
  searchShort: (least: number) => `Type at least ${least} characters`,
  roleRequired: 'Choose a role',
  roleName: 'Use 2 to 30 lower-case letters, digits and dashes, a letter first',
  roleUnknown: 'There’s no such role. Choose one from the list.',
  roleDeclared: 'Every installation has this role, and it can’t be changed. Choose another name.',
  permissionsRequired: 'Choose at least one permission',
  signalUpdated: 'signal updated',
  signalRange: 'Enter a whole number from 1 to 100',
  userNotFound: 'User not found',
  statusUpdated: 'User status updated',
  sessionsEnded: (browsers: number) =>
    browsers === 0 ? 'No active sessions' : `Logged out of ${browsers === 1 ? 'one browser' : `${browsers} browsers`}`,
  withdrawalSettingsUpdated: 'Withdrawal settings updated successfully',
  withdrawalSettingsFailed: 'Failed to update withdrawal settings',
  creditDone: 'Deposit successful',
  debitDone: 'Withdrawal successful',
  adjustmentFailed: 'Transaction failed',
  reasonRequired: 'Please give a reason',
  entryRequired: 'Choose the entry this debit corrects',
  entryUnknown: 'This client has no such entry',
  debitTooLarge: (most: string) => `This debit can be at most ${most}, which is what’s left of the entry it corrects`,
  alreadyDecided: 'This has already been decided. Nothing changed.',
  ownAccount: 'You can’t decide about your own account.',
  lastAdmin: 'At least one administrator must stay active.',
  siteNameRequired: 'Site name is required',
  faviconUnknown: 'Upload a new favicon as a file. Here you can keep the current one or remove it with null.',
  settingsCreated: 'New site settings document created successfully!',
  settingsUpdated: 'Site settings updated successfully!',
  settingsFailed: (reason: string) => `Failed to update site settings: ${reason}`,
  minimumTooLarge: 'The minimum withdrawal can’t be more than $100.00',
  percentTooLarge: 'Enter a withdrawal percentage between 0 and 5.00',
  percentFormat: 'Enter a percentage with at most two decimals, such as 1.50',
  bitcoinRequired: 'Bitcoin address is required',
  ethereumRequired: 'Ethereum address is required',
  usdtRequired: 'USDT address is required',
  walletsCreated: 'New wallet document created successfully!',
  walletsUpdated: 'Wallet updated successfully!',
  walletsProposed: 'Proposed. Once another person approves, the new addresses take effect after 24 hours.',
  walletsKept: 'The current addresses stay',
  noneUpcoming: 'No new addresses are waiting to take effect.',
  feesProposed: 'Saved. Another person has to approve the new minimum and percentage.',
  walletsFailed: (reason: string) => `Failed to update addresses: ${reason}`,
  noVerifications: 'No verifications available',
} as const;

export const queue = {
  claimed: (email: string) => `${email} is already working on this. Choose another item, or ask them to give it back.`,
} as const;

export const proposal = {
  made: 'Proposed. Another person has to approve it before it happens.',
  settled: (amount: string) =>
    `The trade closed at the live price. Another person has to approve adding ${amount} manually.`,
  notFound: 'Proposal not found',
  own: 'You proposed this, or it’s about you, so another person has to decide.',
  lapsed: 'This proposal expired because no one decided it within seven days.',
  declineFirst: 'A colleague proposed to credit this deposit. Decline the proposal before you reject the deposit.',
  alreadyWaiting: 'This has already been proposed and is waiting for another person.',
  proposerMayNot: 'The person who proposed this is no longer allowed to do it. If it’s still right, propose it again.',
  memberNotFound: 'Staff member not found',
  memberAlready: 'This person is already a member of staff',
  lastOwner: 'Somebody has to be able to change staff and roles. Give another person the owner role first.',
  memberIsClient: 'That address belongs to a client. Staff can’t have client accounts, so use another address.',
} as const;

export const release = {
  twoPeople: 'This takes two people: one proposes it and another one decides.',
  range: (most: string) => `Enter an amount from $0.00 to ${most}`,
  clientAboveDay: (most: string) => `The limit per client can’t be above the daily limit of ${most}`,
} as const;

export const manual = {
  typeRequired: 'Choose profit or loss',
  settled: 'User and trade updated successfully',
  profitRecorded: 'Profit recorded successfully',
  lossRecorded: 'Loss recorded successfully',
  failed: 'Transaction failed',
  worseThanQuote: (quoted: string) =>
    `At the current price this trade’s result is ${quoted}. You can’t enter a worse amount.`,
  reasonForMore: (quoted: string) =>
    `At the current price this trade’s result is ${quoted}. Give a reason for adding more.`,
} as const;

export const configuration = {
  closeOnly: (name: string) =>
    `${name} can only be closed right now. You can close trades, cancel orders and withdraw.`,
  off: (name: string) => `We no longer offer ${name}. You can close trades, cancel orders and withdraw.`,
  holiday: (name: string, until: string) =>
    `The market is closed until ${until} UTC: ${name}. You can close trades, cancel orders and withdraw.`,
  clientVolume: (most: string, room: string) =>
    room === '0.00'
      ? `You’ve reached the limit of ${most} lots on this side. Close some to open more.`
      : `The limit is ${most} lots of this instrument per side. You can open up to ${room} more.`,
  allVolume: (room: string) =>
    room === '0.00'
      ? 'We’ve reached our limit on this side for now. Try again later.'
      : `That’s over our limit for this instrument right now. Try ${room} lots or less.`,
  closeOnlyNow: (names: readonly string[]) =>
    `New trades aren’t possible right now in ${names.join(', ')}. You can close trades.`,
  closedNow: (what: string, name: string, until: string) => `${what} is closed until ${until} UTC: ${name}.`,
  classes: { forex: 'Forex', crypto: 'Crypto', stock: 'The stock market' },
  textRequired: 'Write what clients should read',
  tooManyAnnouncements: 'Keep at most 20 announcements',
  price: 'Enter a price such as 2500.00, or leave it empty',
  unknown: 'Choose something from the list',
  unchanged: 'That’s the value already',
  changed: 'Someone else has changed this since. Check the current value, then propose it again.',
  past: 'This time has passed. Choose a later one, or have the change take effect right away.',
  tooMany: (most: string) => `At most ${most} changes can be scheduled. Wait until one has taken effect.`,
  dollars: 'Enter dollars with at most two decimals, or leave it empty for no limit',
  monthBelowDay: 'The monthly limit can’t be lower than the daily limit',
  moment: 'Choose a date and time',
  spread: 'Enter a number from 0 to 10 with at most one decimal, or leave it empty to add nothing',
  rate: 'Enter a percentage from 0 to 100 with at most two decimals, or leave it empty for the default rate',
  lots: 'Enter lots with at most two decimals, or leave it empty for no limit',
  nameRequired: 'Enter what clients should read, such as “Christmas Day”',
  reversed: 'The end must be after the start',
  tooManyClosures: 'Keep at most 40 closures',
  versionUnknown: 'This version doesn’t exist',
  nothingToRevert: 'There’s nothing to go back to: this is already how it was before',
} as const;

export const switches = {
  trading: 'New trades and orders are paused for everyone right now. You can close trades, cancel orders and withdraw.',
  forex:
    'New forex trades and orders are paused for everyone right now. You can close trades, cancel orders and withdraw.',
  crypto:
    'New crypto trades and orders are paused for everyone right now. You can close trades, cancel orders and withdraw.',
  stock:
    'New stock trades and orders are paused for everyone right now. You can close trades, cancel orders and withdraw.',
  deposits:
    'New deposits are paused for everyone right now. Deposits that you’ve already started continue, and you can withdraw.',
  copying: 'Copying is paused for everyone right now. You can pause or stop a copy, close trades and withdraw.',
  signUp: 'New accounts are paused right now. Try again later.',
  already: 'This isn’t stopped.',
  bannerRequired: 'Write what clients should read',
  bannerLong: 'Use at most 200 characters',
} as const;

export const reconciliation = {
  kindRequired: 'Choose what the line is',
  recordRequired: 'Choose a deposit or payout, or “Not a client’s payment, such as a bank fee”',
  explanationRequired: 'Say what this difference is',
  tooManyDifferences: 'A day can be closed with at most 1,000 differences. Import its statements first.',
  faults: 'Nothing was imported. Correct these lines and import the file again.',
  faultsMore: 'Nothing was imported. The first 200 problems are listed. Correct them and import the file again.',
  otherAmount: 'This line and this record aren’t the same amount. Match the right one, or set the line aside.',
  otherAccount: 'This record belongs to another account.',
  recordUnknown: 'There’s no such deposit or payout in the books.',
  matchedAlready: 'This line is already matched. Reload the page.',
  recordTaken: 'Another line is matched to this record. Undo that match first.',
  notMatched: 'This line isn’t matched.',
  closedDay: 'This line or its payment belongs to a closed day, so its match stays.',
  notOver: 'This day isn’t over yet. You can close it from one minute past midnight UTC.',
  closed: 'This day or a later one is closed.',
  prepared: 'This day is already prepared. Another person can sign it.',
  notPrepared: 'Nobody has prepared this day.',
  samePerson: 'You prepared this day, so another person has to sign it.',
  changed: 'Something has changed since this day was prepared. Send it back and prepare it again.',
  unnamed: 'Every difference needs an explanation. Reload the page to see them all.',
  xlsxTooLong: 'This day has more entries than a spreadsheet holds. Download the CSV files.',
} as const;

export const fraud = {
  reasonRequired: 'Say why this is harmless',
  gone: 'What this signal was about has changed, or somebody has dismissed it already. Look at it again.',
  aboutYou: 'This signal is about you. Ask somebody else to look into it.',
} as const;

export const views = {
  nameRequired: 'Give the view a name',
  nameTaken: 'Another of your views of this table has that name. Choose another name.',
  full: (most: number) => `You have ${most} views of this table, which is the most. Delete one first.`,
  notFound: 'This view no longer exists',
} as const;
