import { useEffect, useRef, type RefObject } from 'react';
import { focusChoice } from '../../../app/shortcuts.ts';
import { KEY_PLACES } from '../key-places.ts';

/** A dialog gives the focus back by itself within this time, where what had it is still there. In milliseconds. */
const RETURNED_MS = 50;

/**
 * What has the focus may go: a row that is closed, a button that has nothing left to do, a dialog whose row is gone. The focus is then on the
 * panel's views, not lost. `asks` is true while something that the panel asks lies over the page.
 */
export function useKeptFocus(asks: boolean): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  const ours = useRef(false);
  useEffect(() => {
    if (asks) ours.current = true;
  }, [asks]);
  useEffect(() => {
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      if (target.closest('[role="dialog"]') === null) ours.current = panel.current?.contains(target) ?? false;
    };
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (ours.current && last?.isConnected === false && document.activeElement === document.body)
        focusChoice(KEY_PLACES.book);
    };
    const gone = new MutationObserver(() => {
      if (!ours.current || last?.isConnected !== false) return;
      clearTimeout(waiting);
      waiting = setTimeout(look, RETURNED_MS);
    });
    document.addEventListener('focusin', remember);
    gone.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      gone.disconnect();
      clearTimeout(waiting);
    };
  }, []);
  return panel;
}
