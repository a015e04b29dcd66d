/** Values are ours: base64url tokens. Anything else in the header is skipped, whatever it is. */
const VALUE = /^[A-Za-z0-9_-]{1,200}$/;

/** The cookie's value, or undefined where it is absent, malformed or there twice (which one would count?). */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  let found: string | undefined;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    if (found !== undefined) return undefined;
    found = part.slice(at + 1).trim();
  }
  return found !== undefined && VALUE.test(found) ? found : undefined;
}

export type CookieOptions = { maxAgeSeconds: number; secure: boolean; sameSite: 'Lax' | 'Strict' };

export function setCookie(name: string, value: string, { maxAgeSeconds, secure, sameSite }: CookieOptions): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
}

/** The `__Host-` prefix makes the browser itself refuse a cookie from a sibling domain or over plain http. */
export function cookieName(base: string, secure: boolean): string {
  return secure ? `__Host-${base}` : base;
}
