export { MemoryLimits } from './memory.ts';
export type { Limit, Verdict } from './memory.ts';
export { SharedLimits } from './shared.ts';
export { costOf, GENERAL, limitOf, TOKENS } from './route-limits.ts';
