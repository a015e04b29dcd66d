import { expect, it } from 'vitest';
import { chartQueries } from './queries.ts';

it('[H10] fills of other assets take the place of no mark', () => {
  const asked = (symbol: string) => chartQueries.fills(symbol).queryKey.at(-1);
  expect(asked('BTC')).toEqual({ symbol: 'BTC', limit: 200 });
  expect(asked('EURUSD')).not.toEqual(asked('BTC'));
});
