import { credit, debit, entry } from '../../kernel/accounts.ts';
import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import { type Cents, centsToDecimal, formatUsd, max } from '../../money/index.ts';
import { clientFeeBps } from './fee-notice.ts';
import { withdrawalFee } from './fee.ts';
import { type Coin, moneySettings, type Withdrawal, type WithdrawalMethod, WITHDRAWALS } from './model.ts';
import { refuse } from './refusals.ts';

/** A code lives ten minutes, takes five tries and can be sent five times; sending it again does not reset the tries. */
export const CODE_LIFETIME_MS = 600_000;
export const CODE_MAX_TRIES = 5;
export const CODE_MAX_SENDS = 5;

export type RequestWithdrawal = {
  readonly kind: 'request_withdrawal';
  readonly clientId: string;
  readonly withdrawalId: string;
  readonly amount: Cents;
  readonly method: WithdrawalMethod;
  readonly coin: Coin | null;
  /** The method's own fields, as the client typed them. */
  readonly destination: Readonly<Record<string, string>>;
  /** The fee that the client was shown; null when they were shown none. */
  readonly expectedFee: Cents | null;
  /** A fresh six-digit code to be mailed, null where the client's authenticator has one, and the hash that opens it; used only where this client needs one. */
  readonly code: string | null;
  readonly codeHash: string;
  /** The destination as a digest that only the server can compute. Missing in what the product itself makes, such as demo data. */
  readonly payee?: string;
};

/** Free cash less what is owed. Borrowed money can be traded and not withdrawn; it never blocks the rest. */
export function withdrawable(party: Party): Cents {
  return max(0n, party.cash - party.loan);
}

/** Holds the whole amount right away. The fee, if any, is part of the amount and must be the one the client saw. */
export function decideRequestWithdrawal(
  state: State,
  command: RequestWithdrawal,
  context: Context,
): Decision<Fields<'id' | 'status' | 'fee' | 'net'>> {
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined) throw new Error('withdrawal of somebody without books');
  const available = withdrawable(party);
  if (command.amount > available) return refuse('withdrawal.insufficient_balance', 'amount');
  const { minimumWithdrawal } = moneySettings(state);
  // The minimum never stops a client from withdrawing everything that's left.
  if (command.amount < minimumWithdrawal && command.amount !== available) {
    return refuse('withdrawal.below_minimum', 'amount', { minimum: formatUsd(minimumWithdrawal) });
  }
  const feeBps = clientFeeBps(moneySettings(state), party, context.now);
  const fee = withdrawalFee(command.amount, feeBps);
  if ((command.expectedFee ?? 0n) !== fee)
    return refuse('withdrawal.fee_changed', 'expected_fee', { fee: formatUsd(fee) });
  if (fee >= command.amount) return refuse('withdrawal.fee_takes_all', 'amount');

  const asks = asksForCode(state, party, command);
  const withdrawal = newWithdrawal(command, { feeBps, fee }, asks, context.now);
  return {
    outcome: {
      ok: true,
      result: {
        id: withdrawal.id,
        status: withdrawal.status,
        fee: centsToDecimal(fee),
        net: centsToDecimal(command.amount - fee),
      },
    },
    entry: entry('withdrawal_requested', party.id, withdrawal.id, [
      debit('cash', command.amount),
      credit('withdrawing', command.amount),
    ]),
    rows: [created(WITHDRAWALS, withdrawal)],
    records: [
      { kind: 'note', subjectId: withdrawal.id, note: 'destination', clientId: party.id, body: command.destination },
    ],
    notifications:
      asks && command.code === null
        ? []
        : [
            asks && command.code !== null
              ? {
                  userId: party.id,
                  template: 'withdrawal-code',
                  values: { code: command.code, amount: formatUsd(command.amount) },
                }
              : { userId: party.id, template: 'withdrawal-requested', values: { amount: formatUsd(command.amount) } },
          ],
    invalidates: [
      {
        clientId: party.id,
        topics: ['account', 'withdrawals', 'users', 'mailbox'],
        event: 'withdrawal_requested',
        subjectId: withdrawal.id,
        staff: true,
      },
    ],
  };
}

function newWithdrawal(
  { withdrawalId, clientId, amount, method, coin, codeHash, payee }: RequestWithdrawal,
  agreed: Pick<Withdrawal, 'feeBps' | 'fee'>,
  asks: boolean,
  now: Date,
): Withdrawal {
  return {
    id: withdrawalId,
    clientId,
    amount,
    ...agreed,
    method,
    coin,
    status: asks ? 'awaiting_code' : 'pending',
    codeHash: asks ? codeHash : null,
    codeExpiresAt: asks ? new Date(now.getTime() + CODE_LIFETIME_MS) : null,
    codeTries: 0,
    codeSends: asks ? 1 : 0,
    payoutReference: null,
    notReceived: false,
    notReceivedAt: null,
    tracedAt: null,
    payee: payee ?? null,
    createdAt: now,
    requestedAt: asks ? null : now,
    decidedAt: null,
    decidedBy: null,
    returnedAt: null,
  };
}

/**
 * Staff may require a code (D4). An authenticator always does, and so does a destination that this client was never
 * paid to: a stolen session alone can't send money anywhere new.
 */
function asksForCode(state: State, party: Party, { code, payee }: RequestWithdrawal): boolean {
  if (party.code || code === null) return true;
  return payee !== undefined && !wasPaidTo(state, party.id, payee);
}

function wasPaidTo(state: State, clientId: string, payee: string): boolean {
  for (const withdrawal of state.of(WITHDRAWALS).values())
    if (withdrawal.clientId === clientId && withdrawal.payee === payee && withdrawal.status === 'approved') return true;
  return false;
}
