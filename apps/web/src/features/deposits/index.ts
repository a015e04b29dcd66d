export { LevelFacts } from './level-facts.tsx';
export { LevelLimits } from './level-limits.tsx';
export { DepositStatus } from './deposit-status.tsx';
export { methodLabel } from './method-words.ts';
