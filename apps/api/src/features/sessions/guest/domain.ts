/** Nobody can own a name under .invalid (RFC 6761). Mail to a guest never leaves (platform/mail gets a transport that keeps it back). */
export const GUEST_DOMAIN = 'guest.invalid';

export function isGuestAddress(address: string): boolean {
  return address.toLowerCase().endsWith(`@${GUEST_DOMAIN}`);
}
