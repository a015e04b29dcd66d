import type { PublicSettings } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { SWITCH_NAMES, type SwitchName, type Switches } from '@clearbook/contracts/switches';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { type TryCommit, commitTester } from '../../../test/try-commit.ts';
import { simulatedMarket } from '../../../test/market.ts';
import type { Answer } from '../../ledger/index.ts';
import { tradeRoutes } from '../trades/index.ts';
import { readNotices, switchRoutes } from './index.ts';

/** Two processes over one database. */
let db: FreshDatabase;
let books: Books;
let other: Books;
let http: Served;
let staff: string;
let tryCommit: TryCommit;

beforeAll(async () => {
  db = await freshDatabase();
  [books, other] = [openBooks(db.pool), openBooks(db.pool)];
  staff = await books.openParty('staff');
  tryCommit = await commitTester(db.pool, staff, books.now());
  http = await serve(books.now, (register) => {
    switchRoutes(register, { ledger: books.ledger, pool: db.pool });
    tradeRoutes(register, {
      ledger: books.ledger,
      pool: db.pool,
      market: simulatedMarket(books.now),
      config: { mode: 'demo' },
    });
  });
});

afterEach(async () => {
  for (const { name } of await readNotices(db.pool)) await set(name, false);
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await Promise.all([books.ledger.close(), other.ledger.close()]);
  await db.drop();
});

const set = (name: SwitchName, stopped: boolean, staffId = staff, banner = 'Back soon.') =>
  books.run({ kind: 'set_switch', staffId, name, stopped, banner: stopped ? banner : '', reason: 'a drill' });
const open = (clientId: string, on = other) =>
  on.run({ kind: 'open_trade', clientId, symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 50_000n });
const order = (clientId: string) =>
  other.run({
    kind: 'place_order', clientId, symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 50_000n, type: 'limit', timeInForce: 'gtc', price: 5_000_000_000n,
  }); // prettier-ignore
const code = ({ outcome }: Answer): string => (outcome.ok ? 'ok' : outcome.refusal.code);
async function client(cents = 1_000_000n): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, cents);
  return id;
}
async function idOf(answer: Promise<Answer<'open_trade' | 'place_order'>>): Promise<string> {
  const { outcome } = await answer;
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.result.trade_id ?? outcome.result.id;
}
const trades = async (): Promise<number> =>
  (await db.pool.query<{ count: number }>('select count(*)::int as count from ledger.trade')).rows[0]?.count ?? -1;

