const PREFIX = 'request:';

/** The key of a person's request. The product's own keys have other prefixes, so that nobody can guess and occupy one. */
export function requestKey(key: string): string {
  return `${PREFIX}${key}`;
}

export function isRequest(key: string): boolean {
  return key.startsWith(PREFIX);
}
