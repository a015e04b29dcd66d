import { pushBody } from '@clearbook/contracts/push';
import type { RouteKey } from '@clearbook/contracts/routes';
import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openUser } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import type { Register } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueMail, renderNotification } from '../../platform/mail/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { PushKeys } from './keys.ts';
import { messageOf } from './message.ts';
import { pushRoutes } from './routes.ts';
import { PushRefused, type PushRequest } from './transport.ts';
import { PushWorker } from './worker.ts';

let db: FreshDatabase;
let now = new Date('2026-03-11T16:00:00.000Z');
let user: string;
let session: string;
let answers: (number | Error)[];
let sent: PushRequest[];

const seal = createSeal(randomBytes(32));
const log = { warn: () => undefined };
const site = { site_email: 'help@example.test', complaints_email: '', site_url: 'https://trade.example.test' };
type AnyHandler = (context: object) => Promise<unknown>;
const handlers = new Map<RouteKey, AnyHandler>();
const keysOf = (by = seal) => new PushKeys({ pool: db.pool, seal: by, log });
const worker = () =>
  new PushWorker({
    ...{ pool: db.pool, log, site, keys: keysOf(), clock: { now: () => now } },
    transport: {
      send(request) {
        sent.push(request);
        const answer = answers.shift() ?? 201;
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    },
  });

beforeAll(async () => {
  db = await freshDatabase();
  pushRoutes(((key: RouteKey, handler: AnyHandler) => void handlers.set(key, handler)) as unknown as Register, {
    pool: db.pool,
    keys: keysOf(),
  });
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.pool.query('delete from app.push_subscription');
  [answers, sent] = [[], []];
  user = newId();
  await openUser(db.pool, user, 'client');
  session = await signIn(user);
});

async function signIn(of: string): Promise<string> {
  const id = newId();
  await db.pool.query(
    `insert into app.session (token_hash, id, user_id, created_at, last_seen_at, expires_at, user_agent) values ($1, $2, $3, $4, $4, $4::timestamptz + interval '1 day', 'test')`,
    [randomBytes(32), id, of, now],
  );
  return id;
}
function browser(details = false) {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return pushBody.parse({
    endpoint: `https://push.example.com/send/${newId()}`,
    p256dh: ecdh.getPublicKey().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
    details,
  });
}
const call = (key: RouteKey, sessionId = session, body?: object) =>
  handlers.get(key)?.({ actor: { userId: user, sessionId }, body, now }) as Promise<{
    public_key: string;
    subscription: { endpoint: string; details: boolean } | null;
  }>;
const notify = (template: 'password-changed' | 'new-device' = 'password-changed') =>
  enqueueMail(db.pool, { userId: user, template, values: { time: 'now', device: 'Firefox' } }, now);
const waiting = async () => (await db.pool.query('select from app.push_outbox')).rowCount;
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};

describe('turning it on', () => {
  it('[WP1] it is off at first, belongs to the session, and ends with it', async () => {
    expect((await call('GET /me/push')).subscription).toBeNull();
    const [first, second] = [browser(), browser(true)];
    await call('PUT /me/push', session, first);
    expect((await call('PUT /me/push', session, second)).subscription).toEqual({
      endpoint: second.endpoint,
      details: true,
    });
    const other = await signIn(user);
    expect((await call('GET /me/push', other)).subscription).toBeNull();
    await call('DELETE /me/push', other);
    expect((await call('GET /me/push')).subscription).not.toBeNull();
    await notify();
    await db.pool.query('delete from app.session where id = $1', [session]);
    expect((await call('GET /me/push')).subscription).toBeNull();
    expect(await waiting()).toBe(0);
  });

  it('[WP5] takes no address but a push service’s: https, the usual port, a name', () => {
    const own = browser();
    for (const endpoint of [
      'http://push.example.com/x',
      'https://push.example.com:8443/x',
      'https://user:word@push.example.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://2130706433/x',
      'https://localhost/x',
      'https://intranet/x',
      'file:///etc/passwd',
      `https://push.example.com/${'x'.repeat(1000)}`,
    ])
      expect(pushBody.safeParse({ ...own, endpoint }).success, endpoint).toBe(false);
  });
});

