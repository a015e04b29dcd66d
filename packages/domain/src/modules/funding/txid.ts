import type { DepositMethod } from './model.ts';

/**
 * A transaction id as its network writes it, so that one payment has one name: 64 hex digits in lower case, on Ethereum after "0x". Null
 * where it is none.
 */
export function normaliseTxid(method: DepositMethod, text: string): string | null {
  const digits = text.trim().toLowerCase().replace(/^0x/, '');
  if (!/^[0-9a-f]{64}$/.test(digits)) return null;
  return prefix(method) + digits;
}

/** Of a payment that demo mode makes up: its deposit's own id after thirty-two zeros, which no network ever gave out. */
export function demoTxid(method: DepositMethod, depositId: string): string {
  return prefix(method) + depositId.replaceAll('-', '').padStart(64, '0');
}

function prefix(method: DepositMethod): string {
  return method === 'ethereum' ? '0x' : '';
}
