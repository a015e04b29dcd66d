import type { Configuration } from '@clearbook/contracts/configuration';
import { messages } from '@clearbook/contracts/messages';
import type { Proposal } from '@clearbook/contracts/proposals';
import type { Configure, ConfigItem, ConfigValues } from '@clearbook/domain/configuration';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { serve, type Served } from '../../../test/served.ts';
import { commitTester } from '../../../test/try-commit.ts';
import type { Answer } from '../../ledger/index.ts';
import { createLog } from '../../platform/log.ts';
import { enqueueMail, MailWorker, type OutgoingMail } from '../../platform/mail/index.ts';
import { proposalRoutes } from '../proposals/index.ts';
import { tradeRoutes } from '../trades/index.ts';
import { replacedAt } from './configuration.query.ts';
import { Begun, configurationRoutes, readNotices } from './index.ts';

/** Two processes over one database. */
let db: FreshDatabase;
let books: Books;
let other: Books;
let http: Served;
let maker: string;
let checker: string;
let minutes = 0;

beforeAll(async () => {
  db = await freshDatabase();
  [books, other] = [openBooks(db.pool), openBooks(db.pool)];
  [maker, checker] = [await books.openParty('staff'), await books.openParty('staff')];
  http = await serve(books.now, (register) => {
    const { ledger } = books;
    const { pool } = db;
    configurationRoutes(register, { ledger, pool });
    proposalRoutes(register, { ledger, pool, config: { mode: 'demo' } });
    tradeRoutes(register, { ledger, pool, market: simulatedMarket(books.now), config: { mode: 'demo' } });
  });
});

// Each version takes effect after those of the test before it.
beforeEach(() => void tick());

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await Promise.all([books.ledger.close(), other.ledger.close()]);
  await db.drop();
});

function tick(by = 1): Date {
  minutes += by;
  const now = new Date(OPEN_MARKETS.getTime() + minutes * 60_000);
  for (const each of [books, other]) each.at(now);
  return now;
}

const commandOf = <I extends ConfigItem>(
  item: I,
  key: string,
  value: ConfigValues[I],
  effectiveAt: Date | null = null,
  replaces: string | null = null,
): Configure => ({ kind: 'configure', item, key, value: JSON.stringify(value), effectiveAt, replaces, reverts: null });

const approve = (proposalId: string, command: Configure) =>
  books.run({ kind: 'decide_proposal', staffId: checker, proposalId, command, decision: 'approve', reason: null });

/** Two people set it. */
async function set<I extends ConfigItem>(item: I, key: string, value: ConfigValues[I], from: Date | null = null) {
  const command = commandOf(item, key, value, from, await replacedAt(db.pool, item, key, from ?? books.now()));
  const proposalId = newId();
  const proposed = await books.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'a drill' });
  if (!proposed.outcome.ok) throw new Error(proposed.outcome.refusal.code);
  const { outcome } = await approve(proposalId, command);
  if (!outcome.ok || outcome.result.status !== 'approved') throw new Error(JSON.stringify(outcome));
  return proposalId;
}
const open = (clientId: string, { on = other, symbol = 'EURUSD', lots = 1n, side = 'buy' as 'buy' | 'sell' } = {}) =>
  on.run({ kind: 'open_trade', clientId, symbol, side, lots, amount: 300_000n });
const order = (clientId: string, symbol = 'EURUSD') =>
  other.run({
    kind: 'place_order', clientId, symbol, side: 'buy', lots: 1n, amount: 50_000n, type: 'limit', timeInForce: 'gtc', price: 5_000_000_000n,
  }); // prettier-ignore
const close = (clientId: string, tradeId: string, lots: bigint | null = null) =>
  other.run({ kind: 'close_trade', clientId, tradeId, lots });
const code = ({ outcome }: Answer): string => (outcome.ok ? 'ok' : outcome.refusal.code);
async function idOf(answer: Promise<Answer<'open_trade' | 'place_order'>>): Promise<string> {
  const { outcome } = await answer;
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.result.trade_id ?? outcome.result.id;
}
async function client(cents = 9_000_000n): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, cents);
  return id;
}
const post = (path: string, body: object, who: string) => http.send('POST', path, `admin ${who}`, body, newId());
const shown = () => http.get<Configuration>('/admin/configuration', `admin ${maker}`);

