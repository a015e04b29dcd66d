import { describe, expect, it } from 'vitest';
import { pageOf } from './paging.ts';

const rows = ['EURUSD', 'BTC', 'BRK.B'].map((symbol) => ({ symbol }));
const nameOf = ({ symbol }: { symbol: string }): string => symbol;

describe('a list that is at hand as a whole', () => {
  it('[A105] comes whole without a limit, and in parts that a cursor continues, null behind the last', () => {
    expect(pageOf(rows, nameOf, {})).toEqual({ data: rows, next_cursor: null });
    for (const limit of [1, 2, 3, 4]) {
      const seen = [];
      let cursor: string | undefined;
      do {
        const page = pageOf(rows, nameOf, { limit, cursor });
        expect(page.data.length).toBeLessThanOrEqual(limit);
        seen.push(...page.data);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen, `in parts of ${limit}`).toEqual(rows);
    }
    expect(pageOf(rows, nameOf, { cursor: 'EURUSD' })).toEqual({ data: rows.slice(1), next_cursor: null });
    expect(pageOf([], nameOf, { limit: 1 })).toEqual({ data: [], next_cursor: null });
  });

  it('[A105] refuses a cursor whose row is not in it, or has left it', () => {
    expect(() => pageOf(rows, nameOf, { cursor: 'DOGE' })).toThrow(
      expect.objectContaining({ status: 422, fields: [expect.objectContaining({ name: 'cursor' })] }),
    );
  });
});
