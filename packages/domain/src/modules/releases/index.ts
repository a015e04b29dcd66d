export * from './limits.ts';
export * from './model.ts';
export * from './set-limits.ts';
