import { tested } from './tested.ts';

export const { title, after, run } = tested(
  'pg',
  'A change notification that is lost, doubled or missed for a minute: sockets, copies, price watching and mail lose nothing and do nothing twice; a process sends at most one in 25 ms',
  ['apps/api/test/lost-notifications.pg.test.ts', 'apps/api/src/platform/realtime/invalidation-log.pg.test.ts'],
);
