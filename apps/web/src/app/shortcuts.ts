import type { Me } from '@clearbook/contracts';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { stored, useStored } from '../lib/stored.ts';
import { placesFor } from './places.ts';
import { STORED } from './storage-names.ts';

/** The second key of "G, then D" may come this much later, in milliseconds. */
const SEQUENCE_MS = 1500;

export type Single = 'help' | 'theme' | 'balances';
/** Keys that act by themselves; the list on `?` is made of these. */
const SINGLE_KEYS: Record<string, Single> = { '?': 'help', t: 'theme', v: 'balances' };

/** What keys do on the page that is open, beside what they do everywhere. */
const pageKeys = new Map<string, () => void>();

/** Keys of one page, for as long as it is shown. They act by the same rules as the others: not while somebody types or reads a dialog. */
export function usePageKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const own = Object.entries(keys);
    for (const [key, act] of own) pageKeys.set(key, act);
    return () => {
      for (const [key, act] of own) if (pageKeys.get(key) === act) pageKeys.delete(key);
    };
  });
}

/** Leads to what is chosen among the buttons in the place of this id. */
export function focusChoice(id: string): void {
  document.getElementById(id)?.querySelector<HTMLElement>('input:checked')?.focus();
}

/** Single keys can be switched off, for people who speak to their machine. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const [value, set] = useStored(STORED.keys, 'on');
  return [value !== 'off', (on) => set(on ? 'on' : 'off')];
}

/** Listens for Ctrl or Cmd with K everywhere, and for single keys while nobody types and nothing lies over the page. */
export function useShortcuts(me: Me, onPalette: () => void, onSingle: (what: Single) => void): void {
  const navigate = useNavigate();
  const latest = useRef({ me, onPalette, onSingle });
  useEffect(() => {
    latest.current = { me, onPalette, onSingle };
  });
  useEffect(() => {
    let goingSince = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const { me: person, ...on } = latest.current;
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        on.onPalette();
        return;
      }
      // When they were pressed counts, however late a busy page looks at them.
      const going = event.timeStamp - goingSince < SEQUENCE_MS;
      goingSince = Number.NEGATIVE_INFINITY;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (stored(STORED.keys) === 'off' || isTyping(event.target) || somethingLiesOverThePage()) return;
      const key = event.key.toLowerCase();
      if (going) {
        const place = placesFor(person)
          .flatMap(({ places }) => places)
          .find((one) => one.key === key);
        if (place === undefined) return;
        event.preventDefault();
        void navigate(place.to);
        return;
      }
      if (key === 'g') goingSince = event.timeStamp;
      const single = SINGLE_KEYS[key];
      const onPage = pageKeys.get(key);
      if (single === undefined && onPage === undefined) return;
      event.preventDefault();
      if (single === undefined) onPage?.();
      else on.onSingle(single);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}

/** What somebody types or looks something up in. A choice among buttons takes arrows and the space bar alone. */
const TAKES_KEYS = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [role="combobox"], [role="menu"]';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest(TAKES_KEYS) !== null);
}

function somethingLiesOverThePage(): boolean {
  return [...document.querySelectorAll('[role="dialog"], [role="menu"]')].some((one) => one.checkVisibility());
}
