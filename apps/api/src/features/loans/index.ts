export { readLoanApplication } from './application.ts';
export { type LoanClock, settleLoans } from './clock.ts';
export { type Lending, requireLending } from './lending.ts';
export { type LoanDeps, loanRoutes } from './routes.ts';
export { weighBorrowers } from './weigh.ts';
