import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { freshDatabase } from '../../../test/database.ts';
import { createLog } from '../log.ts';
import { invalidate, type Invalidation } from './invalidation.ts';
import { createBell } from './bell.ts';
import { InvalidationLog, INVALIDATIONS, KEPT_MS, sweepInvalidations } from './invalidation-log.ts';

let db: Awaited<ReturnType<typeof freshDatabase>>;
let received: string[] = [];
let woken: string[] = [];
let gaps = 0;
let nowMs = 0;
let invalidations: InvalidationLog;

beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(async () => {
  await db.drop();
});
beforeEach(async () => {
  await invalidations?.stop();
  [received, woken, gaps, nowMs] = [[], [], 0, 0];
  invalidations = new InvalidationLog({
    pool: db.pool,
    log: createLog({ level: 'fatal' }),
    onInvalidation: ({ e }) => void received.push(e),
    onWake: (wake) => void woken.push(wake),
    onGap: () => void (gaps += 1),
    nowMs: () => nowMs,
  });
  await invalidations.start();
});

const invalidation = (e: string): Invalidation => ({ c: null, t: ['account'], e, s: null, a: false });

describe('what changed', () => {
  it('[R13] arrives once and in order, whether its notification is lost or comes three times', async () => {
    for (const e of ['one', 'two', 'three']) await invalidate(db.pool, [invalidation(e)]);
    await Promise.all([invalidations.look(), invalidations.look(), invalidations.look()]);
    expect(received).toEqual(['one', 'two', 'three']);
    await invalidations.look();
    expect(received).toHaveLength(3);
  });

  it('[R13] without any notification it arrives within a second', async () => {
    await db.pool.query("insert into app.invalidation (wakes, body) values ('{mail,copies}', $1)", [
      JSON.stringify([invalidation('silent')]),
    ]);
    await expect.poll(() => received, { timeout: 5_000 }).toEqual(['silent']);
    expect(woken).toEqual(['mail', 'copies']);
  });

  it('[R13] a transaction that commits after one with a larger number still arrives', async () => {
    const client = await db.pool.connect();
    await client.query('begin');
    await invalidate(client, [invalidation('late')]);
    await invalidate(db.pool, [invalidation('early')]);
    await invalidations.look();
    expect(received).toEqual(['early']);
    await client.query('commit');
    client.release();
    nowMs += 59_000;
    await invalidations.look();
    expect(received).toEqual(['early', 'late']);
    await invalidations.look();
    expect(received).toHaveLength(2);
  });

  it('[R13] a transaction that was under way when a process started arrives, and what was committed before is not', async () => {
    const client = await db.pool.connect();
    await client.query('begin');
    await invalidate(client, [invalidation('under way')]);
    await invalidate(db.pool, [invalidation('before')]);
    await invalidations.stop();
    received = [];
    await invalidations.start();
    await client.query('commit');
    client.release();
    await invalidations.look();
    expect(received).toEqual(['under way']);
  });

  it('[R13] what was missed for a minute arrives then; after longer than rows are kept, everything is to be read again', async () => {
    for (let i = 0; i < 2_500; i += 1) await invalidate(db.pool, [invalidation(String(i))]);
    nowMs += 60_000;
    await invalidations.look();
    expect(received).toEqual(Array.from({ length: 2_500 }, (_each, i) => String(i)));
    expect(gaps).toBe(0);
    nowMs += KEPT_MS + 1;
    await invalidations.look();
    expect(gaps).toBe(1);
  });

  it('[R13] rows go when nobody can be waiting for them', async () => {
    await invalidate(db.pool, [invalidation('old')]);
    const owner = new pg.Client({ connectionString: db.ownerUrl });
    await owner.connect();
    await owner.query("update app.invalidation set at = at - interval '3 hours'");
    await owner.end();
    await invalidate(db.pool, [invalidation('new')]);
    await sweepInvalidations(db.pool);
    const { rows } = await db.pool.query<{ count: string }>('select count(*) from app.invalidation');
    expect(rows[0]?.count).toBe('1');
  });

  it('[R13] a process notifies right away, and then at most once in 25 ms', async () => {
    const listener = new pg.Client({ connectionString: db.url });
    await listener.connect();
    let notified = 0;
    listener.on('notification', () => void (notified += 1));
    await listener.query(`listen ${INVALIDATIONS}`);
    const ring = createBell(db.pool);
    for (let i = 0; i < 100; i += 1) ring();
    await expect.poll(() => notified).toBe(2);
    await listener.end();
  });
});
