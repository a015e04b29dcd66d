import type { apiTokenRoutes } from '../routes/api-tokens.ts';
import type { WordsOf } from './words.ts';

export const apiTokenWords: WordsOf<typeof apiTokenRoutes> = {
  'GET /admin/api-tokens.csv': {
    id: 'exportApiTokens',
    tag: 'Staff: money',
    summary: 'Export API tokens as CSV',
    description: 'All of them, or those that were made between the dates. Nothing in it is a secret.',
  },
  'GET /admin/api-tokens': {
    id: 'listApiTokens',
    tag: 'Staff: money',
    summary: 'List API tokens',
    description: 'All that work, and then up to 500 that no longer do, each newest first. Nothing shown is a secret.',
  },
  'POST /admin/api-tokens': {
    id: 'createApiToken',
    tag: 'Staff: money',
    summary: 'Create an API token',
    description:
      'It reads what its permissions include, and never more than you may read yourself at the time. `secret` is shown this once: send it as `Authorization: Bearer`.',
    example: { name: 'Nightly report', permissions: ['deposit.read', 'withdrawal.read'], days: 90, networks: [] },
  },
  'POST /admin/api-tokens/:id/revoke': {
    id: 'revokeApiToken',
    tag: 'Staff: money',
    summary: 'Revoke an API token',
    description: 'It’s refused from the next request on, for good.',
    example: { reason: 'The report moved to another server' },
  },
};
