import { randomUUID } from 'node:crypto';
import { call, parsed } from './http-client.ts';
import { waitFor } from './process.ts';

/** What a person's own browser would send. Throws on any refusal. */
export type Ask = <T>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T>;
type Mails = { data: { id: string; subject: string; text: string }[] };

/**
 * A withdrawal that waits for staff. A destination that the client was never paid to asks for the code first, which a demo client reads in
 * their own mailbox.
 */
export async function withdraws(ask: Ask, body: object): Promise<{ id: string }> {
  const codes = async () =>
    (await ask<Mails>('GET', '/me/mailbox')).data.filter(({ subject }) => subject.startsWith('Your withdrawal code'));
  const known = new Set((await codes()).map(({ id }) => id));
  const { id, status } = await ask<{ id: string; status: string }>('POST', '/withdrawals', body);
  if (status !== 'awaiting_code') return { id };
  let code: string | undefined;
  await waitFor(async () => {
    const mail = (await codes()).find((each) => !known.has(each.id));
    code = /Your code is (\d{6})/.exec(mail?.text ?? '')?.[1];
    return code !== undefined;
  }, 'the mail with a withdrawal code');
  await ask('POST', `/withdrawals/${id}/confirm`, { code });
  return { id };
}

/** Pays a client once, so that this destination asks for no code any more. */
export async function paysOnce(client: Ask, admin: Ask, body: object): Promise<string> {
  const { id } = await withdraws(client, body);
  await admin('POST', `/admin/withdrawals/${id}/decision`, { decision: 'approve' });
  return id;
}

/** Asks one server as this person. */
export function asker(base: string, { cookie }: { cookie: string }): Ask {
  return async (method, path, body) => parsed(await call(base, { method, path, body, cookie, key: randomUUID() }));
}
