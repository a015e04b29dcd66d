import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import { decimalToCents } from '@clearbook/domain/money';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { execute, executeAndShow } from '../books/index.ts';
import type { TraderDeps } from './deps.ts';
import { trader } from './found.ts';
import type { Records } from './record.query.ts';
import { findTrader, pageTraders, type Reader } from './traders.query.ts';

/** What staff do with traders: list them, add them, give them a picture, take them off the list. */
export function traderStaffRoutes(register: Register, deps: TraderDeps & { readonly records: Records }): void {
  const { ledger, pool, files } = deps;

  register('GET /admin/traders', async ({ actor, query, now }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.traders);
    const { data, total } = await pageTraders(deps, actor, page, now);
    return pageReply(page, data, total, false);
  });

  register('POST /admin/traders', async (request) => {
    const { actor, body, now } = request;
    const linked = body.client_email === undefined ? actor.userId : await clientOf(pool, body.client_email);
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'create_trader',
        staffId: actor.userId,
        clientId: linked,
        traderId: newId(),
        name: body.name,
        returnRate: body.return_rate,
        followers: body.followers,
        minimumBalance: usdToCents(body.minibalance),
        profitShareBps: Number(decimalToCents(body.profit_share)),
        bot: null,
      },
      request,
      async ({ id }) => card(actor, id ?? '', now),
    );
  });

  register('POST /admin/traders/:id/picture', async ({ actor, params, files: uploads, now }) => {
    const [upload] = uploads;
    if (!upload) throw new Error('The route was reached without its file.');
    await card(actor, params.id, now);
    const fileId = await files.store({ ownerId: actor.userId, kind: 'picture', data: upload.data }, now);
    await transaction(pool, async (client) => {
      await client.query('update app.trader_card set picture_file = $2 where trader_id = $1', [params.id, fileId]);
      await client.query(
        "select ledger.record_audit($1::uuid, 'trader.picture', 'trader', $2, null, $3::jsonb, $4::timestamptz)",
        [actor.userId, params.id, { picture: fileId }, now],
      );
      await invalidate(client, [{ c: null, t: ['traders'], e: 'trader_updated', s: params.id, a: false }]);
    });
    return card(actor, params.id, now);
  });

  register('DELETE /admin/traders/:id', async (request) => {
    const { actor, params } = request;
    const { rows } = await pool.query<{ client_id: string | null }>(
      'select client_id from ledger.trader where id = $1',
      [params.id],
    );
    await execute(
      ledger,
      {
        kind: 'delete_trader',
        staffId: actor.userId,
        clientId: rows[0]?.client_id ?? actor.userId,
        traderId: params.id,
      },
      request,
    );
    return { id: params.id, message: messages.trader.deleted };
  });

  async function card(actor: Reader, id: string, now: Date) {
    const { curve: _, ...shown } = trader(await findTrader(deps, actor, id, now));
    return shown;
  }
}

async function clientOf(pool: Pool, email: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from app.user where email = $1', [email]);
  const [found] = rows;
  if (found === undefined)
    throw new Problem(422, 'trader.client_unknown', messages.trader.clientUnknown, [
      { name: 'client_email', message: messages.trader.clientUnknown },
    ]);
  return found.id;
}
