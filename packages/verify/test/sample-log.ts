import {
  joined,
  leafHash,
  nodeHash,
  NOTE,
  signerKey,
  signNote,
  tilePath,
  tileWidth,
  utf8,
  writeCheckpointText,
  writeNote,
  writeVerifierKey,
} from '@clearbook/verify';
import type { ReadFile, SignerKey } from '@clearbook/verify';

/** A log that the tests can make lie: its leaves, what its files would be at any size, and its key. */
export type SampleLog = {
  readonly origin: string;
  readonly vkey: string;
  readonly signer: SignerKey;
  readonly entries: Uint8Array[];
  readonly root: (size?: number) => Uint8Array;
  readonly checkpoint: (size?: number) => string;
  readonly read: ReadFile;
};

export function sampleLog(count: number, options: { origin?: string; seed?: number; word?: string } = {}): SampleLog {
  const { origin = 'log.example/books', seed = 1, word = 'entry' } = options;
  const signer = signerKey(origin, NOTE, new Uint8Array(32).fill(seed));
  const entries = Array.from({ length: count }, (_, i) => utf8(`${word} ${i}`));
  const leaves = (): Uint8Array[] => entries.map(leafHash);
  const log: SampleLog = {
    origin,
    signer,
    vkey: writeVerifierKey(signer),
    entries,
    root: (size = entries.length) => rootOf(leaves().slice(0, size)),
    checkpoint: (size = entries.length) => {
      const text = writeCheckpointText({ origin, size, root: log.root(size), extensions: [] });
      return writeNote({ text, signatures: [signNote(text, signer)] });
    },
    read: async (path) => {
      if (path === 'checkpoint') return utf8(log.checkpoint());
      return files(leaves()).get(path);
    },
  };
  return log;
}

/** By the definition of RFC 6962 and in no other way: slow, and plainly right. */
export function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length <= 1) return hashes[0] ?? new Uint8Array(EMPTY);
  let left = 1;
  while (left * 2 < hashes.length) left *= 2;
  return nodeHash(rootOf(hashes.slice(0, left)), rootOf(hashes.slice(left)));
}

const EMPTY = Uint8Array.from(atob('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='), (char) => char.charCodeAt(0));

/** Every tile of a log at its present size, and at each size before: nothing is deleted. */
function files(leaves: readonly Uint8Array[]): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  let row = leaves;
  for (let level = 0; row.length > 0; level++) {
    for (let index = 0; tileWidth(leaves.length, level, index) > 0; index++) {
      for (let width = 1; width <= tileWidth(leaves.length, level, index); width++) {
        found.set(tilePath(level, index, width), joined(...row.slice(index * 256, index * 256 + width)));
      }
    }
    row = Array.from({ length: Math.floor(row.length / 256) }, (_, i) => rootOf(row.slice(i * 256, (i + 1) * 256)));
  }
  return found;
}

/** The tiles of one size alone, made once: for logs that are too large for all of them. */
export function tilesOf(entries: readonly Uint8Array[]): ReadFile {
  const found = new Map<string, Uint8Array>();
  let row = entries.map(leafHash);
  for (let level = 0; row.length > 0; level++) {
    for (let index = 0; tileWidth(entries.length, level, index) > 0; index++) {
      const hashes = joined(...row.slice(index * 256, (index + 1) * 256));
      found.set(tilePath(level, index, tileWidth(entries.length, level, index)), hashes);
    }
    row = Array.from({ length: Math.floor(row.length / 256) }, (_, i) => rootOf(row.slice(i * 256, (i + 1) * 256)));
  }
  return async (path) => found.get(path);
}

/** The audit path of each leaf, lowest hash first, by building the tree up row by row: a node without a partner rises as it is. */
export function auditPaths(entries: readonly Uint8Array[]): (index: number) => Uint8Array[] {
  const rows = [entries.map(leafHash)];
  for (let row = rows[0] ?? []; row.length > 1;) {
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, i) => rootOf(row.slice(2 * i, 2 * i + 2)));
    rows.push(row);
  }
  return (index) => rows.flatMap((row, level) => row[Math.floor(index / 2 ** level) ^ 1] ?? []);
}
