import { afterAll, beforeAll, expect, it } from 'vitest';
import { recomputeActions } from '../../../sim/recompute-actions.ts';
import { brokenInvariants } from './books.ts';
import { brokenCopies } from './copies.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { playActions } from './drills/actions-played.ts';

/** A sample; `npm run accept -- --only actions-recomputed` is the whole. */
const WHOLE = process.env['RECOMPUTED_ACTIONS'] === 'all';
const [DIVIDENDS, SPLITS] = WHOLE ? [200, 20] : [40, 8];

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase({ durable: false });
});
afterAll(async () => {
  await db.drop();
});

it(
  '[Q3] [Q5] [Q9] dividends and splits on buys, sells, copies and orders that fill later are computed again from what was announced and filled, every balance to the cent',
  { timeout: 600_000 },
  async () => {
    const { books, happened, changed } = await playActions(db.pool, { dividends: DIVIDENDS, splits: SPLITS, seed: 7 });
    const { wrong, ...counts } = recomputeActions(books);
    process.stdout.write(
      `actions recomputed: ${DIVIDENDS} dividends and ${SPLITS} splits, ${counts.booked} bookings, ${counts.rounded} of a fraction of a cent, ${counts.capped} of more than was left; ${counts.split} trades split, ${counts.inLieu} with something left over; ` +
        `${books.trades.length} trades, ${books.balances.size * 3} balances; ${[...happened].map(([what, n]) => `${n} ${what}`).join(', ')}\n`,
    );
    expect(changed).toEqual([]);
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(await brokenInvariants(db.pool)).toEqual([]);
    expect(await brokenCopies(db.pool)).toEqual([]);
    expect(books.announced).toHaveLength(DIVIDENDS + SPLITS);
    for (const what of ['opened', 'placed', 'filled', 'closed', 'closed in part'])
      expect(happened.get(what) ?? 0, what).toBeGreaterThan(5);
    for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(0);
  },
);
