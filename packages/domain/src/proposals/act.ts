import { type Adjust, decideAdjust } from '../funding/adjust.ts';
import { decideWithdrawal } from '../funding/follow-withdrawal.ts';
import { decidePlaceHold, decideRenewHold, type PlaceHold, type RenewHold } from '../holds/place-hold.ts';
import type { Context, Decision } from '../ledger/decision.ts';
import type { State } from '../ledger/state.ts';
import type { Cents } from '../money/index.ts';
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
  | Bare<PlaceHold>
  | Bare<RenewHold>
  | AddStaff
  | RemoveStaff;

export type ApprovePayout = {
  readonly kind: 'approve_payout';
  readonly clientId: string;
  readonly withdrawalId: string;
  readonly amount: Cents;
  readonly payoutReference: string | null;
};

/** In live mode a payout of more than this, in cents, is approved by two people. A constant, not a setting. */
export const PAYOUT_LIMIT: Cents = 1_000_000n;

/** Who does the act, why, and what only some acts need. */
export type Doing = {
  readonly staffId: string;
  readonly reason: string;
  /** Who has the address of a member to be added, read with the decision. */
  readonly member?: Member | null;
  readonly email?: string;
  /** The one-time link of a member who is added. */
  readonly link?: { readonly token: string; readonly hash: string };
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
    case 'approve_payout': {
      const { clientId, withdrawalId, payoutReference } = act;
      return decideWithdrawal(
        state,
        {
          kind: 'decide_withdrawal',
          staffId,
          clientId,
          withdrawalId,
          decision: 'approve',
          reason: null,
          payoutReference,
        },
        context,
      );
    }
    case 'place_hold':
      return decidePlaceHold(state, { ...act, staffId }, context, 2);
    case 'renew_hold':
      return decideRenewHold(state, { ...act, staffId }, context);
    case 'add_staff':
      return decideAddStaff(act, doing, context);
    case 'remove_staff':
      return decideRemoveStaff(state, act, doing);
  }
}

/** An act as it is stored: sums and moments are text. */
export function actToJson(act: Act): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(act).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value === null ? null : String(value),
    ]),
  );
}

/** @throws where the text is not what `actToJson` made: the books hold nothing else */
export function actFromJson(stored: Readonly<Record<string, string | null>>): Act {
  const { amount, corrects, endsAt, ...rest } = stored;
  const act = {
    ...rest,
    ...(typeof endsAt === 'string' && { endsAt: new Date(endsAt) }),
    ...(typeof amount === 'string' && { amount: BigInt(amount) }),
    ...(corrects !== undefined && { corrects: corrects === null ? null : BigInt(corrects) }),
  };
  if (!KINDS.has(String(stored['kind']))) throw new Error('a proposal of nothing that is known');
  return act as unknown as Act;
}

/** Every act, each named once: doors/proposal_acts.sql lists the same. */
const ACTS = {
  adjust: true,
  record_trade: true,
  add_to_trade: true,
  approve_payout: true,
  place_hold: true,
  renew_hold: true,
  add_staff: true,
  remove_staff: true,
} as const satisfies Record<Act['kind'], true>;
export const ACT_KINDS = Object.keys(ACTS) as Act['kind'][];
const KINDS: ReadonlySet<string> = new Set(ACT_KINDS);
