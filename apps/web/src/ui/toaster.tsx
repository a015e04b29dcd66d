import '../app/styles-rest.ts';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Notifications, notifications } from '@mantine/notifications';
import classes from './toaster.module.css';
import { TOAST_MS, TOASTS_MAX, TOAST_WIDTH, type Toast } from './toast.ts';

/** Where toasts appear. Comes in a file of its own with the first one. */
export default function Toaster() {
  return (
    <Notifications
      position="top-right"
      limit={TOASTS_MAX}
      autoClose={TOAST_MS}
      containerWidth={TOAST_WIDTH}
      className={classes.toasts ?? ''}
    />
  );
}

export function showToast({ message, color }: Toast): void {
  const closeButtonProps = { 'aria-label': uiWords.close };
  notifications.show({ message, color, autoClose: TOAST_MS, withBorder: true, closeButtonProps });
}
