import { type ChartLayout, changeLayoutBody, saveLayoutBody, type SavedLayout } from '@clearbook/contracts/chart';
import { formOf } from '../../../lib/form.ts';

/** What is on screen, under a name. */
export const saveLayoutForm = formOf({
  route: 'POST /me/layouts',
  schema: saveLayoutBody,
  initial: (_: ChartLayout) => ({ name: '' }),
  body: ({ name }, layout) => ({ name, layout }),
  topics: [],
});

export const renameLayoutForm = formOf({
  route: 'PATCH /me/layouts/:id',
  schema: changeLayoutBody,
  id: ({ id }: SavedLayout) => id,
  initial: ({ name }: SavedLayout) => ({ name }),
  body: ({ name }) => ({ name }),
  topics: [],
});
