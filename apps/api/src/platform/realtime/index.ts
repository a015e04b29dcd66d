export { announce, CHANGES, payloads } from './announcement.ts';
export type { Change } from './announcement.ts';
export { createRealtime } from './hub.ts';
export type { QuoteSource, Realtime, RealtimeOptions } from './hub.ts';
