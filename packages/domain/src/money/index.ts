export * from './cents.ts';
export * from './rounding.ts';
