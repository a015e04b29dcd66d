import { equal } from './bytes.ts';
import { EMPTY_ROOT, leafHash, nodeHash, split, verifyConsistency, verifyInclusion } from './merkle.ts';
import type { Tree } from './merkle.ts';
import { Refused } from './refused.ts';

/** How many hashes a full tile of c2sp.org/tlog-tiles has. */
export const TILE_WIDTH = 256;
const HEIGHT = 8;
const HASH = 32;

/** Reads one file of the log by its path below the log's prefix; undefined where there is none. */
export type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

/** `tile/<level>/<index>[.p/<width>]`, the index in groups of three digits. */
export function tilePath(level: number | 'entries', index: number, width: number = TILE_WIDTH): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.../g) ?? [];
  const name = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${name}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** How many hashes tile `index` of a level has in a log of this size. */
export function tileWidth(size: number, level: number, index: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** The entries of a bundle, each behind its length in two bytes. */
export function readEntries(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  let at = 0;
  while (at < bundle.length) {
    if (at + 2 > bundle.length) throw new Refused('malformed', 'The bundle of entries ends in the middle of a length.');
    const end = at + 2 + view.getUint16(at);
    if (end > bundle.length) throw new Refused('malformed', 'The bundle of entries ends in the middle of an entry.');
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/** A log of one size, read from its tiles. Nothing it gives is true by itself: the proofs that it makes are verified against signed roots. */
export type TiledTree = {
  readonly size: number;
  /** The root of the first `size` leaves. */
  readonly root: (size: number) => Promise<Uint8Array>;
  readonly leaf: (index: number) => Promise<Uint8Array>;
  readonly inclusion: (index: number) => Promise<Uint8Array[]>;
  readonly consistency: (older: number) => Promise<Uint8Array[]>;
};

export function tiledTree(size: number, read: ReadFile): TiledTree {
  const tiles = new Map<string, Promise<Uint8Array>>();

  function tile(level: number, index: number): Promise<Uint8Array> {
    const path = tilePath(level, index, tileWidth(size, level, index));
    const known = tiles.get(path) ?? readTile(read, size, level, index);
    tiles.set(path, known);
    return known;
  }

  /** The root of 2^height leaves, from leaf index × 2^height on. */
  async function whole(height: number, index: number): Promise<Uint8Array> {
    const level = Math.floor(height / HEIGHT);
    const count = 2 ** (height % HEIGHT);
    const at = index * count;
    const hashes = await tile(level, Math.floor(at / TILE_WIDTH));
    const from = at % TILE_WIDTH;
    let row = Array.from({ length: count }, (_, i) => hashes.subarray((from + i) * HASH, (from + i + 1) * HASH));
    while (row.length > 1) row = pairs(row);
    return row[0] as Uint8Array;
  }

  async function range(from: number, to: number): Promise<Uint8Array> {
    const height = Math.log2(to - from);
    if (Number.isInteger(height)) return whole(height, from / (to - from));
    const middle = from + split(to - from);
    return nodeHash(await range(from, middle), await range(middle, to));
  }

  async function path(index: number, from: number, to: number): Promise<Uint8Array[]> {
    if (to - from === 1) return [];
    const middle = from + split(to - from);
    return index < middle
      ? [...(await path(index, from, middle)), await range(middle, to)]
      : [...(await path(index, middle, to)), await range(from, middle)];
  }

  async function subproof(older: number, from: number, to: number, known: boolean): Promise<Uint8Array[]> {
    if (older === to) return known ? [] : [await range(from, to)];
    const middle = from + split(to - from);
    return older <= middle
      ? [...(await subproof(older, from, middle, known)), await range(middle, to)]
      : [...(await subproof(older, middle, to, false)), await range(from, middle)];
  }

  return {
    size,
    root: async (of) => (of === 0 ? EMPTY_ROOT : range(0, inside(of, size))),
    leaf: async (index) => whole(0, inside(index + 1, size) - 1),
    inclusion: async (index) => path(inside(index + 1, size) - 1, 0, size),
    consistency: async (older) => (older === 0 ? [] : subproof(inside(older, size), 0, size, true)),
  };
}

function inside(count: number, size: number): number {
  if (!Number.isSafeInteger(count) || count < 1 || count > size) {
    throw new Refused('malformed', `A log of ${size} leaves has no leaf or size ${count}.`);
  }
  return count;
}

function pairs(row: readonly Uint8Array[]): Uint8Array[] {
  return Array.from({ length: row.length / 2 }, (_, i) =>
    nodeHash(row[2 * i] as Uint8Array, row[2 * i + 1] as Uint8Array),
  );
}

async function readTile(read: ReadFile, size: number, level: number, index: number): Promise<Uint8Array> {
  const width = tileWidth(size, level, index);
  const path = tilePath(level, index, width);
  const partial = await read(path);
  // A log may drop a partial tile once it has the full one, which begins with the same hashes.
  const bytes = partial ?? (width < TILE_WIDTH ? await read(tilePath(level, index)) : undefined);
  if (bytes === undefined) throw new Refused('unavailable', `The log has no ${path}, which its checkpoint needs.`);
  const expected = partial === undefined ? TILE_WIDTH : width;
  if (bytes.length !== expected * HASH) {
    throw new Refused('malformed', `${path} has ${bytes.length} bytes; ${expected} hashes have ${expected * HASH}.`);
  }
  return bytes.subarray(0, width * HASH);
}

/** Checks from tiles that a newer tree begins with an older one. */
export async function verifyGrowth(older: Tree, newer: Tree, read: ReadFile): Promise<Uint8Array[]> {
  const proof = older.size < newer.size ? await tiledTree(newer.size, read).consistency(older.size) : [];
  verifyConsistency(older, newer, proof);
  return proof;
}

/** Checks from tiles that an entry is in the tree at this place. */
export async function verifyEntry(tree: Tree, index: number, entry: Uint8Array, read: ReadFile): Promise<Uint8Array[]> {
  const proof = await tiledTree(tree.size, read).inclusion(index);
  verifyInclusion(tree, index, leafHash(entry), proof);
  return proof;
}

/**
 * Checks every tile of a log against its root: that each hash above the first level is the hash of the tile below it, and that
 * together they make the root. It is what a mirror does, and says how many tiles it read.
 */
export async function verifyTiles(tree: Tree, read: ReadFile): Promise<number> {
  let count = 0;
  for (let level = 0; tileWidth(tree.size, level, 0) > 0; level++) {
    const tiles = Math.ceil(Math.floor(tree.size / TILE_WIDTH ** level) / TILE_WIDTH);
    let above: Uint8Array | undefined;
    for (let index = 0; index < tiles; index++, count++) {
      const bytes = await readTile(read, tree.size, level, index);
      if (bytes.length < TILE_WIDTH * HASH) continue;
      if (index % TILE_WIDTH === 0) above = await readTile(read, tree.size, level + 1, index / TILE_WIDTH);
      const at = (index % TILE_WIDTH) * HASH;
      let row = Array.from({ length: TILE_WIDTH }, (_, i) => bytes.subarray(i * HASH, (i + 1) * HASH));
      while (row.length > 1) row = pairs(row);
      if (!above || !equal(row[0] as Uint8Array, above.subarray(at, at + HASH))) {
        throw new Refused('unproven', `${tilePath(level, index)} does not have the hash that the tile above it says.`);
      }
    }
  }
  if (!equal(await tiledTree(tree.size, read).root(tree.size), tree.root)) {
    throw new Refused('unproven', `The tiles do not make the root of the log of ${tree.size}.`);
  }
  return count;
}
