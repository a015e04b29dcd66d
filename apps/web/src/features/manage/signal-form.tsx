import { patchUserBody } from '@clearbook/contracts/admin';
import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { focusFirstError, showFieldProblems } from '../../lib/form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { firstErrors } from './first-errors.ts';
import classes from './manage.module.css';

const { signal: text, user: userWords } = words;
type Values = { signal_strength: string; reason: string };

/** "Add Signal": the share of the instruments for which the client sees signals (D8), with a reason. */
export function SignalForm({ user }: { user: AdminUser }) {
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { signal_strength: String(user.signal_strength), reason: '' },
    validate: (values) => firstErrors(patchUserBody, bodyOf(values)),
  });
  const patch = useSubmit('PATCH /admin/users/:id', {
    form,
    topics: ['users'],
    onSuccess: () => {
      form.setFieldValue('reason', '');
      toast.success(messages.admin.signalUpdated);
    },
    onProblem: (problem) => {
      if (showFieldProblems<Values>(form, problem)) focusFirstError();
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void patch.submit({ params: { id: user.id }, body: patchUserBody.parse(bodyOf(values)) }),
        focusFirstError,
      )}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {text.intro}
        </Text>
        <TextInput
          label={text.strength}
          rightSection="%"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('signal_strength')}
        />
        <Textarea label={userWords.reason} autosize minRows={2} {...form.getInputProps('reason')} />
        <FormErrorSummary>
          {patch.problem !== null && patch.problem.fields.length === 0 ? patch.problem.detail : null}
        </FormErrorSummary>
        <Button type="submit" className={classes.start} loading={patch.pending}>
          {text.update}
        </Button>
      </Stack>
    </form>
  );
}

function bodyOf({ signal_strength, reason }: Values) {
  const typed = signal_strength.trim();
  return { signal_strength: /^\d{1,6}$/.test(typed) ? Number(typed) : typed, reason };
}
