export { announce } from './announcement.ts';
export type { Change } from './announcement.ts';
export { createBell } from './bell.ts';
export { sweepChanges } from './change-log.ts';
export { createRealtime } from './hub.ts';
export type { Realtime, RealtimeOptions } from './hub.ts';
export type { QuoteSource } from './quote-source.ts';
