import { useEffect, useRef, useState } from 'react';

/** How long to wait after the last key before what was typed is asked for. */
const TYPED_MS = 250;

/** What is asked for of a search. */
const searched = (typed: string): string => typed.trim();

/**
 * Text that is asked for once somebody stops typing. `kept` is what the address has, `put` takes a text there, and `read` says what is asked for of what is
 * typed, null for what can't be asked for. The address follows the keys: it changes what is typed only where something else changed it, as Back and Forward do.
 */
export function useTypedAddress(
  kept: string,
  put: (text: string) => void,
  read: (typed: string) => string | null = searched,
): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(kept);
  const own = useRef(kept);
  const latest = useRef(put);
  useEffect(() => {
    latest.current = put;
  });
  useEffect(() => {
    if (kept === own.current) return;
    own.current = kept;
    setTyped(kept);
  }, [kept]);
  const text = read(typed);
  useEffect(() => {
    if (text === null || text === kept) return undefined;
    // As it was meant when it was typed, whatever page comes meanwhile.
    const send = latest.current;
    const timer = setTimeout(() => {
      own.current = text;
      send(text);
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [text, kept]);
  return [typed, setTyped];
}
