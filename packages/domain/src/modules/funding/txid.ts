import type { DepositMethod } from './model.ts';

/**
 * A transaction id as its network writes it, so that one payment has one name: 64 hex digits in lower case, on Ethereum after "0x". Null
 * if it isn't one.
 */
export function normaliseTxid(method: DepositMethod, text: string): string | null {
  const digits = text.trim().toLowerCase().replace(/^0x/, '');
  if (!/^[0-9a-f]{64}$/.test(digits)) return null;
  return prefix(method) + digits;
}

/** The id of a made-up payment in demo mode: thirty-two zeros and the deposit's own id, which exists on no network. */
export function demoTxid(method: DepositMethod, depositId: string): string {
  return prefix(method) + depositId.replaceAll('-', '').padStart(64, '0');
}

function prefix(method: DepositMethod): string {
  return method === 'ethereum' ? '0x' : '';
}
