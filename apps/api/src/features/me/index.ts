export { meRoutes } from './routes.ts';
export { pictureAddress, readMe } from './me.query.ts';
