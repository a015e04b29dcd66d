import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { type NotificationPath, notificationPath } from '../../../test/notification-path.ts';
import { createPool } from '../database/pool.ts';
import { createLog } from '../log.ts';
import { transaction } from '../transaction.ts';
import { ring } from './bell.ts';
import { createInvalidationFeed } from './invalidation-feed.ts';
import { InvalidationLog, type InvalidationLogOptions, LOOK_MS, sweepInvalidations } from './invalidation-log.ts';
import { invalidate, type Invalidation } from './invalidation.ts';

let db: FreshDatabase;
let path: NotificationPath;
let received: string[] = [];
let woken: string[] = [];
let gaps = 0;
/** How many numbers each look waited for. */
let waitedFor: number[] = [];
let options: InvalidationLogOptions;
let invalidations: InvalidationLog;

beforeAll(async () => {
  db = await freshDatabase();
  path = await notificationPath(db.url);
});
afterAll(async () => {
  await path?.close();
  await db?.drop();
});
beforeEach(async () => {
  // Looks come when a test says so.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  [received, woken, gaps, waitedFor] = [[], [], 0, []];
  options = {
    pool: {
      query: (question: QueryConfig) => {
        if (question.values?.length === 3) waitedFor.push((question.values[1] as unknown[]).length);
        return db.pool.query(question);
      },
    } as Pool,
    log: createLog({ level: 'fatal' }),
    onInvalidation: ({ e }) => void received.push(e),
    onWake: (wake) => void woken.push(wake),
    onGap: () => void (gaps += 1),
  };
  invalidations = new InvalidationLog(options);
  await invalidations.start();
});
afterEach(async () => {
  await invalidations.stop();
  path.letGo();
  vi.useRealTimers();
});

const invalidation = (e: string): Invalidation => ({ c: null, t: ['account'], e, s: null, a: false });
const tell = (e: string) => invalidate(db.pool, [invalidation(e)]);
/** So many rows, each with an invalidation of its own. */
const MANY = `select app.invalidate(jsonb_build_array(jsonb_build_object('c', null, 't', '[]'::jsonb, 'e', $1::text || n))::text, '{}')
  from generate_series(0, $2::int - 1) as n`;
/** A transaction that is under way until it is told how to end. */
async function underWay(e: string): Promise<(end: 'commit' | 'rollback') => Promise<void>> {
  const client = await db.pool.connect();
  await client.query('begin');
  await invalidate(client, [invalidation(e)]);
  return async (end) => {
    await client.query(end);
    client.release();
  };
}

describe('what changed', () => {
  it('[R13] arrives once and in order, whether its notification is lost or comes three times', async () => {
    for (const e of ['one', 'two', 'three']) await tell(e);
    await Promise.all([invalidations.look(), invalidations.look(), invalidations.look()]);
    expect(received).toEqual(['one', 'two', 'three']);
    await invalidations.look();
    expect(received).toHaveLength(3);
  });

  it('[R13] arrives with the look of the next second where no notification comes', async () => {
    await db.pool.query('select app.invalidate($1, $2)', [
      JSON.stringify([invalidation('silent')]),
      ['mail', 'copies'],
    ]);
    vi.advanceTimersByTime(LOOK_MS);
    await expect.poll(() => received).toEqual(['silent']);
    expect(woken).toEqual(['mail', 'copies']);
  });

  it('[R13] arrives although its transaction commits after one with a larger number, and once', async () => {
    const end = await underWay('late');
    await tell('early');
    await invalidations.look();
    expect(received).toEqual(['early']);
    await end('commit');
    await invalidations.look();
    await invalidations.look();
    expect(received).toEqual(['early', 'late']);
  });

  it('[R20] a number that was passed over is waited for however long its transaction lasts, and given up when none can bring it', async () => {
    const [end, never] = [await underWay('very late'), await underWay('never')];
    await never('rollback');
    for (let i = 0; i < 20; i += 1) {
      await tell(`${i}`);
      await invalidations.look();
    }
    expect(received).toHaveLength(20);
    expect(waitedFor.at(-1)).toBe(2);
    await end('commit');
    await invalidations.look();
    expect(received.at(-1)).toBe('very late');
    const waited = async () => {
      await invalidations.look();
      return waitedFor.at(-1);
    };
    await expect.poll(waited).toBe(0);
  });

  it('[R13] arrives from a transaction that was under way when a process started, and what was committed before does not', async () => {
    const end = await underWay('under way');
    await tell('before');
    await invalidations.stop();
    invalidations = new InvalidationLog(options);
    await invalidations.start();
    await end('commit');
    await invalidations.look();
    expect(received).toEqual(['under way']);
  });

  it('[R13] arrives in full and in order when more was missed than one look reads, late ones too', async () => {
    const client = await db.pool.connect();
    await client.query('begin');
    await client.query(MANY, ['late ', 1_100]);
    await db.pool.query(MANY, ['', 2_500]);
    await invalidations.look();
    expect(received).toEqual(Array.from({ length: 2_500 }, (_each, i) => String(i)));
    await client.query('commit');
    client.release();
    await invalidations.look();
    expect(received.slice(2_500)).toEqual(Array.from({ length: 1_100 }, (_each, i) => `late ${i}`));
    expect(gaps).toBe(0);
  });

  it('[R21] rows go after an hour; who has read the last of them misses nothing, and who has not is told that', async () => {
    const sleeping: string[] = [];
    const other = new InvalidationLog({ ...options, onGap: () => void sleeping.push('gap'), onWake: (wake) => void sleeping.push(wake), onInvalidation: ({ e }) => void sleeping.push(e) }); // prettier-ignore
    await other.start();
    await tell('old');
    await tell('last');
    await invalidations.look();
    await db.ownerPool.query("update app.invalidation set at = at - interval '61 minutes'");
    await sweepInvalidations(db.pool);
    const { rows } = await db.pool.query<{ count: string }>('select count(*) from app.invalidation');
    expect(rows[0]?.count).toBe('1');
    await tell('new');
    for (const each of [invalidations, other]) await each.look();
    expect(received).toEqual(['old', 'last', 'new']);
    expect(gaps).toBe(0);
    expect(sleeping).toEqual(['mail', 'copies', 'gap']);
    await tell('newer');
    await other.look();
    expect(sleeping.at(-1)).toBe('newer');
    await other.stop();
  });

  it('[R22] one that cannot be used, and a look that fails, keep nobody from the rest', async () => {
    await invalidations.stop();
    let broken = true;
    invalidations = new InvalidationLog({
      ...options,
      pool: {
        query: (question: QueryConfig) => (broken ? Promise.reject(new Error('no database')) : db.pool.query(question)),
      } as Pool,
      onInvalidation({ e }) {
        if (e === 'bad') throw new Error('not usable');
        received.push(e);
      },
      onWake(wake) {
        if (wake === 'mail') throw new Error('no mail');
        woken.push(wake);
      },
    });
    await expect(invalidations.start()).rejects.toThrow('no database');
    broken = false;
    await invalidations.start();
    await invalidate(db.pool, [invalidation('a'), invalidation('bad'), invalidation('b')], ['mail', 'copies']);
    await db.pool.query("select app.invalidate('no json', '{copies}')");
    await tell('c');
    broken = true;
    await invalidations.look();
    await expect(invalidations.catchUp()).rejects.toThrow('no database');
    expect(received).toEqual([]);
    broken = false;
    await invalidations.look();
    expect(received).toEqual(['a', 'b', 'c']);
    expect(woken).toEqual(['copies', 'copies']);
  });
});

