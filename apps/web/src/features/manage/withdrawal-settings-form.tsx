import { patchUserBody } from '@clearbook/contracts/admin';
import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { formatDate } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './manage.module.css';

const { user: text } = words;
const choices = [
  { value: 'Enabled', label: text.enabled },
  { value: 'Disabled', label: text.disabled },
];

/** Whether the fee applies to this client (D3) and whether withdrawals ask for a code (D4). Nobody sets or sees the code itself. */
export function WithdrawalSettingsForm({ user }: { user: AdminUser }) {
  const form = useForm({
    mode: 'controlled',
    initialValues: { billing_status: user.billing_status, code_status: user.code_status, reason: '' },
    validate: rulesOf(patchUserBody),
  });
  const live = useQuery(queries.me()).data?.mode === 'live';
  const billingHint = [
    text.billingHint,
    ...(live ? [text.billingNotice] : []),
    ...(user.billing_from === null ? [] : [text.billingFrom(formatDate(user.billing_from))]),
  ].join(' ');
  const patch = useSubmit('PATCH /admin/users/:id', {
    form,
    topics: ['users'],
    onSuccess: () => {
      form.setFieldValue('reason', '');
      toast.success(messages.admin.withdrawalSettingsUpdated);
    },
    onProblem: (problem) => {
      showFieldProblems(form, problem);
      toast.error(messages.admin.withdrawalSettingsFailed);
      focusFirstError();
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void patch.submit({ params: { id: user.id }, body: patchUserBody.parse(values) }),
        focusFirstError,
      )}
    >
      <Stack>
        <NativeSelect
          label={text.billing}
          description={billingHint}
          data={choices}
          {...form.getInputProps('billing_status')}
        />
        <NativeSelect
          label={text.code}
          description={text.codeHint}
          data={choices}
          {...form.getInputProps('code_status')}
        />
        <Text size="sm" c="dimmed">
          {text.noCode}
        </Text>
        <Textarea label={text.reason} autosize minRows={2} {...form.getInputProps('reason')} />
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
