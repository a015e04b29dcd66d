import type { Locator } from 'playwright-core';
import { FIRST_ADMIN } from '../../apps/api/test/server.ts';
import type { Person } from '../support/person.ts';

/** From the users table, found by email, to one client's page. */
export async function opensUser(admin: Person, email: string): Promise<void> {
  await admin.opens('Manage');
  await admin.types('Search by email', email);
  await admin.row('Users', email).getByRole('link', { name: email }).click();
  await admin.readsHeading('User');
}

/** D3 and D4: whether the fee applies to this client, and whether withdrawals ask for a code. */
export async function setsWithdrawals(
  admin: Person,
  email: string,
  settings: { billing: 'Enabled' | 'Disabled'; code: 'Enabled' | 'Disabled' },
): Promise<void> {
  await opensUser(admin, email);
  const form = admin.page.getByRole('region', { name: 'Withdrawal settings' });
  await admin.chooses('Billing status', settings.billing, form);
  await admin.chooses('Code status', settings.code, form);
  await admin.types('Reason', 'Agreed with the client', form);
  await admin.presses('Update', form);
  await admin.reads('Withdrawal settings updated successfully');
}

/** Suspends or unsuspends with a reason that the client reads. */
export async function setsSuspension(
  admin: Person,
  email: string,
  act: 'Suspend' | 'Unsuspend',
  reason: string,
): Promise<void> {
  await opensUser(admin, email);
  await admin.presses(`${act} account`);
  const dialog = admin.dialog(`${act} this account?`);
  await admin.types('Reason', reason, dialog);
  await admin.presses(`${act} account`, dialog);
  await admin.reads('User status updated');
}

/** The site's settings, by the names on the screen. */
export async function setsFee(admin: Person, minimum: string, percent: string): Promise<void> {
  await admin.opens('Manage');
  await admin.picksTab('Settings');
  await admin.types('Minimum withdrawal', minimum);
  await admin.types('Withdrawal percentage', percent);
  await admin.presses('Update');
  await admin.reads('New site settings document created successfully!');
}

/** Opens the newest withdrawal of this client and amount in this state. */
async function opensWithdrawal(admin: Person, email: string, shown: string, state = 'Pending'): Promise<void> {
  await admin.opens('Manage');
  await admin.picksTab('Withdrawals');
  await admin.types('Search by email', email);
  await admin.row('Withdrawals', email, shown, state).getByRole('link', { name: email }).click();
  await admin.readsHeading('Withdrawal');
}

export async function approvesWithdrawal(
  admin: Person,
  email: string,
  shown: string,
  reference: string,
): Promise<void> {
  await opensWithdrawal(admin, email, shown);
  await admin.presses('Approve');
  await decides(admin, admin.dialog('Approve this withdrawal?'), 'Payout reference', reference, 'Approve');
  await admin.row('Withdrawals', shown, 'Approved').waitFor();
}

export async function rejectsWithdrawal(admin: Person, email: string, shown: string, reason: string): Promise<void> {
  await opensWithdrawal(admin, email, shown);
  await admin.presses('Reject');
  await decides(admin, admin.dialog('Reject this withdrawal?'), 'Reason', reason, 'Reject');
  await admin.row('Withdrawals', shown, 'Rejected').waitFor();
}

/** The payout came back. */
export async function returnsWithdrawal(admin: Person, email: string, shown: string, reason: string): Promise<void> {
  await opensWithdrawal(admin, email, shown, 'Approved');
  await admin.presses('Payment returned');
  const dialog = admin.dialog('Was this payment returned?');
  await admin.types('Reason', reason, dialog);
  await admin.presses('Return the money', dialog);
  await dialog.waitFor({ state: 'hidden' });
}

async function decides(admin: Person, dialog: Locator, label: string, text: string, act: string): Promise<void> {
  await admin.types(label, text, dialog);
  await admin.presses(act, dialog);
  await admin.readsHeading('Manage');
}

/** Gives the password again, where a change asks for it. */
export async function confirmsItIsThem(person: Person, password = FIRST_ADMIN.password): Promise<void> {
  const dialog = person.dialog('Confirm it’s you');
  await person.types('Password', password, dialog);
  await person.presses('Confirm', dialog);
  await dialog.waitFor({ state: 'hidden' });
}
