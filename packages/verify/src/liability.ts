import { sha256 } from '@noble/hashes/sha2.js';
import { equal, joined, readBase64, readHash, utf8 } from './bytes.ts';
import { openCheckpoint } from './checkpoint.ts';
import type { SignedCheckpoint } from './checkpoint.ts';
import { cosignatures } from './cosignature.ts';
import type { Cosignature } from './cosignature.ts';
import { dollars } from './entry.ts';
import type { VerifierKey } from './keys.ts';
import { leafHash, verifyInclusion } from './merkle.ts';
import { blindedEntry } from './receipt.ts';
import { Refused } from './refused.ts';
import { cents, has, list, object, text, whole } from './values.ts';
import type { Line } from './values.ts';

const LIABILITY_ROOT = 6;
const LEAF = 0x80;
const NODE = 0x81;
const HASH = 32;
/** Larger than any sum that the books can hold. */
const LIMIT = 1n << 63n;
const DEEPEST = 40;
/** Of fewer leaves a balance could be read where its neighbours are shown. */
const FEWEST_PARTS = 2;

/** The two trees of a day: what clients have, and what they owe. */
const TREES = { owed: 1, debt: 2 } as const;
type LiabilityTree = keyof typeof TREES;

/** The root of one day's tree, as the log has it. */
export type LiabilityRoot = {
  readonly tree: number;
  /** Beginning of the UTC day, and the moment that was counted, in milliseconds since 1970. */
  readonly day: number;
  readonly at: number;
  readonly depth: number;
  readonly total: bigint;
  readonly hash: Uint8Array;
  /** The root of the day before it. */
  readonly previous: Uint8Array;
  /** The last entry of each book that was counted. */
  readonly books: ReadonlyMap<number, bigint>;
};

export type LiabilityPart = { readonly index: number; readonly amount: bigint; readonly path: Uint8Array };

/** One amount of a client in one tree, with what leads to the log. Nothing of it is true until it is verified. */
export type LiabilityClaim = {
  readonly tree: LiabilityTree;
  readonly client: string;
  readonly amount: bigint;
  readonly nonce: Uint8Array;
  readonly parts: readonly LiabilityPart[];
  readonly root: Uint8Array;
  readonly receipt: { readonly nonce: Uint8Array; readonly leafIndex: number; readonly proof: readonly Uint8Array[] };
};

/** What a client is given: that their money was counted, and their debt where they have one. */
export type Liability = {
  readonly client: string;
  readonly claims: readonly LiabilityClaim[];
  readonly entryNumber: bigint;
  readonly checkpoint: string;
};

export type VerifiedLiability = {
  readonly owed: bigint;
  readonly debt: bigint;
  /** Everybody's, of which the client's is a part. */
  readonly root: LiabilityRoot;
  readonly checkpoint: SignedCheckpoint;
  readonly witnesses: readonly Cosignature[];
};

/** The canonical bytes of a root, read to the last of them. */
export function readLiabilityRoot(bytes: Uint8Array): LiabilityRoot {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fixed = 96;
  if (bytes.length < fixed || view.getInt16(0) !== 1)
    throw new Refused('malformed', 'The root of the liabilities is of no version that is known here.');
  const count = view.getInt16(94);
  if (count < 1 || bytes.length !== fixed + count * 10)
    throw new Refused('malformed', 'The root of the liabilities is cut off, or too long.');
  const books = new Map<number, bigint>();
  for (let i = 0; i < count; i += 1) books.set(view.getInt16(fixed + i * 10), view.getBigInt64(fixed + i * 10 + 2));
  return {
    tree: view.getInt16(2),
    day: Number(view.getBigInt64(4)),
    at: Number(view.getBigInt64(12)),
    depth: view.getInt16(20),
    total: view.getBigInt64(22),
    hash: bytes.slice(30, 62),
    previous: bytes.slice(62, 94),
    books,
  };
}

