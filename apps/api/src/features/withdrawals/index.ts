export { settleDueWithdrawals } from './clock.ts';
export type { WithdrawalDeps } from './deps.ts';
export { withdrawalRoutes } from './routes.ts';
export { countOverdue, listWithdrawals, readOverdue } from './withdrawals.query.ts';
