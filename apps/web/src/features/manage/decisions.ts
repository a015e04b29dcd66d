import {
  type AdminUser,
  type AdminWithdrawal,
  deleteUserBody,
  endSessionsBody,
  keepWalletsBody,
  patchUserBody,
  returnWithdrawalBody,
  traceWithdrawalBody,
  withdrawalDecisionBody,
} from '@clearbook/contracts/admin';
import {
  type ApiToken,
  createApiTokenBody,
  revokeApiTokenBody,
  TOKEN_DAYS_DEFAULT,
  TOKEN_DAYS_MAX,
} from '@clearbook/contracts/api-tokens';
import { dismissSignalBody, type FraudSignal, type FraudSubject } from '@clearbook/contracts/fraud';
import { type AdminHold, holdCode, liftHoldBody, placeHoldBody, renewHoldBody } from '@clearbook/contracts/holds';
import {
  type AdminVerification,
  recordDatesBody,
  sourceOfFundsBody,
  verificationDecisionBody,
} from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { PERMISSIONS, type TokenPermission } from '@clearbook/contracts/permissions';
import {
  endStaffSessionBody,
  proposeStaffBody,
  type StaffMember,
  type StaffRole,
  type StaffSession,
} from '@clearbook/contracts/proposals';
import { depositLimitWords } from '@clearbook/contracts/words/deposit-limits';
import { fraudWords } from '@clearbook/contracts/words/fraud';
import { holdWords } from '@clearbook/contracts/words/holds';
import { identityDateWords } from '@clearbook/contracts/words/identity-dates';
import { manageWords } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { roleWords } from '@clearbook/contracts/words/roles';
import { siteWords } from '@clearbook/contracts/words/site';
import { formatDateTime, formatUsd } from '../../lib/format.ts';
import { firstErrors } from '../../lib/form.ts';
import { datesFields, datesFrom, datesSaid, wrongDates } from './dates-fields.ts';
import { decisionOf, type Field, reasonDecision } from './decision.ts';
import { roleName } from './role-name.ts';
import { fromUtcField } from './utc-field.ts';

/** Decisions of staff: what each asks, sends and says. The dialog of all of them is decision-dialog.tsx. */
const { review, user, verifications } = manageWords;
const { grounds, manage: holds } = holdWords;
const { staff: limits } = depositLimitWords;
const { tokens } = proposalWords;
const id = (of: { id: string }) => of.id;

/** What it is to become was settled by the button. `already`: it has become that while the dialog was open. */
type StatusOf = { readonly id: string; readonly to: 'active' | 'suspended'; readonly already: boolean };

const statusAlready = ({ to }: StatusOf) => (to === 'suspended' ? user.suspendedAlready : user.unsuspendedAlready);

export const setStatus = reasonDecision({
  route: 'PATCH /admin/users/:id',
  schema: patchUserBody,
  id,
  with: ({ to }: StatusOf) => ({ status: to }),
  check: (_values, of) => (of.already ? { reason: statusAlready(of) } : {}),
  title: ({ to }) => (to === 'suspended' ? user.suspendTitle : user.unsuspendTitle),
  text: (of) => {
    if (of.already) return statusAlready(of);
    return of.to === 'suspended' ? user.suspendText : user.unsuspendText;
  },
  act: ({ to }) => (to === 'suspended' ? user.suspend : user.unsuspend),
  danger: ({ to }) => to === 'suspended',
  topics: ['users'],
  done: () => messages.admin.statusUpdated,
});

type SignalOf = { what: FraudSubject; id: string; signal: FraudSignal };

export const dismissSignal = reasonDecision({
  route: 'POST /admin/signal-dismissals',
  schema: dismissSignalBody,
  with: ({ what, id: record, signal }: SignalOf) => ({ what, id: record, kind: signal.kind, digest: signal.digest }),
  label: fraudWords.reason,
  title: () => fraudWords.dismissTitle,
  text: () => fraudWords.dismissText,
  act: () => fraudWords.dismissAct,
  topics: ['deposits', 'withdrawals', 'identity'],
  failed: fraudWords.notDismissed,
  done: () => fraudWords.done,
});

