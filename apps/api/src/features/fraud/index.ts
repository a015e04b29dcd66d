export { recordPaymentTry } from './payment-tries.ts';
export { fraudRoutes } from './routes.ts';
export { SHARED } from './shared.query.ts';
