export * from './bots.ts';
export * from './mirror.ts';
export * from './profit-share.ts';
export * from './ratio.ts';
export * from './record.ts';
export * from './start-copy.ts';
export * from './steer-copy.ts';
export * from './traders.ts';
