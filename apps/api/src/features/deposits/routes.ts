import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminDeposit } from '@clearbook/contracts/admin';
import type { DepositRow } from '@clearbook/contracts/admin-export';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import { COIN_SCALE, coinsToPay, depositAddress } from '@clearbook/domain/funding';
import { exactPrice } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { FileStore } from '../../platform/files/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { coins, execute, executeAndShow, usd } from '../books/index.ts';
import { requireIdentity } from '../identity/index.ts';
import { type Lending, readLoanApplication, requireLending } from '../loans/index.ts';
import type { ConversionPrices, Market } from '../market/index.ts';
import { DEPOSITS, exportTable } from '../tables/index.ts';
import { readWallets } from '../wallets/index.ts';
import { depositsByIds, findDeposit, findDepositForStaff, listDeposits, pageDeposits } from './deposits.query.ts';

export type DepositDeps = {
  readonly ledger: Ledger;
  readonly pool: Pool;
  readonly files: FileStore;
  readonly prices: ConversionPrices;
  readonly market: Market;
  readonly config: Lending;
};

export function depositRoutes(register: Register, { ledger, pool, files, prices, market, config }: DepositDeps): void {
  register('GET /deposits', ({ actor, query, now }) => listDeposits(pool, actor.userId, query, now));

  register('GET /deposits/conversion', async ({ query }) => {
    const priced = await priceOf(query.method);
    return {
      pay_amount: coins(coinsToPay(usdToCents(query.amount), priced.price), query.method),
      rate: exactPrice(priced.price, 2),
      source: priced.source,
    };
  });

  register('POST /deposits', async (request) => {
    const { actor, body, now } = request;
    await requireIdentity(pool, config.mode, actor.userId);
    const priced = await priceOf(body.method);
    const address =
      config.mode === 'demo' ? depositAddress(body.method, actor.userId) : await savedAddress(body.method);
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
      async (done) => found(await findDeposit(pool, actor.userId, done['id'] ?? '', now)),
    );
  });

  register('GET /deposits/:id', async ({ actor, params, now }) =>
    found(await findDeposit(pool, actor.userId, params.id, now)),
  );

  register('POST /deposits/:id/proof', async (request) => {
    const { actor, params, now } = request;
    const deposit = found(await findDeposit(pool, actor.userId, params.id, now));
    if (deposit.method === 'loan') throw new Problem(409, 'deposit.no_proof', messages.deposit.loanHasNoProof);
    const file = request.files.find(({ name }) => name === 'file');
    if (!file)
      throw new Problem(422, 'deposit.proof_required', messages.deposit.proofRequired, [
        { name: 'file', message: messages.deposit.proofRequired },
      ]);
    // The locked rate has run out: what was paid is worth its price at this moment, not when somebody comes to decide.
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
      id: done['id'] ?? '',
      amount: usd(amount),
      total_balance: { amount: done['total_balance'] ?? '0.00', currency: 'USD' },
    };
  });

  register('GET /admin/deposits', async ({ query, now }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.deposits);
    const { data, total, capped } = await pageDeposits(pool, page, now);
    return pageReply(page, data, total, capped);
  });

  register('GET /admin/deposits.csv', (request) =>
    exportTable(pool, DEPOSITS, request, (client, ids) => depositsByIds(client, ids, request.now), depositRow),
  );

  register('GET /admin/deposits/:id', ({ params, now }) => forStaff(params.id, now));

  register('POST /admin/deposits/:id/decision', async (request) => {
    const { actor, params, body, now } = request;
    const deposit = found(await findDepositForStaff(pool, params.id, now));
    if (deposit.method === 'loan') {
      if (body.decision === 'approve') requireLending(config);
      return executeAndShow(
        { ledger, pool },
        {
          kind: 'decide_loan',
          staffId: actor.userId,
          clientId: deposit.user_id,
          loanId: params.id,
          decision: body.decision,
          reason: body.decision === 'reject' ? body.reason : null,
        },
        request,
        () => forStaff(params.id, now),
      );
    }
    const receipt = body.decision === 'approve' ? receiptOf(body) : NO_RECEIPT;
    // Late proof brought its price with it; where none could be had then, it is asked for now, and without one nothing is decided.
    const asks = body.decision === 'approve' && deposit.status === 'pending' && deposit.late?.rate === null;
    const current = asks ? await priceOf(methodOf(deposit.method)) : undefined;
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'decide_deposit',
        staffId: actor.userId,
        clientId: deposit.user_id,
        depositId: params.id,
        decision: body.decision,
        reason: body.decision === 'reject' ? body.reason : null,
        ...receipt,
        rateNow: current?.price ?? null,
      },
      request,
      () => forStaff(params.id, now),
    );
  });

  /** A loan comes with what its decision needs. */
  async function forStaff(id: string, now: Date): Promise<AdminDeposit> {
    const deposit = found(await findDepositForStaff(pool, id, now));
    if (deposit.method !== 'loan') return deposit;
    return { ...deposit, loan: await readLoanApplication({ pool, market, config }, id, now) };
  }

  async function priceOf(method: 'bitcoin' | 'ethereum' | 'tether') {
    const priced = await prices.usdPrice(method);
    if (!priced.ok) throw new Problem(503, priced.code, priced.detail, [], { 'retry-after': '60' });
    return priced;
  }

  async function savedAddress(method: 'bitcoin' | 'ethereum' | 'tether'): Promise<string> {
    const wallets = await readWallets(pool);
    const address = wallets[method === 'tether' ? 'usdt' : method];
    if (address === '')
      throw new Problem(422, 'deposit.no_wallet', messages.deposit.noWallet, [
        { name: 'method', message: messages.deposit.noWallet },
      ]);
    return address;
  }

  /** Demo: what staff leave out is filled in. Live: a payment is credited with what identifies it, or not at all. */
  function receiptOf(body: {
    txid?: string | undefined;
    output_index?: number | undefined;
    received_amount?: string | undefined;
  }) {
    if (config.mode === 'live') {
      const missing = (['txid', 'output_index', 'received_amount'] as const).filter((name) => body[name] === undefined);
      if (missing.length > 0) {
        throw new Problem(
          422,
          'request.invalid',
          messages.common.checkFields,
          missing.map((name) => ({ name, message: messages.deposit.receiptRequired })),
        );
      }
    }
    return {
      txid: body.txid ?? null,
      outputIndex: body.output_index ?? null,
      receivedUnits: body.received_amount === undefined ? null : coinUnits(body.received_amount),
    };
  }
}

const NO_RECEIPT = { txid: null, outputIndex: null, receivedUnits: null } as const;

function coinUnits(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * COIN_SCALE + BigInt(part.padEnd(8, '0') || '0');
}

function methodOf(text: string): 'bitcoin' | 'ethereum' | 'tether' {
  return text === 'bitcoin' || text === 'ethereum' ? text : 'tether';
}

function depositRow(deposit: AdminDeposit): DepositRow {
  return {
    id: deposit.id,
    email: deposit.user_email,
    full_name: deposit.user_fullname,
    amount: deposit.amount.amount,
    method: deposit.method,
    status: deposit.status,
    credited: deposit.credited?.amount ?? '',
    reason: deposit.reason ?? '',
    created_utc: deposit.created_at,
    decided_utc: deposit.decided_at ?? '',
  };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'deposit.not_found', messages.deposit.notFound);
  return value;
}
