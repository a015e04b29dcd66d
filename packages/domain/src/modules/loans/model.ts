import { cents, day, fixed, id, int, nullable, oneOf, type RowOf, rowsOf, table, time } from '../../kernel/table.ts';

export const LOANS = table(
  'loan',
  {
    id,
    clientId: fixed(id),
    level: fixed(oneOf(1, 2)),
    amount: fixed(cents),
    termDays: fixed(int),
    status: oneOf('pending', 'approved', 'rejected', 'repaid', 'written_off'),
    /** Still owed of the amount, and of the interest charged so far. Zero until it is approved. */
    principal: cents,
    interest: cents,
    /** So far: interest charged, repaid in all, and written off. */
    charged: cents,
    repaid: cents,
    writtenOff: cents,
    /** UTC days: lent on, due on, and the last one whose interest was charged or skipped. */
    approvedOn: nullable(day),
    dueOn: nullable(day),
    interestThrough: nullable(day),
    /** While set, the positions that were open at that moment are being closed. */
    calledAt: nullable(time),
    createdAt: fixed(time),
    decidedAt: nullable(time),
    decidedBy: nullable(id),
    /** When it was repaid or written off. */
    closedAt: nullable(time),
  },
  { alone: true, entries: true, rule: 'B17' },
);
export type Loan = RowOf<typeof LOANS>;
/** A client's loans that are not over. */
export const LOANS_OF = rowsOf(LOANS, 'clientId', { where: { status: ['pending', 'approved'] } });
