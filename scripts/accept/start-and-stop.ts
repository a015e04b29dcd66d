import { tested } from './tested.ts';

export const { title, run, after } = tested(
  'start*',
  'Start, stop, kill -9 of the server and of PostgreSQL, stale locks, a second start on one DATA_DIR, a given DATABASE_URL',
  ['scripts/start.alone.test.ts', 'scripts/npm-start.start.test.ts', 'apps/api/src/platform'],
);
