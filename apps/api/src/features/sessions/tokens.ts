import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 bits nobody can guess, as text for a cookie or a link. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of a token. It has 256 random bits, so one pass of SHA-256 is as good as a slow hash. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** A link that works once, and what is stored of it. */
export function oneTimeLink(): { token: string; hash: string } {
  const token = newToken();
  return { token, hash: hashToken(token).toString('hex') };
}
