import './styles-rest.ts';
import { Button, Group } from '@mantine/core';
import { guestWords as words } from '@clearbook/contracts/words/guest';
import { Link, useLocation } from 'react-router';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';

/** In the place of what takes an account: what signing up keeps, and the way there. */
export default function GuestNotice() {
  const titles: Readonly<Record<string, string>> = words.neededTo;
  return (
    <>
      <PageHeader title={titles[useLocation().pathname] ?? words.needed} />
      <Panel>
        <p>{words.neededText}</p>
        <Group gap="xs" mt="sm">
          <Button component={Link} to="/signup">
            {words.signUp}
          </Button>
          <Button component={Link} to="/trades" variant="default">
            {words.toMarket}
          </Button>
        </Group>
      </Panel>
    </>
  );
}
