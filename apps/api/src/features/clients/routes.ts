import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Ledger } from '../../ledger/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { execute, executeAndShow } from '../books/index.ts';
import { readEntries } from '../statements/index.ts';
import { findUser, pageUsers } from './clients.query.ts';

export type ClientDeps = { readonly ledger: Ledger; readonly pool: Pool };

export const ADMIN_USERS_PAGE_SIZE = 10;

/** What staff see of people, and the few things they may do to an account. Nothing here can set a balance, a password or a code. */
export function clientRoutes(register: Register, { ledger, pool }: ClientDeps): void {
  register('GET /admin/users', async ({ query }) => {
    const page = pageRequest(query, ADMIN_USERS_PAGE_SIZE);
    const { data, total, capped } = await pageUsers(pool, page);
    return pageReply(page, data, total, capped);
  });

  register('GET /admin/users/:id', async ({ params }) => found(await findUser(pool, params.id)));

  register('PATCH /admin/users/:id', async (request) => {
    const { actor, params, body } = request;
    found(await findUser(pool, params.id));
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'set_controls',
        staffId: actor.userId,
        clientId: params.id,
        status: body.status ?? null,
        billing: body.billing_status === undefined ? null : body.billing_status === 'Enabled',
        code: body.code_status === undefined ? null : body.code_status === 'Enabled',
        reason: body.reason,
        noteId: newId(),
      },
      request,
      async () => found(await findUser(pool, params.id)),
    );
  });

  register('GET /admin/users/:id/entries', async ({ params, query }) => {
    found(await findUser(pool, params.id));
    return readEntries(pool, params.id, query);
  });

  register('POST /admin/users/:id/adjustments', async (request) => {
    const { actor, params, body } = request;
    found(await findUser(pool, params.id));
    const done = await execute(
      ledger,
      {
        kind: 'adjust',
        staffId: actor.userId,
        clientId: params.id,
        direction: body.direction,
        amount: usdToCents(body.amount),
        reason: body.reason,
        corrects: body.corrects === undefined ? null : BigInt(body.corrects),
      },
      request,
    );
    const id = done['id'] ?? '';
    const { rows } = await pool.query<{ number: string }>(
      'select number from ledger.entry where client_id = $1 and subject_id = $2',
      [params.id, id],
    );
    return {
      id,
      entry_number: rows[0]?.number ?? '',
      message: body.direction === 'credit' ? messages.admin.creditDone : messages.admin.debitDone,
    };
  });
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'user.not_found', messages.admin.userNotFound);
  return value;
}
