import type { IncomingHttpHeaders } from 'node:http';
import { messages } from '@clearbook/contracts/messages';
import { Problem } from './problem.ts';

export const originRefused = (): Problem => new Problem(403, 'request.origin_refused', messages.common.originRefused);

/**
 * A browser says where a request comes from; another site's is refused. A program (no Origin, no Sec-Fetch-Site) carries no
 * one else's cookie, and the JSON content type, which a form cannot send, guards against old browsers.
 */
export function cameFromElsewhere(headers: IncomingHttpHeaders, allowed: readonly string[]): boolean {
  const { origin } = headers;
  if (origin !== undefined) return !allowed.includes(origin);
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}
