import { type Act, type Member, PAYOUT_LIMIT } from '@clearbook/domain/proposals';
import type { Cents } from '@clearbook/domain/money';
import { v7 as newId } from 'uuid';
import type { Ledger } from '../../ledger/index.ts';
import type { Config } from '../../platform/config.ts';
import { execute, type Request } from '../books/index.ts';

type Mode = Pick<Config, 'mode'>;

/** Adjustments need a second person wherever there is real money. The books' own door holds the same. */
export function needsTwo({ mode }: Mode): boolean {
  return mode === 'live';
}

export function payoutNeedsTwo({ mode }: Mode, amount: Cents): boolean {
  return mode === 'live' && amount > PAYOUT_LIMIT;
}

/**
 * Proposes an act under the request's own key, after the rules that would decide it now. Answers 202 with the proposal's id.
 * @throws Problem for what would refuse the act itself
 */
export async function propose(
  ledger: Ledger,
  { act, reason, ...staff }: { act: Act; reason: string; email?: string; member?: Member | null },
  request: Request & { readonly reply: { status(code: 201 | 202): void } },
  status: 201 | 202 = 202,
): Promise<string> {
  const done = await execute(
    ledger,
    { kind: 'propose', staffId: request.actor.userId, proposalId: newId(), act, reason, ...staff },
    request,
  );
  request.reply.status(status);
  return done['id'] ?? '';
}
