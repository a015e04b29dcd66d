import { CASH, change, entriesOf, LOAN, moved, WITHDRAWING } from './archive-entries.ts';
import { ACCOUNTS, EVENTS } from './entry.ts';
import type { JournalEntry } from './entry.ts';
import { byId, termsOf } from './archive-terms.ts';
import { check } from './report.ts';
import type { Check, Findings } from './report.ts';
import { cents, halfEven, has, instant, list, object, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';

/** Basis points of a year, of 365 days. */
const YEAR = 3_650_000n;
const DAY_MS = 86_400_000;
/** No fee was ever above 5 % (F4). */
const MOST_FEE_BPS = 500n;
const FEES = Number(Object.entries(ACCOUNTS).find(([, name]) => name === 'fees')?.[0]);

function bySubject(archive: Archive): Map<string, JournalEntry[]> {
  return Map.groupBy(entriesOf(archive), ({ subject }) => subject);
}

function of(entries: readonly JournalEntry[], event: string): JournalEntry[] {
  return entries.filter((entry) => EVENTS[entry.event] === event);
}

function total(entries: readonly JournalEntry[], figure: (entry: JournalEntry) => bigint): bigint {
  return entries.reduce((sum, entry) => sum + figure(entry), 0n);
}

/** Deposits, withdrawals with their fees, purchases and corrections: what entries moved is what their rows say. */
export function checkPayments(archive: Archive): Check {
  return check('Deposits, withdrawals, fees and corrections', ({ sum, each, same, fail }) => {
    const entries = bySubject(archive);
    const own = (line: Line): JournalEntry[] => entries.get(text(line, 'id')) ?? [];
    each(archive.lines('deposits'), (line) => {
      // A loan is listed among the deposits under its own id.
      const brought = of(own(line), text(line, 'method') === 'loan' ? 'loan_approved' : 'deposit_approved');
      const credited = total(brought, (entry) => -moved(entry, CASH));
      sum(`What deposit ${text(line, 'id')} brought`, credited, has(line, 'credited') ? cents(line, 'credited') : 0n);
      same(`Whether deposit ${text(line, 'id')} was approved`, text(line, 'status') === 'approved', credited !== 0n);
    });
    each(archive.lines('withdrawals'), (line) => {
      const name = `withdrawal ${text(line, 'id')}`;
      const [amount, fee] = [cents(line, 'amount'), cents(line, 'fee')];
      sum(`The fee of ${name}`, fee, halfEven(amount * whole(line, 'fee_bps'), 10_000n));
      if (whole(line, 'fee_bps') > MOST_FEE_BPS) fail(`The fee of ${name} is more than 5 %.`);
      same(`Whether ${name} was paid`, text(line, 'status') === 'approved', wasPaid(own(line)));
      for (const requested of of(own(line), 'withdrawal_requested')) {
        same(`When ${name} was made`, instant(line, 'created_at'), requested.at);
        sum(`What entry ${requested.number} set aside for ${name}`, -moved(requested, WITHDRAWING), amount);
      }
      for (const approved of of(own(line), 'withdrawal_approved')) {
        sum(`What entry ${approved.number} took for ${name}`, -change(approved), amount);
        sum(`The fee in entry ${approved.number} of ${name}`, -moved(approved, FEES), fee);
      }
    });
    each(archive.lines('purchases'), (line) => {
      sum(
        `What purchase ${text(line, 'id')} cost`,
        total(own(line), (entry) => -change(entry)),
        cents(line, 'price'),
      );
    });
    const numbered = new Map(entriesOf(archive).map((entry) => [String(entry.number), entry]));
    const corrected = new Set(archive.lines('adjustments').map((line) => text(line, 'entry')));
    for (const { number } of of([...numbered.values()], 'adjustment'))
      if (!corrected.has(String(number))) fail(`Entry ${number} is a correction, which is missing in adjustments.`);
    each(archive.lines('adjustments'), (line) => {
      const entry = numbered.get(text(line, 'entry'));
      same(`The event of correction ${text(line, 'entry')}`, entry && EVENTS[entry.event], 'adjustment');
      if (entry === undefined) return;
      sum(`The correction in entry ${entry.number}`, change(entry), cents(line, 'amount'));
      same(`The time of correction ${entry.number}`, instant(line, 'at'), entry.at);
      const corrects = has(line, 'corrects') ? whole(line, 'corrects') : undefined;
      same(`What correction ${entry.number} corrects`, corrects, entry.corrects);
    });
    each(archive.lines('manual_trades'), (line) => {
      const brought = total(of(own(line), 'adjustment'), change);
      sum(`What the result by hand ${text(line, 'id')} brought`, brought, cents(line, 'amount'));
    });
    const counted = ['deposits', 'withdrawals', 'purchases', 'adjustments'].map((name) => archive.lines(name).length);
    return `${counted[0]} deposits, ${counted[1]} withdrawals, ${counted[2]} purchases and ${counted[3]} corrections`;
  });
}

/** What was taken for good: approved last, and not given back since. */
function wasPaid(entries: readonly JournalEntry[]): boolean {
  const last = entries.map(({ event }) => EVENTS[event]).findLast((event) => event !== 'withdrawal_requested');
  return last === 'withdrawal_approved';
}

/** B2, B10, B11: interest of each day on what was left by the rate of its level, repayments interest first. */
export function checkLoans(archive: Archive): Check {
  return check('Loans', (findings) => {
    const { sum, each } = findings;
    const entries = bySubject(archive);
    const levels = new Map(termsOf(archive, 'loan_level').map((line) => [text(line, 'key'), object(line, 'value')]));
    let days = 0;
    each(archive.lines('loans'), (line) => {
      const name = `loan ${text(line, 'id')}`;
      const level = levels.get(text(line, 'level'));
      if (level === undefined) return findings.fail(`The terms of ${name} are missing.`);
      sum(`The amount of ${name}`, cents(line, 'amount'), cents(level, 'amount'));
      const owed = walkLoan(name, line, level, entries.get(text(line, 'id')) ?? [], findings);
      days += checkDays(name, line, level, entries.get(text(line, 'id')) ?? [], findings);
      for (const [figure, expected] of Object.entries(owed)) sum(`${figure} of ${name}`, cents(line, figure), expected);
    });
    return `${archive.lines('loans').length} loans with ${days} days of interest`;
  });
}

function walkLoan(
  name: string,
  line: Line,
  level: Line,
  entries: readonly JournalEntry[],
  { sum, fail }: Findings,
): Readonly<Record<string, bigint>> {
  let [principal, interest, charged, repaid, writtenOff] = [0n, 0n, 0n, 0n, 0n];
  const rate = whole(level, 'interest_bps');
  for (const entry of entries) {
    const by = moved(entry, LOAN);
    if (EVENTS[entry.event] === 'loan_approved') {
      principal += by;
      sum(`What entry ${entry.number} lent as ${name}`, by, cents(line, 'amount'));
    } else if (EVENTS[entry.event] === 'loan_interest') {
      sum(`The interest in entry ${entry.number} of ${name}`, by, halfEven(principal * rate, YEAR));
      interest += by;
      charged += by;
    } else {
      const paid = -by < interest ? -by : interest;
      interest -= paid;
      principal -= -by - paid;
      if (EVENTS[entry.event] === 'loan_repaid') repaid -= by;
      else writtenOff -= by;
    }
    if (principal < 0n) fail(`Entry ${entry.number} repays more of ${name} than was owed.`);
  }
  // Before it is approved nothing is owed.
  return { principal, interest, charged, repaid, written_off: writtenOff };
}

/** Interest of no more days than went by, and a term as long as its level's. */
function checkDays(
  name: string,
  line: Line,
  level: Line,
  entries: readonly JournalEntry[],
  { same, fail }: Findings,
): number {
  same(`The days of ${name}`, whole(line, 'term_days'), whole(level, 'term_days'));
  const charged = of(entries, 'loan_interest').length;
  if (!has(line, 'approved_on') || !has(line, 'interest_through')) {
    if (charged > 0) fail(`Interest was charged on ${name}, which was never approved.`);
    return charged;
  }
  const day = (field: string): number => instant(line, field) / DAY_MS;
  same(`The last day of ${name}`, day('due_on') - day('approved_on'), Number(whole(line, 'term_days')));
  const went = day('interest_through') - day('approved_on');
  if (charged > went) fail(`Interest of ${charged} days was charged on ${name}, and ${went} had gone by.`);
  return charged;
}

/** Each picture and document is in the zip as its line says. */
export function checkDocuments(archive: Archive, sha256Of: (bytes: Uint8Array) => string): Check {
  return check('Documents', ({ same, fail, each }) => {
    const documents = archive.lines('documents');
    const files = (list(archive.manifest, 'files') as readonly Line[]).map((file) => text(file, 'name'));
    const known = new Set(documents.map((line) => text(line, 'path')));
    each(documents, (line) => {
      const bytes = archive.file(text(line, 'path'));
      if (bytes === undefined) return fail(`The document ${text(line, 'id')} is missing.`);
      same(`The size of document ${text(line, 'id')}`, BigInt(bytes.length), whole(line, 'bytes'));
      return same(`The checksum of document ${text(line, 'id')}`, sha256Of(bytes), text(line, 'sha256'));
    });
    for (const name of files)
      if (name.startsWith('files/') && !known.has(name)) fail(`${name} is in the archive and in no line of documents.`);
    const ids = byId(documents);
    each(archive.lines('identity'), (line) => {
      if (!ids.has(text(line, 'file_id'))) fail(`The picture of identity document ${text(line, 'id')} is missing.`);
    });
    return `${documents.length} documents are those that their lines name`;
  });
}
