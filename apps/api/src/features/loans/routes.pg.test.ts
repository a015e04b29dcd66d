import type { AdminDeposit } from '@clearbook/contracts/admin';
import type { LoanDetail, LoanLevels } from '@clearbook/contracts/loans';
import { messages } from '@clearbook/contracts/messages';
import { addDays, utcDay } from '@clearbook/domain/loans';
import { parsePrice } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { localStorage } from '../../adapters/files/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { depositRoutes } from '../deposits/index.ts';
import { statementRoutes } from '../statements/index.ts';
import { type Lending, loanRoutes, settleLoans } from './index.ts';

let db: FreshDatabase;
let books: Books;
let market: ReturnType<typeof simulatedMarket>;
let demo: Served;
let staff: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  market = simulatedMarket(books.now);
  demo = await server({ mode: 'demo' });
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await demo.app.close();
  await books.ledger.close();
  await db.drop();
});

const server = (lending: Lending): Promise<Served> =>
  serve(books.now, (register) => {
    const { pool } = db;
    const { ledger } = books;
    loanRoutes(register, { ledger, pool, market, config: lending });
    depositRoutes(register, {
      ledger,
      pool,
      market,
      config: lending,
      files: new FileStore(pool, localStorage('/nowhere'), createSeal(Buffer.alloc(32, 7))),
      prices: {
        usdPrice: () =>
          Promise.resolve({ ok: true, price: parsePrice('2000'), source: 'test', quoteId: null, at: books.now() }),
      },
    });
    statementRoutes(register, { pool, market, config: { mode: 'demo' } });
  });

const post = (
  url: string,
  id: string,
  { body = {}, key = newId(), role = 'client', http = demo }: Partial<Sent> = {},
) => http.send('POST', url, `${role} ${id}`, body, key);
type Sent = { body: object; key: string; role: string; http: Served };

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

describe('levels', () => {
  it('[B1] [B5] say what they cost and whether this client’s portfolio is large enough', async () => {
    const id = await rich();
    const levels = await demo.get<LoanLevels>('/loan-levels', id);
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
    expect(await demo.get('/loan-levels?limit=1', id)).toMatchObject({ next_cursor: '1' });
    await applied(id);
    expect(await demo.get('/loan-levels', id)).toMatchObject({ obstacle: messages.loan.alreadyOpen });
  });

  it('[Y5] nobody who takes a break is offered one, with the sentence that an application is refused with', async () => {
    const id = await rich();
    await books.run({ kind: 'take_time_out', clientId: id, length: '24h' });
    const refused = await post('/loans', id, { body: APPLICATION });
    expect(refused.statusCode).toBe(422);
    expect(await demo.get('/loan-levels', id)).toMatchObject({ obstacle: refused.json<{ detail: string }>().detail });
  });
});

