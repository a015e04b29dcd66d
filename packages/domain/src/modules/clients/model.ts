import { id, table, time } from '../../kernel/table.ts';

/** Accounts that have ended: the person's name, addresses and way in are gone with this row, the rest follows it. */
export const ERASURES = table('app.erasure', { clientId: id, askedAt: time }, { key: ['clientId'] });
