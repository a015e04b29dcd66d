import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { sha256 } from './hashes.ts';

/** https://c2sp.org/signed-note: the type of plain Ed25519 signatures. */
const ED25519 = Uint8Array.of(1);
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;
const ID_BYTES = 4;
const SIGNATURE_BYTES = 64;

/** Not empty, without spaces of any alphabet, plus or control characters. */
export const NAME = /^[^\s+\p{Z}\p{Cc}]+$/u;
const VKEY = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/;
const SIGNATURE_LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})\n$/;

export type Verifier = { readonly name: string; readonly id: Buffer; readonly publicKey: Buffer };
export type Signer = Verifier & {
  /** The signature line under this text. */
  sign(text: string): string;
};

export function verifierOf(name: string, publicKey: Buffer): Verifier {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} can't be the name of a key.`);
  if (publicKey.length !== KEY_BYTES) throw new Error('An Ed25519 key has 32 bytes.');
  return { name, publicKey, id: sha256(Buffer.from(`${name}\n`), ED25519, publicKey).subarray(0, ID_BYTES) };
}

export function vkeyOf({ name, id, publicKey }: Verifier): string {
  return `${name}+${id.toString('hex')}+${Buffer.concat([ED25519, publicKey]).toString('base64')}`;
}

/** Undefined where this is no verifier key of the one type that we know. */
export function parseVkey(vkey: string): Verifier | undefined {
  const [, name = '', , encoded = ''] = VKEY.exec(vkey) ?? [];
  const key = Buffer.from(encoded, 'base64');
  if (!NAME.test(name) || key[0] !== ED25519[0] || key.length !== 1 + KEY_BYTES) return undefined;
  const verifier = verifierOf(name, key.subarray(1));
  return vkeyOf(verifier) === vkey ? verifier : undefined;
}

/** @param seed the 32 bytes that RFC 8032 makes a key from */
export function signerOf(name: string, seed: Buffer): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const verifier = verifierOf(name, rawPublicKey(key));
  return { ...verifier, sign: (text) => signatureLine(verifier, sign(null, Buffer.from(text), key)) };
}

const PRIVATE_KEY = /^PRIVATE\+KEY\+([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/;

/** A signer's key as golang.org/x/mod/sumdb/note writes it. Undefined where this is none, or its id is not that of its key. */
export function parsePrivateKey(text: string): Signer | undefined {
  const [, name = '', id = '', encoded = ''] = PRIVATE_KEY.exec(text) ?? [];
  const key = Buffer.from(encoded, 'base64');
  if (!NAME.test(name) || key[0] !== ED25519[0] || key.length !== 1 + KEY_BYTES) return undefined;
  const signer = signerOf(name, key.subarray(1));
  return signer.id.toString('hex') === id ? signer : undefined;
}

function rawPublicKey(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
}

function signatureLine({ name, id }: Verifier, signature: Buffer): string {
  return `— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`;
}

/** Whether a line is this key's signature under a text. */
export function isSignedBy(verifier: Verifier, text: string, line: string): boolean {
  const signature = readSignatureLine(line, verifier);
  return signature?.length === SIGNATURE_BYTES && isEd25519(verifier.publicKey, text, signature);
}

/** What a signature line says behind the ID of this key. Undefined where it is no line of that key. */
export function readSignatureLine(line: string, { name, id }: Pick<Verifier, 'name' | 'id'>): Buffer | undefined {
  const [, by, encoded = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const isOf = by === name && bytes.subarray(0, ID_BYTES).equals(id) && bytes.toString('base64') === encoded;
  return isOf ? bytes.subarray(ID_BYTES) : undefined;
}

export function isEd25519(publicKey: Buffer, text: string, signature: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, signature);
}

/** A text and the lines of those who signed it. */
export function signedNote(text: string, lines: readonly string[]): string {
  if (!text.endsWith('\n') || lines.length === 0)
    throw new Error('A note is whole lines under at least one signature.');
  return `${text}\n${lines.join('')}`;
}

/** https://c2sp.org/tlog-checkpoint: what is signed of a tree. */
export function checkpointText(origin: string, size: number, root: Uint8Array): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
}
