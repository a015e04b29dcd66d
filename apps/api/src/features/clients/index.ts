export { finishErasures } from './erasures.ts';
export { clientRoutes, type ClientDeps } from './routes.ts';
