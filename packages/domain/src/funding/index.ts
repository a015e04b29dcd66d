export * from './adjust.ts';
export * from './deposits.ts';
export * from './fee.ts';
export * from './fee-notice.ts';
export * from './follow-withdrawal.ts';
export * from './request-withdrawal.ts';
export * from './top-up.ts';
export * from './overdue.ts';
