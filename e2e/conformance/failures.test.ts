import { expect, it } from 'vitest';
import { addressOf, PASSWORD, stage } from './support.ts';
import type { Person } from '../support/person.ts';
import { IN_FULL, saysSample } from '../support/sample.ts';
import { asks } from '../support/seed.ts';

const on = stage('conformance-failures');
saysSample('every form with the server gone', 'every second one');

const GONE = /We can’t reach the server|We don’t know yet whether this went through/;

type Form = {
  who: Person;
  path: string;
  /** Fills the form in while the server is there. */
  fill: (person: Person) => Promise<unknown>;
  /** Sends it when the server is gone. */
  send: (person: Person) => Promise<unknown>;
  says: string;
  /** A field and what was typed into it. */
  kept?: [label: string, text: string];
};

it('[K42] with the server gone every page says so in the specification’s words and keeps what was typed', async () => {
  const client = await on.client('Failure Reader');
  await asks(client, 'POST', '/demo/top-up', { amount: '5000.00' });
  const strict = await on.client('Code Reader');
  await asks(strict, 'POST', '/demo/top-up', { amount: '5000.00' });
  const admin = await on.admin();
  const { id } = await strict.downloads<{ id: string }>('/me');
  await asks(admin, 'PATCH', `/admin/users/${id}`, { code_status: 'Enabled', reason: 'Agreed' });
  const withdrawal = await asks(strict, 'POST', '/withdrawals', {
    method: 'paypal',
    paypalemail: 'c@example.test',
    amount: '50.00',
  });
  const deposit = await asks(client, 'POST', '/deposits', { amount: '50.00', method: 'bitcoin' });
  const visitor = await on.visitor();
  const rich = await on.client('Portfolio Reader');
  const { id: richId } = await rich.downloads<{ id: string }>('/me');
  await asks(admin, 'POST', `/admin/users/${richId}/adjustments`, {
    direction: 'credit',
    amount: '400000.00',
    reason: 'Portfolio moved here',
  });
  await asks(admin, 'POST', '/admin/traders', {
    name: 'Old Lead',
    return_rate: '1',
    followers: '1',
    minibalance: '1',
    profit_share: '1',
  });

  const forms: Form[] = [
    {
      who: visitor,
      path: '/signup',
      fill: async (person) => {
        await person.types('Username', 'late');
        await person.types('Full name', 'Late Joiner');
        await person.types('Email', addressOf('Late Joiner'));
        await person.types('Password', PASSWORD);
        await person.types('Confirm password', PASSWORD);
      },
      send: (person) => person.presses('Sign up'),
      says: 'We can’t reach the server.',
      kept: ['Full name', 'Late Joiner'],
    },
    {
      who: visitor,
      path: '/reset-password',
      fill: (person) => person.types('Email', 'late@example.test'),
      send: (person) => person.presses('Send reset link'),
      says: 'An error occurred. Please try again later.',
      kept: ['Email', 'late@example.test'],
    },
    {
      who: client,
      path: '/change-password',
      fill: async (person) => {
        await person.types('Current password', PASSWORD);
        await person.types('New password', 'another harbour 28 lamps');
        await person.types('Confirm password', 'another harbour 28 lamps');
      },
      send: (person) => person.presses('Update password'),
      says: 'Failed to update password: ',
      kept: ['New password', 'another harbour 28 lamps'],
    },
    {
      who: client,
      path: '/trades?symbol=EURUSD',
      fill: async (person) => {
        await person.types('Amount', '600.00');
        await person.types('Lot size', '0.05');
      },
      send: (person) => person.presses('BUY', person.page.getByRole('region', { name: 'Place a trade' })),
      says: 'Failed to place trade',
      kept: ['Amount', '600.00'],
    },
    {
      who: client,
      path: '/select-withdrawal?method=paypal',
      fill: async (person) => {
        await person.types('Paypal email', 'late@example.test');
        await person.types('Amount', '100.00');
      },
      send: (person) => person.presses('Withdraw'),
      says: 'Failed to process withdrawal. Something went wrong. Please try again later.',
      kept: ['Paypal email', 'late@example.test'],
    },
    {
      who: strict,
      path: `/select-withdrawal?id=${withdrawal.id}`,
      fill: (person) => person.types('Withdrawal code', '123456'),
      send: (person) => person.presses('Confirm'),
      says: 'Error verifying withdrawal code.',
    },
    {
      who: client,
      path: `/deposit?id=${deposit.id}`,
      fill: async (person) => {
        const picture = { name: 'receipt.png', mimeType: 'image/png', buffer: await person.page.screenshot() };
        await person.page.getByLabel('Proof of payment').setInputFiles(picture);
      },
      send: (person) => person.presses('Paid'),
      says: 'Upload Failed',
    },
    {
      who: admin,
      path: '/all-user?tab=settings',
      fill: (person) => person.types('Site name', 'Harbour Markets'),
      send: (person) => person.presses('Update'),
      says: 'Failed to update site settings: ',
      kept: ['Site name', 'Harbour Markets'],
    },
    {
      who: admin,
      path: '/all-user?tab=payment',
      fill: async (person) => {
        await person.types('Bitcoin address', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4');
        await person.types('Ethereum address', '0x52908400098527886E0F7030069857D2E4169EE7');
        await person.types('USDT address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
      },
      send: (person) => person.presses('Update'),
      says: 'Failed to update addresses: ',
      kept: ['Ethereum address', '0x52908400098527886E0F7030069857D2E4169EE7'],
    },
    {
      who: client,
      path: '/update-email',
      fill: async (person) => {
        await person.types('New email', 'late.mover@example.test');
        await person.types('Password', PASSWORD);
      },
      send: (person) => person.presses('Update Email'),
      says: 'Failed to update email. Please try again.',
      kept: ['New email', 'late.mover@example.test'],
    },
    {
      who: client,
      path: '/identity',
      fill: async (person) => {
        const image = { name: 'id.png', mimeType: 'image/png', buffer: await person.page.screenshot() };
        for (const side of ['Front of ID', 'Back of ID'])
          await person.page.getByLabel(side).and(person.page.locator('input')).setInputFiles(image);
      },
      send: (person) => person.presses('Submit'),
      says: 'Upload Failed',
    },
    {
      who: rich,
      path: '/trading-plans',
      fill: async (person) => {
        await person.presses('Apply for level 1');
        await person.types('Total monthly income', '4000');
        await person.types('Goals', 'A larger position');
      },
      send: (person) => person.presses('Proceed'),
      says: 'An error occurred. Please try again.',
      kept: ['Goals', 'A larger position'],
    },
    {
      who: admin,
      path: '/add-upgrade',
      fill: async (person) => {
        await person.types('Name', 'Late plan');
        await person.types('Price', '1500');
        await person.types('Spread mark-up', '0.5');
        await person.types('Leverage ceiling', '100');
        await person.types('Feature', 'Bought once');
        await person.presses('Add feature');
      },
      send: (person) => person.presses('Add plan'),
      says: 'Failed to add upgrade plan',
      kept: ['Name', 'Late plan'],
    },
    {
      who: admin,
      path: '/add-trader',
      fill: async (person) => {
        await person.types('Name', 'Late lead');
        await person.types('Return rate', '8.5');
        await person.types('Followers', '12');
        await person.types('Minimum balance', '250');
        await person.types('Profit share in percent', '15');
      },
      send: (person) => person.presses('Add trader'),
      says: 'Failed to create trader.',
      kept: ['Name', 'Late lead'],
    },
    {
      who: admin,
      path: '/copy-trader',
      fill: (person) => person.presses('Delete trader Old Lead'),
      send: (person) => person.presses('Delete trader', person.page.getByRole('dialog')),
      says: 'Failed to delete trader',
    },
    {
      who: admin,
      path: `/user/${id}`,
      fill: async (person) => {
        await person.presses('Delete account');
        await person.types('Reason', 'Asked for by the client', person.page.getByRole('dialog'));
      },
      send: (person) => person.presses('Delete account', person.page.getByRole('dialog')),
      says: 'Failed to delete user',
    },
    {
      who: admin,
      path: `/user/${id}`,
      fill: async (person) => {
        const form = person.page.getByRole('region', { name: 'Credit/Debit User' });
        await person.types('Amount', '5.00', form);
        await person.types('Reason', 'Goodwill', form);
        await person.presses('Submit', form);
      },
      send: (person) => person.page.getByRole('dialog').getByRole('button').last().click(),
      says: 'Transaction failed',
    },
    {
      who: admin,
      path: `/user/${id}`,
      fill: async (person) => {
        const form = person.page.getByRole('region', { name: 'Withdrawal settings' });
        await person.chooses('Billing status', 'Enabled', form);
        await person.types('Reason', 'Agreed again', form);
      },
      send: (person) => person.presses('Update', person.page.getByRole('region', { name: 'Withdrawal settings' })),
      says: 'Failed to update withdrawal settings',
    },
  ];

  // Each form in a tab of its owner's own browser, filled in before the power goes.
  const tabs: { form: Form; person: Person }[] = [];
  for (const form of IN_FULL ? forms : forms.filter((_, i) => i % 2 === 0)) {
    const person = form.who.inTab(await form.who.page.context().newPage());
    await person.goesTo(form.path);
    await form.fill(person);
    tabs.push({ form, person });
  }
  await on.site.kill();
  for (const { form, person } of tabs) {
    await person.page.bringToFront();
    await form.send(person);
  }
  for (const { form, person } of tabs) {
    await person.reads(form.says);
    await person.reads(GONE);
    if (form.kept === undefined) continue;
    const [label, typed] = form.kept;
    const field = person.page.getByLabel(label, { exact: true }).first();
    await expect.poll(() => field.inputValue(), { message: form.path }).toBe(typed);
  }
  await on.site.start();

  const shopper = await on.client('Plan Reader');
  await shopper.page.route('**/api/v1/packages', (route) => route.abort());
  await shopper.goesTo('/upgrade');
  await shopper.reads('Failed to fetch upgrade plans');
});
