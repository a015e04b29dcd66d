export { proposalRoutes, type ProposalDeps, shownProposal } from './routes.ts';
export { readReleaseLimits, takesTwo } from './releases.query.ts';
