import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created } from '../../kernel/table.ts';
import { type Price, PRICE_SCALE } from '../../market/index.ts';
import { type Cents, divideUp, formatUsd } from '../../money/index.ts';
import { COIN_SCALE, MAX_CREDIT } from './credit.ts';
import { refuseStoppedDeposits } from '../switches/guard.ts';
import { refuseBeyondLevel } from './deposit-levels.ts';
import { refuseFunding } from './deposit-limits.ts';
import { type Deposit, type DepositMethod, DEPOSITS } from './model.ts';
import { refuse } from './refusals.ts';

/** The screen shows six decimals, so the requested coins have six. */
const SHOWN_COIN_STEP = 100n;
export const DEPOSIT_WINDOW_MS = 3_600_000;
/** Every open deposit locks a rate, so a client has only a few: unpaid within their hour, or waiting for a decision. */
export const MAX_OPEN_DEPOSITS = 3;

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
  /** The current price and its source, for proof sent after the locked rate expired. Null if there is none. */
  readonly price?: { readonly rate: Price; readonly source: string } | null;
};

/** Coins for an amount at a rate, rounded up to six decimals, so that paying what is shown always covers the amount. */
export function coinsToPay(amount: Cents, rate: Price): bigint {
  const steps = divideUp(amount * PRICE_SCALE * (COIN_SCALE / SHOWN_COIN_STEP), rate * 100n);
  return steps * SHOWN_COIN_STEP;
}

export function decideCreateDeposit(state: State, command: CreateDeposit, context: Context): Decision {
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined) throw new Error('deposit of somebody without books');
  if (party.status !== 'active') return refuse('deposit.suspended');
  const held =
    refuseStoppedDeposits(state) ??
    refuseFunding(state, party.id, command.amount, context.now) ??
    refuseBeyondLevel(state, party.id, command.amount, context.now);
  if (held) return held;
  if (command.amount > MAX_CREDIT) return refuse('deposit.too_large', 'amount', { most: formatUsd(MAX_CREDIT) });
  const open = [...state.of(DEPOSITS).values()].filter(
    ({ clientId, status, expiresAt }) =>
      clientId === party.id && (status === 'pending' || (status === 'awaiting_payment' && expiresAt > context.now)),
  );
  if (open.length >= MAX_OPEN_DEPOSITS)
    return refuse('deposit.too_many', undefined, { most: String(MAX_OPEN_DEPOSITS) });
  const deposit: Deposit = {
    id: context.newId(),
    clientId: party.id,
    amount: command.amount,
    method: command.method,
    status: 'awaiting_payment',
    address: command.address,
    payUnits: coinsToPay(command.amount, command.rate),
    rate: command.rate,
    rateSource: command.rateSource,
    expiresAt: new Date(context.now.getTime() + DEPOSIT_WINDOW_MS),
    proofFile: null,
    proofAt: null,
    lateRate: null,
    lateRateSource: null,
    receivedUnits: null,
    receivedAt: null,
    receiptRate: null,
    restRate: null,
    credited: null,
    confirmed: null,
    txid: null,
    outputIndex: null,
    createdAt: context.now,
    decidedAt: null,
    decidedBy: null,
  };
  return {
    outcome: { ok: true, result: { id: deposit.id } },
    rows: [created(DEPOSITS, deposit)],
    invalidates: [
      { clientId: party.id, topics: ['deposits'], event: 'deposit_created', subjectId: deposit.id, staff: true },
    ],
  };
}

/**
 * Proof is accepted before and after the countdown, so that nobody who has paid is turned away. After a rejection a better proof of the same
 * payment is another look at the same deposit: its rate and its hour stay.
 */
export function decideAttachProof(state: State, command: AttachProof, context: Context): Decision {
  const deposit = state.of(DEPOSITS).get(command.depositId);
  if (deposit === undefined || deposit.clientId !== command.clientId) return refuse('deposit.not_found');
  if (deposit.status === 'pending') return refuse('deposit.proof_twice');
  if (deposit.status === 'approved') return refuse('decision.already_taken');
  const price = context.now > deposit.expiresAt ? (command.price ?? null) : null;
  const after: Deposit = {
    ...deposit,
    status: 'pending',
    proofFile: command.fileId,
    proofAt: context.now,
    lateRate: price?.rate ?? null,
    lateRateSource: price?.source ?? null,
    decidedAt: null,
    decidedBy: null,
  };
  return {
    outcome: { ok: true, result: { id: deposit.id } },
    rows: [changed(DEPOSITS, deposit, after)],
    notifications: [
      { userId: deposit.clientId, template: 'deposit-submitted', values: { amount: formatUsd(deposit.amount) } },
    ],
    invalidates: [
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

/** The address of a demo deposit, which is valid on no network. */
export function depositAddress(method: DepositMethod, clientId: string): string {
  return `DEMO-${method.toUpperCase()}-${clientId.slice(-12).toUpperCase()}`;
}
