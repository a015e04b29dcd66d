export { settleDueWithdrawals } from './clock.ts';
export { withdrawalRoutes, type WithdrawalDeps } from './routes.ts';
export { countOverdue } from './withdrawals.query.ts';
