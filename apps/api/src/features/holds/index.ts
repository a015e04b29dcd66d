export { type HoldDeps, holdRoutes } from './routes.ts';
