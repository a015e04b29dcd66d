export * from './model.ts';
export * from './verification.ts';
export * from './decline-verification.ts';
export * from './personal-details.ts';
