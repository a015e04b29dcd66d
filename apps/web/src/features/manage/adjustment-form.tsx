import { adjustmentBody } from '@clearbook/contracts/admin';
import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Button, Radio, Stack, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { focusFirstError, showFieldProblems } from '../../lib/form.ts';
import { formatUsd } from '../../lib/format.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { EntryChoice } from './entry-choice.tsx';
import { firstErrors } from './first-errors.ts';
import { LiveNote } from './two-people-note.tsx';
import classes from './manage.module.css';

const { user: text } = words;
type Values = { direction: 'credit' | 'debit'; amount: string; corrects: string; reason: string };
const empty: Values = { direction: 'credit', amount: '', corrects: '', reason: '' };

/** Credit/Debit User (D6): the only manual entry, always with a reason; a debit names the entry that it corrects. */
export function AdjustmentForm({ user }: { user: AdminUser }) {
  const [asking, setAsking] = useState(false);
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: empty,
    validate: (values) => firstErrors(adjustmentBody, bodyOf(values)),
  });
  const adjust = useSubmit('POST /admin/users/:id/adjustments', {
    topics: ['users', 'account', 'proposals'],
    onSuccess: (reply) => {
      setAsking(false);
      form.setValues(empty);
      form.clearErrors();
      toast.success(reply.message);
    },
    onProblem: (problem) => {
      toast.error(`${messages.admin.adjustmentFailed}. ${problem.detail}`);
      // A complaint about one input belongs beside it, so the question makes way.
      if (!showFieldProblems<Values>(form, problem)) return;
      setAsking(false);
      focusFirstError();
    },
  });
  const { values } = form;
  const debit = values.direction === 'debit';

  return (
    <>
      <form
        noValidate
        onSubmit={form.onSubmit(() => {
          adjust.clear();
          setAsking(true);
        }, focusFirstError)}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {text.adjustIntro}
          </Text>
          <LiveNote>{proposalWords.notice}</LiveNote>
          <Radio.Group label={text.direction} {...form.getInputProps('direction')}>
            <Group mt={4}>
              <Radio value="credit" label={text.credit} />
              <Radio value="debit" label={text.debit} />
            </Group>
          </Radio.Group>
          <TextInput
            label={text.amount}
            leftSection="$"
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps('amount')}
          />
          {debit ? <EntryChoice userId={user.id} label={text.corrects} props={form.getInputProps('corrects')} /> : null}
          <Textarea label={text.reason} autosize minRows={2} {...form.getInputProps('reason')} />
          <Button type="submit" className={classes.start}>
            {text.submit}
          </Button>
        </Stack>
      </form>
      <DecisionDialog
        opened={asking}
        title={
          asking && form.isValid()
            ? (debit ? text.confirmDebit : text.confirmCredit)(formatUsd(values.amount))
            : text.adjust
        }
        text={text.confirmAdjustText(user.email)}
        act={debit ? text.debit : text.credit}
        danger={debit}
        pending={adjust.pending}
        problem={adjust.problem}
        onSubmit={() => void adjust.submit({ params: { id: user.id }, body: adjustmentBody.parse(bodyOf(values)) })}
        onClose={() => setAsking(false)}
      >
        <LiveNote>{proposalWords.notice}</LiveNote>
      </DecisionDialog>
    </>
  );
}

function bodyOf({ direction, amount, corrects, reason }: Values) {
  const common = { direction, amount: amount.trim(), reason };
  return direction === 'debit' && corrects !== '' ? { ...common, corrects } : common;
}
