import type { AdminDeposit } from '@clearbook/contracts/admin';
import type { LoanDetail, LoanLevels } from '@clearbook/contracts/loans';
import { messages } from '@clearbook/contracts/messages';
import { routes, type RouteKey } from '@clearbook/contracts/routes';
import { addDays, utcDay } from '@clearbook/domain/loans';
import { parsePrice } from '@clearbook/domain/market';
import type { LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { createSimulatedFeed } from '../../adapters/feeds/simulated.ts';
import { localStorage } from '../../adapters/files/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { buildHttp, type Http, Problem, type Signed } from '../../platform/http/index.ts';
import { depositRoutes } from '../deposits/index.ts';
import { createMarket } from '../market/index.ts';
import { statementRoutes } from '../statements/index.ts';
import { type Lending, loanRoutes, settleLoans } from './index.ts';

const ORIGIN = 'http://127.0.0.1:3000';
let db: FreshDatabase;
let books: Books;
let market: ReturnType<typeof createMarket>;
let demo: Http;
let staff: string;

beforeAll(async () => {
  db = await freshDatabase();
  await db.ownerPool.query(
    `insert into app.instance (mode, market_source, market_seed, seed_given, generator_version) values ('demo', 'simulated', 'test', true, 1) on conflict do nothing`,
  );
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  market = createMarket({
    feed: createSimulatedFeed('test'),
    clock: { now: () => books.now() },
    onListenerError: () => undefined,
  });
  demo = await server({ mode: 'demo' });
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await demo.app.close();
  await books.ledger.close();
  await db.drop();
});

async function server(lending: Lending): Promise<Http> {
  const http = await buildHttp({
    config: {
      mode: 'demo',
      publicUrl: ORIGIN,
      allowedOrigins: [ORIGIN],
      trustProxy: false,
      rateLimits: false,
      chartProvider: 'builtin',
    },
    clock: { now: () => books.now() },
    log: pino({ level: 'silent' }),
    authenticate: (cookie) => Promise.resolve(signed(cookie ?? '')),
  });
  const mounted = new Set<string>();
  const register: Http['register'] = (key, handler) => {
    mounted.add(key);
    http.register(key, handler);
  };
  const { pool } = db;
  const { ledger } = books;
  loanRoutes(register, { ledger, pool, market, config: lending });
  depositRoutes(register, {
    ledger,
    pool,
    market,
    config: lending,
    files: new FileStore(pool, localStorage('/nowhere')),
    prices: {
      usdPrice: () =>
        Promise.resolve({ ok: true, price: parsePrice('2000'), source: 'test', quoteId: null, at: books.now() }),
    },
  });
  statementRoutes(register, { pool, market, config: { mode: 'demo' } });
  for (const key of Object.keys(routes) as RouteKey[]) {
    if (mounted.has(key)) continue;
    http.register(key, () => Promise.reject(new Problem(418, 'test.reached', 'reached')));
  }
  await http.app.ready();
  return http;
}

/** The cookie is "role id". */
function signed(cookie: string): Signed | undefined {
  const [role, userId] = cookie.split(' ');
  if (userId === undefined) return undefined;
  return {
    userId,
    role: role === 'admin' ? 'admin' : 'client',
    sessionId: 's',
    mustChangePassword: false,
    mustEnrol: false,
  };
}

/** What a route answers, which has to be of the shape that the contract gives it. */
async function get<K extends RouteKey>(key: K, id: string, { path = '', role = 'client' } = {}): Promise<unknown> {
  const url = `/api/v1${path === '' ? key.slice('GET '.length) : path}`;
  const answer = await demo.app.inject({ url, headers: { cookie: `${role} ${id}` } });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(safeParse(routes[key].reply, answer.json()).error?.issues).toBeUndefined();
  return answer.json();
}

function post(
  url: string,
  id: string,
  { body = {}, key = newId(), role = 'client', http = demo }: Partial<Sent> = {},
): Promise<LightMyRequestResponse> {
  return http.app.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'idempotency-key': key, cookie: `${role} ${id}` },
  });
}
type Sent = { body: object; key: string; role: string; http: Http };

const APPLICATION = { level: 1, monthly_income: '5000.00', goals: 'a house' };

async function rich(cents = 40_000_000n): Promise<string> {
  const id = await books.openParty();
  await books.run({
    kind: 'adjust', staffId: staff, clientId: id, direction: 'credit', amount: cents, reason: 'to begin with', corrects: null,
  }); // prettier-ignore
  return id;
}

async function applied(id: string): Promise<string> {
  const answer = await post('/loans', id, { body: APPLICATION });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}

const codeOf = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json<{ code: string }>().code];

