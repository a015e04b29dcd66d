export * from './alone.ts';
export * from './limits.ts';
export * from './set-limits.ts';
