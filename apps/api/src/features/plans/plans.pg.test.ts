import { STANDARD_FINANCING, STANDARD_SPREADS } from '../../../test/financing.ts';
import { messages } from '@clearbook/contracts/messages';
import type { AdminPackage, PackageOffer, PurchaseWire, SignalPlanOffer } from '@clearbook/contracts/plans';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { registerMarketRoutes } from '../market/index.ts';
import { statementRoutes } from '../statements/index.ts';
import { tradeRoutes } from '../trades/index.ts';
import { ClientTerms, planRoutes, readTerms } from './index.ts';

let db: FreshDatabase;
let books: Books;
let http: Served;
let staff: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  const market = simulatedMarket(books.now);
  http = await serve(books.now, (register) => {
    const { pool } = db;
    planRoutes(register, { ledger: books.ledger, pool });
    tradeRoutes(register, { ledger: books.ledger, pool, market, config: { mode: 'demo' } });
    statementRoutes(register, { pool, market, config: { mode: 'demo' } });
    registerMarketRoutes(register, {
      market,
      financing: STANDARD_FINANCING,
      spreads: STANDARD_SPREADS,
      termsOf: (id) => readTerms(pool, id),
      unwatched: () => Promise.resolve(undefined),
      usual: () => Promise.resolve(undefined),
    });
  });
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const get = <T>(url: string, id: string, role = 'client'): Promise<T> => http.get<T>(url, `${role} ${id}`);
const post = (
  url: string,
  id: string,
  { body = {}, key = newId(), role = 'client' }: { body?: object; key?: string; role?: string } = {},
) => http.send('POST', url, `${role} ${id}`, body, key);

async function client(cents: bigint): Promise<string> {
  const id = await books.openParty();
  for (let left = cents; left > 0n; left -= 10_000_000n) await books.fund(id, left > 10_000_000n ? 10_000_000n : left);
  return id;
}

type Account = { available: { amount: string }; equity: { amount: string }; signal_strength: number };

