import type { Protection } from '@clearbook/contracts/protection';
import type { LightMyRequestResponse } from 'fastify';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../ledger/index.ts';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { type TryCommit, commitTester } from '../../../test/try-commit.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { tradeRoutes } from '../trades/index.ts';
import { protectionRoutes } from './index.ts';

const HOUR = 3_600_000;
let db: FreshDatabase;
let books: Books;
let http: Served;
let staff: string;
let tryCommit: TryCommit;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  tryCommit = await commitTester(db.pool, staff, OPEN_MARKETS);
  const market = simulatedMarket(books.now);
  http = await serve(books.now, (register) => {
    protectionRoutes(register, { ledger: books.ledger, pool: db.pool, market });
    tradeRoutes(register, { ledger: books.ledger, pool: db.pool, market, config: { mode: 'demo' } });
  });
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const own = (id: string): Promise<Protection> => http.get<Protection>('/me/protection', id);
const send = (
  method: 'PUT' | 'POST',
  url: string,
  id: string,
  body: object = {},
  { role = 'client', key = newId() } = {},
) => http.send(method, url, `${role} ${id}`, body, key);
const set = (id: string, body: object): Promise<LightMyRequestResponse> => send('PUT', '/me/protection', id, body);

async function client(cents = 100_000n): Promise<string> {
  books.at(OPEN_MARKETS);
  const id = await books.openParty();
  await books.fund(id, cents);
  return id;
}

const open = (id: string) =>
  books.run({ kind: 'open_trade', clientId: id, symbol: 'BTC', side: 'buy', lots: 1n, amount: 300_000n });
const refused = async (answer: Promise<Answer>): Promise<string> => {
  const { outcome } = await answer;
  return outcome.ok ? 'ok' : outcome.refusal.code;
};

