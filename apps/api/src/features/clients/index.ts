export { finishErasures } from './erasures.ts';
export type { ClientDeps } from './deps.ts';
export { clientRoutes } from './routes.ts';
