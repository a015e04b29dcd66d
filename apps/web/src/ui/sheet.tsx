import '../app/styles-rest.ts';
import { Drawer, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { uiWords } from '@clearbook/contracts/words/ui';
import type { ReactNode } from 'react';
import { useOpened } from '../lib/use-opened.ts';
import classes from './sheet.module.css';

type Props = { opened: boolean; title: ReactNode; onClose: () => void; children: ReactNode };

/** Something small to decide: over the page on a desk, a sheet from the bottom on a phone. */
export function Sheet({ opened, title, onClose, children }: Props) {
  const phone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const shared = { opened: useOpened(opened), onClose, title, closeButtonProps: { 'aria-label': uiWords.close } };
  return phone ? (
    <Drawer {...shared} position="bottom" size="auto" classNames={{ content: classes.sheet ?? '' }}>
      {children}
    </Drawer>
  ) : (
    <Modal {...shared}>{children}</Modal>
  );
}
