import { hashesOf, leafHash, nodeHash } from './hashes.ts';

/** https://c2sp.org/tlog-tiles: a full tile is 256 hashes wide, and the hash over it is one hash of the level above. */
export const TILE_WIDTH = 256;
export const TILE_HEIGHT = 8;
const MAX_LEVEL = 63;

export type TileKey = { readonly level: number; readonly index: number };
export type Tile = TileKey & { readonly hashes: Buffer };
/** What an address asks for: hashes of a level, or the entries that the hashes of level 0 are of. */
export type TileRequest = {
  readonly level: number | 'entries';
  readonly index: number;
  /** 256, or less for a partial tile. */
  readonly width: number;
};

/** The part of the address after `tile/`. */
export function tilePath({ level, index, width }: TileRequest): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const last = groups.pop();
  return [level, ...groups.map((group) => `x${group}`), last].join('/') + (width < TILE_WIDTH ? `.p/${width}` : '');
}

const PATH = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Undefined where the address is none of a tile. Each tile has one address. */
export function parseTilePath(path: string): TileRequest | undefined {
  const found = PATH.exec(path);
  if (!found) return undefined;
  const [, level = '', groups = '', last = '', width] = found;
  const request: TileRequest = {
    level: level === 'entries' ? 'entries' : Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '') + last),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  const sound =
    (request.level === 'entries' || request.level <= MAX_LEVEL) &&
    Number.isSafeInteger(request.index) &&
    (width === undefined || request.width < TILE_WIDTH);
  return sound && tilePath(request) === path ? request : undefined;
}

/** How many hashes a level has in a tree of this size. */
export function levelWidth(level: number, size: number): number {
  return Math.floor(size / TILE_WIDTH ** level);
}

/** Whether a tree of this size has the tile, or had it when it was smaller. */
export function isCovered({ level, index, width }: TileRequest, size: number): boolean {
  return index * TILE_WIDTH + width <= levelWidth(level === 'entries' ? 0 : level, size);
}

/** The rightmost tile of every level that is not full: all that is needed to go on from this size. */
export function edgeTiles(size: number): TileKey[] {
  const edges: TileKey[] = [];
  for (let level = 0; levelWidth(level, size) > 0; level += 1) {
    const width = levelWidth(level, size);
    if (width % TILE_WIDTH > 0) edges.push({ level, index: Math.floor(width / TILE_WIDTH) });
  }
  return edges;
}

/**
 * Appends leaves to a tree of `size`.
 * @param edges the tiles that `edgeTiles(size)` names
 * @returns every tile that is new or wider now
 */
export function appendLeaves(size: number, edges: readonly Tile[], entries: readonly Uint8Array[]): Tile[] {
  const written: Tile[] = [];
  let coming = entries.map(leafHash);
  for (let level = 0; coming.length > 0; level += 1) {
    const width = levelWidth(level, size);
    const edge = edges.find((tile) => tile.level === level);
    const there = edge === undefined ? [] : hashesOf(edge.hashes).slice(0, width % TILE_WIDTH);
    if (there.length !== width % TILE_WIDTH)
      throw new Error(`The tree of ${size} leaves lacks its edge of level ${level}.`);
    const row = [...there, ...coming];
    const first = Math.floor(width / TILE_WIDTH);
    coming = [];
    for (let i = 0; i * TILE_WIDTH < row.length; i += 1) {
      const hashes = row.slice(i * TILE_WIDTH, (i + 1) * TILE_WIDTH);
      written.push({ level, index: first + i, hashes: Buffer.concat(hashes) });
      if (hashes.length === TILE_WIDTH) coming.push(subtree(hashes));
    }
  }
  return written;
}

/** The hash over a full tile, which the tile above it has. */
export const subtreeOf = (hashes: Uint8Array): Buffer => subtree(hashesOf(hashes));

/** The hash over a power of two of hashes. */
function subtree(hashes: readonly Buffer[]): Buffer {
  let row = hashes;
  while (row.length > 1) row = Array.from({ length: row.length / 2 }, (_, i) => nodeHash(row[2 * i]!, row[2 * i + 1]!));
  return row[0]!;
}

/** An entry bundle: each entry behind its length in two bytes. */
export function entryBundle(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}
