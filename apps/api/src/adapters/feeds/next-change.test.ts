import type { ReplaySeries, Symbol } from '@clearbook/domain/market';
import { describe, expect, it } from 'vitest';
import type { Feed } from '../../features/market/index.ts';
import { parseReplayCsv } from './replay-csv.ts';
import { createReplayFeed } from './replay.ts';
import { createSimulatedFeed } from './simulated.ts';

const MINUTE = 60_000;
/** Friday, half a minute before the forex week ends. */
const FROM = Date.UTC(2026, 10, 20, 21, 59, 30);
const UNTIL = FROM + 1.5 * MINUTE;

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
const replayed = (speed: number): Feed => createReplayFeed({ series: [candles], createdAt: new Date(FROM), speed });

describe('prices that are a function of time', () => {
  it.each<[string, Feed, Symbol]>([
    ['simulated', createSimulatedFeed('past'), 'EURUSD'],
    ['simulated, always open', createSimulatedFeed('past'), 'SHIB'],
    ['replayed', replayed(1), 'EURUSD'],
    ['replayed faster', replayed(7), 'EURUSD'],
  ])('[M49] [W16] name the instant of every quote that comes next, and none is missed: %s', (_, feed, symbol) => {
    const begun: number[] = [];
    let before = idAt(feed, symbol, FROM - 1);
    for (let at = FROM; at <= UNTIL; at += 1) {
      const id = idAt(feed, symbol, at);
      if (id !== undefined && id !== before) begun.push(at);
      before = id;
    }
    expect(begun.length).toBeGreaterThan(3);
    const named: number[] = [];
    for (let at = changeAfter(feed, symbol, FROM - 1); at <= UNTIL; at = changeAfter(feed, symbol, at)) named.push(at);
    expect(begun.filter((at) => !named.includes(at))).toEqual([]);
  });

  it('[M49] name the opening of a market that is closed', () => {
    const saturday = new Date(Date.UTC(2026, 10, 21, 12));
    const sunday = new Date(Date.UTC(2026, 10, 22, 22));
    expect(createSimulatedFeed('past').nextChange?.('EURUSD', saturday)).toEqual(sunday);
  });
});

function idAt(feed: Feed, symbol: Symbol, at: number): string | undefined {
  const reading = feed.read(symbol, new Date(at));
  return reading.state === 'good' ? reading.quote.id : undefined;
}

function changeAfter(feed: Feed, symbol: Symbol, at: number): number {
  return feed.nextChange?.(symbol, new Date(at))?.getTime() ?? Infinity;
}
