import { hash } from 'node:crypto';

export const HASH_BYTES = 32;

export function sha256(...parts: readonly Uint8Array[]): Buffer {
  return hash('sha256', parts.length === 1 ? parts[0]! : Buffer.concat(parts), 'buffer');
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** RFC 6962, 2.1: what an entry of the log is in the tree. */
export const leafHash = (entry: Uint8Array): Buffer => sha256(LEAF, entry);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);

/** The root of a tree without leaves. */
export const EMPTY_ROOT = sha256(new Uint8Array());

/** The hashes that are laid end to end in a tile. */
export function hashesOf(bytes: Uint8Array): Buffer[] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: whole.length / HASH_BYTES }, (_, i) =>
    whole.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
}
