import type { Configuration } from '@clearbook/contracts/configuration';
import { messages } from '@clearbook/contracts/messages';
import type { AdminPackage, PackageOffer, PurchaseWire, SignalPlanOffer } from '@clearbook/contracts/plans';
import type { Proposal } from '@clearbook/contracts/proposals';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { serve, type Served } from '../../../test/served.ts';
import { commitTester } from '../../../test/try-commit.ts';
import { configurationRoutes } from '../configuration/index.ts';
import { proposalRoutes } from '../proposals/index.ts';
import { planRoutes } from './index.ts';

const MINUTE_MS = 60_000;

/** Two processes over one database: one is asked, and `other` decides too. */
let db: FreshDatabase;
let books: Books;
let other: Books;
let http: Served;
let [maker, checker] = ['', ''];
let minutes = 0;

beforeAll(async () => {
  db = await freshDatabase();
  [books, other] = [openBooks(db.pool), openBooks(db.pool)];
  [maker, checker] = [await books.openParty('staff'), await books.openParty('staff')];
  http = await serve(books.now, (register) => {
    const deps = { ledger: books.ledger, pool: db.pool };
    planRoutes(register, deps);
    configurationRoutes(register, deps);
    proposalRoutes(register, { ...deps, config: { mode: 'demo' } });
  });
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await Promise.all([books.ledger.close(), other.ledger.close()]);
  await db.drop();
});

/** A minute later in both processes. */
function later(): Date {
  minutes += 1;
  const now = new Date(OPEN_MARKETS.getTime() + minutes * MINUTE_MS);
  for (const each of [books, other]) each.at(now);
  return now;
}

type Item = 'package' | 'signal_plan';
type Sale = { state: 'on_sale' | 'retired'; price: string | null };
const post = (path: string, who: string, body: object = {}) => http.send('POST', path, who, body, newId());
const propose = (item: Item, key: string, value: Sale, from: Date | null = null) =>
  post('/admin/configuration', `admin ${maker}`, {
    setting: { item, key, value }, effective_at: from?.toISOString() ?? null, reason: 'A new season',
  }); // prettier-ignore
async function set(...of: Parameters<typeof propose>): Promise<Proposal> {
  later();
  const proposed = await propose(...of);
  expect(proposed.statusCode, proposed.body).toBe(201);
  const decided = await post(`/admin/proposals/${proposed.json<Proposal>().id}/decision`, `admin ${checker}`, {
    decision: 'approve',
  });
  expect(decided.json()).toMatchObject({ status: 'approved' });
  return decided.json();
}
async function client(cents = 2_000_000n): Promise<string> {
  const id = await books.openParty();
  for (let left = cents; left > 0n; left -= 1_000_000n) await books.fund(id, left > 1_000_000n ? 1_000_000n : left);
  return id;
}
const packages = async (id: string) => (await http.get<{ data: PackageOffer[] }>('/packages', `client ${id}`)).data;
const buy = (id: string, plan = 'raw', body = {}) => post(`/packages/${plan}/purchase`, `client ${id}`, body);

