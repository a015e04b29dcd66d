import { type Proposal, proposalDecisionBody } from '@clearbook/contracts/proposals';
import { proposalWords as words } from '@clearbook/contracts/words/proposals';
import { formOf } from '../../lib/form.ts';

/** The second person's yes or no; a no has its reason. */
export const proposalForm = formOf({
  route: 'POST /admin/proposals/:id/decision',
  schema: proposalDecisionBody,
  id: ({ id }: Proposal) => id,
  initial: () => ({ declining: false, reason: '' }),
  body: ({ declining, reason }) => (declining ? { decision: 'decline', reason } : { decision: 'approve' }),
  topics: ['proposals', 'users', 'deposits', 'withdrawals', 'trades', 'wallets', 'settings'],
  failed: words.failed,
});