describe('the configuration', () => {
  it('[CF1] is proposed by one person, approved by another, and shown with its whole history', async () => {
    const setting = { item: 'instrument', key: 'GBPUSD', value: { state: 'close_only' } } as const;
    const made = await post('/admin/configuration', { setting, effective_at: null, reason: 'a wrong feed' }, maker);
    expect(made.statusCode, made.body).toBe(201);
    const { id, act } = made.json<Proposal>();
    const before = { ...setting, value: { state: 'on' } };
    expect(act).toEqual({ kind: 'configure', setting, plan: null, before, effective_at: null, reverts: null });
    expect((await shown()).waiting).toMatchObject([{ proposal_id: id, setting, effective_at: null }]);
    expect((await shown()).in_force).toEqual([]);
    const alone = await post(`/admin/proposals/${id}/decision`, { decision: 'approve' }, maker);
    expect([alone.statusCode, alone.json<{ code: string }>().code]).toEqual([409, 'proposal.own']);
    const done = await post(`/admin/proposals/${id}/decision`, { decision: 'approve' }, checker);
    expect(done.json<Proposal>().status, done.body).toBe('approved');
    const [version] = (await shown()).in_force;
    expect(version).toMatchObject({ id, setting, state: 'in_force', reason: 'a wrong feed', reverts: null });
    expect((await shown()).waiting).toEqual([]);
    const again = await post('/admin/configuration', { setting, effective_at: null, reason: 'twice' }, maker);
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'config.unchanged']);

    tick();
    const reverted = await post(`/admin/configuration/${id}/revert`, { reason: 'right again' }, checker);
    expect(reverted.statusCode, reverted.body).toBe(201);
    const back = reverted.json<Proposal>();
    expect(back.act).toMatchObject({ setting: before, before: setting, reverts: id });
    await post(`/admin/proposals/${back.id}/decision`, { decision: 'approve' }, maker);
    const { in_force, history } = await shown();
    expect(in_force.map((one) => one.setting)).toEqual([{ ...setting, value: { state: 'on' } }]);
    expect(history.map((one) => [one.id, one.state, one.reverts])).toEqual([
      [back.id, 'in_force', id],
      [id, 'past', null],
    ]);
  });

  it('[CF1] takes nothing that is none of it, and nobody whose role does not include it', async () => {
    const send = (setting: object) => post('/admin/configuration', { setting, effective_at: null, reason: 'r' }, maker);
    const status = async (setting: object) => {
      const answer = await send(setting);
      return `${answer.statusCode} ${answer.json<{ code: string }>().code}`;
    };
    expect(await status({ item: 'instrument', key: 'ABCDEF', value: { state: 'off' } })).toBe('422 config.unknown');
    expect(await status({ item: 'instrument', key: 'crypto', value: { state: 'off' } })).toBe('422 config.unknown');
    expect(await status({ item: 'instrument', key: 'BTC', value: { state: 'gone' } })).toBe('422 request.invalid');
    const months = (month: string) => ({ item: 'deposit_limit', key: 'identity', value: { day: '600', month } });
    expect(await status(months('599.99'))).toBe('422 request.invalid');
    expect(await status(months('600'))).toMatch(/^2/);
    expect(await status({ item: 'withdrawals', key: 'BTC', value: { state: 'off' } })).toBe('422 request.invalid');
    const support = await books.openParty('staff');
    await db.ownerPool.query("insert into ledger.role_given (staff_id, role, at) values ($1, 'support', now())", [
      support,
    ]);
    const command = commandOf('instrument', 'BTC', { state: 'off' });
    const proposed = books.run({ kind: 'propose', staffId: support, proposalId: newId(), command, reason: 'r' });
    await expect(proposed, 'whatever the server says').rejects.toThrow('G41');
  });

  it('[CF2] the database takes no version that two people who may do it did not agree on, word for word', async () => {
    const command = commandOf('instrument', 'ETH', { state: 'off' });
    const proposalId = newId();
    await books.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'r' });
    const now = books.now();
    const version = {
      proposal_id: proposalId, item: 'instrument', key: 'ETH', value: { state: 'off' }, effective_at: now, proposed_by: maker, approved_by: checker,
      reason: 'r', reverts: null, at: now,
    }; // prettier-ignore
    const tryCommit = await commitTester(db.pool, checker, now);
    const approved = { id: proposalId, status: 'approved', decided_by: checker, decided_at: now };
    const commit = (row: object, proposal: object | null = approved) =>
      tryCommit({ entries: [], rows: { config_version: [{ ...version, ...row }], ...(proposal && { proposal: [proposal] }) }, key: newId() }); // prettier-ignore
    expect(await commit({}, null), 'nobody approved it').toBe('CB096');
    expect(await commit({ value: { state: 'on' } })).toBe('CF2');
    expect(await commit({ key: 'BTC' })).toBe('CF2');
    expect(await commit({ effective_at: new Date(now.getTime() + 1) })).toBe('CF2');
    expect(await commit({ approved_by: maker })).toBe('23514');
    expect(await commit({ proposed_by: await books.openParty('staff') })).toBe('CF2');
    expect(await commit({ approved_by: await books.openParty('staff') })).toBe('CB096');
    expect(await tryCommit({ entries: [], rows: { proposal: [approved] }, key: newId() }), 'approved, and not done').toBe('CB084'); // prettier-ignore
    await db.ownerPool.query("insert into ledger.role_given (staff_id, role, at) values ($1, 'finance', now())", [
      checker,
    ]);
    expect(await commit({}), 'an approver whose role lacks it').toBe('CF2');
    await db.ownerPool.query("insert into ledger.role_given (staff_id, role, at) values ($1, 'owner', now())", [
      checker,
    ]);
    expect(await commit({})).toBe('accepted');
    for (const sql of ['delete from ledger.config_version', "update ledger.config_version set key = 'BTC'"])
      await expect(db.ownerPool.query(sql)).rejects.toMatchObject({ code: 'CB120' });
    await expect(db.pool.query('insert into ledger.config_version default values')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('[CF2] [G42] a change whose proposer has lost the role ends as refused, and nothing of it holds', async () => {
    const leaver = await books.openParty('staff');
    const roleOf = (role: string) =>
      db.ownerPool.query('insert into ledger.role_given (staff_id, role, at) values ($1, $2, now())', [leaver, role]);
    const command = commandOf('instrument', 'XRP', { state: 'off' });
    const proposalId = newId();
    await books.run({ kind: 'propose', staffId: leaver, proposalId, command, reason: 'r' });
    // It includes configuring, but no markets.
    await roleOf('compliance');
    expect((await approve(proposalId, command)).outcome).toMatchObject({ ok: true, result: { status: 'refused' } });
    expect((await shown()).in_force.filter(({ setting }) => setting.key === 'XRP')).toEqual([]);
    const { rows } = await db.pool.query('select refusal from ledger.proposal where id = $1', [proposalId]);
    expect(rows).toEqual([{ refusal: { code: 'proposal.proposer_may_not' } }]);
  });

  it('[CF2] every version is a line of the audit log and a leaf of the transparency log, and all staff are told', async () => {
    const colleague = await books.openParty('staff');
    await db.ownerPool.query("update app.user set password_hash = '$argon2id$any' where id = $1", [colleague]);
    const first = await set('instrument', 'LTC', { state: 'off' });
    tick();
    const second = await set('instrument', 'LTC', { state: 'on' });
    const { rows: said } = await db.pool.query<{ before: string | null; after: string }>(
      `select before ->> 'proposal_id' as before, after ->> 'proposal_id' as after from ledger.terms_change where row_key = 'instrument LTC' order by number`,
    );
    expect(said).toEqual([
      { before: null, after: first },
      { before: first, after: second },
    ]);
    const { rows: audited } = await db.pool.query(
      `select action, actor_id from ledger.audit where subject_id = 'instrument LTC' order by number`,
    );
    expect(audited).toEqual([
      { action: 'config.set', actor_id: checker },
      { action: 'config.set', actor_id: checker },
    ]);
    const { rows: told } = await db.pool.query(
      `select values ->> 'what' as what from app.mail_outbox where user_id = $1 and template = 'configured'`,
      [colleague],
    );
    expect(told).toEqual([{ what: 'Instrument: LTC/USD' }, { what: 'Instrument: LTC/USD' }]);
  });

  it('[CF3] takes effect on its day and not before, in every process', async () => {
    const id = await client();
    const day = new Date(books.now().getTime() + 60_000);
    await set('instrument', 'AUDUSD', { state: 'close_only' }, day);
    expect((await shown()).scheduled.map(({ setting }) => setting.key)).toEqual(['AUDUSD']);
    expect(code(await open(id, { symbol: 'AUDUSD' }))).toBe('ok');
    other.at(new Date(day.getTime() - 1));
    expect(code(await open(id, { symbol: 'AUDUSD' }))).toBe('ok');
    for (const each of [books, other]) {
      each.at(day);
      expect(code(await open(id, { symbol: 'AUDUSD', on: each }))).toBe('instrument.close_only');
    }
    expect((await shown()).scheduled).toEqual([]);
  });

  it('[CF12] what was scheduled is said to have begun once, in every process, as it takes effect', async () => {
    const each = [new Begun(db.pool, books.now()), new Begun(db.pool, books.now())];
    const said = () => Promise.all(each.map((one) => one.anything(books.now())));
    const day = new Date(books.now().getTime() + 5 * 60_000);
    await set('instrument', 'AUDNZD', { state: 'off' });
    await set('instrument', 'AUDNZD', { state: 'close_only' }, day);
    tick();
    expect(await said(), 'what took effect right away').toEqual([false, false]);
    tick(4);
    expect(await said()).toEqual([true, true]);
    expect(await said()).toEqual([false, false]);
    tick();
    expect(await said()).toEqual([false, false]);
  });

  it('[CF3] a process whose clock is behind decides by it all the same, once it is committed', async () => {
    const id = await client();
    const before = books.now();
    tick(5);
    await set('instrument', 'NZDUSD', { state: 'off' });
    other.at(before);
    expect(code(await open(id, { symbol: 'NZDUSD' }))).toBe('instrument.off');
    tick();
  });

  it('[CF3] approved in a process whose clock is behind, it takes the place of one from a process that is ahead', async () => {
    const behind = books.now();
    books.at(new Date(behind.getTime() + 40_000));
    const first = await set('instrument', 'GBPCHF', { state: 'off' });
    books.at(behind);
    const second = await set('instrument', 'GBPCHF', { state: 'on' });
    const { rows } = await db.pool.query<{ id: string; effective_at: Date; at: Date }>(
      "select proposal_id as id, effective_at, at from ledger.config_version where item = 'instrument' and key = 'GBPCHF' order by number",
    );
    const at = new Date(behind.getTime() + 40_000);
    expect(rows).toEqual([first, second].map((id) => ({ id, effective_at: at, at })));
    expect(code(await open(await client(), { symbol: 'GBPCHF' })), 'in the process behind').toBe('ok');
    const { rows: now } = await db.pool.query("select ledger.configured('instrument', 'GBPCHF', $1) as value", [
      behind,
    ]);
    expect(now).toEqual([{ value: { state: 'on' } }]);
    // The database takes none that would stand before it.
    tick();
    books.at(new Date(books.now().getTime() + 40_000));
    const third = await set('instrument', 'GBPCHF', { state: 'close_only' });
    tick(0);
    const command = commandOf('instrument', 'GBPCHF', { state: 'on' }, null, third);
    const proposalId = newId();
    await books.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'r' });
    const early = books.now();
    const tryCommit = await commitTester(db.pool, checker, early);
    const version = { proposal_id: proposalId, item: 'instrument', key: 'GBPCHF', value: { state: 'on' }, effective_at: early, proposed_by: maker, approved_by: checker, reason: 'r', reverts: null, at: early }; // prettier-ignore
    const proposal = [{ id: proposalId, status: 'approved', decided_by: checker, decided_at: early }];
    expect(await tryCommit({ entries: [], rows: { config_version: [version], proposal }, key: newId() })).toBe('CF2');
    tick();
  });

  it('[CF3] no order is decided by a mix: once the approval has answered, nothing of it is opened by anybody', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => client()));
    const flood = (round: number) =>
      ids.map((id) => open(id, { symbol: 'USDCAD', on: round % 2 === 0 ? books : other }));
    const opened = async () =>
      (await db.pool.query<{ n: number }>("select count(*)::int as n from ledger.trade where symbol = 'USDCAD'"))
        .rows[0]?.n;
    const sent: Promise<Answer>[] = [];
    for (let round = 0; round < 6; round++) sent.push(...flood(round));
    const approval = set('instrument', 'USDCAD', { state: 'close_only' });
    for (let round = 0; round < 6; round++) sent.push(...flood(round));
    await approval;
    const then = await opened();
    // On a slow machine everything else may have been decided before.
    sent.push(...flood(0), ...flood(1));
    const answers = await Promise.all(sent);
    expect(await opened()).toBe(then);
    for (const answer of answers) expect(['ok', 'instrument.close_only']).toContain(code(answer));
    expect(answers.some((answer) => code(answer) === 'instrument.close_only')).toBe(true);
  });
});

