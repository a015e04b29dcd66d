export { ClientTerms, readTerms } from './client-terms.ts';
export { planRoutes, type PlanDeps } from './routes.ts';