describe('[KS1] a switch', () => {
  it('is stopped and started by name, with its whole history, and says so to everybody', async () => {
    const send = (path: string, body: object, who = `admin ${staff}`) => http.send('POST', path, who, body, newId());
    const stop = await send('/admin/switches/crypto/stop', { banner: 'Crypto is paused.', reason: 'a wrong feed' });
    expect(stop.statusCode, stop.body).toBe(200);
    const shown = await http.get<Switches>('/admin/switches', `admin ${staff}`);
    expect(shown.switches.filter(({ stopped }) => stopped).map(({ name }) => name)).toEqual(['crypto']);
    const notices: PublicSettings['stopped'] = await readNotices(db.pool);
    expect(notices).toEqual([{ name: 'crypto', banner: 'Crypto is paused.' }]);
    expect((await send('/admin/switches/crypto/start', { reason: 'right again' })).statusCode).toBe(200);
    const again = await send('/admin/switches/crypto/start', { reason: 'right again' });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'switch.already']);
    const { history } = await http.get<Switches>('/admin/switches', `admin ${staff}`);
    expect(history.slice(0, 2)).toMatchObject([
      { name: 'crypto', stopped: false, banner: '', reason: 'right again' },
      { name: 'crypto', stopped: true, banner: 'Crypto is paused.', reason: 'a wrong feed' },
    ]);
    expect((await send('/admin/switches/withdrawals/stop', { banner: 'b', reason: 'r' })).statusCode).toBe(422);
    expect((await send('/admin/switches/crypto/stop', { banner: ' ', reason: 'r' })).statusCode).toBe(422);
    expect((await send('/admin/switches/crypto/stop', { banner: 'b', reason: 'r' }, await client())).statusCode).toBe(
      403,
    );
  });

  it('keeps its history: nobody changes a line, not even the owner of the tables', async () => {
    await set('forex', true);
    for (const sql of ['delete from ledger.switch_change', 'update ledger.switch_change set stopped = false'])
      await expect(db.ownerPool.query(sql)).rejects.toMatchObject({ code: 'CB120' });
    await expect(db.pool.query('insert into ledger.switch_change default values')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('[KS5] is told to every member of staff, by mail and in the app', async () => {
    const colleague = await books.openParty('staff');
    await db.ownerPool.query("update app.user set password_hash = '$argon2id$any' where id = $1", [colleague]);
    await set('deposits', true);
    const { rows } = await db.pool.query(
      `select values ->> 'what' as what, values ->> 'reason' as reason from app.mail_outbox where user_id = $1 and template = 'switch-stopped'`,
      [colleague],
    );
    expect(rows).toEqual([{ what: 'deposits', reason: 'a drill' }]);
  });

  it('[KS4] is stopped without the password, and started again only with it', async () => {
    const send = (path: string, body: object, who: string) =>
      http.send('POST', `/admin/switches/forex/${path}`, `${who} ${staff}`, body, newId());
    expect((await send('stop', { banner: 'Paused.', reason: 'a drill' }, 'borrowed')).statusCode).toBe(200);
    expect(said(await send('start', { reason: 'a thief' }, 'borrowed'))).toEqual([403, 'auth.step_up_required']);
    expect((await send('start', { reason: 'over' }, 'admin')).statusCode).toBe(200);
  });

  it('[KS4] is set by staff whose role includes it, whatever the server says', async () => {
    const line = (id: string, stopped: boolean) => ({
      id: newId(), name: 'copying', stopped, banner: stopped ? 'b' : '', reason: 'r', staff_id: id, at: books.now(),
    }); // prettier-ignore
    const commit = (id: string, stopped = true) =>
      tryCommit({ entries: [], rows: { switch_change: [line(id, stopped)] }, key: newId() });
    const support = await books.openParty('staff');
    await db.ownerPool.query("insert into ledger.role_given (staff_id, role, at) values ($1, 'support', now())", [
      support,
    ]);
    expect([await commit(support), await commit(support, false), await commit(await client())]).toEqual([
      'KS4',
      'KS4',
      'KS4',
    ]);
    expect(await commit(staff)).toBe('accepted');
  });
});

describe('[KS2] in every process, from its commit on', () => {
  it('nothing new is traded, deposited or copied', async () => {
    const id = await client();
    expect(code(await open(id))).toBe('ok');
    await set('trading', true);
    expect([code(await open(id)), code(await order(id))]).toEqual(['trading.stopped', 'trading.stopped']);
    const answer = await http.send(
      'POST',
      '/orders',
      id,
      { type: 'market', symbol: 'EURUSD', side: 'buy', lots: '0.01', amount: '500.00' },
      newId(),
    );
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([422, messages.switches.trading]);
    await set('trading', false);
    await set('forex', true);
    expect(code(await open(id))).toBe('trading.class_stopped');
    await set('forex', false);
    await set('deposits', true);
    expect(code(await other.run({ kind: 'top_up', clientId: id, amount: 100n }))).toBe('deposits.stopped');
    await set('deposits', false);
    expect([code(await open(id)), code(await order(id))]).toEqual(['ok', 'ok']);
  });

  it('no order is decided by a mix: once the stop has answered, no trade is added by anybody', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => client()));
    const flood = (round: number) => ids.flatMap((id) => [open(id, round % 2 === 0 ? books : other)]);
    const sent: Promise<Answer>[] = [];
    for (let round = 0; round < 6; round++) sent.push(...flood(round));
    const stop = set('trading', true);
    for (let round = 0; round < 6; round++) sent.push(...flood(round));
    await stop;
    const then = await trades();
    const answers = await Promise.all(sent);
    expect(await trades()).toBe(then);
    for (const answer of answers) expect(['ok', 'trading.stopped']).toContain(code(answer));
    expect(answers.some((answer) => code(answer) === 'trading.stopped')).toBe(true);
  });

  it('the database takes nothing that was decided before: it is decided again', async () => {
    const id = await client();
    const topUp = { event: 'demo_top_up' as const, client: id, subject: newId(), postings: [['custody:paper', 100], ['cash', -100]] as ['custody:paper' | 'cash', number][] }; // prettier-ignore
    await set('deposits', true);
    const commit = await commitTester(db.pool, id, books.now());
    expect(await commit({ entries: [topUp], key: newId() })).toBe('40001');
    await set('deposits', false);
    expect(await commit({ entries: [topUp], key: newId() })).toBe('accepted');
  });
});

it('[KS3] under every switch positions close, orders are cancelled and money leaves', async () => {
  const id = await client();
  const [first, second] = [await idOf(open(id)), await idOf(open(id))];
  const waiting = await idOf(order(id));
  for (const name of SWITCH_NAMES) expect(code(await set(name, true))).toBe('ok');
  const later = new Date(books.now().getTime() + 60_000);
  other.at(later);
  const answers = [
    await other.run({ kind: 'close_trade', clientId: id, tradeId: first, lots: null }),
    await other.run({ kind: 'amend_trade', clientId: id, tradeId: second, stopLoss: null, takeProfit: null, trailingDistance: null }),
    await other.run({ kind: 'close_trade', clientId: id, tradeId: second, lots: null }),
    await other.run({ kind: 'cancel_order', clientId: id, orderId: waiting }),
    await other.run({
      kind: 'request_withdrawal', clientId: id, withdrawalId: newId(), amount: 10_000n, method: 'bank', coin: null,
      destination: { accountNumber: '12345678', bankName: 'First Bank', accountName: 'Some One' }, expectedFee: null, code: '123456', codeHash: 'right',
    }),
  ]; // prettier-ignore
  expect(answers.map(code)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
});