describe('[CF3] versions and their locks', () => {
  it('ten changes of one thing are scheduled at most, counted where nobody else can add one', async () => {
    const limit = (n: number) => ({ per_client: `${n}.00`, all_clients: null });
    const later = (n: number) => new Date(books.now().getTime() + (100 + n) * 60_000);
    for (let n = 1; n < 10; n++) await set('volume_limit', 'SOL', limit(n), later(n));
    // Before all the others: none of them changes what it takes the place of.
    const command = commandOf('volume_limit', 'SOL', limit(11), later(0));
    const proposalId = newId();
    await books.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'r' });
    await set('volume_limit', 'SOL', limit(10), later(10));
    const now = books.now();
    const tryCommit = await commitTester(db.pool, checker, now);
    const config_version = [{
      proposal_id: proposalId, item: 'volume_limit', key: 'SOL', value: limit(11), effective_at: later(0), proposed_by: maker, approved_by: checker,
      reason: 'r', reverts: null, at: now,
    }]; // prettier-ignore
    const proposal = [{ id: proposalId, status: 'approved', decided_by: checker, decided_at: now }];
    expect(await tryCommit({ entries: [], rows: { config_version, proposal }, key: newId() })).toBe('40001');
  });

  it('takes the lock of switches first, as an opening does, so that neither waits for the other in a circle', async () => {
    const opening = await db.ownerPool.connect();
    try {
      await opening.query("begin; set local lock_timeout = '5s'");
      await opening.query("select pg_advisory_xact_lock_shared(hashtext('ledger.switch_change'))");
      const approval = set('instrument', 'GBPJPY', { state: 'off' });
      const waiting = "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted";
      await expect.poll(async () => (await db.pool.query<{ n: number }>(waiting)).rows[0]?.n).toBe(1);
      await opening.query("select pg_advisory_xact_lock_shared(hashtext('ledger.config_version'))");
      await opening.query('commit');
      await approval;
    } finally {
      opening.release();
    }
  });
});

