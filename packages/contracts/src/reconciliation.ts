import * as z from 'zod/mini';
import { count, cursor, cursorList, day, id, inOrder, line, paragraph, time } from './common.ts';
import { messages } from './messages.ts';
import { decimal, decimalOrNothing, MAX_USD_CENTS, money, usdToCents } from './money.ts';

/** Accounts that hold clients' money, as the ledger names them. Paper money is held nowhere. */
export const statementMethod = z.enum(['bitcoin', 'ethereum', 'tether', 'bank', 'paypal', 'cashapp', 'gcash'], {
  error: messages.common.badFilter,
});
export type StatementMethod = z.infer<typeof statementMethod>;
export const STATEMENT_METHODS = statementMethod.options;
export const methodParams = z.strictObject({ id: statementMethod });
export const dayParams = z.strictObject({ id: day });
export const dayQuery = z.strictObject({ day });

export const STATEMENT_FILE_MAX_BYTES = 8 * 1024 * 1024;
/** Differences that a day may be closed with. More of them are no explanation. */
export const DIFFERENCES_MAX = 1000;

/** What is wrong with a file, where, and what to do about it. `line` is 0 where it concerns the whole of it. */
export type StatementFault = { readonly line: number; readonly column: string; readonly message: string };
/** How a refusal names a line and a column: `line.3.date`. */
export function faultName({ line: at, column }: StatementFault): string {
  return `line.${at}.${column}`;
}
export function readFault({ name, message }: { name: string; message: string }): StatementFault {
  const [, at = '0', column = ''] = /^line\.(\d+)\.(.*)$/s.exec(name) ?? [];
  return { line: Number(at), column, message };
}

export const statementFile = z.strictObject({
  id,
  method: statementMethod,
  name: z.string(),
  format: z.enum(['csv', 'camt.053']),
  by: z.string(),
  at: time,
  lines: z.number(),
  known: z.number(),
  /** Lines of it that are matched. */
  matched: z.number(),
});
export type StatementFile = z.infer<typeof statementFile>;

/** What came of a file. */
export const importedFile = z.strictObject({
  file: statementFile,
  /** The same file was imported before. */
  again: z.boolean(),
  /** Lines that no earlier file had. */
  added: z.number(),
});
export type ImportedFile = z.infer<typeof importedFile>;
export const statementFiles = z.strictObject({ files: z.array(statementFile) });

export const lineMatch = z.strictObject({
  kind: z.enum(['deposit', 'withdrawal', 'return', 'other']),
  record_id: z.nullable(id),
  how: z.enum(['txid', 'reference', 'amount', 'manual']),
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  at: time,
});
export const bankLine = z.strictObject({
  id,
  method: statementMethod,
  day,
  amount: money,
  reference: z.string(),
  txid: z.nullable(z.string()),
  file: z.string(),
  /** Which line of its file it was. */
  place: z.number(),
  match: z.nullable(lineMatch),
});
export type BankLine = z.infer<typeof bankLine>;

