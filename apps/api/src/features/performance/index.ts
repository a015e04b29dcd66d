export { performanceRoutes } from './routes.ts';