export const endSessions = reasonDecision({
  route: 'POST /admin/users/:id/end-sessions',
  schema: endSessionsBody,
  id: (of: AdminUser) => of.id,
  title: () => user.endSessionsTitle,
  text: () => user.endSessionsText,
  act: () => user.endSessions,
  danger: () => true,
  topics: [],
  done: ({ ended }) => messages.admin.sessionsEnded(ended),
});

/** As for a status. */
type FundsOf = { readonly userId: string; readonly documented: boolean; readonly already: boolean };

const fundsAlready = ({ documented }: FundsOf) => (documented ? limits.documentedAlready : limits.takenBackAlready);

export const documentFunds = reasonDecision({
  route: 'POST /admin/users/:id/source-of-funds',
  schema: sourceOfFundsBody,
  id: ({ userId }: FundsOf) => userId,
  with: ({ documented }) => ({ documented }),
  check: (_values, of) => (of.already ? { reason: fundsAlready(of) } : {}),
  title: ({ documented }) => (documented ? limits.documentTitle : limits.takeBackTitle),
  text: (of) => {
    if (of.already) return fundsAlready(of);
    return of.documented ? limits.documentText : limits.takeBackText;
  },
  act: () => limits.propose,
  topics: ['users', 'proposals'],
  failed: limits.failed,
  done: () => limits.proposed,
});

export const deleteUser = reasonDecision({
  route: 'DELETE /admin/users/:id',
  schema: deleteUserBody,
  id: (of: AdminUser) => of.id,
  title: () => user.removeTitle,
  text: ({ email }) => user.removeText(email),
  act: () => user.remove,
  danger: () => true,
  topics: ['users'],
  done: ({ message }) => message,
});

export const removeMember = reasonDecision({
  route: 'POST /admin/proposals',
  schema: proposeStaffBody,
  with: (member: StaffMember) => ({ action: 'remove_staff', member_id: member.id }),
  title: () => proposalWords.members.removeTitle,
  text: ({ email }) => proposalWords.members.removeText(email),
  act: () => proposalWords.members.remove,
  danger: () => true,
  topics: ['proposals'],
  failed: proposalWords.members.failed,
  done: () => proposalWords.members.proposed,
});

export const endStaffSession = reasonDecision({
  route: 'POST /admin/staff-sessions/:id/end',
  schema: endStaffSessionBody,
  id: (of: StaffSession) => of.id,
  title: () => proposalWords.sessions.endTitle,
  text: ({ member, device }) => proposalWords.sessions.endText(member.email, device),
  act: () => proposalWords.sessions.end,
  danger: () => true,
  topics: ['sessions'],
  failed: proposalWords.sessions.failed,
  done: () => proposalWords.sessions.done,
});

type RoleChange = { member: StaffMember; roles: readonly StaffRole[] };
const choiceOf = ({ id: role }: StaffRole) => ({ value: role, label: roleName(role) });

export const changeRole = decisionOf({
  route: 'POST /admin/proposals',
  schema: proposeStaffBody,
  initial: ({ member }: RoleChange) => ({ role: member.role, reason: '' }),
  body: (values, { member }) => ({ action: 'set_role', member_id: member.id, ...values }),
  title: () => roleWords.changeTitle,
  text: ({ member }) => roleWords.changeText(member.email),
  act: () => roleWords.change,
  fields: ({ roles }) => [
    { kind: 'one', name: 'role', label: roleWords.role, choices: roles.map(choiceOf) },
    { kind: 'reason', name: 'reason' },
  ],
  topics: ['proposals'],
  failed: roleWords.failed,
  done: () => roleWords.proposed,
});

