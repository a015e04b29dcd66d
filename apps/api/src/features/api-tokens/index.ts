export { createTokenCheck } from './token-check.ts';
export { apiTokenRoutes } from './routes.ts';
export { revokeRecentTokens, revokeTokensOf } from './tokens.ts';
