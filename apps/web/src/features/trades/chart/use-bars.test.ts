import { expect, it } from 'vitest';
import { summaryOf } from './summary.tsx';
import { candles, newestOf, volumeKind, withPrice } from './candles.ts';
import { nameOf, shortNameOf } from './indicator-names.ts';
import { volumeFigure } from './legend.tsx';
import { goOn, joined } from './use-bars.ts';

const bar = (minute: number, close = '1') => ({
  time: new Date(minute * 60_000).toISOString(),
  ...{ open: '1', high: '2', low: '0.5', close, volume: null, tick_volume: 60 },
});

it('[H12] newer bars take the place of those they begin at, and what is older stays', () => {
  const known = [bar(1), bar(2), bar(3, '1.1')];
  const next = [bar(2), bar(3, '1.2'), bar(4)];
  expect(joined(known, next)).toEqual([bar(1), bar(2), bar(3, '1.2'), bar(4)]);
  expect(joined([], next)).toBe(next);
  expect(joined(known, [])).toBe(known);
  // The window of the newest bars moves on: what has left it is still known.
  expect(joined(joined(known, next), [bar(4), bar(5)])).toHaveLength(5);
});

it('[H19] bars in other shares than the newest ones, or from before an absence, are not joined to them', () => {
  const known = [bar(1), bar(2), bar(3, '1.1')];
  const divided = [{ ...bar(2), open: '0.25', close: '0.25' }, bar(3, '0.27'), bar(4, '0.28')];
  expect(goOn(known, divided)).toBe(false);
  expect(joined(known, divided)).toBe(divided);
  const later = [bar(7), bar(8)];
  expect(joined(known, later)).toBe(later);
  // The newest one was still forming.
  expect(joined(known, [bar(3, '0.9'), bar(4)])).toEqual([bar(1), bar(2), bar(3, '0.9'), bar(4)]);
});

it('[H13] the chart says in a sentence what it shows: symbol, interval, price, change, highest and lowest', () => {
  const instrument = { name: 'EUR/USD', digits: 5 };
  expect(summaryOf(instrument, '1h', [bar(1), bar(2, '1.01')], 0.99)).toBe(
    'EUR/USD, bars of 1h: last price 0.99000, −1.00% over the last 2 bars, highest 2.00000, lowest 0.50000.',
  );
  expect(summaryOf(instrument, '1h', [bar(1), bar(2, '1.01')], null)).toContain('+1.00%');
  expect(summaryOf(instrument, '1h', [], 1)).toBe('');
});

it('[H17] a chart has what was traded where every bar says so, otherwise the number of quotes, and never both', () => {
  const [ticks, traded, none] = [bar(1), { ...bar(2), volume: '8.5' }, { ...bar(3), tick_volume: null }];
  expect([
    volumeKind([traded, traded]),
    volumeKind([ticks, traded]),
    volumeKind([none, ticks]),
    volumeKind([none]),
  ]).toEqual(['traded', 'ticks', 'ticks', null]);
  // A recording that has the column and counted nothing.
  expect([volumeKind([{ ...ticks, volume: '0' }]), volumeKind([])]).toEqual(['ticks', null]);
  expect(candles([ticks, traded, none], 'ticks').map(({ volume }) => volume)).toEqual([60, 60, null]);
  expect(candles([traded], 'traded').map(({ volume }) => volume)).toEqual([8.5]);
  expect([nameOf('volume', 'ticks'), nameOf('volume', 'traded'), nameOf('obv', 'ticks')]).toEqual([
    ...['Tick volume', 'Volume', 'On-balance volume'],
  ]);
  expect([shortNameOf('volume', 'ticks'), shortNameOf('mfi', 'ticks'), shortNameOf('rsi', 'ticks')]).toEqual([
    ...['Tick vol', 'MFI (ticks)', 'RSI'],
  ]);
  expect([volumeFigure(3600), volumeFigure(58.5)]).toEqual(['3,600', '58.50']);
});

it('[H18] the newest bar’s volume grows with each quote, and begins again with the next bar', () => {
  const [newest] = candles([bar(1)], 'ticks');
  expect(withPrice(newest!, newest!.time, 1.5, 1).volume).toBe(61);
  expect(withPrice(newest!, newest!.time + 60, 1.5, 1).volume).toBe(1);
  expect(withPrice({ ...newest!, volume: 8.5 }, newest!.time, 1.5, 0).volume).toBe(8.5);
  expect(withPrice({ ...newest!, volume: null }, newest!.time, 1.5, 1).volume).toBeNull();
});

it('[H18] a bar that ended while the chart was open is put right by the next reading, and not only the one after it', () => {
  const read = (...bars: ReturnType<typeof bar>[]) => candles(bars, 'ticks');
  const drawn = read(bar(1), bar(2), bar(3));
  const next = withPrice(drawn[2]!, 240, 1.2, 1);
  // The newest one, and the one that began since.
  expect(newestOf(drawn, read(bar(1), bar(2), bar(3, '1.1')))).toEqual(read(bar(3, '1.1')));
  expect(newestOf(drawn, read(bar(1), bar(2), bar(3, '1.1'), bar(4)))).toEqual(read(bar(3, '1.1'), bar(4)));
  expect(newestOf([...drawn, next], read(bar(1), bar(2), bar(3)))).toEqual([]);
  expect(newestOf(drawn, drawn)).toEqual([]);
  // The third one was over, with quotes that never reached this page.
  expect(newestOf([...drawn, next], read(bar(1), bar(2), bar(3, '1.1'), bar(4)))).toBeUndefined();
  expect(newestOf([], drawn)).toBeUndefined();
});