export const defineRole = decisionOf({
  route: 'POST /admin/proposals',
  schema: proposeStaffBody,
  initial: (_roles: readonly StaffRole[]) => ({ name: '', permissions: [] as string[], reason: '' }),
  body: (values, roles) => ({
    action: 'define_role',
    ...values,
    set_by: roles.find(({ id }) => id === values.name)?.set_by ?? null,
  }),
  title: () => roleWords.define,
  text: () => roleWords.intro,
  act: () => roleWords.propose,
  fields: () => [
    { kind: 'text', name: 'name', label: roleWords.name, hint: roleWords.nameHint, first: true },
    {
      kind: 'several',
      name: 'permissions',
      label: roleWords.includes,
      choices: PERMISSIONS.map((value) => ({ value, label: roleWords.permissions[value] })),
    },
    { kind: 'reason', name: 'reason' },
  ],
  topics: ['proposals'],
  failed: roleWords.failed,
  done: () => roleWords.proposed,
});

/** The days that are offered: a year at most. */
const TOKEN_DAYS = [30, TOKEN_DAYS_DEFAULT, 180, TOKEN_DAYS_MAX];

const networksOf = (typed: string): string[] => typed.split(/[\s,]+/).filter((network) => network !== '');

export const createApiToken = decisionOf({
  route: 'POST /admin/api-tokens',
  schema: createApiTokenBody,
  initial: (_of: { permissions: readonly TokenPermission[] }) => ({
    name: '',
    permissions: [] as string[],
    days: String(TOKEN_DAYS_DEFAULT),
    networks: '',
  }),
  body: (values) => ({
    ...values,
    days: Number(values.days),
    networks: networksOf(values.networks),
  }),
  // Of several in one input, the first that is wrong.
  check: ({ networks }) => {
    const [wrong] = Object.values(firstErrors(createApiTokenBody.shape.networks, networksOf(networks)));
    return wrong === undefined ? {} : { networks: wrong };
  },
  title: () => tokens.createTitle,
  text: () => tokens.createText,
  act: () => tokens.create,
  fields: ({ permissions }) => [
    { kind: 'text', name: 'name', label: tokens.name, hint: tokens.nameHint, first: true },
    {
      kind: 'several',
      name: 'permissions',
      label: tokens.permissions,
      choices: permissions.map((value) => ({ value, label: roleWords.permissions[value] })),
    },
    {
      kind: 'one',
      name: 'days',
      label: tokens.days,
      choices: TOKEN_DAYS.map((days) => ({ value: String(days), label: tokens.daysOf(days) })),
    },
    { kind: 'text', name: 'networks', label: tokens.networks, hint: tokens.networksHint },
  ],
  topics: ['sessions'],
  failed: tokens.createFailed,
  done: () => tokens.created,
});

export const revokeApiToken = reasonDecision({
  route: 'POST /admin/api-tokens/:id/revoke',
  schema: revokeApiTokenBody,
  id: (of: ApiToken) => of.id,
  title: () => tokens.revokeTitle,
  text: ({ name }) => tokens.revokeText(name),
  act: () => tokens.revoke,
  danger: () => true,
  topics: ['sessions'],
  failed: tokens.revokeFailed,
  done: () => tokens.revoked,
});

export const keepWallets = reasonDecision<'POST /admin/wallets/keep'>({
  route: 'POST /admin/wallets/keep',
  schema: keepWalletsBody,
  title: () => siteWords.upcoming.keepTitle,
  text: () => siteWords.upcoming.keepText,
  act: () => siteWords.upcoming.keep,
  topics: ['wallets'],
  failed: siteWords.upcoming.keepFailed,
  done: () => messages.admin.walletsKept,
});

export const returnPayout = reasonDecision({
  route: 'POST /admin/withdrawals/:id/return',
  schema: returnWithdrawalBody,
  id: (of: AdminWithdrawal) => of.id,
  title: () => review.cameBackTitle,
  text: ({ amount, user_email }) => review.cameBackText(formatUsd(amount.amount), user_email),
  act: () => review.giveBack,
  topics: ['withdrawals', 'users', 'proposals'],
  done: ({ status }) => (status === 'returned' ? review.withdrawalReturned : messages.proposal.made),
});

