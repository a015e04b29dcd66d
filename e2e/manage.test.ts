import type { Locator, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailServer } from '../apps/api/test/mail-server.ts';
import type { MailServer } from '../apps/api/test/mail-server.ts';
import { picture } from '../apps/api/test/picture.ts';
import { confirmsByHand } from './support/confirm.ts';
import { confirmsItIsThem, opensUser, setsSuspension, setsWithdrawals } from './acts/manage.ts';
import { seesTotal, totalBalance } from './acts/money.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import { PATIENCE_MS } from './support/patience.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, joins, openTrade, pendingDeposit, withdraws } from './support/seed.ts';
import { restsAt, settles } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Demo Client', email: 'mara@example.test', password: 'quiet harbour 27 lamps' };

/** No mail is taken for this address, until it is. */
const GONE = 'gone@example.test';
let refusing = true;
/** Mail to this one is put off for as long as this is true. */
const LATER = 'later@example.test';
let postponing = true;
let mail: MailServer;
let site: Site;
let journey: Journey;
let client: Person;
/** Who is still a client at the end. */
let other: Person;
let admin: Person;

beforeAll(async () => {
  mail = await mailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(
        refusing && address === GONE
          ? Object.assign(new Error(`${GONE} unknown`), { responseCode: 550 })
          : postponing && address === LATER
            ? Object.assign(new Error('try again later'), { responseCode: 451 })
            : null,
      ),
  });
  site = await openSite({
    env: { MARKET_SEED: 'manage', SMTP_URL: mail.url },
    aheadMs: untilMarketsAreOpen(),
  });
  journey = await openBrowser(site);
  [client, admin] = [await journey.person(), await journey.person()];
  await joins(client, account);
  await entersAsAdmin(admin);
  await asks(client, 'POST', '/demo/top-up', { amount: '2000.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
  await mail?.close();
});

it('[G30] staff close a trade for more than the quote brings, and the client sees the trade, the mark and the reason right away', async () => {
  await openTrade(client, 'EURUSD', 'buy', '0.05', '500.00');
  await client.goesTo('/dashboard');
  await client.picksTab('Active');
  await client.row('Active', 'EUR/USD').waitFor();
  await client.marksPage();

  await admin.goesTo('/all-user?tab=trades');
  await admin.row('Trades', account.email, 'Running').getByRole('button', { name: 'Update' }).click();
  const dialog = admin.dialog('Update Trade');
  // Filled in from the live quote.
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toMatch(/^\d+\.\d\d$/);
  await admin.chooses('Type', 'Profit', dialog);
  await admin.types('Amount', '', dialog);
  await admin.presses('Update trade', dialog);
  await admin.reads('Please enter an amount', dialog);
  await admin.types('Amount', '250.00', dialog);
  await admin.presses('Update trade', dialog);
  await admin.reads(/Give a reason for adding more\./, dialog);
  await admin.types('Reason', 'The platform was down when you wanted to sell', dialog);
  await admin.presses('Update trade', dialog);
  await admin.reads('User and trade updated successfully');
  await admin.row('Trades', account.email, 'Closed', 'Manual').waitFor();

  await seesTotal(client, '$2,250.00');
  await client.picksTab('Closed');
  const row = client.row('Closed', 'EUR/USD', 'Manual');
  await row.getByRole('button', { name: 'Details' }).click();
  const details = client.dialog('Trade');
  await client.reads('The platform was down when you wanted to sell', details);
  await client.seesFigure('Closed by', 'Staff', details);
  await client.presses('Dismiss', details);
  await client.expectSamePage();
});

