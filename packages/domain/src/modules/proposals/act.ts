import type { AnyDecision, Context } from '../../kernel/decision.ts';
import { type Read, rows } from '../../kernel/module.ts';
import type { State } from '../../kernel/state.ts';
import type { ApproveDeposit, ApprovePayout, ReturnPayout } from '../funding/acts.ts';
import { decideDeposit } from '../funding/decide-deposit.ts';
import { decideReturnWithdrawal, decideWithdrawal } from '../funding/follow-withdrawal.ts';
import { DEPOSITS, SETTINGS, WITHDRAWALS } from '../funding/model.ts';
import { HOLDS_OF } from '../holds/model.ts';
import { decidePlaceHold, decideRenewHold, type PlaceHold, type RenewHold } from '../holds/place-hold.ts';
import {
  decideDeclineVerification,
  type DeclineVerification,
  verificationOf,
} from '../identity/decline-verification.ts';
import type { ApproveLoan } from '../loans/acts.ts';
import { decideReviewLoan } from '../loans/review-loan.ts';
import { LOANS } from '../loans/model.ts';
import { type AddToTrade, decideAddToTrade } from '../manual/add-to-trade.ts';
import { type Adjust, decideAdjust } from '../manual/adjust.ts';
import { ENTRIES } from '../manual/model.ts';
import { decideRecordTrade, type RecordTrade } from '../manual/record-trade.ts';
import { POSITIONS_OF, TRADES } from '../positions/model.ts';
import { RELEASES } from '../releases/model.ts';
import { decideSetReleaseLimits, type SetReleaseLimits } from '../releases/set-limits.ts';
import { SITE_FEES } from '../site/model.ts';
import type { SetFees, SetWallets } from '../site/acts.ts';
import { decideSetFees } from '../site/set-fees.ts';
import { decideSetWallets } from '../site/set-wallets.ts';
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

/** What is said of every act once, here; what the database needs of it is its line in sql/modules/proposal_acts.sql. */
type Declared<A extends Act> = {
  /** The record that it is about: a payout, a trade, a member of staff. */
  readonly subject: keyof A | null;
  /** Its subject is decided once, so one proposal of it waits at a time. */
  readonly once: boolean;
  /** Lists of staff that show what waits. */
  readonly topics: readonly string[];
  /** What deciding it reads beside the client, the staff and what waits on its subject. */
  readonly reads: (act: A, staffId: string) => readonly Read[];
  /** The decision, by the rule that decides it where nothing is proposed. */
  readonly handle: (state: State, act: A, doing: Doing, context: Context) => AnyDecision;
};

const nothing = (): readonly Read[] => [];
const about = { subject: null, once: false, topics: [] } as const;

export const ACTS: { readonly [K in Act['kind']]: Declared<Extract<Act, { kind: K }>> } = {
  adjust: {
    ...about,
    reads: correcting,
    handle: (state, act, { staffId, reason }, context) => decideAdjust(state, { ...act, staffId, reason }, context),
  },
  record_trade: {
    ...about,
    reads: correcting,
    handle: (state, act, { staffId, reason }, context) =>
      decideRecordTrade(state, { ...act, staffId, reason }, context),
  },
  add_to_trade: {
    ...about,
    subject: 'tradeId',
    reads: ({ tradeId }) => [rows(TRADES, tradeId)],
    handle: (state, act, { staffId, reason }, context) => decideAddToTrade(state, { ...act, staffId, reason }, context),
  },
  approve_payout: {
    subject: 'withdrawalId',
    once: true,
    topics: ['withdrawals'],
    reads: ({ withdrawalId, clientId }) => [rows(WITHDRAWALS, withdrawalId), rows(HOLDS_OF, clientId)],
    handle: (state, act, { staffId }, context) =>
      decideWithdrawal(
        state,
        { ...act, kind: 'decide_withdrawal', staffId, decision: 'approve', reason: null },
        context,
      ),
  },
  return_payout: {
    subject: 'withdrawalId',
    once: true,
    topics: ['withdrawals'],
    reads: ({ withdrawalId }) => [rows(WITHDRAWALS, withdrawalId)],
    handle: (state, act, { staffId, reason }, context) =>
      decideReturnWithdrawal(state, { ...act, kind: 'return_withdrawal', staffId, reason }, context),
  },
  approve_deposit: {
    subject: 'depositId',
    once: true,
    topics: ['deposits'],
    reads: ({ depositId }, staffId) => [rows(DEPOSITS, depositId), rows(RELEASES, staffId)],
    // Two people looked at the sum: it is the one that is credited, or nothing is.
    handle: (state, act, { staffId }, context) =>
      decideDeposit(
        state,
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
      ),
  },
  approve_loan: {
    subject: 'loanId',
    once: true,
    topics: ['deposits', 'loans'],
    reads: ({ loanId, clientId }) => [rows(LOANS, loanId), rows(POSITIONS_OF, clientId)],
    handle: (state, act, { staffId }, context) =>
      decideReviewLoan(state, { ...act, kind: 'review_loan', staffId, decision: 'approve', reason: null }, context),
  },
  set_release_limits: {
    ...about,
    topics: ['settings'],
    reads: nothing,
    handle: (_state, act, doing, context) => decideSetReleaseLimits(act, doing, context),
  },
  set_wallets: {
    ...about,
    topics: ['wallets', 'notifications'],
    reads: nothing,
    handle: (_state, act, doing, context) => decideSetWallets(act, doing, context),
  },
  set_fees: {
    ...about,
    topics: ['settings', 'notifications'],
    reads: () => [rows(SETTINGS, ''), rows(SITE_FEES, 'site')],
    handle: (state, act, doing, context) => decideSetFees(state, act, doing, context),
  },
  place_hold: {
    ...about,
    subject: 'holdId',
    reads: ({ clientId }) => [rows(HOLDS_OF, clientId)],
    handle: (state, act, { staffId }, context) => decidePlaceHold(state, { ...act, staffId }, context, 2),
  },
  renew_hold: {
    ...about,
    subject: 'holdId',
    once: true,
    reads: ({ clientId }) => [rows(HOLDS_OF, clientId)],
    handle: (state, act, { staffId }, context) => decideRenewHold(state, { ...act, staffId }, context),
  },
  decline_verification: {
    subject: 'submission',
    once: true,
    topics: ['identity'],
    reads: ({ clientId }) => verificationOf(clientId),
    handle: (state, act, { staffId, reason }, context) =>
      decideDeclineVerification(state, { ...act, staffId, reason }, context),
  },
  add_staff: {
    ...about,
    subject: 'memberId',
    reads: nothing,
    handle: (_state, act, doing, context) => decideAddStaff(act, doing, context),
  },
  remove_staff: {
    ...about,
    subject: 'memberId',
    reads: nothing,
    handle: (state, act, doing) => decideRemoveStaff(state, act, doing),
  },
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

/** What is declared of an act, whichever it is. */
export function declared(act: Act): Declared<Act> {
  return ACTS[act.kind] as unknown as Declared<Act>;
}

function correcting({ corrects }: { readonly corrects: bigint | null }): readonly Read[] {
  return corrects === null ? [] : [rows(ENTRIES, corrects.toString())];
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
