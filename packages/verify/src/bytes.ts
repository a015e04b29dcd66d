import { Refused } from './refused.ts';

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

export function utf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

export function readUtf8(bytes: Uint8Array, what: string): string {
  try {
    return DECODER.decode(bytes);
  } catch {
    throw new Refused('malformed', `${what} is not valid UTF-8.`);
  }
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function base64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Padded, and with zeros where the last character has more bits than the bytes need, so that nothing says the same bytes in another way. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;
const BASE64_LETTERS = /^[A-Za-z0-9+/]*={0,2}$/;

/** RFC 4648, section 4. */
export function readBase64(text: string, what: string): Uint8Array {
  if (!BASE64.test(text)) {
    if (!BASE64_LETTERS.test(text) || text.length % 4 !== 0) throw new Refused('malformed', `${what} is not base64.`);
    throw new Refused('malformed', `${what} is base64, but not in its one correct form.`);
  }
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** A count as these formats write it: decimal digits, without leading zeros. */
export function readCount(text: string, what: string): number {
  if (!/^(0|[1-9][0-9]*)$/.test(text)) {
    throw new Refused('malformed', `${what} is not a whole number without leading zeros.`);
  }
  const count = Number(text);
  if (!Number.isSafeInteger(count)) throw new Refused('malformed', `${what} is larger than any log can be.`);
  return count;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** A SHA-256 hash on a line of its own. */
export function readHash(text: string, what: string): Uint8Array {
  const bytes = readBase64(text, what);
  if (bytes.length !== 32) throw new Refused('malformed', `${what} has ${bytes.length} bytes; a SHA-256 hash has 32.`);
  return bytes;
}
