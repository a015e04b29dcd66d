import { ed25519 } from '@noble/curves/ed25519.js';
import { hex, joined, utf8 } from './bytes.ts';
import type { SignedCheckpoint } from './checkpoint.ts';
import { COSIGNATURE } from './keys.ts';
import type { SignerKey, VerifierKey } from './keys.ts';
import { isBy, isSignature } from './note.ts';
import type { NoteSignature } from './note.ts';
import { Refused } from './refused.ts';

/** A witness's word that this was the largest checkpoint it had seen of the log, and consistent with all before. */
export type Cosignature = { readonly witness: VerifierKey; readonly time: number };

function message(time: number, text: string): Uint8Array {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}

/** Signs the text of a checkpoint, at a time in whole seconds since 1970. */
export function cosign(text: string, key: SignerKey, time: number): NoteSignature {
  if (key.type !== COSIGNATURE) throw new Refused('malformed', `The key of ${key.name} is not one for cosignatures.`);
  if (!Number.isSafeInteger(time) || time <= 0)
    throw new Refused('malformed', 'The time of a cosignature is in whole seconds.');
  const stamp = new Uint8Array(8);
  new DataView(stamp.buffer).setBigUint64(0, BigInt(time));
  return { name: key.name, id: key.id, signature: joined(stamp, ed25519.sign(message(time, text), key.seed)) };
}

/** Of a checkpoint for which witnesses were named. */
export const NO_WITNESS = 'None of the witnesses that you named has cosigned it.';

/**
 * Which of these witnesses cosigned, and when: the latest time of each. Others are passed over; a cosignature that names a given
 * witness and is not its own refuses the checkpoint. Whether they are enough is for the caller to say.
 */
export function cosignatures(checkpoint: SignedCheckpoint, witnesses: readonly VerifierKey[]): Cosignature[] {
  const found = new Map<VerifierKey, number>();
  for (const signature of checkpoint.note.signatures) {
    for (const witness of witnesses) {
      if (witness.type !== COSIGNATURE || !isBy(signature, witness)) continue;
      const time = verifyCosignature(checkpoint.note.text, signature, witness);
      found.set(witness, Math.max(time, found.get(witness) ?? time));
    }
  }
  return [...found].map(([witness, time]) => ({ witness, time }));
}

function verifyCosignature(text: string, { signature }: NoteSignature, witness: VerifierKey): number {
  const who = `${witness.name}+${hex(witness.id)}`;
  if (signature.length !== 72) throw new Refused('forged', `The cosignature of ${who} does not have its 72 bytes.`);
  const time = new DataView(signature.buffer, signature.byteOffset, 8).getBigUint64(0);
  if (time > BigInt(Number.MAX_SAFE_INTEGER))
    throw new Refused('forged', `The cosignature of ${who} has an impossible time.`);
  if (!isSignature(signature.subarray(8), message(Number(time), text), witness.publicKey)) {
    throw new Refused('forged', `The cosignature of ${who} is not by that witness.`);
  }
  return Number(time);
}
