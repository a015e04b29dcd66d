/** Whether this browser can use a passkey at this address. None does for a bare number, such as 127.0.0.1. */
export function passkeysWork(): boolean {
  return 'PublicKeyCredential' in window && !isNumber();
}

/** The same page by the name of this machine, where the address is its number and passkeys would work by name. */
export function namedAddress(): string | null {
  const { hostname, href } = window.location;
  if (!('PublicKeyCredential' in window) || hostname !== '127.0.0.1') return null;
  return href.replace('//127.0.0.1', '//localhost');
}

function isNumber(): boolean {
  return /^[\d.]+$|^\[/.test(window.location.hostname);
}
