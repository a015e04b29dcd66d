import { sha256 } from '../../platform/tlog/index.ts';

/** What is put into the log. The code is the first byte of what is hashed, so it stays what it is. */
export const LEAF_TYPES = { entry: 1, audit: 2, signal: 3, change: 4, bar: 5, liability_root: 6, fill: 7 } as const;
export type LeafType = keyof typeof LEAF_TYPES;

export const NONCE_BYTES = 32;

/**
 * The log's entry for something that is not public: its type, a nonce that only those know whom it concerns, and its canonical bytes, as one hash.
 * Whoever has all three can make it again; from the log alone nothing can be guessed.
 */
export function blindedEntry(type: LeafType, nonce: Buffer, canonical: Buffer): Buffer {
  if (nonce.length !== NONCE_BYTES) throw new Error('A nonce has 32 bytes.');
  return sha256(Buffer.of(LEAF_TYPES[type]), nonce, canonical);
}
