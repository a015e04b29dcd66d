import { instrument, type Instrument, spreadBy, type Symbol } from '@clearbook/domain/market';
import { describe, expect, it } from 'vitest';
import { createSimulatedFeed } from '../../adapters/feeds/simulated.ts';
import { withAddedSpreads } from './added-spread.ts';

const FROM = Date.UTC(2026, 10, 19, 12);
const MINUTE = 60_000;
const raw = createSimulatedFeed('past');
const added = {
  at: ({ symbol }: Instrument, at: Date) => (symbol !== 'SOL' && at.getTime() >= FROM ? 30 : 0),
  most: ({ symbol }: Instrument) => (symbol === 'SOL' ? 0 : 30),
};
const feed = withAddedSpreads(raw, added);

const read = (of: typeof feed, symbol: Symbol, at: number) => {
  const reading = of.read(symbol, new Date(at));
  if (reading.state !== 'good') throw new Error(reading.state);
  return reading.quote;
};

describe('[M93] a feed with something added to its spreads', () => {
  it.each(['EURUSD', 'BTC', 'AAPL'] as const)(
    'says %s’s quotes wider from the moment on, whoever asks when',
    (symbol) => {
      const of = instrument(symbol);
      const from = symbol === 'AAPL' ? Date.UTC(2026, 10, 19, 16) : FROM;
      if (symbol !== 'AAPL') expect(read(feed, symbol, FROM - 1)).toEqual(read(raw, symbol, FROM - 1));
      const plain = read(raw, symbol, from + MINUTE);
      expect(read(feed, symbol, from + MINUTE)).toEqual({ ...plain, ...spreadBy(of, plain, 30) });
      expect(read(feed, symbol, from + MINUTE).ask).toBeGreaterThan(plain.ask);
      const [tick] = feed.ticks!(symbol, from + MINUTE, from + 2 * MINUTE);
      expect(tick?.quote).toEqual(read(feed, symbol, from + MINUTE));
    },
  );

  it('leaves alone what nothing is added to, and bars', async () => {
    expect(read(feed, 'SOL', FROM + MINUTE)).toEqual(read(raw, 'SOL', FROM + MINUTE));
    const asked = ['EURUSD', '1m', 5, new Date(FROM + 10 * MINUTE)] as const;
    expect(await feed.bars(...asked)).toEqual(await raw.bars(...asked));
    expect(feed.nextChange!('EURUSD', new Date(FROM))).toEqual(raw.nextChange!('EURUSD', new Date(FROM)));
  });

  it.each(['EURUSD', 'SHIB', 'GBPJPY'] as const)('has a range that holds every quote of %s', (symbol) => {
    const from = FROM - MINUTE;
    const range = feed.range!(symbol, from, from + 3 * MINUTE)!;
    for (let at = from; at <= from + 3 * MINUTE; at += 1_000) {
      const { bid, ask } = read(feed, symbol, at);
      expect(bid >= range.low && ask <= range.high).toBe(true);
    }
    const plain = raw.range!(symbol, from, from + 3 * MINUTE)!;
    expect(range.high > plain.high && range.low < plain.low).toBe(true);
  });
});