describe('packages', () => {
  it('[P2] a package is paid from the balance, and its receipt can be read again', async () => {
    const id = await client(300_000n);
    const key = newId();
    const bought = await post('/packages/raw/purchase', id, { key });
    expect(bought.statusCode).toBe(201);
    const receipt = bought.json<PurchaseWire>();
    expect(receipt).toMatchObject({
      kind: 'package',
      plan_id: 'raw',
      name: 'Raw',
      price: { amount: '2500.00', currency: 'USD' },
      balance_before: { amount: '3000.00' },
      balance_after: { amount: '500.00' },
      effect: {
        before: { markup_pips: '1.6', markup_points: '16', leverage: { forex_major: 15, stock: 2.5 } },
        after: { markup_pips: '0.8', markup_points: '8', leverage: { forex_major: 30, forex_other: 20, stock: 5, crypto: 2 } },
      },
    }); // prettier-ignore
    expect(receipt.receipt).toMatch(/^R(-[0-9A-F]{4}){3}$/);
    expect(await get(`/purchases/${receipt.id}`, id)).toEqual(receipt);
    expect(await get('/purchases', id)).toEqual({ data: [receipt], next_cursor: null });
    const [entry] = (await get<{ data: { number: string; event: string; subject_id: string }[] }>('/me/entries', id))
      .data;
    expect(entry).toMatchObject({ number: receipt.entry_number, event: 'plan_bought', subject_id: receipt.id });
    const { data: lines } = await get<{ data: object[] }>('/me/statements', id);
    expect(lines[0]).toMatchObject({
      title: 'Package bought: Raw',
      subject: { type: 'purchase', id: receipt.id },
      change: { amount: '-2500.00' },
      cash: { amount: '500.00' },
    });
    expect(await get<Account>('/me/account', id)).toMatchObject({ available: { amount: '500.00' } });
    // Sent twice, it is bought once.
    const again = await post('/packages/raw/purchase', id, { key });
    expect([again.statusCode, again.headers['idempotency-replayed'], again.json()]).toEqual([201, 'true', receipt]);
    const other = await post('/packages/gold/purchase', id, { key });
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([409, 'key.reused']);
    const { rows } = await db.pool.query(`select template, values from app.mail_outbox where user_id = $1`, [id]);
    expect(rows).toMatchObject([
      { template: 'package-bought', values: { receipt: receipt.receipt, after: '$500.00', id: receipt.id } },
    ]);
  });

  it('[P3] the next order, the instruments and the quotes are on the new terms right away', async () => {
    const id = await client(1_000_000n);
    const instrument = async () =>
      (
        await get<{ data: { symbol: string; leverage: number; markup: string }[] }>('/instruments', id)
      ).data.find(({ symbol }) => symbol === 'EURUSD'); // prettier-ignore
    const spread = async () => {
      const { data } = await get<{ data: { id: string; bid: string; ask: string }[] }>('/quotes?symbols=EURUSD', id);
      return Math.round((Number(data[0]?.ask) - Number(data[0]?.bid)) * 1e6);
    };
    const order = { symbol: 'EURUSD', side: 'buy', lots: '0.01', amount: '100.00', type: 'market' };
    const open = async () => {
      const placed = (await post('/orders', id, { body: order })).json<{ trade_id: string }>();
      const trade = await get<{ leverage: number }>(`/trades/${placed.trade_id}`, id);
      const why = await get<{ fills: { quote: { markup: string } }[] }>(
        `/trades/${placed.trade_id}/price-explanation`,
        id,
      );
      return { leverage: trade.leverage, markup: Number(why.fills[0]?.quote.markup) };
    };
    expect([await instrument(), await open()]).toMatchObject([
      { leverage: 15, markup: '1.6' },
      { leverage: 15, markup: 0.00016 },
    ]);
    const wide = await spread();
    expect((await post('/packages/gold/purchase', id)).statusCode).toBe(201);
    expect([await instrument(), await open()]).toMatchObject([
      { leverage: 30, markup: '0.3' },
      // 0.3 pips are one and a half ticks a side, rounded out to two.
      { leverage: 30, markup: 0.00004 },
    ]);
    // 1.2 pips narrower on the tick, in millionths.
    expect(wide - (await spread())).toBe(120);
  });

  it('[P3] what is open is worth more right away: it would close at the narrower spread', async () => {
    const id = await client(2_000_000n);
    await post('/orders', id, {
      body: { symbol: 'EURUSD', side: 'buy', lots: '1.00', amount: '9000.00', type: 'market' },
    });
    const before = await get<Account>('/me/account', id);
    expect((await post('/packages/gold/purchase', id)).statusCode).toBe(201);
    const after = await get<Account>('/me/account', id);
    // 0.6 pips of a hundred thousand euros: half of the mark-up that is gone, on the tick. The price itself left the equity.
    const gained = Number(after.equity.amount) - Number(before.equity.amount) + 5_000;
    expect(gained).toBeCloseTo(6, 2);
  });

  it('[P5] cards show what this client would have, and one that improves nothing is refused', async () => {
    const id = await client(1_000_000n);
    type List = { data: PackageOffer[]; terms: PackageOffer['terms']; instruments: number };
    const before = await get<List>('/packages', id);
    expect(before.instruments).toBe(77);
    const rest = await get<List & { next_cursor: null }>('/packages?limit=2&cursor=raw', id);
    expect(rest).toEqual({ ...before, data: before.data.slice(1, 3), next_cursor: 'gold' });
    expect(before.data.slice(0, 4).map((one) => [one.id, one.terms.markup_pips, one.improves, one.owned])).toEqual([
      ['raw', '0.8', true, false],
      ['zero', '1.2', true, false],
      ['gold', '0.3', true, false],
      ['gold-2', '0.2', true, false],
    ]);
    await post('/packages/gold/purchase', id);
    const after = await get<List>('/packages', id);
    expect(after.data.slice(0, 4).map((one) => [one.id, one.terms.markup_pips, one.improves, one.owned])).toEqual([
      ['raw', '0.3', false, false],
      ['zero', '0.3', false, false],
      ['gold', '0.3', false, true],
      ['gold-2', '0.2', true, false],
    ]);
    const refused = await post('/packages/raw/purchase', id);
    expect(refused.json()).toMatchObject({ status: 409, code: 'plan.no_gain', detail: messages.plans.noGain });
    expect((await post('/packages/none/purchase', id)).json()).toMatchObject({ status: 404, code: 'plan.not_found' });
  });

  it('[P4] without the money nothing is bought, and the refusal says how much there is', async () => {
    const id = await client(249_999n);
    expect((await post('/packages/raw/purchase', id)).json()).toMatchObject({
      status: 422,
      code: 'plan.insufficient_balance',
      detail: 'Insufficient balance. The price is $2,500.00 and you can spend $2,499.99.',
    });
    expect(await books.party(id)).toMatchObject({ cash: '249999' });
    const owing = await client(300_000n);
    await db.ownerPool.query('update ledger.party set loan = 50001 where id = $1', [owing]);
    expect((await post('/packages/raw/purchase', owing)).json()).toMatchObject({
      code: 'plan.insufficient_balance',
      detail:
        'Insufficient balance. The price is $2,500.00 and you can spend $2,499.99. You owe $500.01, and you can’t buy plans with borrowed money.',
    });
    await db.ownerPool.query('update ledger.party set loan = 0 where id = $1', [owing]);
  });

  it('[P13] of twenty purchases at one moment, the money pays for as many as it covers', async () => {
    const id = await client(250_000n);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        post(i % 2 === 0 ? '/signal-plans/basic/purchase' : '/signal-plans/unlimited/purchase', id),
      ),
    );
    const paid = answers
      .filter(({ statusCode }) => statusCode === 201)
      .reduce((sum, answer) => sum + Number(answer.json<PurchaseWire>().price.amount) * 100, 0);
    expect(await books.party(id)).toMatchObject({ cash: String(250_000 - paid) });
    expect(paid).toBeGreaterThan(200_000);
    // Each receipt goes on where the one before it ended.
    const { data } = await get<{ data: PurchaseWire[] }>('/purchases', id);
    const inOrder = data.toSorted((a, b) => Number(a.entry_number) - Number(b.entry_number));
    let balance = '2500.00';
    for (const { balance_before, balance_after } of inOrder) {
      expect(balance_before.amount).toBe(balance);
      balance = balance_after.amount;
    }
  });

  it('[P13] two processes sell a package to one client once, under many keys and under one', async () => {
    const other = openBooks(db.pool);
    try {
      const [many, one] = [await client(1_000_000n), await client(1_000_000n)];
      const key = newId();
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => {
          const { run } = i % 2 === 0 ? books : other;
          return Promise.all([
            run({ kind: 'buy_package', clientId: many, packageId: 'raw' }),
            run({ kind: 'buy_package', clientId: one, packageId: 'raw' }, key),
          ]);
        }),
      );
      const said = answers.map(([{ outcome }]) => (outcome.ok ? 'ok' : outcome.refusal.code)).toSorted();
      expect(said).toEqual(['ok', ...Array.from({ length: 29 }, () => 'plan.no_gain')].toSorted());
      expect(new Set(answers.map(([, { outcome }]) => JSON.stringify(outcome))).size).toBe(1);
      for (const id of [many, one]) {
        expect(await books.party(id)).toMatchObject({ cash: '750000' });
        expect(await get('/purchases', id)).toMatchObject({ data: [{ plan_id: 'raw' }] });
      }
    } finally {
      await other.ledger.close();
    }
  });

  it('[P14] receipts are their owner’s alone', async () => {
    const [id, stranger] = [await client(250_000n), await client(0n)];
    const receipt = (await post('/packages/raw/purchase', id)).json<PurchaseWire>();
    expect(said(await http.ask(`/purchases/${receipt.id}`, stranger))).toEqual([404, 'purchase.not_found']);
    expect(await get('/purchases', stranger)).toEqual({ data: [], next_cursor: null });
  });

  it('[P14] receipts come in pages, newest first', async () => {
    const id = await client(400_000n);
    for (const plan of ['unlimited', 'basic', 'unlimited']) await post(`/signal-plans/${plan}/purchase`, id);
    type Page = { data: PurchaseWire[]; next_cursor: string | null };
    const first = await get<Page>('/purchases?limit=2', id);
    expect(first.data.map(({ plan_id }) => plan_id)).toEqual(['unlimited', 'basic']);
    const rest = await get<Page>(`/purchases?limit=2&cursor=${first.next_cursor}`, id);
    expect([rest.data.map(({ plan_id }) => plan_id), rest.next_cursor]).toEqual([['unlimited'], null]);
  });
});

