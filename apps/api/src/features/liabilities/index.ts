export { countLiabilities } from './count.ts';
export { liabilityRoutes } from './routes.ts';
