import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { type Withdrawal, type WithdrawalStatus } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { ALONE_LIMIT, CODE_MAX_TRIES, dueAt, isOverdue } from '@clearbook/domain/funding';
import { HOLD_CODES, type HoldCode } from '@clearbook/domain/holds';
import { minuteRoundedUp } from '@clearbook/domain/periods';
import type { ClientBase, Pool } from 'pg';
import type { PageRequest } from '../../platform/paging.ts';
import { secondsLeft, usd } from '../books/index.ts';
import {
  overdueSql,
  type MappedList,
  overdueWithdrawals,
  type PageOf,
  readPage,
  WITHDRAWALS,
} from '../tables/index.ts';
import { BY_APP } from './app-code.ts';
import { destinationParts } from './destination.ts';

export const DEFAULT_WITHDRAWALS = 50;

type Row = {
  id: string;
  client_id: string;
  amount: string;
  fee: string;
  method: Withdrawal['method'];
  coin: string | null;
  status: WithdrawalStatus;
  not_received: boolean;
  code_expires_at: Date | null;
  by_app: boolean | null;
  payout_reference: string | null;
  reason: string | null;
  destination: Record<string, string> | null;
  created_at: Date;
  requested_at: Date | null;
  decided_at: Date | null;
  returned_at: Date | null;
  not_received_at: Date | null;
  traced_at: Date | null;
  code_tries: number;
  hold: { code: HoldCode; reference: string; since: string; until: string } | null;
};

/** As of the moment that this parameter of the query is: a request that waits shows the hold that keeps it waiting longest. */
const columnsAt = (
  now: '$2' | '$3' | '$4',
) => `w.id, w.client_id, w.amount, w.fee, w.method, w.coin, w.status, w.not_received, w.code_expires_at, w.code_hash like '${BY_APP}%' as by_app, w.payout_reference, w.created_at, w.requested_at,
  w.decided_at, w.returned_at, w.not_received_at, w.traced_at, w.code_tries, (select body ->> 'text' from app.note n where n.subject_id = w.id and n.kind = 'reason') as reason,
  (select body from app.note n where n.subject_id = w.id and n.kind = 'destination') as destination,
  case when w.status = 'pending' then (select json_build_object('code', h.code, 'reference', h.reference, 'since', h.placed_at, 'until', h.ends_at) from ledger.hold h
    where h.client_id = w.client_id and h.lifted_at is null and h.ends_at > ${now}::timestamptz order by h.ends_at desc limit 1) end as hold`;

