import { ACCESS_CHANGED_MS, type PayoutFacts, STRAIGHT_OUT_MS } from '@clearbook/domain/fraud';
import type { Pool } from 'pg';
import { readFindings } from '../screening/index.ts';
import { readSchemes } from './schemes.query.ts';

type Withdrawal = {
  client_id: string;
  fullname: string;
  opened_at: Date;
  requested_at: Date;
  amount: string;
  method: string;
  destination: Readonly<Record<string, string>> | null;
  paid_here_since: Date | null;
};
/** So many others are named, and so many counted: more than these say nothing more. */
const SHARED_MAX = 50;
const COUNTED_MAX = 1_000;
const PAID_MAX = 200;

/** What is on record about a payout and whoever asked for it. Undefined where there is no such withdrawal. */
export async function readPayoutFacts(pool: Pool, id: string): Promise<PayoutFacts | undefined> {
  const { rows } = await pool.query<Withdrawal>(
    `select w.client_id, u.fullname, u.created_at as opened_at, coalesce(w.requested_at, w.created_at) as requested_at, w.amount, w.method::text as method,
       (select n.body from app.note n where n.subject_id = w.id and n.kind = 'destination') as destination,
       (select min(p.decided_at) from ledger.withdrawal p where p.client_id = w.client_id and p.payee = w.payee and p.status = 'approved' and p.id <> w.id
         and p.decided_at < coalesce(w.requested_at, w.created_at)) as paid_here_since
     from ledger.withdrawal w join app.user u on u.id = w.client_id where w.id = $1`,
    [id],
  );
  const [withdrawal] = rows;
  if (withdrawal === undefined) return undefined;
  const { client_id: clientId, requested_at: requestedAt, destination } = withdrawal;
  const [listed, shared, person, money, schemes] = await Promise.all([
    readFindings(pool, clientId),
    readShared(pool, clientId, destination),
    readAccess(pool, clientId, requestedAt),
    readMoney(pool, { clientId, id, requestedAt }),
    readSchemes(pool, { clientId, requestedAt }),
  ]);
  return {
    clientId,
    fullname: withdrawal.fullname,
    requestedAt,
    amount: BigInt(withdrawal.amount),
    accountName: destination?.['accountName'] ?? destination?.['gcashacctname'] ?? null,
    address: destination?.['address'] ?? null,
    paidHereSince: withdrawal.paid_here_since,
    listed,
    schemes,
    ...shared,
    openedAt: withdrawal.opened_at,
    ...person,
    ...money,
  };
}

/** They are counted beyond those who are named: whoever finds fifty harmless has not seen the fifty-first. */
async function readShared(pool: Pool, clientId: string, destination: Withdrawal['destination']) {
  if (destination === null) return { shared: [], sharedBy: 0 };
  const theirs = `from app.note n where n.kind = 'destination' and app.destination_of(n.body) = app.destination_of($1::jsonb) and n.client_id <> $2`;
  const [named, counted] = await Promise.all([
    pool.query<{ client_id: string; subject_id: string; at: Date }>(
      `select distinct on (n.client_id) n.client_id, n.subject_id, n.at ${theirs} order by n.client_id, n.at limit $3`,
      [destination, clientId, SHARED_MAX],
    ),
    pool.query<{ count: number }>(
      `select count(*)::int as count from (select distinct n.client_id ${theirs} limit $3) t`,
      [destination, clientId, COUNTED_MAX],
    ),
  ]);
  return {
    shared: named.rows.map((row) => ({ clientId: row.client_id, recordId: row.subject_id, at: row.at })),
    sharedBy: counted.rows[0]?.count ?? 0,
  };
}

/** Links to lock an account are kept for a week and say what was changed; the pause of payouts after each change is kept for good. */
async function readAccess(pool: Pool, clientId: string, requestedAt: Date) {
  const since = new Date(requestedAt.getTime() - ACCESS_CHANGED_MS);
  const [devices, changes] = await Promise.all([
    pool.query<{ at: Date }>('select first_seen_at as at from app.known_device where user_id = $1 order by 1', [
      clientId,
    ]),
    pool.query<{ at: Date; change: string | null }>(
      `select at, change from app.account_lock where user_id = $1 and at > $2 and at <= $3
       union all
       select set_at, null from ledger.hold where client_id = $1 and code = 'security_cooling' and set_by is null and set_at > $2 and set_at <= $3
       order by at desc, change nulls last`,
      [clientId, since, requestedAt],
    ),
  ]);
  return { devices: devices.rows.map(({ at }) => at), accessChanges: changes.rows };
}

async function readMoney(
  pool: Pool,
  { clientId, id, requestedAt }: { clientId: string; id: string; requestedAt: Date },
) {
  const lastTradeAt = await readLastTrade(pool, clientId, requestedAt);
  const since = new Date(Math.max(requestedAt.getTime() - STRAIGHT_OUT_MS, lastTradeAt?.getTime() ?? 0));
  const [paid, brought, asked] = await Promise.all([
    pool.query<{ address: string }>(
      `select distinct n.body ->> 'address' as address from ledger.withdrawal w join app.note n on n.subject_id = w.id and n.kind = 'destination'
       where w.client_id = $1 and w.status = 'approved' and w.method = 'crypto' and w.id <> $2 and w.decided_at < $4 and n.body ? 'address' limit $3`,
      [clientId, id, PAID_MAX, requestedAt],
    ),
    pool.query<{ cents: string | null; since: Date | null }>(
      `select sum(credited) as cents, min(decided_at) as since from ledger.deposit
       where client_id = $1 and status = 'approved' and method <> 'loan' and decided_at > $2 and decided_at <= $3`,
      [clientId, since, requestedAt],
    ),
    // What still waits for its code was never before staff, and may never be.
    pool.query<{ cents: string }>(
      `select coalesce(sum(w.amount), 0) as cents from ledger.withdrawal w
       where w.client_id = $1 and w.id <> $4 and w.status in ('pending', 'approved') and (w.requested_at, w.id) < ($3::timestamptz, $4::uuid)
         and w.requested_at >= (select min(decided_at) from ledger.deposit
           where client_id = $1 and status = 'approved' and method <> 'loan' and decided_at > $2 and decided_at <= $3)`,
      [clientId, since, requestedAt, id],
    ),
  ]);
  const [sum] = brought.rows;
  return {
    paidAddresses: paid.rows.map(({ address }) => address),
    broughtIn:
      sum === undefined || sum.cents === null || sum.since === null
        ? null
        : { cents: BigInt(sum.cents), since: sum.since },
    askedBefore: BigInt(asked.rows[0]?.cents ?? 0),
  };
}

/** When a trade was last opened or closed. Ids grow with time: the newest trade has the greatest. */
async function readLastTrade(pool: Pool, clientId: string, before: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `select greatest(
       (select opened_at from ledger.trade where client_id = $1 and opened_at <= $2 order by id desc limit 1),
       (select max(closed_at) from ledger.trade where client_id = $1 and status = 'closed' and closed_at <= $2)) as at`,
    [clientId, before],
  );
  return rows[0]?.at ?? null;
}
