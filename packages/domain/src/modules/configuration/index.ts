export * from './configure.ts';
export * from './financing.ts';
export * from './guard.ts';
export * from './in-force.ts';
export * from './items.ts';
export * from './model.ts';
export * from './spread.ts';
