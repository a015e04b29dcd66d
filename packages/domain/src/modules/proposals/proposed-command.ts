import type { AnyDecision, Context } from '../../kernel/decision.ts';
import { type Read, rows } from '../../kernel/module.ts';
import type { State } from '../../kernel/state.ts';
import { type Configure, decideConfigure, readsToConfigure } from '../configuration/configure.ts';
import type { ApproveDeposit, ApprovePayout, ReturnPayout } from '../funding/proposed.ts';
import { decideDeposit } from '../funding/decide-deposit.ts';
import { decideReturnWithdrawal, decideWithdrawal } from '../funding/withdrawal-lifecycle.ts';
import { DEPOSITS, SETTINGS, WITHDRAWALS } from '../funding/model.ts';
import { HOLDS_OF } from '../holds/model.ts';
import { decidePlaceHold, decideRenewHold, type PlaceHold, type RenewHold } from '../holds/place-hold.ts';
import {
  decideDeclineVerification,
  type DeclineVerification,
  verificationOf,
} from '../identity/decline-verification.ts';
import { decideDocumentFunds, type DocumentFunds, fundsOf } from '../identity/document-funds.ts';
import type { ApproveLoan } from '../loans/proposed.ts';
import { decideReviewLoan } from '../loans/review-loan.ts';
import { LOANS } from '../loans/model.ts';
import { type AddToTrade, decideAddToTrade } from '../manual/add-to-trade.ts';
import { type Adjust, decideAdjust } from '../manual/adjust.ts';
import { ENTRIES, entryKey } from '../manual/model.ts';
import { decideRecordTrade, type RecordTrade } from '../manual/record-trade.ts';
import { POSITIONS_OF, TRADES } from '../positions/model.ts';
import { RELEASES } from '../releases/model.ts';
import { decideSetReleaseLimits, type SetReleaseLimits } from '../releases/set-limits.ts';
import { SITE_FEES } from '../site/model.ts';
import type { SetFees, SetWallets } from '../site/proposed.ts';
import { decideSetFees } from '../site/set-fees.ts';
import { decideSetWallets } from '../site/set-wallets.ts';
import {
  type AddStaff,
  decideAddStaff,
  decideDefineRole,
  decideRemoveStaff,
  decideSetRole,
  type DefineRole,
  type Member,
  type RemoveStaff,
  type SetRole,
} from './staff.ts';

type Bare<C> = Omit<C, 'staffId' | 'reason'>;

/** A command that can be proposed. Who acts and why is stored next to it. */
export type ProposedCommand =
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
  | Configure
  | Bare<PlaceHold>
  | Bare<RenewHold>
  | Bare<DeclineVerification>
  | Bare<DocumentFunds>
  | AddStaff
  | RemoveStaff
  | SetRole
  | DefineRole;

/** The declaration of a proposed command. The database has its own line for it in ledger.proposed_commands of sql/modules/proposals.sql. */
type Declared<A extends ProposedCommand> = {
  /** The record that it is about: a payout, a trade, a member of staff. */
  readonly subject: keyof A | null;
  /** Its subject is decided only once, so only one proposal about it waits at a time. */
  readonly once: boolean;
  /** What it sets for everybody, of which one value holds at a time: it names the proposal that it replaces, and no later one is undone unseen. */
  readonly sets?: (command: A) => string;
  /** Staff lists that show waiting proposals. */
  readonly topics: readonly string[];
  /** What deciding it reads besides the client, the staff and the proposals about its subject. */
  readonly reads: (command: A, staffId: string) => readonly Read[];
  /** Decides it by the same rule as the command that isn't proposed. */
  readonly handle: (state: State, command: A, doing: Doing, context: Context) => AnyDecision;
};

const nothing = (): readonly Read[] => [];
const about = { subject: null, once: false, topics: [] } as const;

type Proposable = { readonly [K in ProposedCommand['kind']]: Declared<Extract<ProposedCommand, { kind: K }>> };

