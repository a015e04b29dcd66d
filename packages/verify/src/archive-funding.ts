import { CASH, change, entriesOf, LOAN, moved, WITHDRAWING } from './archive-entries.ts';
import { ACCOUNTS, EVENTS } from './entry.ts';
import type { JournalEntry } from './entry.ts';
import { check } from './report.ts';
import type { Check } from './report.ts';
import { cents, halfEven, has, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';

/** A day's interest: 12.17 % a year of what is left of the principal. */
const INTEREST_BPS = 1_217n;
const YEAR = 3_650_000n;
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
  return check('Deposits, withdrawals, fees and corrections', ({ sum, each, same }) => {
    const entries = bySubject(archive);
    const own = (line: Line): JournalEntry[] => entries.get(text(line, 'id')) ?? [];
    each(archive.lines('deposits'), (line) => {
      if (!has(line, 'credited')) return;
      const credited = total(of(own(line), 'deposit_approved'), (entry) => -moved(entry, CASH));
      sum(`What deposit ${text(line, 'id')} brought`, credited, cents(line, 'credited'));
    });
    each(archive.lines('withdrawals'), (line) => {
      const name = `withdrawal ${text(line, 'id')}`;
      const [amount, fee] = [cents(line, 'amount'), cents(line, 'fee')];
      sum(`The fee of ${name}`, fee, halfEven(amount * whole(line, 'fee_bps'), 10_000n));
      for (const requested of of(own(line), 'withdrawal_requested')) {
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
    each(archive.lines('adjustments'), (line) => {
      const entry = numbered.get(text(line, 'entry'));
      same(`The event of correction ${text(line, 'entry')}`, entry && EVENTS[entry.event], 'adjustment');
      if (entry !== undefined) sum(`The correction in entry ${entry.number}`, change(entry), cents(line, 'amount'));
    });
    const counted = ['deposits', 'withdrawals', 'purchases', 'adjustments'].map((name) => archive.lines(name).length);
    return `${counted[0]} deposits, ${counted[1]} withdrawals, ${counted[2]} purchases and ${counted[3]} corrections`;
  });
}

/** B2, B10, B11: interest of each day on what was left, repayments interest first. */
export function checkLoans(archive: Archive): Check {
  return check('Loans', ({ sum, fail, each }) => {
    const entries = bySubject(archive);
    let days = 0;
    each(archive.lines('loans'), (line) => {
      const name = `loan ${text(line, 'id')}`;
      let [principal, interest, charged, repaid, writtenOff] = [0n, 0n, 0n, 0n, 0n];
      for (const entry of entries.get(text(line, 'id')) ?? []) {
        const by = moved(entry, LOAN);
        if (EVENTS[entry.event] === 'loan_approved') {
          principal += by;
          sum(`What entry ${entry.number} lent as ${name}`, by, cents(line, 'amount'));
        } else if (EVENTS[entry.event] === 'loan_interest') {
          days += 1;
          sum(`The interest in entry ${entry.number} of ${name}`, by, halfEven(principal * INTEREST_BPS, YEAR));
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
      const figures = { principal, interest, charged, repaid, written_off: writtenOff };
      for (const [figure, expected] of Object.entries(figures))
        sum(`${figure} of ${name}`, cents(line, figure), expected);
    });
    return `${archive.lines('loans').length} loans with ${days} days of interest`;
  });
}
