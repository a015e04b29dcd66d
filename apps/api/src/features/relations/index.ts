export { type RelationDeps, relationRoutes } from './routes.ts';