export const tracePayout = reasonDecision({
  route: 'POST /admin/withdrawals/:id/traced',
  schema: traceWithdrawalBody,
  id: (of: AdminWithdrawal) => of.id,
  title: () => review.tracedTitle,
  text: ({ user_email }) => review.tracedText(user_email),
  act: () => review.traced,
  label: review.tracedReason,
  topics: ['withdrawals'],
  done: () => review.tracedDone,
});

const decided = { topics: ['withdrawals', 'users', 'proposals'] } as const;

export const rejectWithdrawal = reasonDecision({
  ...decided,
  route: 'POST /admin/withdrawals/:id/decision',
  schema: withdrawalDecisionBody,
  id: (of: AdminWithdrawal) => of.id,
  with: () => ({ decision: 'reject' }),
  title: () => review.rejectWithdrawal,
  text: ({ amount, user_email }) => review.rejectWithdrawalText(formatUsd(amount.amount), user_email),
  act: () => review.reject,
  danger: () => true,
  done: () => review.withdrawalRejected,
});

type ApprovalOf = { withdrawal: AdminWithdrawal; demo: boolean };

/** With the payout reference that the client will see; in demo mode the server fills it in. */
export const approveWithdrawal = decisionOf({
  ...decided,
  route: 'POST /admin/withdrawals/:id/decision',
  schema: withdrawalDecisionBody,
  id: ({ withdrawal }: ApprovalOf) => withdrawal.id,
  initial: () => ({ payout_reference: '' }),
  body: ({ payout_reference: text }) => ({
    decision: 'approve',
    ...(text.trim() !== '' && { payout_reference: text }),
  }),
  check: ({ payout_reference: text }, { demo }) =>
    !demo && text.trim() === '' ? { payout_reference: messages.withdrawal.payoutReferenceRequired } : {},
  title: () => review.approveWithdrawal,
  text: ({ withdrawal }) => review.approveWithdrawalText(formatUsd(withdrawal.net.amount), withdrawal.user_email),
  act: () => review.approve,
  fields: ({ demo }) => [
    {
      kind: 'code',
      name: 'payout_reference',
      label: review.payoutReference,
      hint: demo ? `${review.payoutHint} ${review.demoFilled}` : review.payoutHint,
      first: true,
    },
  ],
  done: ({ status }) => (status === 'approved' ? review.withdrawalApproved : messages.proposal.made),
});

const HOLD_LONGEST_MS = 30 * 86_400_000;

/** `now` is the server's. */
function holdEnd(now: string): Field {
  const from = new Date(now);
  const until = new Date(from.getTime() + HOLD_LONGEST_MS);
  return { kind: 'time', name: 'ends_at', label: holds.end, hint: holds.endHint, from, until };
}

type PlaceOf = { user: AdminUser; now: string };

export const placeHold = decisionOf({
  ...decided,
  route: 'POST /admin/users/:id/holds',
  schema: placeHoldBody,
  id: ({ user: { id: client } }: PlaceOf) => client,
  initial: () => ({ code: '', reference: '', ends_at: '' }),
  body: ({ code, reference, ends_at }) => ({ code, reference, ends_at: fromUtcField(ends_at) }),
  title: () => holds.placeTitle,
  text: ({ user: { email } }) => holds.placeText(email),
  act: () => holds.place,
  fields: ({ now }, { code }) => {
    const chosen = holdCode.safeParse(code).data;
    return [
      {
        kind: 'one',
        name: 'code',
        label: holds.ground,
        hint: chosen && grounds[chosen].use,
        first: true,
        choices: [
          { value: '', label: holds.choose },
          ...holdCode.options.map((value) => ({ value, label: grounds[value].title })),
        ],
      },
      { kind: 'code', name: 'reference', label: holds.reference, hint: holds.referenceHint },
      holdEnd(now),
    ];
  },
  done: ({ proposal_id }) => (proposal_id === null ? holds.placed : holds.proposed),
});

type RenewOf = { hold: AdminHold; now: string };

