import type { viewsRoutes } from '../routes/views.ts';
import type { WordsOf } from './words.ts';

export const viewsWords: WordsOf<typeof viewsRoutes> = {
  'GET /admin/views': {
    id: 'listSavedViews',
    tag: 'Staff: clients',
    summary: 'List your saved views',
    description: 'Your own, of the tables that your role includes, by table and name.',
  },
  'POST /admin/views': {
    id: 'saveView',
    tag: 'Staff: clients',
    summary: 'Save a view of a table',
    description:
      'Keeps a search and filter under a name that none of your views of the table has. At most 20 a table. Takes the permission to read the table, too.',
    example: { table: 'withdrawals', name: 'Paid out', address: { status: 'approved' } },
  },
  'PATCH /admin/views/:id': {
    id: 'changeView',
    tag: 'Staff: clients',
    summary: 'Rename or replace a saved view',
    description: 'Only your own. What is left out stays.',
    example: { name: 'Paid out today' },
  },
  'DELETE /admin/views/:id': {
    id: 'deleteView',
    tag: 'Staff: clients',
    summary: 'Delete a saved view',
    description: 'Only your own.',
  },
};
