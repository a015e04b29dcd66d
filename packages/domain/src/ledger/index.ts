export * from './accounts.ts';
export * from './apply.ts';
export * from './commands.ts';
export * from './decision.ts';
export * from './refusals.ts';
export * from './state.ts';
export * from './touches.ts';
export * from './twin.ts';
