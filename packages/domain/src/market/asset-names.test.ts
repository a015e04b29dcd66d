import { expect, it } from 'vitest';
import { fullNameOf, matchesAsset } from './asset-names.ts';
import { INSTRUMENTS } from './instruments.ts';

const found = (text: string) => INSTRUMENTS.filter(({ symbol }) => matchesAsset(symbol, text)).map((of) => of.symbol);

it('[M90] every asset has a name in full', () => {
  expect(fullNameOf('EURUSD')).toBe('Euro / US dollar');
  expect(fullNameOf('BTC')).toBe('Bitcoin');
  expect(fullNameOf('AAPL')).toBe('Apple');
  expect(fullNameOf('BRK.B')).toBe('Berkshire Hathaway');
  const unnamed = INSTRUMENTS.filter((of) => of.class !== 'stock' && of.symbol !== 'XRP' && of.symbol !== 'BNB');
  for (const { symbol } of unnamed) expect(fullNameOf(symbol)).not.toMatch(/[A-Z]{3}(?: |$)(?!Protocol)/);
});

it('[M90] an asset is found by its name, by what people call it, and by a part of its symbol', () => {
  expect(found('bitcoin')).toEqual(['BTC', 'BCH']);
  expect(found('bitcoin cash')).toEqual(['BCH']);
  expect(found('cable')).toEqual(['GBPUSD']);
  expect(found('euro dollar')).toContain('EURUSD');
  expect(found('dollar euro')).toContain('EURUSD');
  expect(found('sterling yen')).toEqual(['GBPJPY']);
  expect(found('google')).toEqual(['GOOGL']);
  expect(found('eur/usd')).toEqual(['EURUSD']);
  expect(found('coca-cola')).toEqual(['KO']);
  expect(found('DJP')).toContain('USDJPY');
  expect(found('nothing of the kind')).toEqual([]);
  expect(found(' ')).toHaveLength(INSTRUMENTS.length);
});