describe('sending', () => {
  it('[WP2] each unread notification goes to each device, with its transaction, and nothing that counts as read does', async () => {
    await call('PUT /me/push', session, browser());
    await call('PUT /me/push', await signIn(user), browser());
    const client = await db.pool.connect();
    await client.query('begin');
    await enqueueMail(client, { userId: user, template: 'password-changed', values: { time: 'now' } }, now);
    await client.query('rollback');
    client.release();
    await db.pool.query(
      `insert into app.notification (user_id, id, kind, "values", at, read_at) values ($1, $2, 'top-up', '{}', $3, $3)`,
      [user, newId(), now],
    );
    expect(await waiting()).toBe(0);
    await notify();
    expect(await waiting()).toBe(2);
    await worker().run();
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ url }) => url)).size).toBe(2);
    expect(await waiting()).toBe(0);
  });

  it('[WP2] a device that is being signed out is left out, and neither fails nor delays what it would have been told of', async () => {
    await call('PUT /me/push', session, browser());
    const other = await signIn(user);
    const stays = browser();
    await call('PUT /me/push', other, stays);
    const leaving = await db.pool.connect();
    try {
      await leaving.query('begin');
      await leaving.query('delete from app.session where id = $1', [session]);
      // Committed before the sign-out is.
      await notify();
      await leaving.query('commit');
    } finally {
      leaving.release();
    }
    const { rows } = await db.pool.query<{ endpoint: string }>(
      'select s.endpoint from app.push_outbox o join app.push_subscription s on s.id = o.subscription_id',
    );
    expect(rows).toEqual([{ endpoint: stays.endpoint }]);
    const told = await db.pool.query('select from app.notification where user_id = $1', [user]);
    expect(told.rowCount).toBe(1);
  });

  it('[WP3] two processes send each message once; what one died with is sent again after a minute', async () => {
    await call('PUT /me/push', session, browser());
    for (let i = 0; i < 30; i += 1) await notify();
    await Promise.all([worker().run(), worker().run()]);
    expect(sent).toHaveLength(30);
    await notify();
    await db.pool.query(`update app.push_outbox set attempts = 1, next_at = $1::timestamptz + interval '60 seconds'`, [
      now,
    ]);
    await worker().run();
    expect(sent).toHaveLength(30);
    later(61);
    await worker().run();
    expect(sent).toHaveLength(31);
  });

  it('[WP3] a service that fails is asked again, later each time, and not for ever', async () => {
    await call('PUT /me/push', session, browser());
    await notify();
    answers = [503, new Error('silence'), 429];
    await worker().run();
    await worker().run();
    expect(sent).toHaveLength(1);
    later(5);
    await worker().run();
    later(5);
    await worker().run();
    expect(sent).toHaveLength(2);
    later(5);
    await worker().run();
    expect([sent.length, await waiting()]).toEqual([3, 1]);
    later(5 * 3_600);
    await worker().run();
    expect([sent.length, await waiting()]).toEqual([3, 0]);
    await notify();
    answers = [413];
    await worker().run();
    expect([await waiting(), (await call('GET /me/push')).subscription !== null]).toEqual([0, true]);
  });

  it('[WP3] a service that never answers keeps one message on its way, and delays those of nobody else', async () => {
    const silent = browser();
    await call('PUT /me/push', session, silent);
    for (let i = 0; i < 40; i += 1) await notify();
    const [other, answering] = [newId(), browser()];
    await openUser(db.pool, other, 'client');
    await handlers.get('PUT /me/push')?.({
      actor: { userId: other, sessionId: await signIn(other) },
      body: answering,
      now,
    });
    const tell = () =>
      enqueueMail(db.pool, { userId: other, template: 'password-changed', values: { time: 'now' } }, now);
    const gaveUp = Promise.withResolvers<number>();
    const urls: string[] = [];
    const asked = (url: string) => urls.filter((each) => each === url).length;
    const sending = new PushWorker({
      ...{ pool: db.pool, log, site, keys: keysOf(), clock: { now: () => now } },
      transport: {
        send({ url }) {
          urls.push(url);
          return url === silent.endpoint ? gaveUp.promise : Promise.resolve(201);
        },
      },
    });
    await tell();
    const run = sending.run();
    await expect.poll(() => asked(answering.endpoint)).toBe(1);
    await tell();
    void sending.run();
    await expect.poll(() => asked(answering.endpoint)).toBe(2);
    gaveUp.resolve(503);
    await run;
    // All that waits for it waits for its next try.
    await sending.run();
    expect([asked(silent.endpoint), await waiting()]).toEqual([1, 40]);
    later(5);
    await sending.run();
    expect([asked(silent.endpoint), await waiting()]).toEqual([2, 40]);
  });

  it.each([404, 410, new PushRefused('private')])(
    '[WP1] [WP5] after %s nothing is sent there any more',
    async (answer) => {
      await call('PUT /me/push', session, browser());
      await notify();
      answers = [answer];
      await worker().run();
      expect((await call('GET /me/push')).subscription).toBeNull();
      await notify();
      await worker().run();
      expect(sent).toHaveLength(1);
    },
  );

  it('[WP6] signed by the installation and encrypted for the browser: nothing of it can be read on the way', async () => {
    await call('PUT /me/push', session, browser(true));
    await notify();
    await worker().run();
    const [message] = sent;
    expect(message?.headers['Authorization']).toMatch(/^vapid t=[\w.-]+, k=[\w-]{87}$/);
    expect(message?.headers['Content-Encoding']).toBe('aes128gcm');
    expect(message?.body.toString('latin1')).not.toMatch(/password|Clearbook/i);
  });
});

