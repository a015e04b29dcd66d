import { expect, it } from 'vitest';
import { deposits, endsRateIn } from '../acts/deposit.ts';
import { seesTotal } from '../acts/money.ts';
import { trades } from '../acts/trading.ts';
import {
  asksToWithdraw,
  confirmsByMail,
  confirmsFee,
  entersCode,
  fillsWithdrawal,
  type Method,
} from '../acts/withdrawal.ts';
import type { Person } from '../support/person.ts';
import { asks, openTrade, withdraws } from '../support/seed.ts';
import { arrivesAtPath, fieldSays, readsAll, stage } from './support.ts';

const on = stage('conformance-money');

async function withMoney(name: string, amount: string): Promise<Person> {
  const client = await on.client(name);
  await asks(client, 'POST', '/demo/top-up', { amount });
  return client;
}

it('[K5] the dashboard shows the balances with an eye that hides them, the signal bar, the shortcuts, the market and the chart', async () => {
  const client = await withMoney('Dashboard Reader', '1234.50');
  const bars = client.page.waitForRequest((request) => request.url().includes('/api/v1/bars?'));
  await client.goesTo('/dashboard');
  await seesTotal(client, '$1,234.50');
  await client.seesFigure('DEPOSIT BALANCE', '$1,234.50');
  await client.seesFigure('PROFIT BALANCE', '$0.00');
  await client.reads('Demo Account');
  await client.page.getByRole('progressbar', { name: 'Signal strength' }).waitFor();
  await client.reads('1%');
  await client.presses('Hide balance');
  await seesTotal(client, '******');
  await client.seesFigure('DEPOSIT BALANCE', '******');
  await expect.poll(() => client.page.evaluate("localStorage.getItem('visible')")).toBe('false');
  await client.goesTo('/dashboard');
  await seesTotal(client, '******');
  await client.presses('Show balance');
  await seesTotal(client, '$1,234.50');

  const asked = new URL((await bars).url()).searchParams;
  expect([asked.get('symbol'), asked.get('interval')]).toEqual(['BTC', '1h']);
  const main = client.page.getByRole('main');
  for (const [name, path] of [
    ['Deposit', '/deposit'],
    ['Copy traders', '/copy-trader'],
    ['Market', '/trades'],
  ] as const) {
    await client.goesTo('/dashboard');
    await client.follows(name, main);
    await arrivesAtPath(client, path);
  }
});

it('[K44] the dashboard’s trades are the client’s own, Closed and Active, five a page', async () => {
  const client = await withMoney('Table Reader', '50000.00');
  for (let n = 0; n < 6; n += 1) {
    const id = await openTrade(client, 'EURUSD', 'buy', '0.01', '500.00');
    await asks(client, 'POST', `/trades/${id}/close`);
  }
  await openTrade(client, 'GBPUSD', 'sell', '0.02', '500.00');
  const stranger = await withMoney('Other Trader', '50000.00');
  await openTrade(stranger, 'ETH', 'buy', '0.10', '5000.00');

  await client.goesTo('/dashboard');
  await client.picksTab('Closed');
  await client.reads('Page 1 of 2');
  const rows = client.page.getByRole('table').getByRole('row');
  // Five trades below the row of headings.
  await expect.poll(() => rows.count()).toBe(6);
  await client.presses('Next');
  await client.reads('Page 2 of 2');
  await expect.poll(() => rows.count()).toBe(2);
  await client.presses('Previous');
  await client.reads('Page 1 of 2');
  await client.picksTab('Active');
  await readsAll(client, 'GBP/USD', 'SELL', 'Active');
  await expect.poll(() => client.page.getByRole('table').getByText('ETH/USD').count()).toBe(0);
});

