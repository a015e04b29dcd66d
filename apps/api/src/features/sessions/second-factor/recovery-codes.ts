import { randomInt } from 'node:crypto';
import type { Seal } from '../../../platform/seal.ts';

export const RECOVERY_CODES = 10;
/** Letters and digits that cannot be mistaken for each other; twelve of them are 59 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Fresh codes, to be shown once. */
export function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('');
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/** What is kept of a code: bound to its owner, and worth nothing without the server's key. */
export function hashRecoveryCode(seal: Seal, userId: string, code: string): Buffer {
  return seal.mac(`recovery:${userId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);
}