describe('[CF9] two changes of one thing that were written on top of the same value', () => {
  const announced = (...texts: string[]) => ({
    announcements: texts.map((text) => ({ text, from: '2030-01-01T00:00:00.000Z', until: '2030-01-02T00:00:00.000Z' })),
  });
  const propose = async (value: object, more: object = {}) => {
    const setting = { item: 'announcements', key: 'clients', value };
    const answer = await post('/admin/configuration', { setting, effective_at: null, reason: 'r', ...more }, maker);
    return answer.json<Proposal & { code?: string }>();
  };
  const approve = (id: string) => post(`/admin/proposals/${id}/decision`, { decision: 'approve' }, checker);
  const now = async () => (await shown()).in_force.filter(({ setting }) => setting.key === 'clients').at(0);

  it('the second is refused, and nothing of the first is lost', async () => {
    const [one, other] = [await propose(announced('one')), await propose(announced('other'))];
    expect((await approve(one.id)).statusCode).toBe(200);
    const refused = await approve(other.id);
    const { status, answer } = refused.json<Proposal>();
    expect([status, answer]).toEqual(['refused', messages.configuration.changed]);
    expect(await now()).toMatchObject({ id: one.id, setting: { value: announced('one') } });
    tick();
    const seen = { replaces: one.id };
    const both = await propose(announced('one', 'other'), seen);
    expect((await approve(both.id)).statusCode).toBe(200);
    expect((await propose(announced('third'), seen)).code, 'already where it is proposed').toBe('config.changed');
    expect(await now()).toMatchObject({ setting: { value: announced('one', 'other') } });
  });

  it('the database looks again where nobody else can add one', async () => {
    tick();
    const proposalId = newId();
    const seen = await replacedAt(db.pool, 'instrument', 'DOT', books.now());
    const command = commandOf('instrument', 'DOT', { state: 'off' }, null, seen);
    await books.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'r' });
    await set('instrument', 'DOT', { state: 'close_only' });
    const at = books.now();
    const tryCommit = await commitTester(db.pool, checker, at);
    const config_version = [{
      proposal_id: proposalId, item: 'instrument', key: 'DOT', value: { state: 'off' }, effective_at: at, proposed_by: maker, approved_by: checker,
      reason: 'r', reverts: null, at,
    }]; // prettier-ignore
    const proposal = [{ id: proposalId, status: 'approved', decided_by: checker, decided_at: at }];
    expect(await tryCommit({ entries: [], rows: { config_version, proposal }, key: newId() })).toBe('40001');
  });
});

