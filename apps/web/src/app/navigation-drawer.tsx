import './styles-rest.ts';
import { Drawer } from '@mantine/core';
import type { Me } from '@clearbook/contracts';
import { shellWords as words } from '@clearbook/contracts/words/shell';
import { useSiteName } from '../lib/title.ts';
import { Navigation } from './navigation.tsx';

/** The side navigation where there is no room for it at the side. */
export default function NavigationDrawer({ me, opened, onClose }: { me: Me; opened: boolean; onClose: () => void }) {
  const siteName = useSiteName();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={288}
      title={siteName}
      closeButtonProps={{ 'aria-label': words.closeNavigation }}
    >
      <Navigation me={me} onNavigate={onClose} />
    </Drawer>
  );
}
