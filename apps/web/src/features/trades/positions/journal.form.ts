import { type Journal, putJournalBody } from '@clearbook/contracts/journal';
import { formOf } from '../../../lib/form.ts';

type Of = { readonly id: string; readonly journal: Journal };

/** Tags are typed in one line, with commas between them. */
export const journalForm = formOf({
  route: 'PUT /trades/:id/journal',
  schema: putJournalBody,
  id: ({ id }: Of) => id,
  initial: ({ journal: { note, tags } }) => ({ note: note ?? '', tags: tags.join(', ') }),
  body: ({ note, tags }) => ({
    note: note.trim() === '' ? null : note,
    tags: tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  }),
  topics: ['trades'],
});
