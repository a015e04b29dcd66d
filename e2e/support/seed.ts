import { randomUUID } from 'node:crypto';
import { FIRST_ADMIN } from '../../apps/api/test/server.ts';
import { withdraws as confirmedWithdrawal } from '../../apps/api/test/withdrawals.ts';
import type { Account } from '../acts/access.ts';
import { confirmsWhenAsked, passwordOf } from './confirm.ts';
import type { Person } from './person.ts';
import type { Site } from './site.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

/** What a person's own browser would send, without a page: for records that a test only needs to exist. Throws on any refusal. */
export async function asks<T = { id: string }>(
  person: Person,
  method: Method,
  path: string,
  data?: unknown,
): Promise<T> {
  const send = (to: string, how: Method, what: unknown, key = randomUUID()) =>
    person.page.request.fetch(`/api/v1${to}`, {
      method: how,
      headers: { 'idempotency-key': key },
      ...(what !== undefined && { data: what }),
    });
  let answer = await send(path, method, data);
  const password = passwordOf(person);
  if (answer.status() === 403 && password !== undefined && (await answer.text()).includes('auth.step_up_required')) {
    await send('/auth/step-up', 'POST', { password });
    answer = await send(path, method, data);
  }
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return (answer.status() === 204 ? null : await answer.json()) as T;
}

/** Asks for money and, where the destination is new, enters the code from the mailbox. */
export function withdraws(person: Person, body: object): Promise<{ id: string }> {
  return confirmedWithdrawal((method, path, data) => asks(person, method, path, data), body);
}

/** Signs up without the screens. */
export async function joins(person: Person, { fullname, email, password }: Account): Promise<void> {
  await asks(person, 'POST', '/auth/sign-up', { username: email.split('@')[0], fullname, email, password });
  await entersSession(person, { email, password });
}

/** The browser of this person is signed in from here on. */
export async function entersSession(
  person: Person,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> {
  const { admin } = await asks<{ admin: boolean }>(person, 'POST', '/auth/sign-in', { email, password });
  // Staff begin their day with it, so that nobody who looks at another page meanwhile waits for a dialog on this one.
  if (admin) await asks(person, 'POST', '/auth/step-up', { password });
  await confirmsWhenAsked(person, password);
}

export async function entersAsAdmin(person: Person): Promise<void> {
  await entersSession(person, FIRST_ADMIN);
}

/** Somebody else of the staff, who has followed their invitation. */
export async function entersAsSecondAdmin(person: Person, site: Site, email: string): Promise<void> {
  const password = 'lantern over the weir 9';
  await asks(person, 'POST', '/auth/reset/confirm', { token: await site.invites(email), password });
  await entersSession(person, { email, password });
}

/** A deposit whose proof has been sent. */
export async function pendingDeposit(person: Person, amount: string, proof: Buffer): Promise<string> {
  const { id } = await asks(person, 'POST', '/deposits', { amount, method: 'bitcoin' });
  await sends(person, `/deposits/${id}/proof`, { file: proof });
  return id;
}

/** Uploads pictures, each under the name of its field. */
export async function sends(person: Person, path: string, files: Readonly<Record<string, Buffer>>): Promise<void> {
  const answer = await person.page.request.post(`/api/v1${path}`, {
    headers: { 'idempotency-key': randomUUID() },
    multipart: Object.fromEntries(
      Object.entries(files).map(([name, buffer]) => [name, { name: 'receipt.png', mimeType: 'image/png', buffer }]),
    ),
  });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
}

export type Side = 'buy' | 'sell';

/** Opens a trade with a collateral that no price of an hour eats up; its id. */
export async function openTrade(
  person: Person,
  symbol: string,
  side: Side,
  lots: string,
  amount: string,
): Promise<string> {
  const order = { symbol, side, lots, amount, type: 'market' };
  return (await asks<{ trade_id: string }>(person, 'POST', '/orders', order)).trade_id;
}

export type Records = {
  awaitingDeposit: string;
  pendingDeposit: string;
  pendingWithdrawal: string;
  awaitingCode: string;
  userId: string;
  purchase: string;
};

/** One client with something in every list: deposits, trades and withdrawals in several states, mail, a fee and a code to come. */
export async function fillsTheBooks(client: Person, admin: Person): Promise<Records> {
  const { id: userId } = await asks(client, 'GET', '/me');
  await client.goesTo('/login');
  const proof = await client.page.screenshot();
  await asks(client, 'POST', '/demo/top-up', { amount: '50000.00' });

  await asks(admin, 'POST', `/admin/deposits/${await pendingDeposit(client, '1250.00', proof)}/decision`, {
    decision: 'approve',
  });
  const refused = { decision: 'reject', reason: 'The picture shows another payment' };
  await asks(admin, 'POST', `/admin/deposits/${await pendingDeposit(client, '90.00', proof)}/decision`, refused);
  const pending = await pendingDeposit(client, '780.40', proof);
  const { id: awaitingDeposit } = await asks(client, 'POST', '/deposits', { amount: '300.00', method: 'ethereum' });

  await openTrade(client, 'EURUSD', 'buy', '0.50', '6000.00');
  await openTrade(client, 'GBPJPY', 'sell', '0.20', '4000.00');
  await openTrade(client, 'BTC', 'buy', '0.05', '5000.00');
  for (const [symbol, side] of [
    ['ETH', 'sell'],
    ['AAPL', 'buy'],
    ['USDJPY', 'buy'],
  ] as const) {
    const lots = symbol === 'USDJPY' ? '0.10' : '1.00';
    await asks(client, 'POST', `/trades/${await openTrade(client, symbol, side, lots, '4500.00')}/close`);
  }

  const bank = { method: 'bank', an: 'GB33BUKB20201555555555', bn: 'Harbour & Sons', aname: 'Demo Client' };
  const paid = await withdraws(client, { ...bank, amount: '120.00' });
  await asks(admin, 'POST', `/admin/withdrawals/${paid.id}/decision`, {
    decision: 'approve',
    payout_reference: 'WIRE-2217',
  });
  const sentBack = await withdraws(client, {
    method: 'paypal',
    paypalemail: 'demo@example.test',
    amount: '75.00',
  });
  await asks(admin, 'POST', `/admin/withdrawals/${sentBack.id}/decision`, {
    decision: 'reject',
    reason: 'That Paypal account is closed',
  });
  const { id: pendingWithdrawal } = await asks(client, 'POST', '/withdrawals', { ...bank, amount: '200.00' });
  const strict = { billing_status: 'Enabled', code_status: 'Enabled', reason: 'Agreed with the client' };
  await asks(admin, 'PATCH', `/admin/users/${userId}`, strict);
  const { fee_percent } = await asks<{ fee_percent: string }>(client, 'GET', '/withdrawals/terms');
  // Of 100 dollars the fee in dollars is the percent.
  const gcash = { method: 'gcash', gcashacctnumber: '09171234567', gcashacctname: 'Demo Client' };
  const { id: awaitingCode } = await asks(client, 'POST', '/withdrawals', {
    ...gcash,
    amount: '100.00',
    expected_fee: fee_percent,
  });
  const { id: purchase } = await asks(client, 'POST', '/packages/raw/purchase');
  return { purchase, awaitingDeposit, pendingDeposit: pending, pendingWithdrawal, awaitingCode, userId };
}
