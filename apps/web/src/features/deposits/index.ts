export { DepositStatus } from './deposit-status.tsx';
export { methodLabel } from './method-words.ts';
