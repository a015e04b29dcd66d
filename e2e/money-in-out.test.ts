import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmsByMail, confirmsFee, fillsWithdrawal, seesWithdrawal, type Method } from './acts/withdrawal.ts';
import { endsRateIn } from './acts/deposit.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersSession, joins, withdraws } from './support/seed.ts';
import { sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Demo Client', email: 'money@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
/** The same client at two devices. */
let desk: Person;
let phone: Person;
let admin: Person;
let userId: string;

async function opens(options: Parameters<typeof openSite>[0]): Promise<void> {
  site = await openSite(options);
  journey = await openBrowser(site);
  [desk, phone, admin] = [
    await journey.person(),
    await journey.person({ width: 390, height: 844 }),
    await journey.person(),
  ];
  await joins(desk, account);
  await entersSession(phone, account);
  await entersAsAdmin(admin);
  ({ id: userId } = await asks(desk, 'GET', '/me'));
}
async function closes(): Promise<void> {
  await journey?.close();
  await site?.stop();
}

const switches = (billing: string, code: string) =>
  asks(admin, 'PATCH', `/admin/users/${userId}`, {
    billing_status: billing,
    code_status: code,
    reason: 'Agreed with the client',
  });

/** The newest code for this amount, once as many mails with one are there: an older code is no longer valid. */
async function codeFromMail(amount: string, mails: number): Promise<string> {
  const found = async () => {
    const { data } = await asks<{ data: { subject: string; text: string }[] }>(desk, 'GET', '/me/mailbox');
    return data
      .filter(({ subject, text }) => subject.startsWith('Your withdrawal code') && text.includes(amount))
      .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '');
  };
  await expect.poll(async () => (await found()).length).toBe(mails);
  return (await found())[0] ?? '';
}

