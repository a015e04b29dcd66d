import type { Instrument } from '@clearbook/contracts';
import { expect, it } from 'vitest';
import { phrasesIn } from './palette-phrases.ts';

const of = (symbol: string, name: string) => ({ symbol, name }) as Instrument;
const list = [of('EURUSD', 'EUR/USD'), of('BTC', 'BTC/USD'), of('BCH', 'BCH/USD')];
const now = new Date('2026-05-20T23:30:00Z');
const to = (query: string, pages = ['/alerts', '/statement']) =>
  phrasesIn(query, { list, now, has: (path) => pages.includes(path) }).map((phrase) => phrase.to);

it('[S107] "statement november" is the newest such month that has begun, in UTC', () => {
  expect(to('statement november')).toEqual(['/statement?from=2025-11-01&to=2025-11-30']);
  expect(to('Statement May')).toEqual(['/statement?from=2026-05-01&to=2026-05-31']);
  expect(to('statement for feb 2024')).toEqual(['/statement?from=2024-02-01&to=2024-02-29']);
  expect(to('statement june 2026')).toEqual([]);
  expect(to('statement of nothing')).toEqual([]);
  expect(to('statement may', [])).toEqual([]);
});

it('[S107] "alert BTC 118000" leads to the page of alerts where there is one, by symbol or by name', () => {
  expect(to('alert BTC 118000')).toEqual(['/alerts?symbol=BTC&price=118000']);
  expect(to('alert bitcoin 118,000.5')).toEqual([
    '/alerts?symbol=BTC&price=118000.5',
    '/alerts?symbol=BCH&price=118000.5',
  ]);
  expect(to('alert EUR/USD 1.2')).toEqual(['/alerts?symbol=EURUSD&price=1.2']);
  expect(to('alert BTC soon')).toEqual([]);
  expect(to('alert BTC 118000', ['/statement'])).toEqual([]);
});
