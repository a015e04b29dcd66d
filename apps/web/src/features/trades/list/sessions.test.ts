import { instrument } from '@clearbook/domain/market';
import { expect, it } from 'vitest';
import { clock, sessionDays } from './sessions.ts';

const days = (symbol: 'AAPL' | 'EURUSD' | 'BTC', now: string, count: number) =>
  sessionDays(instrument(symbol), Date.parse(now), count).map(({ open }) =>
    open.map(({ from, to }) => `${clock(from)}–${clock(to)}`).join(' '),
  );

it('[S51] the week ahead says when an asset trades, day by day in UTC: holidays, half days and weekends included', () => {
  // Thanksgiving of 2026 is on a Thursday; the exchange closes at 13:00 New York on the day after.
  expect(days('AAPL', '2026-11-25T20:00:00Z', 5)).toEqual(['14:30–21:00', '', '14:30–18:00', '', '']);
  expect(days('EURUSD', '2026-07-03T09:00:00Z', 4)).toEqual(['00:00–21:00', '', '21:00–24:00', '00:00–24:00']);
  expect(days('BTC', '2026-07-03T09:00:00Z', 2)).toEqual(['00:00–24:00', '00:00–24:00']);
});