describe('notifications', () => {
  it('[R23] a process sends one right away, and then at most one in 25 ms and one at a time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const asked: PromiseWithResolvers<void>[] = [];
    const pool = {
      query: () => {
        asked.push(Promise.withResolvers());
        return asked.at(-1)?.promise;
      },
    } as unknown as Pool;
    const rung = async (ms: number, count: number): Promise<void> => {
      for (let i = 0; i < 10; i += 1) ring(pool);
      await vi.advanceTimersByTimeAsync(ms);
      expect(asked).toHaveLength(count);
    };
    await rung(0, 1);
    await rung(60, 1);
    asked[0]?.resolve();
    await rung(0, 2);
    asked[1]?.reject(new Error('lost'));
    await rung(24, 2);
    await rung(1, 3);
    asked[2]?.resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(3);
  });

  it('[R23] a transaction that says something changed notifies after its commit, and one that is undone or says nothing does not', async () => {
    /** How often a process notifies that does this and nothing else. */
    const rungBy = async (work: (client: PoolClient, rung: () => number) => Promise<unknown>): Promise<number> => {
      const pool = createPool(db.url);
      const asked = vi.spyOn(pool, 'query');
      const rung = () => asked.mock.calls.filter(([text]) => String(text) === 'notify clearbook').length;
      await transaction(pool, (client) => work(client, rung)).catch(() => undefined);
      await transaction(pool, (client) => client.query('select 1'));
      await pool.end();
      return rung();
    };
    const within: number[] = [];
    const told = await rungBy(async (client, rung) => {
      await invalidate(client, [invalidation('told')]);
      within.push(rung());
    });
    const undone = await rungBy(async (client) => {
      await invalidate(client, [invalidation('undone')]);
      throw new Error('undone');
    });
    const silent = await rungBy((client) => client.query('select 1'));
    expect({ within, told, undone, silent }).toEqual({ within: [0], told: 1, undone: 0, silent: 0 });
  });

  it('[R23] no function of the database notifies inside a transaction that something changed', async () => {
    const { rows } = await db.ownerPool.query<{ name: string }>(
      "select oid::regproc::text as name from pg_proc where prosrc ~* '\\mpg_notify\\M|\\mnotify\\M' and pronamespace::regnamespace::text in ('app', 'ledger', 'public')",
    );
    expect(rows.map(({ name }) => name)).toEqual(['app.session_ended']);
  });

  it('[R13] lost, doubled and a minute late: every change arrives once and in its order', async () => {
    await invalidations.stop();
    const feed = createInvalidationFeed({ ...options, connectionString: path.url });
    await feed.start();
    try {
      for (const [passage, first] of [
        ['lost', 'a'],
        ['doubled', 'c'],
        ['held', 'e'],
      ] as const) {
        const [before, next] = [path.sent(), String.fromCharCode(first.charCodeAt(0) + 1)];
        path.becomes(passage);
        await tell(first);
        await tell(next);
        await expect.poll(() => path.sent()).toBeGreaterThan(before);
        if (passage === 'lost') vi.advanceTimersByTime(LOOK_MS);
        if (passage === 'held') {
          expect(received).toEqual(['a', 'b', 'c', 'd']);
          path.letGo();
        }
        await expect.poll(() => received.at(-1)).toBe(next);
      }
      await feed.catchUp();
      expect(received).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    } finally {
      await feed.stop();
    }
  });
});
