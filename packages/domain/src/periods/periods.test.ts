import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstDayOf, lastDayOf, periodAt, periodOf, periodsBetween } from './index.ts';

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
