import type { Receipt } from '../../transparency/index.ts';
import type { Row } from '../fields.ts';

/** The fields of a receipt, for `declared`. */
export const RECEIPT = 'canonical bytes, nonce bytes, leaf_index count, proof hashes';
/** The same where there may be none. */
export const RECEIPT_IF_ANY = 'canonical bytes?, nonce bytes?, leaf_index count?, proof hashes?';

/** Null in every field where there is none. */
export function ofReceipt(receipt: Receipt | undefined): Row {
  if (receipt === undefined) return { canonical: null, nonce: null, leaf_index: null, proof: null };
  const { canonical, nonce, leafIndex, proof } = receipt;
  return { canonical, nonce, leaf_index: leafIndex, proof };
}
