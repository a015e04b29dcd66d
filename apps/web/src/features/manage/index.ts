export { ageOf } from './age.ts';
export { Decided } from './decided.ts';
export { DepositReview } from './deposit-review-page.tsx';
export { ProposalDialog } from './proposal-dialog.tsx';
export { RequireAdmin } from './require-admin.tsx';
export { useCan } from './use-can.ts';
export { OneVerification } from './verification-page.tsx';
export { WithdrawalReview } from './withdrawal-review-page.tsx';
