import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAR_INTERVALS, barEnd, barStart, type ChartInterval } from './bars.ts';
import { joinBars } from './tape.ts';

const at = (time: string): number => Date.parse(time.length === 10 ? `${time}T00:00:00Z` : time);
const day = (ms: number): string => new Date(ms).toISOString().replace('T00:00:00.000Z', '');
const span = (interval: ChartInterval, time: string): string[] => [
  day(barStart(interval, at(time))),
  day(barEnd(interval, at(time))),
];

describe('weeks and months', () => {
  it('[M92] a week goes from Monday 00:00 UTC to the next one, over the end of a month or a year', () => {
    for (const [time, from, to] of [
      ['2026-11-30', '2026-11-30', '2026-12-07'],
      ['2026-11-29T23:59:59.999Z', '2026-11-23', '2026-11-30'],
      ['2026-12-31T12:00:00Z', '2026-12-28', '2027-01-04'],
      ['2027-01-03T23:59:59.999Z', '2026-12-28', '2027-01-04'],
      ['2024-02-29T08:00:00Z', '2024-02-26', '2024-03-04'],
      ['1970-01-01', '1969-12-29', '1970-01-05'],
    ] as const)
      expect(span('1w', time), time).toEqual([from, to]);
  });

  it('[M92] a month is the calendar’s in UTC, of 28 to 31 days', () => {
    for (const [time, from, to] of [
      ['2024-02-29T23:59:59.999Z', '2024-02-01', '2024-03-01'],
      ['2026-02-28T23:59:59.999Z', '2026-02-01', '2026-03-01'],
      ['2100-02-28T12:00:00Z', '2100-02-01', '2100-03-01'],
      ['2026-03-01', '2026-03-01', '2026-04-01'],
      ['2026-04-30T23:59:59.999Z', '2026-04-01', '2026-05-01'],
      ['2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
      ['2027-01-01', '2027-01-01', '2027-02-01'],
    ] as const)
      expect(span('1M', time), time).toEqual([from, to]);
  });

  it('[M92] every instant is in one bar of each interval, and the next bar begins where it ends', () => {
    const anyTime = fc.integer({ min: at('1970-01-01'), max: at('2100-01-01') });
    fc.assert(
      fc.property(fc.constantFrom(...BAR_INTERVALS, '1w' as const, '1M' as const), anyTime, (interval, time) => {
        const [from, to] = [barStart(interval, time), barEnd(interval, time)];
        expect(from <= time && time < to).toBe(true);
        expect([barStart(interval, to - 1), barStart(interval, to)]).toEqual([from, to]);
        if (interval === '1w') expect([new Date(from).getUTCDay(), to - from]).toEqual([1, 7 * 86_400_000]);
        if (interval === '1M') expect([new Date(from).getUTCDate(), new Date(to).getUTCDate()]).toEqual([1, 1]);
      }),
    );
  });

  it('[M92] days are joined by their week or month, and one that nobody counted leaves the sum unknown', () => {
    const bar = (time: string, open: bigint, close: bigint, tickVolume?: number) => ({
      ...{ timeMs: at(time), open, close, high: open > close ? open : close, low: open < close ? open : close },
      ...(tickVolume !== undefined && { tickVolume }),
    });
    const days = [
      bar('2026-12-31', 5n, 9n, 10),
      bar('2027-01-01', 8n, 2n, 20),
      bar('2027-01-03', 3n, 4n, 30),
      bar('2027-01-04', 7n, 6n),
    ];
    expect(joinBars(days, '1w')).toEqual([
      { timeMs: at('2026-12-28'), open: 5n, high: 9n, low: 2n, close: 4n, tickVolume: 60 },
      { timeMs: at('2027-01-04'), open: 7n, high: 7n, low: 6n, close: 6n },
    ]);
    expect(joinBars(days, '1M')).toEqual([
      { timeMs: at('2026-12-01'), open: 5n, high: 9n, low: 5n, close: 9n, tickVolume: 10 },
      { timeMs: at('2027-01-01'), open: 8n, high: 8n, low: 2n, close: 6n },
    ]);
  });
});
