export { clientRoutes, type ClientDeps } from './routes.ts';