describe('an application', () => {
  it('[B4] [F71] is a pending deposit with method Loan; the same key applies once', async () => {
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
    expect(said(await post('/loans', id, { body: { ...APPLICATION, goals: 'a boat' }, key }))).toEqual([
      409,
      'key.reused',
    ]);
    expect(said(await post('/loans', id, { body: APPLICATION }))).toEqual([409, 'loan.already_open']);
    expect(await demo.get('/deposits', id)).toMatchObject({
      data: [
        { id: first.json<{ id: string }>().id, method: 'Loan', status: 'pending', address: null, expires_at: null },
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
      detail: 'This level needs a portfolio of $500,000.00. Yours is worth $400,000.00',
    });
  });

  it('[B7] is read by staff with the portfolio as it is now, and by nobody else', async () => {
    const id = await rich();
    const loanId = await applied(id);
    const path = `/admin/deposits/${loanId}`;
    const seen = await demo.get<AdminDeposit>(path, `admin ${staff}`);
    expect(seen).toMatchObject({
      method: 'Loan',
      loan: { monthly_income: { amount: '5000.00' }, goals: 'a house', portfolio: { amount: '400000.00' }, meets_portfolio: true },
    }); // prettier-ignore
    expect((await demo.ask(path, id)).statusCode).toBe(403);
    const own = await demo.ask(`/loans/${loanId}`, id);
    expect(own.body).not.toContain('a house');
  });
});

describe('a decision', () => {
  it('[B6] needs no transaction id, is staff’s alone, and is taken once', async () => {
    const id = await rich();
    const loanId = await applied(id);
    const path = `/admin/deposits/${loanId}/decision`;
    const approve = { body: { decision: 'approve' }, role: 'admin' };
    expect(said(await post(path, id, { ...approve, role: 'client' }))).toEqual([403, 'auth.not_allowed']);
    const done = await post(path, staff, approve);
    expect(done.json()).toMatchObject({
      status: 'approved',
      credited: { amount: '2000000.00' },
      loan: { status: 'approved' },
    });
    expect(said(await post(path, staff, approve))).toEqual([409, 'decision.already_taken']);
    expect(said(await post(path, staff, { ...approve, body: { decision: 'reject', reason: 'late' } }))).toEqual([
      409,
      'decision.already_taken',
    ]);
    expect(await demo.get('/me/account', id)).toMatchObject({
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
    expect(await demo.get(path, `admin ${staff}`)).toMatchObject({
      loan: { portfolio: { amount: '340000.00' }, meets_portfolio: false },
    });
    const refused = await post(`${path}/decision`, staff, { body: { decision: 'approve' }, role: 'admin' });
    expect(refused.json()).toMatchObject({
      status: 422,
      code: 'loan.portfolio_now_short',
      detail: 'This level needs a portfolio of $350,000.00. The client’s is worth $340,000.00. Nothing changed.',
    });
  });

  it('[B8] live without a licence neither takes applications nor approves; rejecting and repaying go on', async () => {
    const id = await rich();
    const loanId = await applied(id);
    const live = await server({ mode: 'live' });
    const licensed = await server({ mode: 'live', lendingLicence: 'CL-4711' });
    const path = `/admin/deposits/${loanId}/decision`;
    const approve = { body: { decision: 'approve' }, role: 'admin' };
    expect(said(await post('/loans', await rich(), { body: APPLICATION, http: live }))).toEqual([
      422,
      'loan.not_offered',
    ]);
    expect(said(await post(path, staff, { ...approve, http: live }))).toEqual([422, 'loan.not_offered']);
    const levels = await live.ask('/loan-levels', id);
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
    const before = await demo.get<LoanDetail>(path, id);
    expect(before).toMatchObject({
      owed: { amount: '2000666.85' },
      due_on: addDays(today, 25),
      total_to_repay: { amount: '2016671.25' },
    });
    expect(before.schedule).toHaveLength(24);
    expect(before.schedule.at(-1)).toMatchObject({ day: addDays(today, 25), owed: { amount: '2016671.25' } });

    expect(said(await post(`${path}/repay`, stranger, { body: { amount: '5.00' } }))).toEqual([404, 'loan.not_found']);
    const hidden = await demo.ask(path, stranger);
    expect(hidden.statusCode).toBe(404);
    expect(await demo.get('/loans', stranger)).toEqual({ data: [], next_cursor: null });

    const tooMuch = await post(`${path}/repay`, id, { body: { amount: '2000666.86' } });
    expect(tooMuch.json()).toMatchObject({
      code: 'loan.repays_too_much',
      fields: [{ name: 'amount', message: 'You owe $2,000,666.85. Enter that much or less' }],
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
    const after = await demo.get<LoanDetail>(path, id);
    expect(after.movements.map(({ event, amount }) => `${event} ${amount.amount}`)).toEqual([
      'loan_repaid 1000000.00',
      'loan_repaid 1000666.85',
      'loan_interest 666.85',
      'loan_approved 2000000.00',
    ]);
    books.at(began);
  });

  it('[B9] a repayment is charged the days that have begun first, whoever is quicker: three days of a downtime are not saved', async () => {
    const id = await rich();
    const loanId = await applied(id);
    await post(`/admin/deposits/${loanId}/decision`, staff, { body: { decision: 'approve' }, role: 'admin' });
    const began = books.now();
    books.at(new Date(began.getTime() + 3 * 86_400_000));
    const path = `/loans/${loanId}`;
    const key = newId();
    const repay = () => post(`${path}/repay`, id, { body: { amount: '2000000.00' }, key });
    const [once, again] = [await repay(), await repay()];
    expect(once.json()).toMatchObject({
      status: 'approved',
      interest_charged: { amount: '2000.55' },
      repaid: { amount: '2000000.00' },
      owed: { amount: '2000.55' },
    });
    expect(again.json()).toEqual(once.json());
    const stranger = await post(`${path}/repay`, await rich(), { body: { amount: '5.00' } });
    expect(said(stranger)).toEqual([404, 'loan.not_found']);
    const { movements } = await demo.get<LoanDetail>(path, id);
    expect(movements.map(({ event }) => event)).toEqual([
      'loan_repaid',
      ...Array.from({ length: 3 }, () => 'loan_interest'),
      'loan_approved',
    ]);
    books.at(began);
  });
});
