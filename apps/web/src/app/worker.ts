import { useSyncExternalStore } from 'react';

const LOOK_AGAIN_MS = 3_600_000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function found(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

/** Registers the worker of the installed app. A page works as well without one. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    follow(registration);
    setInterval(() => void registration.update().catch(() => undefined), LOOK_AGAIN_MS);
  } catch {
    // A browser that allows none, as in a private window.
  }
}

/** A worker that waits behind one that runs belongs to a newer build than this page. */
function follow(registration: ServiceWorkerRegistration): void {
  const look = () => {
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) found(registration.waiting);
  };
  look();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
}

/** True once a newer build is there. Nothing reloads by itself: somebody may be filling in a form. */
export function useUpdateReady(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );
}

/** This page alone; others are asked by themselves. */
export function reloadUpdated(): void {
  waiting?.postMessage('take over');
  location.reload();
}
