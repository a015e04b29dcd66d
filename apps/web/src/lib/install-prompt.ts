import { useSyncExternalStore } from 'react';

/** What Chromium offers where the site can be installed and is not yet. Other browsers have a menu of their own. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(next: InstallPrompt | null): void {
  offered = next;
  for (const listener of listeners) listener();
}

/** From the first moment: it is offered once a page. Nobody is asked before they press the button. */
export function listenForInstall(): void {
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallPrompt);
  });
  globalThis.addEventListener('appinstalled', () => set(null));
}

/** Asks the browser to install; null where it offers nothing. */
export function useInstall(): (() => void) | null {
  const prompt = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
  return (
    prompt &&
    (() => {
      // It can be used once, whatever the answer.
      void prompt.prompt().finally(() => set(null));
    })
  );
}
