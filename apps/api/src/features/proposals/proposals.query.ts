import type { Proposal, ProposalAct, StaffMember } from '@clearbook/contracts/proposals';
import type { DepositMethod } from '@clearbook/domain/funding';
import type { Refusal, RefusalCode } from '@clearbook/domain/ledger';
import { type Act, actFromJson } from '@clearbook/domain/proposals';
import { centsToDecimal } from '@clearbook/domain/money';
import type { ClientBase, Pool } from 'pg';
import type { PageRequest } from '../../platform/paging.ts';
import { coins, refusalText, usd } from '../books/index.ts';
import { DEMO_DESK } from '../demo/index.ts';

type Row = {
  id: string; act: Parameters<typeof actFromJson>[0]; client_id: string | null; subject_id: string | null; proposed_by: string; proposed_at: Date; lapses_at: Date;
  status: Exclude<Proposal['status'], 'lapsed'>; decided_by: string | null; decided_at: Date | null; refusal: Refusal<RefusalCode> | null;
  hold_reference: string | null; reason: string | null; address: string | null; answer: string | null; client_email: string | null; proposer: string | null; decider: string | null; member: string | null; symbol: string | null; asked: string | null; coin: DepositMethod | null;
}; // prettier-ignore

const COLUMNS = `p.id, p.act, p.client_id, p.subject_id, p.proposed_by, p.proposed_at, p.lapses_at, p.status, p.decided_by, p.decided_at, p.refusal,
  n.body ->> 'text' as reason, n.body ->> 'email' as address, (select a.body ->> 'text' from app.note a where a.subject_id = p.id and a.kind = 'answer') as answer,
  (select u.email from app.user u where u.id = p.client_id) as client_email, (select u.email from app.user u where u.id = p.proposed_by) as proposer,
  (select u.email from app.user u where u.id = p.decided_by) as decider, (select u.email from app.user u where u.id = p.subject_id) as member,
  (select t.symbol from ledger.trade t where t.id = p.subject_id) as symbol,
  (select h.reference from ledger.hold h where h.id = p.subject_id) as hold_reference,
  d.amount as asked, d.method as coin`;
const FROM = `ledger.proposal p left join app.note n on n.subject_id = p.id and n.kind = 'reason'
  left join ledger.deposit d on d.id = p.subject_id and p.kind = 'approve_deposit'`;
/** A state as it is shown at $1: what nobody decided in time has lapsed. */
const STATE = `case when p.status = 'waiting' and p.lapses_at <= $1 then 'lapsed' else p.status::text end`;
const WAITS = `p.status = 'waiting' and p.lapses_at > $1`;

/**
 * A page of proposals, the newest first. Each is an act of a person that another one looked at, so there are never
 * many: they are counted as they are.
 */