describe('[CF4] an instrument', () => {
  it('that is close-only or off opens nothing, and what is open is closed as ever', async () => {
    for (const state of ['close_only', 'off'] as const) {
      tick();
      const id = await client();
      const trades = [await idOf(open(id, { symbol: 'EURGBP' })), await idOf(open(id, { symbol: 'EURGBP' }))];
      const waiting = await idOf(order(id, 'EURGBP'));
      await set('instrument', 'EURGBP', { state });
      expect([code(await open(id, { symbol: 'EURGBP' })), code(await order(id, 'EURGBP'))]).toEqual([
        `instrument.${state}`,
        `instrument.${state}`,
      ]);
      tick();
      const reversed = await other.run({ kind: 'reverse_trade', clientId: id, tradeId: trades[0] ?? '', amount: null });
      expect(code(reversed)).toBe(`instrument.${state}`);
      const after = [
        await close(id, trades[0] ?? ''),
        await other.run({ kind: 'amend_trade', clientId: id, tradeId: trades[1] ?? '', stopLoss: null, takeProfit: null, trailingDistance: null }),
        await close(id, trades[1] ?? ''),
        await other.run({ kind: 'cancel_order', clientId: id, orderId: waiting }),
      ]; // prettier-ignore
      expect(after.map(code)).toEqual(['ok', 'ok', 'ok', 'ok']);
      expect(code(await open(id, { symbol: 'EURUSD' })), 'nothing else is touched').toBe('ok');
      await set('instrument', 'EURGBP', { state: 'on' });
      expect(code(await open(id, { symbol: 'EURGBP' }))).toBe('ok');
    }
  });

  it('says in words what still works', async () => {
    const id = await client();
    await set('instrument', 'XRP', { state: 'close_only' });
    const body = { type: 'market', symbol: 'XRP', side: 'buy', lots: '0.01', amount: '500.00' };
    const answer = await http.send('POST', '/orders', id, body, newId());
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      422,
      messages.configuration.closeOnly('XRP/USD'),
    ]);
  });

  it('the database opens nothing of it that was decided before: it is decided again', async () => {
    const id = await client();
    // What reads an older configuration than the database has is what a process does that read just before the commit.
    const { rows } = await db.pool.query<{ error: string }>(
      `select 1 from ledger.configured('instrument', 'XRP', $1) v where v ->> 'state' = 'close_only'`,
      [books.now()],
    );
    expect(rows).toHaveLength(1);
    await expect(
      db.ownerPool.query("select ledger.refuse_configured(array['XRP'], true, $1)", [books.now()]),
    ).rejects.toMatchObject({ code: '40001' });
    await db.ownerPool.query("select ledger.refuse_configured(array['ADA'], true, $1)", [books.now()]);
    expect(code(await open(id, { symbol: 'XRP' }))).toBe('instrument.close_only');
  });
});

describe('[CF6] a holiday or another closure', () => {
  const closed = (from: number, until: number, name = 'Christmas Day') => ({
    closures: [
      {
        from: new Date(books.now().getTime() + from).toISOString(),
        until: new Date(books.now().getTime() + until).toISOString(),
        name,
      },
    ],
  });

  it('opens nothing while it lasts, by class and by instrument, and closes as ever', async () => {
    const id = await client();
    const trade = await idOf(open(id, { symbol: 'EURCHF' }));
    await set('closures', 'EURCHF', closed(30_000, 90_000, 'A feed is being replaced'));
    expect(code(await open(id, { symbol: 'EURCHF' })), 'before it begins').toBe('ok');
    tick();
    const refused = await open(id, { symbol: 'EURCHF' });
    expect(refused.outcome).toMatchObject({ refusal: { code: 'market.holiday', values: { name: 'A feed is being replaced' } } }); // prettier-ignore
    expect(code(await open(id))).toBe('ok');
    expect(code(await close(id, trade))).toBe('ok');
    await expect(
      db.ownerPool.query("select ledger.refuse_configured(array['EURCHF'], true, $1)", [books.now()]),
    ).rejects.toMatchObject({ code: '40001' });
    tick();
    expect(code(await open(id, { symbol: 'EURCHF' })), 'once it is over').toBe('ok');

    await set('closures', 'forex', closed(0, 60_000));
    expect([code(await open(id)), code(await open(id, { symbol: 'AAPL', lots: 10n }))]).toEqual([
      'market.holiday',
      'ok',
    ]);
    const body = { type: 'market', symbol: 'EURUSD', side: 'buy', lots: '0.01', amount: '500.00' };
    const answer = await http.send('POST', '/orders', id, body, newId());
    expect(answer.json<{ detail: string }>().detail).toMatch(/^The market is closed until .* UTC: Christmas Day\./);
    expect(code(await order(id)), 'an order waits through it').toBe('ok');
    await set('closures', 'forex', { closures: [] });
    expect(code(await open(id))).toBe('ok');
  });
});

