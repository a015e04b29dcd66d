export { readLoanApplication } from './application.ts';
export { type LoanClock, settleLoans } from './clock.ts';
export { type Lending, requireLending } from './lending.ts';
export { type LoanDeps, loanRoutes } from './routes.ts';
export { checkBorrowers } from './borrower-margin.ts';
