import type { Pool } from 'pg';
import { requirePermission, type Register } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import { listed, recordExport, within } from '../tables/index.ts';
import { createToken, listTokens, revokeToken, tokenFileRow } from './tokens.ts';

/** Making, listing and revoking the tokens with which programs read the Manage area. */
export function apiTokenRoutes(register: Register, { pool }: { pool: Pool }): void {
  register('GET /admin/api-tokens.csv', async (request) => {
    await recordExport(pool, 'api_tokens', request);
    const tokens = await listTokens(pool, request.now, null);
    return listed(tokens.filter(within(request.query, (token) => token.created_at)).map(tokenFileRow));
  });
  register('GET /admin/api-tokens', async ({ query, now }) =>
    pageOf(await listTokens(pool, now), ({ id }) => id, query),
  );
  register('POST /admin/api-tokens', ({ actor, body, now }) => {
    // Nobody hands on what they may not do themselves (A137).
    for (const permission of body.permissions) requirePermission(actor, permission);
    return createToken(pool, { ownerId: actor.userId, sessionId: actor.sessionId, ...body }, now);
  });
  register('POST /admin/api-tokens/:id/revoke', async ({ actor, params, body, now }) => {
    await revokeToken(pool, { staffId: actor.userId, tokenId: params.id, reason: body.reason }, now);
    return null;
  });
}
