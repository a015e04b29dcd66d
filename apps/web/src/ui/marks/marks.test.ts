import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTRUMENTS } from '@clearbook/domain/market';
import { expect, it } from 'vitest';
import { COINS, FLAGS } from './marks.ts';

const DRAWN = new Set(
  [...readFileSync(join(import.meta.dirname, 'marks.svg'), 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map(
    ([, id]) => id,
  ),
);

it('[S152] every currency and every coin that is traded has its mark in the one file, and nothing else does', () => {
  const currencies = INSTRUMENTS.filter((each) => each.class === 'forex').flatMap(({ base, quote }) => [base, quote]);
  const coins = INSTRUMENTS.filter((each) => each.class === 'crypto').map(({ symbol }) => symbol);
  expect(FLAGS).toEqual(new Set(currencies));
  expect(new Set(Object.keys(COINS))).toEqual(new Set(coins));
  expect(DRAWN).toEqual(new Set([...currencies, ...coins]));
});

it('[S152] no share is taken for a pair or a coin', () => {
  const shares = INSTRUMENTS.filter((each) => each.class === 'stock').map(({ symbol }) => symbol);
  const taken = shares.filter(
    (symbol) => COINS[symbol] !== undefined || (FLAGS.has(symbol.slice(0, 3)) && FLAGS.has(symbol.slice(3))),
  );
  expect(taken).toEqual([]);
});
