import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, thirty seconds. */
export const TOTP_PERIOD_S = 30;
const SHAPE = { algorithm: 'SHA1', digits: 6, period: TOTP_PERIOD_S } as const;
/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20;

export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** For the QR code: what an authenticator app reads. */
export function enrolmentUri(secret: string, site: string, account: string): string {
  return new TOTP({ ...SHAPE, secret, issuer: site, label: account }).toString();
}

/** The 30-second step that a moment lies in. */
export function stepOf(now: Date): number {
  return Math.floor(now.getTime() / 1000 / TOTP_PERIOD_S);
}

/**
 * `now` for the code of this very step, `late` for the one just before: that one is not accepted any more, and typing it is no guess.
 * A code so lives for thirty seconds and no longer.
 */
export function judgeCode(secret: string, code: string, now: Date): 'now' | 'late' | 'wrong' {
  const totp = new TOTP({ ...SHAPE, secret });
  const given = Buffer.from(code);
  const is = (timestamp: number): boolean => {
    const right = Buffer.from(totp.generate({ timestamp }));
    return right.length === given.length && timingSafeEqual(right, given);
  };
  if (is(now.getTime())) return 'now';
  return is(now.getTime() - TOTP_PERIOD_S * 1000) ? 'late' : 'wrong';
}
