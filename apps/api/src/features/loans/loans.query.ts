import type { Loan, LoanDetail, LoanMovement } from '@clearbook/contracts/loans';
import { EVENTS } from '@clearbook/domain/ledger';
import { dailyInterest, INTEREST_BPS, interestToTerm, loanLevel, schedule } from '@clearbook/domain/loans';
import { type Symbol, type Width } from '@clearbook/domain/market';
import { centsToDecimal, type Fraction } from '@clearbook/domain/money';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';

export const DEFAULT_LOANS = 50;
/** A term has at most 90 days of interest; the rest is room for repayments. The statement has everything. */
export const MAX_MOVEMENTS = 400;

export const INTEREST_PERCENT = centsToDecimal(INTEREST_BPS);

type Row = {
  id: string;
  client_id: string;
  level: 1 | 2;
  amount: string;
  term_days: number;
  status: Loan['status'];
  principal: string;
  interest: string;
  charged: string;
  repaid: string;
  written_off: string;
  approved_on: string | null;
  due_on: string | null;
  interest_through: string | null;
  called_at: Date | null;
  reason: string | null;
  created_at: Date;
  decided_at: Date | null;
  closed_at: Date | null;
};

const COLUMNS = `l.id, l.client_id, l.level, l.amount, l.term_days, l.status, l.principal, l.interest, l.charged, l.repaid, l.written_off, l.approved_on::text, l.due_on::text,
  l.interest_through::text, l.called_at, l.created_at, l.decided_at, l.closed_at,
  (select body ->> 'text' from app.note n where n.subject_id = l.id and n.kind = 'reason') as reason`;

export async function listLoans(
  pool: Pool,
  clientId: string,
  { limit = DEFAULT_LOANS, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ data: Loan[]; next_cursor: string | null }> {
  const before = cursor !== undefined && /^[0-9a-f-]{36}$/.test(cursor) ? cursor : null;
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from ledger.loan l where l.client_id = $1 and ($2::uuid is null or l.id < $2) order by l.id desc limit $3`,
    [clientId, before, limit + 1],
  );
  const shown = rows.slice(0, limit);
  return { data: shown.map(wire), next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** Undefined if it doesn't exist or belongs to another client. */
export async function findLoan(pool: Pool, clientId: string, id: string): Promise<Loan | undefined> {
  const { rows } = await pool.query<Row>(`select ${COLUMNS} from ledger.loan l where l.id = $1 and l.client_id = $2`, [
    id,
    clientId,
  ]);
  return rows[0] && wire(rows[0]);
}

type Movement = { number: string; event: number; at: Date; amount: string };

export async function findLoanDetail(pool: Pool, clientId: string, id: string): Promise<LoanDetail | undefined> {
  const { rows } = await pool.query<Row & { movements: Movement[] | null }>(
    `select ${COLUMNS}, (select json_agg(m order by m.number desc) from (
       select e.number, e.event, e.at, (select sum(amount) filter (where amount > 0) from ledger.posting p where (p.book, p.entry_number) = (e.book, e.number))::text as amount
       from ledger.entry e where e.subject_id = l.id and e.event in (${EVENTS.loan_approved}, ${EVENTS.loan_interest}, ${EVENTS.loan_repaid}, ${EVENTS.loan_written_off}) order by e.number desc limit $3) m) as movements
     from ledger.loan l where l.id = $1 and l.client_id = $2`,
    [id, clientId, MAX_MOVEMENTS],
  );
  const [row] = rows;
  if (!row) return undefined;
  const days =
    row.status === 'approved' && row.interest_through !== null && row.due_on !== null
      ? schedule(BigInt(row.principal), BigInt(row.interest), row.interest_through, row.due_on)
      : [];
  return {
    ...wire(row),
    schedule: days.map((one) => ({ day: one.day, interest: usd(one.interest), owed: usd(one.owed) })),
    movements: (row.movements ?? []).map((one) => ({
      entry_number: one.number.toString(),
      event: EVENT_NAMES.get(one.event) ?? 'loan_interest',
      at: new Date(one.at).toISOString(),
      amount: usd(BigInt(one.amount)),
    })),
  };
}

const EVENT_NAMES = new Map<number, LoanMovement['event']>(
  (['loan_approved', 'loan_interest', 'loan_repaid', 'loan_written_off'] as const).map((name) => [EVENTS[name], name]),
);

/** Whether this client has a loan that is open: waiting for its decision, or approved and not ended. */
export async function hasOpenLoan(pool: Pool, clientId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from ledger.loan where client_id = $1 and status in ('pending', 'approved')`,
    [clientId],
  );
  return rowCount !== 0;
}

/** How many loans one turn of a job looks at; the rest follows in the next one. */
const A_TURN = 500;

export type InterestDue = {
  readonly id: string;
  readonly clientId: string;
  /** The last day that is charged, and the last one that will be. */
  readonly through: string;
  readonly dueOn: string;
};

