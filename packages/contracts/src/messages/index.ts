export * from './common.ts';
export * from './access.ts';
export * from './funding.ts';
export * from './trading.ts';
export * from './market-tools.ts';
export * from './products.ts';
export * from './person.ts';
export * from './staff.ts';
