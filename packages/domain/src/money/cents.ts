/** US cents. Every sum of money in the product is one of these; there is no other representation on the server. */
export type Cents = bigint;

/** "1234.50" from 123450n: the wire format. */
export function centsToDecimal(cents: Cents): string {
  const sign = cents < 0n ? '-' : '';
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** "$1,234.50" from 123450n: for sentences. */
export function formatUsd(cents: Cents): string {
  const [whole = '0', part = '00'] = centsToDecimal(cents < 0n ? -cents : cents).split('.');
  return `${cents < 0n ? '\u2212' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part}`;
}

/** Cents from "1234.5" or "1234.50". Throws a RangeError on anything that is not a plain decimal with at most two decimals. */
export function decimalToCents(text: string): Cents {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) throw new RangeError('not a sum of money');
  const cents = BigInt(match[2] ?? '0') * 100n + BigInt((match[3] ?? '').padEnd(2, '0') || '0');
  return match[1] === '-' ? -cents : cents;
}
