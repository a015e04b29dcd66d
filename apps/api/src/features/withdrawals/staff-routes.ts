import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { v7 as newId } from 'uuid';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { executeAndShow } from '../books/index.ts';
import { exportTable } from '../tables/index.ts';
import type { WithdrawalDeps } from './deps.ts';
import { findWithdrawalForStaff, listOf, pageWithdrawals } from './withdrawals.query.ts';
import { withdrawalRows } from './withdrawals-export.query.ts';

/** What staff see of withdrawals, and what they decide and find out about them. */
export function withdrawalStaffRoutes(register: Register, { ledger, pool, config }: WithdrawalDeps): void {
  register('GET /admin/withdrawals', async ({ query, now }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.withdrawals);
    const { data, total, capped } = await pageWithdrawals(pool, page, now);
    return pageReply(page, data, total, capped);
  });

  register('GET /admin/withdrawals.csv', (request) =>
    exportTable(pool, listOf(request.query.status, request.now), request, (client, ids) =>
      withdrawalRows(client, ids, request.now),
    ),
  );

  register('GET /admin/withdrawals/:id', async ({ params, now }) =>
    found(await findWithdrawalForStaff(pool, params.id, now)),
  );

  register('POST /admin/withdrawals/:id/decision', async (request) => {
    const { actor, params, body, now } = request;
    const withdrawal = found(await findWithdrawalForStaff(pool, params.id, now));
    if (config.mode === 'live' && body.decision === 'approve' && body.payout_reference === undefined) {
      const message = messages.withdrawal.payoutReferenceRequired;
      throw new Problem(422, 'request.invalid', message, [{ name: 'payout_reference', message }]);
    }
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'decide_withdrawal',
        staffId: actor.userId,
        clientId: withdrawal.user_id,
        withdrawalId: params.id,
        decision: body.decision,
        reason: body.decision === 'reject' ? body.reason : null,
        payoutReference: body.decision === 'approve' ? (body.payout_reference ?? null) : null,
        proposalId: newId(),
      },
      request,
      async () => found(await findWithdrawalForStaff(pool, params.id, now)),
      () => request.reply.status(202),
    );
  });

  register('POST /admin/withdrawals/:id/return', async (request) => {
    const { actor, params, body, now } = request;
    const withdrawal = found(await findWithdrawalForStaff(pool, params.id, now));
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'return_withdrawal',
        staffId: actor.userId,
        clientId: withdrawal.user_id,
        withdrawalId: params.id,
        reason: body.reason,
        proposalId: newId(),
      },
      request,
      async () => found(await findWithdrawalForStaff(pool, params.id, now)),
      () => request.reply.status(202),
    );
  });

  register('POST /admin/withdrawals/:id/traced', async (request) => {
    const { actor, params, body, now } = request;
    const withdrawal = found(await findWithdrawalForStaff(pool, params.id, now));
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'trace_withdrawal',
        staffId: actor.userId,
        clientId: withdrawal.user_id,
        withdrawalId: params.id,
        reason: body.reason,
        noteId: newId(),
      },
      request,
      async () => found(await findWithdrawalForStaff(pool, params.id, now)),
    );
  });
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'withdrawal.not_found', messages.withdrawal.notFound);
  return value;
}
