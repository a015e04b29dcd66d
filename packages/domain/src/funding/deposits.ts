import { credit, debit, entry } from '../ledger/accounts.ts';
import { type Context, type Decision, refuse } from '../ledger/decision.ts';
import type { Deposit, DepositMethod, State } from '../ledger/state.ts';
import { PRICE_SCALE, type Price } from '../market/index.ts';
import { type Cents, centsToDecimal, divideUp, formatUsd, roundHalfEven } from '../money/index.ts';
import { refuseFunding } from '../protection/guard.ts';

/** Coins are counted in units of 1e-8. */
export const COIN_SCALE = 100_000_000n;
/** The screen shows six decimals, so what is asked for has six. */
const SHOWN_COIN_STEP = 100n;
export const DEPOSIT_WINDOW_MS = 3_600_000;

export type CreateDeposit = {
  readonly kind: 'create_deposit';
  readonly clientId: string;
  readonly amount: Cents;
  readonly method: DepositMethod;
  readonly address: string;
  /** Dollars for one coin, and where that price came from. */
  readonly rate: Price;
  readonly rateSource: string;
};

export type AttachProof = {
  readonly kind: 'attach_proof';
  readonly clientId: string;
  readonly depositId: string;
  readonly fileId: string;
  /** The price now and where it came from, for proof after the locked rate ran out. Null where none could be had. */
  readonly price?: { readonly rate: Price; readonly source: string } | null;
};

export type DecideDeposit = {
  readonly kind: 'decide_deposit';
  readonly staffId: string;
  readonly clientId: string;
  readonly depositId: string;
  readonly decision: 'approve' | 'reject';
  readonly reason: string | null;
  /** What arrived. Left out in demo mode: exactly what was asked for, under an id made from the deposit's. */
  readonly txid: string | null;
  readonly outputIndex: number | null;
  readonly receivedUnits: bigint | null;
  /** The price now, for late proof that came while no price could be had. */
  readonly rateNow: Price | null;
};

/** Coins for an amount at a rate, rounded up to six decimals, so that paying what is shown always covers the amount. */
export function coinsToPay(amount: Cents, rate: Price): bigint {
  const steps = divideUp(amount * PRICE_SCALE * (COIN_SCALE / SHOWN_COIN_STEP), rate * 100n);
  return steps * SHOWN_COIN_STEP;
}

/** Cents for received coins at a rate, half to even. */
export function coinsWorth(units: bigint, rate: Price): Cents {
  return roundHalfEven(units * rate * 100n, COIN_SCALE * PRICE_SCALE);
}

export function decideCreateDeposit(state: State, command: CreateDeposit, context: Context): Decision {
  const party = state.parties.get(command.clientId);
  if (party === undefined) throw new Error('deposit of somebody without books');
  if (party.status !== 'active') return refuse('deposit.suspended');
  const held = refuseFunding(state, party.id, command.amount, context.now);
  if (held) return held;
  const deposit: Deposit = {
    id: context.newId(),
    clientId: party.id,
    amount: command.amount,
    method: command.method,
    status: 'awaiting_payment',
    payUnits: coinsToPay(command.amount, command.rate),
    rate: command.rate,
    expiresAt: new Date(context.now.getTime() + DEPOSIT_WINDOW_MS),
    proofAt: null,
    lateRate: null,
    createdAt: context.now,
  };
  return {
    outcome: { ok: true, result: { id: deposit.id } },
    changes: [{ kind: 'deposit_created', after: deposit, address: command.address, rateSource: command.rateSource }],
    notices: [
      { clientId: party.id, topics: ['deposits'], event: 'deposit_created', subjectId: deposit.id, staff: true },
    ],
  };
}

/** Proof is taken before and after the countdown: whoever has paid is never turned away. */
export function decideAttachProof(state: State, command: AttachProof, context: Context): Decision {
  const deposit = state.deposits.get(command.depositId);
  if (deposit === undefined || deposit.clientId !== command.clientId) return refuse('deposit.not_found');
  if (deposit.status === 'pending') return refuse('deposit.proof_twice');
  if (deposit.status !== 'awaiting_payment') return refuse('decision.already_taken');
  const price = context.now > deposit.expiresAt ? (command.price ?? null) : null;
  const after: Deposit = { ...deposit, status: 'pending', proofAt: context.now, lateRate: price?.rate ?? null };
  return {
    outcome: { ok: true, result: { id: deposit.id } },
    changes: [
      {
        kind: 'deposit_moved',
        before: deposit,
        after,
        proofFile: command.fileId,
        ...(price && { lateRateSource: price.source }),
      },
    ],
    mails: [{ userId: deposit.clientId, template: 'deposit-submitted', values: { amount: formatUsd(deposit.amount) } }],
    notices: [
      {
        clientId: deposit.clientId,
        topics: ['deposits'],
        event: 'deposit_pending',
        subjectId: deposit.id,
        staff: true,
      },
    ],
  };
}

