import { expect, it } from 'vitest';
import { ageOf } from './age.ts';

it('[S21] an age is shown in its largest whole unit and is never negative', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(ageOf('2026-11-21T11:59:31Z', now)).toBe('0 min');
  expect(ageOf('2026-11-21T11:01:00Z', now)).toBe('59 min');
  expect(ageOf('2026-11-20T12:00:01Z', now)).toBe('23 h');
  expect(ageOf('2026-11-18T11:00:00Z', now)).toBe('3 d');
  expect(ageOf('2026-11-21T12:00:09Z', now)).toBe('0 min');
});
