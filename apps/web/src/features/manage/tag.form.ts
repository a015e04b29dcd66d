import { tagBody } from '@clearbook/contracts/relations';
import { formOf } from '../../lib/form.ts';

/** One more tag of a client. */
export const tagForm = formOf({
  route: 'POST /admin/users/:id/tags',
  schema: tagBody,
  id: ({ id }: { id: string }) => id,
  initial: (_: { id: string }) => ({ tag: '' }),
  body: ({ tag }) => ({ tag }),
  topics: ['users'],
});
