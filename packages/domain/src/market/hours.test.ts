import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen, lastOpen, nextOpen, session } from './hours.ts';
import { instrument, INSTRUMENTS } from './instruments.ts';
import { dayOf, isExchangeHalfDay, isExchangeHoliday, isWeekend, newYorkOffsetMs } from './new-york.ts';

const at = (text: string): number => Date.parse(text);
const eurusd = instrument('EURUSD');
const apple = instrument('AAPL');

describe('forex and crypto hours', () => {
  it('[M5] crypto is always open', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: at('2100-01-01T00:00:00Z') }), (time) => {
        expect(isOpen(instrument('BTC'), time)).toBe(true);
      }),
    );
  });

  it.each([
    ['winter', '2026-11-20T22:00:00Z', '2026-11-22T22:00:00Z'],
    ['summer', '2026-07-17T21:00:00Z', '2026-07-19T21:00:00Z'],
    ['the weekend on which summer time begins', '2026-03-06T22:00:00Z', '2026-03-08T21:00:00Z'],
    ['the weekend on which summer time ends', '2026-10-30T21:00:00Z', '2026-11-01T22:00:00Z'],
  ])('[M5] forex closes on Friday and opens on Sunday at 17:00 New York: %s', (_name, closes, opens) => {
    expect(isOpen(eurusd, at(closes) - 1)).toBe(true);
    expect(session(eurusd, at(closes))).toEqual({ open: false, closedAt: at(closes), opensAt: at(opens) });
    expect(isOpen(eurusd, at(opens) - 1)).toBe(false);
    expect(isOpen(eurusd, at(opens))).toBe(true);
  });

  it('[M5] a forex session is a whole week', () => {
    const week = { open: true, opensAt: at('2026-11-15T22:00:00Z'), closesAt: at('2026-11-20T22:00:00Z') };
    for (const time of ['2026-11-15T22:00:00Z', '2026-11-18T03:00:00Z', '2026-11-20T21:59:59Z'])
      expect(session(eurusd, at(time))).toEqual(week);
  });

  it('[M5] forex is closed at Christmas and New Year', () => {
    expect(session(eurusd, at('2025-12-25T12:00:00Z'))).toEqual({
      open: false,
      closedAt: at('2025-12-24T22:00:00Z'),
      opensAt: at('2025-12-25T22:00:00Z'),
    });
    expect(session(eurusd, at('2026-01-01T12:00:00Z'))).toEqual({
      open: false,
      closedAt: at('2025-12-31T22:00:00Z'),
      opensAt: at('2026-01-01T22:00:00Z'),
    });
    expect(session(eurusd, at('2025-12-23T12:00:00Z'))).toMatchObject({
      open: true,
      closesAt: at('2025-12-24T22:00:00Z'),
    });
  });
});

describe('stock hours', () => {
  it.each([
    ['winter', '2026-11-20T14:30:00Z', '2026-11-20T21:00:00Z'],
    ['summer', '2026-07-17T13:30:00Z', '2026-07-17T20:00:00Z'],
    ['a half day', '2026-11-27T14:30:00Z', '2026-11-27T18:00:00Z'],
  ])('[M6] stocks trade the New York session: %s', (_name, opens, closes) => {
    expect(isOpen(apple, at(opens) - 1)).toBe(false);
    expect(session(apple, at(opens))).toEqual({ open: true, opensAt: at(opens), closesAt: at(closes) });
    expect(isOpen(apple, at(closes) - 1)).toBe(true);
    expect(isOpen(apple, at(closes))).toBe(false);
  });

  // The exchange's published calendars of these years.
  const HOLIDAYS: Record<number, string> = {
    2021: '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24',
    2022: '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26',
    2023: '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25',
    2024: '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25',
    2025: '01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25',
    2026: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
    2027: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24',
  };
  const HALF_DAYS: Record<number, string> = {
    2021: '11-26',
    2022: '11-25',
    2023: '07-03 11-24',
    2024: '07-03 11-29 12-24',
    2025: '07-03 11-28 12-24',
    2026: '11-27 12-24',
    2027: '11-26',
  };

  it.each(Object.keys(HOLIDAYS).map(Number))("[M6] holidays and half days of %i are the exchange's", (year) => {
    const days = Array.from({ length: 366 }, (_, n) => dayOf(year, 1, 1) + n).filter(
      (day) => day < dayOf(year + 1, 1, 1),
    );
    const names = (which: (day: number) => boolean): string =>
      days
        .filter((day) => !isWeekend(day) && which(day))
        .map((day) => new Date(day * 86_400_000).toISOString().slice(5, 10))
        .join(' ');
    expect(names(isExchangeHoliday)).toBe(HOLIDAYS[year]);
    expect(names(isExchangeHalfDay)).toBe(HALF_DAYS[year]);
  });

  it('[M6] the next opening passes over weekends and holidays', () => {
    expect(nextOpen(apple, at('2026-11-25T21:00:00Z'))).toBe(at('2026-11-27T14:30:00Z'));
    expect(nextOpen(apple, at('2026-07-02T20:00:00Z'))).toBe(at('2026-07-06T13:30:00Z'));
  });
});

describe('hours of all instruments', () => {
  const times = fc.integer({ min: at('2008-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') });

  it('[M7] session, isOpen, nextOpen and lastOpen agree', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INSTRUMENTS), times, (of, time) => {
        const now = session(of, time);
        expect(isOpen(of, time)).toBe(now.open);
        const next = nextOpen(of, time);
        const last = lastOpen(of, time);
        expect(isOpen(of, next)).toBe(true);
        expect(isOpen(of, last)).toBe(true);
        if (now.open) return;
        expect(isOpen(of, next - 1)).toBe(false);
        expect(isOpen(of, last + 1)).toBe(false);
        expect(last < time && time < next).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('[M5] daylight saving agrees with a time-zone database', () => {
    const hour = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' });
    fc.assert(
      fc.property(times, (time) => {
        const ours = Math.floor((time - newYorkOffsetMs(time)) / 3_600_000) % 24;
        expect(ours).toBe(Number(hour.format(time)));
      }),
      { numRuns: 1_000 },
    );
  });
});
