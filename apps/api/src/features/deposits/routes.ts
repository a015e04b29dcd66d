import { LOAN_METHOD } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import { coinsToPay, depositAddress } from '@clearbook/domain/funding';
import { exactPrice } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { Problem, type Register } from '../../platform/http/index.ts';
import { coins, execute, executeAndShow, usd } from '../books/index.ts';
import { requireIdentity } from '../identity/index.ts';
import { readWallets } from '../wallets/index.ts';
import type { DepositDeps } from './deps.ts';
import { readDepositLimits } from './deposit-limits.query.ts';
import { findDeposit, listDeposits } from './deposits.query.ts';
import { methodOf, priceNow } from './receipt-price.ts';
import { depositStaffRoutes } from './staff-routes.ts';

export function depositRoutes(register: Register, deps: DepositDeps): void {
  const { ledger, pool, files, prices, config } = deps;
  depositStaffRoutes(register, deps);

  register('GET /deposits', ({ actor, query, now }) => listDeposits(pool, actor.userId, query, now));

  const limits = async (clientId: string, now: Date) => {
    const found = await readDepositLimits(pool, { mode: config.mode, clientId, now });
    if (found === undefined) throw new Problem(404, 'user.not_found', messages.admin.userNotFound);
    return found;
  };
  register('GET /me/deposit-limits', ({ actor, now }) => limits(actor.userId, now));
  register('GET /admin/users/:id/deposit-limits', ({ params, now }) => limits(params.id, now));

  register('GET /deposits/conversion', async ({ query }) => {
    const priced = await priceNow(prices, query.method);
    return {
      pay_amount: coins(coinsToPay(usdToCents(query.amount), priced.price), query.method),
      rate: exactPrice(priced.price, 2),
      source: priced.source,
    };
  });

  register('POST /deposits', async (request) => {
    const { actor, body, now } = request;
    await requireIdentity(pool, config.mode, actor.userId);
    const priced = await priceNow(prices, body.method);
    const address =
      config.mode === 'demo' ? depositAddress(body.method, actor.userId) : await savedAddress(pool, body.method, now);
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'create_deposit',
        clientId: actor.userId,
        amount: usdToCents(body.amount),
        method: body.method,
        address,
        rate: priced.price,
        rateSource: priced.source,
      },
      request,
      async (done) => found(await findDeposit(pool, actor.userId, done.id, now)),
    );
  });

  register('GET /deposits/:id', async ({ actor, params, now }) =>
    found(await findDeposit(pool, actor.userId, params.id, now)),
  );

  register('POST /deposits/:id/proof', async (request) => {
    const { actor, params, now } = request;
    const deposit = found(await findDeposit(pool, actor.userId, params.id, now));
    if (deposit.method === LOAN_METHOD) throw new Problem(409, 'deposit.no_proof', messages.deposit.loanHasNoProof);
    const file = request.files.find(({ name }) => name === 'file');
    if (!file)
      throw new Problem(422, 'deposit.proof_required', messages.deposit.proofRequired, [
        { name: 'file', message: messages.deposit.proofRequired },
      ]);
    // The locked rate has expired, so the payment is worth its price now, not when someone decides about it.
    const late = deposit.expires_at !== null && now > new Date(deposit.expires_at);
    const priced = late ? await prices.usdPrice(methodOf(deposit.method)) : undefined;
    const fileId = await files.store({ ownerId: actor.userId, kind: 'proof', data: file.data }, now);
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'attach_proof',
        clientId: actor.userId,
        depositId: params.id,
        fileId,
        price: priced?.ok ? { rate: priced.price, source: priced.source } : null,
      },
      request,
      async () => found(await findDeposit(pool, actor.userId, params.id, now)),
    );
  });

  register('POST /demo/top-up', async (request) => {
    const { actor, body } = request;
    const amount = usdToCents(body.amount);
    const done = await execute(ledger, { kind: 'top_up', clientId: actor.userId, amount }, request);
    return {
      id: done.id,
      amount: usd(amount),
      total_balance: { amount: done.total_balance, currency: 'USD' },
    };
  });
}

async function savedAddress(pool: Pool, method: 'bitcoin' | 'ethereum' | 'tether', now: Date): Promise<string> {
  const wallets = await readWallets(pool, now);
  const address = wallets[method === 'tether' ? 'usdt' : method];
  if (address === '')
    throw new Problem(422, 'deposit.no_wallet', messages.deposit.noWallet, [
      { name: 'method', message: messages.deposit.noWallet },
    ]);
  return address;
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'deposit.not_found', messages.deposit.notFound);
  return value;
}
