import * as z from 'zod/mini';
import { cursorList, email, exportQueryOf, id, pageList, pageQueryOf, time } from './common.ts';
import { holdCode } from './holds.ts';
import { clientReason } from './said-to-clients.ts';
import { messages } from './messages.ts';
import { money, usdAmountOrZero } from './money.ts';
import { CONFIG_PERMISSIONS, configSetting } from './configuration.ts';
import { type Permission, PERMISSIONS, PROPOSAL_PERMISSIONS, ROLE_NAME } from './permissions.ts';

const permission = z.enum(PERMISSIONS);
const roleName = z
  .string({ error: messages.admin.roleRequired })
  .check(z.regex(ROLE_NAME, { error: messages.admin.roleName }));
const reason = clientReason(messages.admin.reasonRequired);

/** What would be done. */
export const proposalAct = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('adjust'),
    direction: z.enum(['credit', 'debit']),
    amount: money,
    /** The entry that a debit corrects. */
    corrects: z.nullable(z.string()),
  }),
  z.strictObject({
    kind: z.literal('record_trade'),
    type: z.enum(['profit', 'loss']),
    symbol: z.string(),
    side: z.enum(['buy', 'sell']),
    amount: money,
    corrects: z.nullable(z.string()),
  }),
  z.strictObject({ kind: z.literal('add_to_trade'), trade_id: id, symbol: z.string(), amount: money }),
  z.strictObject({
    kind: z.literal('approve_payout'),
    withdrawal_id: id,
    amount: money,
    payout_reference: z.nullable(z.string()),
  }),
  z.strictObject({ kind: z.literal('place_hold'), code: holdCode, reference: z.string(), ends_at: time }),
  z.strictObject({ kind: z.literal('decline_verification') }),
  z.strictObject({ kind: z.literal('document_funds'), documented: z.boolean() }),
  z.strictObject({ kind: z.literal('renew_hold'), hold_id: id, reference: z.string(), ends_at: time }),
  z.strictObject({ kind: z.literal('return_payout'), withdrawal_id: id, amount: money }),
  z.strictObject({
    kind: z.literal('approve_deposit'),
    deposit_id: id,
    /** What would be credited, and what the client asked for. */
    amount: money,
    expected: money,
    txid: z.nullable(z.string()),
    received: z.nullable(money),
    received_at: z.nullable(time),
  }),
  z.strictObject({ kind: z.literal('approve_loan'), loan_id: id, amount: money }),
  z.strictObject({ kind: z.literal('set_release_limits'), day_limit: money, client_limit: money }),
  z.strictObject({ kind: z.literal('set_wallets'), bitcoin: z.string(), ethereum: z.string(), usdt: z.string() }),
  z.strictObject({ kind: z.literal('set_fees'), withdrawalpercent: z.string(), miniwithdrawal: z.string() }),
  z.strictObject({
    kind: z.literal('configure'),
    setting: configSetting,
    /** The package or signal plan, by its name and the price it came with, since two may have one name; null: it's about neither. */
    plan: z.nullable(z.string()),
    /** What it takes the place of, as its proposer saw it. */
    before: configSetting,
    effective_at: z.nullable(time),
    /** It takes an earlier version back. */
    reverts: z.nullable(id),
  }),
  z.strictObject({ kind: z.literal('add_staff'), email: z.string(), role: z.string() }),
  z.strictObject({ kind: z.literal('remove_staff'), member_id: id, email: z.string() }),
  z.strictObject({ kind: z.literal('set_role'), member_id: id, email: z.string(), role: z.string() }),
  z.strictObject({ kind: z.literal('define_role'), name: z.string(), permissions: z.array(permission) }),
]);
export type ProposalAct = z.infer<typeof proposalAct>;
type Taking =
  | { readonly kind: Exclude<ProposalAct['kind'], 'configure'> }
  | { readonly kind: 'configure'; readonly item: keyof typeof CONFIG_PERMISSIONS };
/** What each takes: a kind that is new needs one, and so does whatever else can be configured. */
export const takes = (act: Taking): readonly Permission[] => [
  PROPOSAL_PERMISSIONS[act.kind],
  ...(act.kind === 'configure' ? [CONFIG_PERMISSIONS[act.item]] : []),
];

const states = ['waiting', 'approved', 'declined', 'refused', 'lapsed'] as const;

