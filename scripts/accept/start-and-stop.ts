import { tests } from './command.ts';

export const title =
  'Start, stop, kill -9 of the server and of PostgreSQL, stale locks, a second start on one DATA_DIR, a given DATABASE_URL';
export const run = () =>
  tests(
    '--project',
    'start*',
    '--project',
    'alone',
    'scripts/start.alone.test.ts',
    'scripts/npm-start.start.test.ts',
    'apps/api/src/platform',
  );
