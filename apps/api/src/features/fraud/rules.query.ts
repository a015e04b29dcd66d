import {
  depositRuleFacts,
  RECENT_DEPOSITS_MS,
  REQUESTS_MS,
  type RuleAbout,
  type RuleSubject,
  withdrawalRuleFacts,
} from '@clearbook/domain/fraud';
import type { Pool } from 'pg';

/** A withdrawal or a deposit of the past, with what has become of it. */
export type PastRecord = {
  readonly book: number;
  readonly id: string;
  readonly status: string;
  readonly subject: RuleSubject;
};
export type Reader = Pick<Pool, 'query'>;
/** Where the last page ended, and the moments between which a record was asked for: from one, and before the other. */
type Page = {
  readonly after: { readonly book: number; readonly id: string } | null;
  readonly from: Date;
  readonly before: Date;
  readonly limit: number;
};

type Row = { book: number; id: string; status: string; at: Date; opened_at: Date; amount: string; requests: number };
type WithdrawalRow = Row & {
  method: 'bank' | 'crypto' | 'paypal' | 'cashapp' | 'gcash';
  paid_here: boolean;
  last_deposit_at: Date | null;
  brought_in: string | null;
};
type DepositRow = Row & { method: 'bitcoin' | 'ethereum' | 'tether'; credited_before: boolean };

const RECENT = `interval '${RECENT_DEPOSITS_MS} milliseconds'`;
const REQUESTS = `interval '${REQUESTS_MS} milliseconds'`;

const ONE = 'p.id = $1';
/** By the primary key and not by time, which ids of an imported past need not follow. */
const NEXT = '(p.book, p.id) > ($1, $2)';

/**
 * Everything is read as it was at the moment of the record, whenever that is done: what was decided, paid back or asked for since, or in the same
 * instant, does not count. A payout that came back later had been paid by then.
 */
const withdrawals = (which: string, order = '') => `
  select p.book, p.id, p.status::text as status, p.at, u.created_at as opened_at, p.amount, p.method::text as method,
    exists (select from ledger.withdrawal o where o.client_id = p.client_id and o.payee = p.payee and o.id <> p.id
      and o.status in ('approved', 'returned') and o.decided_at < p.at and (o.returned_at is null or o.returned_at >= p.at)) as paid_here,
    (select max(d.decided_at) from ledger.deposit d where d.client_id = p.client_id and d.status = 'approved' and d.method <> 'loan'
      and d.decided_at < p.at) as last_deposit_at,
    (select sum(d.credited) from ledger.deposit d where d.client_id = p.client_id and d.status = 'approved' and d.method <> 'loan'
      and d.decided_at < p.at and d.decided_at > p.at - ${RECENT}) as brought_in,
    1 + (select count(*) from ledger.withdrawal o where o.client_id = p.client_id and o.id <> p.id
      and (o.requested_at, o.id) <= (p.at, p.id) and o.requested_at > p.at - ${REQUESTS})::int as requests
  from (select *, coalesce(requested_at, created_at) as at from ledger.withdrawal) p join app."user" u on u.id = p.client_id
  where ${which} ${order}`;

const deposits = (which: string, order = '') => `
  select p.book, p.id, p.status::text as status, p.at, u.created_at as opened_at, p.amount, p.method::text as method,
    exists (select from ledger.deposit o where o.client_id = p.client_id and o.status = 'approved' and o.method <> 'loan' and o.id <> p.id
      and o.decided_at < p.at) as credited_before,
    1 + (select count(*) from ledger.deposit o where o.client_id = p.client_id and o.id <> p.id and o.method <> 'loan'
      and (o.created_at, o.id) <= (p.at, p.id) and o.created_at > p.at - ${REQUESTS})::int as requests
  from (select *, created_at as at from ledger.deposit) p join app."user" u on u.id = p.client_id
  where p.method <> 'loan' and ${which} ${order}`;

const FIRST = { book: -1, id: '00000000-0000-0000-0000-000000000000' };

/** One withdrawal or deposit as rules see it. Undefined where there is no such one, and for a loan, which is no money that somebody sends. */
export async function readRuleSubject(reader: Reader, about: RuleAbout, id: string): Promise<RuleSubject | undefined> {
  if (about === 'withdrawal') {
    const { rows } = await reader.query<WithdrawalRow>(withdrawals(ONE), [id]);
    return rows.map(pastWithdrawal)[0]?.subject;
  }
  const { rows } = await reader.query<DepositRow>(deposits(ONE), [id]);
  return rows.map(pastDeposit)[0]?.subject;
}

/** The next page of what came before staff: a withdrawal whose code was entered, a deposit that a payment was reported for. */
export async function readPastRecords(reader: Reader, about: RuleAbout, page: Page): Promise<PastRecord[]> {
  const { book, id } = page.after ?? FIRST;
  const values = [book, id, page.from, page.before, page.limit];
  const order = 'order by p.book, p.id limit $5';
  // By the plain column: of an expression the planner cannot tell how many rows it leaves.
  if (about === 'withdrawal') {
    const asked = `${NEXT} and p.requested_at >= $3 and p.requested_at < $4`;
    const { rows } = await reader.query<WithdrawalRow>(withdrawals(asked, order), values);
    return rows.map(pastWithdrawal);
  }
  const asked = `${NEXT} and p.created_at >= $3 and p.created_at < $4 and p.status <> 'awaiting_payment'`;
  const { rows } = await reader.query<DepositRow>(deposits(asked, order), values);
  return rows.map(pastDeposit);
}

function pastWithdrawal(row: WithdrawalRow): PastRecord {
  const facts = withdrawalRuleFacts({
    ...common(row),
    method: row.method,
    paidHere: row.paid_here,
    lastDepositAt: row.last_deposit_at,
    broughtIn: row.brought_in === null ? null : BigInt(row.brought_in),
  });
  return { book: row.book, id: row.id, status: row.status, subject: { about: 'withdrawal', at: row.at, facts } };
}

function pastDeposit(row: DepositRow): PastRecord {
  const facts = depositRuleFacts({ ...common(row), method: row.method, creditedBefore: row.credited_before });
  return { book: row.book, id: row.id, status: row.status, subject: { about: 'deposit', at: row.at, facts } };
}

function common({ amount, at, opened_at: openedAt, requests }: Row) {
  return { amount: BigInt(amount), at, openedAt, requests };
}
