import * as z from 'zod/mini';
import { line, paragraph, time } from './common.ts';
import { messages } from './messages.ts';

export const NOTE_MAX = 2_000;
export const TAGS_MAX = 10;
export const TAG_MAX = 30;

export const journalTag = line(TAG_MAX, messages.journal.tagRequired);

/** What a client wrote about a trade, for themselves. Leaving both empty removes it. */
export const putJournalBody = z.strictObject({
  note: z.nullable(paragraph(NOTE_MAX, messages.journal.noteRequired)),
  tags: z.array(journalTag).check(
    z.maxLength(TAGS_MAX, { error: messages.journal.tagsMost(TAGS_MAX) }),
    z.refine((tags) => new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length, {
      error: messages.journal.tagsTwice,
    }),
  ),
});

export const journal = z.strictObject({
  note: z.nullable(z.string()),
  tags: z.array(z.string()),
  updated_at: z.nullable(time),
});
export type Journal = z.infer<typeof journal>;