describe('levels', () => {
  it('[B1] [B5] say what they cost and whether this client’s portfolio is large enough', async () => {
    const id = await rich();
    const levels = (await get('GET /loan-levels', id)) as LoanLevels;
    expect(levels).toMatchObject({ offered: true, licence: null, obstacle: null, portfolio: { amount: '400000.00' } });
    expect(levels.data).toMatchObject([
      {
        level: 1,
        amount: { amount: '2000000.00' },
        term_days: 25,
        interest_percent: '12.17',
        interest_per_day: { amount: '666.85' },
        interest_to_term: { amount: '16671.25' },
        total_to_repay: { amount: '2016671.25' },
        portfolio_required: { amount: '350000.00' },
        meets_portfolio: true,
      },
      {
        level: 2,
        amount: { amount: '5000000.00' },
        term_days: 90,
        interest_per_day: { amount: '1667.12' },
        total_to_repay: { amount: '5150040.80' },
        portfolio_required: { amount: '500000.00' },
        meets_portfolio: false,
      },
    ]);
    expect(await get('GET /loan-levels', id, { path: '/loan-levels?limit=1' })).toMatchObject({ next_cursor: '1' });
    await applied(id);
    expect(await get('GET /loan-levels', id)).toMatchObject({ obstacle: messages.loan.alreadyOpen });
  });
});

describe('an application', () => {
  it('[B4] is a pending deposit with method Loan; the same key applies once', async () => {
    const id = await rich();
    const key = newId();
    const first = await post('/loans', id, { body: APPLICATION, key });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toMatchObject({ status: 'pending', amount: { amount: '2000000.00' }, due_on: null });
    const again = await post('/loans', id, { body: APPLICATION, key });
    expect([again.statusCode, again.headers['idempotency-replayed'], again.json()]).toEqual([
      201,
      'true',
      first.json(),
    ]);
    expect(codeOf(await post('/loans', id, { body: { ...APPLICATION, goals: 'a boat' }, key }))).toEqual([
      409,
      'key.reused',
    ]);
    expect(codeOf(await post('/loans', id, { body: APPLICATION }))).toEqual([409, 'loan.already_open']);
    expect(await get('GET /deposits', id)).toMatchObject({
      data: [
        { id: first.json<{ id: string }>().id, method: 'loan', status: 'pending', address: null, expires_at: null },
      ],
    });
  });

  it.each<[string, object, string, string]>([
    ['no income', { monthly_income: '' }, 'monthly_income', messages.loan.incomeRequired],
    ['an income in words', { monthly_income: 'plenty' }, 'monthly_income', messages.amount.format],
    ['no goals', { goals: '  ' }, 'goals', messages.loan.goalsRequired],
    ['a level that does not exist', { level: 3 }, 'level', messages.loan.levelRequired],
  ])('[B4] with %s is refused beside its field', async (_name, change, field, message) => {
    const answer = await post('/loans', await rich(), { body: { ...APPLICATION, ...change } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ fields: [{ name: field, message }] });
  });

  it('[B5] for more than the portfolio carries is refused with both figures', async () => {
    const answer = await post('/loans', await rich(), { body: { ...APPLICATION, level: 2 } });
    expect(answer.json()).toMatchObject({
      status: 422,
      code: 'loan.portfolio_too_small',
      detail: 'This level needs a portfolio of $500,000.00, and yours is worth $400,000.00 now',
    });
  });

  it('[B7] is read by staff with the portfolio as it is now, and by nobody else', async () => {
    const id = await rich();
    const loanId = await applied(id);
    const path = `/admin/deposits/${loanId}`;
    const seen = (await get('GET /admin/deposits/:id', staff, { path, role: 'admin' })) as AdminDeposit;
    expect(seen).toMatchObject({
      method: 'loan',
      loan: { monthly_income: { amount: '5000.00' }, goals: 'a house', portfolio: { amount: '400000.00' }, meets_portfolio: true },
    }); // prettier-ignore
    expect((await demo.app.inject({ url: `/api/v1${path}`, headers: { cookie: `client ${id}` } })).statusCode).toBe(
      403,
    );
    const own = await demo.app.inject({ url: `/api/v1/loans/${loanId}`, headers: { cookie: `client ${id}` } });
    expect(own.body).not.toContain('a house');
  });
});

