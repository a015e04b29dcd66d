import { setProtectionBody, type OwnLimit } from '@clearbook/contracts/protection';
import { isUsdAmount } from '@clearbook/contracts/money';
import { messages } from '@clearbook/contracts/messages';
import { protectionWords as words } from '@clearbook/contracts/words/protection';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { toCents } from '../../lib/decimal.ts';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './protection.module.css';

type Props = { limit: OwnLimit; opened: boolean; onClose: () => void };

/** Another limit, or none. Says before saving whether it holds at once or waits. */
export function LimitDialog({ limit, opened, onClose }: Props) {
  const { kind, amount } = limit;
  const name = words.names[kind];
  const form = useForm({
    mode: 'controlled',
    initialValues: { [kind]: amount?.amount ?? '' } as Record<string, string>,
    validate: rulesOf(setProtectionBody),
  });
  const save = useSubmit('PUT /me/protection', {
    form,
    failed: messages.protection.failed,
    topics: ['protection'],
    onSuccess: (reply) => {
      const now = reply.limits.find((one) => one.kind === kind);
      toast.success(now?.next ? words.waits : words.saved);
      onClose();
    },
    onProblem: (problem) => {
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });
  const typed = form.values[kind] ?? '';
  const send = form.onSubmit(() => void save.submit({ body: { [kind]: typed.trim() } }), focusFirstError);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={amount === null ? words.setOf(name.title) : words.changeOf(name.title)}
      closeButtonProps={{ 'aria-label': uiWords.close }}
    >
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <p className={classes.prose}>{words.details[kind]}</p>
          <DecimalInput
            data-autofocus
            label={words.amount}
            leftSection="$"
            description={effectOf(limit, typed.trim())}
            {...form.getInputProps(kind)}
          />
          <FormErrorSummary>{Object.keys(form.errors).length > 0 ? null : save.problem?.detail}</FormErrorSummary>
          <Group justify="space-between">
            {amount === null ? (
              <span />
            ) : (
              <Button
                variant="subtle"
                disabled={save.pending}
                onClick={() => void save.submit({ body: { [kind]: null } })}
              >
                {words.remove}
              </Button>
            )}
            <Group>
              <Button variant="default" onClick={onClose}>
                {uiWords.cancel}
              </Button>
              <Button type="submit" loading={save.pending}>
                {words.save}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function effectOf({ amount, next }: OwnLimit, typed: string): string {
  if (!isUsdAmount(typed)) return amount === null ? words.atOnce : ' ';
  if (amount === null || toCents(typed) < toCents(amount.amount)) return words.atOnce;
  if (toCents(typed) === toCents(amount.amount)) return next === null ? words.same : words.sameBack;
  return words.later;
}