export async function pageProposals(
  pool: Pool,
  { pageSize, offset, pattern, status }: PageRequest,
  actorId: string,
  now: Date,
): Promise<{ data: Proposal[]; total: number }> {
  const matches = `($2::text is null or ${STATE} = $2) and ($3::text is null or n.body ->> 'email' like $3
    or exists (select 1 from app.user u where u.id in (p.client_id, p.proposed_by, p.subject_id) and u.email like $3))`;
  const { rows: counted } = await pool.query<{ total: string }>(
    `select count(*) as total from ${FROM} where ${matches}`,
    [now, status, pattern],
  );
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from ${FROM} where ${matches} order by p.id desc limit $4 offset $5`,
    [now, status, pattern, pageSize, offset],
  );
  return { data: rows.map((row) => wire(row, actorId, now)), total: Number(counted[0]?.total ?? 0) };
}

export async function findProposal(pool: Pool, id: string, actorId: string, now: Date): Promise<Proposal | undefined> {
  const { rows } = await pool.query<Row>(`select ${COLUMNS} from ${FROM} where p.id = $1`, [id]);
  return rows[0] && wire(rows[0], actorId, now);
}

/** What was proposed: it never changes. */
export async function readAct(pool: Pool, id: string): Promise<Act | undefined> {
  const { rows } = await pool.query<Pick<Row, 'act'>>('select act from ledger.proposal where id = $1', [id]);
  return rows[0] && actFromJson(rows[0].act);
}

/** Who has this address, as far as letting somebody in as staff asks. */
export async function findPerson(client: Pick<ClientBase, 'query'>, email: string) {
  const { rows } = await client.query<{
    id: string;
    kind: 'client' | 'staff';
    status: 'active' | 'suspended' | 'closed';
  }>('select p.id, p.kind, p.status from app.user u join ledger.party p on p.id = u.id where u.email = $1', [email]);
  return rows[0] ?? null;
}

/** Everybody who is or was staff. The desk of the demo data is a name in the log, and nobody. */
export async function listStaff(pool: Pool, now: Date): Promise<StaffMember[]> {
  const { rows } = await pool.query<{
    id: string;
    email: string;
    status: StaffMember['status'];
    created_at: Date;
    proposal_id: string | null;
  }>(
    `select u.id, u.email, case when s.status = 'closed' then 'removed' when u.password_hash is null then 'invited' else 'active' end as status, u.created_at,
       (select p.id from ledger.proposal p where p.subject_id = u.id and ${WAITS} limit 1) as proposal_id
     from app.user u join ledger.party s on s.id = u.id where u.role = 'admin' and u.email <> $2 order by u.id`,
    [now, DEMO_DESK.email],
  );
  return rows.map(({ created_at: since, ...row }) => ({ ...row, since: since.toISOString() }));
}

function wire(row: Row, actorId: string, now: Date): Proposal {
  const lapsed = row.status === 'waiting' && row.lapses_at <= now;
  return {
    id: row.id,
    act: wireAct(actFromJson(row.act), row),
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
      row.status === 'waiting' && !lapsed && ![row.proposed_by, row.client_id, row.subject_id].includes(actorId),
  };
}

function wireAct(act: Act, { address, member, symbol, asked, coin, hold_reference: holdReference }: Row): ProposalAct {
  switch (act.kind) {
    case 'adjust':
      return {
        kind: act.kind,
        direction: act.direction,
        amount: usd(act.amount),
        corrects: act.corrects?.toString() ?? null,
      };
    case 'record_trade':
      return {
        kind: act.kind,
        type: act.outcome,
        symbol: act.symbol,
        side: act.side,
        amount: usd(act.amount),
        corrects: act.corrects?.toString() ?? null,
      };
    case 'add_to_trade':
      return { kind: act.kind, trade_id: act.tradeId, symbol: symbol ?? '', amount: usd(act.amount) };
    case 'approve_payout':
      return {
        kind: act.kind,
        withdrawal_id: act.withdrawalId,
        amount: usd(act.amount),
        payout_reference: act.payoutReference,
      };
    case 'place_hold':
      return { kind: act.kind, code: act.code, reference: act.reference, ends_at: act.endsAt.toISOString() };
    case 'decline_verification':
      return { kind: act.kind };
    case 'renew_hold':
      return {
        kind: act.kind,
        hold_id: act.holdId,
        reference: holdReference ?? '',
        ends_at: act.endsAt.toISOString(),
      };
    case 'return_payout':
      return { kind: act.kind, withdrawal_id: act.withdrawalId, amount: usd(act.amount) };
    case 'approve_deposit': {
      const { depositId, amount, txid, receivedUnits, receivedAt } = act;
      if (asked === null || coin === null) throw new Error('a proposal about a deposit that is not there');
      return {
        kind: act.kind,
        deposit_id: depositId,
        amount: usd(amount),
        expected: usd(BigInt(asked)),
        txid,
        received: receivedUnits === null ? null : coins(receivedUnits, coin),
        received_at: receivedAt?.toISOString() ?? null,
      };
    }
    case 'approve_loan':
      return { kind: act.kind, loan_id: act.loanId, amount: usd(act.amount) };
    case 'set_release_limits':
      return { kind: act.kind, day_limit: usd(act.dayLimit), client_limit: usd(act.clientLimit) };
    case 'set_wallets':
      return { kind: act.kind, bitcoin: act.bitcoin, ethereum: act.ethereum, usdt: act.usdt };
    case 'set_fees':
      return {
        kind: act.kind,
        withdrawalpercent: centsToDecimal(BigInt(act.feeBps)),
        miniwithdrawal: centsToDecimal(act.minimum),
      };
    case 'add_staff':
      return { kind: act.kind, email: address ?? member ?? '' };
    case 'remove_staff':
      return { kind: act.kind, member_id: act.memberId, email: member ?? '' };
  }
}
