import { useSyncExternalStore } from 'react';

/** Milliseconds that a toast stays. */
export const TOAST_MS = 4000;
export const TOASTS_MAX = 3;
export const TOAST_WIDTH = 356;

export type Toast = { message: string; color: 'gain' | 'loss' | 'ink' };

/** What just happened, in a few words. Everything a toast says can also be found on the page afterwards. */
export const toast = {
  success: (message: string) => show({ message, color: 'gain' }),
  error: (message: string) => show({ message, color: 'loss' }),
  info: (message: string) => show({ message, color: 'ink' }),
};

export const loadToaster = () => import('./toaster.tsx');
const listeners = new Set<() => void>();
let wanted = false;

/** The place for toasts is fetched with the first one; while the server cannot be reached there is none, and the page has said so. */
function show(one: Toast): void {
  wanted = true;
  for (const listener of listeners) listener();
  loadToaster().then(
    ({ showToast }) => showToast(one),
    () => undefined,
  );
}

/** True once there has been a toast. */
export function useToasterWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
}
