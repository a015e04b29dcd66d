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
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
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

/** RFC 4648, section 4: padded, and nothing that says the same bytes in another way. */
export function readBase64(text: string, what: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Refused('malformed', `${what} is not base64.`);
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    throw new Refused('malformed', `${what} is not base64.`);
  }
  if (base64(bytes) !== text) throw new Refused('malformed', `${what} is base64, but not in its one correct form.`);
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

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A SHA-256 hash on a line of its own. */
export function readHash(text: string, what: string): Uint8Array {
  const bytes = readBase64(text, what);
  if (bytes.length !== 32) throw new Refused('malformed', `${what} has ${bytes.length} bytes; a SHA-256 hash has 32.`);
  return bytes;
}
