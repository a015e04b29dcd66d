import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { routes } from './index.ts';

it('[A2] the table is all of its features’ tables, and no route stands in two of them', async () => {
  const names = readdirSync(import.meta.dirname).filter((name) => !/^(index|route)\.ts$|\.test\.ts$/.test(name));
  const keys: string[] = [];
  for (const name of names) {
    const [table] = Object.values((await import(`./${name}`)) as Record<string, object>);
    keys.push(...Object.keys(table ?? {}));
  }
  expect(keys.toSorted()).toEqual(Object.keys(routes).toSorted());
});

it('[V25] the record of the signals and every ended one are public; open ones are not', () => {
  expect(routes['GET /signals/record'].policy).toBe('public');
  expect(routes['GET /signals/ended'].policy).toBe('public');
  expect(routes['GET /signals'].policy).toBe('client');
});