describe('signal plans', () => {
  it('[P9] a boost shows in the account right away and stays', async () => {
    const id = await client(500_000n);
    expect(await get<Account>('/me/account', id)).toMatchObject({ signal_strength: 1 });
    const bought = (await post('/signal-plans/gold/purchase', id)).json<PurchaseWire>();
    expect(bought).toMatchObject({ name: 'Gold', effect: { percent_before: 1, percent_after: 26 } });
    expect(await get<Account>('/me/account', id)).toMatchObject({ signal_strength: 26 });
  });

  it('[P10] unlimited signals are 100 % for thirty days; what adds nothing is refused', async () => {
    const id = await client(20_000_000n);
    type List = { data: SignalPlanOffer[]; signal_strength: number; percent: number; unlimited_until: string | null };
    const start = books.now();
    await post('/signal-plans/unlimited/purchase', id);
    expect(await get<List>('/signal-plans', id)).toMatchObject({
      signal_strength: 100,
      percent: 1,
      unlimited_until: new Date(start.getTime() + 30 * 86_400_000).toISOString(),
      instruments_covered: 77,
    });
    try {
      books.at(new Date(start.getTime() + 31 * 86_400_000));
      expect(await get<Account>('/me/account', id)).toMatchObject({ signal_strength: 1 });
      for (const plan of ['diamond', 'diamond', 'diamond']) await post(`/signal-plans/${plan}/purchase`, id);
      const full = await get<List>('/signal-plans', id);
      expect(full).toMatchObject({ signal_strength: 100, percent: 100, unlimited_until: null });
      expect(full.data.map(({ improves }) => improves)).toEqual([false, false, false, false, false]);
      expect((await post('/signal-plans/unlimited/purchase', id)).json()).toMatchObject({ code: 'plan.no_gain' });
    } finally {
      books.at(start);
    }
  });

  it('[P12] a suspension stops the days', async () => {
    const id = await client(50_000n);
    const start = books.now();
    const control = (status: 'active' | 'suspended') =>
      books.run({ kind: 'set_controls', staffId: staff, clientId: id, status, billing: null, code: null, reason: 'r', noteId: newId() }); // prettier-ignore
    const strength = async (day: number) => {
      books.at(new Date(start.getTime() + day * 86_400_000));
      return (await get<Account>('/me/account', id)).signal_strength;
    };
    try {
      await post('/signal-plans/unlimited/purchase', id);
      expect(await strength(10)).toBe(100);
      await control('suspended');
      expect((await post('/signal-plans/basic/purchase', id)).json()).toMatchObject({
        status: 403,
        code: 'plan.suspended',
      });
      expect(await strength(90)).toBe(100);
      // Twenty days are left, and go on standing still: no page names a day that is over.
      const shown = async () => (await get<{ unlimited_until: string | null }>('/signal-plans', id)).unlimited_until;
      const ends = new Date(start.getTime() + 110 * 86_400_000).toISOString();
      expect(await shown()).toBe(ends);
      await control('active');
      expect(await shown()).toBe(ends);
      expect([await strength(109), await strength(111)]).toEqual([100, 1]);
    } finally {
      books.at(start);
    }
  });
});