export const PROPOSABLE: Proposable = {
  adjust: {
    ...about,
    reads: correcting,
    handle: (state, command, { staffId, reason }, context) =>
      decideAdjust(state, { ...command, staffId, reason }, context),
  },
  record_trade: {
    ...about,
    reads: correcting,
    handle: (state, command, { staffId, reason }, context) =>
      decideRecordTrade(state, { ...command, staffId, reason }, context),
  },
  add_to_trade: {
    ...about,
    subject: 'tradeId',
    reads: ({ tradeId }) => [rows(TRADES, tradeId)],
    handle: (state, command, { staffId, reason }, context) =>
      decideAddToTrade(state, { ...command, staffId, reason }, context),
  },
  approve_payout: {
    subject: 'withdrawalId',
    once: true,
    topics: ['withdrawals'],
    reads: ({ withdrawalId, clientId }) => [rows(WITHDRAWALS, withdrawalId), rows(HOLDS_OF, clientId)],
    handle: (state, command, { staffId }, context) =>
      decideWithdrawal(
        state,
        { ...command, kind: 'decide_withdrawal', staffId, decision: 'approve', reason: null },
        context,
      ),
  },
  return_payout: {
    subject: 'withdrawalId',
    once: true,
    topics: ['withdrawals'],
    reads: ({ withdrawalId }) => [rows(WITHDRAWALS, withdrawalId)],
    handle: (state, command, { staffId, reason }, context) =>
      decideReturnWithdrawal(state, { ...command, kind: 'return_withdrawal', staffId, reason }, context),
  },
  approve_deposit: {
    subject: 'depositId',
    once: true,
    topics: ['deposits'],
    reads: ({ depositId }, staffId) => [rows(DEPOSITS, depositId), rows(RELEASES, staffId)],
    // Two people looked at the sum: it is the one that is credited, or nothing is.
    handle: (state, command, { staffId }, context) =>
      decideDeposit(
        state,
        {
          ...command,
          kind: 'decide_deposit',
          staffId,
          decision: 'approve',
          reason: null,
          rateNow: command.receiptRate,
          confirmCredit: command.amount,
        },
        context,
      ),
  },
  approve_loan: {
    subject: 'loanId',
    once: true,
    topics: ['deposits', 'loans'],
    reads: ({ loanId, clientId }) => [rows(LOANS, loanId), rows(POSITIONS_OF, clientId)],
    handle: (state, command, { staffId }, context) =>
      decideReviewLoan(state, { ...command, kind: 'review_loan', staffId, decision: 'approve', reason: null }, context),
  },
  set_release_limits: {
    ...about,
    sets: ({ kind }) => kind,
    topics: ['settings'],
    reads: nothing,
    handle: (_state, command, doing, context) => decideSetReleaseLimits(command, doing, context),
  },
  set_wallets: {
    ...about,
    sets: ({ kind }) => kind,
    topics: ['wallets', 'notifications'],
    reads: nothing,
    handle: (_state, command, doing, context) => decideSetWallets(command, doing, context),
  },
  set_fees: {
    ...about,
    sets: ({ kind }) => kind,
    topics: ['settings', 'notifications'],
    reads: () => [rows(SETTINGS, ''), rows(SITE_FEES, 'site')],
    handle: (state, command, doing, context) => decideSetFees(state, command, doing, context),
  },
  configure: {
    ...about,
    topics: ['settings', 'notifications'],
    reads: readsToConfigure,
    handle: (state, command, doing, context) => decideConfigure(state, command, doing, context),
  },
  place_hold: {
    ...about,
    subject: 'holdId',
    reads: ({ clientId }) => [rows(HOLDS_OF, clientId)],
    handle: (state, command, { staffId }, context) => decidePlaceHold(state, { ...command, staffId }, context, 2),
  },
  renew_hold: {
    ...about,
    subject: 'holdId',
    once: true,
    reads: ({ clientId }) => [rows(HOLDS_OF, clientId)],
    handle: (state, command, { staffId }, context) => decideRenewHold(state, { ...command, staffId }, context),
  },
  decline_verification: {
    subject: 'submission',
    once: true,
    topics: ['identity'],
    reads: ({ clientId }) => verificationOf(clientId),
    handle: (state, command, { staffId, reason }, context) =>
      decideDeclineVerification(state, { ...command, staffId, reason }, context),
  },
  document_funds: {
    ...about,
    topics: ['users'],
    reads: ({ clientId }) => fundsOf(clientId),
    handle: (state, command, { staffId, reason }, context) =>
      decideDocumentFunds(state, { ...command, staffId, reason }, context),
  },
  add_staff: {
    ...about,
    subject: 'memberId',
    reads: nothing,
    handle: (_state, command, doing, context) => decideAddStaff(command, doing, context),
  },
  remove_staff: {
    ...about,
    subject: 'memberId',
    // Their sessions and tokens end with it.
    topics: ['sessions'],
    reads: nothing,
    handle: (state, command, doing) => decideRemoveStaff(state, command, doing),
  },
  set_role: {
    ...about,
    subject: 'memberId',
    once: true,
    reads: nothing,
    handle: (state, command, doing) => decideSetRole(state, command, doing),
  },
  define_role: {
    ...about,
    sets: ({ kind, name }) => `${kind} ${name}`,
    reads: nothing,
    handle: (_state, command, doing) => decideDefineRole(command, doing),
  },
};

export const PROPOSED_KINDS = Object.keys(PROPOSABLE) as ProposedCommand['kind'][];

/** Who carries out the command, why, and details that only some commands need. */
export type Doing = {
  readonly staffId: string;
  readonly reason: string;
  /** Who has the address of a member to be added, read with the decision. */
  readonly member?: Member | null;
  readonly email?: string;
  /** The one-time link of a member who is added. */
  readonly link?: { readonly token: string; readonly hash: string };
  /** The proposal being approved; missing when the command is only checked. */
  readonly proposal?: { readonly id: string; readonly proposedBy: string };
};

/** The declaration of any proposed command. */
export function declared(command: ProposedCommand): Declared<ProposedCommand> {
  return PROPOSABLE[command.kind] as unknown as Declared<ProposedCommand>;
}

function correcting({
  clientId,
  corrects,
}: {
  readonly clientId: string;
  readonly corrects: bigint | null;
}): readonly Read[] {
  return corrects === null ? [] : [rows(ENTRIES, entryKey(clientId, corrects))];
}

/** How fields that aren't text are parsed, in any command. */
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
  effectiveAt: (text) => new Date(text),
  documented: (text) => text === 'true',
  permissions: (text) => text.split(','),
};

export type StoredCommand = Readonly<Record<string, string | null>>;

/** A command as it is stored: everything in it is text. */
export function commandToJson(command: ProposedCommand): StoredCommand {
  return Object.fromEntries(
    Object.entries(command).map(([name, value]) => [
      name,
      value === null ? null : value instanceof Date ? value.toISOString() : String(value),
    ]),
  );
}

/** @throws if the text didn't come from `commandToJson`: the books hold nothing else */
export function commandFromJson(stored: StoredCommand): ProposedCommand {
  if (!Object.hasOwn(PROPOSABLE, String(stored['kind']))) throw new Error('a proposal of nothing that is known');
  const read = Object.entries(stored).map(([name, text]) => [
    name,
    text === null ? null : (READ[name]?.(text) ?? text),
  ]);
  return Object.fromEntries(read) as ProposedCommand;
}