describe('a client’s own limits, over HTTP', () => {
  it('[Y1] [Y2] hold right away where tighter and a day later where looser, with the use of today', async () => {
    const id = await client();
    expect(await own(id)).toMatchObject({
      limits: [
        { kind: 'daily_loss', amount: null, used: { amount: '0.00' }, resets_at: '2026-03-12T00:00:00.000Z' },
        { kind: 'deposit_day', amount: null, used: { amount: '1000.00' } },
        { kind: 'deposit_week', amount: null, used: { amount: '1000.00' }, resets_at: '2026-03-16T00:00:00.000Z' },
        { kind: 'deposit_month', amount: null, used: { amount: '1000.00' }, resets_at: '2026-04-01T00:00:00.000Z' },
      ],
      time_out: null,
    });
    const tight = await set(id, { daily_loss: '100', deposit_week: '1500.00' });
    expect(tight.statusCode, tight.body).toBe(200);
    expect(await refused(books.run({ kind: 'top_up', clientId: id, amount: 50_001n }))).toBe('limits.deposits');

    const loose = await set(id, { deposit_week: null, daily_loss: '200.00' });
    expect(loose.json<Protection>().limits).toMatchObject([
      { amount: { amount: '100.00' }, next: { amount: { amount: '200.00' }, at: '2026-03-12T16:00:00.000Z' } },
      { amount: null },
      { amount: { amount: '1500.00' }, next: { amount: null } },
      {},
    ]);
    // Taken back by naming what holds.
    await set(id, { daily_loss: '100.00' });
    books.at(new Date(OPEN_MARKETS.getTime() + 24 * HOUR - 1));
    expect(await refused(books.run({ kind: 'top_up', clientId: id, amount: 50_001n }))).toBe('limits.deposits');
    books.at(new Date(OPEN_MARKETS.getTime() + 24 * HOUR));
    expect((await own(id)).limits).toMatchObject([
      { amount: { amount: '100.00' }, next: null },
      {},
      { amount: null, next: null },
      {},
    ]);
    expect(await refused(books.run({ kind: 'top_up', clientId: id, amount: 50_001n }))).toBe('ok');
  });

  it('[Y3] a day’s loss counts what was closed before the limit was set and what is open now; closing goes on', async () => {
    const id = await client(10_000_000n);
    const trades: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { outcome } = await books.run({ kind: 'open_trade', clientId: id, symbol: 'BTC', side: 'buy', lots: 10n, amount: 1_000_000n }); // prettier-ignore
      trades.push(outcome.ok ? (outcome.result['trade_id'] ?? '') : '');
    }
    // The spread alone makes a loss.
    await books.run({ kind: 'close_trade', clientId: id, tradeId: trades[0] ?? '', lots: null });
    const { limits } = await own(id);
    const used = limits[0]?.used.amount ?? '';
    expect(Number(used)).toBeGreaterThan(1);
    await set(id, { daily_loss: used });
    expect(await refused(open(id))).toBe('limits.daily_loss');
    const order = await send('POST', '/orders', id, {
      symbol: 'BTC',
      side: 'buy',
      lots: '0.01',
      amount: '500.00',
      type: 'market',
    });
    expect(said(order)).toEqual([422, 'limits.daily_loss']);
    expect(order.json<{ detail: string }>().detail).toContain('from 2026-03-12 00:00 UTC');
    for (const tradeId of trades.slice(1))
      expect(await refused(books.run({ kind: 'close_trade', clientId: id, tradeId, lots: null }))).toBe('ok');
    expect((await own(id)).limits[0]?.used.amount).toBe(used);
    books.at(new Date(OPEN_MARKETS.getTime() + 8 * HOUR));
    expect((await own(id)).limits[0]?.used.amount).toBe('0.00');
    expect(await refused(open(id))).toBe('ok');
  });

  it('[Y3] an order that is decided in one batch with the limit is measured by the open trades too', async () => {
    const id = await client(10_000_000n);
    for (let i = 0; i < 3; i += 1)
      await books.run({ kind: 'open_trade', clientId: id, symbol: 'BTC', side: 'buy', lots: 10n, amount: 1_000_000n });
    const [limited, order] = await Promise.all([
      books.run({ kind: 'set_limits', clientId: id, limits: { daily_loss: 100n } }),
      refused(open(id)),
    ]);
    expect(limited.outcome.ok).toBe(true);
    expect(order).toBe('limits.daily_loss');
  });

  it('[Y4] deposits under way count until they run out', async () => {
    const id = await client();
    await set(id, { deposit_month: '1600.00' });
    const pay = (amount: bigint) =>
      books.run({ kind: 'create_deposit', clientId: id, amount, method: 'tether', address: 'DEMO-TETHER', rate: 10_000_000_000n, rateSource: 't' }); // prettier-ignore
    expect(await refused(pay(50_000n))).toBe('ok');
    expect((await own(id)).limits[3]?.used.amount).toBe('1500.00');
    expect(await refused(pay(10_001n))).toBe('limits.deposits');
    books.at(new Date(OPEN_MARKETS.getTime() + HOUR));
    expect(await refused(pay(60_000n))).toBe('ok');
  });

  it('[Y5] [Y6] [Y7] a break begins right away, only grows, and a self-exclusion waits for its client', async () => {
    const id = await client(1_000_000n);
    const traded = await open(id);
    const took = await send('POST', '/me/time-outs', id, { length: '7d' });
    expect(took.statusCode, took.body).toBe(201);
    expect(took.json<Protection>().time_out).toMatchObject({ kind: 'time_out', until: '2026-03-18T16:00:00.000Z' });
    expect(await refused(open(id))).toBe('limits.time_out');
    expect(said(await send('POST', '/me/time-outs', id, { length: '24h' }))).toEqual([409, 'limits.not_longer']);
    await send('POST', '/me/time-outs', id, { length: '6m' });
    expect(await refused(open(id))).toBe('limits.self_exclusion');
    expect(said(await send('POST', '/me/time-outs', id, { length: '24h' }))).toEqual([409, 'limits.excluded_already']);
    expect(said(await send('POST', '/me/time-outs/return', id))).toEqual([409, 'limits.not_over']);
    const trade = traded.outcome.ok ? (traded.outcome.result['trade_id'] ?? '') : '';
    expect(await refused(books.run({ kind: 'close_trade', clientId: id, tradeId: trade, lots: null }))).toBe('ok');

    books.at(new Date('2026-09-16T16:00:00Z'));
    expect(await refused(open(id))).toBe('limits.excluded');
    expect((await own(id)).time_out).toMatchObject({ may_return: true, return_at: null });
    expect((await send('POST', '/me/time-outs/return', id)).json<Protection>().time_out).toMatchObject({
      may_return: false,
      return_at: '2026-09-17T16:00:00.000Z',
    });
    expect(await refused(open(id))).toBe('limits.self_exclusion');
    books.at(new Date('2026-09-17T16:00:00Z'));
    expect(await refused(open(id))).toBe('ok');
    expect((await own(id)).time_out).toBeNull();
  });

  it('[Y10] staff see them and change nothing; the client is told and finds each change in the log', async () => {
    const id = await client();
    await set(id, { daily_loss: '100.00' });
    const seen = await http.get<Protection>(`/admin/users/${id}/protection`, `admin ${staff}`);
    expect(seen.limits[0]).toMatchObject({ kind: 'daily_loss', amount: { amount: '100.00' } });
    expect(said(await send('PUT', '/me/protection', staff, { daily_loss: null }, { role: 'admin' }))).toEqual([403, 'auth.clients_only']); // prettier-ignore
    expect((await send('PUT', `/admin/users/${id}/protection`, staff, { daily_loss: null }, { role: 'admin' })).statusCode).toBe(405); // prettier-ignore
    const { rows } = await db.pool.query(
      `select a.action, a.actor_id = a.client_id as own, (select count(*)::int from app.notification n where n.user_id = a.client_id and n.kind = 'limit-tighten') as told,
         (select count(*)::int from app.mail_outbox m where m.user_id = a.client_id and m.template = 'limit-tighten') as mailed
       from ledger.audit a where a.client_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ action: 'limit.tighten', own: true, told: 1, mailed: 1 }]);
  });

  it('[A104] a request without a key is made under one of its own, so that a second one counts', async () => {
    const id = await client();
    const without = (body: object) =>
      http.app.inject({
        method: 'PUT',
        url: '/api/v1/me/protection',
        payload: JSON.stringify(body),
        headers: { 'content-type': 'application/json', cookie: `client ${id}` },
      });
    for (const daily_loss of ['300.00', '200.00', '100.00']) {
      const answer = await without({ daily_loss });
      expect([answer.statusCode, answer.headers['idempotency-replayed']], answer.body).toEqual([200, undefined]);
      expect((await own(id)).limits[0]?.amount?.amount).toBe(daily_loss);
    }
  });

  it('[L13] the same request again changes nothing and says the same, whatever holds by then', async () => {
    const id = await client();
    const key = newId();
    const first = await send('PUT', '/me/protection', id, { daily_loss: '100.00' }, { key });
    await set(id, { daily_loss: '50.00' });
    const again = await send('PUT', '/me/protection', id, { daily_loss: '100.00' }, { key });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.json()).toEqual(first.json());
    expect((await own(id)).limits[0]?.amount?.amount).toBe('50.00');
  });

  it('[Y1] says what is wrong with a limit where it is wrong', async () => {
    const id = await client();
    for (const [body, field] of [
      [{ daily_loss: '0' }, 'daily_loss'],
      [{ deposit_day: '0.99' }, 'deposit_day'],
      [{ deposit_week: '10000000.01' }, 'deposit_week'],
      [{ deposit_month: 'much' }, 'deposit_month'],
    ] as const) {
      const answer = await set(id, body);
      expect(answer.statusCode, answer.body).toBe(422);
      expect(answer.json<{ fields: { name: string }[] }>().fields[0]?.name).toBe(field);
    }
    expect((await set(id, {})).statusCode).toBe(422);
    expect((await send('POST', '/me/time-outs', id, { length: '1h' })).statusCode).toBe(422);
  });
});

describe('the commit function and a client’s own limits', () => {
  const day = 24 * HOUR;
  /** By the clock of the books, behind which nothing is dated. */
  const clock = async (): Promise<(ms: number) => Date> => {
    const { rows } = await db.pool.query<{ at: Date }>('select max(at) as at from ledger.head');
    return (ms) => new Date((rows[0]?.at ?? OPEN_MARKETS).getTime() + ms);
  };

  it('[Y2] refuses a limit that is looser before its time', async () => {
    const id = await client();
    const at = await clock();
    const limit = (
      amount: string | null,
      next_amount: string | null = null,
      next_at: Date | null = null,
      now = at(0),
    ) =>
      tryCommit({
        now,
        entries: [],
        rows: { client_limit: [{ client_id: id, kind: 'daily_loss', amount, next_amount, next_at, set_at: now }] },
      });
    expect(await limit('10000')).toBe('accepted');
    expect((await db.pool.query('select guarded from ledger.party where id = $1', [id])).rows).toEqual([
      { guarded: true },
    ]);
    expect(await limit('10001')).toBe('Y2');
    expect(await limit(null)).toBe('Y2');
    expect(await limit('10000', '20000', at(day - 1))).toBe('Y2');
    expect(await limit('10000', '9000', at(day))).toBe('23514');
    expect(await limit('10000', '20000', at(day - 120_000), at(-120_000)), 'dated back').toBe('Y2');
    expect(await limit('10000', '20000', at(day))).toBe('accepted');
    expect(await limit('10000', '30000', at(day), at(1))).toBe('Y2');
    expect(await limit('20000', null, null, at(day - 1))).toBe('Y2');
    expect(await limit('20000', null, null, at(day))).toBe('accepted');
    const staffs = {
      client_id: staff,
      kind: 'daily_loss',
      amount: '10000',
      next_amount: null,
      next_at: null,
      set_at: at(0),
    };
    expect(await tryCommit({ now: at(0), entries: [], rows: { client_limit: [staffs] } })).toBe('Y2');
  });

  it('[Y6] [Y7] refuses a break that becomes shorter, weaker or over before its time', async () => {
    const id = await client();
    const at = await clock();
    const rest = (kind: string, until: Date, return_at: Date | null = null, now = at(0), of: object = {}) =>
      tryCommit({
        now,
        entries: [],
        rows: {
          time_out: [{ client_id: id, kind, ...(return_at === null && { started_at: now }), until, return_at, ...of }],
        },
      });
    expect(await rest('time_out', at(0))).toBe('Y6');
    expect(await rest('time_out', at(7 * day))).toBe('accepted');
    expect(await rest('time_out', at(7 * day - 1))).toBe('Y6');
    expect(await rest('self_exclusion', at(9 * day))).toBe('accepted');
    expect(await rest('time_out', at(30 * day))).toBe('Y6');
    expect(await rest('self_exclusion', at(9 * day), at(10 * day), at(9 * day - 1))).toBe('Y7');
    expect(await rest('self_exclusion', at(9 * day), at(10 * day - 1), at(9 * day))).toBe('Y7');
    // Asking to come back moves nothing else of the break.
    expect(await rest('self_exclusion', at(9 * day), at(10 * day), at(9 * day), { started_at: at(1) })).toBe('Y7');
    expect(await rest('self_exclusion', at(9 * day), at(10 * day), at(9 * day))).toBe('accepted');
    expect(await rest('time_out', at(10 * day - 1), null, at(9 * day))).toBe('Y6');
    expect(await rest('time_out', at(11 * day), null, at(9 * day))).toBe('accepted');
  });
});