describe('money in and out', () => {
  beforeAll(() => opens({ env: { MARKET_SEED: 'money' }, aheadMs: untilMarketsAreOpen() }));
  afterAll(closes);

  it('[F30] the deposit wizard survives reloads, leaving, a wrong clock, its own end and a rejection', async () => {
    await desk.goesTo('/deposit');
    await desk.presses('Continue');
    await desk.reads('Input an amount');
    await desk.types('Amount in USD', '75.50');
    // The browser is told of its new address a moment after the page has it.
    await desk.page.waitForURL(/amount=75\.50/);
    await desk.page.reload();
    await expect.poll(() => desk.page.getByLabel('Amount in USD').inputValue()).toBe('75.50');
    await desk.presses('Continue');
    await desk.readsHeading('PAY $75.50');
    await desk.presses('Continue');
    await desk.reads('Please choose a payment method');
    await desk.page.getByRole('radio', { name: 'Ethereum(ETH)' }).check();
    await desk.page.waitForURL(/method=ethereum/);
    await desk.page.reload();
    await desk.readsHeading('PAY $75.50');
    await expect.poll(() => desk.page.getByRole('radio', { name: 'Ethereum(ETH)' }).isChecked()).toBe(true);
    await desk.reads(/^0\.\d{6} ETH$/);
    await desk.presses('Continue');
    await desk.readsHeading('Awaiting Payment');
    const waiting = desk.page.url();
    await desk.page.reload();
    await desk.readsHeading('Awaiting Payment');
    // Back and on again is the same deposit, not a second one.
    await desk.page.goBack();
    await desk.readsHeading('PAY $75.50');
    await desk.presses('Continue');
    await desk.readsHeading('Awaiting Payment');
    expect(desk.page.url()).toBe(waiting);

    // Somebody whose clock is half an hour behind left it and finds it again; their countdown is right.
    await phone.page.addInitScript('{ const now = Date.now; Date.now = () => now() - 1_800_000; }');
    await phone.goesTo('/deposit');
    await phone.reads('A deposit of $75.50 is waiting for your payment.');
    await phone.follows('Continue with it');
    const timer = phone.page.getByRole('timer', { name: 'Time left at this rate' });
    await expect.poll(() => timer.innerText()).toMatch(/^(?:60:00|5[89]:\d\d)$/);
    await phone.presses('Copy');
    await phone.reads('Ethereum address copied to clipboard!');

    // It ends before this browser's eyes.
    await endsRateIn(site, new URL(waiting).searchParams.get('id') ?? '', 6_000);
    await desk.page.reload();
    await desk.readsHeading('Expired Payment Link');
    await desk.presses('I have already paid');
    const picture = { name: 'receipt.png', mimeType: 'image/png', buffer: await desk.page.screenshot() };
    await desk.page.getByLabel('Proof of payment').setInputFiles(picture);
    await desk.presses('Paid');
    await desk.reads('Deposit Successful');
    await desk.row('Deposit history', '$75.50', 'Pending').waitFor();

    await desk.goesTo(waiting);
    await desk.readsHeading('Proof received');
    await desk.marksPage();
    const id = new URL(waiting).searchParams.get('id') ?? '';
    await asks(admin, 'POST', `/admin/deposits/${id}/decision`, {
      decision: 'reject',
      reason: 'The amount cannot be read',
    });
    await desk.readsHeading('Deposit rejected');
    await desk.reads('The amount cannot be read');
    await desk.presses('Upload new proof');
    await desk.readsHeading('Upload new proof');
    await desk.expectSamePage();
    await desk.page.reload();
    await desk.readsHeading('Upload new proof');
    await desk.page.getByLabel('Proof of payment').setInputFiles(picture);
    await desk.presses('Paid');
    await desk.row('Deposit history', '$75.50', 'Pending').waitFor();
    // The same deposit, at its own rate: nobody needs another one for a payment that was made.
    await expect.poll(() => desk.row('Deposit history', '$75.50').count()).toBe(1);
    expect(journey.complaints).toEqual([]);
  });

  it('[F31] every method on a phone: fee and net as the amount is typed, held, a timeline, and a way back', async () => {
    await asks(desk, 'POST', '/demo/top-up', { amount: '5000.00' });
    await switches('Enabled', 'Disabled');
    await desk.goesTo('/withdrawals');
    await desk.reads('No withdrawals yet');
    const methods: Method[] = ['Bank', 'Crypto', 'Paypal', 'CashApp', 'GCash'];
    for (const [i, method] of methods.entries()) {
      const amount = `${(i + 1) * 100}.00`;
      await phone.goesTo('/select-withdrawal');
      await phone.presses(method);
      await phone.types('Amount', amount);
      await phone.seesFigure('Fee', `$${i + 1}.00`);
      await phone.seesFigure('You receive', `$${(i + 1) * 99}.00`);
      await phone.presses('Change method');
      await fillsWithdrawal(phone, method, amount);
      await confirmsFee(phone, {
        amount: `$${amount}`,
        percent: '1.00%',
        fee: `$${i + 1}.00`,
        net: `$${(i + 1) * 99}.00`,
      });
      await confirmsByMail(phone, `$${amount}`);
      await seesWithdrawal(desk, `$${amount}`, method, 'Pending');
    }
    await desk.seesFigure('Held for withdrawals', '$1,500.00');
    expect(await sidewaysScroll(phone, 390)).toBe(0);

    await desk.presses('Cancel', desk.row('Withdrawals', '$100.00', 'Bank'));
    await desk.presses('Cancel withdrawal', desk.dialog('Cancel this withdrawal?'));
    await seesWithdrawal(phone, '$100.00', 'Bank', 'Cancelled');
    const { data } = await asks<{ data: { id: string; method: string }[] }>(desk, 'GET', '/withdrawals');
    const sent = data.find(({ method }) => method === 'crypto')?.id ?? '';
    await asks(admin, 'POST', `/admin/withdrawals/${sent}/decision`, {
      decision: 'approve',
      payout_reference: 'f4184fc5',
    });
    await desk.presses('Not received', desk.row('Withdrawals', '$200.00', 'Crypto', 'Approved'));
    await desk.presses('Report as not received', desk.dialog('Money hasn’t arrived?'));
    await seesWithdrawal(phone, '$200.00', 'Crypto', 'Overdue');
    await desk.presses('Details', desk.row('Withdrawals', '$200.00'));
    for (const step of ['Requested', 'Approved', 'Reported as not received', 'f4184fc5'])
      await desk.reads(step, desk.dialog('Withdrawal of $200.00'));
    await desk.page.keyboard.press('Escape');
    await desk.seesFigure('Held for withdrawals', '$1,200.00');
  });

  it('[F31] [F32] a code that is sent again works, a server that stops loses nothing, and pressing again does it once', async () => {
    await switches('Disabled', 'Enabled');
    await desk.goesTo('/select-withdrawal');
    await desk.presses('Paypal');
    await desk.types('Paypal email', 'money@example.test');
    await desk.presses('Withdraw');
    await desk.reads('Please enter an amount');
    await desk.types('Amount', '999999.00');
    await desk.presses('Withdraw');
    await desk.reads('Insufficient balance!');
    await desk.types('Amount', '9.99');
    await desk.presses('Withdraw');
    await desk.reads('Minimum withdrawal is $10.00');
    await desk.types('Amount', '61.00');
    await site.kill();
    await desk.presses('Withdraw');
    await desk.reads(/^Failed to process withdrawal\. Something went wrong\. Please try again later\./);
    await expect.poll(() => desk.page.getByLabel('Amount', { exact: true }).inputValue()).toBe('61.00');
    await site.start();
    await desk.presses('Withdraw');
    await desk.readsHeading('Enter your withdrawal code');
    await desk.page.reload();
    await desk.presses('Resend code');
    await desk.reads('We’ve emailed you a new code.');
    const code = await codeFromMail('$61.00', 2);
    await site.kill();
    await desk.types('Withdrawal code', code);
    await desk.presses('Confirm');
    await desk.reads(/^Error verifying withdrawal code\./);
    await site.start();
    await desk.types('Withdrawal code', code === '000000' ? '111111' : '000000');
    await desk.presses('Confirm');
    await desk.reads('Invalid withdrawal code. Please try again.');
    await desk.reads('You have 4 tries left.');
    await desk.types('Withdrawal code', code);
    await desk.presses('Confirm');
    await seesWithdrawal(desk, '$61.00', 'Paypal', 'Pending');
    const { data } = await asks<{ data: { amount: { amount: string } }[] }>(desk, 'GET', '/withdrawals');
    expect(data.filter(({ amount }) => amount.amount === '61.00')).toHaveLength(1);
  });
});

