import { sha256 } from '@noble/hashes/sha2.js';
import { equal, joined } from './bytes.ts';
import { Refused } from './refused.ts';

// RFC 6962, section 2.1: a leaf and an inner node are hashed differently, so that neither can be passed off as the other.
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array(0));

export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256(joined(LEAF, entry));
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(joined(NODE, left, right));
}

/** Where a tree of this size is divided: the largest power of two below it. */
export function split(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

export type Tree = { readonly size: number; readonly root: Uint8Array };

/** RFC 9162, section 2.1.3.2, which checks the proofs of RFC 6962. Refuses a proof that does not lead from leaf to root. */
export function verifyInclusion(tree: Tree, index: number, leaf: Uint8Array, proof: readonly Uint8Array[]): void {
  if (!Number.isSafeInteger(index) || index < 0 || index >= tree.size) {
    throw new Refused('unproven', `There is no leaf ${index} in a log of ${tree.size}.`);
  }
  areHashes(tree.root, leaf, ...proof);
  let node = index;
  let last = tree.size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0)
      throw new Refused('unproven', `The inclusion proof has too many hashes for leaf ${index} of ${tree.size}.`);
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2);
        last = Math.floor(last / 2);
      }
    } else hash = nodeHash(hash, sibling);
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  if (last !== 0)
    throw new Refused('unproven', `The inclusion proof has too few hashes for leaf ${index} of ${tree.size}.`);
  if (!equal(hash, tree.root)) {
    throw new Refused(
      'unproven',
      `The inclusion proof of leaf ${index} does not lead to the root of the log of ${tree.size}.`,
    );
  }
}

function areHashes(...hashes: readonly Uint8Array[]): void {
  if (hashes.some((hash) => hash.length !== 32)) {
    throw new Refused('malformed', 'A root, a leaf or a line of the proof does not have the 32 bytes of a hash.');
  }
}

/** RFC 9162, section 2.1.4.2. Refuses unless the older tree is what the newer one began with. */
export function verifyConsistency(older: Tree, newer: Tree, proof: readonly Uint8Array[]): void {
  if (older.size > newer.size)
    throw new Refused('unproven', `A log of ${older.size} cannot have become one of ${newer.size}.`);
  areHashes(older.root, newer.root, ...proof);
  if (older.size === 0 && !equal(older.root, EMPTY_ROOT)) {
    throw new Refused('unproven', 'A log without leaves does not have the root hash of an empty tree.');
  }
  if (older.size === 0 || older.size === newer.size) {
    if (proof.length > 0) throw new Refused('unproven', 'The consistency proof should be empty here, and has hashes.');
    if (older.size === newer.size && !equal(older.root, newer.root)) {
      throw new Refused('unproven', `There are two logs of ${older.size} leaves with different roots.`);
    }
    return;
  }
  // Where the older tree is a whole subtree of the newer one, its root is not repeated in the proof.
  const path = Number.isInteger(Math.log2(older.size)) ? [older.root, ...proof] : [...proof];
  const [first, ...rest] = path;
  if (first === undefined) throw new Refused('unproven', 'The consistency proof is empty.');
  let node = older.size - 1;
  let last = newer.size - 1;
  while (node % 2 === 1) {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  let [olderRoot, newerRoot] = [first, first];
  for (const sibling of rest) {
    if (last === 0) throw new Refused('unproven', 'The consistency proof has too many hashes.');
    if (node % 2 === 1 || node === last) {
      olderRoot = nodeHash(sibling, olderRoot);
      newerRoot = nodeHash(sibling, newerRoot);
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2);
        last = Math.floor(last / 2);
      }
    } else newerRoot = nodeHash(newerRoot, sibling);
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  if (last !== 0) throw new Refused('unproven', 'The consistency proof has too few hashes.');
  if (!equal(olderRoot, older.root)) {
    throw new Refused(
      'unproven',
      `The log of ${newer.size} leaves did not begin with the log of ${older.size} that was seen before.`,
    );
  }
  if (!equal(newerRoot, newer.root)) {
    throw new Refused('unproven', `The consistency proof does not lead to the root of the log of ${newer.size}.`);
  }
}
