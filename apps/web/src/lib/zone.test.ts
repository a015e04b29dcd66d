import { afterEach, expect, it } from 'vitest';
import { STORED } from '../app/storage-names.ts';
import { formatDate, formatDateTime, formatExact, formatInZone } from './format.ts';
import { store } from './stored.ts';
import { chartZone, zone, zones } from './zone.ts';

const WINTER = '2026-11-21T02:05:09.123Z';

afterEach(() => store(STORED.zone, null));

it('[S145] times of day are in the zone that somebody chose, with its summer time, and name it', () => {
  store(STORED.zone, 'America/New_York');
  expect(formatDateTime(WINTER)).toBe('20 Nov 2026, 21:05 GMT-5');
  expect(formatDateTime('2026-07-21T02:05:09Z')).toBe('20 Jul 2026, 22:05 GMT-4');
  expect(formatInZone(WINTER)).toBe('20 Nov 2026, 21:05:09 GMT-5');
  store(STORED.zone, 'Asia/Kathmandu');
  expect(formatDateTime(WINTER)).toBe('21 Nov 2026, 07:50 GMT+5:45');
  expect([chartZone(true), chartZone(false)]).toEqual(['GMT+5:45', 'UTC']);
});

it('[S145] days, and records that two people compare, are in UTC whatever was chosen', () => {
  store(STORED.zone, 'America/New_York');
  expect(formatDate(WINTER)).toBe('21 Nov 2026');
  expect(formatExact(WINTER)).toBe('21 Nov 2026, 02:05:09.123 UTC');
});

it('[S145] what is no zone here is UTC', () => {
  store(STORED.zone, 'Mars/Olympus');
  expect([zone(), formatDateTime(WINTER)]).toEqual(['UTC', '21 Nov 2026, 02:05 UTC']);
  expect(zones()[0]).toBe('UTC');
});
