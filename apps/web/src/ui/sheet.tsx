import '../app/styles-rest.ts';
import { Drawer, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { uiWords } from '@clearbook/contracts/words/ui';
import type { ReactNode } from 'react';
import { useOpened } from '../lib/use-opened.ts';
import { Held, useFrame } from './held.ts';
import classes from './sheet.module.css';

type Props = {
  opened: boolean;
  title: ReactNode;
  onClose: () => void;
  /** Nobody leaves it now. What lies in it may hold it as well (useHeld). */
  held?: boolean;
  children: ReactNode;
};

/** Something small to decide: over the page on a desk, a sheet from the bottom on a phone. */
export function Sheet({ opened, title, onClose, held: waits = false, children }: Props) {
  const phone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const { held, leave } = useFrame(onClose);
  const shared = {
    opened: useOpened(opened),
    onClose: waits ? () => undefined : leave,
    title,
    closeButtonProps: { 'aria-label': uiWords.close },
  };
  const inside = <Held value={held}>{children}</Held>;
  return phone ? (
    <Drawer {...shared} position="bottom" size="auto" classNames={{ content: classes.sheet ?? '' }}>
      {inside}
    </Drawer>
  ) : (
    <Modal {...shared}>{inside}</Modal>
  );
}