it('[G31] a recorded profit and loss, a credit and a debit show at the client as what they are', async () => {
  const profit = await client.figure('PROFIT BALANCE');
  await opensUser(admin, account.email);
  const add = admin.page.getByRole('region', { name: 'Add Trade' });
  await admin.types('Amount', '40.00', add);
  await admin.presses('Record', add);
  await admin.reads('Please give a reason', add);
  await admin.chooses('Asset', 'BTC/USD', add);
  await admin.chooses('Direction of the trade', 'SELL', add);
  await admin.types('Reason', 'A fill that our feed missed', add);
  await admin.presses('Record', add);
  await admin.presses('Record', admin.dialog('Record a profit of $40.00?'));
  await admin.reads('Profit recorded successfully');
  const recorded = client.row('Closed', 'BTC/USD', 'SELL', '1.00', 'Manual');
  await recorded.waitFor();
  // On a phone the badge has its room beside the reason.
  await client.page.setViewportSize({ width: 390, height: 844 });
  await settles(client);
  expect((await restsAt(recorded.getByText('Manual', { exact: true }))).width).toBeGreaterThan(30);
  await client.page.setViewportSize({ width: 1280, height: 900 });
  await seesTotal(client, '$2,290.00');

  await add.getByLabel('Loss').check();
  await admin.types('Amount', '15.00', add);
  await admin.types('Reason', 'Recorded too much', add);
  await admin.presses('Record', add);
  await admin.reads('Choose the entry this debit corrects', add);
  const entry = add.getByLabel('Entry this loss corrects');
  await entry.selectOption({ index: 1 });
  await admin.presses('Record', add);
  await admin.presses('Record', admin.dialog('Record a loss of $15.00?'));
  await admin.reads('Loss recorded successfully');
  await seesTotal(client, '$2,275.00');

  const adjust = admin.page.getByRole('region', { name: 'Credit/Debit User' });
  await admin.types('Amount', '5.00', adjust);
  await admin.types('Reason', 'Goodwill', adjust);
  await admin.presses('Submit', adjust);
  await admin.presses('Credit', admin.dialog('Credit $5.00?'));
  await admin.reads('Deposit successful');
  await seesTotal(client, '$2,280.00');
  await adjust.getByLabel('Debit').check();
  await admin.types('Amount', '5.00', adjust);
  await admin.types('Reason', 'Twice by mistake', adjust);
  await adjust.getByLabel('Entry this debit corrects').selectOption({ index: 1 });
  await admin.presses('Submit', adjust);
  await admin.presses('Debit', admin.dialog('Debit $5.00?'));
  await admin.reads('Withdrawal successful');
  await seesTotal(client, '$2,275.00');
  // None of it is profit.
  expect(await client.figure('PROFIT BALANCE')).toBe(profit);
  await client.expectSamePage();
});

it('[G32] signal strength, withdrawal settings and a suspension reach the client’s open page', async () => {
  await opensUser(admin, account.email);
  const signal = admin.page.getByRole('region', { name: 'Add Signal' });
  await admin.types('Signal strength', '101', signal);
  await admin.types('Reason', 'As agreed by phone', signal);
  await admin.presses('Update signal', signal);
  await admin.reads('Enter a whole number from 1 to 100', signal);
  await admin.types('Signal strength', '42', signal);
  await admin.presses('Update signal', signal);
  await admin.reads('signal updated');
  await client.reads('42%');

  await setsWithdrawals(admin, account.email, { billing: 'Enabled', code: 'Disabled' });
  await setsSuspension(admin, account.email, 'Suspend', 'A document is missing');
  await client.reads(/Your account is currently inactive/);
  await client.reads('A document is missing');
  await setsSuspension(admin, account.email, 'Unsuspend', 'It has arrived');
  await client.readsHeading('TOTAL BALANCE');
  await client.expectSamePage();

  // The client reads all of it in their own part of the log.
  await client.goesTo('/account');
  await client.page.getByRole('link', { name: /Staff activity/ }).click();
  await client.arrivesAt('Staff activity');
  for (const line of ['Closed one of your trades', 'Recorded a profit manually', 'Debited your account manually'])
    await client.row('Staff activity', line).waitFor();
  await client.row('Staff activity', 'Recorded a profit manually', 'amount: $40.00').waitFor();
  await client.row('Staff activity', 'Changed your account settings', '1 → 42').waitFor();
});

it('[S65] a dialog that asks to suspend still asks that after a colleague has, says so and sends nothing', async () => {
  const { id } = await client.downloads<{ id: string }>('/me');
  const status = () => admin.downloads<{ status: string }>(`/admin/users/${id}`);
  const sets = (to: string) => asks(admin, 'PATCH', `/admin/users/${id}`, { status: to, reason: 'Asked for' });
  await opensUser(admin, account.email);
  await admin.presses('Suspend account');
  const dialog = admin.dialog('Suspend this account?');
  await admin.types('Reason', 'A document is missing', dialog);
  await sets('suspended');
  await admin.reads(/has been suspended in the meantime/, dialog);
  await admin.presses('Suspend account', dialog);
  await expect.poll(() => dialog.getByText(/in the meantime/).count()).toBe(2);
  expect(await status()).toMatchObject({ status: 'suspended' });
  await admin.presses('Cancel', dialog);
  await admin.page.getByRole('button', { name: 'Unsuspend account' }).waitFor();
  await sets('active');
});

