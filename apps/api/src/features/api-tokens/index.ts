export { createTokenCheck } from './token-check.ts';
export { apiTokenRoutes } from './routes.ts';
export { revokeTokensOf } from './tokens.ts';
