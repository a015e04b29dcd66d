import { messages } from '@clearbook/contracts/messages';
import type { TableName } from '@clearbook/contracts/table-sorts';
import { VIEW_TABLES, type ViewAddress } from '@clearbook/contracts/views';
import type { Pool } from 'pg';
import { safeParse } from 'zod/v4/core';
import { type Actor, Problem, type Register, requirePermission } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import { changeView, deleteView, listViews, saveView, tableOf } from './views.query.ts';

export function viewRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /admin/views', async ({ actor, query }) => {
    const views = await listViews(pool, actor.userId);
    return pageOf(
      views.filter(({ table }) => actor.permissions.has(VIEW_TABLES[table].can)),
      ({ id }) => id,
      query,
    );
  });

  register('POST /admin/views', ({ actor, body, now }) => {
    requireFit(actor, body.table, body.address);
    return saveView(pool, actor.userId, body, now);
  });

  register('PATCH /admin/views/:id', async ({ actor, params, body, now }) => {
    requireFit(actor, await tableOf(pool, actor.userId, params.id), body.address);
    return changeView(pool, actor.userId, params.id, body, now);
  });

  register('DELETE /admin/views/:id', async ({ actor, params }) => {
    await deleteView(pool, actor.userId, params.id);
    return null;
  });
}

/** A view holds nothing but what its table's own request takes. @throws Problem 403, 422 */
function requireFit(actor: Actor, table: TableName, address: ViewAddress | undefined): void {
  requirePermission(actor, VIEW_TABLES[table].can);
  if (address === undefined) return;
  const { error } = safeParse(VIEW_TABLES[table].address, address);
  if (error === undefined) return;
  const message = messages.common.badFilter;
  const fields = error.issues.map(({ path }) => ({ name: ['address', ...path].join('.'), message }));
  throw new Problem(422, 'request.invalid', message, fields);
}