/** What one member of staff proposed and another one decides. */
export const proposal = z.strictObject({
  id,
  act: proposalAct,
  /** Empty for a payout and for a hold, which need none. */
  reason: z.string(),
  /** The client whose books it is about; null where it is about staff. */
  user_id: z.nullable(id),
  user_email: z.nullable(z.string()),
  proposed_by: z.strictObject({ id, email: z.string() }),
  proposed_at: time,
  /** Undecided until then, it lapses by itself. */
  lapses_at: time,
  /** `refused`: it was approved, and the rules of the books did not let it happen any more. */
  status: z.enum(states),
  decided_by: z.nullable(z.strictObject({ id, email: z.string() })),
  decided_at: z.nullable(time),
  /** Why it was declined, or what the rules said. */
  answer: z.nullable(z.string()),
  /** Whether whoever asks may decide it: not the one who proposed it, and nobody about themselves. */
  may_decide: z.boolean(),
});
export type Proposal = z.infer<typeof proposal>;
export const proposalPage = pageList(proposal);
export const proposalsQuery = pageQueryOf('proposals', states);
export const proposalsExportQuery = exportQueryOf(states);

/** As GET answered it: a proposal is refused where another one holds by now. Left out: it replaces what holds. */
const setBy = z.nullable(id);

export const proposeStaffBody = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('add_staff'),
    email: email(messages.login.emailRequired, messages.login.emailInvalid),
    /** Left out, the new member may do everything. */
    role: z.optional(roleName),
    reason,
  }),
  z.strictObject({ action: z.literal('remove_staff'), member_id: id, reason }),
  z.strictObject({ action: z.literal('set_role'), member_id: id, role: roleName, reason }),
  z.strictObject({
    action: z.literal('define_role'),
    name: roleName,
    permissions: z
      .array(permission, { error: messages.admin.permissionsRequired })
      .check(
        z.minLength(1, { error: messages.admin.permissionsRequired }),
        z.maxLength(PERMISSIONS.length, { error: messages.admin.permissionsRequired }),
      ),
    set_by: z.optional(setBy),
    reason,
  }),
]);

export const proposalDecisionBody = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('approve') }),
  z.strictObject({ decision: z.literal('decline'), reason }),
]);

/** What one person lets go alone on a UTC day. Beyond it, another one decides. */
export const releaseLimitsQuery = z.strictObject({ user_id: z.optional(id) });
export const releaseLimits = z.strictObject({
  /** False in demo mode, where nothing limits anybody. */
  applies: z.boolean(),
  /** More than this at once always takes two people. */
  at_once: money,
  day_limit: money,
  client_limit: money,
  most_day: money,
  most_client: money,
  /** The proposal by which they hold. Null: they are those that an installation begins with. */
  set_by: setBy,
  /** What whoever asks let go alone today, and of it to the client who was asked about. */
  used_today: money,
  used_for_client: z.nullable(money),
  /** Every change, the newest first. */
  history: z.array(
    z.strictObject({
      at: time,
      day_limit: money,
      client_limit: money,
      proposed_by: z.string(),
      approved_by: z.string(),
    }),
  ),
});
export type ReleaseLimits = z.infer<typeof releaseLimits>;
export const proposeReleaseLimitsBody = z.strictObject({
  day_limit: usdAmountOrZero(),
  client_limit: usdAmountOrZero(),
  set_by: z.optional(setBy),
  reason,
});

export const staffMember = z.strictObject({
  id,
  email: z.string(),
  status: z.enum(['active', 'invited', 'removed']),
  role: z.string(),
  since: time,
  /** A proposal about this member that waits. */
  proposal_id: z.nullable(id),
});
export type StaffMember = z.infer<typeof staffMember>;
export const staffList = cursorList(staffMember);

/** A browser in which a member of staff is signed in. Its id opens nothing. */
export const staffSession = z.strictObject({
  id,
  member: z.strictObject({ id, email: z.string() }),
  /** It is the one that asks. */
  current: z.boolean(),
  device: z.string(),
  created_at: time,
  last_used_at: time,
  expires_at: time,
});
export type StaffSession = z.infer<typeof staffSession>;
export const staffSessionList = cursorList(staffSession);
export const endStaffSessionBody = z.strictObject({ reason });

/** A role of staff and what it may do. */
export const staffRole = z.strictObject({
  /** Names the declared ones, and those that owners made. */
  id: z.string(),
  permissions: z.array(permission),
  /** Every installation has it, and nobody changes it. */
  declared: z.boolean(),
  /** The proposal by which it includes what it does. Null: it is declared. */
  set_by: setBy,
  /** How many have it now. */
  members: z.number(),
});
export type StaffRole = z.infer<typeof staffRole>;
export const staffRoleList = cursorList(staffRole);
