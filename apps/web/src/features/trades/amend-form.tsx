import { Button, Group, Stack } from '@mantine/core';
import { uiWords } from '@clearbook/contracts/words/ui';
import type { ReactNode } from 'react';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import classes from './positions.module.css';

type Props = {
  note: string;
  /** What its button says. */
  act: string;
  pending: boolean;
  problem: string | undefined;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** What changes in place looks alike, whether it is an order or a trade: fields, what they mean, what was refused, and two buttons. */
export function AmendForm({ note, act, pending, problem, onSave, onClose, children }: Props) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <Stack gap="md">
        {children}
        <p className={classes.note}>{note}</p>
        <FormErrorSummary>{problem}</FormErrorSummary>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {uiWords.cancel}
          </Button>
          <Button type="submit" loading={pending}>
            {act}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