/** Loans, or this one, with a day of interest that has begun and is not charged yet. */
export async function listInterestDue(pool: Pool, today: string, loanId: string | null = null): Promise<InterestDue[]> {
  const { rows } = await pool.query<{ id: string; client_id: string; through: string; due_on: string }>(
    `select id, client_id, interest_through::text as through, due_on::text from ledger.loan
     where status = 'approved' and interest_through < $1::date and interest_through < due_on and ($2::uuid is null or id = $2)
     order by interest_through, id limit ${A_TURN}`,
    [today, loanId],
  );
  return rows.map((row) => ({ id: row.id, clientId: row.client_id, through: row.through, dueOn: row.due_on }));
}

export type Position = {
  readonly id: string;
  readonly symbol: Symbol;
  readonly side: 'buy' | 'sell';
  readonly openLots: bigint;
  readonly entryPrice: bigint;
  readonly splits: Fraction;
  readonly required: bigint;
  readonly openedAt: Date;
};
export type Borrower = {
  readonly loanId: string;
  readonly clientId: string;
  readonly owed: bigint;
  readonly dueOn: string | null;
  readonly calledAt: Date | null;
  readonly cash: bigint;
  readonly margin: bigint;
  readonly markup: Width;
  readonly leverageCeiling: number;
  readonly positions: readonly Position[];
};

/** Borrowers whose loans are over: the due day has ended, and every day is charged. */
export function listOver(pool: Pool, today: string): Promise<Borrower[]> {
  return borrowers(pool, 'l.due_on < $1::date and l.interest_through >= l.due_on', [today]);
}

/** Borrowers with open positions or called loans, in the order of loans after `after`. */
export function listTrading(pool: Pool, after: string | null): Promise<Borrower[]> {
  return borrowers(pool, '(p.margin > 0 or l.called_at is not null) and ($1::uuid is null or l.id > $1)', [after]);
}

export function findBorrower(pool: Pool, loanId: string): Promise<Borrower | undefined> {
  return borrowers(pool, 'l.id = $1', [loanId]).then(([one]) => one);
}

type BorrowerRow = {
  id: string;
  client_id: string;
  owed: string;
  due_on: string | null;
  called_at: Date | null;
  cash: string;
  margin: string;
  markup: number;
  leverage_ceiling: number;
  open:
    | {
        id: string;
        symbol: Symbol;
        side: 'buy' | 'sell';
        lots: string;
        entry: string;
        num: string;
        den: string;
        required: string;
        opened_at: string;
      }[]
    | null;
};

async function borrowers(pool: Pool, where: string, values: readonly unknown[]): Promise<Borrower[]> {
  const { rows } = await pool.query<BorrowerRow>(
    `select l.id, l.client_id, l.principal + l.interest as owed, l.due_on::text, l.called_at, p.cash, p.margin, p.markup, p.leverage_ceiling,
       (select json_agg(json_build_object('id', t.id, 'symbol', t.symbol, 'side', t.side, 'lots', t.open_lots::text, 'entry', t.entry_price::text, 'num', t.splits_num::text, 'den', t.splits_den::text,
          'required', t.required_margin_left::text, 'opened_at', t.opened_at) order by t.id)
        from ledger.trade t where t.client_id = l.client_id and t.status = 'active') as open
     from ledger.loan l join ledger.party p on p.id = l.client_id where l.status = 'approved' and ${where} order by l.id limit ${A_TURN}`,
    [...values],
  );
  return rows.map((row) => ({
    loanId: row.id,
    clientId: row.client_id,
    owed: BigInt(row.owed),
    dueOn: row.due_on,
    calledAt: row.called_at,
    cash: BigInt(row.cash),
    margin: BigInt(row.margin),
    markup: row.markup,
    leverageCeiling: row.leverage_ceiling,
    positions: (row.open ?? []).map((one) => ({
      id: one.id,
      symbol: one.symbol,
      side: one.side,
      openLots: BigInt(one.lots),
      entryPrice: BigInt(one.entry),
      splits: { num: BigInt(one.num), den: BigInt(one.den) },
      required: BigInt(one.required),
      openedAt: new Date(one.opened_at),
    })),
  }));
}

function wire(row: Row): Loan {
  const [principal, interest] = [BigInt(row.principal), BigInt(row.interest)];
  const running = row.status === 'approved' && row.interest_through !== null && row.due_on !== null;
  const toCome = running ? schedule(principal, interest, row.interest_through ?? '', row.due_on ?? '') : [];
  const total =
    row.status === 'approved'
      ? BigInt(row.repaid) + (toCome.at(-1)?.owed ?? principal + interest)
      : row.status === 'pending' || row.status === 'rejected'
        ? BigInt(row.amount) + interestToTerm(loanLevel(row.level))
        : BigInt(row.repaid);
  return {
    id: row.id,
    level: row.level,
    amount: usd(BigInt(row.amount)),
    term_days: row.term_days,
    interest_percent: INTEREST_PERCENT,
    status: row.status,
    principal: usd(principal),
    interest: usd(interest),
    owed: usd(principal + interest),
    interest_per_day: usd(dailyInterest(row.status === 'approved' ? principal : BigInt(row.amount))),
    interest_charged: usd(BigInt(row.charged)),
    repaid: usd(BigInt(row.repaid)),
    written_off: usd(BigInt(row.written_off)),
    total_to_repay: usd(total),
    approved_on: row.approved_on,
    due_on: row.due_on,
    called_at: row.called_at?.toISOString() ?? null,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}
