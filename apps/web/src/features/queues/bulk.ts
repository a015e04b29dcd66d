import type { QueueItem, QueueName } from '@clearbook/contracts/queues';
import { queueWords as words } from '@clearbook/contracts/words/queues';
import { problemText } from '../../lib/problem.ts';
import { NotSteppedUp, sendWithRetries } from '../../lib/use-submit.ts';

export type Verdict = 'approve' | 'reject';
export type Outcome = { readonly item: QueueItem; readonly ok: boolean; readonly said: string };

/** Queues of which several items can be decided at once. What needs a picture to be looked at, or another person's words, is decided one by one. */
export const BULK: Partial<
  Record<QueueName, 'POST /admin/deposits/:id/decision' | 'POST /admin/withdrawals/:id/decision'>
> = {
  deposits: 'POST /admin/deposits/:id/decision',
  loans: 'POST /admin/deposits/:id/decision',
  withdrawals: 'POST /admin/withdrawals/:id/decision',
};

/** Of which a live site approves none without what identifies its payment, which is typed for each by itself. */
export const TYPED_FOR_EACH: ReadonlySet<QueueName> = new Set(['deposits', 'withdrawals']);

/**
 * Decides each item by itself, one after the other, by the rules of its own route: one that is refused keeps no other from being decided. Each has a key
 * of its own for as long as the dialog is open, so that trying again decides nothing twice.
 */
export async function decideEach(
  queue: QueueName,
  items: readonly QueueItem[],
  { verdict, reason, keys }: { verdict: Verdict; reason: string; keys: ReadonlyMap<string, string> },
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const route = BULK[queue];
  if (route === undefined) throw new Error(`${queue} is decided one by one`);
  for (const item of items) {
    try {
      const reply = await sendWithRetries(route, {
        params: { id: item.id },
        body: verdict === 'approve' ? { decision: 'approve' } : { decision: 'reject', reason },
        idempotencyKey: keys.get(item.id),
      });
      onOutcome({ item, ok: true, said: reply.proposal_id === null ? words.doneOne : words.proposedOne });
    } catch (error) {
      // Asked for the password or a code, they would rather not: nor for the next.
      if (error instanceof NotSteppedUp) return;
      onOutcome({ item, ok: false, said: problemText(error) });
    }
  }
}
