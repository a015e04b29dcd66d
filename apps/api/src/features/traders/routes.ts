import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import { decimalToCents } from '@clearbook/domain/money';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Ledger } from '../../ledger/index.ts';
import type { FileStore } from '../../platform/files/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { announce } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { execute, executeAndShow } from '../books/index.ts';
import type { Market } from '../market/index.ts';
import { findCopy, findRunning, listCopies, listCopyTrades, listSkips } from './copies.query.ts';
import type { CopyEngine } from './engine.ts';
import { Records } from './record.query.ts';
import { findTrader, listTraders, listTraderTrades, pageTraders, type Reader } from './traders.query.ts';

export type TraderDeps = {
  readonly ledger: Ledger;
  readonly pool: Pool;
  readonly market: Pick<Market, 'marks'>;
  readonly files: FileStore;
  readonly engine: Pick<CopyEngine, 'endCopy' | 'work'>;
};

/** Traders, and a client's copies of them. What staff type about a trader is shown to staff and never becomes a figure. */
export function traderRoutes(register: Register, given: TraderDeps): void {
  const deps = { ...given, records: new Records(given) };
  const { ledger, pool, files, engine } = deps;

  register('GET /traders', ({ actor, query, now }) => listTraders(deps, actor, query, now));

  register('GET /admin/traders', async ({ actor, query, now }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.traders);
    const { data, total } = await pageTraders(deps, actor, page, now);
    return pageReply(page, data, total, false);
  });

  register('GET /traders/:id', async ({ actor, params, now }) => trader(await findTrader(deps, actor, params.id, now)));

  register('GET /traders/:id/trades', async ({ actor, params, query, now }) => {
    trader(await findTrader(deps, actor, params.id, now));
    return listTraderTrades(deps, params.id, query, now);
  });

  register('POST /traders/:id/copy', async (request) => {
    const { actor, params, body, now } = request;
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'start_copy',
        clientId: actor.userId,
        traderId: params.id,
        amount: usdToCents(body.amount),
        copyOpen: body.copy_open ?? false,
        stopLoss: body.stop_loss === undefined ? null : usdToCents(body.stop_loss),
      },
      request,
      async ({ id }) => {
        // What is open now is taken before the answer, so that the first look at the copy shows it.
        // Whatever it cannot do now it does by itself later.
        if (body.copy_open) await engine.work().catch(() => undefined);
        return copy(await findCopy(deps, actor.userId, id ?? '', now));
      },
    );
  });

  register('DELETE /traders/:id/copy', async (request) => {
    const { actor, params, body, now } = request;
    const copyId = await running(actor.userId, params.id);
    const keep = body?.keep ?? false;
    const leadId = keep ? await leadOf(pool, copyId) : undefined;
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'stop_copy',
        clientId: actor.userId,
        copyId,
        cause: 'client',
        keep,
        ...(leadId !== undefined && { leadId }),
      },
      request,
      async () => {
        await engine.endCopy(copyId).catch(() => undefined);
        return copy(await findCopy(deps, actor.userId, copyId, now));
      },
    );
  });

  for (const [key, to] of [
    ['POST /traders/:id/copy/pause', 'paused'],
    ['POST /traders/:id/copy/resume', 'active'],
  ] as const) {
    register(key, async (request) => {
      const { actor, params, now } = request;
      const copyId = await running(actor.userId, params.id);
      return executeAndShow(
        { ledger, pool },
        { kind: 'steer_copy', clientId: actor.userId, copyId, to },
        request,
        async () => copy(await findCopy(deps, actor.userId, copyId, now)),
      );
    });
  }

  register('GET /copies', ({ actor, query, now }) => listCopies(deps, actor.userId, query, now));

  register('GET /copies/:id', async ({ actor, params, now }) =>
    copy(await findCopy(deps, actor.userId, params.id, now)),
  );

  register('GET /copies/:id/trades', async ({ actor, params, query, now }) => {
    copy(await findCopy(deps, actor.userId, params.id, now));
    return listCopyTrades(pool, params.id, query, deps.market.marks(now));
  });

  register('GET /copies/:id/skips', async ({ actor, params, query, now }) => {
    copy(await findCopy(deps, actor.userId, params.id, now));
    return listSkips(pool, params.id, query);
  });

  register('POST /admin/traders', async (request) => {
    const { actor, body, now } = request;
    const linked = body.client_email === undefined ? actor.userId : await clientOf(body.client_email);
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
        minibalance: usdToCents(body.minibalance),
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
      await announce(client, [{ c: null, t: ['traders'], e: 'trader_updated', s: params.id, a: false }]);
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

  async function running(clientId: string, traderId: string): Promise<string> {
    const id = await findRunning(pool, clientId, traderId);
    if (id === undefined) throw new Problem(404, 'copy.not_found', messages.copy.notFound);
    return id;
  }

  async function clientOf(email: string): Promise<string> {
    const { rows } = await pool.query<{ id: string }>('select id from app.user where email = $1', [email]);
    const [found] = rows;
    if (found === undefined)
      throw new Problem(422, 'trader.client_unknown', messages.trader.clientUnknown, [
        { name: 'client_email', message: messages.trader.clientUnknown },
      ]);
    return found.id;
  }

  async function card(actor: Reader, id: string, now: Date) {
    const { curve: _, ...shown } = trader(await findTrader(deps, actor, id, now));
    return shown;
  }
}

function trader<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'trader.not_found', messages.trader.notFound);
  return value;
}

function copy<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'copy.not_found', messages.copy.notFound);
  return value;
}

/** Who leads a copy, which never changes. */
async function leadOf(pool: Pool, copyId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ lead_id: string }>('select lead_id from ledger.copy where id = $1', [copyId]);
  return rows[0]?.lead_id;
}
