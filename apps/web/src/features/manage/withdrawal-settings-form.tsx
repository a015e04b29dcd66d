import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useFollowing } from '../../lib/use-following.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { withdrawalSettingsForm } from './manage.form.ts';
import classes from './manage.module.css';

const { user: text } = words;
const choices = [
  { value: 'Enabled', label: text.enabled },
  { value: 'Disabled', label: text.disabled },
];

/** Whether the fee applies to this client (D3) and whether withdrawals ask for a code (D4). Nobody sets or sees the code itself. */
export function WithdrawalSettingsForm({ user }: { user: AdminUser }) {
  const live = useQuery(queries.me()).data?.mode === 'live';
  const billingHint = [
    text.billingHint,
    ...(live ? [text.billingNotice] : []),
    ...(user.billing_from === null ? [] : [text.billingFrom(formatDate(user.billing_from))]),
  ].join(' ');
  const patch = useDeclaredForm(withdrawalSettingsForm, user, {
    onDone: () => {
      patch.form.setFieldValue('reason', '');
      toast.success(messages.admin.withdrawalSettingsUpdated);
    },
    onProblem: () => toast.error(messages.admin.withdrawalSettingsFailed),
  });
  useFollowing(patch.form, { billing_status: user.billing_status, code_status: user.code_status });
  return (
    <Form onSend={patch.send}>
      <Stack>
        <NativeSelect
          label={text.billing}
          description={billingHint}
          data={choices}
          {...patch.field('billing_status')}
        />
        <NativeSelect label={text.code} description={text.codeHint} data={choices} {...patch.field('code_status')} />
        <Text size="sm" c="dimmed">
          {text.noCode}
        </Text>
        <Textarea label={text.reason} autosize minRows={2} {...patch.field('reason')} />
        <FormErrorSummary>{patch.refusal}</FormErrorSummary>
        <Button type="submit" className={classes.start} loading={patch.pending}>
          {text.update}
        </Button>
      </Stack>
    </Form>
  );
}
