export { meRoutes } from './routes.ts';
export { DEFAULT_PICTURE, pictureAddress, readMe } from './me.query.ts';
