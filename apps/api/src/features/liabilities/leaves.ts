import { hashInto, RECORD_BYTES } from '../../platform/sum-tree/index.ts';

/** What clients have here, and what they owe: two trees, so that nobody's debt makes anybody's money less. Their codes are in what is hashed. */
export const TREES = { owed: 1, debt: 2 } as const;
export type Tree = keyof typeof TREES;

/** A sum over fewer people would say too much about each of them, so there is no tree of fewer. */
export const FEWEST_PEOPLE = 10;
/** Leaves that a tile holds, as a power of two; and the fewest levels of a tree, so that few clients are not counted by it. */
export const TILE_LEVELS = 10;
const LEAST_LEVELS = 6;

const LEAF = 0x80;
const SPLIT = 0x82;
const NONCE = 0x83;
const PADDING = 0x84;
const DAY_MS = 86_400_000;

/** Into how many leaves each client's amount is split: more where there are few to hide among, and so many that a proof stays below 3 kB. */
export function partsEach(people: number): number {
  if (people <= 4_096) return 4;
  return people <= 174_762 ? 3 : 2;
}

/** How many times the number of leaves is doubled from one. */
export function depthFor(leaves: number): number {
  return Math.max(LEAST_LEVELS, Math.ceil(Math.log2(leaves)));
}

/** The id of a client as the 16 bytes that it stands for. */
export const idBytes = (clientId: string): Buffer => Buffer.from(clientId.replaceAll('-', ''), 'hex');

export type Count = { readonly day: string; readonly tree: Tree; readonly secret: Buffer; readonly parts: number };

/**
 * A client's nonce of a day and tree: from the secret of the day, so that nothing has to be kept for each. What is hashed has one length, so that nobody can
 * go on from a nonce that they know.
 */
export function nonceOf({ secret, tree }: Pick<Count, 'secret' | 'tree'>, client: Buffer): Buffer {
  return derived(NONCE, secret, Buffer.of(TREES[tree]), client);
}

function derived(use: number, ...parts: readonly Buffer[]): Buffer {
  const nonce = Buffer.alloc(32);
  hashInto(Buffer.concat([Buffer.of(use), ...parts]), nonce, 0);
  return nonce;
}

/** The bytes of a leaf without what differs from leaf to leaf; `leafRecord` fills these in. */
function scratchLeaf(day: string, tree: Tree, parts: number): Buffer {
  const bytes = Buffer.alloc(1 + 1 + 8 + 32 + 16 + 1 + 1 + 8);
  bytes[0] = LEAF;
  bytes[1] = TREES[tree];
  bytes.writeBigInt64BE(BigInt(Date.parse(day)), 2);
  bytes[59] = parts;
  return bytes;
}

/** Writes a client's leaves as records of the tree, one behind the other. */
export function leafWriter(count: Count): (client: Buffer, amount: bigint, into: Buffer, at: number) => void {
  const scratch = scratchLeaf(count.day, count.tree, count.parts);
  return (client, amount, into, at) => {
    const nonce = nonceOf(count, client);
    nonce.copy(scratch, 10);
    client.copy(scratch, 42);
    for (const [i, part] of splitAmount(nonce, amount, count.parts).entries()) {
      scratch[58] = i + 1;
      scratch.writeBigUInt64BE(part, 60);
      const place = at + i * RECORD_BYTES;
      into.writeBigUInt64BE(part, place);
      hashInto(scratch, into, place + 8);
    }
  };
}

/** Parts that add up to the amount, cut at places that follow from the nonce: each as likely as any other. */
export function splitAmount(nonce: Buffer, amount: bigint, parts: number): bigint[] {
  const random = derived(SPLIT, nonce);
  const cuts: bigint[] = [];
  for (let i = 0; i < parts - 1; i += 1) cuts.push(((amount + 1n) * random.readBigUInt64BE(i * 8)) >> 64n);
  cuts.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return [...cuts, amount].map((cut, i) => cut - (cuts[i - 1] ?? 0n));
}

/** A leaf of nobody: nothing tells it from one that is empty. */
export function paddingRecord(secret: Buffer, tree: Tree, place: number): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(place);
  return Buffer.concat([Buffer.alloc(8), derived(PADDING, secret, Buffer.of(TREES[tree]), number)]);
}

/** The UTC day of a moment. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
export const dayBefore = (day: string, days: number): string => dayOf(new Date(Date.parse(day) - days * DAY_MS));