/** A leaf as the tree has it: nobody who lacks the nonce can try amounts. */
export function liabilityLeaf(
  claim: Pick<LiabilityClaim, 'tree' | 'client' | 'nonce'>,
  day: number,
  part: Part,
): Uint8Array {
  if (claim.nonce.length !== HASH) throw new Refused('malformed', `The nonce has ${claim.nonce.length} bytes.`);
  return sha256(
    joined(
      Uint8Array.of(LEAF, TREES[claim.tree]),
      eightBytes(BigInt(day)),
      claim.nonce,
      readClient(claim.client),
      Uint8Array.of(part.number, part.of),
      eightBytes(part.amount),
    ),
  );
}
export type Part = { readonly number: number; readonly of: number; readonly amount: bigint };

/** What is above two nodes: both amounts are hashed, so that neither can be smaller than it was counted. */
export function liabilityNode(left: SumNode, right: SumNode): SumNode {
  const sum = left.sum + right.sum;
  if (sum >= LIMIT) throw new Refused('unproven', 'A sum in the tree is larger than the books could hold.');
  return {
    sum,
    hash: sha256(joined(Uint8Array.of(NODE), eightBytes(left.sum), left.hash, eightBytes(right.sum), right.hash)),
  };
}
export type SumNode = { readonly sum: bigint; readonly hash: Uint8Array };

/** Checks that an amount is in the tree, whole, once, and in no part below zero; and that the log has the tree. */
export function verifyClaim(claim: LiabilityClaim, tree: Pick<SignedCheckpoint, 'size' | 'root'>): LiabilityRoot {
  const root = readLiabilityRoot(claim.root);
  const name = claim.tree === 'owed' ? 'Your balance' : 'Your debt';
  if (root.tree !== TREES[claim.tree] || root.depth < 1 || root.depth > DEEPEST || root.total < 0n)
    throw new Refused('malformed', `${name}: the root is not of that tree, or of none.`);
  if (claim.parts.length < FEWEST_PARTS)
    throw new Refused('unproven', `${name} was not counted: there are ${claim.parts.length} leaves of it.`);
  const taken = new Set<number>();
  let sum = 0n;
  for (const [i, part] of claim.parts.entries()) {
    if (taken.has(part.index)) throw new Refused('unproven', `${name}: two parts are the same leaf (${part.index}).`);
    taken.add(part.index);
    if (part.amount < 0n || part.amount >= LIMIT) throw new Refused('unproven', `${name}: a part is below zero.`);
    sum += part.amount;
    const hash = liabilityLeaf(claim, root.day, { number: i + 1, of: claim.parts.length, amount: part.amount });
    const above = climb({ sum: part.amount, hash }, part, root.depth, name);
    if (!equal(above.hash, root.hash))
      throw new Refused('unproven', `${name}: part ${i + 1} does not lead to the root of that day.`);
    if (above.sum !== root.total)
      throw new Refused(
        'unproven',
        `${name}: its tree comes to ${dollars(above.sum)}, its root says ${dollars(root.total)}.`,
      );
  }
  if (sum !== claim.amount)
    throw new Refused('unproven', `${name} is ${dollars(claim.amount)}, and ${dollars(sum)} of it was counted.`);
  verifyInclusion(
    tree,
    claim.receipt.leafIndex,
    leafHash(blindedEntry(LIABILITY_ROOT, claim.receipt.nonce, claim.root)),
    claim.receipt.proof,
  );
  return root;
}

function climb(leaf: SumNode, { index, path }: LiabilityPart, depth: number, name: string): SumNode {
  if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** depth)
    throw new Refused('unproven', `${name}: there is no leaf ${index} in a tree of ${depth} levels.`);
  const siblings = readPath(path, name);
  if (siblings.length !== depth)
    throw new Refused('unproven', `${name}: a path has ${siblings.length} steps in a tree of ${depth} levels.`);
  let node = leaf;
  let place = index;
  for (const sibling of siblings) {
    node = place % 2 === 1 ? liabilityNode(sibling, node) : liabilityNode(node, sibling);
    place = Math.floor(place / 2);
  }
  return node;
}

