import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOpened } from '../lib/use-opened.ts';
import { uiWords } from '@clearbook/contracts/words/ui';
import { FormErrorSummary } from './form-error-summary.tsx';

type Props = {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** The visible name of the button that does it. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
  pending?: boolean;
  /** Why it was refused; shown in place. */
  problem?: string | null | undefined;
  danger?: boolean;
};

/** Asks once before something that cannot be taken back. While it is sent nobody leaves it: its answer would close the next one in its place. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirm,
  onConfirm,
  onClose,
  pending = false,
  problem,
  danger = false,
}: Props) {
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={pending ? () => undefined : onClose}
      title={title}
      closeButtonProps={{ 'aria-label': uiWords.close }}
    >
      <Stack gap="md">
        <div>{children}</div>
        <FormErrorSummary>{problem}</FormErrorSummary>
        <Group justify="flex-end">
          {/* Where it asks for nothing, focus begins on what changes nothing. */}
          <Button variant="default" onClick={onClose} disabled={pending} data-autofocus>
            {uiWords.cancel}
          </Button>
          <Button {...(danger ? { color: 'loss' } : {})} loading={pending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
