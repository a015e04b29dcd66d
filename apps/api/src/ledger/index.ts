export type { CommandKey } from './group-commit.ts';
export { createLedger, type Answer, type Ledger } from './ledger.ts';
export type { Preview, Previewed } from './preview.ts';
export { requestKey } from './request-key.ts';
export { LedgerBusy, LedgerHalted, OutcomeUnknown } from './failures.ts';
