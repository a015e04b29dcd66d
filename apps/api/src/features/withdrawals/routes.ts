import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { CreateWithdrawalBody } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import type { ResultOf } from '@clearbook/domain/ledger';
import { announcedFees, clientFeeBps, isBilled, MAX_FEE_BPS, MAX_MINIMUM_WITHDRAWAL } from '@clearbook/domain/funding';
import { centsToDecimal, max, min } from '@clearbook/domain/money';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Ledger } from '../../ledger/index.ts';
import type { Config } from '../../platform/config.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { execute, executeAndShow, usd } from '../books/index.ts';
import { readFeeSchedule } from '../settings/index.ts';
import type { SecondFactor } from '../sessions/index.ts';
import { exportTable } from '../tables/index.ts';
import { isAddress } from '../wallets/index.ts';
import { alreadyByApp, appHash, hashForApp, waitsForApp } from './app-code.ts';
import { hashCode, newCode } from './code.ts';
import { payeeOf } from './payee.ts';
import {
  findWithdrawal,
  findWithdrawalForStaff,
  listOf,
  listWithdrawals,
  pageWithdrawals,
} from './withdrawals.query.ts';
import { withdrawalRows } from './withdrawals-export.query.ts';

export type WithdrawalDeps = {
  readonly ledger: Ledger;
  readonly pool: Pool;
  readonly config: Pick<Config, 'mode'>;
  readonly secondFactor: SecondFactor;
};

export function withdrawalRoutes(register: Register, { ledger, pool, config, secondFactor }: WithdrawalDeps): void {
  register('GET /withdrawals', ({ actor, query, now }) => listWithdrawals(pool, actor.userId, query, now));

  register('GET /withdrawals/terms', async ({ actor, now }) => {
    const { rows } = await pool.query<{
      cash: string;
      loan: string;
      billing: boolean;
      billing_from: Date | null;
      code: boolean;
      minimum: string;
    }>(
      `select p.cash, p.loan, p.billing, p.billing_from, p.code, s.miniwithdrawal_cents as minimum from ledger.party p, app.settings s where p.id = $1`,
      [actor.userId],
    );
    const [row] = rows;
    if (!row) throw new Error('no books for a signed-in client');
    const site = await readFeeSchedule(pool);
    const billed = { billing: row.billing, billingFrom: row.billing_from };
    const percent = (bps: number) => centsToDecimal(BigInt(Math.min(bps, MAX_FEE_BPS)));
    return {
      withdrawable: usd(max(0n, BigInt(row.cash) - BigInt(row.loan))),
      owed: usd(BigInt(row.loan)),
      minimum: usd(min(BigInt(row.minimum), MAX_MINIMUM_WITHDRAWAL)),
      fee_applies: isBilled(billed, now),
      fee_percent: percent(clientFeeBps(site, billed, now)),
      announced_fees: announcedFees(site, billed, now).map(({ from, feeBps }) => ({
        from: from.toISOString(),
        percent: percent(feeBps),
      })),
      code_required: row.code || (await secondFactor.isOn(actor.userId)),
    };
  });

  register('POST /withdrawals', async (request) => {
    const { actor, body } = request;
    if (body.method === 'crypto' && !isAddress(body.coin, body.address)) {
      const message = messages.withdrawal.addressChecksum(
        { bitcoin: 'Bitcoin', ethereum: 'Ethereum', usdt: 'USDT (Trc20)' }[body.coin],
      );
      throw new Problem(422, 'request.invalid', message, [{ name: 'address', message }]);
    }
    const withdrawalId = newId();
    const code = (await secondFactor.isOn(actor.userId)) ? null : newCode();
    const done = await execute(
      ledger,
      {
        kind: 'request_withdrawal',
        clientId: actor.userId,
        withdrawalId,
        amount: usdToCents(body.amount),
        method: body.method,
        coin: body.method === 'crypto' ? body.coin : null,
        destination: destinationOf(body),
        expectedFee: body.expected_fee === undefined ? null : usdToCents(body.expected_fee),
        code,
        codeHash: code === null ? appHash(secondFactor, withdrawalId) : hashCode(withdrawalId, code),
        payee: payeeOf(secondFactor, actor.userId, body.method, destinationOf(body)),
      },
      request,
    );
    if (done.status === 'awaiting_code') request.reply.status(202);
    return created(done);
  });

  register('GET /withdrawals/:id', async ({ actor, params, now }) =>
    found(await findWithdrawal(pool, actor.userId, params.id, now)),
  );

  register('POST /withdrawals/:id/confirm', async (request) => {
    const { actor, params, body, now, key } = request;
    const of = { clientId: actor.userId, withdrawalId: params.id };
    const codeHash = (await waitsForApp(pool, actor.userId, params.id))
      ? await hashForApp(secondFactor, { ...of, code: body.code, key }, now)
      : hashCode(params.id, body.code);
    return executeAndShow({ ledger, pool }, { kind: 'confirm_withdrawal', ...of, codeHash }, request, async () =>
      found(await findWithdrawal(pool, actor.userId, params.id, now)),
    );
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

/** The method's own fields, by the specification's names. */
function destinationOf(body: CreateWithdrawalBody): Record<string, string> {
  switch (body.method) {
    case 'bank':
      return { an: body.an, bn: body.bn, aname: body.aname };
    case 'crypto':
      return { coin: body.coin, address: body.address };
    case 'paypal':
      return { paypalemail: body.paypalemail };
    case 'cashapp':
      return { cashapptag: body.cashapptag };
    case 'gcash':
      return { gcashacctnumber: body.gcashacctnumber, gcashacctname: body.gcashacctname };
  }
}

function created(done: ResultOf<'request_withdrawal'>) {
  return {
    id: done.id,
    status: done.status === 'awaiting_code' ? ('awaiting_code' as const) : ('pending' as const),
    fee: { amount: done.fee, currency: 'USD' as const },
    net: { amount: done.net, currency: 'USD' as const },
  };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'withdrawal.not_found', messages.withdrawal.notFound);
  return value;
}
