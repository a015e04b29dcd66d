import { messages } from '@clearbook/contracts/messages';
import type { Config } from '../../../platform/config.ts';
import { Problem } from '../../../platform/http/index.ts';

/** For whom a browser makes and uses a passkey: a name, and the origins that may ask for it. */
export type RelyingParty = { readonly id: string; readonly origins: readonly string[] };

/**
 * The name in the public address. Browsers make no passkey for a bare number: a server on this machine, which answers to localhost as well, has
 * them there.
 */
export function relyingPartyOf({
  publicUrl,
  allowedOrigins,
}: Pick<Config, 'publicUrl' | 'allowedOrigins'>): RelyingParty | undefined {
  const origins = [new URL(publicUrl).origin, ...allowedOrigins];
  const id = origins.map((origin) => new URL(origin).hostname).find((name) => !isNumber(name));
  if (id === undefined) return undefined;
  return { id, origins: [...new Set(origins.filter((origin) => new URL(origin).hostname === id))] };
}

/** @throws Problem 409 where the site has only a number for an address */
export function relyingParty(config: Pick<Config, 'publicUrl' | 'allowedOrigins'>): RelyingParty {
  const found = relyingPartyOf(config);
  if (!found) throw new Problem(409, 'auth.passkeys_unavailable', messages.passkey.unavailable);
  return found;
}

function isNumber(hostname: string): boolean {
  return /^[\d.]+$|^\[/.test(hostname);
}
