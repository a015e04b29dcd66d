import { type Adjust, decideAdjust } from '../funding/adjust.ts';
import { decideDeposit } from '../funding/decide-deposit.ts';
import { decideReturnWithdrawal, decideWithdrawal } from '../funding/follow-withdrawal.ts';
import { decidePlaceHold, decideRenewHold, type PlaceHold, type RenewHold } from '../holds/place-hold.ts';
import { decideDeclineVerification, type DeclineVerification } from '../identity/decline-verification.ts';
import type { Context, Decision } from '../ledger/decision.ts';
import type { State } from '../ledger/state.ts';
import { decideLoan } from '../loans/decide-loan.ts';
import type { Cents } from '../money/index.ts';
import { decideSetReleaseLimits, type SetReleaseLimits } from '../releases/set-limits.ts';
import { decideSetFees, type SetFees } from '../site/set-fees.ts';
import { decideSetWallets, type SetWallets } from '../site/set-wallets.ts';
import { type AddToTrade, decideAddToTrade } from '../trading/add-to-trade.ts';
import { decideRecordTrade, type RecordTrade } from '../trading/record-trade.ts';
import { type AddStaff, decideAddStaff, decideRemoveStaff, type Member, type RemoveStaff } from './staff.ts';

type Bare<C> = Omit<C, 'staffId' | 'reason'>;

/** What can be proposed: who acts and why is said beside it. */
export type Act =
  | Bare<Adjust>
  | Bare<RecordTrade>
  | Bare<AddToTrade>
  | ApprovePayout
  | ReturnPayout
  | ApproveDeposit
  | ApproveLoan
  | SetReleaseLimits
  | SetWallets
  | SetFees
  | Bare<PlaceHold>
  | Bare<RenewHold>
  | Bare<DeclineVerification>
  | AddStaff
  | RemoveStaff;

export type ApprovePayout = {
  readonly kind: 'approve_payout';
  readonly clientId: string;
  readonly withdrawalId: string;
  readonly amount: Cents;
  readonly payoutReference: string | null;
};

export type ReturnPayout = {
  readonly kind: 'return_payout';
  readonly clientId: string;
  readonly withdrawalId: string;
  readonly amount: Cents;
};

export type ApproveDeposit = {
  readonly kind: 'approve_deposit';
  readonly clientId: string;
  readonly depositId: string;
  /** What it would credit, and by what payment. */
  readonly amount: Cents;
  readonly txid: string | null;
  readonly outputIndex: number | null;
  readonly receivedUnits: bigint | null;
  readonly receivedAt: Date | null;
  /** The price at its receipt, as it was known when this was proposed. */
  readonly receiptRate: bigint | null;
};

export type ApproveLoan = {
  readonly kind: 'approve_loan';
  readonly clientId: string;
  readonly loanId: string;
  readonly amount: Cents;
};

/** What is said of every act once, here; what the database needs of it is its line in doors/proposal_acts.sql. */
type Declared<A extends Act> = {
  /** The record that it is about: a payout, a trade, a member of staff. */
  readonly subject: keyof A | null;
  /** Its subject is decided once, so one proposal of it waits at a time. */
  readonly once: boolean;
  /** Lists of staff that show what waits. */
  readonly topics: readonly string[];
};

export const ACTS: { readonly [K in Act['kind']]: Declared<Extract<Act, { kind: K }>> } = {
  adjust: { subject: null, once: false, topics: [] },
  record_trade: { subject: null, once: false, topics: [] },
  add_to_trade: { subject: 'tradeId', once: false, topics: [] },
  approve_payout: { subject: 'withdrawalId', once: true, topics: ['withdrawals'] },
  return_payout: { subject: 'withdrawalId', once: true, topics: ['withdrawals'] },
  approve_deposit: { subject: 'depositId', once: true, topics: ['deposits'] },
  approve_loan: { subject: 'loanId', once: true, topics: ['deposits', 'loans'] },
  set_release_limits: { subject: null, once: false, topics: ['settings'] },
  set_wallets: { subject: null, once: false, topics: ['wallets', 'notifications'] },
  set_fees: { subject: null, once: false, topics: ['settings', 'notifications'] },
  place_hold: { subject: 'holdId', once: false, topics: [] },
  renew_hold: { subject: 'holdId', once: true, topics: [] },
  decline_verification: { subject: 'submission', once: true, topics: ['identity'] },
  add_staff: { subject: 'memberId', once: false, topics: [] },
  remove_staff: { subject: 'memberId', once: false, topics: [] },
};