const state = z.optional(z.enum(['unmatched', 'matched'], { error: messages.common.badFilter }));
export const linesQuery = z.strictObject({
  limit: count(200),
  cursor: cursor(/^20\d\d-\d\d-\d\d\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  method: z.optional(statementMethod),
  state,
});
/** A line has a day and no moment. */
export const linesExportQuery = z
  .strictObject({ method: z.optional(statementMethod), state, after: z.optional(day), until: z.optional(day) })
  .check(inOrder);
export const bankLines = cursorList(bankLine);

/** A deposit, payout or returned payout of the books. */
export const movement = z.strictObject({
  kind: z.enum(['deposit', 'withdrawal', 'return']),
  id,
  method: statementMethod,
  at: time,
  /** In dollars, as the books have it. What came in is positive. */
  amount: money,
  reference: z.string(),
});
export type Movement = z.infer<typeof movement>;
export const movementsQuery = z.strictObject({
  method: z.optional(statementMethod),
  from: z.optional(day),
  to: z.optional(day),
});
export const movements = z.strictObject({
  movements: z.array(movement),
  /** More are missing than are listed. */
  more: z.boolean(),
});

export const matchBody = z
  .strictObject({
    kind: z.enum(['deposit', 'withdrawal', 'return', 'other'], { error: messages.reconciliation.kindRequired }),
    /** Left out for `other`. */
    record_id: z.optional(id),
    reason: paragraph(500, messages.admin.reasonRequired),
  })
  .check(
    z.refine(({ kind, record_id: of }) => (kind === 'other') === (of === undefined), {
      error: messages.reconciliation.recordRequired,
      path: ['record_id'],
    }),
  );
export const unmatchBody = z.strictObject({ reason: paragraph(500, messages.admin.reasonRequired) });

const SIGNED = /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/;
/** A balance may be overdrawn. */
export const signedUsd = z.string({ error: messages.amount.required }).check(
  z.refine((text) => text.trim() !== '', { error: messages.amount.required, abort: true }),
  z.refine((text) => SIGNED.test(text), { error: messages.amount.format, abort: true }),
  z.refine((text) => usdToCents(text.replace('-', '')) <= MAX_USD_CENTS, { error: messages.amount.tooLarge }),
);
export const balanceBody = z.strictObject({ method: statementMethod, day, balance: signedUsd });
export const accountBalance = z.strictObject({
  method: statementMethod,
  /** What the books hold there now. */
  custody: money,
  /** What the last statement said, of which day, who entered it and when; null before the first. */
  statement: z.nullable(z.strictObject({ day, balance: money, by: z.string(), at: time })),
  /** What the books held at the end of that day, and the statement's balance less that. */
  books_then: z.nullable(money),
  difference: z.nullable(money),
  unmatched: z.number(),
});
export type AccountBalance = z.infer<typeof accountBalance>;
export const accountBalances = z.strictObject({ as_of: time, accounts: z.array(accountBalance) });

export const difference = z.strictObject({
  key: z.string(),
  kind: z.enum(['line', 'deposit', 'withdrawal', 'return', 'balance', 'no_balance']),
  record_id: z.nullable(id),
  method: statementMethod,
  day,
  amount: money,
  reference: z.string(),
  /** Null until somebody names it. */
  explanation: z.nullable(z.string()),
});
export type Difference = z.infer<typeof difference>;

const dayState = z.enum(['open', 'prepared', 'sent_back', 'closed']);
export const dayClose = z.strictObject({
  day,
  state: dayState,
  prepared_by: z.nullable(z.string()),
  prepared_at: z.nullable(time),
  signed_by: z.nullable(z.string()),
  signed_at: z.nullable(time),
  /** Why it was sent back, and by whom. */
  sent_back: z.nullable(z.strictObject({ by: z.string(), at: time, reason: z.string() })),
  /** The preparer can't sign. */
  yours: z.boolean(),
});
export type DayClose = z.infer<typeof dayClose>;
export const dayCloses = z.strictObject({
  /** The days that can be closed next, the oldest first, and the last closed ones, newest first. */
  open: z.array(dayClose),
  closed: z.array(dayClose),
});
export const trialLine = z.strictObject({
  account: z.string(),
  opening: money,
  debits: money,
  credits: money,
  closing: money,
});
export type TrialLine = z.infer<typeof trialLine>;
export const dayCloseDetail = z.strictObject({
  ...dayClose.shape,
  /** Debits less credits. Frozen once it is prepared. */
  trial_balance: z.array(trialLine),
  entries: z.number(),
  differences: z.array(difference),
  /** There are more than a day can be closed with. */
  more: z.boolean(),
});
export type DayCloseDetail = z.infer<typeof dayCloseDetail>;
export const prepareBody = z.strictObject({
  named: z
    .array(
      z.strictObject({
        key: z.string().check(z.regex(/^[a-z_]{4,20}:[0-9a-z-]{3,40}$/, { error: messages.common.badId })),
        explanation: line(300, messages.reconciliation.explanationRequired),
      }),
    )
    .check(z.maxLength(DIFFERENCES_MAX, { error: messages.reconciliation.tooManyDifferences })),
});
export const sendBackBody = z.strictObject({ reason: paragraph(500, messages.admin.reasonRequired) });

/** Rows of the reports of a day. Debits are positive. */
export const journalRow = z.strictObject({
  book: z.number(),
  entry: z.string(),
  time,
  event: z.string(),
  client_id: z.string(),
  subject_id: z.string(),
  actor_id: z.string(),
  line: z.number(),
  account: z.string(),
  debit: decimalOrNothing,
  credit: decimalOrNothing,
});
export const trialRow = z.strictObject({
  account: z.string(),
  opening: decimal,
  debits: decimal,
  credits: decimal,
  closing: decimal,
});
export const clientMoneyRow = z.strictObject({
  item: z.string(),
  books: decimal,
  statement: decimalOrNothing,
  difference: decimalOrNothing,
});
export const feeRow = z.strictObject({
  book: z.number(),
  entry: z.string(),
  time,
  event: z.string(),
  client_id: z.string(),
  account: z.string(),
  amount: decimal,
});
