import { isUsdAmount, usdToCents } from '@clearbook/contracts/money';

/** What a text that somebody typed may name. Null, or empty, where it cannot be that. */
export type Asked = {
  readonly text: string;
  readonly id: string | null;
  readonly txid: string | null;
  readonly cents: bigint | null;
  readonly number: bigint | null;
  /** Compared with a payout's reference, in lower case. */
  readonly reference: string;
  /** As app.destination_keys writes them. */
  readonly destination: string | null;
  /** What an email is looked for by, where an at sign was typed. */
  readonly email: string | null;
  /** What names are compared with. */
  readonly names: string;
};

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TXID = /^(?:0x)?[0-9a-f]{64}$/;
const DESTINATION_LEAST = 3;
/** More digits than any sum has would not fit the column. */
const AMOUNT_MOST = 15;

export function askedFor(typed: string): Asked {
  const text = typed.trim().toLowerCase();
  const amount = text.replace(/^\$\s*/, '').replaceAll(/,(?=\d{3})/g, '');
  const destination = text.replaceAll(/[\s-]/g, '');
  return {
    text,
    id: ID.test(text) ? text : null,
    txid: TXID.test(text) ? text : null,
    cents: amount.length <= AMOUNT_MOST && isUsdAmount(amount) ? usdToCents(amount) : null,
    number: /^#?\d{1,15}$/.test(text) ? BigInt(text.replace('#', '')) : null,
    reference: text,
    destination: destination.length >= DESTINATION_LEAST ? destination : null,
    email: text.includes('@') ? text : null,
    names: text.split('@')[0] ?? '',
  };
}
