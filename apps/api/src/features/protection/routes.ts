import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import type { Cents } from '@clearbook/domain/money';
import { LIMIT_KINDS, type LimitKind } from '@clearbook/domain/protection';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { executeAndShow } from '../books/index.ts';
import type { Market } from '../market/index.ts';
import { readProtection } from './protection.query.ts';

export type ProtectionDeps = { readonly ledger: Ledger; readonly pool: Pool; readonly market: Market };

/** A client's own limits and breaks. Staff can see them but not change them: there is no route for it. */
export function protectionRoutes(register: Register, { ledger, pool, market }: ProtectionDeps): void {
  const shown = async (clientId: string, now: Date) => {
    const protection = await readProtection(pool, market, clientId, now);
    if (protection === undefined) throw new Problem(404, 'user.not_found', messages.admin.userNotFound);
    return protection;
  };

  register('GET /me/protection', ({ actor, now }) => shown(actor.userId, now));
  register('GET /admin/users/:id/protection', ({ params, now }) => shown(params.id, now));

  register('PUT /me/protection', (request) => {
    const { actor, body, now } = request;
    const limits: Partial<Record<LimitKind, Cents | null>> = {};
    for (const kind of LIMIT_KINDS) {
      const wanted = body[kind];
      if (wanted !== undefined) limits[kind] = wanted === null ? null : usdToCents(wanted);
    }
    return executeAndShow({ ledger, pool }, { kind: 'set_limits', clientId: actor.userId, limits }, request, () =>
      shown(actor.userId, now),
    );
  });

  register('POST /me/time-outs', (request) => {
    const { actor, body, now } = request;
    return executeAndShow(
      { ledger, pool },
      { kind: 'take_time_out', clientId: actor.userId, length: body.length },
      request,
      () => shown(actor.userId, now),
    );
  });

  register('POST /me/time-outs/return', (request) => {
    const { actor, now } = request;
    return executeAndShow({ ledger, pool }, { kind: 'return_from_exclusion', clientId: actor.userId }, request, () =>
      shown(actor.userId, now),
    );
  });
}
