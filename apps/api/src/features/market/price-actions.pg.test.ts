import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { newId } from '../../platform/ids.ts';
import { RecordedActions } from './price-actions.ts';

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const AT = new Date('2026-05-01T12:00:00Z');
const EFFECTIVE = new Date('2026-05-11T13:25:00Z');

it('[M63] what is recorded is read with its terms, and a list that has not grown is the same one', async () => {
  const actions = new RecordedActions(db.pool);
  expect(actions.knownUntilMs()).toBe(-Infinity);
  await actions.read(AT);
  expect(actions.of('AAPL')).toEqual([]);
  await db.pool.query('select ledger.record_split($1, $2, $3, $4, $5, $6, $7, $7)', [
    ...[newId(), 'AAPL', 4, 1, '2026-05-11', 'exchange', AT],
  ]);
  await db.pool.query('select ledger.record_corporate_action($1, $2, $3, $4, $5, $6, $6)', [
    ...[newId(), 'AAPL', 2_600_000_000n, '2026-05-08', 'exchange', AT],
  ]);
  await actions.read(AT);
  const read = actions.of('AAPL');
  expect(read).toEqual([
    { type: 'cash_dividend', symbol: 'AAPL', effectiveAt: new Date('2026-05-08T13:25:00Z'), rate: 2_600_000_000n },
    { type: 'split', symbol: 'AAPL', effectiveAt: EFFECTIVE, num: 4n, den: 1n },
  ]);
  await actions.read(AT);
  expect(actions.of('AAPL')).toBe(read);
  expect(actions.of('MSFT')).toBe(actions.of('TSLA'));
  // Less than the day's notice by what clocks may differ.
  const knownForMs = actions.knownUntilMs() - AT.getTime();
  expect(knownForMs).toBeLessThan(24 * 3_600_000);
  expect(knownForMs).toBeGreaterThan(23 * 3_600_000);
});

it('[H19] each process says once that a split has taken effect and been applied, and of a dividend nothing', async () => {
  const actions = new RecordedActions(db.pool);
  await actions.read(AT);
  const at = (ms: number): Date => new Date(EFFECTIVE.getTime() + ms);
  const days = 86_400_000;
  // It began in the middle: whoever is connected has read what is true.
  expect([-4 * days, -days, -1, 0].map((ms) => actions.splitSince(at(ms)))).toEqual([false, false, false, false]);
  // There was nothing to apply it to.
  await actions.read(at(1));
  expect([1, 2, days].map((ms) => actions.splitSince(at(ms)))).toEqual([true, false, false]);
  const late = new RecordedActions(db.pool);
  await late.read(at(1));
  expect([1, days].map((ms) => late.splitSince(at(ms)))).toEqual([false, false]);
});
