import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transparency } from '@clearbook/contracts/transparency';
import { type Books, openBooks } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { serve, type Served } from '../../../test/served.ts';
import { createSeal } from '../../platform/seal.ts';
import { createSequencer, LogKeys, publishedRoutes } from './index.ts';

const log = { warn: () => undefined };
const witness = {
  vkey: 'witness.example/w1+0ad7d35e+BIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c',
  submit: () => Promise.reject(new Error('away')),
};
let db: FreshDatabase;
let books: Books;
let served: Served;
let client: string;
let now = new Date(Date.UTC(2026, 2, 11, 16));

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  client = await books.openParty();
  served = await serve(
    () => now,
    (register) => publishedRoutes(register, { pool: db.pool, witnesses: [], market: {} }),
  );
});
afterAll(async () => {
  await served?.app.close();
  await books?.ledger.close();
  await db?.drop();
});

const later = (ms: number): void => void (now = new Date(now.getTime() + ms));
const published = (): Promise<Transparency> => served.get<Transparency>('/transparency', '');

describe('what is published', () => {
  it('[U71] calls a check that never ran and a log that nobody signed missing', async () => {
    expect(await published()).toEqual({
      as_of: now.toISOString(),
      books: { differences: 0, checked_at: null },
      log: { checkpoint: null, signed_at: null, waiting: expect.any(Number) as number, keys: [], witnesses: [] },
      counted: null,
      payouts: { overdue: 0, oldest_hours: null },
      holds: ['aml_review', 'court_order', 'security_cooling'].map((ground) => ({ ground, count: 0 })),
      two_people: { recent: 0, ever: 0 },
      tape: null,
    });
  });

  it('[U70] [U71] shows the last check, the checkpoint and the key, and of a difference only that there is one', async () => {
    later(60_000);
    const keys = new LogKeys({
      pool: db.pool,
      seal: createSeal(Buffer.alloc(32, 1)),
      log,
      origin: 'books.example/log',
    });
    await createSequencer({ pool: db.pool, log, signers: () => keys.signers(now) }).run(now);
    await db.ownerPool.query(`update app.integrity_look set entries = 3, all_at = $1`, [now]);
    await db.ownerPool.query(
      `insert into app.integrity_finding (relation, key, fault, found_at) values ('ledger.party', $1, 'L2 each client by itself', $2)`,
      [client, now],
    );
    const shown = await published();
    expect(shown.books).toEqual({ differences: 1, checked_at: now.toISOString() });
    expect(shown.log).toMatchObject({ signed_at: now.toISOString(), waiting: 0, keys: [{ retired_at: null }] });
    expect(shown.log.checkpoint?.size).toBeGreaterThan(0);
    expect(shown.log.checkpoint?.root).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    const text = JSON.stringify(shown);
    for (const secret of [client, 'ledger.party', 'each client by itself']) expect(text).not.toContain(secret);
  });

  it('[U70] [U146] names the days of the tape that are over, and a witness that never cosigned as one, instead of leaving it out', async () => {
    const other = await serve(
      () => now,
      (register) =>
        publishedRoutes(register, {
          pool: db.pool,
          witnesses: [witness],
          market: { ticksFrom: new Date('2026-03-01T05:00:00Z') },
        }),
    );
    const shown = await other.get<Transparency>('/transparency', '');
    await other.app.close();
    expect(shown.tape).toMatchObject({ first_day: '2026-03-01', last_day: '2026-03-10' });
    expect(shown.tape?.symbols).toContain('EURUSD');
    expect(shown.log.witnesses).toEqual([{ name: 'witness.example/w1', vkey: witness.vkey, cosigned: null }]);
  });

  it('[U72] is read once in ten seconds, whoever asks', async () => {
    const before = now.toISOString();
    later(9_999);
    expect((await Promise.all([published(), published()])).map((shown) => shown.as_of)).toEqual([before, before]);
    later(1);
    expect((await published()).as_of).toBe(now.toISOString());
  });
});