it('[K6] the deposit wizard asks amount, method and proof in three steps, with the conversion, the address and the countdown', async () => {
  const client = await on.client('Wizard Reader');
  await client.goesTo('/deposit');
  await client.presses('Continue');
  await fieldSays(client, 'Amount in USD', 'Input an amount');
  const accounts = client.page.getByLabel('Account', { exact: true }).getByRole('option');
  await expect.poll(() => accounts.allInnerTexts()).toEqual(['Trading Balance Deposit']);
  await client.types('Amount in USD', '250');
  await client.presses('Continue');
  await client.readsHeading('PAY $250.00');
  const methods = client.page.getByRole('radio');
  await expect.poll(() => methods.count()).toBe(3);
  for (const name of ['Bitcoin(BTC)', 'Ethereum(ETH)', 'USDT(Trc20)'])
    await client.page.getByRole('radio', { name }).waitFor();
  await client.presses('Continue');
  await client.reads('Please choose a payment method');
  // From the dashboard to the history: conversion with six decimals, DEMO address, Copy, "Awaiting Payment", the hour, the missing proof, Paid.
  await deposits(client, '250.00', '$250.00');
  await client.reads('Deposit Successful');
  const { data } = await client.downloads<{ data: { status: string; expires_at: string; created_at: string }[] }>(
    '/deposits',
  );
  expect(data[0]?.status).toBe('pending');
  expect(Date.parse(data[0]?.expires_at ?? '') - Date.parse(data[0]?.created_at ?? '')).toBe(3_600_000);
});

it('[K45] a deposit whose hour has run out reads Expired Payment Link and still takes a proof', async () => {
  const client = await on.client('Late Reader');
  const { id } = await asks(client, 'POST', '/deposits', { amount: '80.00', method: 'tether' });
  await client.goesTo(`/deposit?id=${id}`);
  await client.readsHeading('Awaiting Payment');
  await endsRateIn(on.site, id, 3_000);
  // The page reads of the new end with whatever else changes.
  await asks(client, 'POST', '/deposits', { amount: '20.00', method: 'tether' });
  await client.readsHeading('Expired Payment Link');
  await client.presses('I have already paid');
  const picture = { name: 'receipt.png', mimeType: 'image/png', buffer: await client.page.screenshot() };
  await client.page.getByLabel('Proof of payment').setInputFiles(picture);
  await client.presses('Paid');
  await client.readsHeading('Deposit history');
  await client.row('Deposit history', '$80.00', 'Pending').waitFor();
});

it('[K7] the deposit history lists the client’s own deposits, the newest first', async () => {
  const [client, stranger] = [await on.client('History Reader'), await on.client('History Stranger')];
  await asks(stranger, 'POST', '/deposits', { amount: '999.00', method: 'bitcoin' });
  for (const [amount, method] of [
    ['10.00', 'bitcoin'],
    ['20.00', 'ethereum'],
    ['30.00', 'tether'],
  ] as const) {
    await asks(client, 'POST', '/deposits', { amount, method });
  }
  await client.goesTo('/deposit-history');
  await client.row('Deposit history', '$30.00').waitFor();
  const amounts = await client.page
    .getByRole('table', { name: 'Deposit history' })
    .getByText(/^\$\d+\.00$/)
    .allInnerTexts();
  expect(amounts).toEqual(['$30.00', '$20.00', '$10.00']);
});

it('[K8] the Market page asks amount and lot size for an asset of three tabs, and SELL sells', async () => {
  const client = await withMoney('Market Reader', '20000.00');
  await client.goesTo('/trades');
  await client.arrivesAt('Market');
  await client.seesFigure('Current balance', '$20,000.00');
  for (const tab of ['Forex', 'Crypto', 'Stocks'])
    await client.page.getByRole('tab', { name: tab, exact: true }).waitFor();
  const ticket = client.page.getByRole('region', { name: 'Place a trade' });
  await client.types('Lot size', '', ticket);
  await client.presses('BUY', ticket);
  await fieldSays(client, 'Amount', 'Input an amount');
  await fieldSays(client, 'Lot size', 'Input your lot size');
  await client.types('Lot size', 'many', ticket);
  await client.presses('SELL', ticket);
  await fieldSays(client, 'Lot size', 'Lot size must be a number');
  await client.types('Lot size', '0', ticket);
  await client.presses('SELL', ticket);
  await fieldSays(client, 'Lot size', 'Lot size must be greater than zero');
  await client.types('Lot size', '0.10', ticket);
  await client.presses('Larger lot size', ticket);
  await expect.poll(() => client.page.getByLabel('Lot size', { exact: true }).inputValue()).toBe('0.11');
  await client.types('Amount', '20000.01', ticket);
  await client.presses('SELL', ticket);
  await fieldSays(client, 'Amount', 'Insufficient balance');

  await client.types('Amount', '', ticket);
  await trades(client, { category: 'Forex', asset: 'EURUSD', shown: 'EUR/USD', side: 'SELL', lots: '0.10' });
  const { data } = await client.downloads<{ data: { side: string; status: string; outcome: string }[] }>(
    '/trades?state=active',
  );
  expect(data).toMatchObject([{ side: 'sell', status: 'active', outcome: 'pending' }]);
});

