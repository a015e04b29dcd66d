export * from './guard.ts';
export * from './hold.ts';
export * from './model.ts';
export * from './place-hold.ts';
