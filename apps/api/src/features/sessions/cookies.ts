import { KNOWN_DEVICE_LIFE_MS, SESSION_LIFE_MS } from '@clearbook/domain/access';
import type { Config } from '../../platform/config.ts';
import { cookieName, setCookie } from '../../platform/http/index.ts';

type Site = Pick<Config, 'publicUrl'>;

const isSecure = ({ publicUrl }: Site): boolean => publicUrl.startsWith('https:');

export function sessionCookieName(config: Site): string {
  return cookieName('clearbook', isSecure(config));
}

export function deviceCookieName(config: Site): string {
  return cookieName('clearbook_device', isSecure(config));
}

export function sessionCookie(config: Site, token: string, role: 'client' | 'admin'): string {
  return setCookie(sessionCookieName(config), token, {
    maxAgeSeconds: SESSION_LIFE_MS[role] / 1000,
    secure: isSecure(config),
    sameSite: 'Strict',
  });
}

export function noSessionCookie(config: Site): string {
  return setCookie(sessionCookieName(config), '', { maxAgeSeconds: 0, secure: isSecure(config), sameSite: 'Strict' });
}

export function deviceCookie(config: Site, token: string): string {
  return setCookie(deviceCookieName(config), token, {
    maxAgeSeconds: KNOWN_DEVICE_LIFE_MS / 1000,
    secure: isSecure(config),
    sameSite: 'Strict',
  });
}
