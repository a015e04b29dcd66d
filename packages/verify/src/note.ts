import { ed25519 } from '@noble/curves/ed25519.js';
import { base64, equal, hex, joined, readBase64, readUtf8, utf8 } from './bytes.ts';
import { isKeyName, NOTE } from './keys.ts';
import type { SignerKey, VerifierKey } from './keys.ts';
import { Refused } from './refused.ts';

/** c2sp.org/signed-note: at least sixteen must be accepted. Go's sumdb/note stops at a hundred, and so do we. */
const MOST_SIGNATURES = 100;
const MOST_BYTES = 1_000_000;

export type NoteSignature = {
  readonly name: string;
  readonly id: Uint8Array;
  readonly signature: Uint8Array;
};

/** A note as it is written. Nothing of it is true until `verifyNote` says so. */
export type UnverifiedNote = {
  /** With its last newline: these are the bytes that were signed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
};

export function readNote(bytes: Uint8Array): UnverifiedNote {
  if (bytes.length > MOST_BYTES) throw new Refused('malformed', `The note has more than ${MOST_BYTES} bytes.`);
  const all = readUtf8(bytes, 'The note');
  if (/[\x00-\x09\x0b-\x1f]/.test(all)) throw new Refused('malformed', 'The note has a control character in it.');
  const end = all.lastIndexOf('\n\n');
  if (end === -1) throw new Refused('malformed', 'The note has no empty line between its text and its signatures.');
  const text = all.slice(0, end + 1);
  return { text, signatures: readSignatures(all.slice(end + 2)) };
}

/** Signature lines alone, as a witness answers them. */
export function readSignatures(text: string): NoteSignature[] {
  if (!text.endsWith('\n')) throw new Refused('malformed', 'The last signature line does not end with a newline.');
  const lines = text.slice(0, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) {
    throw new Refused('malformed', `The note has ${lines.length} signatures; ${MOST_SIGNATURES} are read at most.`);
  }
  return lines.map(readSignature);
}

function readSignature(line: string): NoteSignature {
  const [, name, encoded] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
  if (name === undefined || encoded === undefined || !isKeyName(name)) {
    throw new Refused('malformed', 'A signature line is not of the form "— name signature".');
  }
  const bytes = readBase64(encoded, `The signature by ${name}`);
  if (bytes.length < 5) throw new Refused('malformed', `The signature by ${name} is too short to be one.`);
  return { name, id: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

export function writeSignature({ name, id, signature }: NoteSignature): string {
  return `— ${name} ${base64(joined(id, signature))}\n`;
}

export function writeNote(note: UnverifiedNote): string {
  return `${note.text}\n${note.signatures.map(writeSignature).join('')}`;
}

export function isBy(signature: NoteSignature, key: VerifierKey): boolean {
  return signature.name === key.name && equal(signature.id, key.id);
}

/**
 * The keys of those given that signed the note. A signature by another key is passed over; one that names a given key and is
 * not its refuses the whole note, and so does a note that none of them signed.
 */
export function verifyNote(note: UnverifiedNote, keys: readonly VerifierKey[]): VerifierKey[] {
  const signed = new Set<VerifierKey>();
  for (const signature of note.signatures) {
    for (const key of keys) {
      if (key.type !== NOTE || !isBy(signature, key)) continue;
      if (!isSignature(signature.signature, utf8(note.text), key.publicKey)) {
        throw new Refused('forged', `The signature by ${key.name} is not that of the key ${hex(key.id)}.`);
      }
      signed.add(key);
    }
  }
  if (signed.size === 0) {
    const trusted = keys.map((key) => `${key.name}+${hex(key.id)}`).join(', ');
    throw new Refused(
      'unsigned',
      `The note is not signed by any of the keys that are trusted here (${trusted || 'none'}).`,
    );
  }
  return [...signed];
}

/** By RFC 8032 to the letter, so that nobody else who follows it accepts what we refuse. */
export function isSignature(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

export function signNote(text: string, key: SignerKey): NoteSignature {
  return { name: key.name, id: key.id, signature: ed25519.sign(utf8(text), key.seed) };
}
