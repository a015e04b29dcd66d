import { messages } from '@clearbook/contracts/messages';
import { copyWords as words } from '@clearbook/contracts/words/copying';
import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSubmit } from '../../lib/use-submit.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';

const { stopDialog } = words;

/** Asks what becomes of the open trades before a copy ends. */
export function StopDialog({
  trader,
  onClose,
}: {
  trader: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
}) {
  const [choice, setChoice] = useState('close');
  // What was chosen and refused of one copy says nothing of the next.
  const close = () => {
    stop.clear();
    setChoice('close');
    onClose();
  };
  const stop = useSubmit('DELETE /traders/:id/copy', {
    topics: ['traders', 'copies', 'trades', 'account'],
    onSuccess: () => {
      toast.success(messages.copy.cancelled);
      close();
    },
  });
  return (
    <ConfirmDialog
      opened={trader !== null}
      title={trader === null ? '' : stopDialog.title(trader.name)}
      confirm={stopDialog.confirm}
      danger
      pending={stop.pending}
      problem={stop.problem?.detail}
      onConfirm={() =>
        trader !== null && void stop.submit({ params: { id: trader.id }, body: { keep: choice === 'keep' } })
      }
      onClose={close}
    >
      <Stack gap="sm">
        <Text>{stopDialog.text}</Text>
        <Radio.Group aria-label={stopDialog.text} value={choice} onChange={setChoice}>
          <Stack gap="xs">
            <Radio value="close" label={stopDialog.close} />
            <Radio value="keep" label={stopDialog.keep} description={stopDialog.keepText} />
          </Stack>
        </Radio.Group>
      </Stack>
    </ConfirmDialog>
  );
}
