import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Ledger } from '../../ledger/index.ts';
import type { Config } from '../../platform/config.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import { executeAndShow } from '../books/index.ts';
import { clientOfHold, isClient, readHolds, readOwnHolds } from './holds.query.ts';

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

  register('POST /admin/users/:id/holds', (request) => {
    const { actor, params, body, now } = request;
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'place_hold',
        staffId: actor.userId,
        clientId: params.id,
        holdId: newId(),
        code: body.code,
        reference: body.reference,
        endsAt: new Date(body.ends_at),
      },
      request,
      () => shown(params.id, actor.userId, now),
    );
  });

  register('POST /admin/holds/:id/renew', async (request) => {
    const { actor, params, body, now } = request;
    const clientId = await clientOf(params.id);
    return executeAndShow(
      { ledger, pool },
      { kind: 'renew_hold', staffId: actor.userId, clientId, holdId: params.id, endsAt: new Date(body.ends_at) },
      request,
      () => shown(clientId, actor.userId, now),
    );
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

  async function shown(clientId: string, readerId: string, now: Date, query: Parameters<typeof pageOf>[2] = {}) {
    const holds = await readHolds(pool, clientId, readerId, now);
    return { ...pageOf(holds, ({ id }) => id, query), as_of: now.toISOString() };
  }

  async function clientOf(holdId: string): Promise<string> {
    const clientId = await clientOfHold(pool, holdId);
    if (clientId === undefined) throw new Problem(404, 'hold.not_found', messages.hold.notFound);
    return clientId;
  }
}
