export { readNotices } from './notices.query.ts';
export { configurationRoutes } from './routes.ts';
