export { isStopped, isStoppedByCommit, readNotices } from './switches.query.ts';
export { switchRoutes } from './routes.ts';
