import { hash, randomInt } from 'node:crypto';

export const CODE_DIGITS = 6;

/** A fresh code for one withdrawal. */
export function newCode(): string {
  return randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
}

/** The stored form of a code. It's bound to its withdrawal, whose amount and destination never change, so it confirms nothing else. */
export function hashCode(withdrawalId: string, code: string): string {
  return hash('sha256', `${withdrawalId}:${code}`);
}
