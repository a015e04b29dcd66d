import { Modal, Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useOpened } from '../../lib/use-opened.ts';
import { DialogForm } from '../../ui/form.tsx';
import classes from './manage.module.css';

type Props = ComponentProps<typeof DialogForm> & { opened: boolean; title: string; text: string };

/** The frame of what is asked once more before something that cannot be taken back. While it is sent nobody leaves it. */
export function AskDialog({ opened, title, text, children, ...form }: Props) {
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={form.pending === true ? () => undefined : form.onClose}
      title={title}
      centered
    >
      <DialogForm {...form}>
        <Text className={classes.wrap}>{text}</Text>
        {children}
      </DialogForm>
    </Modal>
  );
}