describe('a decision', () => {
  it('[B6] needs no transaction id, is staff’s alone, and is taken once', async () => {
    const id = await rich();
    const loanId = await applied(id);
    const path = `/admin/deposits/${loanId}/decision`;
    const approve = { body: { decision: 'approve' }, role: 'admin' };
    expect(codeOf(await post(path, id, { ...approve, role: 'client' }))).toEqual([403, 'auth.not_allowed']);
    const done = await post(path, staff, approve);
    expect(done.json()).toMatchObject({
      status: 'approved',
      credited: { amount: '2000000.00' },
      loan: { status: 'approved' },
    });
    expect(codeOf(await post(path, staff, approve))).toEqual([409, 'decision.already_taken']);
    expect(codeOf(await post(path, staff, { ...approve, body: { decision: 'reject', reason: 'late' } }))).toEqual([
      409,
      'decision.already_taken',
    ]);
    expect(await get('GET /me/account', id)).toMatchObject({
      total_balance: { amount: '2400000.00' },
      deposit_balance: { amount: '0.00' },
      borrowed: { amount: '2000000.00' },
      withdrawable: { amount: '400000.00' },
      equity: { amount: '400000.00' },
    });
  });

  it('[B5] is refused where the portfolio has shrunk since, with both figures', async () => {
    const id = await rich();
    const loanId = await applied(id);
    await books.run({
      kind: 'request_withdrawal', clientId: id, withdrawalId: newId(), amount: 6_000_000n, method: 'bank', coin: null, destination: {}, expectedFee: null, code: '1', codeHash: 'h',
    }); // prettier-ignore
    const path = `/admin/deposits/${loanId}`;
    expect(await get('GET /admin/deposits/:id', staff, { path, role: 'admin' })).toMatchObject({
      loan: { portfolio: { amount: '340000.00' }, meets_portfolio: false },
    });
    const refused = await post(`${path}/decision`, staff, { body: { decision: 'approve' }, role: 'admin' });
    expect(refused.json()).toMatchObject({
      status: 422,
      code: 'loan.portfolio_now_short',
      detail: 'The client’s portfolio is worth $340,000.00 now, and this level needs $350,000.00. Nothing was changed.',
    });
  });

  it('[B8] live without a licence neither takes applications nor approves; rejecting and repaying go on', async () => {
    const id = await rich();
    const loanId = await applied(id);
    const live = await server({ mode: 'live' });
    const licensed = await server({ mode: 'live', lendingLicence: 'CL-4711' });
    const path = `/admin/deposits/${loanId}/decision`;
    const approve = { body: { decision: 'approve' }, role: 'admin' };
    expect(codeOf(await post('/loans', await rich(), { body: APPLICATION, http: live }))).toEqual([
      422,
      'loan.not_offered',
    ]);
    expect(codeOf(await post(path, staff, { ...approve, http: live }))).toEqual([422, 'loan.not_offered']);
    const levels = await live.app.inject({ url: '/api/v1/loan-levels', headers: { cookie: `client ${id}` } });
    expect(levels.json()).toMatchObject({ offered: false, obstacle: messages.loan.notOffered });
    expect((await post(path, staff, { ...approve, http: licensed })).statusCode).toBe(200);
    expect((await post(`/loans/${loanId}/repay`, id, { body: { amount: '1.00' }, http: live })).statusCode).toBe(200);
    await Promise.all([live.app.close(), licensed.app.close()]);
  });
});

describe('a loan that runs', () => {
  it('[B2] [B9] [B10] shows what is owed, what is to come and what happened; another client sees nothing of it', async () => {
    const id = await rich();
    const stranger = await rich();
    const loanId = await applied(id);
    await post(`/admin/deposits/${loanId}/decision`, staff, { body: { decision: 'approve' }, role: 'admin' });
    const began = books.now();
    const today = utcDay(began);
    const tomorrow = new Date(began.getTime() + 86_400_000);
    books.at(tomorrow);
    await settleLoans({ ledger: books.ledger, pool: db.pool, market }, tomorrow);
    const path = `/loans/${loanId}`;
    const before = (await get('GET /loans/:id', id, { path })) as LoanDetail;
    expect(before).toMatchObject({
      owed: { amount: '2000666.85' },
      due_on: addDays(today, 25),
      total_to_repay: { amount: '2016671.25' },
    });
    expect(before.schedule).toHaveLength(24);
    expect(before.schedule.at(-1)).toMatchObject({ day: addDays(today, 25), owed: { amount: '2016671.25' } });

    expect(codeOf(await post(`${path}/repay`, stranger, { body: { amount: '5.00' } }))).toEqual([
      404,
      'loan.not_found',
    ]);
    const hidden = await demo.app.inject({ url: `/api/v1${path}`, headers: { cookie: `client ${stranger}` } });
    expect(hidden.statusCode).toBe(404);
    expect(await get('GET /loans', stranger)).toEqual({ data: [], next_cursor: null });

    const tooMuch = await post(`${path}/repay`, id, { body: { amount: '2000666.86' } });
    expect(tooMuch.json()).toMatchObject({
      code: 'loan.repays_too_much',
      fields: [{ name: 'amount', message: 'You owe $2,000,666.85: repay at most that' }],
    });
    const part = await post(`${path}/repay`, id, { body: { amount: '1000666.85' } });
    expect(part.json()).toMatchObject({
      principal: { amount: '1000000.00' },
      interest: { amount: '0.00' },
      interest_per_day: { amount: '333.42' },
      repaid: { amount: '1000666.85' },
      // 24 days of what is left.
      total_to_repay: { amount: '2008668.93' },
    });
    const whole = await post(`${path}/repay`, id, { body: { amount: '1000000.00' } });
    expect(whole.json()).toMatchObject({
      status: 'repaid',
      owed: { amount: '0.00' },
      repaid: { amount: '2000666.85' },
    });
    const after = (await get('GET /loans/:id', id, { path })) as LoanDetail;
    expect(after.movements.map(({ event, amount }) => `${event} ${amount.amount}`)).toEqual([
      'loan_repaid 1000000.00',
      'loan_repaid 1000666.85',
      'loan_interest 666.85',
      'loan_approved 2000000.00',
    ]);
    books.at(began);
  });
});