it('[K9] a withdrawal offers five methods with their own fields and says what is wrong with the amount', async () => {
  const [client, admin] = [await withMoney('Withdrawal Reader', '510.00'), await on.admin()];
  // Where this client was paid before, no code is asked for unless the operator says so.
  const before = { method: 'paypal', paypalemail: 'reader@example.test', amount: '10.00' };
  const { id: paid } = await withdraws(client, before);
  await asks(admin, 'POST', `/admin/withdrawals/${paid}/decision`, { decision: 'approve' });
  const forms: [Method, string[]][] = [
    ['Bank', ['Account number', 'Bank name', 'Account name']],
    ['Crypto', ['Coin', 'Wallet address']],
    ['Paypal', ['Paypal email']],
    ['CashApp', ['CashApp tag']],
    ['GCash', ['GCash account number', 'GCash account name']],
  ];
  for (const [method, labels] of forms) {
    await client.goesTo('/select-withdrawal');
    await client.arrivesAt('Select withdrawal');
    await client.presses(method);
    await client.readsHeading(`Withdraw to ${method}`);
    for (const label of [...labels, 'Amount']) await client.page.getByLabel(label, { exact: true }).waitFor();
  }
  const coins = client.page.getByLabel('Coin', { exact: true });
  await client.goesTo('/select-withdrawal?method=crypto');
  await coins.waitFor();
  expect(
    (await coins.getByRole('option').allInnerTexts()).filter((name) => /^(?:bitcoin|ethereum|usdt)$/.test(name)),
  ).toHaveLength(3);
  await client.goesTo('/select-withdrawal?method=paypal');
  await client.types('Paypal email', 'reader@example.test');
  await client.presses('Withdraw');
  await fieldSays(client, 'Amount', 'Please enter an amount');
  await client.types('Amount', '500.01');
  await client.presses('Withdraw');
  await fieldSays(client, 'Amount', 'Insufficient balance!');
  await client.types('Amount', '9.99');
  await client.presses('Withdraw');
  await fieldSays(client, 'Amount', 'Minimum withdrawal is $10.00');
  await client.types('Amount', '10');
  await client.presses('Withdraw');
  await client.readsHeading('Withdrawals');
  await client.row('Withdrawals', '$10.00', 'Pending').waitFor();
});

it('[K46] a fee is shown before it is taken, and a wrong code is said while the right one lets the withdrawal through', async () => {
  const [client, admin] = [await withMoney('Fee Reader', '900.00'), await on.admin()];
  const { id } = await client.downloads<{ id: string }>('/me');
  await asks(admin, 'PATCH', `/admin/users/${id}`, {
    billing_status: 'Enabled',
    code_status: 'Enabled',
    reason: 'Agreed',
  });
  await client.goesTo('/dashboard');
  await asksToWithdraw(client, 'Paypal', '200.00');
  // One percent is what the settings begin with.
  await confirmsFee(client, { amount: '$200.00', percent: '1.00%', fee: '$2.00', net: '$198.00' });
  await entersCode(client, '$200.00');
  await client.row('Withdrawals', '$200.00', '$198.00', 'Pending').waitFor();
});

it('[K10] the withdrawals page lists what was asked for and offers Make withdrawal', async () => {
  const client = await withMoney('List Reader', '300.00');
  await client.goesTo('/withdrawals');
  await client.arrivesAt('Withdrawals');
  await client.follows('Make withdrawal');
  await fillsWithdrawal(client, 'Bank', '40.00');
  await confirmsByMail(client, '$40.00');
  await client.arrivesAt('Withdrawals');
  await client.row('Withdrawals', '$40.00', 'Bank', 'Pending').waitFor();
});
