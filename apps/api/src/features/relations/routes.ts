import { messages } from '@clearbook/contracts/messages';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import { type RelationDeps, readAsClient } from './as-client.ts';
import { listRelated } from './related.query.ts';
import { addTag, listTags, removeTag } from './tags.ts';

export type { RelationDeps } from './as-client.ts';

/** What staff know of a client beside the books. Nothing here moves money or access, and nothing of it is shown to clients but that it was looked at. */
export function relationRoutes(register: Register, deps: RelationDeps): void {
  const { pool } = deps;

  register('GET /admin/users/:id/tags', async ({ params, query }) => {
    await requireClient(params.id);
    return pageOf(await listTags(pool, params.id), ({ id }) => id, query);
  });

  register('POST /admin/users/:id/tags', async ({ actor, params, body, now }) => {
    await requireClient(params.id);
    await addTag(pool, { staffId: actor.userId, clientId: params.id, tag: body.tag }, now);
    return { data: await listTags(pool, params.id), next_cursor: null };
  });

  register('POST /admin/users/:id/tags/remove', async ({ actor, params, body, now }) => {
    await requireClient(params.id);
    await removeTag(pool, { staffId: actor.userId, clientId: params.id, tag: body.tag }, now);
    return { data: await listTags(pool, params.id), next_cursor: null };
  });

  register('GET /admin/users/:id/related', async ({ actor, params, query }) => {
    await requireClient(params.id);
    return pageOf(await listRelated(pool, params.id, actor.permissions), ({ id }) => id, query);
  });

  register('GET /admin/users/:id/as-client', async ({ actor, params, now }) => {
    await requireClient(params.id);
    return readAsClient(deps, actor, params.id, now);
  });

  /** @throws Problem 404 where there is no such client */
  async function requireClient(id: string): Promise<void> {
    const { rowCount } = await pool.query(
      "select from ledger.party p where p.book = ledger.book_of($1) and p.id = $1 and p.kind = 'client'",
      [id],
    );
    if (rowCount !== 1) throw new Problem(404, 'user.not_found', messages.admin.userNotFound);
  }
}
