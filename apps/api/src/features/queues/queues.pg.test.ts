import { CLAIM_MS, QUEUE_NAMES, type QueueItem, QUEUES, type QueueSummary } from '@clearbook/contracts/queues';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, openBooks, pendingDeposit } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { queueRoutes } from './index.ts';
import { SOURCES } from './sources.ts';

let db: FreshDatabase;
let books: Books;
let site: Served;
let ann: string;
let ben: string;
let deposits: string[];

type List = { data: QueueItem[]; next_cursor: string | null };

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  [ann, ben] = [await books.openParty('staff'), await books.openParty('staff')];
  site = await serve(books.now, (register) => queueRoutes(register, { pool: db.pool }));
  deposits = [];
  const start = books.now();
  for (let i = 0; i < 5; i += 1) {
    books.at(new Date(start.getTime() + i * 60_000));
    deposits.push(await pendingDeposit(books, await books.openParty(), BigInt(10_000 * (i + 1))));
  }
  books.at(new Date(start.getTime() + 600_000));
});
beforeEach(() => db.pool.query('delete from app.queue_claim'));
afterAll(async () => {
  await site.app.close();
  await books.ledger.close();
  await db.drop();
});

const items = (query: string, who = `owner ${ann}`) => site.get<List>(`/admin/queue-items?${query}`, who);
const claim = (id: string, who: string, role = 'owner') =>
  site.send('POST', '/admin/queue-claims', `${role} ${who}`, { queue: 'deposits', id });
const ids = ({ data }: List) => data.map(({ id }) => id);

describe('queues', () => {
  it('[QU1] gives the oldest first, every one exactly once, a page at a time, and the newest first where asked', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await items(`queue=deposits&limit=2${cursor}`);
      seen.push(...ids(page));
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(deposits);
    expect(ids(await items('queue=deposits&sort=newest'))).toEqual(deposits.toReversed());
  });

  it('[QU1] reads no queue from end to end', async () => {
    const client = await db.ownerPool.connect();
    try {
      // Tables of a test are small: a plan that sorts or reads a whole one is taken only where no index gives the order.
      await client.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off');
      for (const queue of QUEUE_NAMES) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain select * from (${SOURCES[queue].rows.replaceAll('$1', 'now()')}) w order by since, id limit 50`,
        );
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan, queue).toMatch(/Index (?:Only )?Scan using \w+/);
        expect(plan, queue).not.toMatch(/^ *(?:->)? *Sort/m);
      }
    } finally {
      client.release(true);
    }
  });

  it('[QU2] narrows by amount, day and who has taken it, and refuses what does not exist', async () => {
    expect(ids(await items('queue=deposits&least=200&most=400.00'))).toEqual(deposits.slice(1, 4));
    expect(ids(await items('queue=deposits&method=ethereum'))).toEqual([]);
    expect(ids(await items('queue=deposits&to=2001-01-01'))).toEqual([]);
    await claim(deposits[0] ?? '', ann);
    await claim(deposits[1] ?? '', ben);
    expect(ids(await items('queue=deposits&claim=mine'))).toEqual(deposits.slice(0, 1));
    expect(ids(await items('queue=deposits&claim=free'))).toEqual(deposits.slice(2));
    for (const wrong of [
      'queue=loot',
      'queue=deposits&claim=ours',
      'queue=deposits&cursor=x',
      'queue=deposits&least=-1',
    ])
      expect((await site.ask(`/admin/queue-items?${wrong}`, `owner ${ann}`)).statusCode, wrong).toBe(422);
  });

  it('[QU3] says how many wait and how many for too long, of what the role includes', async () => {
    await claim(deposits[0] ?? '', ann);
    const of = async (role: string) =>
      (await site.get<{ queues: QueueSummary[] }>('/admin/queues', `${role} ${ann}`)).queues;
    expect((await of('owner')).map(({ queue }) => queue)).toEqual(QUEUE_NAMES);
    expect((await of('owner'))[0]).toMatchObject({ waiting: 5, capped: false, late: 0, mine: 1 });
    expect((await of('support')).map(({ queue }) => queue)).not.toContain('verifications');
    expect(said(await site.ask('/admin/queue-items?queue=verifications', `support ${ann}`))).toEqual([
      403,
      'auth.permission_missing',
    ]);
    const now = books.now();
    books.at(new Date(now.getTime() + QUEUES.deposits.targetMs));
    expect((await of('owner'))[0]?.late).toBe(5);
    expect((await items('queue=deposits')).data.every(({ late }) => late)).toBe(true);
    books.at(now);
  });

  it('[G24] is a file in its order with its filters, of what the role includes, and taking it is in the audit log', async () => {
    await claim(deposits[4] ?? '', ben);
    const file = await site.ask('/admin/queue-items.csv?queue=deposits&least=200.00&sort=newest', `owner ${ann}`);
    expect(file.statusCode, file.body).toBe(200);
    const [head = '', ...rows] = file.body.trimEnd().split('\r\n');
    expect(head.split(',').slice(0, 3)).toEqual(['queue', 'id', 'email']);
    expect(rows.map((row) => row.split(',')[1])).toEqual(deposits.slice(1).toReversed());
    expect(rows[0]).toContain(`,500.00,tether,no,${ben}@`);
    const { rows: logged } = await db.pool.query(
      "select facts from ledger.audit where actor_id = $1 and action = 'queue.export'",
      [ann],
    );
    expect(logged).toEqual([{ facts: { queue: 'deposits', least: '200.00', sort: 'newest', searched: 'no' } }]);
    expect(said(await site.ask('/admin/queue-items.csv?queue=verifications', `support ${ann}`))).toEqual([
      403,
      'auth.permission_missing',
    ]);
    for (const wrong of ['', '?queue=parties', '?queue=deposits&cursor=x'])
      expect((await site.ask(`/admin/queue-items.csv${wrong}`, `owner ${ann}`)).statusCode, wrong).toBe(422);
  });

  it('[QU4] gives an item to one of two who take it at one moment, for half an hour, and takes it back', async () => {
    const [id = ''] = deposits;
    const both = await Promise.all([claim(id, ann), claim(id, ben)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const [winner, loser] = both[0].statusCode === 200 ? [ann, ben] : [ben, ann];
    expect(said(await claim(id, loser))).toEqual([409, 'queue.claimed']);
    expect((await claim(id, winner)).statusCode).toBe(200);
    const release = (who: string) =>
      site.send('POST', '/admin/queue-claims/release', `owner ${who}`, { queue: 'deposits', id });
    expect((await release(loser)).statusCode).toBe(404);
    expect((await items('queue=deposits')).data[0]?.claim?.staff_id).toBe(winner);
    expect((await release(winner)).statusCode).toBe(204);
    expect((await items('queue=deposits')).data[0]?.claim).toBeNull();
    await claim(id, winner);
    const now = books.now();
    books.at(new Date(now.getTime() + CLAIM_MS));
    expect((await claim(id, loser)).statusCode).toBe(200);
    books.at(now);
    expect((await claim(newId(), ann)).statusCode).toBe(404);
    expect(said(await claim(id, ann, 'auditor'))).toEqual([403, 'auth.permission_missing']);
  });
});
