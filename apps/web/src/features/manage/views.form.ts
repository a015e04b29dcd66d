import type { TableName } from '@clearbook/contracts/table-sorts';
import { changeViewBody, saveViewBody, type SavedView, type ViewAddress } from '@clearbook/contracts/views';
import { formOf } from '../../lib/form.ts';

/** What is on screen, under a name. */
export const saveViewForm = formOf({
  route: 'POST /admin/views',
  schema: saveViewBody,
  initial: (_: { table: TableName; address: ViewAddress }) => ({ name: '' }),
  body: ({ name }, { table, address }) => ({ table, name, address }),
  topics: [],
});

export const renameViewForm = formOf({
  route: 'PATCH /admin/views/:id',
  schema: changeViewBody,
  id: ({ id }: SavedView) => id,
  initial: ({ name }: SavedView) => ({ name }),
  body: ({ name }) => ({ name }),
  topics: [],
});
