import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript.d.ts';
import { expected, key, withCookies } from './session.ts';

type Trade = components['schemas']['Trade'];
type Money = components['schemas']['Money'];
type Account = components['schemas']['Account'];

const api = createClient<paths>({ baseUrl: process.argv[2], fetch: withCookies() });
const email = `fetch-${key()}@example.test`;
const password = 'tide and timber 41';
const keyed = () => ({ header: { 'Idempotency-Key': key() } });

const signUp = await api.POST('/api/v1/auth/sign-up', {
  body: { username: 'fetch', fullname: 'Round Trip', email, password },
});
expected(signUp.data, signUp.error);
const signIn = await api.POST('/api/v1/auth/sign-in', { body: { email, password } });
expected(signIn.data, signIn.error);

const topUp = await api.POST('/api/v1/demo/top-up', { params: keyed(), body: { amount: '50000.00' } });
const added: Money = expected(topUp.data, topUp.error).amount;

const order = await api.POST('/api/v1/orders', {
  params: keyed(),
  body: { symbol: 'BTC', side: 'buy', lots: '0.01', amount: '20000.00', type: 'market' },
});
const placed = expected(order.data, order.error);
const found = await api.GET('/api/v1/trades/{id}', { params: { path: { id: placed.trade_id ?? '' } } });
const trade: Trade = expected(found.data, found.error);

const close = await api.POST('/api/v1/trades/{id}/close', { params: { path: { id: trade.id }, ...keyed() } });
const closed: components['schemas']['ClosedTrade'] = expected(close.data, close.error);

const withdraw = await api.POST('/api/v1/withdrawals', {
  params: keyed(),
  body: { method: 'paypal', amount: '100.00', paypalemail: email },
});
const withdrawal = expected(withdraw.data, withdraw.error);
const books = await api.GET('/api/v1/me/account');
const account: Account = expected(books.data, books.error);

const refused = await api.POST('/api/v1/orders', {
  params: keyed(),
  body: { symbol: 'BTC', side: 'buy', lots: '0.01', amount: '99999999.00', type: 'market' },
});
const problem: components['schemas']['Problem'] = expected(refused.error, refused.data);
if (problem.code !== 'order.insufficient_balance') throw new Error(problem.code);

console.log(
  `openapi-typescript: added ${added.amount}, ${trade.side} ${trade.lots} ${trade.symbol} ${closed.status}, withdrawal ${withdrawal.status}, ${account.withdrawing.amount} held`,
);
