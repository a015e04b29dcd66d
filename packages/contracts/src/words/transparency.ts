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
  losers: 'How many clients lose money?',
  noRecord: 'Nobody has traded yet, so there is no figure.',
  lost: (percent: number, day: string) =>
    `${percent}% of clients lost money in the twelve months to ${day}, all costs of trading included.`,
  overdue: 'Are payouts late?',
  noneOverdue: 'No withdrawal has waited longer than one working day.',
  someOverdue: (count: number) =>
    count === 1
      ? 'One withdrawal has waited longer than one working day.'
      : `${count.toLocaleString('en')} withdrawals have waited longer than one working day.`,
  missing: 'Not on this page',
  missingText:
    'What we owe clients and what we hold for them by method, holds in force, manual adjustments, and decisions taken by two people.',
  check: 'Check it yourself',
  checkText:
    'The log follows the C2SP formats tlog-tiles and tlog-checkpoint, so any program that reads these can mirror and verify it. Keep the key from your first visit: a key that changes without notice is a warning.',
  checkFile: 'Check your own file in this browser',
  checkpoint: 'Signed checkpoint',
  keys: 'Keys',
  api: 'These figures for programs',
  details: 'Root, keys and witnesses in full',
  root: 'Root of the tree (SHA-256, base64)',
  key: 'Key in use',
  formerKey: (at: string) => `Former key, until ${at}`,
  witnessKey: (name: string) => `Key of ${name}`,
  signIn: 'Sign in',
};
