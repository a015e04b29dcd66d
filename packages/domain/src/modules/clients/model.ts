import { id, table, time } from '../../kernel/table.ts';

/** Closed accounts (a client's own row is PARTIES of ../../kernel/party.ts). This row erases the person's name, addresses and login; everything else is erased because of it. */
export const ERASURES = table('app.erasure', { clientId: id, askedAt: time }, { key: ['clientId'] });
