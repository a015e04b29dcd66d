import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminDeposit, DepositCredit } from '@clearbook/contracts/admin';
import { LOAN_METHOD } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import { type AskedDeposit, COIN_SCALE, creditOf, MAX_CREDIT, takesAnotherLook } from '@clearbook/domain/funding';
import { exactPrice } from '@clearbook/domain/market';
import { formatUsd } from '@clearbook/domain/money';
import { v7 as newId } from 'uuid';
import { Problem, type Register, requirePermission } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { executeAndShow, usd } from '../books/index.ts';
import { recordPaymentTry } from '../fraud/index.ts';
import { readLoanApplication, requireLending } from '../loans/index.ts';
import { readReleaseLimits, takesTwo } from '../proposals/index.ts';
import { DEPOSITS, exportTable } from '../tables/index.ts';
import { depositRows } from './deposits-export.query.ts';
import { findDepositForStaff, pageDeposits, readDeposit } from './deposits.query.ts';
import { rateAtReceipt } from './receipt-price.ts';
import type { DepositDeps } from './deps.ts';

/** What staff see of deposits, and the decision: taken right away, or proposed where it takes another person. */
export function depositStaffRoutes(register: Register, deps: DepositDeps): void {
  const { ledger, pool, market, config } = deps;

  register('GET /admin/deposits', async ({ query, now }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.deposits);
    const { data, total, capped } = await pageDeposits(pool, page, now);
    return pageReply(page, data, total, capped);
  });

  register('GET /admin/deposits.csv', (request) => exportTable(pool, DEPOSITS, request, depositRows));

  register('GET /admin/deposits/:id', ({ params, now }) => forStaff(params.id, now));

  register('GET /admin/deposits/:id/credit', async ({ actor, params, query, now }) => {
    const deposit = found(await readDeposit(pool, params.id));
    const [units, at] = [unitsOf(query.received_amount), timeOf(query.received_at)];
    const rate = await rateAtReceipt(deps, deposit, { units, at });
    const limits = await readReleaseLimits(pool, { staffId: actor.userId, clientId: deposit.clientId }, now);
    return wireCredit(deposit, creditOf(deposit, { units, at, rate }), {
      demo: config.mode === 'demo',
      takesTwo: (cents) => takesTwo(limits, cents),
    });
  });

  register('POST /admin/deposits/:id/decision', async (request) => {
    const { actor, params, body, now } = request;
    const row = found(await findDepositForStaff(pool, params.id, now));
    const of = { staffId: actor.userId, clientId: row.user_id, proposalId: newId() };
    const { decision } = body;
    const reason = body.decision === 'reject' ? body.reason : null;
    const show = () => forStaff(params.id, now);
    const proposed = () => request.reply.status(202);
    if (row.method === LOAN_METHOD) {
      requirePermission(actor, 'loan.review');
      if (decision === 'approve') requireLending(config);
      const command = { kind: 'review_loan' as const, ...of, loanId: params.id, decision, reason };
      return executeAndShow({ ledger, pool }, command, request, show, proposed);
    }
    // Somebody else rejected the proof that was looked at, and the client has sent another one.
    if (body.proof_file !== undefined && body.proof_file !== row.proof_file)
      throw new Problem(409, 'decision.already_taken', messages.admin.alreadyDecided);
    const receipt = body.decision === 'approve' ? receiptOf(body) : NO_RECEIPT;
    const deposit = found(await readDeposit(pool, params.id));
    const tried = { depositId: params.id, clientId: row.user_id, method: deposit.method, staffId: actor.userId };
    await recordPaymentTry(pool, { ...tried, txid: receipt.txid, outputIndex: receipt.outputIndex }, now);
    // Only a waiting deposit needs a price.
    const priced = decision === 'approve' && deposit.status === 'pending';
    const rateNow = priced
      ? await rateAtReceipt(deps, deposit, { units: receipt.receivedUnits, at: receipt.receivedAt })
      : null;
    return executeAndShow(
      { ledger, pool },
      { kind: 'decide_deposit', ...of, depositId: params.id, decision, reason, ...receipt, rateNow },
      request,
      show,
      proposed,
    );
  });

  /** A loan comes with what its decision needs. */
  async function forStaff(id: string, now: Date): Promise<AdminDeposit> {
    const deposit = found(await findDepositForStaff(pool, id, now));
    if (deposit.method !== LOAN_METHOD) return deposit;
    return { ...deposit, loan: await readLoanApplication({ pool, market, config }, id, now) };
  }

  /** Demo mode fills in missing details. In live mode a payment is only credited with what identifies it. */
  function receiptOf(body: Typed) {
    if (config.mode === 'live') {
      const missing = LIVE_FIELDS.filter((name) => body[name] === undefined);
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
      receivedUnits: unitsOf(body.received_amount),
      receivedAt: timeOf(body.received_at),
      confirmCredit: body.confirm_credit === undefined ? null : usdToCents(body.confirm_credit),
    };
  }
}

type Typed = {
  readonly txid?: string | undefined;
  readonly output_index?: number | undefined;
  readonly received_amount?: string | undefined;
  readonly received_at?: string | undefined;
  readonly confirm_credit?: string | undefined;
};

const LIVE_FIELDS = ['txid', 'output_index', 'received_amount', 'received_at'] as const;
const NO_RECEIPT = { txid: null, outputIndex: null, receivedUnits: null, receivedAt: null, confirmCredit: null };

function unitsOf(text: string | undefined): bigint | null {
  if (text === undefined) return null;
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * COIN_SCALE + BigInt(part.padEnd(8, '0') || '0');
}

function timeOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}

function wireCredit(
  { amount }: AskedDeposit,
  credit: ReturnType<typeof creditOf>,
  { demo, takesTwo: two }: { readonly demo: boolean; readonly takesTwo: (cents: bigint) => boolean },
): DepositCredit {
  const expected = usd(amount);
  if (credit === null) {
    const refused = messages.deposit.rateUnknown;
    return { expected, credited: null, rate: null, rest_rate: null, refused, takes_two: false, confirm: false };
  }
  const { credited, rate, restRate } = credit;
  const tooMuch = credited > MAX_CREDIT;
  const again = !tooMuch && takesAnotherLook(credited, amount);
  return {
    expected,
    credited: usd(credited),
    rate: exactPrice(rate, 2),
    rest_rate: restRate === null ? null : exactPrice(restRate, 2),
    refused: tooMuch ? messages.deposit.creditTooLarge(formatUsd(credited), formatUsd(MAX_CREDIT)) : null,
    takes_two: !demo && !tooMuch && (again || two(credited)),
    confirm: demo && again,
  };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'deposit.not_found', messages.deposit.notFound);
  return value;
}