it('[A107] staff log a client out everywhere: the open page asks for the password right away, and the reason is read', async () => {
  await opensUser(admin, account.email);
  await admin.presses('Log out everywhere');
  const asked = admin.dialog('Log this person out everywhere?');
  await admin.presses('Log out everywhere', asked);
  await admin.reads('Please give a reason', asked);
  await admin.types('Reason', 'A phone was stolen', asked);
  await admin.presses('Log out everywhere', asked);
  await admin.reads('Logged out of one browser');

  const back = client.dialog('Please log in again');
  await client.types('Password', account.password, back);
  await client.presses('Login', back);
  await back.waitFor({ state: 'hidden' });
  await client.row('Staff activity', 'Logged you out everywhere', 'A phone was stolen').waitFor();
  await client.goesTo('/notifications');
  await client.reads(/You were logged out of .+ everywhere/);
  await admin.goesTo('/all-user?tab=audit');
  await admin.row('Audit log', 'Logged out everywhere', 'Reason: A phone was stolen').waitFor();
});

it('[G33] site name and icon change on every open page right away', async () => {
  await client.goesTo('/dashboard');
  await client.marksPage();
  await admin.goesTo('/all-user?tab=settings');
  const icon = await client.page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
  await admin.types('Site name', 'Harbour Markets');
  await admin.page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: icon });
  await admin.presses('Update');
  await admin.reads('New site settings document created successfully!');
  for (const person of [client, admin]) {
    await expect.poll(() => person.page.title()).toContain('Harbour Markets');
    await expect
      .poll(() => person.page.evaluate("document.querySelector('link[rel=icon]').href"))
      .toContain('/api/v1/favicon?v=');
  }
  await client.reads('Harbour Markets', client.page.getByRole('banner'));
  await client.expectSamePage();
});

