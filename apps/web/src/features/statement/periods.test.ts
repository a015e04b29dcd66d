import { expect, it } from 'vitest';
import { nameOfPeriod, paperHere } from './periods.ts';

it('[E37] names a period as people say it, and offers the paper that is usual where the browser is at home', () => {
  expect(['2026-11', '2026-Q4', '2026'].map(nameOfPeriod)).toEqual(['November 2026', 'Q4 2026', '2026']);
  expect(['en-US', 'es-MX', 'zh-Hant-TW', 'en-GB', 'de', 'fr-CA'].map((each) => paperHere(each))).toEqual([
    'letter', 'letter', 'a4', 'a4', 'a4', 'letter',
  ]); // prettier-ignore
});
