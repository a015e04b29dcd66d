export { type Sighting, TriggerBook, type WatchedOrder, type WatchedPosition } from './book.ts';
export type { Why } from './lane.ts';