describe('[CF7] a limit of volume', () => {
  const net = async (symbol: string) => {
    const { rows } = await db.pool.query<{ net: string }>(
      `select coalesce(sum(case side when 'buy' then open_lots else -open_lots end), 0)::text as net from ledger.trade where symbol = $1 and status = 'active'`,
      [symbol],
    );
    return Number(rows[0]?.net);
  };

  it('of one client on one side is summed over time, says what would work, and blocks no close', async () => {
    const id = await client();
    const first = await idOf(open(id, { symbol: 'USDCHF', lots: 4n }));
    await set('volume_limit', 'USDCHF', { per_client: '0.06', all_clients: null });
    const refused = await open(id, { symbol: 'USDCHF', lots: 3n });
    expect(refused.outcome).toMatchObject({ refusal: { code: 'volume.client', field: 'lots', values: { room: '0.02' } } }); // prettier-ignore
    expect(code(await open(id, { symbol: 'USDCHF', lots: 2n }))).toBe('ok');
    expect(code(await open(id, { symbol: 'USDCHF', lots: 1n }))).toBe('volume.client');
    expect(code(await open(id, { symbol: 'USDCHF', lots: 1n, side: 'sell' })), 'the other side').toBe('ok');
    expect(code(await open(await client(), { symbol: 'USDCHF', lots: 6n })), 'somebody else').toBe('ok');
    await set('volume_limit', 'USDCHF', { per_client: '0', all_clients: '0' });
    tick();
    expect(code(await close(id, first, 1n)), 'beyond any limit').toBe('ok');
    expect(code(await close(id, first))).toBe('ok');
  });

  it('of all clients holds in every book and process at once: never one lot beyond, and none too few', async () => {
    const four = () => Promise.all(Array.from({ length: 4 }, () => client()));
    const ids = await four();
    await db.ownerPool.query('select ledger.add_book()');
    ids.push(...(await four()));
    const { rows } = await db.pool.query('select distinct book from ledger.party where id = any($1)', [ids]);
    expect(rows.length).toBeGreaterThan(1);
    await set('volume_limit', 'EURJPY', { per_client: null, all_clients: '0.20' });
    const answers: Answer<'open_trade'>[] = [];
    for (let round = 0; round < 6; round++)
      answers.push(...(await Promise.all(ids.map((id, i) => open(id, { symbol: 'EURJPY', on: i % 2 ? books : other }))))); // prettier-ignore
    const said = answers.map(code);
    expect(said.filter((one) => one === 'ok')).toHaveLength(20);
    expect([...new Set(said)].toSorted()).toEqual(['ok', 'volume.all']);
    expect(await net('EURJPY')).toBe(20);
    const [id = ''] = ids;
    expect(code(await open(id, { symbol: 'EURJPY', lots: 40n, side: 'sell' })), 'down to the same on the other side').toBe('ok'); // prettier-ignore
    expect(await net('EURJPY')).toBe(-20);
    const sells = await open(id, { symbol: 'EURJPY', lots: 1n, side: 'sell' });
    expect(sells.outcome).toMatchObject({ refusal: { code: 'volume.all', values: { room: '0.00' } } });
  });

  it('the database opens nothing beyond it, and counts closes for what came beside them', async () => {
    await set('volume_limit', 'CADJPY', { per_client: null, all_clients: '0.10' });
    const move = (opened: number, moved: number, side = 'buy') =>
      db.ownerPool
        .query(
          `select ledger.move_volumes(1::smallint, array[row('CADJPY', $1::ledger.side, 1, 1, $2::bigint, $3::bigint)::ledger.volume_move], '{}', $4)`,
          [side, opened, moved, books.now()],
        )
        .then(() => 'moved')
        .catch(({ code: state }: { code: string }) => state);
    expect(await move(11, 11)).toBe('40001');
    expect(await move(10, 10)).toBe('moved');
    expect(await move(1, 1)).toBe('40001');
    expect(await move(1, 1, 'sell')).toBe('moved');
    expect(await move(0, 5), 'what is no opening').toBe('moved');
    expect(await move(0, -15)).toBe('moved');
    expect(await move(0, -1, 'sell')).toBe('moved');

    expect(await move(8, 8)).toBe('moved');
    expect(await move(5, 3), 'a close on the same side excuses nothing').toBe('40001');
    expect(await move(0, 5)).toBe('moved');
    expect(await move(0, 5, 'sell')).toBe('moved');
    const beside = db.ownerPool.query(
      `select ledger.move_volumes(1::smallint, array[row('CADJPY', 'buy', 1, 1, 2, 2), row('CADJPY', 'sell', 1, 1, 0, -5)]::ledger.volume_move[], '{}', $1)`,
      [books.now()],
    );
    await expect(beside, 'a close on the other side may have come after it').resolves.toBeTruthy();
    expect(await move(0, -15)).toBe('moved');
  });

  it('counts what a split made of a position once, in its sums too', async () => {
    await set('volume_limit', 'AUDCAD', { per_client: null, all_clients: '0.10' });
    const move = (opened: number, moved: number) =>
      db.ownerPool
        .query(
          `select ledger.move_volumes(1::smallint, array[row('AUDCAD', 'buy', 4, 1, $1::bigint, $2::bigint)::ledger.volume_move], '{}', $3)`,
          [opened, moved, books.now()],
        )
        .then(() => 'moved')
        .catch(({ code: state }: { code: string }) => state);
    expect(await move(10, 10)).toBe('moved');
    expect(await move(1, 1)).toBe('40001');
    expect(await move(0, -10)).toBe('moved');
  });

  it('refuses no close where a sum is too low, which the regular check names', async () => {
    const id = await client();
    const trade = await idOf(open(id, { symbol: 'EURAUD', lots: 3n }));
    const off = (lots: number) =>
      db.ownerPool.query("update ledger.instrument_volume set lots = lots + $1 where symbol = 'EURAUD'", [lots]);
    await off(-2);
    expect(code(await close(id, trade))).toBe('ok');
    expect(await brokenInvariants(db.pool)).not.toEqual([]);
    await off(2);
  });
});

