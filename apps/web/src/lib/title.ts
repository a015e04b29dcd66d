import { useEffect, useSyncExternalStore } from 'react';

let siteName = 'Clearbook';
let page = '';
const listeners = new Set<() => void>();

function show(): void {
  document.title = page === '' ? siteName : `${page} \u00b7 ${siteName}`;
}

/** Called once the public settings are here. */
export function setSiteName(name: string): void {
  if (name === siteName) return;
  siteName = name;
  show();
  for (const listener of listeners) listener();
}

export function useSiteName(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => siteName,
  );
}

/** Names the page in the browser's title for as long as the component is on screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    page = title;
    show();
  }, [title]);
}
