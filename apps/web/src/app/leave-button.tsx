import { shellWords as words } from '@clearbook/contracts/words/shell';
import { Button } from '@mantine/core';
import { LogOut } from 'lucide-react';
import { useLogout } from './use-logout.ts';

/** Below what somebody has to set up before anything else: who can’t do it now logs out instead. */
export function LeaveButton() {
  const logout = useLogout();
  return (
    <Button variant="subtle" leftSection={<LogOut size={16} aria-hidden />} onClick={logout}>
      {words.logout}
    </Button>
  );
}
