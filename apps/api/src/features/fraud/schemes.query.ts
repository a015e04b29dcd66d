import {
  OPPOSITE_SINCE_MS,
  OPPOSITE_SIZE_PARTS,
  OPPOSITE_TRADES_MAX,
  OPPOSITE_WITHIN_MS,
  SCHEME_MS,
  type SchemeFacts,
} from '@clearbook/domain/fraud';
import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import type { Pool } from 'pg';
import { SHARED } from './shared.query.ts';

type Payout = { readonly clientId: string; readonly requestedAt: Date };
/** More than this say nothing more. */
const FOUND_MAX = 50;

/** What is on record at the moment of a payout about people and accounts that belong together. */
export async function readSchemes(pool: Pool, payout: Payout): Promise<SchemeFacts> {
  const [deposits, staffNear, given, shares, opposite] = await Promise.all([
    readDeposits(pool, payout),
    readStaffNear(pool, payout),
    readGiven(pool, payout),
    readShares(pool, payout),
    readOpposite(pool, payout),
  ]);
  return { ...deposits, staffNear, given, shares, opposite };
}

const since = ({ requestedAt }: Payout, ms: number) => new Date(requestedAt.getTime() - ms);

/**
 * A statement speaks of a deposit where one begins no later than its day and one goes on for more than a day beyond it. What went out under a payment's
 * name takes it back where it is of the same output, or of none, and is no payout and nothing else that is known.
 */
async function readDeposits(pool: Pool, payout: Payout): Promise<Pick<SchemeFacts, 'doubtful' | 'deposited'>> {
  const { rows } = await pool.query<{ id: string; cents: string; at: Date; taken_back: boolean; missing: boolean }>(
    `with mine as (select d.id, d.credited as cents, d.decided_at as at, d.method::text as method, d.txid, d.output_index from ledger.deposit d
       where d.client_id = $1 and d.status = 'approved' and d.method <> 'loan' and d.decided_at > $2 and d.decided_at <= $3),
     told as (select m.method, (select min(l.day) from app.statement_line l where l.method = m.method) as first_day,
         (select max(l.day) from app.statement_line l where l.method = m.method) as last_day
       from (select distinct method from mine) m)
     select m.id, m.cents, m.at,
       exists (select from app.statement_line l where l.amount < 0 and l.txid = m.txid and l.method = m.method
         and coalesce(l.output_index = m.output_index, true) and not exists (select from app.statement_match s where s.line_id = l.id)) as taken_back,
       coalesce(t.first_day <= (m.at at time zone 'UTC')::date and t.last_day > (m.at at time zone 'UTC')::date + 1
         and not exists (select from app.statement_match s where s.kind = 'deposit' and s.record_id = m.id), false) as missing
     from mine m left join told t on t.method = m.method`,
    [payout.clientId, since(payout, SCHEME_MS), payout.requestedAt],
  );
  return {
    deposited: rows.reduce((sum, { cents }) => sum + BigInt(cents), 0n),
    doubtful: rows
      .filter((row) => row.taken_back || row.missing)
      .map(({ id, cents, at, taken_back: back }) => ({
        clientId: payout.clientId,
        recordId: id,
        at,
        cents: BigInt(cents),
        fault: back ? ('taken_back' as const) : ('missing' as const),
      })),
  };
}

async function readStaffNear(pool: Pool, { clientId, requestedAt }: Payout): Promise<SchemeFacts['staffNear']> {
  const { rows } = await pool.query<{ email: string; since: Date }>(
    `select u.email, min(greatest(o.first_seen_at, d.first_seen_at)) as since
     from (select decided_by from ledger.deposit where client_id = $1 union select decided_by from ledger.withdrawal where client_id = $1
       union select decided_by from app.verification where user_id = $1
       union select actor_id from ledger.entry where client_id = $1 and event = ${EVENTS.adjustment}
       union select proposed_by from ledger.proposal where client_id = $1 and status = 'approved') s(id)
     join app."user" u on u.id = s.id and u.role <> 'client'
     join app.known_device o on o.user_id = u.id join app.known_device d on d.device_hash = o.device_hash and d.user_id = $1
     where greatest(o.first_seen_at, d.first_seen_at) <= $2 group by u.email order by u.email limit ${FOUND_MAX}`,
    [clientId, requestedAt],
  );
  return rows;
}

