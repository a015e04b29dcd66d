import { expect, it } from 'vitest';
import { LISTS_WITHOUT_FILE } from './list-files.ts';
import { type Route, routes } from './routes/index.ts';

it('[G98] the file of a list takes the permission to read the list, the clients’ one alone another', () => {
  const table: Readonly<Record<string, Route>> = routes;
  const files = Object.entries(table).filter(([key, { csv }]) => key.startsWith('GET /admin/') && csv !== undefined);
  const lists = files.map(([key, file]) => ({ file, list: table[key.slice(0, -'.csv'.length)] }));
  const other = lists.filter(({ file, list }) => list !== undefined && list.can !== file.can);
  expect(other.map(({ file }) => `${file.csv} ${file.can}`)).toEqual(['users client.export']);
  // A report of a day belongs to no list.
  expect(lists.filter(({ list }) => list === undefined).map(({ file }) => file.csv)).toEqual([
    'journal',
    'trial-balance',
    'client-money',
    'fees',
  ]);
  expect(Object.keys(LISTS_WITHOUT_FILE).filter((key) => table[`${key}.csv`] !== undefined)).toEqual([]);
});
