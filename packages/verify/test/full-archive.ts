import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readZip } from '@clearbook/verify';
import { sampleZip } from './sample-zip.ts';

export type Row = Record<string, unknown>;
/** An archive taken apart: what somebody without the log's key can change, and pack again with new checksums. */
export type Forged = {
  readonly data: Record<string, Row[]>;
  readonly manifest: Row;
  readonly files: Map<string, Uint8Array>;
};

const FULL = fileURLToPath(new URL('samples/full.zip', import.meta.url));
const DATA = /^data\/(.+)\.jsonl$/;

/** That of a client to whom everything happened that can (apps/api/src/features/archives/full.pg.test.ts makes it). */
export async function fullArchive(): Promise<Forged> {
  const files = await readZip(new Uint8Array(await readFile(FULL)));
  const read = (name: string): string => new TextDecoder().decode(files.get(name));
  const data = Object.fromEntries(
    [...files.keys()].flatMap((path) => {
      const name = DATA.exec(path)?.[1];
      return name === undefined ? [] : [[name, linesOf(read(path))]];
    }),
  );
  return { data, manifest: JSON.parse(read('manifest.json')) as Row, files };
}

function linesOf(text: string): Row[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row);
}

/** With sizes, lines and checksums as they are now. */
export function packed({ data, manifest, files }: Forged): Uint8Array {
  const all: Record<string, string | Uint8Array> = {};
  for (const [path, bytes] of files) {
    const name = DATA.exec(path)?.[1];
    if (path === 'manifest.json') continue;
    all[path] = name === undefined ? bytes : (data[name] ?? []).map((line) => `${JSON.stringify(line)}\n`).join('');
  }
  const listed = Object.entries(all).map(([name, content]) => ({
    name,
    lines: DATA.test(name) ? (content as string).split('\n').length - 1 : null,
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  return sampleZip({ ...all, 'manifest.json': JSON.stringify({ ...manifest, files: listed }) }, 0);
}
