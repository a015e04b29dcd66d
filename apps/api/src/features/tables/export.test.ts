import { expect, it } from 'vitest';
import { everyRow } from './export.ts';

it('[G60] a list that is read by cursor is a file to its end, and its next page is read when the one before was taken', async () => {
  const asked: (string | undefined)[] = [];
  const rows = everyRow(({ cursor, limit }) => {
    asked.push(cursor);
    const from = Number(cursor ?? 0);
    const data = Array.from({ length: Math.min(limit, 1_200 - from) }, (_, i) => from + i);
    return Promise.resolve({ data, next_cursor: from + limit < 1_200 ? String(from + limit) : null });
  });
  expect((await rows.next()).value).toBe(0);
  expect(asked).toEqual([undefined]);
  const taken: number[] = [];
  for await (const row of rows) taken.push(row);
  expect(taken).toEqual(Array.from({ length: 1_199 }, (_, i) => i + 1));
  expect(asked).toEqual([undefined, '500', '1000']);
});
