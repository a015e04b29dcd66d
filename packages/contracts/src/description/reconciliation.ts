import type { reconciliationRoutes } from '../routes/reconciliation.ts';
import type { WordsOf } from './words.ts';

export const reconciliationWords: WordsOf<typeof reconciliationRoutes> = {
  'GET /admin/statement-balances': {
    id: 'listStatementBalances',
    tag: 'Staff: books',
    summary: 'Compare custody with the last statement figures',
    description:
      'For each account: what the books hold there now, what its last statement said and of which day, and the difference at the end of that day.',
  },
  'POST /admin/statement-balances': {
    id: 'enterStatementBalance',
    tag: 'Staff: books',
    summary: 'Enter a statement’s closing balance',
    description:
      'In US dollars, at the end of a UTC day; negative where the account is overdrawn. Entered again for the same day, the last one counts. It moves no money.',
    example: { method: 'bank', day: '2026-11-20', balance: '250100.00' },
  },
  'GET /admin/statement-files.csv': {
    id: 'exportStatementFiles',
    tag: 'Staff: books',
    summary: 'Export the list of imported statements as CSV',
    description: 'All of them, or those that were imported between the dates, the newest first.',
  },
  'GET /admin/statement-files': {
    id: 'listStatementFiles',
    tag: 'Staff: books',
    summary: 'List imported statements',
    description: 'The newest 100.',
  },
  'POST /admin/statement-files/:id': {
    id: 'importStatement',
    tag: 'Staff: books',
    summary: 'Import a statement',
    description:
      'Takes CSV or camt.053 (XML) of at most 8 MB, all of it or nothing. CSV needs the columns `date` (YYYY-MM-DD) and `amount` (what came in is positive; dollars, or coins for a coin account), may have `reference`, `id`, `txid` and `output`, and separates them by commas or semicolons. Lines that were imported before are passed over. What can be matched without doubt is matched. It moves no money and decides nothing.',
  },
  'GET /admin/statement-lines.csv': {
    id: 'exportStatementLines',
    tag: 'Staff: books',
    summary: 'Export lines of statements as CSV',
    description: 'The lines that the filters match, the newest first, with what each is in the books.',
  },
  'GET /admin/statement-lines': {
    id: 'listStatementLines',
    tag: 'Staff: books',
    summary: 'List lines of statements',
    description: 'The newest first, all of them or those that are matched or not.',
  },
  'GET /admin/unmatched-movements.csv': {
    id: 'exportUnmatchedMovements',
    tag: 'Staff: books',
    summary: 'Export deposits and payouts that no statement has as CSV',
    description: 'All of the last 60 days, or of the days that you name, in US dollars.',
  },
  'GET /admin/unmatched-movements': {
    id: 'listUnmatchedMovements',
    tag: 'Staff: books',
    summary: 'List deposits and payouts that no statement has',
    description:
      'The newest 200 of the last 60 days, or of the days that you name. Credited deposits, payouts, and payouts that came back.',
  },
  'POST /admin/statement-lines/:id/match': {
    id: 'matchStatementLine',
    tag: 'Staff: books',
    summary: 'Match a line by hand',
    description:
      'Says which deposit or payout a line is, or with `other` that it is none, such as a bank’s fee. Where both amounts are known they have to be the same. It moves no money.',
    example: { kind: 'other', reason: 'Monthly account fee' },
  },
  'POST /admin/statement-lines/:id/unmatch': {
    id: 'unmatchStatementLine',
    tag: 'Staff: books',
    summary: 'Undo a match',
    description: 'Until the line’s day is closed.',
    example: { reason: 'Matched to the wrong payout' },
  },
  'GET /admin/day-closes': {
    id: 'listDayCloses',
    tag: 'Staff: books',
    summary: 'List days that are closed or can be',
    description:
      'Days that are over and not closed, oldest first, at most 14; and the last 60 that are closed, newest first.',
  },
  'GET /admin/day-closes/:id': {
    id: 'getDayClose',
    tag: 'Staff: books',
    summary: 'Get a day’s close',
    description:
      'The trial balance and the differences of a UTC day. Once somebody has prepared it, both are frozen as they were then.',
  },
  'POST /admin/day-closes/:id/prepare': {
    id: 'prepareDay',
    tag: 'Staff: books',
    summary: 'Prepare a day’s close',
    description:
      'Freezes the day’s figures and names every difference. Another person has to sign it. A day is closed once, and none before a closed one.',
    example: { named: [{ key: 'no_balance:bank', explanation: 'Statement comes on Monday' }] },
  },
  'POST /admin/day-closes/:id/sign': {
    id: 'signDay',
    tag: 'Staff: books',
    summary: 'Sign a day’s close',
    description:
      'By another person than the one who prepared it, as long as nothing has changed since. The day’s reports are written to the operator’s folder right after.',
  },
  'POST /admin/day-closes/:id/send-back': {
    id: 'sendBackDay',
    tag: 'Staff: books',
    summary: 'Send a prepared day back',
    description: 'The day is open again. Whoever prepared it may do it too.',
    example: { reason: 'The bank’s statement has come since' },
  },
  'GET /admin/reports/journal.csv': {
    id: 'exportJournal',
    tag: 'Staff: books',
    summary: 'Download a day’s journal',
    description: 'Every posting of a UTC day, a row each, in US dollars.',
  },
  'GET /admin/reports/trial-balance.csv': {
    id: 'exportTrialBalance',
    tag: 'Staff: books',
    summary: 'Download a day’s trial balance',
    description:
      'Opening, debits, credits and closing of every account, in US dollars. Balances are debits less credits.',
  },
  'GET /admin/reports/client-money.csv': {
    id: 'exportClientMoney',
    tag: 'Staff: books',
    summary: 'Download a day’s client-money report',
    description:
      'What clients were owed at the end of a UTC day, and what was held for it by account, beside the statement of that day, in US dollars.',
  },
  'GET /admin/reports/fees.csv': {
    id: 'exportFees',
    tag: 'Staff: books',
    summary: 'Download a day’s fees',
    description:
      'What clients were charged on a UTC day: fees, plans, overnight financing and interest, an entry each, in US dollars. What was given back is negative.',
  },
  'GET /admin/reports/books.xlsx': {
    id: 'exportBooks',
    tag: 'Staff: books',
    summary: 'Download a day’s reports as a spreadsheet',
    description:
      'Trial balance, client money, fees and journal, a sheet each. A day of more than 100,000 postings comes as CSV only.',
  },
};
