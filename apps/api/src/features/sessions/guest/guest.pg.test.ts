import { messages } from '@clearbook/contracts/messages';
import { routes } from '@clearbook/contracts/routes';
import { GUEST_LIFE_MS, GUESTS_HERE_MAX } from '@clearbook/domain/access';
import pino from 'pino';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants, openBooks, simulatedPrices, type Books } from '../../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../../test/database.ts';
import { simulatedMarket } from '../../../../test/market.ts';
import { accessServer, type AccessServer, PASSWORD, stopLine } from '../../../../test/people.ts';
import { sparingDemoClients } from '../../demo/index.ts';
import { updateTrackRecord } from '../../trades/index.ts';
import { endGuests, isGuestAddress } from '../index.ts';

type Me = { id: string; username: string; email: string; guest: { until: string } | null };

let database: FreshDatabase;
let server: AccessServer;
let books: Books;
const log = pino({ level: 'silent' });
beforeAll(async () => {
  database = await freshDatabase();
  server = await accessServer(database);
  books = openBooks(database.pool);
  // The server's clock is the books' one.
  server.clock.advance(books.now().getTime() - server.clock.now().getTime());
});
afterAll(async () => {
  await books?.ledger.close();
  await server?.close();
  await database?.drop();
});

const cookieOf = (answer: { headers: { 'set-cookie'?: string | string[] | undefined } }) =>
  [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';

async function guest() {
  const answer = await server.post('/auth/guest', {});
  expect(answer.statusCode, answer.body).toBe(201);
  return { ...answer.json<Me>(), cookie: cookieOf(answer) };
}
const newcomer = (email: string) => ({ username: 'ada', fullname: 'Ada Moreno', email, password: PASSWORD });
const ends = () => endGuests({ pool: database.pool, ledger: books.ledger, log }, books.now());
const count = async (sql: string, ...values: unknown[]) =>
  (await database.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`, values)).rows[0]?.n;
const trade = (clientId: string) =>
  books.run({
    ...{ kind: 'open_trade', clientId, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 200_000n },
    ...{ stopLoss: null, takeProfit: null, signalId: null },
  } as const);

describe('a guest', () => {
  it('[A140] is a client without an address that any mail could reach, with paper money from the books and a session for a day', async () => {
    const one = await guest();
    expect(one.username).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ \d{4}$/);
    expect(one.email).toBe(`guest-${one.id}@guest.invalid`);
    expect(one.guest).toEqual({ until: new Date(server.clock.now().getTime() + GUEST_LIFE_MS).toISOString() });
    expect(await books.party(one.id)).toMatchObject({ cash: '1000000', deposited: '1000000', status: 'active' });
    expect(await count('app.mail_outbox m join app."user" u on u.id = m.user_id where u.id = $1 and m.state = $2', one.id, 'waiting')).toBe(0); // prettier-ignore
    const { rows } = await database.pool.query<{ expires_at: Date }>(
      'select expires_at from app.session where user_id = $1',
      [one.id],
    );
    expect(rows.map(({ expires_at: at }) => at.toISOString())).toEqual([one.guest?.until]);
    server.clock.advance(13 * 3_600_000);
    expect((await server.get('/me', one.cookie)).statusCode).toBe(200);
    server.clock.advance(-13 * 3_600_000);
    expect((await server.signIn(one.email)).status).toBe(401);
    const sent: string[] = [];
    const transport = sparingDemoClients(
      { send: ({ to }) => Promise.resolve(void sent.push(to)), close: () => undefined },
      isGuestAddress,
    );
    for (const to of [one.email, 'ada@example.org'])
      await transport.send({ to, from: 'us@example.org', subject: 's', text: 't' } as Parameters<typeof transport.send>[0]); // prettier-ignore
    expect(sent).toEqual(['ada@example.org']);
  });

  it('[A140] begins once in a browser: one that is signed in stays who it is', async () => {
    const one = await guest();
    const again = await server.post('/auth/guest', {}, { cookie: one.cookie });
    expect(again.json()).toMatchObject({ id: one.id });
    expect(again.headers['set-cookie']).toBeUndefined();
    const person = await server.person('stays@example.org');
    const asked = await server.post('/auth/guest', {}, { cookie: person.cookie });
    expect(asked.json()).toMatchObject({ id: person.id, guest: null });
  });

  it('[A140] begins where a session has idled out, which opens nothing any more and brings nothing; staff are answered from their networks alone', async () => {
    const idle = await server.person('idle@example.org');
    server.clock.advance(12 * 3_600_000);
    const asked = await server.post('/auth/guest', {}, { cookie: idle.cookie });
    expect(asked.json<Me>()).toMatchObject({ guest: { until: expect.any(String) as string } });
    expect((await server.get('/me', cookieOf(asked))).json()).toMatchObject({ id: asked.json<Me>().id });
    expect(await count('app.session where user_id = $1', idle.id)).toBe(0);
    server.clock.advance(-12 * 3_600_000);

    const own = await freshDatabase();
    const away = await accessServer(own, { staffNetworks: ['127.0.0.0/8'] });
    const cookie = await away.staff();
    const from = async (remoteAddress: string) =>
      (
        await away.app.inject({
          method: 'POST',
          url: '/api/v1/auth/guest',
          payload: {},
          headers: { cookie },
          remoteAddress,
        })
      ).json<{ code?: string; role?: string }>();
    expect([await from('127.0.0.1'), await from('203.0.113.9')]).toMatchObject([
      { role: 'admin' },
      { code: 'auth.network' },
    ]);
    await away.close();
    await own.drop();
  });

  it('[A142] five an hour begin from one network address, and no more than there is room for', async () => {
    const own = await freshDatabase();
    const limited = await accessServer(own, { rateLimits: true });
    const begun = async () => (await limited.post('/auth/guest', {})).statusCode;
    for (let i = 0; i < 5; i += 1) expect(await begun()).toBe(201);
    expect(await begun()).toBe(429);
    // Whoever has an IPv6 line has more addresses than there are places.
    const from = async (remoteAddress: string) =>
      (await limited.app.inject({ method: 'POST', url: '/api/v1/auth/guest', payload: {}, remoteAddress })).statusCode;
    for (let i = 0; i < 5; i += 1) expect(await from(`2001:db8:7:7::${i}`)).toBe(201);
    expect(await from('2001:db8:7:7:8::1')).toBe(429);
    limited.clock.advance(3_601_000);
    expect(await begun()).toBe(201);
    await own.ownerPool.query(
      `with made as (select gen_random_uuid() as id from generate_series(1, $1::int)), opened as materialized (select id, ledger.open_party(id, 'client') from made)
       insert into app.guest (party_id, began_at, until) select id, $2, $2::timestamptz + interval '1 day' from opened`,
      [GUESTS_HERE_MAX - 11, limited.clock.now()],
    );
    limited.clock.advance(3_601_000);
    const full = await limited.post('/auth/guest', {});
    expect([full.statusCode, full.json<{ detail: string }>().detail]).toEqual([429, messages.guest.full]);
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(3_600);
    await limited.close();
    await own.drop();
  });

  it('[A143] changes nothing but their own trading: every other route says to sign up', async () => {
    const { cookie } = await guest();
    const mutating = Object.entries(routes).filter(([key, { policy }]) => !key.startsWith('GET ') && (policy === 'client' || policy === 'owner')); // prettier-ignore
    const open = mutating.filter(([, route]) => 'guest' in route).map(([key]) => key);
    expect(open.filter((key) => /deposit|withdraw|top-up|loan|copy|purchase|identity|picture|password|email|two-factor|close$|archive|push|protection/.test(key))).toEqual(['POST /trades/:id/close']); // prettier-ignore
    for (const key of [
      'POST /identity',
      'POST /identity/source-of-funds',
      'POST /me/picture',
      'POST /auth/password',
      'POST /auth/two-factor/enrol',
      'POST /auth/email',
      'POST /auth/step-up',
    ] as const) {
      const [method, path] = key.split(' ') as ['POST', string];
      const answer = await server.app.inject({ method, url: `/api/v1${path}`, payload: '{}', headers: { cookie, 'content-type': 'application/json' } }); // prettier-ignore
      expect([key, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([key, 403, 'auth.guest']);
    }
    expect((await server.get('/me/sessions', cookie)).statusCode).toBe(200);
  });
});

it.each(['sign_up', 'deposits'] as const)(
  '[KS2] nobody begins as a guest while %s is stopped, and nothing is left of who tried',
  async (name) => {
    await guest();
    const line = (stopped: boolean) => stopLine(database.ownerPool, name, stopped);
    await line(true);
    const before = await count('ledger.party_book');
    const refused = await server.post('/auth/guest', {});
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { code: 'sign_up.stopped', detail: messages.switches.signUp },
    ]);
    expect([await count('ledger.party_book'), refused.headers['set-cookie']]).toEqual([before, undefined]);
    await line(false);
    expect((await guest()).guest).not.toBeNull();
  },
);

describe('the end of a guest’s day', () => {
  it('[A144] closes trades, takes back what is left, and erases the person; before that, and to anybody else, nothing happens', async () => {
    const [one, other] = [await guest(), await server.person('other@example.org')];
    await books.fund(other.id, 5_000n);
    expect((await trade(one.id)).outcome).toMatchObject({ ok: true });
    await ends();
    expect(await books.party(one.id)).toMatchObject({ status: 'active' });
    await expect(books.run({ kind: 'end_guest', clientId: other.id })).rejects.toMatchObject({ code: 'CB140' });
    expect((await books.run({ kind: 'end_guest', clientId: one.id })).outcome).toMatchObject({
      refusal: { code: 'user.not_empty', values: { trades: '1' } },
    });

    books.at(new Date(Math.max(books.now().getTime(), Date.parse(one.guest?.until ?? '')) + 1));
    await ends();
    await ends();
    expect(await books.party(one.id)).toMatchObject({ cash: '0', margin: '0', status: 'closed' });
    expect(await books.party(other.id)).toMatchObject({ cash: '5000', status: 'active' });
    expect((await server.get('/me', one.cookie)).statusCode).toBe(401);
    const { rows } = await database.pool.query<{ email: string; username: string }>(
      'select email, username from app."user" where id = $1',
      [one.id],
    );
    expect(rows).toEqual([{ email: `closed-${one.id}@closed.invalid`, username: 'closed' }]);
    expect(await count('app.guest where party_id = $1 and ended_at is not null', one.id)).toBe(1);
    expect(await brokenInvariants(database.pool)).toEqual([]);
  });
});

it('[A144] a guest whose trade waits for a market stays until there is a price, holds nobody up, and loses the session right away', async () => {
  let open = true;
  const prices = simulatedPrices(() => own.now());
  const closed = { ok: false, code: 'market.closed', detail: 'closed' } as const;
  const own = openBooks(database.pool, {
    prices: {
      ...prices,
      quote: (...asked) => (open ? prices.quote(...asked) : (closed as ReturnType<typeof prices.quote>)),
    },
  });
  own.at(books.now());
  const [waiting, other] = [await guest(), await guest()];
  expect((await trade(waiting.id)).outcome).toMatchObject({ ok: true });
  const order = { kind: 'place_order', clientId: waiting.id, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 200_000n } as const; // prettier-ignore
  const price = { type: 'limit', timeInForce: 'gtc', price: 5_000_000_000n } as const; // prettier-ignore
  const placed = await books.run({ ...order, ...price, stopLoss: null, takeProfit: null });
  expect(placed.outcome).toMatchObject({ ok: true });
  open = false;
  own.at(new Date(Date.parse(waiting.guest?.until ?? '') + 1));
  const endsThere = () => endGuests({ pool: database.pool, ledger: own.ledger, log }, own.now());
  await endsThere();
  expect(await own.party(waiting.id)).toMatchObject({ status: 'active', margin: '200000' });
  expect(await count('ledger.working_order where client_id = $1 and ended_at is null', waiting.id)).toBe(0);
  expect((await server.get('/me', waiting.cookie)).statusCode).toBe(401);
  expect(await own.party(other.id)).toMatchObject({ cash: '0', status: 'closed' });
  open = true;
  await endsThere();
  expect(await own.party(waiting.id)).toMatchObject({ cash: '0', margin: '0', status: 'closed' });
  // All who have traded here were guests: nobody of whom it is said how many lose.
  await updateTrackRecord({ pool: database.pool, market: simulatedMarket(own.now) }, own.now());
  expect(await count('ledger.trade')).toBe(2);
  expect(await count('app.track_record where until is not null and clients = 0')).toBe(1);
  books.at(own.now());
  await own.ledger.close();
});

describe('a guest who signs up', () => {
  const keeps = (cookie: string, email: string) => server.post('/auth/guest/sign-up', newcomer(email), { cookie });

  it('[A145] is the same client with the same money, logs in with a password, and may do everything', async () => {
    const one = await guest();
    const answer = await keeps(one.cookie, 'kept@example.org');
    expect([answer.statusCode, answer.json()]).toEqual([201, { message: messages.guest.kept }]);
    expect((await server.get('/me', one.cookie)).statusCode).toBe(401);
    expect((await server.get('/me', cookieOf(answer))).json()).toMatchObject({
      ...{ id: one.id, email: 'kept@example.org', username: 'ada', guest: null },
    });
    expect(await books.party(one.id)).toMatchObject({ cash: '1000000' });
    expect((await server.signIn('kept@example.org')).status).toBe(200);
    expect(await count("app.mail_outbox where user_id = $1 and template = 'welcome'", one.id)).toBe(1);
    const asked = await server.post('/auth/email', { email: 'x@example.org', password: PASSWORD }, { cookie: cookieOf(answer) }); // prettier-ignore
    expect(asked.statusCode).toBe(204);
    books.at(new Date(books.now().getTime() + 2 * GUEST_LIFE_MS));
    await ends();
    expect(await books.party(one.id)).toMatchObject({ status: 'active' });
    await expect(books.run({ kind: 'end_guest', clientId: one.id })).rejects.toMatchObject({ code: 'CB140' });
  });

  it('[KS2] stays a guest while sign-up is stopped, and signs up afterwards', async () => {
    const one = await guest();
    await stopLine(database.ownerPool, 'sign_up', true);
    const refused = await keeps(one.cookie, 'patient@example.org');
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'sign_up.stopped' }]);
    expect((await server.get('/me', one.cookie)).json()).toMatchObject({ id: one.id, guest: one.guest });
    await stopLine(database.ownerPool, 'sign_up', false);
    expect((await keeps(one.cookie, 'patient@example.org')).statusCode).toBe(201);
  });

  it('[A145] gets the same answer for a known address, whose owner alone hears of it, and stays a guest', async () => {
    const owner = await server.person('owner145@example.org');
    const one = await guest();
    const answer = await keeps(one.cookie, 'owner145@example.org');
    expect([answer.statusCode, answer.json()]).toEqual([201, { message: messages.guest.kept }]);
    const cookie = cookieOf(answer);
    expect((await server.get('/me', cookie)).json()).toMatchObject({ id: one.id, guest: one.guest });
    expect(await count("app.mail_outbox where user_id = $1 and template = 'account-exists'", owner.id)).toBe(1);
    expect((await server.signIn('owner145@example.org')).status).toBe(200);

    expect((await keeps(cookie, 'later145@example.org')).statusCode).toBe(201);
    const person = await server.person(`${v7()}@example.org`);
    expect((await keeps(person.cookie, 'nobody@example.org')).json()).toMatchObject({ code: 'auth.not_a_guest' });
  });
});
