export { readFailures } from './failures.query.ts';
export { sweepFailures } from './sweep-failures.ts';
export { sweepSent } from './sweep-sent.ts';
export { mailboxRoutes } from './routes.ts';
export { checkWording, sendTest } from './texts.ts';
