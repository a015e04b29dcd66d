import { tested } from './tested.ts';

/** In full the phone sleeps for a whole minute; `npm test` lets it sleep for six seconds. */
export const { title, run, after } = tested(
  'e2e*',
  'Server suspended by SIGSTOP, network cut, phone asleep for a minute, page changed while offline: shown within 5 seconds, and everything recovers without a reload',
  ['e2e/connection.test.ts'],
);
