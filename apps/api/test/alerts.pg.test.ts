import {
  alertList,
  ALERTS_MAX,
  changeAlertBody,
  newAlertBody,
  PAST_ALERTS_KEPT,
  type PriceAlert,
} from '@clearbook/contracts/alerts';
import type { RouteKey } from '@clearbook/contracts/routes';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { openWatchBooks, type WatchBooks } from './watch-books.ts';
import { newId } from '../src/platform/ids.ts';
import { Problem, type Register } from '../src/platform/http/index.ts';
import { writeSettings } from '../src/features/notifications/notifications.query.ts';
import { passOn } from '../src/features/watch/watch.ts';
import type { Watcher } from '../src/features/watch/watcher.ts';
import { alertRoutes } from '../src/features/alerts/routes.ts';

let db: FreshDatabase;
let books: WatchBooks;
let watcher: Watcher;
let client: string;

type AnyHandler = (context: object) => Promise<unknown>;
const handlers = new Map<RouteKey, AnyHandler>();

beforeAll(async () => {
  db = await freshDatabase();
  books = openWatchBooks(db.pool);
  alertRoutes(((key: RouteKey, handler: AnyHandler) => void handlers.set(key, handler)) as unknown as Register, {
    pool: db.pool,
    market: books.market,
  });
});
afterAll(async () => {
  expect(books.faults()).toEqual([]);
  await books.ledger.close();
  await db.drop();
});
beforeEach(async () => {
  await watcher?.stop();
  await db.pool.query('delete from app.price_alert');
  watcher = await books.begin({ EURUSD: '1.1', BTC: '60000', AAPL: '180' });
  client = await books.openParty();
});

const call = (key: RouteKey, userId: string, more: object = {}) =>
  handlers.get(key)?.({ actor: { userId }, now: books.now(), key: newId(), requestHash: 'x', ...more });
const set = async (body: object, more: object = {}, of = client): Promise<PriceAlert> => {
  const parsed = newAlertBody.parse({ symbol: 'BTC', ...body });
  const requestHash = hash('sha256', JSON.stringify(parsed));
  return (await call('POST /alerts', of, { body: parsed, requestHash, ...more })) as PriceAlert;
};
const change = async (id: string, body: object, of = client): Promise<PriceAlert> =>
  (await call('PUT /alerts/:id', of, { params: { id }, body: changeAlertBody.parse(body) })) as PriceAlert;
const list = async (of = client): Promise<PriceAlert[]> => alertList.parse(await call('GET /alerts', of)).alerts;
const refusal = async (answer: Promise<unknown>): Promise<Problem> => {
  const error = await answer.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Problem);
  return error as Problem;
};
/** What the invalidation of a commit has the watching process do. */
const known = async (by: Watcher, ...alerts: readonly PriceAlert[]): Promise<void> => {
  for (const { id } of alerts) passOn(by, { c: client, t: ['alerts'], e: 'alert_set', s: id, a: false });
  await by.settled();
};
const tick = (prices: Parameters<WatchBooks['say']>[1], seconds?: number) => books.tick(watcher, prices, seconds);
const told = async (of = client): Promise<{ kind: string; price: string; subject: string }[]> =>
  (
    await db.pool.query<{ kind: string; price: string; subject: string }>(
      `select kind, "values" ->> 'price' as price, subject_id as subject from app.notification where user_id = $1 and kind like 'alert%' order by at, id`,
      [of],
    )
  ).rows;
const mailed = async (of = client): Promise<number> =>
  (await db.pool.query(`select from app.mail_outbox where user_id = $1 and template like 'alert%'`, [of])).rowCount ??
  0;
const state = async (id: string): Promise<Record<string, unknown>> =>
  (await db.pool.query<Record<string, unknown>>('select * from app.price_alert where id = $1', [id])).rows[0] ?? {};

