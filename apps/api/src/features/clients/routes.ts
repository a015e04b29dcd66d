import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminUser } from '@clearbook/contracts/admin';
import type { UserRow } from '@clearbook/contracts/admin-export';
import { messages } from '@clearbook/contracts/messages';
import type { CloseAccount } from '@clearbook/domain/clients';
import { v7 as newId } from 'uuid';
import type { Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { execute, executeAndShow, type Request } from '../books/index.ts';
import { readEntries } from '../statements/index.ts';
import { exportTable, inFileRows, USERS } from '../tables/index.ts';
import { pageAdjustments } from './adjustments.query.ts';
import { findUser, pageUsers, usersByIds } from './clients.query.ts';
import type { ClientDeps } from './deps.ts';
import { finishErasure } from './erasures.ts';
import { found } from './found.ts';
import { logView } from './log-view.ts';
import { addNote } from './notes.ts';
import { readTimeline } from './timeline.query.ts';
import { manualRoutes } from './manual-routes.ts';

/** What staff see of people, and the few things they may do to an account. Nothing here can set a balance, a password or a code. */
export function clientRoutes(register: Register, deps: ClientDeps): void {
  const { ledger, pool, files, mail, checkPassword } = deps;
  manualRoutes(register, deps);

  register('GET /admin/users', async ({ query, now }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.users);
    const { data, total, capped } = await pageUsers(pool, page, now);
    return pageReply(page, data, total, capped);
  });

  register('GET /admin/users.csv', (request) =>
    exportTable(pool, USERS, request, async (client, ids) =>
      inFileRows(await usersByIds(client, ids, request.now), userRow),
    ),
  );

  register('GET /admin/adjustments', async ({ query }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.adjustments);
    const { data, total, capped } = await pageAdjustments(pool, page);
    return pageReply(page, data, total, capped);
  });

  register('GET /admin/users/:id', async ({ actor, params, now }) => {
    const user = found(await findUser(pool, params.id, now));
    await logView(pool, { actor, clientId: params.id }, now);
    return user;
  });

  register('PATCH /admin/users/:id', async (request) => {
    const { actor, params, body, now } = request;
    found(await findUser(pool, params.id, now));
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
        ...(body.signal_strength !== undefined && { signalPercent: body.signal_strength }),
        noteId: newId(),
      },
      request,
      async () => found(await findUser(pool, params.id, now)),
    );
  });

  register('GET /admin/users/:id/entries', async ({ params, query, now }) => {
    found(await findUser(pool, params.id, now));
    return readEntries(pool, params.id, query);
  });

  register('GET /admin/users/:id/timeline', async ({ actor, params, query, now }) => {
    found(await findUser(pool, params.id, now));
    await logView(pool, { actor, clientId: params.id }, now);
    return readTimeline(pool, params.id, query, actor.permissions);
  });

  register('POST /admin/users/:id/notes', ({ actor, params, body, key, now }) =>
    addNote(pool, { staffId: actor.userId, clientId: params.id, text: body.text, key }, now),
  );

  register('DELETE /admin/users/:id', async (request) => {
    const { actor, params, body, now } = request;
    found(await findUser(pool, params.id, now));
    const reason = body?.reason === undefined ? {} : { reason: { text: body.reason, noteId: newId() } };
    await close({ staffId: actor.userId, clientId: params.id, ...reason }, request);
    await erase(params.id, now);
    return { message: messages.closing.deleted };
  });

  register('POST /me/close', async (request) => {
    const { actor, body, now } = request;
    await checkPassword(actor.userId, body.password, now);
    await close({ staffId: null, clientId: actor.userId }, request);
    await erase(actor.userId, now);
    return null;
  });

  /** The account is closed, whatever becomes of this: what the storage doesn't remove now is for the job, which says so. */
  const erase = (clientId: string, now: Date): Promise<void> =>
    finishErasure({ pool, files, mail }, clientId, now).catch(() => undefined);

  /** Refused for as long as something is in the account, so every attempt has a key of its own; who comes second finds no such user. */
  function close(who: Omit<CloseAccount, 'kind'>, { actor, reply, now }: Omit<Request, 'key' | 'requestHash'>) {
    return execute(
      ledger,
      { kind: 'close_account', ...who },
      { actor, reply, now, key: `close-${newId()}`, requestHash: '00' },
    );
  }
}

function userRow(user: AdminUser): UserRow {
  return {
    id: user.id,
    email: user.email,
    full_name: user.fullname,
    username: user.username,
    role: user.role,
    status: user.status,
    verified: user.is_verified ? 'yes' : 'no',
    total_balance: user.total_balance.amount,
    deposit_balance: user.deposit_balance.amount,
    profit_balance: user.profit_balance.amount,
    available: user.available.amount,
    signal_strength: String(user.signal_strength),
    billing_status: user.billing_status,
    code_status: user.code_status,
    borrowed: user.borrowed.amount,
    suspended_utc: user.suspended?.since ?? '',
    suspended_reason: user.suspended?.reason ?? '',
    joined_utc: user.created_at,
  };
}
