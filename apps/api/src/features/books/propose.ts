import type { ProposedCommand, Member } from '@clearbook/domain/proposals';
import type { ClientBase, Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Ledger } from '../../ledger/index.ts';
import type { Config } from '../../platform/config.ts';
import { execute, type Request } from './execute.ts';

type Mode = Pick<Config, 'mode'>;

/** Adjustments need a second person wherever there is real money. The commit function enforces it too. */
export function needsTwo({ mode }: Mode): boolean {
  return mode === 'live';
}

/** The approved proposal by which something holds that two people set, or is going to; null where none set it. `seen` counts where whoever asks names one. */
export async function setBy(
  reader: Pick<Pool | ClientBase, 'query'>,
  name: string,
  seen?: string | null,
): Promise<string | null> {
  if (seen !== undefined) return seen;
  const { rows } = await reader.query<{ id: string | null }>(`select ledger.set_by($1, '{}') as id`, [name]);
  return rows[0]?.id ?? null;
}

type Proposed = { command: ProposedCommand; reason: string; email?: string; member?: Member | null };

/** Proposes a command instead of doing it: the route answers 202 with the proposal's id. Throws as `makeProposal` does. */
export async function propose(
  ledger: Ledger,
  proposed: Proposed,
  request: Request & { readonly reply: { status(code: 202): void } },
): Promise<string> {
  const id = await makeProposal(ledger, proposed, request);
  request.reply.status(202);
  return id;
}

/**
 * Proposes a command under the request's own key, after the rules that would decide it now.
 * @throws Problem for any refusal of the command itself
 */
export async function makeProposal(
  ledger: Ledger,
  { command, reason, ...staff }: Proposed,
  request: Request,
): Promise<string> {
  const done = await execute(
    ledger,
    { kind: 'propose', staffId: request.actor.userId, proposalId: newId(), command, reason, ...staff },
    request,
  );
  return done.id;
}
