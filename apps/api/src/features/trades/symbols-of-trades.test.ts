import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { SymbolsOfTrades } from './symbols-of-trades.query.ts';

/** Answers each statement with what `symbols` says, and keeps what was asked. */
function database(symbols: Record<string, string>): { pool: Pick<Pool, 'query'>; asked: string[][] } {
  const asked: string[][] = [];
  const query = async ({ values: [ids] }: { values: [string[]] }) => {
    asked.push(ids);
    return { rows: ids.flatMap((id) => (symbols[id] === undefined ? [] : [{ id, symbol: symbols[id] }])) };
  };
  return { pool: { query } as unknown as Pick<Pool, 'query'>, asked };
}

it('[T71] closes that arrive together read what their trades are of in one statement', async () => {
  const { pool, asked } = database({ a: 'BTC', b: 'EURUSD' });
  const symbols = new SymbolsOfTrades(pool);
  expect(await Promise.all(['a', 'b', 'c', 'a'].map((id) => symbols.of(id)))).toEqual([
    'BTC',
    'EURUSD',
    undefined,
    'BTC',
  ]);
  expect(await symbols.of('b')).toBe('EURUSD');
  expect(asked).toEqual([['a', 'b', 'c', 'a'], ['b']]);
});

it('[T71] a read that fails fails everybody who shared it, and nobody after them', async () => {
  let down = true;
  const query = async () => {
    if (down) throw new Error('the database is away');
    return { rows: [] };
  };
  const symbols = new SymbolsOfTrades({ query } as unknown as Pick<Pool, 'query'>);
  const both = await Promise.allSettled([symbols.of('a'), symbols.of('b')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  down = false;
  expect(await symbols.of('a')).toBeUndefined();
});
