import type { KnowledgeCheck } from '@clearbook/contracts/knowledge';
import { knowledgeState, mayConfirmAt, mayTrade } from '@clearbook/domain/knowledge';
import type { ClientBase, Pool } from 'pg';

type Row = { passed: boolean | null; answered_at: Date; confirmed_at: Date | null; traded: boolean };

/** How far a client is with the questions, and whether they stand in the way. Whoever has traded already is not asked. Undefined: no such client. */
export async function readKnowledge(
  pool: Pool | ClientBase,
  { mode, clientId, now }: { mode: 'demo' | 'live'; clientId: string; now: Date },
): Promise<KnowledgeCheck | undefined> {
  const { rows } = await pool.query<Row>(
    `select k.passed, k.answered_at, k.confirmed_at, exists (select from ledger.trade t where t.client_id = p.id) as traded
     from ledger.party p left join app.knowledge_check k on k.client_id = p.id where p.id = $1 and p.kind = 'client'`,
    [clientId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { passed, answered_at: answeredAt, confirmed_at: confirmedAt, traded } = row;
  const check = passed === null ? null : { passed, answeredAt, confirmedAt };
  const status = knowledgeState(check, now);
  return {
    required: mode === 'live' && !traded && !mayTrade(status),
    status,
    answered_at: check?.answeredAt.toISOString() ?? null,
    confirm_from: check === null || check.passed ? null : mayConfirmAt(check).toISOString(),
    confirmed_at: check?.confirmedAt?.toISOString() ?? null,
  };
}