export async function listWithdrawals(
  pool: Pool,
  clientId: string,
  { limit = DEFAULT_WITHDRAWALS, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  now: Date,
): Promise<{ data: Withdrawal[]; next_cursor: string | null }> {
  const before = cursor !== undefined && /^[0-9a-f-]{36}$/.test(cursor) ? cursor : null;
  const { rows } = await pool.query<Row>(
    `select ${columnsAt('$4')} from ledger.withdrawal w where w.client_id = $1 and ($2::uuid is null or w.id < $2) order by w.id desc limit $3`,
    [clientId, before, limit + 1, now],
  );
  const shown = rows.slice(0, limit);
  return {
    data: shown.map((row) => wire(row, now)),
    next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

export async function findWithdrawal(
  pool: Pool,
  clientId: string,
  id: string,
  now: Date,
): Promise<Withdrawal | undefined> {
  const { rows } = await pool.query<Row>(
    `select ${columnsAt('$3')} from ledger.withdrawal w where w.id = $1 and w.client_id = $2`,
    [id, clientId, now],
  );
  return rows[0] && wire(rows[0], now);
}

type AdminRow = Row & { email: string; fullname: string; proposal_id: string | null; needs_two: boolean };

/** With the proposals about it that wait at this time. */
const forStaff = (now: '$2') => `${columnsAt(now)}, u.email, u.fullname, (select p.id from ledger.proposal p
    where p.subject_id = w.id and p.status = 'waiting' and p.lapses_at > ${now} limit 1) as proposal_id,
    w.amount > ${ALONE_LIMIT} and exists (select 1 from app.instance i where i.mode = 'live') as needs_two`;

export async function findWithdrawalForStaff(pool: Pool, id: string, now: Date): Promise<AdminWithdrawal | undefined> {
  const { rows } = await pool.query<AdminRow>(
    `select ${forStaff('$2')} from ledger.withdrawal w join app.user u on u.id = w.client_id where w.id = $1`,
    [id, now],
  );
  return rows[0] && wireForStaff(rows[0], now);
}

export function pageWithdrawals(pool: Pool, page: PageRequest, now: Date): Promise<PageOf<AdminWithdrawal>> {
  return readPage(pool, listOf(page.status, now), page, (client, ids) => withdrawalsByIds(client, ids, now));
}

/** Overdue isn't a state, so it has a filter of its own. */
export function listOf(status: string | null | undefined, now: Date): MappedList {
  return status === 'overdue' ? overdueWithdrawals(now) : WITHDRAWALS;
}

export async function withdrawalsByIds(
  client: ClientBase,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, AdminWithdrawal>> {
  const { rows } = await client.query<AdminRow>(
    `select ${forStaff('$2')} from ledger.withdrawal w join app.user u on u.id = w.client_id where w.id = any($1)`,
    [ids, now],
  );
  return new Map(rows.map((row) => [row.id, wireForStaff(row, now)]));
}

/** How many requests have waited longer than one working day, and how many payouts are reported as not received. Public. */
export async function countOverdue(pool: Pool, now: Date): Promise<number> {
  return (await readOverdue(pool, now)).count;
}

/** The same, and since when the oldest of them is: from when it was due, or from an earlier report that it had not arrived. */
export async function readOverdue(pool: Pool, now: Date): Promise<{ count: number; since: Date | undefined }> {
  const { rows } = await pool.query<{ reported: Date | null; not_received: boolean; requested_at: Date | null }>(
    `select not_received, not_received_at as reported, requested_at from ledger.withdrawal where not_received or status = 'pending'`,
  );
  const since = rows.flatMap(({ reported, not_received: isReported, requested_at: requested }) => {
    if (isReported) return [earliest([...(requested === null ? [] : [dueAt(requested)]), reported ?? now, now])];
    return requested !== null && isOverdue(requested, now) ? [dueAt(requested)] : [];
  });
  return { count: since.length, since: since.length === 0 ? undefined : earliest(since) };
}

const earliest = (times: readonly Date[]): Date => new Date(Math.min(...times.map((time) => time.getTime())));

/** The key that makes a client hear only once that a request is overdue. */
export function overdueKey(withdrawalId: string): string {
  return `overdue:${withdrawalId}`;
}

/**
 * Requests whose code has run out, and those that are overdue (F19), with whether their client was told. For the product’s own
 * clock. Those with nothing left to do come last, so that they don't block others; in demo mode those that would be
 * approved, and are on hold, are left out.
 */
export async function listDue(
  { pool, mode }: { readonly pool: Pool; readonly mode: 'demo' | 'live' },
  now: Date,
): Promise<{ id: string; clientId: string; status: 'awaiting_code' | 'pending'; requestedAt: Date; told: boolean }[]> {
  const { rows } = await pool.query<{
    id: string;
    client_id: string;
    status: 'awaiting_code' | 'pending';
    since: Date;
    told: boolean;
  }>(
    `select id, client_id, status, coalesce(requested_at, created_at) as since,
       exists (select 1 from ledger.command c where c.party_id = w.client_id and c.key = 'overdue:' || w.id) as told from ledger.withdrawal w
     where (status = 'awaiting_code' and code_expires_at <= $1) or (status = 'pending' and ${overdueSql('requested_at', '$1')}
       and not ($2 = 'demo' and exists (select 1 from ledger.hold h where h.client_id = w.client_id and h.lifted_at is null and h.ends_at > $1)))
     order by told, id limit 200`,
    [now, mode],
  );
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    status: row.status,
    requestedAt: row.since,
    told: row.told,
  }));
}

function wireForStaff(row: AdminRow, now: Date): AdminWithdrawal {
  return {
    ...wire(row, now),
    user_id: row.client_id,
    user_email: row.email,
    user_fullname: row.fullname,
    needs_two: row.needs_two,
    proposal_id: row.proposal_id,
    waiting_since: waitingSince(row)?.toISOString() ?? null,
  };
}

/** Since when it has been waiting for staff. */
function waitingSince(row: Row): Date | null {
  if (row.status === 'pending') return row.requested_at ?? row.created_at;
  return row.status === 'approved' && row.not_received ? (row.not_received_at ?? row.decided_at) : null;
}

function wire(row: Row, now: Date): Withdrawal {
  const amount = BigInt(row.amount);
  const fee = BigInt(row.fee);
  const notReceived = row.status === 'approved' && row.not_received;
  const overdue =
    notReceived || (row.status === 'pending' && row.requested_at !== null && isOverdue(row.requested_at, now));
  return {
    id: row.id,
    amount: usd(amount),
    fee: usd(fee),
    net: usd(amount - fee),
    method: row.method,
    destination: destinationText(row),
    ...destinationParts(row.destination),
    status: row.status,
    overdue,
    not_received: notReceived,
    code_seconds_left: row.status === 'awaiting_code' ? secondsLeft(row.code_expires_at, now) : 0,
    code_tries_left: row.status === 'awaiting_code' ? CODE_MAX_TRIES - row.code_tries : 0,
    code_expires_at: row.status === 'awaiting_code' ? (row.code_expires_at?.toISOString() ?? null) : null,
    code_from: row.status === 'awaiting_code' ? (row.by_app ? 'authenticator' : 'email') : null,
    payout_reference: row.payout_reference,
    reason:
      row.reason ??
      (row.status === 'cancelled' && row.code_tries >= CODE_MAX_TRIES ? messages.withdrawal.fiveWrongCodes : null),
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    timeline: timelineOf(row, overdue),
  };
}

/** One line that says where the money goes, in the client's own words. */
function destinationText({ method, coin, destination }: Row): string {
  const field = (name: string): string => destination?.[name] ?? '';
  if (destination === null) return '';
  switch (method) {
    case 'bank':
      return `${field('bankName')}, ${field('accountNumber')}, ${field('accountName')}`;
    case 'crypto':
      return `${coin === 'usdt' ? 'USDT' : coin === 'ethereum' ? 'Ethereum' : 'Bitcoin'} ${field('address')}`;
    case 'paypal':
      return field('paypalemail');
    case 'cashapp':
      return field('cashapptag');
    case 'gcash':
      return `${field('gcashacctname')}, ${field('gcashacctnumber')}`;
  }
}

/** What has happened so far, each step with a plain sentence. */
function timelineOf(row: Row, overdue: boolean): Withdrawal['timeline'] {
  const words = messages.withdrawal.state;
  const steps: Withdrawal['timeline'] = [];
  const step = (status: WithdrawalStatus | 'not_received' | 'traced', at: Date | null): void => {
    if (at)
      steps.push({
        status,
        at: at.toISOString(),
        text: status === 'awaiting_code' && row.by_app ? words.awaiting_app_code : words[status],
      });
  };
  if (row.code_expires_at !== null) step('awaiting_code', row.created_at);
  step('pending', row.requested_at);
  const waits: Withdrawal['timeline'] = [];
  if (row.status === 'pending' && overdue && row.requested_at !== null)
    waits.push({ status: 'overdue', at: dueAt(row.requested_at).toISOString(), text: words.overdue });
  if (row.hold !== null && row.requested_at !== null) {
    const { code, reference, since, until } = row.hold;
    const at = new Date(Math.max(new Date(since).getTime(), row.requested_at.getTime())).toISOString();
    const text = messages.hold.timeline(HOLD_CODES[code], reference, minuteRoundedUp(new Date(until)));
    waits.push({ status: 'on_hold', at, text });
  }
  steps.push(...waits.toSorted((a, b) => (a.at < b.at ? -1 : 1)));
  if (row.status === 'approved' || row.status === 'returned') step('approved', row.decided_at);
  if (row.status === 'rejected' || row.status === 'cancelled' || row.status === 'lapsed')
    step(row.status, row.decided_at);
  step('not_received', row.not_received_at);
  step('traced', row.traced_at);
  step('returned', row.returned_at);
  // Reported again after it was traced, it stands in the order of time.
  return steps.toSorted((a, b) => a.at.localeCompare(b.at));
}
