export { depositRoutes, type DepositDeps } from './routes.ts';
