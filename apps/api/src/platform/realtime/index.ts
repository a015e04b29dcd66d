export { invalidate } from './invalidation.ts';
export type { Invalidation } from './invalidation.ts';
export { ring, ringAtCommit, transactionOver } from './bell.ts';
export { sweepInvalidations } from './invalidation-log.ts';
export { createRealtime } from './hub.ts';
export type { Realtime, RealtimeOptions } from './hub.ts';
export type { QuoteSource } from './quote-source.ts';
