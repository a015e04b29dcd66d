import { client } from './generated/hey-api/client.gen.ts';
import {
  closeTrade,
  createWithdrawal,
  getAccount,
  getTrade,
  placeOrder,
  signIn,
  signUp,
  topUp,
} from './generated/hey-api/sdk.gen.ts';
import type { Account, ClosedTrade, Money, Problem, Trade } from './generated/hey-api/types.gen.ts';
import { expected, key, withCookies } from './session.ts';

client.setConfig({ baseUrl: process.argv[2] as '/', fetch: withCookies() });
const email = `hey-${key()}@example.test`;
const password = 'tide and timber 41';
const headers = () => ({ 'Idempotency-Key': key() });

const account0 = await signUp({ body: { username: 'hey', fullname: 'Round Trip', email, password } });
expected(account0.data, account0.error);
const session = await signIn({ body: { email, password } });
expected(session.data, session.error);

const paper = await topUp({ headers: headers(), body: { amount: '50000.00' } });
const added: Money = expected(paper.data, paper.error).amount;

const order = await placeOrder({
  headers: headers(),
  body: { symbol: 'BTC', side: 'buy', lots: '0.01', amount: '20000.00', type: 'market' },
});
const placed = expected(order.data, order.error);
const found = await getTrade({ path: { id: placed.trade_id ?? '' } });
const trade: Trade = expected(found.data, found.error);

const close = await closeTrade({ path: { id: trade.id }, headers: headers() });
const closed: ClosedTrade = expected(close.data, close.error);

const withdraw = await createWithdrawal({
  headers: headers(),
  body: { method: 'paypal', amount: '100.00', paypalemail: email },
});
const withdrawal = expected(withdraw.data, withdraw.error);
const books = await getAccount();
const account: Account = expected(books.data, books.error);

const refused = await placeOrder({
  headers: headers(),
  body: { symbol: 'BTC', side: 'buy', lots: '0.01', amount: '99999999.00', type: 'market' },
});
const problem: Problem = expected(refused.error, refused.data);
if (problem.code !== 'order.insufficient_balance') throw new Error(problem.code);

console.log(
  `hey-api: added ${added.amount}, ${trade.side} ${trade.lots} ${trade.symbol} ${closed.status}, withdrawal ${withdrawal.status}, ${account.withdrawing.amount} held`,
);
