/** Words of the public page about the books and their log. */
export const transparencyWords = {
  title: 'Transparency',
  intro:
    'What anyone can check about our books. Nobody has to sign in, and nobody on our staff can edit these figures.',
  paper: 'This installation is a demo: all money in its books is paper money.',
  asOf: (at: string) => `As of ${at}.`,
  loading: 'Loading the figures…',
  books: 'Do the books balance?',
  balance: (at: string) => `Yes. Every entry and every total was last checked on ${at}, and everything agreed.`,
  unchecked: 'Not known yet. The first full check of all entries and totals hasn’t run; it runs once a day.',
  differ: (count: number) =>
    `No. ${count === 1 ? 'One row doesn’t' : `${count.toLocaleString('en')} rows don’t`} agree with the books’ own record. Our staff have been told.`,
  checkedAt: (at: string) => `Everything was last checked on ${at}.`,
  log: 'Is everything in the log?',
  noCheckpoint: 'The log has no signed checkpoint yet, so nothing can be checked against it.',
  signed: (count: number, at: string) =>
    `${count === 1 ? 'One record is' : `${count.toLocaleString('en')} records are`} in the public log, last signed on ${at}. The log shows that a record exists, not what it says.`,
  unsigned: 'The log’s current key hasn’t signed yet.',
  upToDate: 'No record is waiting to be added.',
  behind: (count: number) =>
    count === 1
      ? 'One record is waiting to be added.'
      : `${count.toLocaleString('en')} records are waiting to be added.`,
  witnesses: 'Who else vouches for it?',
  noWitness: 'No witness has cosigned yet.',
  cosigned: (name: string, count: number, at: string) =>
    `${name} cosigned ${count.toLocaleString('en')} records on ${at}.`,
  silent: (name: string) => `${name} hasn’t cosigned yet.`,
  owed: 'What do we owe clients?',
  owedText: (amount: string, at: string) =>
    `${amount}, counted on ${at}. That is all cash, margin and withdrawals in progress. What clients owe us isn’t taken off.`,
  notCounted:
    'Not counted yet. We count all balances once a day (UTC), as soon as at least ten clients have money here: the sum of fewer would say too much about each.',
  parts: 'What we owe, by kind',
  cash: 'Cash',
  margin: 'Margin of open trades',
  withdrawing: 'Withdrawals in progress',
  noParts: 'We don’t split this sum while fewer than ten clients have one of its parts.',
  debt: 'What clients owe us, counted separately',
  notPublished: 'Not published',
  own: 'Check that your own balance was counted',
  ownText: 'Every client can check that their balance is part of this sum, without seeing anyone else’s.',
  custody: 'What do we hold for them?',
  custodyText:
    'What came in less what was paid out, by method, according to our books on the same day. A minus means that more was paid out this way than came in.',
  methods: {
    bitcoin: 'Bitcoin',
    ethereum: 'Ethereum',
    tether: 'Tether (USDT)',
    bank: 'Bank transfer',
    paypal: 'PayPal',
    cashapp: 'Cash App',
    gcash: 'GCash',
    paper: 'Paper money',
  } as Readonly<Record<string, string>>,
  noCustody: 'Nothing by any method.',
  otherMethods: 'Nothing by any other method.',
  few: '“Not published” stands for a sum of fewer than ten clients.',
  holds: 'Are withdrawals on hold?',
  noHolds: 'No withdrawals are on hold.',
  holdsText:
    'These holds delay withdrawals right now, by reason. Each client has been told the reason and when the hold ends.',
  adjustments: 'Do staff change balances by hand?',
  adjustmentsText:
    'Every entry that staff wrote by hand, up to the same count. Each has a reason that its client sees.',
  span: 'Period',
  recent: 'Last 30 days',
  ever: 'Since the beginning',
  entries: 'Entries',
  credited: 'Added',
  debited: 'Taken',
  twoPeople: 'Does anyone decide alone?',
  twoPeopleText: (recent: number, ever: number) =>
    ever === 0
      ? 'No decision has needed two of our staff yet.'
      : `${recent === 1 ? '1 decision' : `${recent.toLocaleString('en')} decisions`} took two of our staff in the last 30 days, ${ever.toLocaleString('en')} since the beginning.`,
  twoPeopleWhen:
    'In live mode, larger payouts and deposits, changes to fees and deposit addresses, and new staff all need a second person.',
  losers: 'How many clients lose money?',
  noRecord: 'Not counted yet. We count it every hour, once clients have traded.',
  lost: (percent: number, day: string) =>
    `${percent}% of clients lost money in the twelve months to ${day}, all costs of trading included.`,
  overdue: 'Are payouts late?',
  noneOverdue: 'No withdrawal has waited longer than one working day.',
  someOverdue: (count: number) =>
    count === 1
      ? 'One withdrawal has waited longer than one working day.'
      : `${count.toLocaleString('en')} withdrawals have waited longer than one working day.`,
  oldest: (hours: number) =>
    hours < 48
      ? `The oldest has been overdue for ${hours === 1 ? '1 hour' : `${hours} hours`}.`
      : `The oldest has been overdue for ${Math.floor(hours / 24).toLocaleString('en')} days.`,
  check: 'Check it yourself',
  checkText:
    'The log follows the C2SP formats tlog-tiles and tlog-checkpoint, so any program that reads these can mirror and verify it. Keep the key from your first visit: a key that changes without notice is a warning.',
  checkFile: 'Check your own file in this browser',
  mirror:
    'To mirror the log, copy every file under /log/tile/ that the checkpoint’s size calls for, and serve the copies from any web server. Run a witness (npm run witness) to remember for everyone what the log has shown.',
  tape: 'Were trades filled at real quotes?',
  tapeText:
    'Download every quote of a finished day, before mark-up. With a client’s archive, the command clearbook-verify tape rechecks their fills.',
  tapeAsset: 'Asset',
  tapeDay: 'Day (UTC)',
  tapeBounds: (first: string, last: string) => `Choose a day from ${first} to ${last}.`,
  tapeGet: (name: string) => `Download quotes of ${name}`,
  tapeSoon: 'Quotes appear here tomorrow, once the first day (UTC) is over.',
  noTape:
    'Prices here come from outside vendors, so we can’t publish every quote. Each client’s archive has the quotes their own trades used.',
  checkpoint: 'Signed checkpoint',
  keys: 'Keys',
  api: 'These figures for programs',
  details: 'Root, keys and witnesses in full',
  root: 'Root of the tree (SHA-256, base64)',
  countRoot: {
    owed: (day: string) => `Root of what we owed on ${day}`,
    debt: (day: string) => `Root of what clients owed us on ${day}`,
  },
  countPlace: 'Its place in the log',
  countWaits: 'Not in a signed log yet',
  countBytes: 'Its bytes and its nonce, to find it there',
  key: 'Key in use',
  formerKey: (at: string) => `Former key, until ${at}`,
  witnessKey: (name: string) => `Key of ${name}`,
  signIn: 'Sign in',
};