describe('what sets an alert off', () => {
  it('[PA1] the mid at its level or beyond, at the first such quote, once, in the app and by email', async () => {
    const above = await set({ kind: 'above', price: '61000' });
    const below = await set({ kind: 'below', price: '59000' });
    await known(watcher, above, below);
    await tick({ BTC: '60999' });
    expect(await told()).toEqual([]);
    await tick({ BTC: '61250' });
    await tick({ BTC: '61500' });
    await tick({ BTC: '60000' });
    await tick({ BTC: '61500' });
    expect(await told()).toEqual([{ kind: 'alert-above', price: '61,250.00', subject: above.id }]);
    expect(await mailed()).toBe(1);
    await tick({ BTC: '60000' });
    await tick({ BTC: '58900' });
    expect((await told()).map(({ kind }) => kind)).toEqual(['alert-above', 'alert-below']);
    expect((await list()).map(({ state: now, triggered_price: at }) => [now, at])).toEqual([
      ['triggered', '58900.005'],
      ['triggered', '61250'],
    ]);
  });

  it('[PA2] a change is measured from the price at which it was set', async () => {
    const rise = await set({ kind: 'rises', percent: '2.5' });
    const fall = await set({ kind: 'falls', percent: '1' });
    expect(rise).toMatchObject({ base_price: '60000', price: '61500', percent: '2.5' });
    expect(fall).toMatchObject({ base_price: '60000', price: '59400', percent: '1' });
    await known(watcher, rise, fall);
    await tick({ BTC: '61499.99' });
    await tick({ BTC: '59400' });
    expect((await told()).map(({ kind }) => kind)).toEqual(['alert-falls']);
  });

  it('[PA3] no quote from before it was set counts, and one since then does, also where word of it comes late', async () => {
    books.say(1, { BTC: '61200' });
    watcher.look(books.now());
    books.say(1, { BTC: '60000' });
    watcher.look(books.now());
    const late = await set({ kind: 'above', price: '61000' });
    await tick({ BTC: '61100' }, 2);
    await tick({ BTC: '60000' }, 2);
    await known(watcher, late);
    expect(await told()).toEqual([{ kind: 'alert-above', price: '61,100.00', subject: late.id }]);
  });

  it('[PA3] what no notification named is found', async () => {
    await set({ kind: 'above', price: '61000' });
    await watcher.reconcile();
    await tick({ BTC: '61100' });
    expect(await told()).toHaveLength(1);
  });

  it('[PA4] one that is over sets nothing off, and is over only once every quote before its end is decided', async () => {
    const at = (seconds: number) => new Date(books.now().getTime() + seconds * 1_000).toISOString();
    const soon = await set({ kind: 'above', price: '61000', expires_at: at(5) });
    const reached = await set({ kind: 'below', price: '59000', expires_at: at(5) });
    await known(watcher, soon, reached);
    books.say(4, { BTC: '58900' });
    books.say(2, { BTC: '61500' });
    await watcher.mark();
    expect(await state(soon.id)).toMatchObject({ state: 'active' });
    watcher.look(books.now());
    await watcher.settled();
    await watcher.mark();
    expect(await state(soon.id)).toMatchObject({ state: 'expired' });
    expect(await state(reached.id)).toMatchObject({ state: 'triggered' });
  });

  it('[PA5] one that repeats waits for the price to come back and an hour to pass; a change goes on from where it was', async () => {
    const expires = new Date(books.now().getTime() + 86_400_000).toISOString();
    const level = await set({ kind: 'above', price: '61000', repeats: true, expires_at: expires });
    const rise = await set({ kind: 'rises', percent: '2', repeats: true, expires_at: expires });
    await known(watcher, level, rise);
    await tick({ BTC: '61100' });
    await tick({ BTC: '61190' });
    expect(await told()).toHaveLength(1);
    await tick({ BTC: '60900' });
    await tick({ BTC: '61150' });
    expect(await told()).toHaveLength(1);
    await tick({ BTC: '61150' }, 3_600);
    expect((await told()).map(({ kind }) => kind)).toEqual(['alert-above', 'alert-above']);
    await tick({ BTC: '61300' });
    expect((await told()).at(-1)).toMatchObject({ kind: 'alert-rises', price: '61,300.00' });
    // Two percent of 61,300 from here on.
    expect((await list()).find(({ id }) => id === rise.id)).toMatchObject({
      ...{ state: 'active', price: '62526', base_price: '61300', times: 1 },
    });
    expect(await state(level.id)).toMatchObject({ times: 2, comes_back: true });
  });
});

