import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstDayOf, lastDayOf, monthsAfter, periodAt, periodOf, periodsBetween, wholeMonths } from './index.ts';

const span = (name: string): string[] => {
  const period = periodOf(name);
  return period === undefined ? [] : [period.kind, firstDayOf(period), lastDayOf(period)];
};

it('[E30] a period is a month, a quarter or a year of the calendar in UTC, and nothing else is one', () => {
  expect(span('2026-11')).toEqual(['month', '2026-11-01', '2026-11-30']);
  expect(span('2028-02')).toEqual(['month', '2028-02-01', '2028-02-29']);
  expect(span('2026-Q4')).toEqual(['quarter', '2026-10-01', '2026-12-31']);
  expect(span('2026')).toEqual(['year', '2026-01-01', '2026-12-31']);
  for (const name of [
    '',
    '1999',
    '2026-13',
    '2026-00',
    '2026-Q0',
    '2026-Q5',
    '2026-q1',
    '2026-1',
    '2026-11-01',
    ' 2026',
  ])
    expect(periodOf(name), name).toBeUndefined();
});

it('[E30] periods of a kind follow each other without a gap, and each moment lies in exactly one', () => {
  const moment = fc.date({ min: new Date('2001-01-01'), max: new Date('2098-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom('month', 'quarter', 'year'), moment, moment, (kind, one, other) => {
      const [first, last] = one < other ? [one, other] : [other, one];
      const found = periodsBetween(kind, first, last);
      expect(found.filter(({ from, until }) => from <= first && first < until)).toEqual([found.at(-1)]);
      expect(found[0]).toEqual(periodAt(kind, last));
      found.slice(1).forEach((each, i) => expect(each.until).toEqual(found[i]?.from));
      for (const each of found) expect(periodOf(each.name)).toEqual(each);
    }),
  );
});

it('[Y7] [T40] months later or earlier is the same day of that month, or its last one, at the same time', () => {
  const at = (text: string, months: number) => monthsAfter(new Date(text), months).toISOString().slice(0, 16);
  expect(at('2026-08-31T10:00Z', 6)).toBe('2027-02-28T10:00');
  expect(at('2028-02-29T10:00Z', -12)).toBe('2027-02-28T10:00');
  expect(at('2028-02-29T10:00Z', -48)).toBe('2024-02-29T10:00');
  expect(at('2026-03-31T23:59Z', -1)).toBe('2026-02-28T23:59');
  expect(at('2026-12-31T00:00Z', 2)).toBe('2027-02-28T00:00');
  expect(at('2026-01-15T00:00Z', 0)).toBe('2026-01-15T00:00');
});

it('[C14] a month is whole on the day that is a month later, however short it is', () => {
  const whole = (from: string, to: string) => wholeMonths(new Date(`${from}T12:00Z`), new Date(`${to}T00:00Z`));
  expect([whole('2026-01-31', '2026-02-27'), whole('2026-01-31', '2026-02-28')]).toEqual([0, 1]);
  expect([whole('2026-01-31', '2026-03-30'), whole('2026-01-31', '2026-03-31')]).toEqual([1, 2]);
  expect([whole('2026-01-30', '2026-04-29'), whole('2026-01-29', '2028-02-29')]).toEqual([2, 25]);
  expect([whole('2026-05-10', '2026-05-10'), whole('2026-05-10', '2026-04-30')]).toEqual([0, 0]);
});
