export { proposalRoutes, type ProposalDeps } from './routes.ts';
export { readReleaseLimits, takesTwo } from './releases.query.ts';
