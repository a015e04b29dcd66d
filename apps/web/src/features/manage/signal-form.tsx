import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useFollowing } from '../../lib/use-following.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { signalForm } from './manage.form.ts';
import classes from './manage.module.css';

const { signal: text, user: userWords } = words;

/** "Add Signal": the share of the instruments for which the client sees signals (D8), with a reason. */
export function SignalForm({ user }: { user: AdminUser }) {
  const patch = useDeclaredForm(signalForm, user, {
    onDone: () => {
      patch.form.setFieldValue('reason', '');
      toast.success(messages.admin.signalUpdated);
    },
  });
  useFollowing(patch.form, { signal_strength: String(user.signal_strength) });
  return (
    <Form onSend={patch.send}>
      <Stack>
        <Text size="sm" c="dimmed">
          {text.intro}
        </Text>
        <TextInput
          label={text.strength}
          rightSection="%"
          inputMode="numeric"
          autoComplete="off"
          {...patch.field('signal_strength')}
        />
        <Textarea label={userWords.reason} autosize minRows={2} {...patch.field('reason')} />
        <FormErrorSummary>{patch.refusal}</FormErrorSummary>
        <Button type="submit" className={classes.start} loading={patch.pending}>
          {text.update}
        </Button>
      </Stack>
    </Form>
  );
}
