import { DOCUMENT_ENTRIES_MAX } from '@clearbook/contracts/documents';
import type { ClientBase } from 'pg';
import { type DocumentDeps, type MonthFiles, monthFiles } from '../statements/index.ts';
import type { Row } from './fields.ts';
import type { Source } from './file.ts';
import type { ZipEntry } from './zip.ts';

export type PrintedMonths = {
  /** JSON and PDF of each month with an entry, in their order. */
  readonly entries: readonly ZipEntry[];
  /** What data/statement_documents.jsonl says of them: complete once they were read. */
  readonly lines: readonly Row[];
};

/** U147: the months of the statement as documents. One is held at a time: its PDF is made of what its JSON was. */
export async function printedMonths(
  deps: DocumentDeps,
  { snapshot, clientId, now }: Pick<Source, 'snapshot' | 'clientId' | 'now'>,
): Promise<PrintedMonths> {
  const lines: Row[] = [];
  let held: { readonly month: string; readonly files: MonthFiles } | undefined;
  const months = await monthsOf(snapshot, clientId);
  const entries = months.flatMap(({ month, entries: count, fits }): ZipEntry[] => {
    const [json, pdf] = [`statements/${month}.json`, `statements/${month}.pdf`];
    const line = { month, entries: count };
    if (!fits) {
      lines.push({ ...line, ended: null, json: null, pdf: null, fingerprint: null });
      return [];
    }
    return [
      {
        name: json,
        content: async function* () {
          const files = await monthFiles(deps, snapshot, { clientId, month, now });
          if (files === undefined) throw new Error(`archive: the statement of ${month} is too long`);
          held = { month, files };
          lines.push({ ...line, ended: files.ended, json, pdf, fingerprint: files.fingerprint });
          yield files.json;
        },
      },
      {
        name: pdf,
        packed: true,
        content: async function* () {
          if (held?.month !== month) throw new Error(`archive: the statement of ${month} comes before its figures`);
          const { files } = held;
          held = undefined;
          yield Buffer.from(await files.pdf());
        },
      },
    ];
  });
  return { entries, lines };
}

type Month = { readonly month: string; readonly entries: number; readonly fits: boolean };

async function monthsOf(snapshot: ClientBase, clientId: string): Promise<Month[]> {
  const { rows } = await snapshot.query<{ month: string; entries: number }>(
    `select to_char(e.at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as entries from ledger.entry e
     where e.client_id = $1 group by 1 order by 1`,
    [clientId],
  );
  return rows.map(({ month, entries }) => ({ month, entries, fits: entries <= DOCUMENT_ENTRIES_MAX }));
}