describe('a fee with notice, and a payment that did not arrive', () => {
  beforeAll(() => opens({}));
  afterAll(closes);

  it('[F44] the client reads from when the fee changes, and staff read the same where they set it', async () => {
    // Only a live site announces; here its rows stand as a live site leaves them.
    const from = new Date(Date.now() + 20 * 86_400_000);
    await site.database(async (database) => {
      await database.query(`update app.settings set withdrawal_fee_bps = 250, fee_before_bps = 100, fee_from = $1`, [
        from,
      ]);
      await database.query(`update ledger.party set billing = true, billing_from = $2 where id = $1`, [userId, from]);
    });
    const day = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' }).format(from);
    const announced = `From ${day} the fee is 2.50% of the amount you withdraw. Until then there’s no fee.`;
    await phone.goesTo('/withdrawals');
    await phone.reads(announced);
    expect(await sidewaysScroll(phone, 390)).toBe(0);
    await phone.goesTo('/select-withdrawal?method=paypal');
    await phone.reads(announced);
    await phone.reads('No fee. You receive the full amount.');
    await admin.goesTo('/all-user?tab=settings');
    await admin.reads(new RegExp(`Announced: applies from ${day}\\. Until then the fee is 1\\.00%\\.$`));
    await admin.goesTo(`/user/${userId}`);
    await admin.reads(new RegExp(`Announced: the fee applies from ${day}\\. Until then none is taken\\.$`));
    expect(journey.complaints).toEqual([]);
  });

  it('[F45] [F46] what a client reports as not received is found by staff among what is overdue, traced, and told', async () => {
    await asks(desk, 'POST', '/demo/top-up', { amount: '500.00' });
    const payout = await withdraws(desk, {
      method: 'paypal',
      paypalemail: account.email,
      amount: '35.00',
    });
    await asks(admin, 'POST', `/admin/withdrawals/${payout.id}/decision`, { decision: 'approve' });
    await phone.goesTo(`/withdrawals?open=${payout.id}`);
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Not received' }).click();
    await phone.presses('Report as not received');
    await phone.reads('Thank you. We’ve told our team, and they’ll trace the payment.');

    await admin.goesTo('/all-user?tab=withdrawals');
    await admin.chooses('Status', 'Overdue');
    await admin.row('Withdrawals', account.email, '$35.00', 'Overdue', '0 min').waitFor();
    await expect.poll(() => admin.page.url()).toContain('status=overdue');
    await admin.goesTo(`/withdrawal/${payout.id}`);
    await admin.presses('Payment traced');
    const dialog = admin.dialog('Have you traced this payment?');
    await admin.presses('Payment traced', dialog);
    await admin.reads('Enter a reason. The client will see it', dialog);
    await admin.types('What you found', 'Paypal shows it as claimed', dialog);
    await admin.presses('Payment traced', dialog);
    await admin.reads('Payment traced. We’ve told the client.');
    await phone.goesTo('/notifications');
    await phone.reads(/Paypal shows it as claimed/);
    await phone.goesTo(`/withdrawals?open=${payout.id}`);
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Not received' }).waitFor();
    await phone.reads('Paypal shows it as claimed', phone.page.getByRole('dialog'));
    expect(journey.complaints).toEqual([]);
  });
});

describe('without a price service and with a dead mail server', () => {
  // Whoever names a price service of their own has its prices. Port 9 answers to neither prices nor mail.
  beforeAll(() => opens({ env: { COINGECKO_URL: 'http://127.0.0.1:9', SMTP_URL: 'smtp://127.0.0.1:9' } }));
  afterAll(closes);

  it('[F32] the wizard says that the price is missing and keeps amount and coin; signing up and money go on while mail waits', async () => {
    await desk.goesTo('/deposit?amount=75.50&step=2&method=bitcoin');
    await desk.reads(/^We can’t calculate the amount to pay/);
    await desk.presses('Continue');
    await desk.page.getByRole('alert').filter({ hasText: 'We can’t calculate the amount to pay' }).nth(1).waitFor();
    await desk.readsHeading('PAY $75.50');
    await expect.poll(() => desk.page.getByRole('radio', { name: 'Bitcoin(BTC)' }).isChecked()).toBe(true);

    await asks(desk, 'POST', '/demo/top-up', { amount: '500.00' });
    await switches('Disabled', 'Enabled');
    await phone.goesTo('/select-withdrawal');
    await fillsWithdrawal(phone, 'CashApp', '40.00');
    await phone.readsHeading('Enter your withdrawal code');
    await phone.goesTo('/notifications');
    await phone.reads('We’ve emailed you the code for your withdrawal of $40.00. It expires in ten minutes.');
    const { data } = await asks<{ data: unknown[] }>(desk, 'GET', '/me/mailbox');
    expect(data).toEqual([]);
    expect(journey.complaints).toEqual([]);
  });
});
