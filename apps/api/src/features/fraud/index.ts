export { dryRun, type RuleRun } from './dry-run.ts';
export { recordPaymentTry } from './payment-tries.ts';
export { fraudRoutes } from './routes.ts';
export { SHARED } from './shared.query.ts';
export { parseRules } from './rules.ts';
