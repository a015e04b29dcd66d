import './styles-rest.ts';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { guestWords as words } from '@clearbook/contracts/words/guest';
import { useNavigate } from 'react-router';
import { endSession } from '../features/access/session.ts';

/** A guest has no password to come back with: their session ended with their day. */
export default function GuestOverDialog({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const leave = (to: string) => {
    onDone();
    void navigate(to);
    endSession();
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={words.overTitle}
    >
      <Stack gap="md">
        <Text size="sm">{words.overText}</Text>
        <Button data-autofocus onClick={() => leave('/signup')}>
          {words.signUp}
        </Button>
        <Button variant="default" onClick={() => leave('/')}>
          {words.toLogin}
        </Button>
      </Stack>
    </Modal>
  );
}
