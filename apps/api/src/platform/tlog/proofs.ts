import { EMPTY_ROOT, hashesOf, nodeHash } from './hashes.ts';
import { type Tile, TILE_HEIGHT, TILE_WIDTH, type TileKey } from './tiles.ts';

/** The root of a complete subtree: of 2^level leaves, the index-th of that size. */
type Node = { readonly level: number; readonly index: number };
/** One hash of a proof: the complete subtrees that it is made of, from left to right. */
type Part = readonly Node[];

/** What a proof is made of, before anything is read. */
export type Plan = { readonly parts: readonly Part[]; readonly tiles: readonly TileKey[] };

/** The root of a tree of this size, as one part; none where it is empty. */
export const planRoot = (size: number): Plan => planOf(size === 0 ? [] : [range(0, size)]);

/** RFC 6962, 2.1.1: the audit path of a leaf. */
export function planInclusion(index: number, size: number): Plan {
  if (!(index >= 0 && index < size)) throw new RangeError(`No leaf ${index} in a tree of ${size}.`);
  return planOf(auditPath(index, 0, size));
}

/** RFC 6962, 2.1.2: that a tree of `size` begins with the tree of `former`. Nothing needs to be said about an empty or the same tree. */
export function planConsistency(former: number, size: number): Plan {
  if (!(former >= 0 && former <= size))
    throw new RangeError(`A tree of ${size} is not consistent with one of ${former}.`);
  return planOf(former === 0 ? [] : subproof(former, 0, size, true));
}

/**
 * Makes the hashes of a plan.
 * @param tiles those that the plan names, at least as wide as the tree of its size
 */
export function carryOut(plan: Plan, tiles: readonly Tile[]): Buffer[] {
  return proverOf(tiles)(plan);
}

/** Carries out many plans over the same tiles: what lies between two levels of tiles is hashed once for all of them. */
export function proverOf(tiles: readonly Tile[]): (plan: Plan) => Buffer[] {
  const known = new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, hashesOf(tile.hashes)]));
  const made = new Map<string, Buffer>();
  const nodeOf = (node: Node): Buffer => {
    const key = `${node.level}/${node.index}`;
    const before = made.get(key);
    if (before !== undefined) return before;
    const hash = node.level % TILE_HEIGHT === 0 ? given(node) : nodeHash(...below(node, nodeOf));
    made.set(key, hash);
    return hash;
  };
  const given = (node: Node): Buffer => {
    const { level, index, from } = placeOf(node);
    const hash = known.get(`${level}/${index}`)?.[from];
    if (hash === undefined) throw new Error(`Tile ${level}/${index} of the log lacks hashes.`);
    return hash;
  };
  return ({ parts }) => parts.map((part) => part.map(nodeOf).reduceRight((right, left) => nodeHash(left, right)));
}

const below = ({ level, index }: Node, hashOf: (node: Node) => Buffer): [Buffer, Buffer] => [
  hashOf({ level: level - 1, index: index * 2 }),
  hashOf({ level: level - 1, index: index * 2 + 1 }),
];

export function rootOf(size: number, tiles: readonly Tile[]): Buffer {
  return carryOut(planRoot(size), tiles)[0] ?? EMPTY_ROOT;
}

function planOf(parts: readonly Part[]): Plan {
  const tiles = new Map<string, TileKey>();
  for (const node of parts.flat()) {
    const { level, index } = placeOf(node);
    tiles.set(`${level}/${index}`, { level, index });
  }
  return { parts, tiles: [...tiles.values()] };
}

/** Where the hashes under a node begin. */
function placeOf({ level, index }: Node): TileKey & { from: number } {
  const first = index * 2 ** (level % TILE_HEIGHT);
  return {
    level: Math.floor(level / TILE_HEIGHT),
    index: Math.floor(first / TILE_WIDTH),
    from: first % TILE_WIDTH,
  };
}

/** The largest complete subtrees that a stretch of leaves is made of. */
function range(start: number, end: number): Part {
  const nodes: Node[] = [];
  for (let at = start; at < end;) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    nodes.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/** Where RFC 6962 splits a list of leaves: behind the largest power of two that is less than their number. */
function splitOf(start: number, end: number): number {
  let width = 1;
  while (width * 2 < end - start) width *= 2;
  return start + width;
}

function auditPath(index: number, start: number, end: number): Part[] {
  if (end - start === 1) return [];
  const middle = splitOf(start, end);
  return index < middle
    ? [...auditPath(index, start, middle), range(middle, end)]
    : [...auditPath(index, middle, end), range(start, middle)];
}

function subproof(former: number, start: number, end: number, known: boolean): Part[] {
  if (former === end) return known ? [] : [range(start, end)];
  const middle = splitOf(start, end);
  return former <= middle
    ? [...subproof(former, start, middle, known), range(middle, end)]
    : [...subproof(former, middle, end, false), range(start, middle)];
}
