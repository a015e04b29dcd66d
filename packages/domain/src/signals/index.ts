export * from './advance.ts';
export * from './coverage.ts';
export * from './expiry.ts';
export * from './indicators.ts';
export * from './rules.ts';
export * from './score.ts';
export * from './sides.ts';
