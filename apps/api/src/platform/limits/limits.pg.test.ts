import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { MemoryLimits } from './memory.ts';
import { SharedLimits } from './shared.ts';

const LIMIT = { name: 'test', points: 2, windowSeconds: 300 };
const NOW = new Date('2026-03-11T12:00:00.000Z');
const back = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

it('[A19] a window in memory is as long as its limit says, also where the clock is set back meanwhile', () => {
  const limits = new MemoryLimits();
  const taken = (at: Date): boolean => limits.take(LIMIT, 'ann', at.getTime()).ok;
  expect([taken(NOW), taken(NOW), taken(NOW)]).toEqual([true, true, false]);
  expect(taken(back(60)), 'calls that overtake one another').toBe(false);
  expect(taken(back(3600)), 'a clock that was an hour ahead').toBe(true);
  expect(limits.take(LIMIT, 'ann', back(3600).getTime())).toEqual({ ok: true, left: 0, resetSeconds: 300 });
  expect(taken(back(3600))).toBe(false);
  expect(taken(back(3300))).toBe(true);
});

it('[A19] the same of one that all processes share, whether it is used or looked at', async () => {
  const limits = new SharedLimits(db.pool);
  const taken = async (at: Date): Promise<boolean> => (await limits.take(LIMIT, 'ann', at)).ok;
  const left = async (at: Date): Promise<boolean> => (await limits.peek(LIMIT, 'ann', at)).ok;
  expect([await taken(NOW), await taken(NOW), await taken(NOW), await left(NOW)]).toEqual([true, true, false, false]);
  expect([await left(back(60)), await taken(back(60))], 'clocks that differ').toEqual([false, false]);
  expect([await left(back(61)), await left(back(3600))]).toEqual([true, true]);
  expect([await taken(back(3600)), await taken(back(3600))]).toEqual([true, true]);
  expect(await limits.take(LIMIT, 'ann', back(3600))).toEqual({ ok: false, retryAfterSeconds: 300 });
  expect(await taken(back(3300))).toBe(true);
});
