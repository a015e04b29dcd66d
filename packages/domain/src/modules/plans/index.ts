export * from './add-package.ts';
export * from './buy.ts';
export * from './model.ts';
export * from './packages.ts';
export * from './sale.ts';
export * from './signal-plans.ts';
