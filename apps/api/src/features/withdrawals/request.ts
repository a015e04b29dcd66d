import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import type { ResultOf } from '@clearbook/domain/ledger';
import { v7 as newId } from 'uuid';
import { Problem, type Handler } from '../../platform/http/index.ts';
import { execute } from '../books/index.ts';
import { isAddress } from '../wallets/index.ts';
import { appHash } from './app-code.ts';
import { hashCode, newCode } from './code.ts';
import type { WithdrawalDeps } from './deps.ts';
import { destinationOf } from './destination.ts';
import { payeeOf } from './payee.ts';

/** POST /withdrawals: the money is set aside now, and a code asked for where the account takes one. */
export function requestWithdrawal({ ledger, secondFactor }: WithdrawalDeps): Handler<'POST /withdrawals'> {
  return async (request) => {
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
  };
}

function created(done: ResultOf<'request_withdrawal'>) {
  return {
    id: done.id,
    status: done.status === 'awaiting_code' ? ('awaiting_code' as const) : ('pending' as const),
    fee: { amount: done.fee, currency: 'USD' as const },
    net: { amount: done.net, currency: 'USD' as const },
  };
}
