export { meRoutes } from './routes.ts';
export { readMe } from './me.query.ts';
