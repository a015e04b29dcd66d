import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { isGuessable, isSessionAlive, normalizePassword, SESSION_IDLE_MS } from './index.ts';

const owner = { email: 'ann.lee@example.org', username: 'annlee77', fullname: 'Ann Lee', sitename: 'Harbour Desk' };

describe('passwords', () => {
  it.each([
    'password1234',
    'PASSWORD',
    'Password1!',
    'qwertyuiop',
    '12345678',
    '0123456789',
    '1234567890123',
    'aaaaaaaaaa',
    'abcabcabcab',
    'iloveyou',
    'dragon2026',
    'monkey!!!!',
  ])('[A30] %s is among the first that anyone tries', (password) => expect(isGuessable(password, owner)).toBe(true));
  it.each(['clearbooktrading2026', 'my-Clear-Book-1', 'harbourdesk1', 'Harbour Desk 2026'])(
    '[A31] %s holds the name of the site',
    (password) => expect(isGuessable(password, owner)).toBe(true),
  );
  it.each(['ann.lee@example.org', 'annlee77', 'ANN LEE', 'ann.lee2026'])(
    '[A32] %s is the owner’s own name',
    (password) => expect(isGuessable(password, owner)).toBe(true),
  );
  it.each([
    'correct horse battery',
    'wanderingteapot',
    'каштан под дождём',
    '🐢🐢 slow and steady',
    'x7#Kq!pw',
    'tide and timber',
  ])('[A33] %s is accepted: no rules of composition', (password) => expect(isGuessable(password, owner)).toBe(false));
  it('[A34] one text is one password, however it is composed; the list holds at least 3,000', () => {
    expect(normalizePassword('cafe\u0301 noir 99')).toBe(normalizePassword('café noir 99'));
    expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(3000);
  });
});

describe('sessions', () => {
  it('[A35] end at their absolute limit, and when nothing was asked for too long, staff’s sooner', () => {
    const at = (ms: number) => new Date(1_700_000_000_000 + ms);
    for (const role of ['client', 'admin'] as const) {
      const session = { role, lastSeenAt: at(0), expiresAt: at(SESSION_IDLE_MS[role] * 2) };
      expect(isSessionAlive(session, at(SESSION_IDLE_MS[role] - 1))).toBe(true);
      expect(isSessionAlive(session, at(SESSION_IDLE_MS[role]))).toBe(false);
      expect(isSessionAlive({ ...session, lastSeenAt: session.expiresAt }, session.expiresAt)).toBe(false);
    }
    expect(SESSION_IDLE_MS.admin).toBeLessThan(SESSION_IDLE_MS.client);
  });
});
