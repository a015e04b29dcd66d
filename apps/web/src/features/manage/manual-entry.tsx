import type { Reply, RequestBody, Topic } from '@clearbook/contracts';
import type { AdminUser } from '@clearbook/contracts/admin';
import { manageWords } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import type { core } from 'zod/mini';
import { focusFirstError, showFieldProblems } from '../../lib/form.ts';
import { formatUsd } from '../../lib/format.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { EntryChoice } from './entry-choice.tsx';
import { firstErrors } from './first-errors.ts';
import { LiveNote } from './two-people-note.tsx';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './manage.module.css';

const { user: words } = manageWords;

/** What every entry by hand has; `corrects` only where it takes something. */
export type ManualValues = { amount: string; corrects: string; reason: string };
type ManualRoute = 'POST /admin/users/:id/adjustments' | 'POST /admin/users/:id/trades';

type Props<K extends ManualRoute, V extends ManualValues> = {
  user: AdminUser;
  route: K;
  schema: core.$ZodType;
  topics: readonly Topic[];
  empty: V;
  bodyOf: (values: V) => RequestBody<K>;
  /** Whether it takes from the client: then it names the entry that it corrects. */
  takes: (values: V) => boolean;
  intro: string;
  correctsLabel: string;
  submit: string;
  /** Said before the reason of a failure. */
  failed: string;
  /** What is asked before it is sent; the amount is null while it is none. */
  question: (values: V, amount: string | null) => { title: string; act: string };
  /** The inputs before the amount. */
  children: (form: UseFormReturnType<V>) => ReactNode;
};

/** An entry by hand, always with a reason, and asked about once more before it is sent. */
export function ManualEntry<K extends ManualRoute, V extends ManualValues>(props: Props<K, V>) {
  const { user, schema, empty, bodyOf, failed } = props;
  const [asking, setAsking] = useState(false);
  const form = useForm<V>({
    mode: 'controlled',
    initialValues: empty,
    validate: (values) => firstErrors(schema, bodyOf(values)),
  });
  const { values } = form;
  const takes = props.takes(values);
  const task = useSubmit(props.route, {
    form,
    topics: props.topics,
    onSuccess: (reply: Reply<K>) => {
      setAsking(false);
      form.setValues(empty);
      form.clearErrors();
      toast.success(reply.message);
    },
    onProblem: (problem) => {
      toast.error(`${failed}. ${problem.detail}`);
      // A complaint about one input belongs beside it, so the question makes way.
      if (!showFieldProblems<V>(form, problem)) return;
      setAsking(false);
      focusFirstError();
    },
  });
  const question = props.question(values, form.isValid() ? formatUsd(values.amount) : null);

  return (
    <>
      <form
        noValidate
        onSubmit={form.onSubmit(() => {
          task.clear();
          setAsking(true);
        }, focusFirstError)}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {props.intro}
          </Text>
          <LiveNote>{proposalWords.notice}</LiveNote>
          {props.children(form)}
          <DecimalInput label={words.amount} leftSection="$" {...form.getInputProps('amount')} />
          {takes ? (
            <EntryChoice userId={user.id} label={props.correctsLabel} props={form.getInputProps('corrects')} />
          ) : null}
          <Textarea label={words.reason} autosize minRows={2} {...form.getInputProps('reason')} />
          <Button type="submit" className={classes.start}>
            {props.submit}
          </Button>
        </Stack>
      </form>
      <DecisionDialog
        opened={asking}
        {...question}
        text={words.confirmAdjustText(user.email)}
        danger={takes}
        pending={task.pending}
        problem={task.problem}
        onSubmit={() => void task.submit({ params: { id: user.id }, body: bodyOf(values) })}
        onClose={() => setAsking(false)}
      >
        <LiveNote>{proposalWords.notice}</LiveNote>
      </DecisionDialog>
    </>
  );
}
