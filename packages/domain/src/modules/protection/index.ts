export * from './guard.ts';
export * from './limits.ts';
export * from './model.ts';
export * from './set-limits.ts';
export * from './take-time-out.ts';
export * from './tally.ts';
export * from './time-out.ts';
