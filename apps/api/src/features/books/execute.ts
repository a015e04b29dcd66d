import { messages } from '@clearbook/contracts/messages';
import { type Command, REFUSALS, type ResultOf } from '@clearbook/domain/ledger';
import type { Pool } from 'pg';
import { type Ledger, LedgerBusy, LedgerHalted, OutcomeUnknown, requestKey } from '../../ledger/index.ts';
import { halted, Problem, type ReplyControl } from '../../platform/http/index.ts';
import { counters } from '../../platform/telemetry/index.ts';
import { refusalText } from './refusal-text.ts';

export type Books = { readonly ledger: Ledger };

/** The part of a route's context that a command needs. */
export type Request = {
  readonly actor: { readonly userId: string };
  readonly key: string;
  readonly requestHash: string;
  readonly now: Date;
  readonly reply: Pick<ReplyControl, 'header'>;
};

/** Seconds after which a caller may try again. */
const RETRY_AFTER_S = '1';

/**
 * Sends a command under the request's own key. Returns its result, from now or from the first time that this key was used.
 * Throws a Problem for a refusal, for a full queue (503) and for a commit without an answer (503, "we do not know yet").
 */
export async function execute<C extends Command>(
  ledger: Ledger,
  command: C,
  request: Request,
): Promise<ResultOf<C['kind']>> {
  return (await send(ledger, command, request)).result;
}

/**
 * The same, for a reply that shows the row as it is afterwards. The first reply under a key is stored and repeated, even if the row
 * has changed since.
 */
export async function executeAndShow<T, C extends Command>(
  { ledger, pool }: { readonly ledger: Ledger; readonly pool: Pool },
  command: C,
  request: Request,
  show: (result: ResultOf<C['kind']>) => Promise<T>,
  /** Called if it takes another person, before anything has happened. */
  proposed?: () => void,
): Promise<T> {
  const { result, replayed } = await send(ledger, command, request);
  if (isProposed(result)) proposed?.();
  const kept = async (): Promise<T | undefined> => {
    const { rows } = await pool.query<{ reply: T }>('select reply from app.reply where actor_id = $1 and key = $2', [
      request.actor.userId,
      request.key,
    ]);
    return rows[0]?.reply;
  };
  const earlier = replayed ? await kept() : undefined;
  if (earlier !== undefined) return earlier;
  const reply = await show(result);
  // If several answers are made at the same time, the first one stored counts for all.
  const { rowCount } = await pool.query(
    'insert into app.reply (actor_id, key, reply, at, client_id) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [request.actor.userId, request.key, JSON.stringify(reply), request.now, clientIn(command)],
  );
  return rowCount === 0 ? ((await kept()) ?? reply) : reply;
}

/** Whose data a reply shows, so that it is found when they are erased; null where it is about the site or staff. */
function clientIn(command: Command): string | null {
  const about = 'command' in command ? command.command : command;
  return 'clientId' in about ? about.clientId : null;
}

/** The reply while another person has yet to decide. */
function isProposed(result: object): boolean {
  return 'proposal' in result;
}

async function send<C extends Command>(
  ledger: Ledger,
  command: C,
  request: Request,
): Promise<{ result: ResultOf<C['kind']>; replayed: boolean }> {
  const answer = await ledger
    .execute(command, {
      actorId: request.actor.userId,
      key: requestKey(request.key),
      requestHash: request.requestHash,
    })
    .catch(explain);
  if (answer.replayed) request.reply.header('idempotency-replayed', 'true');
  const { outcome } = answer;
  if (outcome.ok) return { result: outcome.result, replayed: answer.replayed };
  const { refusal } = outcome;
  counters.refusals.inc({ code: refusal.code });
  const detail = refusalText(refusal);
  const headers: Record<string, string> = answer.replayed ? { 'idempotency-replayed': 'true' } : {};
  if (REFUSALS[refusal.code] === 429)
    headers['retry-after'] = String(secondsUntil(refusal.values?.['until'], request.now));
  throw new Problem(
    REFUSALS[refusal.code],
    refusal.code,
    detail,
    refusal.field === undefined ? [] : [{ name: refusal.field, message: detail }],
    headers,
  );
}

/** The problem for a caller whom the ledger couldn't answer. */
export function explain(error: unknown): never {
  if (error instanceof LedgerHalted) throw halted(error.halt);
  if (error instanceof LedgerBusy)
    throw new Problem(503, 'server.busy', messages.common.busy, [], { 'retry-after': RETRY_AFTER_S });
  if (error instanceof OutcomeUnknown)
    throw new Problem(503, 'server.outcome_unknown', messages.common.unknownOutcome, [], {
      'retry-after': RETRY_AFTER_S,
    });
  throw error;
}

/** Whole seconds until a refusal no longer applies, at least one, even for stored refusals without a time. */
function secondsUntil(until: string | undefined, now: Date): number {
  if (until === undefined) return 1;
  return Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1_000));
}
