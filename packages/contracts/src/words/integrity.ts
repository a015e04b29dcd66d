/** Words about whether the books agree with their own record, for staff. */
export const integrityWords = {
  title: 'Books',
  intro:
    'Every entry is linked to the one before it and has its place in the public log. The last hour and all balances are checked every minute, and everything is checked once a day. What we find appears here and is never repaired automatically.',
  recent: 'Last hour checked',
  all: 'Everything checked',
  allOf: (at: string, entries: number) =>
    entries === 0 ? 'Not yet' : `${at}, ${entries === 1 ? 'one entry' : `${entries.toLocaleString('en')} entries`}`,
  published: 'See what is public about them',
  notYet: 'Not yet',
  found: 'What doesn’t agree',
  none: 'The books agree with their own record',
  table: 'Table',
  row: 'Row',
  fault: 'What is wrong',
  since: 'Found',
  shown: (shown: number, standing: number) =>
    `The first ${shown.toLocaleString('en')} of ${standing.toLocaleString('en')} are shown.`,
  unknown: 'Couldn’t load the checks of the books',
  differ: (standing: number, table: string, row: string) =>
    `The books don’t agree with their own record: ${table} ${row}${standing === 1 ? '' : ` and ${(standing - 1).toLocaleString('en')} more`}. Change nothing, and compare the row with your last backup.`,
  details: 'See details',
};
