import { messages } from '@clearbook/contracts/messages';
import { type ActionsOf, isSymbol, type Symbol } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { Problem, type Register } from '../../platform/http/index.ts';
import { readDrawings, readLayout, writeDrawings, writeLayout } from './charts.query.ts';

export function chartRoutes(
  register: Register,
  { pool, actionsOf }: { readonly pool: Pool; readonly actionsOf: ActionsOf },
): void {
  register('GET /me/chart', ({ actor }) => readLayout(pool, actor.userId));
  register('PUT /me/chart', ({ actor, body, now }) => {
    for (const [nth, { symbol, compare }] of body.charts.entries()) {
      if (symbol !== null) known(symbol, `charts.${nth}.symbol`);
      for (const other of compare) known(other, `charts.${nth}.compare`);
    }
    return writeLayout(pool, actor.userId, body, now);
  });
  register('GET /me/charts/:id', ({ actor, params, now }) =>
    readDrawings(pool, actor.userId, known(params.id), actionsOf, now),
  );
  register('PUT /me/charts/:id', ({ actor, params, body, now }) =>
    writeDrawings(pool, actor.userId, known(params.id), body, now),
  );
}

function known(symbol: string, name = 'id'): Symbol {
  if (isSymbol(symbol)) return symbol;
  throw new Problem(422, 'request.invalid', messages.market.unknown, [{ name, message: messages.market.unknown }]);
}