describe('who watches', () => {
  it('[PA6] two that watch at once tell once, whoever is first', async () => {
    const other = await books.watching();
    const alerts = await Promise.all(
      Array.from({ length: 20 }, (_, n) => set({ kind: 'above', price: String(61_000 + n) })),
    );
    await Promise.all([known(watcher, ...alerts), known(other, ...alerts)]);
    books.say(1, { BTC: '62000' });
    watcher.look(books.now());
    other.look(books.now());
    await Promise.all([watcher.settled(), other.settled()]);
    await other.stop();
    expect(await told()).toHaveLength(20);
    expect(new Set((await told()).map(({ subject }) => subject)).size).toBe(20);
  });

  it('[PA6] one that dies with what it saw in its hands leaves it to the next one, at the same quote, once', async () => {
    const dying = await books.watching({ pool: cutOff(db.pool) });
    await watcher.stop();
    const alert = await set({ kind: 'above', price: '61000' });
    dying.onAlertChanged(alert.id);
    await books.watching();
    books.say(1, { BTC: '61000.5' });
    books.say(1, { BTC: '60000' });
    books.say(1, { BTC: '61400' });
    watcher = await books.watching();
    watcher.look(books.now());
    await watcher.settled();
    expect(await told()).toEqual([{ kind: 'alert-above', price: '61,000.50', subject: alert.id }]);
  });

  it('[PA6] a downtime of any length loses nothing: the first quote beyond is found, and what was set meanwhile counts from then', async () => {
    const early = await set({ kind: 'above', price: '61000' });
    const none = await set({ kind: 'above', price: '64000' });
    await known(watcher, early, none);
    await watcher.mark();
    await watcher.stop();
    books.say(600, { BTC: '61010' });
    books.say(600, { BTC: '60500' });
    const meanwhile = await set({ kind: 'above', price: '61000' });
    books.say(600, { BTC: '61020' });
    books.say(600, { BTC: '60500' });
    watcher = await books.watching();
    watcher.look(books.now());
    await watcher.settled();
    expect(await told()).toEqual([
      { kind: 'alert-above', price: '61,010.00', subject: early.id },
      { kind: 'alert-above', price: '61,020.00', subject: meanwhile.id },
    ]);
    expect(await state(none.id)).toMatchObject({ state: 'active' });
  });

  it('[PA6] what cannot be written is tried again and delays no trigger of money', async () => {
    const failing = { on: true };
    await watcher.stop();
    watcher = await books.watching({ pool: refusing(db.pool, failing) });
    watcher.look(books.now());
    const alert = await set({ kind: 'above', price: '61000' });
    const trader = await books.client();
    const trade = await books.open(trader, { symbol: 'BTC', lots: 1n, amount: 200_000n, takeProfit: '60900' });
    await books.rowsChanged(watcher, trader);
    await known(watcher, alert);
    books.say(1, { BTC: '61100' });
    watcher.look(books.now());
    await expect.poll(async () => (await books.trade(trade)).closed_by).toBe('take_profit');
    expect(await told()).toEqual([]);
    failing.on = false;
    await watcher.settled();
    expect(await told()).toHaveLength(1);
  });
});

/** A pool through which no alert is ever written, as of a process that is gone. */
function cutOff<T extends object>(pool: T): T {
  return refusing(pool, { on: true }, () => new Promise(() => undefined));
}

function refusing<T extends object>(
  pool: T,
  failing: { on: boolean },
  answer = (): Promise<never> => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' })),
): T {
  return new Proxy(pool, {
    get(target, property) {
      const own: unknown = Reflect.get(target, property, target);
      if (property !== 'query' || typeof own !== 'function') return own;
      return (statement: { name?: string }, ...rest: unknown[]): unknown =>
        failing.on && statement.name === 'alerts-trigger' ? answer() : own.call(target, statement, ...rest);
    },
  });
}

describe('shares that split', () => {
  it('[PA7] a level goes into the new shares before any of their prices is looked at, and fires by none of them before', async () => {
    const day = '2026-03-16';
    const waiting = await set({ symbol: 'AAPL', kind: 'below', price: '174' });
    const rise = await set({ symbol: 'AAPL', kind: 'rises', percent: '10' });
    await known(watcher, waiting, rise);
    await db.pool.query('select ledger.record_split($1, $2, $3, $4, $5, $6, $7, $8)', [
      ...[newId(), 'AAPL', 4, 1, day, 'exchange', books.now(), books.now()],
    ]);
    await watcher.reconcile();
    await watcher.mark();
    const { rows } = await db.pool.query<{ at: Date }>('select effective_at as at from ledger.corporate_action');
    const open = new Date((rows[0]?.at.getTime() ?? 0) + 600_000);
    await tick({}, (open.getTime() - books.now().getTime()) / 1_000);
    await tick({ AAPL: '45' }, 5);
    await watcher.chargeNights();
    await watcher.settled();
    expect(await told()).toEqual([]);
    expect(await state(waiting.id)).toMatchObject({ level: '435000000000', state: 'active' });
    expect(await state(rise.id)).toMatchObject({ level: '495000000000', base: '450000000000' });
    await tick({ AAPL: '43.4' }, 5);
    expect((await told()).map(({ kind }) => kind)).toEqual(['alert-below']);
  });
});

