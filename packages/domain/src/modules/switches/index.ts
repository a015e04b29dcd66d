export * from './guard.ts';
export * from './model.ts';
export * from './set-switch.ts';