describe('[CF8] an announcement', () => {
  const inMinutes = (minutes: number) => new Date(books.now().getTime() + minutes * 60_000).toISOString();
  const texts = async () =>
    (await readNotices(db.pool, books.now())).notices.map(({ text, audience }) => [audience, text]);

  it('is read by whom it is for, from its moment until its end, and pages know when to ask again', async () => {
    await set('instrument', 'XRP', { state: 'on' });
    await set('announcements', 'everyone', { announcements: [{ text: 'Maintenance tonight.', from: inMinutes(1), until: inMinutes(2) }] }); // prettier-ignore
    await set('announcements', 'clients', { announcements: [{ text: 'Statements are ready.', from: inMinutes(0), until: inMinutes(3) }] }); // prettier-ignore
    const said = (await texts()).filter(([, text]) => !text?.startsWith('New trades'));
    expect(said).toEqual([['clients', 'Statements are ready.']]);
    expect((await readNotices(db.pool, books.now())).notices_change_at).toBe(inMinutes(1));
    tick();
    expect(await texts()).toContainEqual(['everyone', 'Maintenance tonight.']);
    expect((await readNotices(db.pool, books.now())).notices_change_at).toBe(inMinutes(1));
    tick();
    expect(await texts()).not.toContainEqual(['everyone', 'Maintenance tonight.']);
    tick();
    expect((await readNotices(db.pool, books.now())).notices_change_at).toBeNull();
  });

  it('goes with what can only be closed, and with what is closed for a while', async () => {
    await set('instrument', 'XRP', { state: 'close_only' });
    await set('closures', 'crypto', { closures: [{ from: inMinutes(0), until: inMinutes(5), name: 'A chain is halted' }] }); // prettier-ignore
    const said = await texts();
    expect(said.some(([, text]) => text?.includes('XRP/USD'))).toBe(true);
    expect(said.some(([, text]) => text?.startsWith('Crypto is closed until'))).toBe(true);
    tick(5);
    expect((await texts()).some(([, text]) => text?.startsWith('Crypto is closed until'))).toBe(false);
  });

  it('[CF10] what nothing can be opened of is named with the sentence that refuses it', async () => {
    const restricted = async () => (await readNotices(db.pool, books.now())).restricted;
    const of = async (name: string) => (await restricted()).find(({ symbol }) => symbol === name);
    const id = await client();
    await set('closures', 'stock', { closures: [{ from: inMinutes(0), until: inMinutes(5), name: 'Founders’ Day' }] });
    await set('instrument', 'KO', { state: 'off' });
    for (const symbol of ['KO', 'PEP']) {
      const body = { type: 'market', symbol, side: 'buy', lots: '0.01', amount: '500.00' };
      const answer = await http.send('POST', '/orders', id, body, newId());
      expect((await of(symbol))?.text).toBe(answer.json<{ detail: string }>().detail);
    }
    expect([(await of('KO'))?.why, (await of('PEP'))?.why, await of('EURUSD')]).toEqual(['off', 'closed', undefined]);
    tick(5);
    expect((await restricted()).map(({ symbol }) => symbol)).not.toContain('PEP');
  });
});

