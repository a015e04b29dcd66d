export { changeOver, GROWTH_UNIT, type Growth, growthOf, type Span } from './returns.ts';
export {
  average,
  type Figures,
  figuresOf,
  type Group,
  GROUPS,
  HOLDING,
  HOLDING_MS,
  type Holding,
  rHundredths,
  type Risked,
  type Tally,
} from './statistics.ts';
export {
  courseOf,
  type Flows,
  heldResult,
  type Holding as Held,
  type Mid,
  type Mids,
  type Moved,
  type Movement,
  type Point,
  type SplitAt,
} from './value.ts';
