export * from './model.ts';
export * from './level.ts';
export * from './verification.ts';
export * from './document-funds.ts';
export * from './decline-verification.ts';
export * from './personal-details.ts';
export * from './document-dates.ts';
export * from './funds-documents.ts';
