import { expect, it } from 'vitest';
import { phrasesIn } from './palette-phrases.ts';

const now = new Date('2026-05-20T23:30:00Z');
const to = (query: string, pages = ['/statement']) =>
  phrasesIn(query, { now, has: (path) => pages.includes(path) }).map((phrase) => phrase.to);

it('[S107] "statement november" is the newest such month that has begun, in UTC', () => {
  expect(to('statement november')).toEqual(['/statement?from=2025-11-01&to=2025-11-30']);
  expect(to('Statement May')).toEqual(['/statement?from=2026-05-01&to=2026-05-31']);
  expect(to('statement for feb 2024')).toEqual(['/statement?from=2024-02-01&to=2024-02-29']);
  expect(to('statement june 2026')).toEqual([]);
  expect(to('statement of nothing')).toEqual([]);
  expect(to('statement may', [])).toEqual([]);
});
