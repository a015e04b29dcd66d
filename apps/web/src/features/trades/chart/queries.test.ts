import { expect, it } from 'vitest';
import { chartQueries } from './queries.ts';

it('[H10] fills of other assets take the place of no mark', () => {
  const asked = (symbol: string) => chartQueries.closedTrades(symbol).queryKey.at(-1);
  expect(asked('BTC')).toEqual({ state: 'closed', symbol: 'BTC', limit: 200 });
  expect(asked('EURUSD')).not.toEqual(asked('BTC'));
});
