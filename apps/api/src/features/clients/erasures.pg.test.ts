import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { serve, type Served } from '../../../test/served.ts';
import { proposalRoutes } from '../proposals/index.ts';
import { finishErasures, FORGET_LAST_MAILS } from './erasures.ts';
import { clientRoutes } from './index.ts';

let db: FreshDatabase;
let books: Books;
let site: Served;
let staff: string;
let second: string;
/** Files that the storage doesn't remove now. */
const stuck = new Set<string>();
const removed: string[] = [];
const files = {
  remove: (id: string) => {
    if (stuck.has(id)) return Promise.reject(new Error(`${id} is stuck`));
    removed.push(id);
    return Promise.resolve();
  },
};

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  const parts = { ledger: books.ledger, pool: db.pool, config: { mode: 'demo' as const, lending: true } };
  site = await serve(books.now, (register) => {
    clientRoutes(register, { ...parts, files: files as never, checkPassword: () => Promise.resolve() });
    proposalRoutes(register, parts as never);
  });
  [staff, second] = [await books.openParty('staff'), await books.openParty('staff')];
});
beforeEach(() => {
  stuck.clear();
  removed.length = 0;
});
afterAll(async () => {
  await site?.app.close();
  await books?.ledger.close();
  await db?.drop();
});

const close = (clientId: string) => site.send('POST', '/me/close', `client ${clientId}`, { password: 'x' });
const repliesThatShow = async (clientId: string): Promise<number> =>
  (await db.ownerPool.query('select from app.reply where reply::text like $1', [`%${clientId}%`])).rowCount ?? 0;
const openErasure = async (clientId: string): Promise<void> => {
  await db.ownerPool.query("update ledger.party set status = 'closed' where id = $1", [clientId]);
  await db.ownerPool.query('insert into app.erasure (client_id, asked_at) values ($1, $2)', [clientId, books.now()]);
};
const notErased = async (): Promise<string[]> =>
  (await db.pool.query<{ id: string }>('select client_id as id from app.erasure where done_at is null')).rows.map(
    ({ id }) => id,
  );

it('[G93] what staff were answered about a client goes with the client, also the answer to a decision on a proposal', async () => {
  const [clientId, other] = [await books.openParty(), await books.openParty()];
  for (const of of [clientId, other]) {
    const changed = await site.send('PATCH', `/admin/users/${of}`, `owner ${staff}`, {
      code_status: 'Enabled',
      reason: 'asked for it',
    });
    expect(changed.statusCode, changed.body).toBe(200);
  }
  const proposal = { kind: 'adjust', clientId, direction: 'credit', amount: 500n, corrects: null } as const;
  const made = await books.run({
    kind: 'propose',
    staffId: staff,
    proposalId: newId(),
    command: proposal,
    reason: 'goodwill',
  });
  const { id } = made.outcome.ok ? made.outcome.result : { id: '' };
  const decided = await site.send('POST', `/admin/proposals/${id}/decision`, `owner ${second}`, {
    decision: 'decline',
    reason: 'not agreed',
  });
  expect(decided.statusCode, decided.body).toBe(200);
  expect([await repliesThatShow(clientId), await repliesThatShow(other)]).toEqual([2, 1]);

  expect((await close(clientId)).statusCode).toBeLessThan(300);
  expect([await repliesThatShow(clientId), await repliesThatShow(other)]).toEqual([0, 1]);
  expect(await notErased()).toEqual([]);
});

/** Small for good: what is being pushed just now, and the tokens of an operator's programs. */
const SMALL = ['api_token', 'push_outbox'];

it('[G93] erasing a person reads no table from its beginning to its end, however much has been kept in it', async () => {
  const clientId = await books.openParty();
  await openErasure(clientId);
  const client = await db.ownerPool.connect();
  const readWhole = async (): Promise<string[]> => {
    const { rows } = await client.query<{ read: string }>(
      "select relname || ' ' || seq_scan as read from pg_stat_xact_user_tables where schemaname in ('app', 'ledger') and seq_scan > 0",
    );
    return rows.map(({ read }) => read).filter((read) => !SMALL.includes(read.split(' ')[0] ?? ''));
  };
  try {
    await client.query('begin');
    // Where there is an index, it's read; what is still read whole has none.
    await client.query('set local enable_seqscan = off');
    const before = await readWhole();
    await client.query('select ledger.erase_person($1, $2)', [clientId, books.now()]);
    expect((await readWhole()).filter((read) => !before.includes(read))).toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await finishErasures({ pool: db.pool, files }, books.now());
});

it('[G93] whoever closes an account waits for nobody else to be erased', async () => {
  const [earlier, clientId] = [await books.openParty(), await books.openParty()];
  await openErasure(earlier);
  expect((await close(clientId)).statusCode).toBeLessThan(300);
  expect(await notErased()).toEqual([earlier]);
  await finishErasures({ pool: db.pool, files }, books.now());
  expect(await notErased()).toEqual([]);
});

it('[G93] files that can’t be removed keep none from being removed at a later turn, and no turn waits for many of them', async () => {
  const ids = Array.from({ length: 60 }, () => newId());
  await db.ownerPool.query('insert into app.file_to_remove (id) select unnest($1::uuid[])', [ids]);
  for (const id of ids.slice(0, 20)) stuck.add(id);
  let asked = 0;
  const counted = { remove: (id: string) => ((asked += stuck.has(id) ? 1 : 0), files.remove(id)) };
  const turn = () => finishErasures({ pool: db.pool, files: counted }, books.now());
  for (let turns = 1; new Set(removed).size < 40 && turns < 1_000; turns += 1) {
    await expect(turn()).rejects.toThrow('is stuck');
    expect(asked).toBe(3 * turns);
  }
  expect(new Set(removed)).toEqual(new Set(ids.slice(20)));
  stuck.clear();
  await turn();
  expect((await db.pool.query('select from app.file_to_remove')).rowCount).toBe(0);
});

it('[G93] the last mails to people who closed their account are found by an index of theirs, among millions', async () => {
  const client = await db.ownerPool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${FORGET_LAST_MAILS}`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('mail_outbox_account_closed');
  } finally {
    client.release(true);
  }
});
