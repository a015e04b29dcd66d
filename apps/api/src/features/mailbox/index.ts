export { sweepFailures } from './sweep-failures.ts';
export { mailboxRoutes } from './routes.ts';
