import type { Journal as JournalOf } from '@clearbook/contracts/journal';
import { messages } from '@clearbook/contracts/messages';
import { performanceWords as words } from '@clearbook/contracts/words/performance';
import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { read } from '../../../lib/first-queries.ts';
import { type DeclaredForm, useDeclaredForm } from '../../../lib/use-declared-form.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from '../trades.module.css';
import { journalForm } from './journal.form.ts';

/** What the client wrote about a trade, for themselves. */
export default function Journal({ id }: { id: string }) {
  const journal = useQuery(read('trades', 'GET /trades/:id/journal', { params: { id } }));
  return (
    <section aria-label={words.journal}>
      <h3 className={classes.journalTitle}>{words.journal}</h3>
      {journal.data === undefined ? (
        journal.error === null ? (
          <Skeleton height={160} />
        ) : (
          <ErrorState error={journal.error} onRetry={() => void journal.refetch()} />
        )
      ) : (
        <JournalForm key={id} id={id} journal={journal.data} />
      )}
    </section>
  );
}

function JournalForm({ id, journal }: { id: string; journal: JournalOf }) {
  const form = useDeclaredForm(journalForm, { id, journal }, { onDone: () => toast.success(messages.journal.saved) });
  useAsSaved(form, { id, journal });
  const tags = form.field('tags');
  // A tag that is wrong is named by its place: what is said of it stands beside the one field.
  const wrong = Object.entries(form.errors).find(([name]) => name.startsWith('tags'))?.[1];
  return (
    <Form onSend={form.send}>
      <p className={classes.note}>{words.journalText}</p>
      <Textarea label={words.note} autosize minRows={3} maxRows={10} mt="xs" {...form.field('note')} />
      <TextInput label={words.tags} description={words.tagsHint} mt="xs" {...tags} error={wrong} />
      <FormErrorSummary>{form.refusal}</FormErrorSummary>
      <Button type="submit" variant="default" mt="sm" loading={form.pending}>
        {words.save}
      </Button>
    </Form>
  );
}

/** What was saved here or elsewhere shows, unless something else has been typed meanwhile: that stays. */
function useAsSaved({ form }: DeclaredForm<typeof journalForm>, of: { id: string; journal: JournalOf }): void {
  const { updated_at: at } = of.journal;
  const saved = useRef({ at, text: JSON.stringify(form.getValues()) });
  useEffect(() => {
    if (saved.current.at === at) return;
    const next = journalForm.initial(of);
    if (JSON.stringify(form.getValues()) === saved.current.text) form.setValues(next);
    saved.current = { at, text: JSON.stringify(next) };
  });
}
