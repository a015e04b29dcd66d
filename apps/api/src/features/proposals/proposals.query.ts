import type { ProposalRow } from '@clearbook/contracts/admin-export';
import { instantsOf } from '@clearbook/contracts/common';
import { type Proposal, takes } from '@clearbook/contracts/proposals';
import type { RequestQuery } from '@clearbook/contracts/routes';
import { SORTS } from '@clearbook/contracts/table-sorts';
import type { Refusal, RefusalCode } from '@clearbook/domain/ledger';
import { type ProposedCommand, commandFromJson } from '@clearbook/domain/proposals';
import type { ClientBase, Pool } from 'pg';
import type { Actor } from '../../platform/http/index.ts';
import { type PageRequest, pageRequest } from '../../platform/paging.ts';
import { refusalText } from '../books/index.ts';
import { everyRow } from '../tables/index.ts';
import { type AboutAct, wireAct } from './wire-act.ts';

type Row = AboutAct & {
  id: string;
  command: Parameters<typeof commandFromJson>[0];
  client_id: string | null;
  subject_id: string | null;
  proposed_by: string;
  proposed_at: Date;
  lapses_at: Date;
  status: Exclude<Proposal['status'], 'lapsed'>;
  decided_by: string | null;
  decided_at: Date | null;
  refusal: Refusal<RefusalCode> | null;
  reason: string | null;
  answer: string | null;
  client_email: string | null;
  proposer: string | null;
  decider: string | null;
};

/** Who looks: what they may decide depends on who they are and on what their role includes. */
type Asker = Pick<Actor, 'userId' | 'permissions'>;

const COLUMNS = `p.id, p.command, p.client_id, p.subject_id, p.proposed_by, p.proposed_at, p.lapses_at, p.status, p.decided_by, p.decided_at, p.refusal,
  n.body ->> 'text' as reason, n.body ->> 'email' as address, (select a.body ->> 'text' from app.note a where a.subject_id = p.id and a.kind = 'answer') as answer,
  (select u.email from app.user u where u.id = p.client_id) as client_email, (select u.email from app.user u where u.id = p.proposed_by) as proposer,
  (select u.email from app.user u where u.id = p.decided_by) as decider, (select u.email from app.user u where u.id = p.subject_id) as member,
  (select t.symbol from ledger.trade t where t.id = p.subject_id) as symbol,
  (select v.value from ledger.config_version v where v.proposal_id::text = p.command ->> 'replaces') as replaced_value,
  ledger.plan_name(p.command ->> 'item', p.command ->> 'key') as plan_name,
  (select h.reference from ledger.hold h where h.id = p.subject_id) as hold_reference,
  d.amount as asked, d.method as coin`;
const FROM = `ledger.proposal p left join app.note n on n.subject_id = p.id and n.kind = 'reason'
  left join ledger.deposit d on d.id = p.subject_id and p.kind = 'approve_deposit'`;
/** A state as it is shown at $1: what nobody decided in time has lapsed. */
const STATE = `case when p.status = 'waiting' and p.lapses_at <= $1 then 'lapsed' else p.status::text end`;

const MATCHES = `($2::text is null or ${STATE} = $2) and ($3::text is null or n.body ->> 'email' like $3
  or exists (select 1 from app.user u where u.id in (p.client_id, p.proposed_by, p.subject_id) and u.email like $3))`;

/**
 * A page of proposals, the newest first unless the oldest are asked for. Each is something that one person asks of another, so there are never
 * many: they are counted as they are.
 */
