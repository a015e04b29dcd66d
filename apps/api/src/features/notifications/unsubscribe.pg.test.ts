import type { OptionalMail } from '@clearbook/contracts/notifications';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headersOf, MailWorker, type OutgoingMail } from '../../platform/mail/index.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { type AccessServer, accessServer, ORIGIN } from '../../../test/people.ts';
import { enqueueMail, type MailTemplate } from '../../platform/mail/index.ts';
import { createLog } from '../../platform/log.ts';
import { unsubscribeLink } from './index.ts';

let db: FreshDatabase;
let server: AccessServer;
let worker: MailWorker;
const sent: OutgoingMail[] = [];

beforeAll(async () => {
  db = await freshDatabase();
  server = await accessServer(db);
  worker = new MailWorker({
    pool: db.pool,
    clock: server.clock,
    log: createLog({ level: 'fatal' }),
    transport: { send: (mail) => Promise.resolve(void sent.push(mail)), close: () => undefined },
    config: { mode: 'demo', mailFrom: 'Clearbook <no-reply@clearbook.example>', publicUrl: ORIGIN },
    unsubscribe: unsubscribeLink(server.seal, ORIGIN),
    pollMs: 20,
  });
  worker.start();
});
afterAll(async () => {
  await worker?.stop();
  await server?.close();
  await db?.drop();
});

const settings = async (cookie: string) =>
  (await server.get('/notifications/settings', cookie)).json<Record<OptionalMail, boolean>>();
async function mail(userId: string, template: MailTemplate, subject: RegExp, quiet = false): Promise<OutgoingMail> {
  const values = { symbol: 'BTC', level: '1', price: '1', time: 'now', amount: '$1.00', what: 'A change', until: 'x' };
  await enqueueMail(db.pool, { userId, template, values, ...(quiet && { quiet }) }, server.clock.now());
  const found = () => sent.findLast((one) => subject.test(one.subject));
  await expect.poll(found).toBeDefined();
  return found() as OutgoingMail;
}
/** As a mail program does it: the address of the header, and the header's own field. */
const clicks = (address: string, payload = 'List-Unsubscribe=One-Click') =>
  server.app.inject({
    method: 'POST',
    url: address.slice(ORIGIN.length),
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

it('[N60] a mail that follows a choice says in its header and at its end how to turn its kind off; no mail about money or access does', async () => {
  const { id, cookie } = await server.person('n50@example.org');
  await server.app.inject({
    method: 'PUT',
    url: '/api/v1/notifications/settings',
    payload: { own_doings: true, price_alerts: true },
    headers: { cookie },
  });
  const alert = await mail(id, 'alert-above', /^BTC\/USD reached/);
  expect(alert.unsubscribe).toContain(`${ORIGIN}/unsubscribe?token=price_alerts.`);
  expect(alert.text.endsWith(`Turn these emails off: ${alert.unsubscribe}`)).toBe(true);
  expect(alert.html).toContain(alert.unsubscribe);
  const own = await mail(id, 'top-up', /paper money|added/i, true);
  expect(own.unsubscribe).toContain('token=own_doings.');
  expect(headersOf(own)).toMatchObject({
    'List-Unsubscribe': { value: `<${own.unsubscribe}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  for (const [template, subject, quiet] of [
    ['password-changed', /password/i, false],
    ['adjustment', /adjust|credit|account/i, false],
    ['payouts-cooling', /on hold/i, true],
  ] as const) {
    const other = await mail(id, template, subject, quiet);
    expect(other.unsubscribe, template).toBeUndefined();
    expect(other.text).not.toContain('unsubscribe');
    expect(headersOf(other)).toEqual({ 'Auto-Submitted': 'auto-generated' });
  }
});

it('[N60] one click without a session turns that kind off and no other, twice is once, and the settings show it and turn it on again', async () => {
  const { id, cookie } = await server.person('n50b@example.org');
  const stranger = await server.person('n50c@example.org');
  const { unsubscribe = '' } = await mail(id, 'alert-falls', /^BTC\/USD is down/);
  const written = async () =>
    (await db.pool.query('select xmin from app.mail_preference where user_id = $1', [id])).rows;
  const unwanted = unsubscribeLink(server.seal, ORIGIN)(id, 'own_doings');
  expect((await clicks(unwanted)).statusCode).toBe(204);
  expect(await written(), 'they are off as it is').toEqual([]);
  const seen: unknown[] = [];
  for (let i = 0; i < 2; i += 1) {
    expect((await clicks(unsubscribe)).statusCode).toBe(204);
    expect(await settings(cookie)).toEqual({ own_doings: false, price_alerts: false });
    seen.push(await written());
  }
  expect(seen[0]).toHaveLength(1);
  expect(seen[1], 'the second click writes nothing').toEqual(seen[0]);
  expect(await settings(stranger.cookie)).toEqual({ own_doings: false, price_alerts: true });
  const both = { own_doings: true, price_alerts: true };
  const put = { method: 'PUT', url: '/api/v1/notifications/settings', payload: both, headers: { cookie } } as const;
  expect((await server.app.inject(put)).json()).toEqual(both);
  const own = unsubscribeLink(server.seal, ORIGIN)(id, 'own_doings');
  const token = new URL(own).searchParams.get('token');
  const answer = await server.post('/notifications/unsubscribe', { token });
  expect([answer.statusCode, answer.json()]).toEqual([200, { kind: 'own_doings' }]);
  expect(await settings(cookie)).toEqual({ own_doings: false, price_alerts: true });
});

it('[N60] a link that is changed, for another kind or without the click does nothing, and looking at it neither', async () => {
  const { id, cookie } = await server.person('n50d@example.org');
  const link = unsubscribeLink(server.seal, ORIGIN);
  const [alerts, other] = [
    link(id, 'price_alerts'),
    link((await server.person('n50e@example.org')).id, 'price_alerts'),
  ];
  const mark = other.split('.').at(-1) ?? '';
  const forged = [
    alerts.replace('price_alerts.', 'own_doings.'),
    alerts.replace('price_alerts.', 'passwords.'),
    `${alerts.slice(0, -mark.length)}${mark}`,
    alerts.slice(0, -5),
    `${ORIGIN}/unsubscribe?token=price_alerts.${'A'.repeat(22)}.${'A'.repeat(43)}`,
    `${ORIGIN}/unsubscribe?token=price_alerts.${'_'.repeat(22)}.${'A'.repeat(43)}`,
    `${ORIGIN}/unsubscribe`,
  ];
  for (const address of forged) expect((await clicks(address)).statusCode, address).toBe(410);
  expect((await clicks(alerts, 'anything=else')).statusCode).toBe(410);
  expect((await server.app.inject({ url: alerts.slice(ORIGIN.length) })).statusCode).toBe(404);
  expect((await server.post('/notifications/unsubscribe', { token: 'x' })).statusCode).toBe(422);
  expect(await settings(cookie)).toEqual({ own_doings: false, price_alerts: true });
});
