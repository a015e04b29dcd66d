import { id, table, text, time } from '../../kernel/table.ts';

/** One-time links by which a new member of staff chooses a password. */
export const PASSWORD_LINKS = table(
  'app.password_link',
  {
    /** SHA-256 as PostgreSQL writes bytes: \x and hexadecimal digits. */
    tokenHash: text,
    userId: id,
    expiresAt: time,
  },
  { key: ['tokenHash'] },
);
