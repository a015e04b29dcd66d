import { expect, it } from 'vitest';
import { addDays, addMonths, beginnings, periodOf, PERIODS, weeksOf } from './days.ts';

it('[PF14] a day moves over the ends of months and years, and to the last day of a shorter month', () => {
  expect([addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual(['2027-01-01', '2026-02-28']);
  expect([addMonths('2026-01-31', 1), addMonths('2026-01-15', -1), addMonths('2024-02-29', 12)]).toEqual([
    '2026-02-28',
    '2025-12-15',
    '2025-02-28',
  ]);
});

it('[PF14] a month is whole weeks from Monday on, with every one of its days once', () => {
  for (const [day, weeks] of [
    ['2026-02-10', 5],
    ['2026-03-01', 6],
    ['2027-02-01', 4],
  ] as const) {
    const found = weeksOf(day);
    expect(found).toHaveLength(weeks);
    const days = found.flat().filter((one) => one !== null);
    expect(days[0]).toBe(`${day.slice(0, 8)}01`);
    expect(new Set(days).size).toBe(
      new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate(),
    );
    found.forEach((week) =>
      week.forEach((one, i) => expect(one === null || (new Date(one).getUTCDay() + 6) % 7 === i).toBe(true)),
    );
  }
});

it('[PF8] an address that was kept from another day is named by its own days, never as all time', () => {
  const now = Date.parse('2026-03-15T00:00:00Z');
  const begins = beginnings(now);
  expect(PERIODS.map((period) => periodOf({ from: begins[period] }, now))).toEqual([...PERIODS]);
  expect(periodOf({}, now)).toBe('all');
  expect(periodOf({ from: begins['30'] }, now + 86_400_000)).toBe('dates');
  expect(periodOf({ from: '2026-03-10', to: '2026-03-10' }, now)).toBe('day');
  expect(periodOf({ from: '2026-03-01', to: '2026-03-10' }, now)).toBe('dates');
  expect(periodOf({ to: '2026-03-10' }, now)).toBe('dates');
});
