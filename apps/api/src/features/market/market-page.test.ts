import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CLASS_RULES, exactPrice, standardFinancing, INSTRUMENTS, type Instrument } from '@clearbook/domain/market';
import { expect, it } from 'vitest';

const page = readFileSync(fileURLToPath(new URL('../../../../../docs/market.md', import.meta.url)), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2, -2).split(' | '));

const spread = ({ class: which, baseSpread }: Instrument): string =>
  which === 'forex' ? `${(baseSpread / 10).toFixed(1)} pips` : `${baseSpread} bp`;

it('[M47] docs/market.md lists all 77 instruments and the rules of each class as they are', () => {
  const listed = rows.filter(([symbol = '']) => INSTRUMENTS.some((of) => of.symbol === symbol));
  expect(listed).toEqual(
    INSTRUMENTS.map((of) => [
      of.symbol,
      of.name,
      String(of.digits),
      exactPrice(of.pip),
      of.lotSize.toString(),
      spread(of),
      `${of.leverageCap}:1`,
      `${standardFinancing(of).buy / 100} %`,
      `${standardFinancing(of).sell / 100} %`,
    ]),
  );
  for (const which of ['forex', 'crypto', 'stock'] as const) {
    const { jumpLimitBps, staleLimitMs } = CLASS_RULES[which];
    const row = rows.find(([name]) => name === which);
    expect(row?.slice(4)).toEqual([`${jumpLimitBps / 100} %`, `${staleLimitMs / 1_000} s`]);
  }
});
