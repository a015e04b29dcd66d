import { sha256 } from './hashes.ts';
import { isEd25519, NAME, readSignatureLine } from './notes.ts';

/** https://c2sp.org/tlog-cosignature: the type of cosignatures with Ed25519. */
const COSIGNATURE = Uint8Array.of(4);
const KEY_BYTES = 32;
const TIME_BYTES = 8;
const VKEY = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/;

export type CosignerKey = { readonly name: string; readonly id: Buffer; readonly publicKey: Buffer };

/** Undefined where this is no verifier key of a witness. */
export function parseCosignerKey(vkey: string): CosignerKey | undefined {
  const [, name = '', id = '', encoded = ''] = VKEY.exec(vkey) ?? [];
  const key = Buffer.from(encoded, 'base64');
  if (
    !NAME.test(name) ||
    key[0] !== COSIGNATURE[0] ||
    key.length !== 1 + KEY_BYTES ||
    key.toString('base64') !== encoded
  )
    return undefined;
  const publicKey = key.subarray(1);
  const made = sha256(Buffer.from(`${name}\n`), COSIGNATURE, publicKey).subarray(0, 4);
  return made.toString('hex') === id ? { name, id: made, publicKey } : undefined;
}

/** Whether a line is this witness's cosignature under a checkpoint. */
export function isCosignedBy(witness: CosignerKey, text: string, line: string): boolean {
  const bytes = readSignatureLine(line, witness);
  if (bytes?.length !== TIME_BYTES + 64) return false;
  const time = bytes.readBigUInt64BE();
  return isEd25519(witness.publicKey, `cosignature/v1\ntime ${time}\n${text}`, bytes.subarray(TIME_BYTES));
}
