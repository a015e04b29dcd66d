import type { fundingRoutes } from '../routes/funding.ts';
import type { loansRoutes } from '../routes/loans.ts';
import type { plansRoutes } from '../routes/plans.ts';
import type { proposalsRoutes } from '../routes/proposals.ts';
import type { WordsOf } from './words.ts';

const TXID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const CSV = 'The rows that the search and filter match.';

export const fundingWords: WordsOf<typeof fundingRoutes> = {
  'POST /demo/top-up': {
    id: 'topUp',
    tag: 'Deposits',
    summary: 'Add paper money',
    description: 'Demo mode only: at most $100,000.00 at a time, three times a UTC day. `amount` is in US dollars.',
    example: { amount: '10000.00' },
  },
  'GET /deposits': {
    id: 'listDeposits',
    tag: 'Deposits',
    summary: 'List deposits',
    description: 'Newest first.',
  },
  'GET /me/deposit-limits': {
    id: 'getDepositLimits',
    tag: 'Deposits',
    summary: 'See what you can deposit',
    description:
      'Live mode limits what is deposited in a UTC day and month, by how well the client is known. Demo mode doesn’t. A limit refuses a new deposit, never a payment that has arrived. Withdrawals have none.',
  },
  'GET /deposits/conversion': {
    id: 'convertDeposit',
    tag: 'Deposits',
    summary: 'See what to pay for an amount',
    description: 'The coins to send for `amount` US dollars at the current rate, with the rate’s source.',
  },
  'POST /deposits': {
    id: 'createDeposit',
    tag: 'Deposits',
    summary: 'Start a deposit',
    description: 'Answers the address to pay to and locks the rate for an hour. `amount` is in US dollars.',
    example: { amount: '500.00', method: 'bitcoin' },
  },
  'GET /deposits/:id': {
    id: 'getDeposit',
    tag: 'Deposits',
    summary: 'Open a deposit',
    description: '`seconds_left` counts down the locked rate by the server’s clock.',
  },
  'POST /deposits/:id/proof': {
    id: 'uploadProof',
    tag: 'Deposits',
    summary: 'Upload the proof of payment',
    description:
      'Takes a JPEG, PNG or WebP of at most 8 MB and 25 megapixels. Staff decide after that. A rejected deposit takes better proof and waits for another decision.',
  },
  'GET /withdrawals': {
    id: 'listWithdrawals',
    tag: 'Withdrawals',
    summary: 'List withdrawals',
    description: 'Newest first.',
  },
  'GET /withdrawals/terms': {
    id: 'getWithdrawalTerms',
    tag: 'Withdrawals',
    summary: 'See what a withdrawal would cost',
    description: 'The fee in percent comes out of the amount. Nobody pays to withdraw.',
  },
  'POST /withdrawals': {
    id: 'createWithdrawal',
    tag: 'Withdrawals',
    summary: 'Request a withdrawal',
    description:
      'Holds the whole `amount` in US dollars until the request is decided. `expected_fee` is the fee that was shown; a different one is refused with `withdrawal.fee_changed`.',
    example: { method: 'paypal', amount: '250.00', expected_fee: '2.50', paypalemail: 'ada@example.com' },
    also: { 202: 'Held, and waiting for the code. Confirm it with `POST /withdrawals/{id}/confirm`.' },
  },
  'GET /withdrawals/:id': {
    id: 'getWithdrawal',
    tag: 'Withdrawals',
    summary: 'Open a withdrawal',
    description: 'With its timeline and, once paid out, the payout reference.',
  },
  'POST /withdrawals/:id/confirm': {
    id: 'confirmWithdrawal',
    tag: 'Withdrawals',
    summary: 'Confirm a withdrawal with its code',
    description:
      'Takes the six digits that were emailed or that the authenticator app shows, within ten minutes. Mailed codes can be tried ten times an hour.',
    example: { code: '492018' },
  },
  'POST /withdrawals/:id/resend': {
    id: 'resendWithdrawalCode',
    tag: 'Withdrawals',
    summary: 'Email a new code',
    description: 'The code before stops working.',
  },
  'POST /withdrawals/:id/cancel': {
    id: 'cancelWithdrawal',
    tag: 'Withdrawals',
    summary: 'Cancel a withdrawal',
    description:
      'Possible until it is paid out, unless staff are paying it: someone has taken it, or proposed it as sent. The whole amount is available again.',
  },
  'POST /withdrawals/:id/not-received': {
    id: 'reportNotReceived',
    tag: 'Withdrawals',
    summary: 'Report a payout that has not arrived',
    description: 'Staff trace the payment from there.',
  },
  'GET /admin/users/:id/deposit-limits': {
    id: 'getClientDepositLimits',
    tag: 'Staff: clients',
    summary: 'See a client’s level and deposit limits',
    description: 'As the client sees them.',
  },
  'GET /admin/deposits.csv': {
    id: 'exportDeposits',
    tag: 'Staff: money',
    summary: 'Export deposits as CSV',
    description: CSV,
  },
  'GET /admin/withdrawals.csv': {
    id: 'exportWithdrawals',
    tag: 'Staff: money',
    summary: 'Export withdrawals as CSV',
    description: CSV,
  },
  'GET /admin/deposits': {
    id: 'listAllDeposits',
    tag: 'Staff: money',
    summary: 'List all clients’ deposits',
    description: 'A page at a time.',
  },
  'GET /admin/deposits/:id': {
    id: 'getClientDeposit',
    tag: 'Staff: money',
    summary: 'Open a client’s deposit',
    description: 'With the proof and what a loan’s applicant wrote.',
  },
  'GET /admin/deposits/:id/credit': {
    id: 'previewDepositCredit',
    tag: 'Staff: money',
    summary: 'Preview what an approval credits',
    description:
      'For the coins and the time that are asked about: the credit, its rates, and whether it takes a second person. Nothing changes.',
  },
  'POST /admin/deposits/:id/decision': {
    id: 'decideDeposit',
    tag: 'Staff: money',
    summary: 'Approve or reject a deposit',
    description:
      'An approval names the transaction, the coins received and, in live mode, when they arrived; the credit is those coins at the locked rate, and at the price at receipt for what it does not cover. One payment is credited once.',
    example: {
      decision: 'approve',
      txid: TXID,
      output_index: 0,
      received_amount: '0.00801234',
      received_at: '2026-11-20T14:05:00.000Z',
    },
    also: { 202: 'A second person has to approve it. `proposal_id` names the proposal.' },
  },
  'GET /admin/withdrawals': {
    id: 'listAllWithdrawals',
    tag: 'Staff: money',
    summary: 'List all clients’ withdrawals',
    description: 'A page at a time.',
  },
  'GET /admin/withdrawals/:id': {
    id: 'getClientWithdrawal',
    tag: 'Staff: money',
    summary: 'Open a client’s withdrawal',
    description: 'With the destination and whether a second person has to approve it.',
  },
  'POST /admin/withdrawals/:id/decision': {
    id: 'decideWithdrawal',
    tag: 'Staff: money',
    summary: 'Approve or reject a withdrawal',
    description: 'An approval names the payout’s reference. A rejection gives the whole amount back.',
    example: { decision: 'approve', payout_reference: 'PAY-2026-1123-0042' },
    also: { 202: 'A second person has to approve it. `proposal_id` names the proposal.' },
  },
  'POST /admin/withdrawals/:id/return': {
    id: 'returnWithdrawal',
    tag: 'Staff: money',
    summary: 'Give back a payout that came back',
    description: 'The whole amount is available to the client again.',
    example: { reason: 'The bank returned the transfer: account closed.' },
    also: { 202: 'A second person has to approve it. `proposal_id` names the proposal.' },
  },
  'POST /admin/withdrawals/:id/traced': {
    id: 'traceWithdrawal',
    tag: 'Staff: money',
    summary: 'Report a payout as traced',
    description: 'What was found is told to the client.',
    example: { reason: 'Credited by the receiving bank on 20 November.' },
  },
};

