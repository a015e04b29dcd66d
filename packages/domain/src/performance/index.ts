export { changeOver, GROWTH_UNIT, type Growth, growthOf, type Span } from './returns.ts';
export {
  type ClosedTrade,
  type Figures,
  figuresOf,
  type Group,
  GROUPS,
  HOLDING,
  HOLDING_MS,
  type Holding,
  holdingOf,
  rHundredths,
  type Row,
  Statistics,
} from './statistics.ts';
export {
  courseOf,
  type Flows,
  heldResult,
  type Holding as Held,
  type Mids,
  type Moved,
  type Movement,
  type Point,
} from './value.ts';