describe('setting them', () => {
  it('[PA8] each client has their own, up to a number, counted under a lock; past ones are kept up to a number', async () => {
    const other = await books.openParty();
    const results = await Promise.allSettled(
      Array.from({ length: ALERTS_MAX + 5 }, (_, n) => set({ kind: 'above', price: String(61_000 + n) })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(ALERTS_MAX);
    expect(await refusal(set({ kind: 'above', price: '61000' }))).toMatchObject({
      status: 409,
      code: 'alert.too_many',
    });
    await set({ kind: 'above', price: '61000' }, {}, other);
    const [mine] = await list();
    for (const answer of [
      () => change(mine?.id ?? '', { kind: 'above', price: '62000' }, other),
      () => call('DELETE /alerts/:id', other, { params: { id: mine?.id } }),
    ])
      expect(await refusal(Promise.resolve(answer()))).toMatchObject({ status: 404, code: 'alert.not_found' });
    expect(await list()).toHaveLength(ALERTS_MAX);
    await db.pool
      .query(`insert into app.price_alert (id, client_id, symbol, kind, level, repeats, state, set_at, counts_from, split_through, changed_at, triggered_at,
        triggered_price, triggered_quote, times, request_key, request_hash)
      select gen_random_uuid(), client_id, symbol, kind, level, false, 'triggered', set_at, set_at, set_at, changed_at, set_at, 1, 'q', 1, 'past ' || n, ''
      from app.price_alert, generate_series(1, ${PAST_ALERTS_KEPT + 10}) as n where id = '${mine?.id}'`);
    await call('DELETE /alerts/:id', client, { params: { id: mine?.id } });
    await set({ kind: 'above', price: '61000' });
    const { rowCount } = await db.pool.query('select from app.price_alert where client_id = $1', [client]);
    expect(rowCount).toBe(ALERTS_MAX + PAST_ALERTS_KEPT);
  });

  it('[PA8] sent twice under one key it is one alert, and another one under it is refused', async () => {
    const key = newId();
    const [first, again] = await Promise.all([
      set({ kind: 'above', price: '61000' }, { key }),
      set({ kind: 'above', price: '61000' }, { key }),
    ]);
    expect(first.id).toBe(again.id);
    expect(await list()).toHaveLength(1);
    expect(await refusal(set({ kind: 'above', price: '62000' }, { key }))).toMatchObject({ code: 'key.reused' });
  });

  it('[PA9] one for where the price is already, off the tick, without a price or for longer than a year is refused with the figure', async () => {
    expect((await refusal(set({ kind: 'above', price: '59000' }))).fields).toEqual([
      { name: 'price', message: 'The price is already there: it’s 60,000.00 now' },
    ]);
    expect((await refusal(set({ kind: 'below', price: '60000' }))).fields[0]?.name).toBe('price');
    expect((await refusal(set({ kind: 'above', price: '61000.001' }))).fields[0]?.message).toContain('2 decimals');
    expect(await refusal(set({ symbol: 'NOPE', kind: 'above', price: '1' }))).toMatchObject({ status: 422 });
    expect(await refusal(set({ symbol: 'ETH', kind: 'rises', percent: '5' }))).toMatchObject({
      code: 'alert.unpriced',
    });
    const in400Days = new Date(books.now().getTime() + 400 * 86_400_000).toISOString();
    for (const expires_at of [in400Days, books.now().toISOString()])
      expect((await refusal(set({ kind: 'above', price: '61000', expires_at }))).fields[0]?.name).toBe('expires_at');
    for (const body of [
      { kind: 'rises', percent: '0.05' },
      { kind: 'falls', percent: '99.5' },
      { kind: 'above' },
      { kind: 'falls', price: '3' },
      { kind: 'above', price: '61000', repeats: true },
      { kind: 'above', price: '-1' },
      { kind: 'above', price: '1e5' },
    ])
      expect(newAlertBody.safeParse({ symbol: 'BTC', ...body }).success, JSON.stringify(body)).toBe(false);
    expect(await list()).toEqual([]);
  });

  it('[PA9] changed, it waits anew: what was seen of it as it was changes nothing', async () => {
    const alert = await set({ kind: 'above', price: '61000' });
    await known(watcher, alert);
    await change(alert.id, { kind: 'above', price: '63000' });
    // The process that watches does not know of it yet.
    await tick({ BTC: '61500' });
    expect(await told()).toEqual([]);
    await tick({ BTC: '63100' });
    expect(await told()).toHaveLength(1);
    const again = await change(alert.id, { kind: 'below', price: '60000' });
    expect(again).toMatchObject({ state: 'active', triggered_at: null, times: 0 });
    await call('DELETE /alerts/:id', client, { params: { id: alert.id } });
    await known(watcher, alert);
    await tick({ BTC: '59000' });
    expect(await told()).toHaveLength(1);
  });

  it('[PA10] whoever has switched their emails off is told in the app alone', async () => {
    await writeSettings(db.pool, client, { own_doings: true, price_alerts: false });
    await known(watcher, await set({ kind: 'above', price: '61000' }));
    await tick({ BTC: '61500' });
    expect([await told(), await mailed()]).toEqual([[expect.objectContaining({ kind: 'alert-above' })], 0]);
    expect(await writeSettings(db.pool, client, { own_doings: false })).toEqual({
      own_doings: false,
      price_alerts: false,
    });
  });
});
