import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { ApiProblem } from '../../lib/api.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import classes from './manage.module.css';

/** Asks once more before something that cannot be taken back, with the inputs that the act needs. */
export function DecisionDialog({
  opened,
  title,
  text,
  act,
  danger = false,
  pending,
  problem,
  onSubmit,
  onClose,
  children,
}: {
  opened: boolean;
  title: string;
  text: string;
  /** The word on the button that does it. */
  act: string;
  danger?: boolean;
  pending: boolean;
  problem: ApiProblem | null;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is inside no other form on screen, but it may be inside one in the tree of components.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Modal opened={opened} onClose={pending ? () => undefined : onClose} title={title} centered>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text className={classes.wrap}>{text}</Text>
          {children}
          <FormErrorSummary>{problem?.detail}</FormErrorSummary>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={pending}>
              {words.review.cancel}
            </Button>
            <Button type="submit" {...(danger ? { color: 'loss' } : {})} loading={pending}>
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
