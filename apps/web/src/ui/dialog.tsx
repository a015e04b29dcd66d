import { uiWords } from '@clearbook/contracts/words/ui';
import { Modal, type ModalProps } from '@mantine/core';
import { Held, useFrame } from './held.ts';

/** Over the page. Nobody leaves it while something is sent from what lies in it (useHeld). */
export function Dialog({ onClose, children, ...props }: ModalProps) {
  const { held, leave } = useFrame(onClose);
  return (
    <Modal closeButtonProps={{ 'aria-label': uiWords.close }} {...props} onClose={leave}>
      <Held value={held}>{children}</Held>
    </Modal>
  );
}
