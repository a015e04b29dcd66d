export { createLedger, type Answer, type CommandKey, type Ledger, type Opening } from './group-commit.ts';
export { LedgerBusy, LedgerHalted, OutcomeUnknown } from './failures.ts';
