import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { readKnowledge } from './knowledge.query.ts';

/**
 * In live mode a client answers the questions before their first trade. Closing never asks, and neither does a demo.
 * @throws Problem 422 that says what to do
 */
export async function requireKnowledge(pool: Pool, mode: 'demo' | 'live', clientId: string, now: Date): Promise<void> {
  if (mode === 'demo') return;
  const check = await readKnowledge(pool, { mode, clientId, now });
  if (check?.required !== true) return;
  const { refused } = messages.knowledge;
  if (check.status === 'unanswered') throw new Problem(422, 'knowledge.required', refused.unanswered);
  if (check.status === 'waiting' && check.confirm_from !== null)
    throw new Problem(422, 'knowledge.waiting', refused.waiting(check.confirm_from.slice(0, 16).replace('T', ' ')));
  throw new Problem(422, 'knowledge.confirmation_required', refused.confirm);
}
