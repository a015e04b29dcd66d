import { sha256 } from '@noble/hashes/sha2.js';
import { joined, readBase64, readCount, readHash, utf8 } from './bytes.ts';
import { openCheckpoint } from './checkpoint.ts';
import type { SignedCheckpoint } from './checkpoint.ts';
import { cosignatures } from './cosignature.ts';
import type { Cosignature } from './cosignature.ts';
import { readJournalEntry } from './entry.ts';
import type { JournalEntry } from './entry.ts';
import type { VerifierKey } from './keys.ts';
import { leafHash, verifyInclusion } from './merkle.ts';
import { Refused } from './refused.ts';

const JOURNAL_ENTRY = 1;
const HASH = 32;

/** What a client is given to check that an entry is in the log. Nothing of it is true until `verifyReceipt` says so. */
export type Receipt = {
  readonly type: number;
  readonly book: number;
  readonly number: bigint;
  readonly canonical: Uint8Array;
  readonly nonce: Uint8Array;
  readonly leafIndex: number;
  readonly proof: readonly Uint8Array[];
  /** The signed note as it was given. */
  readonly checkpoint: string;
};

export type VerifiedReceipt = {
  readonly entry: JournalEntry;
  readonly leafIndex: number;
  readonly checkpoint: SignedCheckpoint;
  /** Which of the witnesses that are trusted here cosigned. */
  readonly witnesses: readonly Cosignature[];
};

/** What the log holds of something: SHA-256 of its type, its nonce and its canonical bytes. */
export function blindedEntry(type: number, nonce: Uint8Array, canonical: Uint8Array): Uint8Array {
  if (nonce.length !== HASH)
    throw new Refused('malformed', `The nonce has ${nonce.length} bytes; it must have ${HASH}.`);
  return sha256(joined(Uint8Array.of(type), nonce, canonical));
}

/** A receipt from JSON. One that still waits for its checkpoint has nothing to verify, and is refused as unavailable. */
export function readReceipt(value: unknown): Receipt {
  if (typeof value !== 'object' || value === null) throw new Refused('malformed', 'A receipt is a JSON object.');
  const given = value as Readonly<Record<string, unknown>>;
  const number = readCount(text(given, 'number'), 'The number of the entry');
  if (given['log_status'] === 'waiting' || given['checkpoint'] === null) {
    throw new Refused('unavailable', `Entry ${number} is not in the log yet. It takes a minute at most.`);
  }
  const proof = given['proof'];
  if (!Array.isArray(proof)) throw new Refused('malformed', `The receipt of entry ${number} has no proof.`);
  return {
    type: count(given, 'type'),
    book: count(given, 'book'),
    number: BigInt(number),
    canonical: readBase64(text(given, 'canonical'), `The bytes of entry ${number}`),
    nonce: readHash(text(given, 'nonce'), `The nonce of entry ${number}`),
    leafIndex: count(given, 'leaf_index'),
    proof: proof.map((hash) => readHash(String(hash), `A hash in the proof of entry ${number}`)),
    checkpoint: text(given, 'checkpoint'),
  };
}

/**
 * Checks that the very bytes of an entry are where the receipt says in a log that one of these keys signed. Which witnesses
 * cosigned is given back; whether they are enough is for the caller to say.
 */
export function verifyReceipt(
  receipt: Receipt,
  keys: readonly VerifierKey[],
  witnesses: readonly VerifierKey[] = [],
): VerifiedReceipt {
  const checkpoint = openCheckpoint(utf8(receipt.checkpoint), keys);
  return { ...verifyInTree(receipt, checkpoint), checkpoint, witnesses: cosignatures(checkpoint, witnesses) };
}

/** The same against a checkpoint that was opened already: many receipts are of one. */
export function verifyInTree(
  receipt: Omit<Receipt, 'checkpoint'>,
  tree: Pick<SignedCheckpoint, 'size' | 'root'>,
): Pick<VerifiedReceipt, 'entry' | 'leafIndex'> {
  const name = `Entry ${receipt.number} of book ${receipt.book}`;
  if (receipt.type !== JOURNAL_ENTRY) {
    throw new Refused('malformed', `${name}: the receipt is of type ${receipt.type}, not of a journal entry (1).`);
  }
  const entry = readJournalEntry(receipt.canonical);
  if (entry.number !== receipt.number || entry.book !== receipt.book) {
    throw new Refused('unproven', `${name}: the bytes are those of entry ${entry.number} of book ${entry.book}.`);
  }
  const leaf = leafHash(blindedEntry(receipt.type, receipt.nonce, receipt.canonical));
  try {
    verifyInclusion(tree, receipt.leafIndex, leaf, receipt.proof);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(error.reason, `${name} is not what the log has: ${error.message}`);
  }
  return { entry, leafIndex: receipt.leafIndex };
}

function text(given: Readonly<Record<string, unknown>>, name: string): string {
  const value = given[name];
  if (typeof value !== 'string') throw new Refused('malformed', `The receipt has no ${name}, or none that is text.`);
  return value;
}

function count(given: Readonly<Record<string, unknown>>, name: string): number {
  const value = given[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new Refused('malformed', `The receipt has no ${name}, or none that is a whole number.`);
  }
  return value;
}
