export { watchlistRoutes } from './routes.ts';
