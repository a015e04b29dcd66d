/** A fetch that keeps cookies, as any program that signs in needs one: the session comes in a cookie and nowhere else. */
export function withCookies(): typeof fetch {
  const jar = new Map<string, string>();
  return async (input, init) => {
    const request = new Request(input, init);
    if (jar.size > 0) request.headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(request);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
}

/** One of its kind each time. */
export const key = (): string => crypto.randomUUID();

export function expected<T>(value: T | undefined, error: unknown): T {
  if (value === undefined) throw new Error(`refused: ${JSON.stringify(error)}`);
  return value;
}
