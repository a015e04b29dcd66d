import { noteBody } from '@clearbook/contracts/timeline';
import { formOf } from '../../lib/form.ts';

/** What staff write about a client for each other. */
export const noteForm = formOf({
  route: 'POST /admin/users/:id/notes',
  schema: noteBody,
  id: ({ id }: { id: string }) => id,
  initial: (_: { id: string }) => ({ text: '' }),
  body: ({ text }) => ({ text }),
  topics: ['users'],
});
