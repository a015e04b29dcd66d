import { TOTP } from 'otpauth';

const PERIOD_MS = 30_000;

/** What an authenticator app shows for this key at this moment, with the half minute that it belongs to and what is left of it. */
export function appCode(secret: string, at: number = Date.now()): { code: string; step: number; leftMs: number } {
  return {
    code: new TOTP({ secret }).generate({ timestamp: at }),
    step: Math.floor(at / PERIOD_MS),
    leftMs: PERIOD_MS - (at % PERIOD_MS),
  };
}
