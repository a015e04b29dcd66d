import type { EntryVerdict } from '@clearbook/verify';
import { api } from '../../lib/api.ts';
import { askWorker } from './ask-worker.ts';
import type { ShownEntry } from './protocol.ts';

/** After this long every entry is in the log: it is signed once a minute where there is something new. */
const IN_THE_LOG_MS = 15 * 60_000;

/** With the time of the check; `late`: it should be in the log by now. */
export type EntryOutcome = { readonly at: string } & (
  | Exclude<EntryVerdict, { kind: 'unread' | 'refused' }>
  | { readonly kind: 'late' | 'unread' }
  | { readonly kind: 'refused'; readonly message: string; readonly receipt: unknown }
);

/** Fetches the receipt and has the worker check it beside the line as it is shown. Throws where there is no receipt to be had. */
export async function checkEntry(entry: ShownEntry): Promise<EntryOutcome> {
  const receipt = await api('GET /me/entries/:number/receipt', { params: { id: entry.number } });
  const verdict = await askWorker({ kind: 'entry', receipt, shown: entry });
  const at = new Date().toISOString();
  if (verdict.kind === 'refused') return { ...verdict, receipt, at };
  if (verdict.kind !== 'waiting') return { ...verdict, at };
  return { kind: Date.parse(at) - Date.parse(entry.at) > IN_THE_LOG_MS ? 'late' : 'waiting', at };
}
