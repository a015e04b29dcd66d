export * from './guard.ts';
export * from './hold.ts';
export * from './place-hold.ts';