describe('[N54] what an email says', () => {
  const key = 'withdrawal-rejected';
  const wording = {
    subject: 'Not sent: {amount}',
    lines: ['Hi {user_name}, {amount} is back in your balance.', 'Why: {reason}'],
  };
  const propose = (name: string, value: object) =>
    post(
      '/admin/configuration',
      { setting: { item: 'mail_wording', key: name, value }, effective_at: null, reason: 'a friendlier tone' },
      maker,
    );

  /** What is sent of a rejected withdrawal now, or of a test with a draft. */
  async function sent(draft?: object): Promise<OutgoingMail | undefined> {
    const to = await client();
    const values = { amount: '$20.00', reason: 'a closed account', ...(draft && { draft: JSON.stringify(draft) }) };
    await enqueueMail(db.pool, { userId: to, template: key, values }, books.now());
    const mails: OutgoingMail[] = [];
    const worker = new MailWorker({
      pool: db.pool,
      clock: { now: books.now },
      log: createLog({ level: 'fatal' }),
      transport: { send: async (mail) => void mails.push(mail), close: () => undefined },
      config: {
        mode: 'live',
        mailFrom: 'desk@clearbook.example',
        publicUrl: 'https://clearbook.example',
        contactEmail: 'desk@clearbook.example',
      },
    });
    worker.start();
    await expect.poll(() => mails.some(({ text }) => text.includes('$20.00'))).toBe(true);
    await worker.stop();
    return mails.find(({ text }) => text.includes('$20.00'));
  }

  it('is set by two people, sent from then on, and taken back', async () => {
    expect((await sent())?.subject).toBe('Your withdrawal wasn’t sent');
    const made = await propose(key, wording);
    expect(made.statusCode, made.body).toBe(201);
    const { id, act } = made.json<Proposal>();
    // Whoever approves reads both texts whole.
    expect(act).toMatchObject({
      setting: { value: wording },
      before: { value: { subject: 'Your withdrawal wasn’t sent', lines: expect.any(Array) } },
    });
    expect((await sent())?.subject, 'nobody approved it').toBe('Your withdrawal wasn’t sent');
    tick();
    expect((await post(`/admin/proposals/${id}/decision`, { decision: 'approve' }, checker)).statusCode).toBe(200);
    const mail = await sent();
    expect(mail?.subject).toBe('Not sent: $20.00');
    expect(mail?.text).toContain(
      '$20.00 is back in your balance.\n\nWhy: a closed account\n\nSee your withdrawals: https://clearbook.example/withdrawals',
    );
    expect(mail?.html).toContain('Why: a closed account');
    expect((await sent({ subject: 'A draft', lines: null }))?.subject).toBe('A draft');
    tick();
    const back = await post(`/admin/configuration/${id}/revert`, { reason: 'as it was' }, checker);
    await post(`/admin/proposals/${back.json<Proposal>().id}/decision`, { decision: 'approve' }, maker);
    expect((await sent())?.subject).toBe('Your withdrawal wasn’t sent');
  });

  it('is refused where its reader would lack something, be asked to pay or be led elsewhere, and where it always says the same', async () => {
    const refusal = async (name: string, value: object) => {
      const { statusCode, json } = await propose(name, value);
      const { code: problem, fields } = json<{ code: string; fields: readonly { name: string }[] }>();
      return [statusCode, problem, ...fields.map((one) => one.name)].join(' ');
    };
    expect(await refusal(key, { subject: null, lines: ['We keep {amount}.'] })).toBe(
      '422 mail.wording setting.value.lines',
    );
    expect(await refusal(key, { ...wording, subject: 'Please pay first' })).toBe(
      '422 mail.wording setting.value.subject',
    );
    expect(await refusal(key, { ...wording, lines: [...wording.lines, 'See https://evil.example'] })).toBe(
      '422 mail.wording setting.value.lines',
    );
    expect(await refusal('withdrawal-code', { subject: 'Other', lines: null })).toBe('422 mail.wording key');
    expect(await refusal('no-such-mail', { subject: 'Other', lines: null })).toBe('422 mail.wording key');
    expect(await refusal(key, { subject: 'Other' })).toMatch(/^422 request.invalid/);
  });

  it('the database takes no address and nothing too long, whatever two people agreed on', async () => {
    const fits = async (value: object) =>
      (await db.ownerPool.query<{ fits: boolean }>('select ledger.is_wording($1) as fits', [JSON.stringify(value)]))
        .rows[0]?.fits;
    expect(await fits(wording)).toBe(true);
    expect(await fits({ subject: null, lines: null })).toBe(true);
    for (const value of [
      {},
      { ...wording, more: 1 },
      { ...wording, subject: '' },
      { ...wording, subject: 'a'.repeat(121) },
      { ...wording, subject: 'a@b.example' },
      { ...wording, lines: [] },
      { ...wording, lines: [null] },
      { ...wording, lines: ['a\nb'] },
      { ...wording, lines: ['https://evil.example'] },
      { ...wording, lines: 'text' },
      { ...wording, lines: Array<string>(11).fill('a') },
      { ...wording, lines: ['a'.repeat(501)] },
    ])
      expect(await fits(value), JSON.stringify(value).slice(0, 80)).toBe(false);
    const evil = { subject: 'See https://evil.example', lines: null };
    const command = commandOf('mail_wording', key, evil, null, await replacedAt(db.pool, 'mail_wording', key, tick()));
    const proposalId = newId();
    await books.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'r' });
    await expect(approve(proposalId, command)).rejects.toThrow('CF2');
  });
});