export const plansWords: WordsOf<typeof plansRoutes> = {
  'GET /packages': {
    id: 'listPackages',
    tag: 'Plans',
    summary: 'List packages',
    description:
      'Each with the terms this client would get: mark-up in pips and basis points, leverage as N of N:1. Prices are in US dollars.',
  },
  'POST /packages/:id/purchase': {
    id: 'buyPackage',
    tag: 'Plans',
    summary: 'Buy a package',
    description: 'Paid from the balance. Refused with `plan.no_gain` where it would improve nothing.',
  },
  'GET /signal-plans': {
    id: 'listSignalPlans',
    tag: 'Plans',
    summary: 'List signal plans',
    description: 'Each with the signal strength in percent that this client would have. Prices are in US dollars.',
  },
  'POST /signal-plans/:id/purchase': {
    id: 'buySignalPlan',
    tag: 'Plans',
    summary: 'Buy a signal plan',
    description: 'Paid from the balance. Refused with `plan.no_gain` where it would improve nothing.',
  },
  'GET /purchases': {
    id: 'listPurchases',
    tag: 'Plans',
    summary: 'List receipts',
    description: 'What was bought from the balance, newest first.',
  },
  'GET /purchases/:id': {
    id: 'getPurchase',
    tag: 'Plans',
    summary: 'Open a receipt',
    description: 'The price, the balance before and after, and what it changed.',
  },
  'GET /admin/packages': {
    id: 'listAllPackages',
    tag: 'Staff: trading',
    summary: 'List packages as staff see them',
    description: 'With how many clients bought each.',
  },
  'POST /admin/packages': {
    id: 'addPackage',
    tag: 'Staff: trading',
    summary: 'Add a package',
    description: '`markup` is in pips with at most one decimal, `leverage` is N of N:1, `price` is in US dollars.',
    example: { name: 'Silver', price: '250.00', markup: '1.2', leverage: '50', features: ['Tighter spreads'] },
  },
};

