import { verifyWords as words } from '@clearbook/contracts/words/verify';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { askWorker } from './ask-worker.ts';
import type { FileResult } from './protocol.ts';

/** More than any file of ours, and less than a phone's browser can hold twice. */
const MOST_BYTES = 250_000_000;
export const MOST = '250 MB';

/** `broken`: the part that checks did not run. */
export type Outcome = FileResult | { readonly kind: 'broken' };

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly name: string; readonly progress: number }
  | { readonly kind: 'done'; readonly name: string; readonly result: Outcome };

/** One file at a time, from the moment it was chosen to its verdict. */
export function useFileCheck(key: string) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  const last = useRef<File>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(keepsThePage, []);

  const start = (file: File): void => {
    running.current?.abort();
    const giveUp = new AbortController();
    running.current = giveUp;
    last.current = file;
    const { name } = file;
    const told = (done: number, of: number) =>
      setState({ kind: 'running', name, progress: Math.round(((done + 1) / (of + 1)) * 100) });
    setState({ kind: 'running', name, progress: 0 });
    check(file, key, told, giveUp.signal).then(
      (result) => giveUp.signal.aborted || setState({ kind: 'done', name, result }),
      () => giveUp.signal.aborted || setState({ kind: 'done', name, result: { kind: 'broken' } }),
    );
  };
  const cancel = (): void => {
    running.current?.abort();
    setState({ kind: 'idle' });
  };
  return { state, start, cancel, retry: () => last.current !== undefined && start(last.current) };
}

async function check(
  file: File,
  key: string,
  told: (done: number, of: number) => void,
  signal: AbortSignal,
): Promise<FileResult> {
  if (file.size > MOST_BYTES) {
    const message = words.tooLarge(formatBytes(file.size), MOST);
    return { kind: 'unreadable', what: 'file', message };
  }
  return askWorker({ kind: 'file', file, key }, { told, signal });
}

/** A file that is dropped beside its place would take the page's place. */
function keepsThePage(): () => void {
  const stay = (event: Event) => event.preventDefault();
  for (const name of ['dragover', 'drop']) addEventListener(name, stay);
  return () => {
    for (const name of ['dragover', 'drop']) removeEventListener(name, stay);
  };
}
