/** Only addresses of this site, and none that needs no sign-in; anything else leads to Home. */
export function safeTarget(from: unknown): string {
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return '/dashboard';
  return /^\/(?:login|signup|register|reset-password)?(?:[?#]|$)/.test(from) ? '/dashboard' : from;
}
