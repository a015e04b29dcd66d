import { tested } from './tested.ts';

export const { title, run, after } = tested(
  'pg',
  "As the app's database role: INSERT, UPDATE, DELETE, TRUNCATE on every table of the books are refused, and the door refuses every breach",
  ['apps/api/test/door-roles.pg.test.ts', 'apps/api/test/door-breaches.pg.test.ts'],
);
