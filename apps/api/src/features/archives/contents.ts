import type { FileStore } from '../../platform/files/index.ts';
import { vkeyOf } from '../../platform/tlog/index.ts';
import type { Market } from '../market/index.ts';
import type { DocumentDeps } from '../statements/index.ts';
import { readKeys, readReceipts, type SignedTree } from '../transparency/index.ts';
import { FILES } from './files.ts';
import { schemaOf } from './fields.ts';
import type { Source } from './file.ts';
import { readmeOf } from './readme.ts';
import { linesOf } from './snapshot.ts';
import { printedMonths } from './statements.ts';
import { type Listed, type ZipEntry, zipOf } from './zip.ts';

export type ContentDeps = DocumentDeps & {
  readonly files: Pick<FileStore, 'read'>;
  readonly market: Pick<Market, 'marks' | 'showing' | 'bars' | 'status'>;
  /** The address of the site. */
  readonly site: string;
};

/** What an archive says of itself, but for the list of its files (U22). */
export type Head = {
  readonly client: string;
  readonly book: number;
  readonly bookNumber: string;
  readonly lastEntry: string | null;
  readonly entries: number;
  readonly tree: SignedTree;
};

export type MakeOptions = { readonly now: Date; readonly onProgress: (percent: number) => void };

/** The whole archive as a zip, from a snapshot and under a checkpoint that covers it. */
export async function contentsOf(
  deps: ContentDeps,
  head: Head,
  snapshot: Source['snapshot'],
  { now, onProgress }: MakeOptions,
): Promise<AsyncIterable<Buffer>> {
  const { client: clientId, book, tree } = head;
  const printed = await printedMonths(deps, { snapshot, clientId, now });
  const source: Source = {
    ...{ snapshot, clientId, book, now, printed: printed.lines },
    market: deps.market,
    receipts: async (rows) => (await readReceipts(deps.pool, rows, tree)).receipts,
  };
  const documents = await documentsOf(source, deps.files);
  const keys = await readKeys(deps.pool);
  const readme = readmeOf({ site: deps.site, madeAt: now });
  const entries: ZipEntry[] = [
    { name: 'README.txt', content: () => once(readme) },
    ...FILES.map((file) => ({
      name: `schemas/${file.name}.schema.json`,
      content: () => once(`${JSON.stringify(schemaOf(file), undefined, 2)}\n`),
    })),
    ...printed.entries,
    ...FILES.map((file) => ({ name: `data/${file.name}.jsonl`, content: () => linesOf(file, source) })),
    ...documents,
  ];
  const manifest = (files: readonly Listed[]): string =>
    `${JSON.stringify({
      format: 'clearbook-archive',
      version: 1,
      site: deps.site,
      origin: tree.note.slice(0, tree.note.indexOf('\n')),
      made_at: now.toISOString(),
      client: clientId,
      book,
      book_number: head.bookNumber,
      last_entry: head.lastEntry,
      entries: head.entries,
      checkpoint: tree.note,
      vkeys: keys.map(vkeyOf),
      files,
    })}\n`;
  return zipOf(
    entries,
    { name: 'manifest.json', content: manifest },
    { now, onEntry: (done) => onProgress(Math.floor((done * 100) / (entries.length + 1))) },
  );
}

/** The pictures and documents of the client. One that the storage lost fails the archive: it would not be everything. */
async function documentsOf({ snapshot, clientId }: Source, files: Pick<FileStore, 'read'>): Promise<ZipEntry[]> {
  const { rows } = await snapshot.query<{ id: string; mime: string }>(
    'select id, mime from app.file where owner_id = $1 order by id',
    [clientId],
  );
  return rows.map(({ id, mime }) => ({
    name: `files/${id}.${(mime.split('/')[1] ?? 'bin').replace('jpeg', 'jpg')}`,
    packed: true,
    content: async function* () {
      const data = await files.read(id);
      if (data === undefined) throw new Error(`archive: the document ${id} is gone`);
      yield data;
    },
  }));
}

async function* once(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}
