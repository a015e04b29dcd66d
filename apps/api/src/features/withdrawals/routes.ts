import { messages } from '@clearbook/contracts/messages';
import { Problem, type Register } from '../../platform/http/index.ts';
import { executeAndShow } from '../books/index.ts';
import { alreadyByApp, appHash, hashForApp, waitsForApp } from './app-code.ts';
import { refuseWhileTaken } from './being-paid.ts';
import { hashCode, newCode } from './code.ts';
import type { WithdrawalDeps } from './deps.ts';
import { countingTries } from './mailed-code.ts';
import { requestWithdrawal } from './request.ts';
import { withdrawalStaffRoutes } from './staff-routes.ts';
import { readTerms } from './terms.query.ts';
import { findWithdrawal, listWithdrawals } from './withdrawals.query.ts';

export function withdrawalRoutes(register: Register, deps: WithdrawalDeps): void {
  const { ledger, pool, secondFactor } = deps;
  withdrawalStaffRoutes(register, deps);

  register('GET /withdrawals', ({ actor, query, now }) => listWithdrawals(pool, actor.userId, query, now));

  register('GET /withdrawals/terms', ({ actor, now }) => readTerms(deps, actor.userId, now));

  register('POST /withdrawals', requestWithdrawal(deps));

  register('GET /withdrawals/:id', async ({ actor, params, now }) =>
    found(await findWithdrawal(pool, actor.userId, params.id, now)),
  );

  register('POST /withdrawals/:id/confirm', async (request) => {
    const { actor, params, body, now, key } = request;
    const of = { clientId: actor.userId, withdrawalId: params.id };
    const confirm = (codeHash: string) =>
      executeAndShow({ ledger, pool }, { kind: 'confirm_withdrawal', ...of, codeHash }, request, async () =>
        found(await findWithdrawal(pool, actor.userId, params.id, now)),
      );
    if (await waitsForApp(pool, actor.userId, params.id))
      return confirm(await hashForApp(secondFactor, { ...of, code: body.code, key }, now));
    return countingTries(pool, actor.userId, now, () => confirm(hashCode(params.id, body.code)));
  });

  register('POST /withdrawals/:id/resend', async (request) => {
    const { actor, params, now } = request;
    const byApp = await secondFactor.isOn(actor.userId);
    if (byApp && (await waitsForApp(pool, actor.userId, params.id))) throw alreadyByApp();
    const code = byApp ? null : newCode();
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'resend_code',
        clientId: actor.userId,
        withdrawalId: params.id,
        code,
        codeHash: code === null ? appHash(secondFactor, params.id) : hashCode(params.id, code),
      },
      request,
      async () => found(await findWithdrawal(pool, actor.userId, params.id, now)),
    );
  });

  register('POST /withdrawals/:id/cancel', async (request) => {
    const { actor, params, now } = request;
    await refuseWhileTaken(pool, params.id, now);
    return executeAndShow(
      { ledger, pool },
      { kind: 'cancel_withdrawal', clientId: actor.userId, withdrawalId: params.id },
      request,
      async () => found(await findWithdrawal(pool, actor.userId, params.id, now)),
    );
  });

  register('POST /withdrawals/:id/not-received', async (request) => {
    const { actor, params, now } = request;
    return executeAndShow(
      { ledger, pool },
      { kind: 'report_not_received', clientId: actor.userId, withdrawalId: params.id },
      request,
      async () => found(await findWithdrawal(pool, actor.userId, params.id, now)),
    );
  });
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'withdrawal.not_found', messages.withdrawal.notFound);
  return value;
}
