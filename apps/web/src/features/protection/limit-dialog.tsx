import type { OwnLimit } from '@clearbook/contracts/protection';
import { protectionWords as words } from '@clearbook/contracts/words/protection';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { limitForm } from './protection.form.ts';
import classes from './protection.module.css';

type Props = { limit: OwnLimit; opened: boolean; onClose: () => void };

/** Another limit, or none. Says before saving whether it holds right away or waits. */
export function LimitDialog({ limit, opened, onClose }: Props) {
  const { kind, amount } = limit;
  const name = words.names[kind];
  const save = useDeclaredForm(limitForm, limit, {
    onDone: (reply) => {
      const now = reply.limits.find((one) => one.kind === kind);
      toast.success(now?.next ? words.waits : words.saved);
      onClose();
    },
  });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={amount === null ? words.setOf(name.title) : words.changeOf(name.title)}
      closeButtonProps={{ 'aria-label': uiWords.close }}
    >
      <Form onSend={save.send}>
        <Stack gap="md">
          <p className={classes.prose}>{words.details[kind]}</p>
          <DecimalInput
            data-autofocus
            label={words.amount}
            leftSection="$"
            description={save.preview}
            {...save.field(kind)}
          />
          <FormErrorSummary>{save.refusal}</FormErrorSummary>
          <Group justify="space-between">
            {amount === null ? (
              <span />
            ) : (
              <Button
                variant="subtle"
                disabled={save.pending}
                onClick={() => void save.request({ body: { [kind]: null } })}
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
      </Form>
    </Modal>
  );
}
