import { messages } from '@clearbook/contracts/messages';
import { isSymbol } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { Problem, type Register } from '../../platform/http/index.ts';
import { invalidate } from '../../platform/realtime/invalidation.ts';

/** What a client keeps an eye on. */
export function watchlistRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /me/watchlist', async ({ actor }) => {
    const { rows } = await pool.query<{ symbols: string[] }>('select symbols from app.watchlist where client_id = $1', [
      actor.userId,
    ]);
    return { symbols: rows[0]?.symbols ?? [] };
  });

  register('PUT /me/watchlist', async ({ actor, body: { symbols } }) => {
    if (!symbols.every(isSymbol))
      throw new Problem(422, 'request.invalid', messages.market.unknown, [
        { name: 'symbols', message: messages.market.unknown },
      ]);
    await pool.query(
      `insert into app.watchlist (client_id, symbols) values ($1, $2)
       on conflict (client_id) do update set symbols = excluded.symbols`,
      [actor.userId, symbols],
    );
    // The same list shows on this person's other devices.
    await invalidate(pool, [{ c: actor.userId, t: ['watchlist'], e: 'watchlist', s: null, a: false }]);
    return { symbols };
  });
}
