export { type TriggerCandidate, TriggerBook, type WatchedOrder, type WatchedPosition } from './book.ts';
export type { Why } from './price-column.ts';
