export * from './proposed.ts';
export * from './model.ts';
export * from './set-fees.ts';
export * from './set-wallets.ts';
