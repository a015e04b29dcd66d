export { needsTwo, payoutNeedsTwo, propose } from './propose.ts';
export { proposalRoutes, type ProposalDeps } from './routes.ts';
