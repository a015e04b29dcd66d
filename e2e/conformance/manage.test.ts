import { expect, it } from 'vitest';
import { opensUser } from '../acts/manage.ts';
import type { Person } from '../support/person.ts';
import { asks, openTrade, pendingDeposit, withdraws } from '../support/seed.ts';
import { addressOf, arrivesAtPath, fieldSays, readsAll, stage } from './support.ts';

const on = stage('conformance-manage');

async function withMoney(name: string, amount: string): Promise<Person> {
  const client = await on.client(name);
  await asks(client, 'POST', '/demo/top-up', { amount });
  return client;
}

async function idOf(client: Person): Promise<string> {
  return (await client.downloads<{ id: string }>('/me')).id;
}

it('[K23] [S164] Manage has seven tabs, each table with search, pages of its size, and rows that open', async () => {
  const [client, admin] = [await withMoney('Table Owner', '90000.00'), await on.admin()];
  const email = addressOf('Table Owner');
  const proof = await client.goesTo('/login').then(() => client.page.screenshot());
  for (let n = 1; n <= 11; n += 1) {
    // At most three deposits of a client wait at a time: the others were decided.
    const deposit = await pendingDeposit(client, `${100 + n}.00`, proof);
    if (n <= 9)
      await asks(admin, 'POST', `/admin/deposits/${deposit}/decision`, { decision: 'reject', reason: 'Not ours' });
    await openTrade(client, 'EURUSD', 'buy', '0.01', '200.00');
    if (n <= 6)
      await withdraws(client, {
        method: 'paypal',
        paypalemail: 't@example.test',
        amount: `${20 + n}.00`,
      });
  }
  await pendingDeposit(client, '77.00', proof);
  await admin.goesTo('/all-user');
  await admin.arrivesAt('Manage');
  const tabs = (await admin.page.getByRole('tab').allInnerTexts()).map((name) => name.trim());
  const specified = ['Users', 'Deposit', 'Withdrawals', 'Trades', 'Verifications', 'Payment', 'Settings'];
  expect(tabs.filter((name) => specified.includes(name))).toEqual(specified);

  const rowsOf = (table: string) => admin.page.getByRole('table', { name: table, exact: true }).getByRole('row');
  for (const [tab, size] of [
    ['Deposit', 10],
    ['Withdrawals', 5],
    ['Trades', 10],
  ] as const) {
    await admin.picksTab(tab);
    await admin.types('Search by email', email);
    // The search is asked for when the typing has paused, and begins at its first page.
    await expect.poll(() => new URL(admin.page.url()).searchParams.get('q')).toBe(email);
    await admin.reads('Page 1 of 2');
    // One row of headings above them.
    await expect.poll(() => rowsOf(tab).count()).toBe(size + 1);
    // The page that is named is that of the rows: the shorter one moves the buttons when its rows come, not after it was read.
    const rows = Promise.withResolvers<void>();
    await admin.page.route(/[?&]page=2(?:&|$)/, async (route) => {
      await rows.promise;
      await route.continue();
    });
    await admin.presses('Next');
    await admin.page.locator('table[aria-busy=true]').waitFor();
    await admin.reads('Page 1 of 2');
    rows.resolve();
    await admin.reads('Page 2 of 2');
    expect(await rowsOf(tab).count()).toBeLessThan(size + 1);
    await admin.page.unrouteAll({ behavior: 'wait' });
    await admin.presses('Previous');
    await admin.reads('Page 1 of 2');
  }
  await admin.picksTab('Trades');
  await admin.row('Trades', 'EUR/USD', 'BUY', 'Pending').first().waitFor();
  await admin.presses('Update', rowsOf('Trades').nth(1));
  await admin.dialog('Update Trade').waitFor();
  await admin.page.keyboard.press('Escape');
  await admin.picksTab('Verifications');
  await admin.reads('No verifications available');
  await admin.picksTab('Users');
  await admin.types('Search by email', email);
  await admin.row('Users', email, 'Active').waitFor();
  await asks(admin, 'PATCH', `/admin/users/${await idOf(client)}`, {
    status: 'suspended',
    reason: 'For a look at the list',
  });
  await admin.row('Users', email, 'Blocked').waitFor();
  // Ten to a page, the newest first.
  for (let n = 0; n < 10; n += 1) {
    const body = {
      username: `n${n}`,
      fullname: `Newcomer ${n}`,
      email: `newcomer${n}@example.test`,
      password: 'quiet harbour 27 lamps',
    };
    await client.page.request.post('/api/v1/auth/sign-up', { data: body });
  }
  await admin.goesTo('/all-user');
  await admin.row('Users', 'newcomer9@example.test').waitFor();
  await expect.poll(() => rowsOf('Users').count()).toBe(11);
  await admin.row('Users', 'newcomer9@example.test').getByRole('link', { name: 'newcomer9@example.test' }).click();
  await expect.poll(() => new URL(admin.page.url()).pathname).toMatch(/^\/user\//);
});

it('[K47] Update Trade closes at the live quote, asks for a reason where the amount differs, and refuses a worse one', async () => {
  const [client, admin] = [await withMoney('Settled Owner', '20000.00'), await on.admin()];
  const trade = await openTrade(client, 'EURUSD', 'buy', '0.10', '2000.00');
  await client.goesTo('/trades');
  await client.row('Open positions', 'EUR/USD').waitFor();
  await admin.goesTo('/all-user?tab=trades');
  await admin.types('Search by email', addressOf('Settled Owner'));
  await admin.presses('Update', admin.row('Trades', addressOf('Settled Owner')));
  const dialog = admin.dialog('Update Trade');
  const amount = dialog.getByLabel('Amount', { exact: true });
  await expect.poll(() => amount.inputValue()).toMatch(/^\d+\.\d\d$/);
  await amount.fill('');
  await admin.presses('Update trade', dialog);
  await fieldSays(admin, 'Amount', 'Please enter an amount');
  await admin.chooses('Type', 'Loss', dialog);
  await amount.fill('1500.00');
  await admin.presses('Update trade', dialog);
  await admin.reads(/You can’t enter a worse amount/);
  await admin.chooses('Type', 'Profit', dialog);
  await amount.fill('500.00');
  await admin.presses('Update trade', dialog);
  await admin.reads(/reason/i, dialog);
  await admin.types('Reason', 'The platform was down when you wanted to close', dialog);
  await admin.presses('Update trade', dialog);
  await admin.reads('User and trade updated successfully');
  await expect.poll(() => client.row('Open positions', 'EUR/USD').count()).toBe(0);
  const closed = await client.downloads<{ status: string; closed_by: string; realized_pl: { amount: string } }>(
    `/trades/${trade}`,
  );
  expect(closed).toMatchObject({ status: 'closed', closed_by: 'admin' });
  const account = await client.downloads<{ profit_balance: { amount: string }; total_balance: { amount: string } }>(
    '/me/account',
  );
  // Profit is what the quotes say; the rest came by hand.
  expect(account.profit_balance.amount).toBe(closed.realized_pl.amount);
  expect(account.total_balance.amount).toBe('20500.00');
});

it('[K24] a deposit is reviewed with its proof, decided once, credited, and the admin is back in Manage', async () => {
  const [client, admin] = [await on.client('Deposit Owner'), await on.admin()];
  const email = addressOf('Deposit Owner');
  await client.goesTo('/deposit-history');
  const proof = await client.page.screenshot();
  const [first, second] = [await pendingDeposit(client, '640.00', proof), await pendingDeposit(client, '90.00', proof)];
  await admin.goesTo(`/deposit/${first}`);
  await readsAll(admin, email, '$640.00');
  await admin.page.getByRole('img', { name: `Proof of payment from ${email}` }).waitFor();
  await admin.presses('Approve');
  await admin.presses('Approve', admin.dialog('Approve this deposit?'));
  await arrivesAtPath(admin, '/all-user');
  await client.row('Deposit history', '$640.00', 'Approved').waitFor();
  expect(await client.downloads('/me/account')).toMatchObject({
    total_balance: { amount: '640.00' },
    deposit_balance: { amount: '640.00' },
  });
  await admin.goesTo(`/deposit/${second}`);
  await admin.presses('Reject');
  const dialog = admin.dialog('Reject this deposit?');
  await admin.types('Reason', 'No payment arrived', dialog);
  await admin.presses('Reject', dialog);
  await arrivesAtPath(admin, '/all-user');
  await client.row('Deposit history', '$90.00', 'Rejected').waitFor();
  expect(await client.downloads('/me/account')).toMatchObject({ total_balance: { amount: '640.00' } });
  const again = await admin.page.request.post(`/api/v1/admin/deposits/${first}/decision`, {
    data: { decision: 'reject', reason: 'Changed my mind' },
    headers: { 'idempotency-key': 'once-more' },
  });
  expect(again.status()).toBe(409);
});

it('[K25] a withdrawal is reviewed, approved with its reference or rejected with a reason, and the admin is back in Manage', async () => {
  const [client, admin] = [await withMoney('Withdrawal Owner', '1000.00'), await on.admin()];
  const way = { method: 'paypal', paypalemail: 'w@example.test' };
  const { id: first } = await withdraws(client, { ...way, amount: '300.00' });
  const { id: second } = await withdraws(client, { ...way, amount: '200.00' });
  await client.goesTo('/withdrawals');
  await admin.goesTo(`/withdrawal/${first}`);
  await readsAll(admin, addressOf('Withdrawal Owner'), '$300.00');
  await admin.presses('Approve');
  const approving = admin.dialog('Approve this withdrawal?');
  await admin.types('Payout reference', 'PP-4711', approving);
  await admin.presses('Approve', approving);
  await arrivesAtPath(admin, '/all-user');
  await client.row('Withdrawals', '$300.00', 'Approved').waitFor();
  await admin.goesTo(`/withdrawal/${second}`);
  await admin.presses('Reject');
  const rejecting = admin.dialog('Reject this withdrawal?');
  await admin.types('Reason', 'The name differs', rejecting);
  await admin.presses('Reject', rejecting);
  await arrivesAtPath(admin, '/all-user');
  await client.row('Withdrawals', '$200.00', 'Rejected').waitFor();
  expect(await client.downloads('/me/account')).toMatchObject({
    total_balance: { amount: '700.00' },
    available: { amount: '700.00' },
  });
});

it('[K26] a user’s page shows the account and carries every action with its words', async () => {
  const [client, admin] = [await withMoney('Action Owner', '1000.00'), await on.admin()];
  const email = addressOf('Action Owner');
  await admin.goesTo('/all-user');
  await opensUser(admin, email);
  await admin.seesFigure('Full name', /Action Owner$/);
  await admin.seesFigure('Email', email);
  await admin.seesFigure('Total balance', '$1,000.00');
  await admin.seesFigure('Signal strength', '1%');
  await admin.seesFigure('Status', /Active/);

  const adjust = admin.page.getByRole('region', { name: 'Credit/Debit User' });
  await admin.presses('Submit', adjust);
  await admin.reads('Please enter an amount', adjust);
  await admin.types('Amount', '50.00', adjust);
  await admin.types('Reason', 'Goodwill', adjust);
  await admin.presses('Submit', adjust);
  await confirms(admin);
  await admin.reads('Deposit successful');
  await admin.seesFigure('Total balance', '$1,050.00');
  await adjust.getByRole('radio', { name: 'Debit' }).check();
  await admin.types('Amount', '20.00', adjust);
  await adjust.getByLabel('Entry this debit corrects').selectOption({ index: 1 });
  await admin.types('Reason', 'Too much', adjust);
  await admin.presses('Submit', adjust);
  await confirms(admin);
  await admin.reads('Withdrawal successful');
  await admin.seesFigure('Total balance', '$1,030.00');

  const record = admin.page.getByRole('region', { name: 'Add Trade' });
  await admin.presses('Record', record);
  await admin.reads('Please enter an amount', record);
  await record.getByRole('radio', { name: 'Profit' }).check();
  await admin.types('Amount', '70.00', record);
  await admin.types('Reason', 'Trade from before the move', record);
  await admin.presses('Record', record);
  await confirms(admin);
  await admin.reads('Profit recorded successfully');
  await record.getByRole('radio', { name: 'Loss' }).check();
  await admin.types('Amount', '5.00', record);
  await record.getByLabel('Entry this loss corrects').selectOption({ index: 1 });
  await admin.types('Reason', 'Its costs', record);
  await admin.presses('Record', record);
  await confirms(admin);
  await admin.reads('Loss recorded successfully');
  await client.goesTo('/dashboard');
  await client.picksTab('Closed');
  await readsAll(client, 'Manual', 'Trade from before the move');
  const { data } = await client.downloads<{ data: { lots: string; manual: unknown }[] }>('/trades?state=closed');
  expect(data.filter(({ manual }) => manual !== null).map(({ lots }) => Number(lots))).toEqual([1, 1]);
  expect(await client.downloads('/me/account')).toMatchObject({ profit_balance: { amount: '0.00' } });

  const signal = admin.page.getByRole('region', { name: 'Add Signal' });
  await admin.types('Signal strength', '40', signal);
  await admin.types('Reason', 'Agreed with the client', signal);
  await admin.presses('Update signal', signal);
  await admin.reads('signal updated');
  await admin.seesFigure('Signal strength', '40%');

  const settings = admin.page.getByRole('region', { name: 'Withdrawal settings' });
  await admin.chooses('Billing status', 'Enabled', settings);
  await admin.chooses('Code status', 'Enabled', settings);
  await admin.types('Reason', 'Agreed with the client', settings);
  await admin.presses('Update', settings);
  await admin.reads('Withdrawal settings updated successfully');
  await expect.poll(() => admin.page.getByLabel('Withdrawal code').count()).toBe(0);

  await admin.presses('Suspend account');
  const suspending = admin.dialog('Suspend this account?');
  await admin.types('Reason', 'Asked for by the client', suspending);
  await admin.presses('Suspend account', suspending);
  await admin.reads('User status updated');
  await admin.seesFigure('Status', /Block/);

  const empty = await on.client('Leaving Owner');
  await opensUser(admin, addressOf('Leaving Owner'));
  await admin.presses('Delete account');
  const deleting = admin.dialog('Delete this account?');
  await admin.types('Reason', 'Asked for by the client', deleting);
  await admin.presses('Delete account', deleting);
  await admin.reads('User deleted successfully');
  expect((await empty.page.request.get('/api/v1/me')).status()).toBe(401);
});

/** Some actions ask once more. */
async function confirms(admin: Person): Promise<void> {
  const dialog = admin.page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByRole('button').last().click();
  await dialog.waitFor({ state: 'hidden' });
}

it('[K27] a verification is reviewed document by document, and its decision makes the client verified or not', async () => {
  const [client, admin] = [await on.client('Document Owner'), await on.admin()];
  const sends = async (): Promise<void> => {
    await client.goesTo('/identity');
    const image = { name: 'id.png', mimeType: 'image/png', buffer: await client.page.screenshot() };
    for (const side of ['Front of ID', 'Back of ID'])
      await client.page.getByLabel(side).and(client.page.locator('input')).setInputFiles(image);
    await client.page.getByRole('button', { name: /^(?:Submit|Send again)$/ }).click();
    await client.reads('Upload Successful');
  };
  await sends();
  await client.goesTo('/account');
  const reviews = async (act: 'Approve' | 'Decline'): Promise<void> => {
    await admin.goesTo('/all-user?tab=verifications');
    await admin.row('Verifications', addressOf('Document Owner')).getByRole('link').first().click();
    await expect.poll(() => new URL(admin.page.url()).pathname).toMatch(/^\/admin\/verifications\//);
    await expect.poll(() => admin.page.getByRole('main').getByRole('img').count()).toBeGreaterThanOrEqual(2);
    await admin.presses(act);
    const dialog = admin.page.getByRole('dialog');
    await dialog.waitFor();
    if (act === 'Decline') await admin.types('Reason', 'The corners are cut off', dialog);
    else await admin.chooses('Expiry', 'The document has no expiry date', dialog);
    await admin.presses(act, dialog);
    await arrivesAtPath(admin, '/all-user');
  };
  await reviews('Decline');
  await client.goesTo('/identity');
  await client.reads('The corners are cut off');
  expect(await client.downloads('/me')).toMatchObject({ is_verified: false });
  await sends();
  await client.goesTo('/account');
  await client.reads('Not verified');
  await reviews('Approve');
  await client.reads('Account Verified');
  expect(await client.downloads('/me')).toMatchObject({ is_verified: true });
});

it('[K28] three wallet addresses are required, checked and saved', async () => {
  const admin = await on.admin();
  await admin.goesTo('/all-user?tab=payment');
  await admin.page.getByLabel('Bitcoin address', { exact: true }).waitFor();
  await admin.presses('Update');
  await fieldSays(admin, 'Bitcoin address', 'Bitcoin address is required');
  await fieldSays(admin, 'Ethereum address', 'Ethereum address is required');
  await fieldSays(admin, 'USDT address', 'USDT address is required');
  await admin.types('Bitcoin address', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T5');
  await admin.types('Ethereum address', '0x52908400098527886E0F7030069857D2E4169EE7');
  await admin.types('USDT address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  await admin.presses('Update');
  await fieldSays(admin, 'Bitcoin address', 'Check it for typing errors');
  await admin.types('Bitcoin address', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4');
  await admin.presses('Update');
  await admin.reads('New wallet document created successfully!');
  await admin.types('Ethereum address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await admin.presses('Update');
  await admin.reads('Wallet updated successfully!');
  expect(await admin.downloads('/admin/wallets')).toMatchObject({
    ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  });
});

it('[K29] the site’s settings are required, saved, and name and favicon change everywhere right away', async () => {
  const [client, admin, visitor] = [await on.client('Settings Reader'), await on.admin(), await on.visitor()];
  await client.goesTo('/dashboard');
  await client.page.getByRole('banner').getByText('Clearbook').waitFor();
  await admin.goesTo('/all-user?tab=settings');
  await admin.types('Site name', '');
  await admin.presses('Update');
  await fieldSays(admin, 'Site name', 'Site name is required');
  await admin.types('Site name', 'Harbour Markets');
  await admin.page
    .getByLabel('Favicon', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await admin.page.screenshot() });
  await admin.presses('Update');
  await admin.reads('New site settings document created successfully!');
  await admin.types('Minimum withdrawal', '25.00');
  await admin.types('Withdrawal percentage', '1.50');
  await admin.types('Reason', 'As announced', admin.page);
  await admin.presses('Update');
  await admin.reads('Site settings updated successfully!');
  // Without a reload, in another browser.
  await client.page.getByRole('banner').getByText('Harbour Markets').waitFor();
  await expect.poll(() => client.page.title()).toContain('Harbour Markets');
  await visitor.goesTo('/login');
  await visitor.reads('Harbour Markets');
  await expect.poll(() => visitor.page.locator('img').first().getAttribute('src')).toMatch(/favicon/);
  expect(await admin.downloads('/admin/settings')).toMatchObject({
    sitename: 'Harbour Markets',
    miniwithdrawal: '25.00',
    withdrawalpercent: '1.50',
  });
});
