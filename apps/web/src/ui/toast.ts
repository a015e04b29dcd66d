import { uiWords } from '@clearbook/contracts/words/ui';
import { notifications } from '@mantine/notifications';

/** Milliseconds that a toast stays. */
export const TOAST_MS = 4000;
export const TOASTS_MAX = 3;
export const TOAST_WIDTH = 356;

/** Short news about what just happened. Everything a toast says can also be found on the page afterwards. */
export const toast = {
  success: (message: string) => show(message, 'gain'),
  error: (message: string) => show(message, 'loss'),
  info: (message: string) => show(message, 'ink'),
};

function show(message: string, color: string): void {
  notifications.show({
    message,
    color,
    autoClose: TOAST_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': uiWords.close },
  });
}