/** Amounts in seven bits a byte, the lowest first, each before its hash. There is no way to write one below zero. */
function readPath(path: Uint8Array, name: string): SumNode[] {
  const siblings: SumNode[] = [];
  for (let at = 0; at < path.length;) {
    let sum = 0n;
    let shift = 0n;
    let byte: number;
    do {
      byte = path[at] ?? 128;
      sum |= BigInt(byte & 127) << shift;
      shift += 7n;
      at += 1;
      if (at > path.length || sum >= LIMIT || shift > 63n)
        throw new Refused('malformed', `${name}: an amount in a path is cut off or too large.`);
    } while (byte >= 128);
    if (byte === 0 && shift > 7n)
      throw new Refused('malformed', `${name}: an amount in a path is not in its one form.`);
    const hash = path.slice(at, at + HASH);
    if (hash.length !== HASH) throw new Refused('malformed', `${name}: a path is cut off.`);
    at += HASH;
    siblings.push({ sum, hash });
  }
  return siblings;
}

/** Checks all of what a client was given. `client` is who they are, from where they know it: nobody else's leaf counts for them. */
export function verifyLiability(
  liability: Liability,
  client: string,
  keys: readonly VerifierKey[],
  witnesses: readonly VerifierKey[] = [],
): VerifiedLiability {
  const checkpoint = openCheckpoint(utf8(liability.checkpoint), keys);
  const owed = liability.claims.find(({ tree }) => tree === 'owed');
  if (owed === undefined) throw new Refused('malformed', 'The proof says nothing of your balance.');
  const roots = liability.claims.map((claim) => {
    if (claim.client !== client) throw new Refused('unproven', 'The proof is of another client.');
    return verifyClaim(claim, checkpoint);
  });
  const [root] = roots as [LiabilityRoot];
  for (const other of roots)
    if (other.day !== root.day || other.at !== root.at)
      throw new Refused('unproven', 'Your balance and your debt are of different days.');
  const debt = liability.claims.find(({ tree }) => tree === 'debt');
  return {
    owed: owed.amount,
    debt: debt?.amount ?? 0n,
    root,
    checkpoint,
    witnesses: cosignatures(checkpoint, witnesses),
  };
}

/** A proof from the server's JSON. One that still waits for its checkpoint is refused as unavailable, and one without leaves as unproven. */
export function readLiability(value: unknown): Liability {
  if (typeof value !== 'object' || value === null) throw new Refused('malformed', 'A proof is a JSON object.');
  const line = value as Line;
  if (text(line, 'status') === 'waiting' || !has(line, 'checkpoint'))
    throw new Refused('unavailable', 'The count is not in the log yet. It takes a minute at most.');
  const client = text(line, 'client');
  return {
    client,
    entryNumber: whole(line, 'entry_number'),
    checkpoint: text(line, 'checkpoint'),
    claims: [
      readClaim('owed', client, object(line, 'owed')),
      ...(has(line, 'debt') ? [readClaim('debt', client, object(line, 'debt'))] : []),
    ],
  };
}

function readClaim(tree: LiabilityTree, client: string, line: Line): LiabilityClaim {
  if (!has(line, 'receipt')) throw new Refused('unavailable', 'The count is not in the log yet.');
  const receipt = object(line, 'receipt');
  return {
    tree,
    client,
    amount: money(line),
    nonce: readHash(text(line, 'nonce'), 'The nonce'),
    parts: (list(line, 'parts') as Line[]).map((part) => readPart(part, money(part))),
    root: readBase64(text(line, 'root'), 'The root'),
    receipt: {
      nonce: readHash(text(receipt, 'nonce'), 'The nonce of the root'),
      leafIndex: Number(whole(receipt, 'leaf_index')),
      proof: list(receipt, 'proof').map((hash) => readHash(String(hash), 'A hash of the proof')),
    },
  };
}

export function readPart(line: Line, amount: bigint): LiabilityPart {
  return { amount, index: Number(whole(line, 'index')), path: readBase64(text(line, 'path'), 'A path') };
}

const money = (line: Line): bigint => cents(object(line, 'amount'), 'amount');

function readClient(client: string): Uint8Array {
  const digits = client.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(digits)) throw new Refused('malformed', `"${client}" is the id of no client.`);
  return Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16));
}

function eightBytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, value);
  return bytes;
}
