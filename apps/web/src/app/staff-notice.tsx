import './styles-rest.ts';
import { Button, Group } from '@mantine/core';
import type { Me } from '@clearbook/contracts';
import { shellWords } from '@clearbook/contracts/words/shell';
import { useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Panel } from '../ui/panel.tsx';
import { useLogout } from './use-logout.ts';

const words = shellWords.staffOnly;

/** In the place of what is meant for clients: why it is not here, the way to the work, and in demo mode the way to try it as a client. */
export default function StaffNotice({ me }: { me: Me }) {
  const [asking, setAsking] = useState(false);
  const signUp = useLogout('/signup');
  return (
    <Panel title={words.title}>
      <p>{words.text}</p>
      <Group gap="xs" mt="sm">
        <Button component={Link} to="/all-user">
          {words.manage}
        </Button>
        {me.mode === 'demo' && (
          <Button variant="default" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {words.asClient}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        title={words.asClient}
        confirm={words.signUp}
        onConfirm={signUp}
        onClose={() => setAsking(false)}
      >
        {words.asClientText}
      </ConfirmDialog>
    </Panel>
  );
}
