import type { relationsRoutes } from '../routes/relations.ts';
import type { WordsOf } from './words.ts';

export const relationsWords: WordsOf<typeof relationsRoutes> = {
  'GET /admin/users/:id/tags': {
    id: 'listClientTags',
    tag: 'Staff: clients',
    summary: 'List a client’s tags',
    description: 'For staff alone; the client doesn’t see them.',
  },
  'POST /admin/users/:id/tags': {
    id: 'addClientTag',
    tag: 'Staff: clients',
    summary: 'Give a client a tag',
    description: 'At most 20 of 30 characters. One that is there already stays as it is.',
    example: { tag: 'second opinion' },
  },
  'POST /admin/users/:id/tags/remove': {
    id: 'removeClientTag',
    tag: 'Staff: clients',
    summary: 'Take a tag off a client',
    description: 'One that isn’t there is no error.',
    example: { tag: 'second opinion' },
  },
  'GET /admin/users/:id/related': {
    id: 'listRelatedClients',
    tag: 'Staff: clients',
    summary: 'List clients who share something with this one',
    description:
      'A payout destination, a payment, a picture or a browser that both used. A fact, never a verdict: families share devices and accounts. What the role does not include is left out.',
  },
  'GET /admin/users/:id/as-client': {
    id: 'seeAsClient',
    tag: 'Staff: clients',
    summary: 'See what a client sees',
    description:
      'Balances, open trades, deposits, withdrawals and notifications as the client reads them. Nothing can be done here. Each call is in the audit log, and the client reads it under Staff activity.',
  },
};
