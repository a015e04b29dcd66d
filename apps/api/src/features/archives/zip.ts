import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type ZipEntry = {
  readonly name: string;
  /** What it is made of, read when its turn comes. */
  readonly content: () => AsyncIterable<string | Buffer>;
  /** Packed already: it is stored as it is. */
  readonly packed?: true;
};
export type Listed = {
  readonly name: string;
  readonly lines: number | null;
  readonly bytes: number;
  readonly sha256: string;
};

const NEWLINE = 10;
/** A plain file that its owner may change. */
const MODE = 0o100644;

/**
 * A zip of these entries one after another, as fast as it is read, and behind them the one that names them all. `onEntry` is told of each that is done.
 */
export function zipOf(
  entries: readonly ZipEntry[],
  last: { readonly name: string; content(listed: readonly Listed[]): string },
  { now, onEntry }: { readonly now: Date; readonly onEntry: (done: number) => void },
): AsyncIterable<Buffer> {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  // What fails while it is read fails the whole zip: half of one looks like a whole one to whoever opens it.
  const fail = (error: Error): void => void out.destroy(error);
  zip.on('error', fail);
  const listed: Listed[] = [];
  const add = (name: string, content: () => AsyncIterable<string | Buffer>, compress: boolean): void =>
    zip.addReadStreamLazy(name, { mtime: now, mode: MODE, compress }, (give) =>
      give(null, Readable.from(content(), { objectMode: false }).on('error', fail)),
    );
  for (const { name, content, packed } of entries)
    add(
      name,
      () =>
        measured(name, content(), (each) => {
          listed.push(each);
          onEntry(listed.length);
        }),
      packed !== true,
    );
  add(last.name, () => text(() => last.content(listed)), true);
  zip.end();
  return out;
}

async function* measured(
  name: string,
  content: AsyncIterable<string | Buffer>,
  done: (listed: Listed) => void,
): AsyncGenerator<Buffer> {
  const sha256 = createHash('sha256');
  let [bytes, lines] = [0, 0];
  for await (const part of content) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    sha256.update(chunk);
    bytes += chunk.length;
    if (name.endsWith('.jsonl')) for (const byte of chunk) if (byte === NEWLINE) lines += 1;
    yield chunk;
  }
  done({ name, lines: name.endsWith('.jsonl') ? lines : null, bytes, sha256: sha256.digest('hex') });
}

async function* text(of: () => string): AsyncGenerator<string> {
  yield await Promise.resolve(of());
}