export async function pageProposals(
  pool: Pool,
  { pageSize, offset, pattern, status, sort }: PageRequest,
  asker: Asker,
  now: Date,
): Promise<{ data: Proposal[]; total: number }> {
  const { rows: counted } = await pool.query<{ total: string }>(
    `select count(*) as total from ${FROM} where ${MATCHES}`,
    [now, status, pattern],
  );
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from ${FROM} where ${MATCHES} order by p.id ${SORTS[sort].down ? 'desc' : 'asc'} limit $4 offset $5`,
    [now, status, pattern, pageSize, offset],
  );
  return { data: rows.map((row) => wire(row, asker, now)), total: Number(counted[0]?.total ?? 0) };
}

/** All of them as rows of a file, the newest first. */
export function proposalRows(
  pool: Pool,
  { query, actor, now }: { query: RequestQuery<'GET /admin/proposals.csv'>; actor: Asker; now: Date },
): AsyncIterable<ProposalRow> {
  const { status, pattern } = pageRequest(query, 1);
  const { from, before } = instantsOf(query);
  return everyRow(async ({ cursor, limit }) => {
    const { rows } = await pool.query<Row>(
      `select ${COLUMNS} from ${FROM} where ${MATCHES} and ($4::uuid is null or p.id < $4)
         and ($5::timestamptz is null or p.proposed_at >= $5) and ($6::timestamptz is null or p.proposed_at < $6)
       order by p.id desc limit $7`,
      [now, status, pattern, cursor ?? null, from, before, limit],
    );
    return {
      data: rows.map((row) => fileRow(wire(row, actor, now))),
      next_cursor: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
    };
  });
}

export async function findProposal(pool: Pool, id: string, asker: Asker, now: Date): Promise<Proposal | undefined> {
  const { rows } = await pool.query<Row>(`select ${COLUMNS} from ${FROM} where p.id = $1`, [id]);
  return rows[0] && wire(rows[0], asker, now);
}

/** What was proposed: it never changes. */
export async function readProposed(pool: Pool, id: string): Promise<ProposedCommand | undefined> {
  const { rows } = await pool.query<Pick<Row, 'command'>>('select command from ledger.proposal where id = $1', [id]);
  return rows[0] && commandFromJson(rows[0].command);
}

/** Who has this address, as far as letting somebody in as staff asks. */
/** Whose address it is. One that a client can still take back (A109) is that client's. */
export async function findPerson(client: Pick<ClientBase, 'query'>, email: string, now: Date) {
  const { rows } = await client.query<{
    id: string;
    kind: 'client' | 'staff';
    status: 'active' | 'suspended' | 'closed';
  }>(
    `select p.id, p.kind, p.status from app.user u join ledger.party p on p.id = u.id where u.email = $1
     union all select p.id, p.kind, p.status from app.account_lock l join ledger.party p on p.id = l.user_id where l.address = $1 and l.used_at is null and l.expires_at > $2
     limit 1`,
    [email, now],
  );
  return rows[0] ?? null;
}

function wire(row: Row, { userId, permissions }: Asker, now: Date): Proposal {
  const lapsed = row.status === 'waiting' && row.lapses_at <= now;
  return {
    id: row.id,
    act: wireAct(commandFromJson(row.command), row),
    reason: row.reason ?? '',
    user_id: row.client_id,
    user_email: row.client_email,
    proposed_by: { id: row.proposed_by, email: row.proposer ?? '' },
    proposed_at: row.proposed_at.toISOString(),
    lapses_at: row.lapses_at.toISOString(),
    status: lapsed ? 'lapsed' : row.status,
    decided_by: row.decided_by === null ? null : { id: row.decided_by, email: row.decider ?? '' },
    decided_at: row.decided_at?.toISOString() ?? null,
    answer: row.refusal === null ? row.answer : refusalText(row.refusal),
    may_decide:
      row.status === 'waiting' &&
      !lapsed &&
      ![row.proposed_by, row.client_id, row.subject_id].includes(userId) &&
      takes(commandFromJson(row.command)).every((permission) => permissions.has(permission)),
  };
}

function fileRow({ act: { kind, ...act }, ...proposal }: Proposal): ProposalRow {
  return {
    id: proposal.id,
    what: kind,
    details: JSON.stringify(act),
    amount: 'amount' in act ? act.amount.amount : '',
    client: proposal.user_email ?? '',
    client_id: proposal.user_id ?? '',
    status: proposal.status,
    reason: proposal.reason,
    answer: proposal.answer ?? '',
    proposed_by: proposal.proposed_by.email,
    decided_by: proposal.decided_by?.email ?? '',
    proposed_utc: proposal.proposed_at,
    lapses_utc: proposal.lapses_at,
    decided_utc: proposal.decided_at ?? '',
  };
}
