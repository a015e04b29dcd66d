import { NOTIFICATION_KEPT_DAYS, type Notification, UNREAD_COUNTED_MAX } from '@clearbook/contracts/notifications';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, newTxid, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { enqueueMail } from '../../platform/mail/index.ts';
import { settleDueWithdrawals } from '../withdrawals/index.ts';
import {
  listNotifications,
  markRead,
  readSettings,
  SWEEP,
  sweepNotifications,
  writeSettings,
} from './notifications.query.ts';

const site = {
  site_email: 'desk@example.org',
  complaints_email: 'complaints@example.org',
  site_url: 'https://clearbook.example',
};
const DAY_MS = 86_400_000;

let db: FreshDatabase;
let books: Books;
let staff: string;
let clientId: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
});
beforeEach(async () => {
  books.at(OPEN_MARKETS);
  clientId = await books.openParty();
});
afterAll(async () => {
  await books.ledger.close();
  await db.drop();
});

async function done(command: Parameters<Books['run']>[0], key?: string): Promise<string> {
  const { outcome } = await books.run(command, key);
  if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.refusal.code}`);
  const { result } = outcome;
  return 'trade_id' in result ? String(result.trade_id) : 'id' in result ? result.id : '';
}

const list = (of = clientId, query: Parameters<typeof listNotifications>[3] = {}) =>
  listNotifications(db.pool, site, of, query);
const kinds = async (of = clientId) => (await list(of, { limit: 200 })).data.map(({ kind }) => kind).toReversed();
async function mailed(of = clientId): Promise<string[]> {
  const { rows } = await db.pool.query<{ template: string }>(
    'select template from app.mail_outbox where user_id = $1 order by id',
    [of],
  );
  return rows.map(({ template }) => template);
}

function withdraw(amount = 10_000n): Promise<string> {
  const withdrawalId = newId();
  return done({ kind: 'request_withdrawal', clientId, withdrawalId, amount, method: 'bank', coin: null, destination: {}, expectedFee: null, code: '246810', codeHash: 'right' }); // prettier-ignore
}

function decide(withdrawalId: string, decision: 'approve' | 'reject'): Promise<string> {
  return done({
    kind: 'decide_withdrawal',
    staffId: staff,
    clientId,
    withdrawalId,
    decision,
    reason: 'no such account',
    payoutReference: 'WIRE-1',
  });
}

/** Everything that can happen to a client's money here, in one go. */
async function everything(): Promise<void> {
  await books.fund(clientId, 1_000_000n);
  for (const decision of ['approve', 'reject'] as const) {
    const depositId = await done({ kind: 'create_deposit', clientId, amount: 50_000n, method: 'bitcoin', address: 'DEMO-X', rate: 500_000_000_000_000n, rateSource: 'test' }); // prettier-ignore
    await done({ kind: 'attach_proof', clientId, depositId, fileId: newId() });
    await done({ kind: 'decide_deposit', staffId: staff, clientId, depositId, decision, reason: 'another payment', txid: newTxid(), outputIndex: 0, receivedUnits: null, rateNow: null }); // prettier-ignore
  }
  const tradeId = await done({
    kind: 'open_trade',
    clientId,
    symbol: 'EURUSD',
    side: 'buy',
    lots: 10n,
    amount: 200_000n,
  });
  await done({ kind: 'close_trade', clientId, tradeId, lots: null });
  await decide(await withdraw(), 'reject');
  await done({ kind: 'cancel_withdrawal', clientId, withdrawalId: await withdraw() });
  const sent = await withdraw();
  await decide(sent, 'approve');
  await done({ kind: 'report_not_received', clientId, withdrawalId: sent });
  await done({ kind: 'return_withdrawal', staffId: staff, clientId, withdrawalId: sent, reason: 'account closed' });
  await done({
    kind: 'adjust',
    staffId: staff,
    clientId,
    direction: 'credit',
    amount: 777n,
    reason: 'late fee',
    corrects: null,
  });
}

const SENT = [
  'top-up', 'deposit-submitted', 'deposit-approved', 'deposit-submitted', 'deposit-rejected', 'trade-opened', 'trade-closed', 'withdrawal-requested',
  'withdrawal-rejected', 'withdrawal-requested', 'withdrawal-cancelled', 'withdrawal-requested', 'withdrawal-approved', 'withdrawal-not-received',
  'withdrawal-returned', 'adjustment',
]; // prettier-ignore
const QUIET = new Set(['top-up', 'trade-opened', 'trade-closed']);

describe('what is told', () => {
  it('[N30] [N31] everything that happens to a client’s money is among their notifications, in its order, with amounts and reasons', async () => {
    await everything();
    expect(await kinds()).toEqual(SENT);
    const { data } = await list(clientId, { limit: 200 });
    const of = (kind: string): Notification | undefined => data.find((one) => one.kind === kind);
    expect(of('deposit-approved')).toMatchObject({
      title: 'Your deposit has arrived',
      text: expect.stringContaining('$500.00'),
      to: expect.stringMatching(/^\/deposit\?id=[0-9a-f-]{36}$/),
      read: false,
    });
    expect(of('deposit-rejected')?.text).toContain('another payment');
    expect(of('trade-opened')).toMatchObject({
      title: 'Buy EUR/USD opened',
      text: expect.stringMatching(/^Buy 0\.10 lots of EUR\/USD at \d\.\d{5,}, with \$2,000\.00 as collateral/),
    });
    expect(of('trade-closed')?.text).toMatch(
      /^0\.10 lots of EUR\/USD closed at \d\.\d{5,}, with a (profit|loss) of \$\d+\.\d\d\.$/,
    );
    expect(of('withdrawal-approved')?.text).toContain('WIRE-1');
    expect(of('withdrawal-returned')?.to).toBe(of('withdrawal-approved')?.to);
    expect(of('adjustment')?.text).toContain('credit $7.77');
  });

  it('[N30] a refusal tells nobody anything, and a command that is sent twice tells once', async () => {
    await books.run({ kind: 'open_trade', clientId, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 200_000n });
    expect(await kinds()).toEqual([]);
    await done({ kind: 'top_up', clientId, amount: 100n }, 'same');
    await done({ kind: 'top_up', clientId, amount: 100n }, 'same');
    expect(await kinds()).toEqual(['top-up']);
  });

  it('[N30] what a transaction tells is gone with it', async () => {
    const client = await db.pool.connect();
    await client.query('begin');
    await enqueueMail(
      client,
      { userId: clientId, template: 'password-changed', values: { time: 'now' } },
      OPEN_MARKETS,
    );
    await client.query('rollback');
    expect([await kinds(), await mailed()]).toEqual([[], []]);
    await client.query('begin');
    await enqueueMail(
      client,
      { userId: clientId, template: 'password-changed', values: { time: 'now' } },
      OPEN_MARKETS,
    );
    await client.query('commit');
    client.release();
    expect([await kinds(), await mailed()]).toEqual([['password-changed'], ['password-changed']]);
  });

  it('[N32] one’s own trades and paper money are mailed only to those who want that; all else is mailed always', async () => {
    expect(await readSettings(db.pool, clientId)).toEqual({ own_doings: false, price_alerts: true });
    await everything();
    expect((await mailed()).toSorted()).toEqual(SENT.filter((kind) => !QUIET.has(kind)).toSorted());
    clientId = await books.openParty();
    await writeSettings(db.pool, clientId, { own_doings: true });
    await everything();
    expect((await mailed()).toSorted()).toEqual(SENT.toSorted());
    await writeSettings(db.pool, clientId, { own_doings: false });
    await books.fund(clientId, 100n);
    expect(await mailed()).toHaveLength(SENT.length);
    expect(await kinds()).toHaveLength(SENT.length + 1);
  });

  it('[N33] a withdrawal that waits longer than a working day tells its client so once, whoever looks and however often', async () => {
    await books.fund(clientId, 50_000n);
    const id = await withdraw();
    const look = async (hours: number) => {
      const now = new Date(OPEN_MARKETS.getTime() + hours * 3_600_000);
      books.at(now);
      await Promise.all(
        [1, 2, 3].map(() => settleDueWithdrawals({ ledger: books.ledger, pool: db.pool, mode: 'live' }, now)),
      );
    };
    await look(23);
    expect(await kinds()).toEqual(['top-up', 'withdrawal-requested']);
    for (const hours of [25, 26, 90]) await look(hours);
    expect(await kinds()).toEqual(['top-up', 'withdrawal-requested', 'withdrawal-overdue']);
    expect((await list()).data[0]?.to).toBe(`/withdrawals?open=${id}`);
    await decide(id, 'approve');
    await look(200);
    expect(await kinds()).toEqual(['top-up', 'withdrawal-requested', 'withdrawal-overdue', 'withdrawal-approved']);
  });

  it('[N34] a code is in the mail and nowhere else; a link with a token is no notification', async () => {
    await books.fund(clientId, 50_000n);
    await done({
      kind: 'set_controls',
      staffId: staff,
      clientId,
      status: 'active',
      billing: false,
      code: true,
      reason: 'asked for',
      noteId: newId(),
    });
    const withdrawalId = await withdraw();
    await done({ kind: 'resend_code', clientId, withdrawalId, code: '135791', codeHash: 'right' });
    for (let i = 0; i < 5; i += 1)
      await books.run({ kind: 'confirm_withdrawal', clientId, withdrawalId, codeHash: `wrong ${i}` });
    await enqueueMail(
      db.pool,
      { userId: clientId, template: 'password-reset', values: { token: 'secret-token' } },
      OPEN_MARKETS,
    );
    expect(await kinds()).toEqual(['top-up', 'code-on', 'withdrawal-code', 'withdrawal-code', 'withdrawal-stopped']);
    const { rows } = await db.pool.query<{ all: string }>(
      `select string_agg(n::text, ' ') as all from app.notification n where user_id = $1`,
      [clientId],
    );
    expect(rows[0]?.all).not.toMatch(/246810|135791|secret-token/);
    expect(JSON.stringify(await list())).not.toMatch(/246810|135791|secret-token/);
    const { rows: outbox } = await db.pool.query<{ code: string }>(
      `select values ->> 'code' as code from app.mail_outbox where user_id = $1 and template = 'withdrawal-code' order by id`,
      [clientId],
    );
    expect(outbox.map(({ code }) => code)).toEqual(['246810', '135791']);
  });
});

describe('how it is read', () => {
  it('[N35] newest first, a page at a time, each person their own', async () => {
    await everything();
    const other = await books.openParty();
    const pages: Notification[][] = [];
    let cursor: string | undefined;
    do {
      const page = await list(clientId, { limit: 6, cursor });
      expect(page.unread).toBe(SENT.length);
      pages.push(page.data);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages.map(({ length }) => length)).toEqual([6, 6, 4]);
    expect(pages.flat().map(({ kind }) => kind)).toEqual(SENT.toReversed());
    expect(await list(other)).toEqual({ data: [], next_cursor: null, unread: 0 });
  });

  it('[N40] what somebody has just done themselves is listed but not unread; what happens to them is', async () => {
    await done({ kind: 'top_up', clientId, amount: 50_000n }, `request:${newId()}`);
    expect((await list()).data.map(({ kind, read }) => [kind, read])).toEqual([['top-up', true]]);
    expect((await list()).unread).toBe(0);
    // The same from somebody of the staff, and from the product itself.
    await decide(await withdraw(), 'reject');
    expect((await list()).unread).toBeGreaterThan(0);
  });

  it('[N36] one is marked read, or it and all older ones; what came meanwhile and what is another’s stays', async () => {
    await everything();
    const other = await books.openParty();
    const [newest, second, third] = (await list()).data;
    if (!newest || !second || !third) throw new Error('too few');
    expect(await markRead(db.pool, other, newest.id, true, OPEN_MARKETS)).toEqual({ unread: 0 });
    expect((await list()).unread).toBe(SENT.length);
    expect(await markRead(db.pool, clientId, third.id, false, OPEN_MARKETS)).toEqual({ unread: SENT.length - 1 });
    expect(await markRead(db.pool, clientId, third.id, false, OPEN_MARKETS)).toEqual({ unread: SENT.length - 1 });
    expect(await markRead(db.pool, clientId, second.id, true, OPEN_MARKETS)).toEqual({ unread: 1 });
    expect((await list()).data.map(({ read }) => read)).toEqual([false, ...SENT.slice(1).map(() => true)]);
  });

  it('[N38] whoever is told something receives it over the socket, in the same invalidation', async () => {
    const { rows } = await db.pool.query<{ last: string }>(
      'select coalesce(max(number), 0)::text as last from app.invalidation',
    );
    await books.fund(clientId, 50_000n);
    await enqueueMail(
      db.pool,
      { userId: clientId, template: 'new-device', values: { time: 'now', device: 'Firefox' } },
      OPEN_MARKETS,
    );
    await done({
      kind: 'create_deposit',
      clientId,
      amount: 5_000n,
      method: 'bitcoin',
      address: 'DEMO-X',
      rate: 500_000_000_000_000n,
      rateSource: 'test',
    });
    const changed = await db.pool.query<{ body: string }>(
      'select body from app.invalidation where number > $1 order by number',
      [rows[0]?.last],
    );
    const invalidations = changed.rows.flatMap(
      ({ body }) => JSON.parse(body) as { c: string; t: string[]; e: string }[],
    );
    expect(invalidations.map(({ c, t, e }) => [c, t.includes('notifications'), e])).toEqual([
      [clientId, true, 'demo_top_up'],
      [clientId, true, 'new-device'],
      [clientId, false, 'deposit_created'],
    ]);
  });

  it('[N39] a year later they go; ten thousand are read by their key, a page at a time', async () => {
    await db.ownerPool.query(
      `insert into app.notification (user_id, id, kind, values, at)
       select $1, gen_random_uuid(), 'top-up', '{"amount":"$1.00"}', $2::timestamptz - make_interval(mins => i) from generate_series(1, 10000) as i`,
      [clientId, OPEN_MARKETS],
    );
    await db.ownerPool.query('analyze app.notification');
    const first = await list();
    expect([first.data.length, first.unread]).toEqual([30, UNREAD_COUNTED_MAX]);
    const { rows } = await db.pool.query<{ 'QUERY PLAN': string }>(
      `explain select id from app.notification where user_id = $1 and id < $2 order by id desc limit 31`
        .replace('$1', `'${clientId}'`)
        .replace('$2', `'${first.next_cursor}'`),
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan/);
    const kept = (days: number) => new Date(OPEN_MARKETS.getTime() + days * DAY_MS);
    await sweepNotifications(db.pool, kept(NOTIFICATION_KEPT_DAYS - 8));
    expect((await list()).data).toHaveLength(30);
    await sweepNotifications(db.pool, kept(NOTIFICATION_KEPT_DAYS + 1));
    expect(await list()).toEqual({ data: [], next_cursor: null, unread: 0 });
  });

  it('[N39] old ones are found from the oldest on, by an index in which a page that is used again makes no difference', async () => {
    const client = await db.ownerPool.connect();
    try {
      await client.query('begin');
      // A few rows are read as quickly from the table: what counts is whether the index can be used.
      await client.query('set local enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${SWEEP}`, [
        null,
        new Date(OPEN_MARKETS.getTime() - 400 * DAY_MS),
        5_000,
      ]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index Scan using notification_age/);
      expect(plan).not.toContain('Sort Key: notification_1.at');
      await client.query('rollback');
    } finally {
      client.release();
    }
  });
});
