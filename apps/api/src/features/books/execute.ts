import { messages } from '@clearbook/contracts/messages';
import { type Command, REFUSALS, type Result } from '@clearbook/domain/ledger';
import { type Ledger, LedgerBusy, OutcomeUnknown } from '../../ledger/index.ts';
import { Problem, type ReplyControl } from '../../platform/http/index.ts';
import { refusalText } from './refusal-text.ts';

export type Books = { readonly ledger: Ledger };

/** The part of a route's context that a command needs. */
export type Request = {
  readonly actor: { readonly userId: string };
  readonly key: string;
  readonly requestHash: string;
  readonly reply: Pick<ReplyControl, 'header'>;
};

/** Seconds after which a caller may try again. */
const RETRY_AFTER_S = '1';

/**
 * Sends a command under the request's own key. Answers what it did, now or the first time that this key came.
 * Throws a Problem for a refusal, for a queue that is full (503) and for a commit that nobody answered (503, "we do not know yet").
 */
export async function execute(ledger: Ledger, command: Command, request: Request): Promise<Result> {
  // The product's own keys have other prefixes, so that nobody can guess one and take its place.
  const answer = await ledger
    .execute(command, { actorId: request.actor.userId, key: `request:${request.key}`, requestHash: request.requestHash })
    .catch((error: unknown) => {
      if (error instanceof LedgerBusy) throw new Problem(503, 'server.busy', messages.common.busy, [], { 'retry-after': RETRY_AFTER_S });
      if (error instanceof OutcomeUnknown) throw new Problem(503, 'server.outcome_unknown', messages.common.unknownOutcome, [], { 'retry-after': RETRY_AFTER_S });
      throw error;
    });
  if (answer.replayed) request.reply.header('idempotency-replayed', 'true');
  const { outcome } = answer;
  if (outcome.ok) return outcome.result;
  const { refusal } = outcome;
  const detail = refusalText(refusal);
  const headers: Record<string, string> = answer.replayed ? { 'idempotency-replayed': 'true' } : {};
  if (REFUSALS[refusal.code] === 429) headers['retry-after'] = '3600';
  throw new Problem(REFUSALS[refusal.code], refusal.code, detail, refusal.field === undefined ? [] : [{ name: refusal.field, message: detail }], headers);
}