describe('adding a package', () => {
  const body = { name: 'Desk', price: '1500', markup: '0.5', leverage: '10', features: ['Narrow', 'Bought once'] };

  it('[P7] staff add one; it is on offer right away, with its effect for each client, and in the audit log', async () => {
    const id = await client(150_000n);
    const key = newId();
    const added = await post('/admin/packages', staff, { body, key, role: 'admin' });
    expect([added.statusCode, added.json()]).toMatchObject([
      201,
      { name: 'Desk', price: { amount: '1500.00' }, markup: '0.5', leverage: 10, buyers: 0, features: body.features },
    ]);
    expect((await post('/admin/packages', staff, { body, key, role: 'admin' })).json()).toEqual(added.json());
    const own = added.json<AdminPackage>();
    const { data } = await get<{ data: PackageOffer[] }>('/packages', id);
    expect(data.find((one) => one.id === own.id)).toMatchObject({
      improves: true,
      // A ceiling of ten is less than half the cap of forex, and all of a cap of five.
      terms: { markup_pips: '0.5', leverage: { forex_major: 15, forex_other: 10, stock: 5, crypto: 2 } },
    });
    expect((await post(`/packages/${own.id}/purchase`, id)).statusCode).toBe(201);
    const list = await get<{ data: AdminPackage[] }>('/admin/packages', staff, 'admin');
    expect(list.data.filter(({ name }) => name === 'Desk')).toMatchObject([{ buyers: 1 }]);
    const { rows } = await db.pool.query(
      `select actor_id, facts from ledger.audit where action = 'package.add' and subject_id = $1`,
      [own.id],
    );
    expect(rows).toEqual([{ actor_id: staff, facts: { price: '1500.00', markup: '5', leverage: '10' } }]);
  });

  it.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['no price', { price: '' }, 'price'],
    ['no feature', { features: [] }, 'features'],
    ['an empty feature', { features: ['One', ' '] }, 'features'],
    ['no mark-up', { markup: '' }, 'markup'],
    ['no leverage', { leverage: '' }, 'leverage'],
  ])('[P7] with %s it is refused in the words of the specification', async (_name, change, field) => {
    const refused = await post('/admin/packages', staff, { body: { ...body, ...change }, role: 'admin' });
    expect(refused.statusCode).toBe(422);
    const { fields } = refused.json<{ fields: { name: string; message: string }[] }>();
    expect(fields[0]?.name.startsWith(field)).toBe(true);
    expect(fields[0]?.message).toBe('Please fill all fields and add at least one feature.');
  });

  it.each<[string, object, string]>([
    ['a mark-up that is no number', { markup: 'wide' }, messages.plans.markupFormat],
    ['a mark-up above ten pips', { markup: '10.1' }, messages.plans.markupFormat],
    ['a ceiling above 500', { leverage: '501' }, messages.plans.leverageFormat],
    ['a price in words', { price: 'much' }, messages.amount.format],
    ['terms that are no better than none', { markup: '1.6', leverage: '1' }, messages.plans.useless],
  ])('[P7] %s is refused', async (_name, change, message) => {
    const refused = await post('/admin/packages', staff, { body: { ...body, ...change }, role: 'admin' });
    expect(refused.json()).toMatchObject({ status: 422, fields: [{ message }] });
  });

  it('[P7] a package is never changed and never taken away', async () => {
    for (const sql of [
      "update ledger.package set price = 1 where id = 'raw'",
      "delete from ledger.package where id = 'raw'",
      `insert into ledger.package (id, name, price, markup, leverage_ceiling, features) values ('x', 'x', 1, 1, 1, '["x"]')`,
      'update ledger.purchase set price = 1',
      "update ledger.signal_plan set price = 1 where id = 'basic'",
    ])
      await expect(db.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the terms of open sockets', () => {
  it('[P3] are unknown until they are read, and read again after a purchase', async () => {
    const id = await client(250_000n);
    const terms = new ClientTerms(db.pool, { warn: () => undefined });
    expect(terms.of(id)).toBeUndefined();
    await expect.poll(() => terms.of(id)).toEqual({ markup: 16, leverageCeiling: 0 });
    await post('/packages/raw/purchase', id);
    terms.forget(id);
    await expect.poll(() => terms.of(id)).toEqual({ markup: 8, leverageCeiling: 500 });
  });

  it('[P3] what was being read while somebody bought is not believed', async () => {
    const id = newId();
    const answers = [16, 8];
    const underWay: (() => void)[] = [];
    const slow = {
      query: () =>
        new Promise((resolve) => {
          const rows = [{ id, markup: answers.shift(), leverage_ceiling: 0 }];
          underWay.push(() => resolve({ rows }));
        }),
    } as unknown as Pool;
    const terms = new ClientTerms(slow, { warn: () => undefined });
    terms.of(id);
    await expect.poll(() => underWay.length).toBe(1);
    terms.forget(id);
    underWay[0]?.();
    await expect
      .poll(() => {
        expect(terms.of(id)).toBeUndefined();
        return underWay.length;
      })
      .toBe(2);
    underWay[1]?.();
    await expect.poll(() => terms.of(id)).toEqual({ markup: 8, leverageCeiling: 0 });
  });
});
