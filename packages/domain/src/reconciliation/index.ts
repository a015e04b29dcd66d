export {
  type Match,
  type MatchRule,
  matchLines,
  type Movement,
  type MovementKind,
  type StatementLine,
  WINDOW_DAYS,
} from './match.ts';
export { type KnownLine, type Named, newLines, otherId, type ReadLine, toldApart, withLikeness } from './known.ts';
