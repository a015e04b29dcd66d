import { frameWords as words } from '@clearbook/contracts/words/frame';
import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import states from '../ui/states.module.css';

/** In the place of a page that cannot be fetched now. It needs no button: the page comes by itself. */
export function NoConnection() {
  const online = useOnline();
  return (
    <div className={states.state} role="status">
      <span aria-hidden className={states.icon}>
        <CloudOff size={20} />
      </span>
      <h1 className={states.title}>{online ? words.unreachableTitle : words.offlineTitle}</h1>
      <p className={states.text}>{online ? words.unreachableText : words.offlineText}</p>
    </div>
  );
}

/** What the browser says. It knows of a cable that is out, and nothing of a server that is down. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      globalThis.addEventListener('online', listener);
      globalThis.addEventListener('offline', listener);
      return () => {
        globalThis.removeEventListener('online', listener);
        globalThis.removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
}
