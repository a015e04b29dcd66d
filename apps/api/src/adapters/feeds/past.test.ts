import type { ReplaySeries, Symbol } from '@clearbook/domain/market';
import { describe, expect, it } from 'vitest';
import type { Feed } from '../../features/market/index.ts';
import { parseReplayCsv } from './replay-csv.ts';
import { createReplayFeed } from './replay.ts';
import { createSimulatedFeed } from './simulated.ts';

const MINUTE = 60_000;
/** Friday, half a minute before the forex week ends. */
const FROM = Date.UTC(2026, 10, 20, 21, 59, 30);

const candles: ReplaySeries = parseReplayCsv(
  'EURUSD',
  [
    'time,open,high,low,close,volume',
    '2025-08-29T00:00:00Z,1.1,1.102,1.099,1.1005,1',
    '2025-08-29T00:01:00Z,1.1005,1.101,1.098,1.0985,1',
    '2025-08-29T00:07:00Z,1.0985,1.0985,1.0985,1.0985,1',
  ].join('\n'),
  'EURUSD.csv',
);

describe('the past of a feed', () => {
  it.each<[string, Feed, Symbol]>([
    ['simulated', createSimulatedFeed('past'), 'EURUSD'],
    ['simulated, always open', createSimulatedFeed('past'), 'SHIB'],
    ['replayed', createReplayFeed({ series: [candles], createdAt: new Date(FROM), speed: 1 }), 'EURUSD'],
    ['replayed faster', createReplayFeed({ series: [candles], createdAt: new Date(FROM), speed: 7 }), 'EURUSD'],
  ])('[M49] names every instant at which a quote begins, and its range holds them all: %s', (_, feed, symbol) => {
    const past = feed.past!;
    const until = FROM + 3 * MINUTE;
    const begun: number[] = [];
    let before = '';
    for (let at = FROM - 1; at <= until; at += 1) {
      const reading = feed.read(symbol, new Date(at));
      const id = reading.state === 'good' ? reading.quote.id : '';
      if (id !== '' && id !== before && at >= FROM) begun.push(at);
      before = id;
    }
    expect(begun.length).toBeGreaterThan(3);
    expect(past.instants(symbol, FROM - 1, until)).toEqual(begun);
    // In parts as in one piece.
    const middle = begun[2]!;
    expect([...past.instants(symbol, FROM - 1, middle), ...past.instants(symbol, middle, until)]).toEqual(begun);

    const quotes = begun.map((at) => {
      const reading = feed.read(symbol, new Date(at));
      if (reading.state !== 'good') throw new Error('not good');
      return reading.quote;
    });
    const range = past.range(symbol, FROM, until)!;
    for (const { bid, ask } of quotes) {
      expect(bid >= range.low).toBe(true);
      expect(ask <= range.high).toBe(true);
    }
    // A quote that began earlier and still holds is in it.
    const later = past.range(symbol, begun[1]! + 1, begun[1]! + 1)!;
    expect(later.low <= quotes[1]!.bid && later.high >= quotes[1]!.ask).toBe(true);
  });

  it('[M49] has nothing where the market was closed', () => {
    const { past } = createSimulatedFeed('past');
    const saturday = Date.UTC(2026, 10, 21, 12);
    expect(past!.instants('EURUSD', saturday, saturday + 60 * MINUTE)).toEqual([]);
    expect(past!.range('EURUSD', saturday, saturday + 60 * MINUTE)).toBeUndefined();
    expect(past!.instants('AAPL', saturday, saturday + 60 * MINUTE)).toEqual([]);
  });
});
