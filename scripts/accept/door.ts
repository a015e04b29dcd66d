import { tests } from './command.ts';

export const title =
  "As the app's database role: INSERT, UPDATE, DELETE, TRUNCATE on every table of the books are refused, and the door refuses every breach";
export const run = () =>
  tests('--project', 'pg', 'apps/api/test/door-roles.pg.test.ts', 'apps/api/test/door-breaches.pg.test.ts');
