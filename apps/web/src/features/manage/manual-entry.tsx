import type { Reply } from '@clearbook/contracts';
import type { AdminUser } from '@clearbook/contracts/admin';
import { manageWords } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FormDeclaration } from '../../lib/form.ts';
import { formatUsd } from '../../lib/format.ts';
import { type DeclaredForm, useDeclaredForm } from '../../lib/use-declared-form.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { AskDialog } from './ask-dialog.tsx';
import { EntryChoice } from './entry-choice.tsx';
import type { ManualValues } from './manual.form.ts';
import { LiveNote } from './two-people-note.tsx';
import classes from './manage.module.css';

const { user: words } = manageWords;
type ManualRoute = 'POST /admin/users/:id/adjustments' | 'POST /admin/users/:id/trades';
type Declaration<K extends ManualRoute, V extends ManualValues> = FormDeclaration<K, V, AdminUser>;
type Question = { takes: boolean; title: string; act: string; failed: string };

type Props<K extends ManualRoute, V extends ManualValues> = {
  user: AdminUser;
  declaration: Declaration<K, V>;
  /** What is asked before it is sent; the amount is null while it is none. */
  question: (values: V, amount: string | null) => Question;
  words: { intro: string; corrects: string; submit: string };
  /** The inputs before the amount. */
  children: (form: DeclaredForm<Declaration<K, V>>) => ReactNode;
};

/** An entry by hand, always with a reason, and asked about once more before it is sent. */
export function ManualEntry<K extends ManualRoute, V extends ManualValues>(props: Props<K, V>) {
  const { user, declaration } = props;
  const [asking, setAsking] = useState(false);
  const entry = useDeclaredForm(declaration, user, {
    onDone: (reply: Reply<K>) => {
      setAsking(false);
      entry.form.reset();
      toast.success(reply.message);
    },
    onProblem: ({ detail }, beside) => {
      toast.error(`${question.failed}. ${detail}`);
      // A complaint about one input belongs beside it, so the question makes way.
      if (beside) setAsking(false);
    },
  });
  const { form, values } = entry;
  const field = (name: keyof ManualValues) => entry.field(name as never);
  const { takes, ...question } = props.question(values, form.isValid() ? formatUsd(values.amount) : null);

  return (
    <>
      <Form
        onSend={entry.check(() => {
          entry.clear();
          setAsking(true);
        })}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {props.words.intro}
          </Text>
          <LiveNote>{proposalWords.notice}</LiveNote>
          {props.children(entry as never)}
          <DecimalInput label={words.amount} leftSection="$" {...field('amount')} />
          {takes ? <EntryChoice userId={user.id} label={props.words.corrects} props={field('corrects')} /> : null}
          <Textarea label={words.reason} autosize minRows={2} {...field('reason')} />
          <Button type="submit" className={classes.start}>
            {props.words.submit}
          </Button>
        </Stack>
      </Form>
      <AskDialog
        opened={asking}
        title={question.title}
        act={question.act}
        text={words.confirmAdjustText(user.email)}
        danger={takes}
        pending={entry.pending}
        refusal={entry.problem?.detail}
        onSend={() => entry.submit()}
        onClose={() => setAsking(false)}
      >
        <LiveNote>{proposalWords.notice}</LiveNote>
      </AskDialog>
    </>
  );
}
