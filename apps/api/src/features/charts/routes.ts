import type { ChartLayout } from '@clearbook/contracts/chart';
import { messages } from '@clearbook/contracts/messages';
import { type ActionsOf, isSymbol, type Symbol } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import { readDrawings, readLayout, writeDrawings, writeLayout } from './charts.query.ts';
import { changeLayout, deleteLayout, listLayouts, saveLayout } from './layouts.query.ts';

export function chartRoutes(
  register: Register,
  { pool, actionsOf }: { readonly pool: Pool; readonly actionsOf: ActionsOf },
): void {
  register('GET /me/chart', ({ actor }) => readLayout(pool, actor.userId));
  register('PUT /me/chart', ({ actor, body, now }) => {
    requireKnown(body, 'charts');
    return writeLayout(pool, actor.userId, body, now);
  });
  register('GET /me/layouts', async ({ actor, query }) =>
    pageOf(await listLayouts(pool, actor.userId), ({ id }) => id, query),
  );
  register('POST /me/layouts', ({ actor, body, now }) => {
    requireKnown(body.layout, 'layout.charts');
    return saveLayout(pool, actor.userId, body, now);
  });
  register('PATCH /me/layouts/:id', ({ actor, params, body, now }) => {
    if (body.layout !== undefined) requireKnown(body.layout, 'layout.charts');
    return changeLayout(pool, actor.userId, params.id, body, now);
  });
  register('DELETE /me/layouts/:id', async ({ actor, params }) => {
    await deleteLayout(pool, actor.userId, params.id);
    return null;
  });
  register('GET /me/charts/:id', ({ actor, params, now }) =>
    readDrawings(pool, actor.userId, known(params.id), actionsOf, now),
  );
  register('PUT /me/charts/:id', ({ actor, params, body, now }) =>
    writeDrawings(pool, actor.userId, known(params.id), body, now),
  );
}

/** @throws Problem 422 where a chart shows an asset, or is compared with one, that there is not */
function requireKnown({ charts }: ChartLayout, name: string): void {
  for (const [nth, { symbol, compare }] of charts.entries()) {
    if (symbol !== null) known(symbol, `${name}.${nth}.symbol`);
    for (const other of compare) known(other, `${name}.${nth}.compare`);
  }
}

function known(symbol: string, name = 'id'): Symbol {
  if (isSymbol(symbol)) return symbol;
  throw new Problem(422, 'request.invalid', messages.market.unknown, [{ name, message: messages.market.unknown }]);
}
