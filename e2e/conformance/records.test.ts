import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Person } from '../support/person.ts';
import { asks, openTrade, withdraws } from '../support/seed.ts';
import { addressOf, stage } from './support.ts';

const on = stage('conformance-records');

it('[K37] a new account begins as the specification says, and always as a client', async () => {
  const client = await on.client('Record Reader');
  const me = await client.downloads<Record<string, unknown>>('/me');
  expect(me).toMatchObject({
    username: addressOf('Record Reader').split('@')[0],
    fullname: 'Record Reader',
    email: addressOf('Record Reader'),
    role: 'client',
    status: 'active',
    is_verified: false,
    suspended: null,
  });
  expect(me['picture'] ?? null).toBeNull();
  const account = await client.downloads<Record<string, unknown>>('/me/account');
  expect(account).toMatchObject({
    total_balance: { amount: '0.00' },
    profit_balance: { amount: '0.00' },
    deposit_balance: { amount: '0.00' },
    signal_strength: 1,
  });
  const admin = await on.admin();
  const seen = await admin.downloads<Record<string, unknown>>(`/admin/users/${String(me['id'])}`);
  expect(seen).toMatchObject({ billing_status: 'Disabled', code_status: 'Disabled', status: 'active', role: 'client' });
  expect(Date.parse(String(seen['created_at']))).not.toBeNaN();
  // Nobody becomes an administrator by asking for it.
  const ambitious = await client.page.request.post('/api/v1/auth/sign-up', {
    data: { username: 'x', fullname: 'X', email: 'x@example.test', password: 'quiet harbour 27 lamps', role: 'admin' },
  });
  expect(ambitious.status()).toBe(422);
});

it('[K38] trades, deposits and withdrawals carry the specification’s fields and first states', async () => {
  const client = await on.client('Field Reader');
  await asks(client, 'POST', '/demo/top-up', { amount: '50000.00' });
  const tradeId = await openTrade(client, 'EURUSD', 'sell', '0.02', '300.00');
  expect(await client.downloads(`/trades/${tradeId}`)).toMatchObject({
    symbol: 'EURUSD',
    side: 'sell',
    lots: '0.02',
    amount: { amount: '300.00', currency: 'USD' },
    status: 'active',
    outcome: 'pending',
  });
  for (const method of ['bitcoin', 'ethereum', 'tether']) {
    const deposit = await asks<Record<string, unknown>>(client, 'POST', '/deposits', { amount: '25.00', method });
    expect(deposit).toMatchObject({ amount: { amount: '25.00' }, method, status: 'awaiting_payment' });
    expect(Date.parse(String(deposit['created_at']))).not.toBeNaN();
  }
  const ways = [
    { method: 'bank', an: 'GB33BUKB20201555555555', bn: 'Harbour & Sons', aname: 'Field Reader' },
    { method: 'crypto', coin: 'bitcoin', address: 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4' },
    { method: 'paypal', paypalemail: 'field@example.test' },
    { method: 'cashapp', cashapptag: '$field' },
    { method: 'gcash', gcashacctnumber: '09171234567', gcashacctname: 'Field Reader' },
  ];
  for (const way of ways) {
    const { id } = await withdraws(client, { ...way, amount: '20.00' });
    expect(await client.downloads(`/withdrawals/${id}`)).toMatchObject({
      amount: { amount: '20.00' },
      method: way.method,
      status: 'pending',
    });
  }
});

it('[K35] the api refuses with the specification’s sentences', async () => {
  const [client, admin] = [await on.client('Refusal Reader'), await on.admin()];
  const nobody = '01890000-0000-7000-8000-000000000000';
  await refused(
    client,
    '/orders',
    { symbol: '', side: 'buy', lots: '0.01', amount: '10.00', type: 'market' },
    'Please choose an asset',
  );
  await refused(client, '/orders', { symbol: 'EURUSD', side: 'buy', lots: '0.01', type: 'market' }, 'Input an amount');
  await refused(
    client,
    '/orders',
    { symbol: 'EURUSD', side: 'buy', lots: '1.00', amount: '9000.00', type: 'market' },
    'Insufficient balance',
  );
  await refused(
    client,
    '/withdrawals',
    { method: 'paypal', paypalemail: 'r@example.test', amount: '50.00' },
    'Insufficient balance!',
  );
  await refused(client, '/auth/sign-in', { email: '', password: '' }, 'Email is required');
  await refused(
    admin,
    `/admin/users/${nobody}/adjustments`,
    { direction: 'credit', amount: '5.00', reason: 'x' },
    'User not found',
  );
  await refused(admin, `/admin/deposits/${nobody}/decision`, { decision: 'approve' }, 'Deposit not found');
});

/** The refusal says this, as its detail or at one of its fields. */
async function refused(person: Person, path: string, data: unknown, sentence: string): Promise<void> {
  const answer = await person.page.request.post(`/api/v1${path}`, {
    data,
    headers: { 'idempotency-key': randomUUID() },
  });
  const body = (await answer.json()) as { detail: string; fields: { message: string }[] };
  expect(answer.status(), path).toBeGreaterThanOrEqual(400);
  expect(answer.status(), path).toBeLessThan(500);
  expect([body.detail, ...body.fields.map(({ message }) => message)], path).toContain(sentence);
}
