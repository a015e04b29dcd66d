import { patchUserBody, putSettingsBody, putWalletsBody } from '@clearbook/contracts/admin';
import type { AdminUser, Settings, Wallets } from '@clearbook/contracts/admin';
import { proposeReleaseLimitsBody, proposeStaffBody, type ReleaseLimits } from '@clearbook/contracts/proposals';
import { messages } from '@clearbook/contracts/messages';
import { uploadRefusal } from '@clearbook/contracts/uploads';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { formOf, uploadOf } from '../../lib/form.ts';

/** A reason is asked for where one is due, and nothing is sent for one that was not. */
function withReason<T extends { reason: string }>({ reason, ...rest }: T) {
  return reason.trim() === '' ? rest : { ...rest, reason };
}

/** The proposal by which what is changed held as it was seen. Once told that another one holds, whoever sends again has looked: undefined is the one of that moment. */
type Seen = { set_by: string | null | undefined };
const seenOf = ({ set_by }: Seen): Seen => ({ set_by });

type Addresses = Pick<Wallets, 'bitcoin' | 'ethereum' | 'usdt'>;
const addressesOf = ({ bitcoin, ethereum, usdt }: Addresses): Addresses => ({ bitcoin, ethereum, usdt });
/** What a change builds on: upcoming addresses, where some wait, are not undone by a change of another one. */
export const lastAddresses = (saved: Wallets): Addresses => addressesOf(saved.upcoming ?? saved);

/** The addresses that clients send their deposits to. */
export const walletsForm = formOf({
  route: 'PUT /admin/wallets',
  schema: putWalletsBody,
  initial: (saved: Wallets) => ({ ...lastAddresses(saved), reason: '', ...seenOf(saved) }),
  body: withReason,
  topics: ['wallets', 'proposals'],
});

/** Whether they are others than those that hold last. */
export function walletsDiffer(typed: Addresses, saved: Wallets): boolean {
  const last = lastAddresses(saved);
  return typed.bitcoin !== last.bitcoin || typed.ethereum !== last.ethereum || typed.usdt !== last.usdt;
}

type Fees = Pick<Settings, 'miniwithdrawal' | 'withdrawalpercent'>;

export const settingsForm = formOf({
  route: 'PUT /admin/settings',
  schema: putSettingsBody,
  initial: ({ sitename, miniwithdrawal, withdrawalpercent, set_by }: Settings) => ({
    sitename,
    miniwithdrawal,
    withdrawalpercent,
    reason: '',
    ...seenOf({ set_by }),
  }),
  body: withReason,
  topics: ['settings', 'proposals'],
});

/** Whether what a client pays changes: not with the site's name and icon. */
export function feesDiffer(typed: Fees, saved: Fees): boolean {
  return typed.miniwithdrawal !== saved.miniwithdrawal || typed.withdrawalpercent !== saved.withdrawalpercent;
}

/** The site's icon: none chosen leaves the one that there is. */
export const faviconForm = uploadOf({
  route: 'POST /admin/settings/favicon',
  initial: () => ({ file: null as File | null }),
  files: ({ file }) => ({ file }),
  check: ({ file }) => {
    const refusal = file === null ? null : uploadRefusal(file, messages.upload.required);
    return refusal === null ? {} : { file: refusal };
  },
  complaints: ({ fields, detail }) => [{ name: 'file', message: fields[0]?.message ?? detail }],
  topics: ['settings'],
});

/** What one member of staff may release alone: another has to approve it. */
export const releaseLimitsForm = formOf({
  route: 'POST /admin/release-limits',
  schema: proposeReleaseLimitsBody,
  initial: ({ day_limit, client_limit, set_by }: ReleaseLimits) => ({
    day_limit: day_limit.amount,
    client_limit: client_limit.amount,
    reason: '',
    ...seenOf({ set_by }),
  }),
  body: (values) => values,
  topics: ['proposals'],
  failed: proposalWords.limits.failed,
});

/** Somebody new among staff: another has to approve them. */
export const memberForm = formOf({
  route: 'POST /admin/proposals',
  schema: proposeStaffBody,
  initial: () => ({ email: '', role: 'operations', reason: '' }),
  body: (values) => ({ action: 'add_staff', ...values }),
  topics: ['proposals'],
  failed: proposalWords.members.failed,
});

const patched = {
  route: 'PATCH /admin/users/:id',
  schema: patchUserBody,
  id: ({ id }: AdminUser) => id,
  topics: ['users'],
} as const;

/** Whether the fee applies to a client and whether withdrawals ask for a code. */
export const withdrawalSettingsForm = formOf({
  ...patched,
  initial: ({ billing_status, code_status }: AdminUser) => ({ billing_status, code_status, reason: '' }),
  body: (values) => values,
});

/** The share of the instruments for which a client sees signals. */
export const signalForm = formOf({
  ...patched,
  initial: ({ signal_strength }: AdminUser) => ({ signal_strength: String(signal_strength), reason: '' }),
  body: ({ signal_strength, reason }) => {
    const typed = signal_strength.trim();
    return { signal_strength: /^\d{1,6}$/.test(typed) ? Number(typed) : typed, reason };
  },
});
