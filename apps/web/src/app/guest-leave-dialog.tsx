import './styles-rest.ts';
import { guestWords as words } from '@clearbook/contracts/words/guest';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useLogout } from './use-logout.ts';

/** A guest who leaves can't come back, so they are asked once. */
export default function GuestLeaveDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const logout = useLogout();
  return (
    <ConfirmDialog
      opened={opened}
      title={words.leaveTitle}
      confirm={words.leave}
      danger
      onConfirm={logout}
      onClose={onClose}
    >
      {words.leaveText}
    </ConfirmDialog>
  );
}