it('[G50] [A114] another percentage and another address are asked for their reason, which may stay empty; the first addresses are not', async () => {
  await confirmsByHand(admin);
  await site.database((database) => database.query('update app.session set stepped_up_at = null'));
  await admin.goesTo('/all-user?tab=settings');
  await admin.types('Withdrawal percentage', '0.50');
  await admin.types('Reason', 'A cheaper bank');
  await admin.presses('Update');
  // Left, what was typed stands; a wrong password is said in place.
  const again = admin.dialog('Confirm it’s you');
  await looksSound(admin);
  await admin.presses('Cancel', again);
  await again.waitFor({ state: 'hidden' });
  await expect.poll(() => admin.page.getByLabel('Withdrawal percentage', { exact: true }).inputValue()).toBe('0.50');
  await expect.poll(() => admin.page.getByLabel('Reason', { exact: true }).inputValue()).toBe('A cheaper bank');
  await admin.presses('Update');
  await admin.types('Password', 'not this one', again);
  await admin.page.keyboard.press('Enter');
  await admin.reads('Incorrect password. Please try again.', again);
  await confirmsItIsThem(admin);
  await admin.reads('Site settings updated successfully!');

  await admin.picksTab('Payment');
  await admin.types('Bitcoin address', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4');
  await admin.types('Ethereum address', '0x52908400098527886E0F7030069857D2E4169EE7');
  await admin.types('USDT address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  await admin.presses('Update');
  await admin.reads('New wallet document created successfully!');
  await admin.types('Ethereum address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await admin.types('Reason', 'The old key is retired');
  await admin.presses('Update');
  await admin.reads('Wallet updated successfully!');
  await expect.poll(() => admin.page.getByLabel('Reason', { exact: true }).count()).toBe(0);

  await admin.picksTab('Audit log');
  await admin.row('Audit log', 'Wallet addresses changed', 'Reason: The old key is retired').waitFor();
  await admin.row('Audit log', 'Site settings changed', '1.00 → 0.50', 'Reason: A cheaper bank').waitFor();
  await admin.chooses('Action', 'Wallet addresses changed');
  await expect.poll(() => admin.row('Audit log', 'Site settings changed').count()).toBe(0);
  await admin.chooses('Action', 'All actions');
  await admin.row('Audit log', 'Site settings changed').waitFor();

  await admin.picksTab('Settings');
  await admin.types('Withdrawal percentage', '0.40');
  await admin.presses('Update');
  await expect.poll(() => admin.page.getByLabel('Reason', { exact: true }).count()).toBe(0);
  await admin.picksTab('Audit log');
  await admin.row('Audit log', 'Site settings changed', '0.50 → 0.40').waitFor();
});

it('[N17] a mail that the mail server refused shows on the open page with its reason, and [N18] goes out when it is tried again; [N53] staff read what emails say', async () => {
  await admin.goesTo('/all-user?tab=settings');
  const panel = admin.page.getByRole('region', { name: 'Mail', exact: true });
  await admin.reads('All mail has been sent', panel);
  await admin.marksPage();
  // The welcome carries a link and is never sent again; what tells of a limit may be.
  const gone = await journey.person();
  await joins(gone, { ...account, email: GONE });
  await asks(gone, 'PUT', '/me/protection', { daily_loss: '100.00' });
  await admin.row('Why mail wasn’t sent', 'The mail server refused the address or the message').waitFor();
  await expect.poll(() => panel.textContent()).not.toContain(GONE);
  // Both were refused: the welcome, and the one that may be sent again.
  await panel.getByRole('button', { name: 'Try again', exact: true }).waitFor();
  refusing = false;
  await admin.presses('Try again', panel);
  await admin.reads(/^Retrying (one|\d+) emails?$/);
  await expect.poll(() => mail.got.map(({ to }) => to)).toContain(GONE);
  await expect.poll(() => panel.getByRole('button', { name: 'Try again' }).count()).toBe(0);

  const texts = admin.page.getByRole('region', { name: 'What emails say', exact: true });
  await admin.chooses('Email', 'Your deposit has arrived', texts);
  await admin.reads('We received your deposit and added $250.00 to your balance.', texts);
  await admin.presses('Send me a test', texts);
  await admin.reads('Test email sent to your address');
  await expect.poll(() => mail.got.map(({ text }) => text).join()).toContain('Subject: Test: Your deposit has arrived');
  await admin.expectSamePage();
});

it('[N22] while mail fails every page of Manage says so, and stops saying it when the mail is out', async () => {
  await joins(await journey.person(), { ...account, email: LATER });
  const line = () => admin.page.getByText(/^Mail isn’t going out\./);
  for (const path of ['/all-user', '/all-user?tab=withdrawals', '/all-user?tab=audit']) {
    await admin.goesTo(path);
    await line().waitFor();
  }
  await opensUser(admin, account.email);
  await line().waitFor();
  postponing = false;
  await expect.poll(() => line().count(), { timeout: 2 * PATIENCE_MS }).toBe(0);
});

it('[O92] staff see at once that the books do not agree with their own record, and where; a client cannot ask', async () => {
  await admin.goesTo('/all-user?tab=settings');
  const panel = () => admin.page.getByRole('region', { name: 'Books', exact: true });
  await admin.reads('The books agree with their own record', panel());
  await site.database((client) =>
    client.query(
      `insert into app.integrity_finding (relation, key, fault, found_at) values ('ledger.entry', '1/4', 'changed', now()), ('ledger.party', repeat('0190', 20), 'L2 each client by itself', now())`,
    ),
  );
  await admin.goesTo('/all-user');
  const alert = () => admin.page.getByRole('alert').filter({ hasText: 'ledger.entry 1/4 and 1 more' });
  await alert().waitFor();
  await looksSound(admin);
  await alert().getByRole('link', { name: 'See details' }).click();
  await admin.row('What doesn’t agree', '1/4', 'changed').waitFor();
  await looksSound(admin);
  await expect(asks(client, 'GET', '/admin/integrity')).rejects.toThrow(/403/);
  await site.database((client) => client.query('update app.integrity_finding set gone_at = now()'));
  await admin.goesTo('/all-user?tab=settings');
  await admin.reads('The books agree with their own record', panel());
  await expect.poll(() => alert().count()).toBe(0);
});

it('[G34] [G11] tables are filtered, searched and taken as a file; an account that is not empty is not deleted, an empty one is', async () => {
  await admin.goesTo('/all-user?tab=trades');
  await admin.chooses('Status', 'Running');
  await admin.reads('No results');
  await admin.chooses('Status', 'Closed');
  await admin.row('Trades', account.email, 'Closed').waitFor();
  await expect.poll(() => admin.page.url()).toContain('status=closed');
  const [download] = await Promise.all([
    admin.page.waitForEvent('download'),
    admin.page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^trades-\d{4}-\d\d-\d\d\.csv$/);

  await opensUser(admin, account.email);
  await admin.presses('Delete account');
  const dialog = admin.dialog('Delete this account?');
  await admin.presses('Delete account', dialog);
  await admin.reads('Please give a reason', dialog);
  await admin.types('Reason', 'Asked for on the phone', dialog);
  await admin.presses('Delete account', dialog);
  await admin.reads(/You can’t close this account yet. It still has \$2,275\.00 to withdraw\./, dialog);
  // Whoever pressed it goes on from there.
  await dialog.getByRole('button', { name: 'Delete account' }).and(admin.page.locator(':focus')).waitFor();
  await admin.presses('Cancel', dialog);

  const total = (await totalBalance(client)).replaceAll(/[$,]/g, '');
  const { fee_percent } = await asks<{ fee_percent: string }>(client, 'GET', '/withdrawals/terms');
  const fee = (Number(total) * Number(fee_percent)) / 100;
  const payout = await withdraws(client, {
    method: 'paypal',
    paypalemail: account.email,
    amount: total,
    expected_fee: fee.toFixed(2),
  });
  await asks(admin, 'POST', `/admin/withdrawals/${payout.id}/decision`, { decision: 'approve' });
  await admin.presses('Delete account');
  await admin.presses('Delete account', dialog);
  await admin.reads('User deleted successfully');
  await admin.arrivesAt('Manage');
  // Its page shows what stays, and nothing that would be refused.
  await admin.row('Users', 'Closed account', 'Closed').getByRole('link').first().click();
  await admin.readsHeading('Entries');
  for (const name of ['Withdrawal settings', 'Add Signal', 'Credit/Debit User', 'Add Trade'])
    await expect.poll(() => admin.page.getByRole('heading', { name, exact: true }).count(), { message: name }).toBe(0);
  expect(await admin.page.getByRole('main').getByRole('textbox').count()).toBe(0);
  await looksSound(admin);
  await admin.page.goBack();
  await admin.row('Users', 'Closed account', 'Closed').waitFor();
  await admin.picksTab('Audit log');
  await admin.row('Audit log', 'Account deleted', 'Reason: Asked for on the phone').waitFor();
  await client.goesTo('/dashboard');
  await client.readsHeading('Login into your account');
  // The address is free again.
  await joins(await journey.person(), account);
});

it('[QU5] [A114] several deposits approved together ask once for the password, and decide none where the dialog is left', async () => {
  other = await journey.person();
  await joins(other, { ...account, email: 'other@example.test' });
  for (const n of [1, 2]) await pendingDeposit(other, `12${n}.00`, picture(20 + n));
  await site.database((db) => db.query('update app.session set stepped_up_at = null'));
  await confirmsByHand(admin);
  await admin.goesTo('/queues?queue=deposits');
  const boxes = admin.page.getByRole('checkbox');
  for (const n of [0, 1]) await boxes.nth(n).check();
  await admin.presses('Approve selected');
  const dialog = admin.dialog('Approve 2 items?');
  await admin.presses('Approve', dialog);
  await admin.dialog('Confirm it’s you').waitFor();
  await admin.page.keyboard.press('Escape');
  await admin.dialog('Confirm it’s you').waitFor({ state: 'hidden' });
  expect(await dialog.getByRole('list', { name: 'Results' }).count()).toBe(0);
  await admin.presses('Approve', dialog);
  await confirmsItIsThem(admin);
  await expect.poll(() => dialog.getByText('Done', { exact: true }).count()).toBe(2);
  // What was decided leaves the list below, and the dialog goes on being about both.
  await admin.reads('Nothing waiting');
  await dialog.waitFor();
  await admin.presses('Close', dialog);
});

it('[G99] a dialog of staff that is left gives the focus back to the button that opened it', async () => {
  const left = async (opener: Locator) => {
    await opener.click();
    await admin.page.getByRole('dialog').waitFor();
    await admin.page.keyboard.press('Escape');
    await admin.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await opener.and(admin.page.locator(':focus')).waitFor();
  };
  await asks(other, 'POST', '/demo/top-up', { amount: '2000.00' });
  await openTrade(other, 'EURUSD', 'buy', '0.05', '500.00');
  await admin.goesTo('/all-user?tab=trades');
  await left(admin.row('Trades', 'other@example.test', 'Running').getByRole('button', { name: 'Update' }));

  await asks(admin, 'POST', '/admin/proposals', { action: 'add_staff', email: 'new@example.test', reason: 'Nights' });
  await admin.goesTo('/all-user?tab=proposals');
  await left(admin.row('Proposals', 'new@example.test').getByRole('button', { name: 'Add new@example.test as staff' }));

  await pendingDeposit(other, '130.00', picture(23));
  await admin.goesTo('/queues?queue=deposits');
  await admin.page.getByRole('checkbox').first().check();
  await left(admin.page.getByRole('button', { name: 'Reject selected' }));
});

it('[G99] [S26] several are rejected with a reason: without one the focus goes there, what was typed stays, and no press loses the focus', async () => {
  const { page } = admin;
  const focused = page.locator(':focus');
  await admin.goesTo('/queues?queue=deposits');
  await page.getByRole('checkbox').first().check();
  await admin.presses('Reject selected');
  const dialog = admin.dialog('Reject 1 item?');
  await admin.presses('Reject', dialog);
  const reason = dialog.getByLabel('Reason', { exact: true });
  await reason.and(focused).waitFor();
  await page.keyboard.type('Another sum');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await admin.presses('Reject selected');
  await expect.poll(() => reason.inputValue()).toBe('Another sum');
  await dialog.getByRole('button', { name: 'Reject', exact: true }).press('Enter');
  await admin.reads('Done', dialog);
  await dialog.getByRole('button', { name: 'Close', exact: true }).and(focused).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('main').and(focused).waitFor();

  await admin.goesTo('/all-user?tab=settings');
  const icon = page.getByLabel('Favicon', { exact: true });
  await icon.setInputFiles({ name: 'icon.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') });
  await admin.presses('Update');
  await icon.and(focused).waitFor();
});

it('[QU5] on a live site several deposits are rejected together and approved one by one', async () => {
  const { page } = admin;
  const ofLive = async (route: Route): Promise<void> => {
    const answer = await route.fetch();
    return route.fulfill({ response: answer, json: { ...((await answer.json()) as object), mode: 'live' } });
  };
  await pendingDeposit(other, '134.00', picture(26));
  await page.route('**/api/v1/me', ofLive);
  await admin.goesTo('/queues?queue=deposits');
  await page.getByRole('checkbox').first().check();
  await admin.reads('Approve each on its own, with the details of its payment.');
  await page.getByRole('button', { name: 'Reject selected', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Approve selected' }).count()).toBe(0);
  await looksSound(admin);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('[S29] what is late in a queue keeps its colour, whichever colours stand for up and down', async () => {
  const { page } = admin;
  await page.route('**/api/v1/admin/queues', async (route) => {
    const answer = await route.fetch();
    const { queues, ...rest } = (await answer.json()) as { queues: object[] };
    await route.fulfill({ response: answer, json: { ...rest, queues: queues.map((one) => ({ ...one, late: 2 })) } });
  });
  const colours: unknown[] = [];
  for (const name of ['Red up, green down', 'Green up, red down']) {
    await admin.goesTo('/appearance');
    await page.getByRole('radio', { name }).check();
    await admin.goesTo('/queues?queue=deposits');
    await admin.reads(/^2 have waited longer than/);
    const late = "[...document.querySelectorAll('p')].find((at) => at.textContent.includes('have waited longer'))";
    colours.push(await page.evaluate(`getComputedStyle(${late}).color`));
  }
  expect(colours[0]).toBe(colours[1]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('[QU6] on a phone the chosen item comes into view, and stays there while somebody goes on to the next', async () => {
  const phone = await journey.person({ width: 390, height: 844 });
  await entersAsAdmin(phone);
  const clients = [await journey.person(), await journey.person()];
  for (const [i, one] of clients.entries()) {
    await joins(one, { ...account, email: `waits-${i}@example.test` });
    for (const n of [1, 2, 3]) await pendingDeposit(one, `14${3 * i + n}.00`, picture(30 + 3 * i + n));
    await one.leaves();
  }
  const { page } = phone;
  const line = (sum: string) => page.getByRole('list', { name: 'Waiting: Deposits' }).getByRole('button').filter({ hasText: sum }); // prettier-ignore
  const inView = async (sum: string) => {
    await phone.seesFigure('Amount', sum);
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await expect.poll(async () => ((await next.boundingBox())?.y ?? -1) > 0 && ((await next.boundingBox())?.y ?? 844) < 300).toBe(true); // prettier-ignore
  };
  await phone.goesTo('/queues?queue=deposits');
  await line('$141.00').click();
  await inView('$141.00');
  await line('$144.00').click();
  await inView('$144.00');
  await phone.presses('Next');
  await inView('$145.00');
  await phone.leaves();
});

it('[QU6] what somebody else decides meanwhile stays on the screen, with how it was decided', async () => {
  await pendingDeposit(other, '132.00', picture(25));
  const id = await pendingDeposit(other, '131.00', picture(24));
  await admin.goesTo(`/queues?queue=deposits&item=${id}`);
  await admin.presses('Reject');
  const dialog = admin.dialog('Reject this deposit?');
  await admin.types('Reason', 'Another sum', dialog);
  await asks(admin, 'POST', `/admin/deposits/${id}/decision`, { decision: 'approve' });
  await admin.reads('No longer in this list, or further down. Someone may have decided it.');
  await admin.reads('This has already been decided. Decisions are final.');
  await dialog.waitFor({ state: 'hidden' });
  await admin.seesFigure('Status', 'Approved');
  // The one before it in the list is a key away.
  await admin.page.keyboard.press('k');
  await admin.seesFigure('Amount', '$132.00');
});

it('[G100] forms on the screen follow what is saved elsewhere, but for what is typed in them', async () => {
  const addresses = { ethereum: `0x${'2'.repeat(40)}`, usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
  const saves = (bitcoin: string) => asks(admin, 'PUT', '/admin/wallets', { ...addresses, bitcoin });
  const [old, next] = ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'];
  await saves(old);
  await admin.goesTo('/all-user?tab=payment');
  const bitcoin = admin.page.getByLabel('Bitcoin address', { exact: true });
  await expect.poll(() => bitcoin.inputValue()).toBe(old);
  const typed = `0x${'4'.repeat(40)}`;
  await admin.types('Ethereum address', typed);
  await saves(next);
  await expect.poll(() => bitcoin.inputValue()).toBe(next);
  await expect.poll(() => admin.page.getByLabel('Ethereum address', { exact: true }).inputValue()).toBe(typed);

  await admin.goesTo('/all-user?tab=settings');
  const change = admin.page.getByRole('button', { name: 'Change the message: Copying' });
  await admin.page.getByRole('button', { name: 'Stop Copying' }).waitFor();
  await asks(admin, 'POST', '/admin/switches/copying/stop', { banner: 'Copying rests until noon.', reason: 'A test' });
  await change.click();
  const dialog = admin.dialog('Change the message: Copying');
  await expect
    .poll(() => dialog.getByLabel('Message to clients', { exact: true }).inputValue())
    .toBe('Copying rests until noon.');
  await admin.page.keyboard.press('Escape');
  await asks(admin, 'POST', '/admin/switches/copying/start', { reason: 'A test' });
});

it('[S24] no page broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});

it('[S157] what is typed into a search stays as it is typed, while the address and the list follow', async () => {
  const { page } = admin;
  const asked = () => new URL(page.url()).searchParams.get('q');
  await admin.goesTo('/all-user');
  const box = page.getByRole('searchbox', { name: 'Search by email' });
  await box.pressSequentially('mara ');
  await expect.poll(asked).toBe('mara');
  await admin.row('Users', account.email).waitFor();
  expect(await box.inputValue()).toBe('mara ');
  await box.pressSequentially('x');
  await expect.poll(asked).toBe('mara x');
  expect(await box.inputValue()).toBe('mara x');
  // Something else changes the address: the box follows.
  await page.goBack();
  await page.goForward();
  await expect.poll(() => box.inputValue()).toBe('mara x');
});
