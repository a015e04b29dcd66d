export { createLedger, type Answer, type CommandKey, type Ledger } from './group-commit.ts';
export { LedgerBusy, OutcomeUnknown } from './failures.ts';