export const ACT_KINDS = Object.keys(ACTS) as Act['kind'][];

/** Who does the act, why, and what only some acts need. */
export type Doing = {
  readonly staffId: string;
  readonly reason: string;
  /** Who has the address of a member to be added, read with the decision. */
  readonly member?: Member | null;
  readonly email?: string;
  /** The one-time link of a member who is added. */
  readonly link?: { readonly token: string; readonly hash: string };
  /** The proposal that is being approved; none where it is only asked whether it could be. */
  readonly proposal?: { readonly id: string; readonly proposedBy: string };
};

/** The decision of an act, by the rule that decides it where nothing is proposed. */
export function decideAct(state: State, act: Act, doing: Doing, context: Context): Decision {
  const { staffId, reason } = doing;
  switch (act.kind) {
    case 'adjust':
      return decideAdjust(state, { ...act, staffId, reason }, context);
    case 'record_trade':
      return decideRecordTrade(state, { ...act, staffId, reason }, context);
    case 'add_to_trade':
      return decideAddToTrade(state, { ...act, staffId, reason }, context);
    case 'approve_payout':
      return decideWithdrawal(
        state,
        { ...act, kind: 'decide_withdrawal', staffId, decision: 'approve', reason: null },
        context,
      );
    case 'return_payout':
      return decideReturnWithdrawal(state, { ...act, kind: 'return_withdrawal', staffId, reason });
    case 'approve_deposit':
      return decideDeposit(
        state,
        // Two people looked at the sum: it is the one that is credited, or nothing is.
        {
          ...act,
          kind: 'decide_deposit',
          staffId,
          decision: 'approve',
          reason: null,
          rateNow: act.receiptRate,
          confirmCredit: act.amount,
        },
        context,
      );
    case 'approve_loan':
      return decideLoan(state, { ...act, kind: 'decide_loan', staffId, decision: 'approve', reason: null }, context);
    case 'set_release_limits':
      return decideSetReleaseLimits(act, doing);
    case 'set_wallets':
      return decideSetWallets(act, doing, context);
    case 'set_fees':
      return decideSetFees(state, act, doing, context);
    case 'place_hold':
      return decidePlaceHold(state, { ...act, staffId }, context, 2);
    case 'renew_hold':
      return decideRenewHold(state, { ...act, staffId }, context);
    case 'decline_verification':
      return decideDeclineVerification(state, { ...act, staffId, reason });
    case 'add_staff':
      return decideAddStaff(act, doing, context);
    case 'remove_staff':
      return decideRemoveStaff(state, act, doing);
  }
}

/** How the fields that are no text are read back from it, whatever act they are in. */
const READ: Readonly<Record<string, (text: string) => unknown>> = {
  amount: BigInt,
  corrects: BigInt,
  receivedUnits: BigInt,
  receiptRate: BigInt,
  outputIndex: Number,
  receivedAt: (text) => new Date(text),
  dayLimit: BigInt,
  clientLimit: BigInt,
  feeBps: Number,
  minimum: BigInt,
  endsAt: (text) => new Date(text),
};

export type StoredAct = Readonly<Record<string, string | null>>;

/** An act as it is stored: everything in it is text. */
export function actToJson(act: Act): StoredAct {
  return Object.fromEntries(
    Object.entries(act).map(([name, value]) => [
      name,
      value === null ? null : value instanceof Date ? value.toISOString() : String(value),
    ]),
  );
}

/** @throws where the text is not what `actToJson` made: the books hold nothing else */
export function actFromJson(stored: StoredAct): Act {
  if (!Object.hasOwn(ACTS, String(stored['kind']))) throw new Error('a proposal of nothing that is known');
  const read = Object.entries(stored).map(([name, text]) => [
    name,
    text === null ? null : (READ[name]?.(text) ?? text),
  ]);
  return Object.fromEntries(read) as Act;
}