/** Approve or reject, once. The credit is what was received × the rate: the locked one, or after it ran out the price when the proof came. */
export function decideDeposit(state: State, command: DecideDeposit): Decision {
  const deposit = state.deposits.get(command.depositId);
  if (deposit === undefined) return refuse('deposit.not_found');
  if (deposit.clientId === command.staffId) return refuse('decision.own_account');
  if (deposit.status === 'awaiting_payment') return refuse('deposit.not_pending');
  if (deposit.status !== 'pending') return refuse('decision.already_taken');
  const common = { outcome: { ok: true as const, result: { id: deposit.id } } };
  const notice = {
    clientId: deposit.clientId,
    topics: ['account', 'deposits', 'users'],
    subjectId: deposit.id,
    staff: true,
  };

  if (command.decision === 'reject') {
    const reason = command.reason ?? '';
    return {
      ...common,
      changes: [
        {
          kind: 'deposit_moved',
          before: deposit,
          after: { ...deposit, status: 'rejected' },
          decidedBy: command.staffId,
        },
        { kind: 'note', subjectId: deposit.id, note: 'reason', clientId: deposit.clientId, body: { text: reason } },
        {
          kind: 'audit',
          actorId: command.staffId,
          action: 'deposit.reject',
          subjectType: 'deposit',
          subjectId: deposit.id,
          clientId: deposit.clientId,
          facts: {},
        },
      ],
      mails: [
        {
          userId: deposit.clientId,
          template: 'deposit-rejected',
          values: { amount: formatUsd(deposit.amount), reason },
        },
      ],
      notices: [{ ...notice, event: 'deposit_rejected' }],
    };
  }

  const late = isLate(deposit);
  const rate = late ? (deposit.lateRate ?? command.rateNow) : deposit.rate;
  if (rate === null) return refuse('deposit.rate_unknown');
  // Paying exactly what was asked at the locked rate credits exactly the amount, although the coins were rounded up.
  const asked = !late && (command.receivedUnits === null || command.receivedUnits === deposit.payUnits);
  const units = command.receivedUnits ?? deposit.payUnits;
  const credited = asked ? deposit.amount : coinsWorth(units, rate);
  if (credited <= 0n) return refuse('deposit.received_too_small', 'received_amount');
  const receipt = {
    units,
    rate,
    credited,
    txid: command.txid ?? `demo-${deposit.id}`,
    outputIndex: command.outputIndex ?? 0,
  };
  return {
    ...common,
    entry: entry('deposit_approved', deposit.clientId, deposit.id, [
      debit(`custody:${deposit.method}`, credited),
      credit('cash', credited),
    ]),
    changes: [
      {
        kind: 'deposit_moved',
        before: deposit,
        after: { ...deposit, status: 'approved' },
        receipt,
        decidedBy: command.staffId,
      },
      {
        kind: 'audit',
        actorId: command.staffId,
        action: 'deposit.approve',
        subjectType: 'deposit',
        subjectId: deposit.id,
        clientId: deposit.clientId,
        facts: { credited: centsToDecimal(credited), txid: receipt.txid, output_index: String(receipt.outputIndex) },
      },
    ],
    mails: [{ userId: deposit.clientId, template: 'deposit-approved', values: { amount: formatUsd(credited) } }],
    notices: [{ ...notice, event: 'deposit_approved' }],
  };
}

/** Proof that came after the locked rate had run out. */
export function isLate({ proofAt, expiresAt }: { readonly proofAt: Date | null; readonly expiresAt: Date }): boolean {
  return proofAt !== null && proofAt > expiresAt;
}

/** The address of a demo deposit: unmistakably none, on any network. */
export function depositAddress(method: DepositMethod, clientId: string): string {
  return `DEMO-${method.toUpperCase()}-${clientId.slice(-12).toUpperCase()}`;
}