it('[WP4] a device whose session idled out hears no more than that there is something new, and nothing after its absolute end', async () => {
  const bytesSent = async () => {
    sent = [];
    await notify();
    await worker().run();
    return sent.map(({ body }) => body.length);
  };
  await call('PUT /me/push', session, browser());
  const [hidden] = await bytesSent();
  await call('PUT /me/push', session, browser(true));
  const [told] = await bytesSent();
  expect(told).not.toBe(hidden);
  // A session's row stays as it is, so an idle one is only told by its times.
  await db.pool.query(`update app.session set last_seen_at = $2::timestamptz - interval '12 hours' where id = $1`, [
    session,
    now,
  ]);
  expect(await bytesSent()).toEqual([hidden]);
  await db.pool.query('update app.session set expires_at = $2 where id = $1', [session, now]);
  expect([await bytesSent(), await waiting()]).toEqual([[], 0]);
});

it('[S162] [WP4] a locked screen shows prices of alerts, and of the account only that there is something new', () => {
  const values = { ...site, user_name: 'Ada', user_email: 'ada@example.test', site_name: 'Clearbook' };
  const rendered = (kind: string, more: Record<string, string>) =>
    renderNotification(kind, { ...values, ...more }, 'x');
  const money = rendered('deposit-approved', { amount: '$500.00' });
  expect(messageOf('deposit-approved', 'n', 'Clearbook', false, money)).toEqual({
    ...{ title: 'Clearbook', body: 'You have a new notification. Open the app to read it.', tag: 'n' },
    to: money.to,
  });
  expect(messageOf('deposit-approved', 'n', 'Clearbook', true, money).body).toContain('$500.00');
  const price = rendered('alert-above', { symbol: 'BTC', level: '61,000.00', price: '61,250.00', time: 'noon' });
  expect(messageOf('alert-above', 'n', 'Clearbook', false, price)).toMatchObject({
    ...{ title: 'BTC/USD reached 61,000.00', to: '/alerts' },
  });
});

it('[WP6] the key is made once for all processes, sealed, and replaced with its subscriptions where it can’t be opened', async () => {
  const [one, two] = await Promise.all([keysOf().current(now), keysOf().current(now)]);
  expect(one).toEqual(two);
  const { rows } = await db.pool.query<{ all: string }>('select k::text as all from app.push_key k');
  expect(rows[0]?.all).not.toContain(Buffer.from(one.privateKey).toString('hex'));
  await call('PUT /me/push', session, browser());
  const other = keysOf(createSeal(randomBytes(32)));
  expect((await other.current(now)).publicKey).not.toBe(one.publicKey);
  expect((await db.pool.query('select from app.push_subscription')).rowCount).toBe(0);
});
