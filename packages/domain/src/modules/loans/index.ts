export * from './apply-loan.ts';
export * from './charge-interest.ts';
export * from './close-out.ts';
export * from './review-loan.ts';
export * from './end-of-term.ts';
export * from './model.ts';
export * from './repay-loan.ts';
export * from './terms.ts';