export const renewHold = decisionOf({
  ...decided,
  route: 'POST /admin/holds/:id/renew',
  schema: renewHoldBody,
  id: ({ hold }: RenewOf) => hold.id,
  initial: () => ({ ends_at: '' }),
  body: ({ ends_at }) => ({ ends_at: fromUtcField(ends_at) }),
  title: () => holds.renewTitle,
  text: ({ hold }) => holds.renewText(hold.reference, formatDateTime(hold.ends_at)),
  act: () => holds.renew,
  fields: ({ now }) => [holdEnd(now)],
  done: () => holds.proposed,
});

export const liftHold = reasonDecision({
  ...decided,
  route: 'POST /admin/holds/:id/lift',
  schema: liftHoldBody,
  id: (of: AdminHold) => of.id,
  title: () => holds.liftTitle,
  text: ({ reference }) => holds.liftText(reference),
  act: () => holds.lift,
  done: () => holds.lifted,
});

type IdentityOf = { verification: AdminVerification; live: boolean };
const identity = {
  route: 'POST /admin/verifications/:id/decision',
  schema: verificationDecisionBody,
  id: ({ verification }: IdentityOf) => verification.id,
  topics: ['identity', 'users', 'proposals'],
} as const;

/** An approval can be taken back, also where newer documents were declined; with real money another person has to agree. */
export const takesBack = ({ status, is_verified }: AdminVerification) => status !== 'pending' && is_verified;

const said = (usual: string, { verification, live }: IdentityOf) =>
  live && takesBack(verification) ? proposalWords.proposed : usual;

/** Sides of the document that wait for a decision. */
function waitingSides(verification: AdminVerification): ('front' | 'back')[] {
  return (['front', 'back'] as const).filter((side) => verification[side]?.status === 'pending');
}

export const approveIdentity = decisionOf({
  ...identity,
  initial: () => datesFrom(null),
  body: (values, { verification: { submission } }) => ({ decision: 'approve', ...datesSaid(values), submission }),
  check: (values) => wrongDates(values, { approving: true }),
  title: () => verifications.approveTitle,
  text: ({ verification }) => verifications.approveText(verification.user_email),
  act: () => verifications.approve,
  fields: (_, values) => datesFields(values),
  done: (_, of) => said(verifications.approved, of),
});

export const recordDates = decisionOf({
  route: 'PUT /admin/verifications/:id/dates',
  schema: recordDatesBody,
  id: (of: AdminVerification) => of.id,
  initial: ({ dates }: AdminVerification) => ({ ...datesFrom(dates), reason: '' }),
  body: (values) => ({ ...datesSaid(values), reason: values.reason }),
  check: (values) => wrongDates(values, { approving: false }),
  title: () => identityDateWords.staff.title,
  text: ({ user_email }) => identityDateWords.staff.text(user_email),
  act: ({ dates }) => (dates === null ? identityDateWords.staff.record : identityDateWords.staff.correct),
  fields: (_, values) => [...datesFields(values), { kind: 'reason', name: 'reason' }],
  topics: ['identity', 'users'],
  failed: identityDateWords.staff.failed,
  done: () => messages.identity.dates.saved,
});

export const declineIdentity = decisionOf({
  ...identity,
  initial: ({ verification }: IdentityOf) => ({ reason: '', documents: waitingSides(verification) }),
  body: ({ reason, documents }, { verification }) => ({
    decision: 'reject',
    reason,
    ...(!takesBack(verification) && { documents }),
    submission: verification.submission,
  }),
  title: () => verifications.declineTitle,
  text: ({ verification }) =>
    (takesBack(verification) ? verifications.takeBackText : verifications.declineText)(verification.user_email),
  act: () => verifications.decline,
  danger: () => true,
  fields: ({ verification }) => [
    ...(waitingSides(verification).length > 1
      ? [
          {
            kind: 'several' as const,
            name: 'documents',
            label: verifications.which,
            choices: [
              { value: 'front', label: verifications.front },
              { value: 'back', label: verifications.back },
            ],
          },
        ]
      : []),
    { kind: 'reason', name: 'reason' },
  ],
  done: (_, of) => said(verifications.declined, of),
});
