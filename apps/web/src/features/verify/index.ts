export { LogWatch } from './log-watch.tsx';
export type { ShownEntry } from './protocol.ts';
export { VerifyEntry } from './verify-entry.tsx';
