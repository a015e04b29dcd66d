import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { newId } from '../../platform/ids.ts';
import { parseActions } from './actions-file.ts';

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const AT = new Date('2026-05-01T12:00:00Z');
/** What recording says: true, false where something of that day is known, or the SQLSTATE of a refusal. */
async function record(
  symbol: string,
  exDate: string,
  newRate: number,
  oldRate: number,
  at = AT,
): Promise<boolean | string> {
  try {
    const { rows } = await db.pool.query<{ recorded: boolean }>(
      'select ledger.record_split($1, $2, $3, $4, $5, $6, $7, $8) as recorded',
      [newId(), symbol, newRate, oldRate, exDate, 'exchange', at, at],
    );
    return rows[0]?.recorded ?? 'nothing';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('recording a split', () => {
  it('[Q8] reads its ratio from the file, in lowest terms, and passes over what is none', () => {
    const line = (rate: string) =>
      parseActions(
        `type,symbol,ex_date,rate,source,source_time\nsplit,AAPL,2026-05-11,${rate},exchange,2026-05-01T10:00:00Z`,
      );
    expect(line('4:1').found[0]?.terms).toEqual({ type: 'split', newRate: 4, oldRate: 1 });
    expect(line('1:10').found[0]?.terms).toEqual({ type: 'split', newRate: 1, oldRate: 10 });
    for (const rate of ['4', '4:2', '1:1', '0:3', '3:0', '4/1', '1001:1', '-4:1', '4:1.5', ''])
      expect(line(rate).faulty, rate).toHaveLength(1);
  });

  it('[Q8] is kept once a share and day, whichever type was first, a day ahead and of a share alone', async () => {
    expect(await record('AAPL', '2026-05-11', 4, 1)).toBe(true);
    expect(await record('AAPL', '2026-05-11', 2, 1)).toBe(false);
    const { rows } = await db.pool.query<{ recorded: boolean }>(
      'select ledger.record_corporate_action($1, $2, $3, $4, $5, $6, $6) as recorded',
      [newId(), 'AAPL', 2_600_000_000n, '2026-05-11', 'exchange', AT],
    );
    expect(rows[0]?.recorded).toBe(false);
    expect(await record('EURUSD', '2026-05-11', 4, 1)).toBe('CB110');
    expect(await record('NOSUCH', '2026-05-11', 4, 1)).toBe('CB110');
    for (const [newRate, oldRate] of [
      [4, 2],
      [1, 1],
      [0, 1],
      [1001, 1],
    ] as const)
      // prettier-ignore
      expect(await record('MSFT', '2026-05-11', newRate, oldRate), `${newRate}:${oldRate}`).toBe('23514');
    expect(await record('MSFT', '2026-05-02', 4, 1)).toBe('23514');
    expect(await record('MSFT', '2026-05-09', 4, 1)).toBe('23514');
    const { rows: kept } = await db.pool.query(
      'select type, symbol, rate, new_rate, old_rate, effective_at from ledger.corporate_action',
    );
    expect(kept).toEqual([
      {
        ...{ type: 'split', symbol: 'AAPL', rate: null, new_rate: 4, old_rate: 1 },
        effective_at: new Date('2026-05-11T13:25:00Z'),
      },
    ]);
  });

  it('[Q1] refuses a dividend of what is no share', async () => {
    await expect(
      db.pool.query('select ledger.record_corporate_action($1, $2, $3, $4, $5, $6, $6)', [
        ...[newId(), 'EURUSD', 100n, '2026-05-11', 'exchange', AT],
      ]),
    ).rejects.toMatchObject({ code: 'CB110' });
  });
});
