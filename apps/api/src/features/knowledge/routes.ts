import type { KnowledgeCheck } from '@clearbook/contracts/knowledge';
import { messages } from '@clearbook/contracts/messages';
import { passes } from '@clearbook/domain/knowledge';
import type { Pool } from 'pg';
import type { Config } from '../../platform/config.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { readKnowledge } from './knowledge.query.ts';

export type KnowledgeDeps = { readonly pool: Pool; readonly config: Pick<Config, 'mode'> };

/** The questions before a first trade: how far one is, answering them once, and going on in spite of the warning. */
export function knowledgeRoutes(register: Register, { pool, config }: KnowledgeDeps): void {
  const shown = async (clientId: string, now: Date): Promise<KnowledgeCheck> => {
    const check = await readKnowledge(pool, { mode: config.mode, clientId, now });
    if (check === undefined) throw new Problem(404, 'user.not_found', messages.admin.userNotFound);
    return check;
  };
  const changes = async (clientId: string, sql: string, values: readonly unknown[]): Promise<boolean> =>
    transaction(pool, async (client) => {
      const { rowCount } = await client.query(sql, [clientId, ...values]);
      if (rowCount === 0) return false;
      await invalidate(client, [{ c: clientId, t: ['protection'], a: false, e: 'knowledge_checked', s: clientId }]);
      return true;
    });

  register('GET /me/knowledge-check', ({ actor, now }) => shown(actor.userId, now));
  register('GET /admin/users/:id/knowledge-check', ({ params, now }) => shown(params.id, now));

  register('POST /me/knowledge-check', async ({ actor, body, now }) => {
    const fresh = await changes(
      actor.userId,
      'insert into app.knowledge_check (client_id, answers, passed, answered_at) values ($1, $2, $3, $4) on conflict do nothing',
      [body, passes(body), now],
    );
    if (!fresh) throw new Problem(409, 'knowledge.answered', messages.knowledge.answered);
    return shown(actor.userId, now);
  });

  register('POST /me/knowledge-check/confirm', async ({ actor, now }) => {
    const { status } = await shown(actor.userId, now);
    if (status !== 'confirm' && status !== 'confirmed')
      throw new Problem(409, 'knowledge.nothing_to_confirm', messages.knowledge.nothingToConfirm);
    await changes(
      actor.userId,
      'update app.knowledge_check set confirmed_at = $2 where client_id = $1 and confirmed_at is null',
      [now],
    );
    return shown(actor.userId, now);
  });
}
