import { hash } from 'node:crypto';
import { isOverdue } from '@clearbook/domain/funding';
import type { Command } from '@clearbook/domain/ledger';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import { each } from '../../platform/failures.ts';
import { listDue, overdueKey } from './withdrawals.query.ts';

/**
 * The effect of time on withdrawals: a hold lapses with its code; in demo mode, where no payout is real, a request that has waited a
 * working day approves itself, unless a hold runs; otherwise its client is told that it is overdue. Every process may safely run this at any time: the ledger decides again.
 */
export async function settleDueWithdrawals(
  parts: { ledger: Ledger; pool: Pool; mode: 'demo' | 'live' },
  now: Date,
): Promise<void> {
  await each(await listDue(parts, now), async (due) => {
    const of = { clientId: due.clientId, withdrawalId: due.id };
    if (due.status === 'awaiting_code')
      await run({ kind: 'lapse_withdrawal', ...of }, `lapse:${due.id}:${now.getTime()}`);
    else if (parts.mode === 'demo' && isOverdue(due.requestedAt, now)) {
      await run(
        { kind: 'decide_withdrawal', staffId: null, ...of, decision: 'approve', reason: null, payoutReference: null },
        // A hold placed just now refuses it. Refusals are stored under their key, so the next attempt uses another one.
        `demo-approve:${due.id}:${now.getTime()}`,
      );
    } else if (isOverdue(due.requestedAt, now) && !due.told) {
      await run({ kind: 'note_overdue', ...of }, overdueKey(due.id));
    }
  });

  function run(command: Command & { clientId: string }, key: string): Promise<unknown> {
    return parts.ledger.execute(command, { actorId: command.clientId, key, requestHash: hash('sha256', key) });
  }
}