describe('[P18] what two people set of a package', () => {
  it('its price holds from its moment, in every process; who bought it before keeps it, with the receipt', async () => {
    const before = await client();
    const receipt = (await buy(before)).json<PurchaseWire>();
    const from = new Date(OPEN_MARKETS.getTime() + (minutes + 3) * MINUTE_MS);
    const done = await set('package', 'raw', { state: 'on_sale', price: '1999.50' }, from);
    expect(done.act).toMatchObject({ kind: 'configure', plan: 'Raw (originally $2,500.00)', before: { value: { state: 'on_sale', price: null } } }); // prettier-ignore
    const id = await client();
    const shown = async () => (await packages(id)).find((one) => one.id === 'raw')?.price.amount;
    expect(await shown()).toBe('2500.00');
    const { rows: names } = await db.pool.query(
      `select ledger.config_name('package', 'raw') as package, ledger.config_name('deposit_limit', 'identity') as level, ledger.config_name('closures', 'stock') as closures,
        ledger.config_name('instrument', 'GBPJPY') as cross, ledger.config_name('instrument', 'BTC') as coin, ledger.config_name('instrument', 'AAPL') as share`,
    );
    expect(names).toEqual([
      { package: 'Package: Raw (originally $2,500.00)', level: 'Deposit limit: Identity verified', closures: 'Holidays and closures: All stocks',
        cross: 'Instrument: GBP/JPY', coin: 'Instrument: BTC/USD', share: 'Instrument: AAPL' },
    ]); // prettier-ignore
    later();
    later();
    expect(await shown()).toBe('1999.50');
    const bought = (await buy(id)).json<PurchaseWire>();
    expect(bought).toMatchObject({
      name: 'Raw', price: { amount: '1999.50' }, balance_before: { amount: '20000.00' }, balance_after: { amount: '18000.50' },
    }); // prettier-ignore
    const there = await client();
    const { outcome } = await other.run({ kind: 'buy_package', clientId: there, packageId: 'raw' });
    expect(outcome.ok).toBe(true);
    const { rows } = await db.pool.query('select price from ledger.purchase where client_id = $1', [there]);
    expect(rows).toEqual([{ price: '199950' }]);
    expect(await http.get(`/purchases/${receipt.id}`, `client ${before}`)).toEqual(receipt);
  });

  it('retired, it is on no list and cannot be bought; its owners keep its terms, and it can go back on sale', async () => {
    const owner = await client();
    expect((await buy(owner, 'zero')).statusCode).toBe(201);
    const terms = (await http.get<{ terms: object }>('/packages', `client ${owner}`)).terms;
    await set('package', 'zero', { state: 'retired', price: null });
    const id = await client();
    expect((await packages(id)).map((one) => one.id)).toEqual(['raw', 'gold', 'gold-2']);
    const refused = await buy(id, 'zero');
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'plan.retired', detail: messages.plans.retired },
    ]);
    expect(await http.get('/packages', `client ${owner}`)).toMatchObject({ terms });
    const staff = await http.get<{ data: AdminPackage[] }>('/admin/packages', `admin ${maker}`);
    expect(staff.data.find((one) => one.id === 'zero')).toMatchObject({ state: 'retired', price: { amount: '4000.00' }, buyers: 1 }); // prettier-ignore
    const { plans } = await http.get<Configuration>('/admin/configuration', `admin ${maker}`);
    expect(plans).toContainEqual({ item: 'package', key: 'zero', name: 'Zero', price: { amount: '4000.00', currency: 'USD' } }); // prettier-ignore
    await set('package', 'zero', { state: 'on_sale', price: null });
    expect((await buy(id, 'zero')).json()).toMatchObject({ price: { amount: '4000.00' } });
  });

  it('one that staff added is configured like the others, and one that nobody added is not', async () => {
    const body = { name: 'Desk', price: '1500', markup: '0.1', leverage: '10', features: ['Narrow'] };
    const added = (await post('/admin/packages', `admin ${maker}`, body)).json<AdminPackage>();
    await set('package', added.id, { state: 'on_sale', price: '1200' });
    expect((await packages(await client())).find((one) => one.id === added.id)).toMatchObject({ price: { amount: '1200.00' } }); // prettier-ignore
    for (const [item, key] of [['package', newId()], ['package', 'unlimited'], ['signal_plan', 'raw']] as const) // prettier-ignore
      expect((await propose(item, key, { state: 'retired', price: null })).json(), key).toMatchObject({ code: 'config.unknown' }); // prettier-ignore
  });

  it.each(['0', '0.00', '-1', '1.005', 'much', ''])('no price of %j', async (price) => {
    const refused = await propose('package', 'raw', { state: 'on_sale', price });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { fields: [{ message: messages.configuration.price }] },
    ]);
  });

  it('the database knows which plans there are', async () => {
    const now = later();
    const [proposalId, key] = [newId(), newId()];
    const value = { state: 'retired', price: null };
    const command = { kind: 'configure', item: 'package', key, value: JSON.stringify(value), effectiveAt: null, replaces: null, reverts: null } as const; // prettier-ignore
    await books.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'r' });
    const tryCommit = await commitTester(db.pool, checker, now);
    const config_version = [{
      proposal_id: proposalId, item: 'package', key, value, effective_at: now, proposed_by: maker, approved_by: checker, reason: 'r', reverts: null, at: now,
    }]; // prettier-ignore
    const proposal = [{ id: proposalId, status: 'approved', decided_by: checker, decided_at: now }];
    expect(await tryCommit({ entries: [], rows: { config_version, proposal }, key: newId() })).toBe('CF2');
  });

  it('of purchases beside a new price, each is at one of the two, and those that begin after it at the new one', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => client()));
    const bought = ids.map((clientId, n) =>
      (n % 2 === 0 ? books : other).run({ kind: 'buy_package', clientId, packageId: 'gold' }),
    );
    await set('package', 'gold', { state: 'on_sale', price: '3000' });
    const last = await client();
    expect((await other.run({ kind: 'buy_package', clientId: last, packageId: 'gold' })).outcome.ok).toBe(true);
    expect((await Promise.all(bought)).map(({ outcome }) => outcome.ok)).not.toContain(false);
    const prices = async (clients: string[]) =>
      (await db.pool.query<{ price: string }>('select price from ledger.purchase where client_id = any($1)', [clients])).rows.map(({ price }) => price); // prettier-ignore
    const beside = await prices(ids);
    expect(beside.filter((price) => price === '500000' || price === '300000')).toHaveLength(12);
    expect(await prices([last])).toEqual(['300000']);
  });

  it('the commit takes none that was decided by an earlier price, or before it was retired: it is decided again', async () => {
    await set('package', 'gold', { state: 'on_sale', price: '3100' });
    await set('signal_plan', 'silver', { state: 'retired', price: null });
    const commits = (kind: Item, plan_id: string, price: number) =>
      db.ownerPool.query(
        'select ledger.verify_purchase(1::smallint, array[jsonb_populate_record(null::ledger.purchase_image, $1)], $2)',
        [{ kind, plan_id, price }, books.now()],
      );
    for (const [kind, plan, price] of [
      ['package', 'gold', 300_000],
      ['package', 'gold', 500_000],
      ['signal_plan', 'silver', 200_000],
    ] as const)
      // prettier-ignore
      await expect(commits(kind, plan, price), `${plan} ${price}`).rejects.toMatchObject({ code: '40001' });
    await commits('package', 'gold', 310_000);
    await commits('signal_plan', 'gold', 300_000);
    await set('signal_plan', 'silver', { state: 'on_sale', price: null });
  });
});

