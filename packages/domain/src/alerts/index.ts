export { AlertBook, isReached, type WatchedAlert } from './book.ts';
export {
  type AlertKind,
  isBeyond,
  levelOf,
  LEAST_PERCENT,
  MOST_FALL,
  MOST_RISE,
  midOf,
  rebased,
  REST_MS,
} from './level.ts';
