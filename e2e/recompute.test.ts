import { expect, it } from 'vitest';
import { fromEntries, fromQuotes } from './recompute.ts';
import type { Entry, Explanation } from './recompute.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const closed: Entry = {
  number: '7',
  event: 'trade_closed',
  subject_id: 't1',
  change: usd('-12.34'),
  postings: [
    { account: 'client:c1:margin', debit: usd('100.00'), credit: null },
    { account: 'client:c1:cash', debit: null, credit: usd('87.66') },
    { account: 'house:trading', debit: null, credit: usd('12.34') },
  ],
};
const quote = (bid: string, ask: string, symbol = 'EURJPY') => {
  const [feed_bid, feed_ask] = [bid, ask];
  return { symbol, bid, ask, feed_bid, feed_ask, markup: '0' };
};
const sold: Explanation = {
  trade_id: 't1',
  fills: [
    {
      side: 'sell',
      lots: '0.20',
      price: '160.000',
      quote: quote('160.000', '160.010'),
      conversion: null,
      realized_pl: null,
    },
    {
      side: 'buy',
      lots: '0.20',
      price: '159.500',
      quote: quote('159.490', '159.500'),
      conversion: quote('149.990', '150.010', 'USDJPY'),
      realized_pl: usd('66.67'),
    },
  ],
};

it('[S23] the separate code adds postings up and refuses an entry that does not balance or says another change', () => {
  expect(fromEntries([closed])).toMatchObject({ cash: 8_766n, margin: -10_000n, total: -1_234n, profit: -1_234n });
  const unbalanced = { ...closed, postings: closed.postings.slice(0, 2) };
  expect(() => fromEntries([unbalanced])).toThrow('debits');
  expect(() => fromEntries([{ ...closed, change: usd('-12.33') }])).toThrow('it says -12.33');
});

it('[S23] the separate code takes a sell from bid to ask, in dollars at the mid, and refuses a price that is not its quote’s', () => {
  // 0.5 yen × 20,000 ÷ 150 = 66.666…
  expect(fromQuotes(sold)).toBe(6_667n);
  const [open, close] = sold.fills;
  if (open === undefined || close === undefined) throw new Error('two fills');
  expect(() => fromQuotes({ ...sold, fills: [open, { ...close, price: '159.490' }] })).toThrow('not at 159.500');
  expect(() => fromQuotes({ ...sold, fills: [{ ...open, side: 'buy', price: '160.010' }, close] })).toThrow('mirror');
  expect(() =>
    fromQuotes({ ...sold, fills: [open, { ...close, quote: { ...close.quote, markup: '0.002' } }] }),
  ).toThrow('mark-up');
});