describe('[P18] what two people set of a signal plan', () => {
  it('its price and whether it is sold', async () => {
    const id = await client();
    const offers = async () => (await http.get<{ data: SignalPlanOffer[] }>('/signal-plans', `client ${id}`)).data;
    await set('signal_plan', 'basic', { state: 'on_sale', price: '750' });
    await set('signal_plan', 'diamond', { state: 'retired', price: null });
    expect((await offers()).map(({ id: plan, price }) => [plan, price.amount])).toEqual([
      ['unlimited', '500.00'],
      ['basic', '750.00'],
      ['silver', '2000.00'],
      ['gold', '3000.00'],
    ]);
    expect((await post('/signal-plans/basic/purchase', `client ${id}`)).json()).toMatchObject({ price: { amount: '750.00' } }); // prettier-ignore
    expect((await post('/signal-plans/diamond/purchase', `client ${id}`)).json()).toMatchObject({ code: 'plan.retired' }); // prettier-ignore
  });
});

describe('[P19] the price that was shown', () => {
  it('is paid or nothing is', async () => {
    const id = await client();
    const [seen] = (await packages(id)).filter((one) => one.id === 'gold-2');
    await set('package', 'gold-2', { state: 'on_sale', price: '10500' });
    const refused = await buy(id, 'gold-2', { price: seen?.price.amount });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'plan.price_changed', detail: messages.plans.priceChanged('$10,500.00') },
    ]);
    expect((await http.get<{ data: unknown[] }>('/purchases', `client ${id}`)).data).toEqual([]);
    expect((await buy(id, 'gold-2', { price: '10500.00' })).statusCode).toBe(201);
    const signals = await post('/signal-plans/silver/purchase', `client ${id}`, { price: '1999.99' });
    expect(signals.json()).toMatchObject({ code: 'plan.price_changed' });
  });
});
