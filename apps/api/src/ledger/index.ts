export { createLedger, type Answer, type CommandKey, type Ledger } from './group-commit.ts';
export type { Preview, Previewed } from './preview.ts';
export { requestKey } from './request-key.ts';
export { LedgerBusy, LedgerHalted, OutcomeUnknown } from './failures.ts';
