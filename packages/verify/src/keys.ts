import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, equal, hex, joined, readBase64, utf8 } from './bytes.ts';
import { Refused } from './refused.ts';

/** The two signature types of c2sp.org/signed-note that this package knows. */
export const NOTE = 0x01;
export const COSIGNATURE = 0x04;
export type SignatureType = typeof NOTE | typeof COSIGNATURE;

/** Who signs, as everybody may know it. */
export type VerifierKey = {
  readonly name: string;
  readonly type: SignatureType;
  readonly id: Uint8Array;
  readonly publicKey: Uint8Array;
};

/** Who signs, as only they know it. */
export type SignerKey = VerifierKey & { readonly seed: Uint8Array };

const SPACE_OR_PLUS = /[\p{White_Space}+]/u;
const PRIVATE = 'PRIVATE+KEY+';

export function isKeyName(name: string): boolean {
  // A control character could not stand in a note.
  return name !== '' && !SPACE_OR_PLUS.test(name) && !/[\x00-\x1f]/.test(name);
}

function keyId(name: string, material: Uint8Array): Uint8Array {
  return sha256(joined(utf8(`${name}\n`), material)).subarray(0, 4);
}

/** `<name>+<id in hex>+<base64 of type and key>`: the form in which a log or a witness publishes its key. */
export function readVerifierKey(text: string): VerifierKey {
  const { name, id, type, bytes } = readKey(text, 'The verifier key');
  try {
    ed25519.Point.fromBytes(bytes);
  } catch {
    throw new Refused('malformed', `The verifier key of ${name} is no Ed25519 public key.`);
  }
  if (!equal(id, keyId(name, joined(Uint8Array.of(type), bytes)))) {
    throw new Refused('malformed', `The verifier key of ${name} does not have the ID that it states.`);
  }
  return { name, type, id, publicKey: bytes };
}

export function writeVerifierKey(key: VerifierKey): string {
  return `${key.name}+${hex(key.id)}+${base64(joined(Uint8Array.of(key.type), key.publicKey))}`;
}

/** A signer from 32 random bytes. */
export function signerKey(name: string, type: SignatureType, seed: Uint8Array): SignerKey {
  if (!isKeyName(name)) throw new Refused('malformed', 'A key name has no spaces and no plus sign, and is not empty.');
  if (seed.length !== 32) throw new Refused('malformed', 'The seed of an Ed25519 key has 32 bytes.');
  const publicKey = ed25519.getPublicKey(seed);
  return { name, type, publicKey, seed, id: keyId(name, joined(Uint8Array.of(type), publicKey)) };
}

/** The form in which Go's sumdb/note keeps a private key. */
export function writeSignerKey(key: SignerKey): string {
  return `${PRIVATE}${key.name}+${hex(key.id)}+${base64(joined(Uint8Array.of(key.type), key.seed))}`;
}

export function readSignerKey(text: string): SignerKey {
  if (!text.startsWith(PRIVATE)) throw new Refused('malformed', `A private key begins with ${PRIVATE}.`);
  const { name, id, type, bytes } = readKey(text.slice(PRIVATE.length), 'The private key');
  const key = signerKey(name, type, bytes);
  if (!equal(id, key.id))
    throw new Refused('malformed', `The private key of ${name} does not have the ID that it states.`);
  return key;
}

function readKey(text: string, what: string): { name: string; id: Uint8Array; type: SignatureType; bytes: Uint8Array } {
  // The name has no plus; base64 may have some.
  const [, name, id, material] = /^([^+]*)\+([0-9a-f]{8})\+([^]*)$/.exec(text) ?? [];
  if (name === undefined || id === undefined || material === undefined || !isKeyName(name)) {
    throw new Refused('malformed', `${what} is not of the form name+ID+key.`);
  }
  const [type, ...bytes] = readBase64(material, `The last part of ${what.toLowerCase()} of ${name}`);
  if (type !== NOTE && type !== COSIGNATURE) {
    throw new Refused('malformed', `${what} of ${name} is of a type that is not known here: Ed25519 is 01 or 04.`);
  }
  if (bytes.length !== 32)
    throw new Refused('malformed', `${what} of ${name} does not have the 32 bytes of an Ed25519 key.`);
  const pairs = id.match(/../g) ?? [];
  return { name, id: Uint8Array.from(pairs, (pair) => parseInt(pair, 16)), type, bytes: Uint8Array.from(bytes) };
}
