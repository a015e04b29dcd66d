import { tested } from './tested.ts';

export const { title, run, after } = tested(
  'pg',
  "As the app's database role: INSERT, UPDATE, DELETE, TRUNCATE on every table of the books are refused, and the commit function refuses every breach",
  ['apps/api/test/commit-roles.pg.test.ts', 'apps/api/test/commit-breaches.pg.test.ts'],
);
