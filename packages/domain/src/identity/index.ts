export * from './verification.ts';
export * from './decline-verification.ts';