export const loansWords: WordsOf<typeof loansRoutes> = {
  'GET /loan-levels': {
    id: 'listLoanLevels',
    tag: 'Loans',
    summary: 'List loan levels',
    description: 'What each costs in US dollars, interest in percent a year, and whether this client qualifies.',
  },
  'GET /loans': {
    id: 'listLoans',
    tag: 'Loans',
    summary: 'List loans',
    description: 'Newest first.',
  },
  'POST /loans': {
    id: 'applyForLoan',
    tag: 'Loans',
    summary: 'Apply for a loan',
    description: 'Staff decide. `monthly_income` is in US dollars. One loan at a time.',
    example: { level: 1, monthly_income: '4200.00', goals: 'A larger position in EUR/USD for the quarter.' },
  },
  'GET /loans/:id': {
    id: 'getLoan',
    tag: 'Loans',
    summary: 'Open a loan',
    description: 'With its schedule by UTC day and its movements, in US dollars.',
  },
  'POST /loans/:id/repay': {
    id: 'repayLoan',
    tag: 'Loans',
    summary: 'Repay a loan',
    description: 'Repays `amount` US dollars from the available balance: interest first, then principal.',
    example: { amount: '200.00' },
  },
};

export const proposalsWords: WordsOf<typeof proposalsRoutes> = {
  'GET /admin/proposals.csv': {
    id: 'exportProposals',
    tag: 'Staff: money',
    summary: 'Export proposals as CSV',
    description: 'The rows that the search and filter match.',
  },
  'GET /admin/proposals': {
    id: 'listProposals',
    tag: 'Staff: money',
    summary: 'List proposals',
    description: 'What one member of staff proposed and another decides. Undecided ones lapse after seven days.',
  },
  'GET /admin/proposals/:id': {
    id: 'getProposal',
    tag: 'Staff: money',
    summary: 'Get a proposal',
    description: 'What it would do, who proposed it and why, and what became of it.',
  },
  'POST /admin/proposals': {
    id: 'proposeStaffChange',
    tag: 'Staff: money',
    summary: 'Propose a change of staff or roles',
    description:
      'Adds or removes staff, gives a member another role, or says what a role of your own may do. Needs a second person in every mode.',
    example: { action: 'add_staff', email: 'lena@example.com', reason: 'Joins the payments desk' },
  },
  'POST /admin/proposals/:id/decision': {
    id: 'decideProposal',
    tag: 'Staff: money',
    summary: 'Approve or decline a proposal',
    description: 'Nobody decides what they proposed or what is about themselves. An approval does it right away.',
    example: { decision: 'approve' },
  },
  'GET /admin/release-limits': {
    id: 'getReleaseLimits',
    tag: 'Staff: money',
    summary: 'Read what one person releases alone',
    description:
      'The limits of a UTC day, what you released alone today, and every change. Beyond a limit, a second person decides.',
  },
  'POST /admin/release-limits': {
    id: 'proposeReleaseLimits',
    tag: 'Staff: money',
    summary: 'Propose other release limits',
    description:
      'In US dollars, up to 1,000,000.00 a day and 250,000.00 a client. Needs a second person in every mode.',
    example: { day_limit: '50000.00', client_limit: '20000.00', reason: 'Two large clients pay out this week' },
  },
  'GET /admin/staff.csv': {
    id: 'exportStaff',
    tag: 'Staff: money',
    summary: 'Export members of staff as CSV',
    description: 'All of them, or those who came between the dates.',
  },
  'GET /admin/staff': {
    id: 'listStaff',
    tag: 'Staff: money',
    summary: 'List members of staff',
    description: 'Active, invited and removed ones, with their roles.',
  },
  'GET /admin/staff-sessions.csv': {
    id: 'exportStaffSessions',
    tag: 'Staff: money',
    summary: 'Export where staff are signed in as CSV',
    description: 'Every session, or those that began between the dates. Nothing in it opens a session.',
  },
  'GET /admin/staff-sessions': {
    id: 'listStaffSessions',
    tag: 'Staff: money',
    summary: 'List where staff are signed in',
    description: 'Every session of every member of staff, the one used last first. Nothing shown opens a session.',
  },
  'POST /admin/staff-sessions/:id/end': {
    id: 'endStaffSession',
    tag: 'Staff: money',
    summary: 'End a session of a member of staff',
    description: 'It’s refused from the next request on. The member is told the reason by email.',
    example: { reason: 'A laptop was left on a train' },
  },
  'GET /admin/roles.csv': {
    id: 'exportRoles',
    tag: 'Staff: money',
    summary: 'Export roles as CSV',
    description: 'What each role may do now, and how many have it.',
  },
  'GET /admin/roles': {
    id: 'listRoles',
    tag: 'Staff: money',
    summary: 'List roles',
    description: 'What each role may do: those of every installation, and those that owners made.',
  },
};