/** Where it took two people, the books name the one who approved it: whoever proposed it gave it as well. */
async function readGiven(pool: Pool, payout: Payout): Promise<SchemeFacts['given']> {
  const { rows } = await pool.query<{ email: string; proposed_by: string[]; cents: string; since: Date }>(
    `select u.email, -sum(p.amount) as cents, coalesce(min(e.at) filter (where p.amount < 0), min(e.at)) as since,
       array(select distinct o.email from ledger.proposal q join app."user" o on o.id = q.proposed_by
         where q.client_id = $1 and q.status = 'approved' and q.decided_by = u.id and q.decided_at > $2 and q.decided_at <= $3
           and (q.kind = 'add_to_trade' or q.kind = 'adjust' and q.command ->> 'direction' = 'credit'
             or q.kind = 'record_trade' and q.command ->> 'outcome' = 'profit') order by 1) as proposed_by
     from ledger.entry e cross join lateral unnest(e.accounts, e.amounts) as p(account, amount) join app."user" u on u.id = e.actor_id and u.role <> 'client'
     where e.client_id = $1 and e.event = ${EVENTS.adjustment} and e.at > $2 and e.at <= $3 and p.account = ${ACCOUNTS.cash}
     group by u.id, u.email having sum(p.amount) <> 0 order by u.email`,
    [payout.clientId, since(payout, SCHEME_MS), payout.requestedAt],
  );
  return rows.map(({ cents, proposed_by: proposedBy, ...row }) => ({ ...row, proposedBy, cents: BigInt(cents) }));
}

async function readShares(pool: Pool, payout: Payout): Promise<SchemeFacts['shares']> {
  const { rows } = await pool.query<{ client_id: string; cents: string; at: Date }>(
    `select c.client_id, sum(s.amount) as cents, min(s.at) as at
     from ledger.entry e join ledger.share_paid s on s.book = e.book and s.id = e.subject_id and s.lead_id = e.client_id join ledger.copy c on c.id = s.copy_id
     where e.client_id = $1 and e.event = ${EVENTS.profit_share} and e.at > $2 and e.at <= $3 group by 1`,
    [payout.clientId, since(payout, SCHEME_MS), payout.requestedAt],
  );
  if (rows.length === 0) return { cents: 0n, near: [] };
  const shared = Object.values(SHARED)
    .map((each) => `select client_id, since from (${each}) s`)
    .join(' union all ');
  const { rows: found } = await pool.query<{ client_id: string }>(
    `select distinct client_id from (${shared}) s where since <= $2`,
    [payout.clientId, payout.requestedAt],
  );
  const near = new Set(found.map((row) => row.client_id));
  const paid = rows.map((row) => ({
    clientId: row.client_id,
    recordId: null,
    at: row.at,
    cents: BigInt(row.cents),
  }));
  return {
    cents: paid.reduce((sum, { cents }) => sum + cents, 0n),
    near: paid.filter(({ clientId }) => near.has(clientId)),
  };
}

/**
 * Copied trades follow somebody by rule. Trades are found by the moment at which they were opened, whoever's they are. Each is of one pair, on either
 * side: one of theirs is no answer to several of this client's, and its loss was covered once.
 */
async function readOpposite(pool: Pool, payout: Payout): Promise<SchemeFacts['opposite']> {
  const { rows } = await pool.query<{ client_id: string; pairs: number; covered: string; at: Date }>(
    `with mine as (select id, symbol, side, lots, opened_at from ledger.trade
       where client_id = $1 and status = 'closed' and closed_at > $2 and closed_at <= $3 and realised > 0 and copy_id is null order by closed_at desc, id desc limit ${OPPOSITE_TRADES_MAX}),
     pair as (select m.id as mine, o.* from mine m cross join lateral (
       select n.id as theirs, n.client_id, n.shortfall, n.opened_at from ledger.trade n
       where n.opened_at between m.opened_at - $4 * interval '1 ms' and m.opened_at + $4 * interval '1 ms' and n.symbol = m.symbol and n.side <> m.side
         and n.client_id <> $1 and n.copy_id is null and abs(n.lots - m.lots) * ${OPPOSITE_SIZE_PARTS} < m.lots limit ${FOUND_MAX}) o)
     select p.client_id, least(count(distinct p.mine), count(distinct p.theirs))::int as pairs, min(p.opened_at) as at,
       (select sum(t.shortfall) from (select distinct q.theirs, q.shortfall from pair q where q.client_id = p.client_id) t) as covered
     from pair p group by p.client_id order by covered desc, pairs desc limit ${FOUND_MAX}`,
    [payout.clientId, since(payout, OPPOSITE_SINCE_MS), payout.requestedAt, OPPOSITE_WITHIN_MS],
  );
  return rows.map((row) => ({
    clientId: row.client_id,
    recordId: null,
    at: row.at,
    pairs: row.pairs,
    covered: BigInt(row.covered),
  }));
}
