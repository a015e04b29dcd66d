const PREFIX = 'request:';

/** The key of what a person asks for. The product's own keys have other prefixes, so that nobody can guess one and take its place. */
export function requestKey(key: string): string {
  return `${PREFIX}${key}`;
}

export function isRequest(key: string): boolean {
  return key.startsWith(PREFIX);
}
