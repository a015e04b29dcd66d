import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../apps/api/test/database.ts';
import { simulate } from './run.ts';

/** A sample; `npm run sim -- --seeds 10 --steps 100000` is the whole. */
const STEPS = 2_000;

describe('simulator', () => {
  it.each([
    [1, 1],
    [2, 4],
  ])(
    '[L2] random commands of two processes, with faults, leave the database as the oracle says and break no invariant: seed %i, books %i',
    async (seed, books) => {
      const database = await freshDatabase();
      try {
        const { answers, faults } = await simulate({
          seed,
          books,
          steps: STEPS,
          appUrl: database.url,
          superuserUrl: database.superuserUrl,
          crashes: false,
        });
        // The sample is worth something only where it reaches these.
        for (const said of [
          'ok open_trade',
          'ok close_trade',
          'ok place_order',
          'ok decide_withdrawal',
          'ok place_hold',
          'ok decide_proposal',
          'withdrawal.insufficient_balance',
          'key.reused',
          'error',
        ]) {
          expect(answers.get(said) ?? 0, said).toBeGreaterThan(0);
        }
        const setOff = (answers.get('ok fill_order') ?? 0) + (answers.get('ok trigger_close') ?? 0);
        expect(setOff, 'set off by a price').toBeGreaterThan(0);
        expect(faults.size).toBeGreaterThan(0);
      } finally {
        await database.drop();
      }
    },
  );
});
