import { messages } from '@clearbook/contracts/messages';
import type { Command } from '@clearbook/domain/ledger';
import type { ProposedCommand } from '@clearbook/domain/proposals';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Ledger } from '../../ledger/index.ts';
import type { Config } from '../../platform/config.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import { executeAndShow } from '../books/index.ts';
import { clientOfHold, isClient, placingTakesTwo, readHolds, readOwnHolds } from './holds.query.ts';

export type HoldDeps = {
  readonly ledger: Ledger;
  readonly pool: Pool;
  readonly config: Pick<Config, 'operator'>;
};

/** Staff place, renew and lift holds; the client reads their own. */
export function holdRoutes(register: Register, { ledger, pool, config }: HoldDeps): void {
  register('GET /me/holds', async ({ actor, query, now }) => ({
    ...pageOf(await readOwnHolds(pool, actor.userId, now), ({ id }) => id, query),
    complaints_email: config.operator?.complaintsEmail ?? null,
  }));

  register('GET /admin/users/:id/holds', async ({ actor, params, query, now }) => {
    if (!(await isClient(pool, params.id))) throw new Problem(404, 'user.not_found', messages.admin.userNotFound);
    return shown(params.id, actor.userId, now, query);
  });

  register('POST /admin/users/:id/holds', async (request) => {
    const { params, body, now } = request;
    const command = {
      kind: 'place_hold' as const,
      clientId: params.id,
      holdId: newId(),
      code: body.code,
      reference: body.reference,
      endsAt: new Date(body.ends_at),
    };
    return placeOrPropose(command, request, await placingTakesTwo(pool, params.id, now));
  });

  register('POST /admin/holds/:id/renew', async (request) => {
    const { params, body } = request;
    const clientId = await clientOf(params.id);
    const command = { kind: 'renew_hold' as const, clientId, holdId: params.id, endsAt: new Date(body.ends_at) };
    return placeOrPropose(command, request, true);
  });

  register('POST /admin/holds/:id/lift', async (request) => {
    const { actor, params, body, now } = request;
    const clientId = await clientOf(params.id);
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'lift_hold',
        staffId: actor.userId,
        clientId,
        holdId: params.id,
        reason: body.reason,
        noteId: newId(),
      },
      request,
      () => shown(clientId, actor.userId, now),
    );
  });

  /** Placed right away by one person, or proposed for another one to decide: then 202 with the proposal's id. */
  async function placeOrPropose(wanted: HoldCommand, request: HoldRequest, byTwo: boolean) {
    const { actor, now, reply } = request;
    const command: Command =
      byTwo || wanted.kind === 'renew_hold'
        ? { kind: 'propose', staffId: actor.userId, proposalId: newId(), command: wanted, reason: '' }
        : { ...wanted, staffId: actor.userId };
    const answer = await executeAndShow({ ledger, pool }, command, request, async (result) => ({
      ...(await shown(wanted.clientId, actor.userId, now)),
      proposal_id: 'proposal' in result ? result.proposal : null,
    }));
    if (answer.proposal_id !== null) reply.status(202);
    return answer;
  }

  async function shown(clientId: string, readerId: string, now: Date, query: Parameters<typeof pageOf>[2] = {}) {
    const holds = await readHolds(pool, clientId, readerId, now);
    return {
      ...pageOf(holds, ({ id }) => id, query),
      placing_takes_two: await placingTakesTwo(pool, clientId, now),
      as_of: now.toISOString(),
    };
  }

  async function clientOf(holdId: string): Promise<string> {
    const clientId = await clientOfHold(pool, holdId);
    if (clientId === undefined) throw new Problem(404, 'hold.not_found', messages.hold.notFound);
    return clientId;
  }
}

type HoldCommand = Extract<ProposedCommand, { kind: 'place_hold' | 'renew_hold' }>;
type HoldRequest = Parameters<typeof executeAndShow>[2] & { readonly reply: { status(code: 202): void } };
