export { readFailures } from './failures.query.ts';
export { sweepFailures } from './sweep-failures.ts';
export { mailboxRoutes } from './routes.ts';
export { checkWording, sendTest } from './texts.ts';
