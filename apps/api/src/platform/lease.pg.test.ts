import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../test/database.ts';
import { withLease } from './lease.ts';
import type { Lock } from './locks.ts';

const LEASES: readonly Lock[] = ['log', 'integrity', 'integrityWalk', 'archives', 'liabilities', 'copyTasks'];

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

it('[O95] leases that begin together leave connections for what is done under them, however few there are', async () => {
  const pool = new pg.Pool({ connectionString: db.url, max: 4 });
  try {
    const done = await Promise.all(
      LEASES.map(async (lock) => {
        let worked = false;
        await withLease(pool, lock, async () => {
          await pool.query('select 1');
          worked = true;
        });
        return worked;
      }),
    );
    expect(done).toEqual(LEASES.map(() => true));
  } finally {
    await pool.end();
  }
});

it('[O95] work that nobody waits for leaves places to the rest, however long it takes', async () => {
  const pool = new pg.Pool({ connectionString: db.url, max: 4 });
  try {
    let end: () => void = () => undefined;
    const long = new Promise<void>((resolve) => void (end = resolve));
    const background = (['liabilities', 'screening', 'trackRecord'] as const).map((lock) =>
      withLease(pool, lock, () => long, { background: true }),
    );
    let worked = false;
    await withLease(pool, 'copyTasks', async () => void (worked = true));
    expect(worked).toBe(true);
    end();
    await Promise.all(background);
  } finally {
    await pool.end();
  }
});

it('[O95] a lease that failed gives its turn on', async () => {
  const pool = new pg.Pool({ connectionString: db.url, max: 2 });
  try {
    const failed = withLease(pool, 'log', () => Promise.reject(new Error('broken')));
    await expect(failed).rejects.toThrow('broken');
    let worked = false;
    await withLease(pool, 'log', async () => void (worked = true));
    expect(worked).toBe(true);
  } finally {
    await pool.end();
  }
});
