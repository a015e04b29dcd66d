import { readFileSync } from 'node:fs';
import { INSTRUMENTS } from '@clearbook/domain/market';
import { expect, it } from 'vitest';
import { hueOf } from '../hue.ts';
import { COINS, FLAGS } from './marks.ts';

it('[S153] every pair has the flags of both of its currencies and every coin its mark, and each is drawn', () => {
  const drawn = new Set(
    [...readFileSync(new URL('marks.svg', import.meta.url), 'utf8').matchAll(/ id="([A-Z]+)"/g)].map(([, id]) => id),
  );
  for (const { symbol, class: of } of INSTRUMENTS) {
    const marks = of === 'forex' ? [symbol.slice(0, 3), symbol.slice(3)] : of === 'crypto' ? [symbol] : [];
    for (const mark of marks) {
      expect(drawn, symbol).toContain(mark);
      expect(of === 'forex' ? FLAGS.has(mark) : Object.hasOwn(COINS, mark), symbol).toBe(true);
    }
  }
});

it('[S153] a colour follows from a symbol or an id, and shares that stand side by side differ', () => {
  const hues = INSTRUMENTS.filter(({ class: of }) => of === 'stock').map(({ symbol }) => hueOf(symbol));
  expect(hues).toEqual(INSTRUMENTS.filter(({ class: of }) => of === 'stock').map(({ symbol }) => hueOf(symbol)));
  expect(new Set(hues).size).toBeGreaterThan(hues.length / 3);
  for (const hue of hues) expect(hue >= 0 && hue < 360).toBe(true);
});
