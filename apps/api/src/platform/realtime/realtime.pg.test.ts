import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MESSAGE_MAX_BYTES, SOCKETS_PER_PERSON, TOPICS } from '@clearbook/contracts/socket';
import type { ServerMessage } from '@clearbook/contracts/socket';
import { SESSION_IDLE_MS } from '@clearbook/domain/access';
import pg from 'pg';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { freshDatabase } from '../../../test/database.ts';
import type { FreshDatabase } from '../../../test/database.ts';
import { accessServer, ORIGIN, PASSWORD } from '../../../test/people.ts';
import type { AccessServer } from '../../../test/people.ts';
import { createLog } from '../log.ts';
import { invalidate } from './invalidation.ts';
import type { Invalidation } from './invalidation.ts';
import { Connection, FRAMES_UNANSWERED } from './connection.ts';
import { createRealtime } from './hub.ts';
import type { Realtime } from './hub.ts';

let database: FreshDatabase;
let server: AccessServer;
let hub: Realtime;
let ann: { id: string; cookie: string };
let bob: { id: string; cookie: string };
let admin: string;
let url: string;
let tick: (symbols: string[]) => void = () => undefined;
/** Where a test lets handshakes wait for one another, once it is known who they are. */
let crowd: (cookies: string | undefined) => Promise<void> = () => Promise.resolve();
/** What every answer to a handshake says of the limits. */
const LIMITS = { 'ratelimit-policy': '"general";q=9;w=60', ratelimit: '"general";r=8;t=60' };
const prices = new Map<string, number>();
/** Tiers by person: 16 where nothing else is said, undefined while it is not known. */
const tiers = new Map<string, number | undefined>();
const open: WebSocket[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  server = await accessServer(database, {
    beforeReady: (app, sessions) => {
      hub = createRealtime({
        app,
        connectionString: database.url,
        pool: database.pool,
        allowedOrigins: [ORIGIN],
        glance: async (cookies) => {
          const signed = await sessions.glance(cookies);
          await crowd(cookies);
          return signed;
        },
        countHandshake: () => ({ headers: LIMITS }),
        log: createLog({ level: 'fatal' }),
        recheckMs: 100,
        quotes: {
          onTick: (listener) => {
            tick = listener;
            return () => undefined;
          },
          isSymbol: (symbol) => /^(?:EURUSD|BTC|T[A-Z]+)$/.test(symbol),
          tierOf: (userId) => (tiers.has(userId) ? tiers.get(userId) : 16),
          tierChanged: (userId) => {
            if (userId !== null && tiers.has(userId)) tiers.set(userId, 8);
          },
          json: (symbol, tier) => JSON.stringify({ symbol, bid: String(prices.get(symbol) ?? 0), tier }),
        },
      });
    },
  });
  [ann, bob] = await Promise.all([server.person('ann@example.org'), server.person('bob@example.org')]);
  admin = await server.staff();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  await hub.start();
  url = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api/v1/stream`;
});
afterEach(async () => {
  crowd = () => Promise.resolve();
  for (const socket of open.splice(0)) socket.terminate();
  await expect.poll(() => hub.sockets()).toBe(0);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

type Reader = {
  socket: WebSocket;
  got: ServerMessage[];
  frames: number;
  /** When a sign of life came. */
  beats: number[];
  closed(): number | undefined;
  ask(op: string, channels: unknown): void;
};
async function connect(cookie: string, options: { origin?: string } = { origin: ORIGIN }): Promise<Reader> {
  const socket = new WebSocket(url, {
    headers: { cookie, ...(options.origin === undefined ? {} : { origin: options.origin }) },
  });
  open.push(socket);
  let code: number | undefined;
  const reader: Reader = {
    socket,
    got: [],
    frames: 0,
    beats: [],
    closed: () => code,
    ask: (op, channels) => socket.send(JSON.stringify({ op, channels })),
  };
  socket.on('message', (data) => {
    const messages = JSON.parse((data as Buffer).toString()) as ServerMessage[];
    // Signs of life come by a clock of their own.
    if (messages.some(({ type }) => type === 'heartbeat')) return reader.beats.push(performance.now());
    reader.frames += 1;
    return reader.got.push(...messages);
  });
  socket.on('close', (given) => {
    code = given;
  });
  await once(socket, 'open');
  return reader;
}
const refusal = (cookie: string, origin: string | undefined, path = '') =>
  new Promise<number | undefined>((resolve) => {
    const socket = new WebSocket(url + path, { headers: { cookie, ...(origin === undefined ? {} : { origin }) } });
    socket
      .on('unexpected-response', (_request, response) => resolve(response.statusCode))
      .on('open', () => resolve(200))
      .on('error', () => undefined);
    open.push(socket);
  });
/** What a handshake is answered that does not become a socket. */
const refused = (headers: Record<string, string>) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    new WebSocket(url, { headers })
      .on('open', () => reject(new Error('it opened')))
      .on('error', () => undefined)
      .on('unexpected-response', (_request, response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
  });
const invalidation = (own: Partial<Invalidation>): Invalidation => ({
  c: ann.id,
  t: ['account'],
  e: 'deposit_approved',
  s: null,
  a: false,
  ...own,
});
/** A mark that has arrived proves that everything sent before it has, too. It is repeated until the reader's subscription counts. */
async function settled(reader: Reader): Promise<void> {
  const mark = `mark-${Math.random()}`;
  await expect
    .poll(async () => {
      await invalidate(database.pool, [
        invalidation({ c: null, e: mark }),
        invalidation({ c: null, e: mark, a: true }),
      ]);
      return reader.got.some((message) => message.type === 'changed' && message.data.event === mark);
    })
    .toBe(true);
}
/** The connection on which the hub hears the database. */
async function breakListener(): Promise<void> {
  const superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  const broken = await superuser.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clearbook listener' and datname = current_database()",
  );
  await superuser.end();
  expect(broken.rowCount).toBe(1);
}
/** Word of others may arrive after it. */
const lastError = (reader: Reader) => reader.got.filter(({ type }) => type === 'error').at(-1);
const events = (reader: Reader) =>
  reader.got.flatMap((message) =>
    message.type === 'changed' && !message.data.event.startsWith('mark-')
      ? [`${message.channel} ${message.data.event}`]
      : [],
  );

describe('the handshake', () => {
  it('[R1] [X6] opens for this site’s exact origin and for programs, which name none, as every route does', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      `${ORIGIN}.evil.example`,
      'http://127.0.0.1:3001',
      'https://127.0.0.1:3000',
    ]) {
      expect(await refusal(ann.cookie, origin), origin).toBe(403);
    }
    expect(await refusal(ann.cookie, ORIGIN)).toBe(200);
    expect(await refusal(ann.cookie, undefined)).toBe(200);
  });

  it('[X6] refuses with a problem, as the description says', async () => {
    // Imported here, so that the other tests of this file also run where nothing is described yet.
    const { AnswerCheck } = await import('../../../test/answers/check.ts');
    const check = new AnswerCheck();
    for (let i = 0; i < SOCKETS_PER_PERSON; i += 1) await connect(bob.cookie);
    const cases: [number, string, Record<string, string>][] = [
      [401, 'auth.not_signed_in', {}],
      [403, 'request.origin_refused', { cookie: ann.cookie, origin: 'https://evil.example' }],
      [403, 'request.origin_refused', { cookie: ann.cookie, 'sec-fetch-site': 'cross-site' }],
      [429, 'socket.too_many', { cookie: bob.cookie }],
    ];
    for (const [status, code, headers] of cases) {
      const answer = await refused(headers);
      expect([answer.status, (JSON.parse(answer.text) as { code: string }).code]).toEqual([status, code]);
      expect(check.findings({ method: 'GET', route: '/api/v1/stream', ...answer }), code).toEqual([]);
    }
  });

  it('[X7] says in its answer what is left of the limit, whether or not it opens', async () => {
    expect((await refused({})).headers).toMatchObject(LIMITS);
    const opened = new WebSocket(url, { headers: { cookie: ann.cookie } });
    open.push(opened);
    const upgraded = once(opened, 'upgrade') as Promise<[{ headers: IncomingHttpHeaders }]>;
    await once(opened, 'open');
    expect((await upgraded)[0].headers).toMatchObject(LIMITS);
  });

  it('[X6] sends what AsyncAPI describes, in every message but the quotes that this test makes up', async () => {
    const frames: unknown[] = [];
    const reader = await connect(ann.cookie);
    reader.socket.on('message', (data) => frames.push(JSON.parse((data as Buffer).toString())));
    reader.ask('subscribe', ['account', 'quotes:NOPE']);
    reader.socket.send('{');
    await expect.poll(() => reader.got.filter(({ type }) => type === 'error').length).toBe(2);
    await settled(reader);
    const { describeSocket } = await import('../http/openapi/asyncapi.ts');
    const described = describeSocket() as { components: { messages: { frame: { payload: object } }; schemas: object } };
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    const { components } = described;
    const valid = ajv.compile({ ...components.messages.frame.payload, components: { schemas: components.schemas } });
    for (const frame of frames) expect(valid(frame), JSON.stringify([frame, valid.errors])).toBe(true);
  });

  it('[R2] opens only for somebody who is signed in, and takes no token from the address', async () => {
    expect(await refusal('', ORIGIN)).toBe(401);
    expect(await refusal('clearbook=nonsense', ORIGIN)).toBe(401);
    expect(await refusal(ann.cookie, ORIGIN, '?token=x')).toBe(404);
    expect(await refusal(ann.cookie, ORIGIN, '/other')).toBe(404);
  });

  it('[R3] opens a limited number of times for one person', async () => {
    for (let i = 0; i < SOCKETS_PER_PERSON; i += 1) await connect(ann.cookie);
    expect(await refusal(ann.cookie, ORIGIN)).toBe(429);
    expect(await refusal(bob.cookie, ORIGIN)).toBe(200);
  });

  it('[R15] counts handshakes that are begun side by side, and gives a slot back with its stream', async () => {
    const most = 20;
    let coming = 4 * most;
    const allKnown = new Promise<void>((resolve) => {
      crowd = (cookies) => {
        if (cookies === ann.cookie && (coming -= 1) === 0) resolve();
        return allKnown;
      };
    });
    const all = Array.from({ length: 4 * most }, () => refusal(ann.cookie, ORIGIN));
    const answers = await Promise.all(all);
    expect(answers.filter((status) => status === 200)).toHaveLength(most);
    expect(answers.filter((status) => status === 429)).toHaveLength(3 * most);
    for (const socket of open.splice(0)) socket.terminate();
    await expect.poll(() => hub.sockets()).toBe(0);
    const again = Array.from({ length: most }, () => refusal(ann.cookie, ORIGIN));
    expect(new Set(await Promise.all(again))).toEqual(new Set([200]));
  });
});

describe('channels', () => {
  it('[R4] bring a client what is theirs and nothing of anybody else', async () => {
    const [one, two] = [await connect(ann.cookie), await connect(bob.cookie)];
    for (const reader of [one, two]) reader.ask('subscribe', ['account']);
    await settled(one);
    await settled(two);
    await invalidate(database.pool, [invalidation({ s: '018f0000-0000-7000-8000-00000000000a' })]);
    await expect.poll(() => events(one)).toEqual(['account deposit_approved']);
    await settled(two);
    expect(events(two)).toEqual([]);
    expect(
      one.got.find((message) => message.type === 'changed' && message.data.event === 'deposit_approved'),
    ).toMatchObject({
      channel: 'account',
      data: { topics: ['account'], event: 'deposit_approved', subject_id: '018f0000-0000-7000-8000-00000000000a' },
    });
  });

  it('[R5] of staff open for staff alone, and other people’s do not exist', async () => {
    const [one, staff] = [await connect(ann.cookie), await connect(admin)];
    one.ask('subscribe', ['admin', 'account']);
    staff.ask('subscribe', ['admin']);
    await settled(one);
    await settled(staff);
    await invalidate(database.pool, [invalidation({ c: bob.id, e: 'withdrawal_requested', a: true })]);
    await expect.poll(() => events(staff)).toEqual(['admin withdrawal_requested']);
    await settled(one);
    expect(events(one)).toEqual([]);
    expect(one.got[0]).toMatchObject({ channel: 'admin', type: 'error', data: { code: 'auth.not_allowed' } });
    one.ask('subscribe', [`account:${bob.id}`]);
    await expect.poll(() => lastError(one)).toMatchObject({ type: 'error', data: { code: 'socket.unreadable' } });
  });

  it('[R6] of staff close with the role, at the next message', async () => {
    const staff = await connect(admin);
    staff.ask('subscribe', ['admin', 'account']);
    await settled(staff);
    await database.ownerPool.query("update app.user set role = 'client' where email = 'desk@example.org'");
    staff.ask('subscribe', ['admin']);
    await expect.poll(() => lastError(staff)).toBeDefined();
    await invalidate(database.pool, [invalidation({ e: 'secret', a: true })]);
    await settled(staff);
    expect(events(staff)).toEqual([]);
    await database.ownerPool.query("update app.user set role = 'admin' where email = 'desk@example.org'");
  });

  it('[R7] answer what they do not understand with an error and stay open; too much closes them', async () => {
    const reader = await connect(ann.cookie);
    for (const text of [
      'nonsense',
      '[]',
      '{"op":"subscribe"}',
      '{"op":"subscribe","channels":[]}',
      '{"op":"drop","channels":["account"]}',
      '{"op":"subscribe","channels":["account"],"user":"x"}',
      '{"op":"subscribe","channels":["quotes:NOPE"]}',
    ])
      reader.socket.send(text);
    reader.socket.send(Buffer.from([1, 2, 3]));
    await expect.poll(() => reader.got.filter(({ type }) => type === 'error').length).toBe(8);
    expect(reader.closed()).toBeUndefined();
    const loud = await connect(ann.cookie);
    for (let i = 0; i < 100; i += 1) loud.ask('subscribe', ['account']);
    await expect.poll(() => loud.closed()).toBe(1008);
    const large = await connect(ann.cookie);
    large.socket.send('x'.repeat(MESSAGE_MAX_BYTES + 1));
    await expect.poll(() => large.closed()).toBe(1009);
  });
});

describe('an open socket', () => {
  it('[R8] closes within a second of signing out, whichever process took the request, and others stay', async () => {
    const { cookie } = await server.signIn('ann@example.org');
    const [leaving, staying] = [await connect(cookie), await connect(ann.cookie)];
    await server.post('/auth/sign-out', {}, { cookie });
    await expect.poll(() => leaving.closed(), { timeout: 1_000 }).toBe(4401);
    expect(staying.closed()).toBeUndefined();
  });

  it('[R9] closes when its session ends with a new password, and when it runs out by the clock', async () => {
    const { cookie } = await server.person('carol@example.org');
    const second = await server.signIn('carol@example.org');
    const reader = await connect(second.cookie);
    await server.post(
      '/auth/password',
      { current_password: PASSWORD, new_password: 'a quieter harbour 9' },
      { cookie },
    );
    await expect.poll(() => reader.closed(), { timeout: 1_000 }).toBe(4401);
    const idle = await connect(admin);
    server.clock.advance(SESSION_IDLE_MS.admin);
    await expect.poll(() => idle.closed(), { timeout: 1_000 }).toBe(4401);
    admin = await server.staff();
  });

  it('[R10] hears what is said while the connection that listens is away, and need not read everything again', async () => {
    const reader = await connect(ann.cookie);
    reader.ask('subscribe', ['account']);
    await settled(reader);
    await breakListener();
    for (const e of ['one', 'two', 'three']) await invalidate(database.pool, [invalidation({ e })]);
    await settled(reader);
    expect(events(reader)).toEqual(['account one', 'account two', 'account three']);
  });

  it('[H19] is told to read everything again when a split takes effect, and so is one that opens while its page was reading', async () => {
    const [reader, beside] = [await connect(ann.cookie), await connect(bob.cookie)];
    for (const each of [reader, beside]) each.ask('subscribe', ['account']);
    await Promise.all([settled(reader), settled(beside)]);
    hub.readAgain();
    await expect.poll(() => events(reader)).toEqual(['account gap']);
    await expect.poll(() => events(beside)).toEqual(['account gap']);
    const late = await connect(ann.cookie);
    late.socket.send(JSON.stringify({ op: 'subscribe', channels: ['account'], since_ms: 60_000 }));
    await expect.poll(() => events(late)).toEqual(['account gap']);
  });

  it('[R18] hears with its subscription what changed since its page began to read, what is theirs alone, and a gap where that is not known', async () => {
    // The marks of this file are of the topic account.
    const told = (reader: Reader) =>
      reader.got.flatMap(({ channel, type, data }) => {
        if (type !== 'changed') return [];
        const topics = data.topics.filter((topic) => topic !== 'account').sort();
        return topics.length === 0 ? [] : [[channel, data.event, topics]];
      });
    const before = await connect(ann.cookie);
    before.ask('subscribe', ['account']);
    await settled(before);
    const began = performance.now();
    await invalidate(database.pool, [
      invalidation({ t: ['withdrawals', 'users'], e: 'withdrawal_requested', a: true }),
      invalidation({ t: ['withdrawals'], e: 'withdrawal_confirmed', a: true }),
      invalidation({ c: bob.id, t: ['loans'] }),
    ]);
    await settled(before);
    const [late, other, staff, unasked, old] = [
      await connect(ann.cookie),
      await connect(bob.cookie),
      await connect(admin),
      await connect(ann.cookie),
      await connect(ann.cookie),
    ];
    const sinceMs = Math.ceil(performance.now() - began);
    for (const [reader, since] of [
      [late, sinceMs],
      [other, sinceMs],
      [staff, sinceMs],
      [unasked, 0],
      [old, 3_600_000],
    ] as const)
      reader.socket.send(
        JSON.stringify({ op: 'subscribe', channels: [reader === staff ? 'admin' : 'account'], since_ms: since }),
      );
    for (const reader of [late, other, staff, unasked, old]) await settled(reader);
    expect(told(late)).toEqual([['account', 'missed', ['users', 'withdrawals']]]);
    expect(told(other)).toEqual([['account', 'missed', ['loans']]]);
    expect(told(staff)).toEqual([['admin', 'missed', ['users', 'withdrawals']]]);
    expect(told(unasked)).toEqual([]);
    expect(told(old)).toEqual([['account', 'gap', TOPICS.filter((topic) => topic !== 'account').sort()]]);
  });

  it('[R16] names every topic that an invalidation can carry after such a gap', async () => {
    const reader = await connect(admin);
    reader.ask('subscribe', ['account', 'admin']);
    await settled(reader);
    // As after a sleep of more than an hour.
    await database.ownerPool.query(
      "with gone as (delete from app.invalidation) insert into app.invalidation (wakes, body) values ('{}', '[]')",
    );
    const gaps = () =>
      reader.got.flatMap((message) =>
        message.type === 'changed' && message.data.event === 'gap' ? [[...message.data.topics]] : [],
      );
    await expect.poll(gaps).toHaveLength(2);
    // The topics of the database's own functions and of the ledger, and what was forgotten here before.
    for (const topics of gaps())
      expect(topics).toEqual(
        expect.arrayContaining(['account', 'orders', 'loans', 'protection', 'proposals', 'signals']),
      );
  });

  it('[R17] hears a sign of life when it opens and every two seconds, whether or not anything happens', async () => {
    const reader = await connect(ann.cookie);
    await expect.poll(() => reader.beats.length, { timeout: 15_000 }).toBe(4);
    expect(reader.got).toEqual([]);
    const [, first = 0, second = 0, third = 0] = reader.beats;
    for (const apart of [second - first, third - second]) expect(apart).toBeLessThan(3_000);
  });
});

/** A connection that wants BTC over a socket that notes what is sent: the number of each quote and its price. */
function slowReader() {
  const frames: string[] = [];
  const socket = {
    bufferedAmount: 0,
    readyState: 1,
    OPEN: 1,
    send: (frame: string) => void frames.push(frame),
    ping: () => undefined,
    terminate: () => undefined,
  };
  const connection = new Connection(socket as unknown as WebSocket, undefined, {
    userId: 'u',
    role: 'client',
    permissions: new Set(),
    sessionId: 's',
    steppedUp: false,
    mustChangePassword: false,
    mustEnrol: false,
  });
  connection.hear('BTC');
  return {
    connection,
    socket,
    send: (version: number) => connection.sendQuotes(new Map([['BTC', version]]), () => String(version)),
    sent: () =>
      frames.flatMap((frame) =>
        (JSON.parse(frame) as { seq: number; data: number }[]).map(({ seq, data }) => [seq, data]),
      ),
  };
}

describe('quotes', () => {
  it('[R14] another tier brings every quote again at its prices, and nothing goes out while the tier is not known', async () => {
    tiers.set(ann.id, undefined);
    try {
      const reader = await connect(ann.cookie);
      const tiersSeen = () =>
        reader.got.flatMap((message) =>
          message.type === 'quote' ? [(message.data as unknown as { tier: number }).tier] : [],
        );
      reader.ask('subscribe', ['quotes:EURUSD', 'quotes:BTC', 'account']);
      await settled(reader);
      expect(tiersSeen()).toEqual([]);
      tiers.set(ann.id, 16);
      await expect.poll(tiersSeen).toEqual([16, 16]);
      // No price has moved: what was bought alone makes them other quotes.
      await invalidate(database.pool, [invalidation({ t: ['account', 'market'], e: 'plan_bought' })]);
      await expect.poll(tiersSeen).toEqual([16, 16, 8, 8]);
    } finally {
      tiers.delete(ann.id);
    }
  });

  it('[R11] come at most four frames a second, each symbol’s newest only, counted without gaps', async () => {
    const reader = await connect(ann.cookie);
    reader.ask('subscribe', ['quotes:EURUSD', 'quotes:BTC']);
    await expect.poll(() => reader.got.length).toBe(2);
    const from = performance.now();
    const feed = setInterval(() => {
      prices.set('EURUSD', (prices.get('EURUSD') ?? 0) + 1);
      tick(['EURUSD']);
    }, 5);
    await expect.poll(() => reader.frames).toBe(5);
    const seconds = (performance.now() - from) / 1000;
    clearInterval(feed);
    // Five frames, the first of which may have been on its way: four intervals, less one.
    expect(seconds).toBeGreaterThan(0.7);
    const euros = reader.got.flatMap((message) =>
      message.type === 'quote' && message.channel === 'quotes:EURUSD' ? [message] : [],
    );
    expect(euros.map(({ seq }) => seq)).toEqual(euros.map((_message, i) => i + 1));
    await expect
      .poll(() => (reader.got.at(-1) as { data: { bid: string } }).data.bid)
      .toBe(String(prices.get('EURUSD')));
    reader.ask('unsubscribe', ['quotes:EURUSD']);
    reader.ask('subscribe', ['quotes:TA']);
    await expect.poll(() => reader.got.at(-1)?.channel).toBe('quotes:TA');
    const before = reader.got.length;
    tick(['EURUSD']);
    tick(['TA']);
    await expect.poll(() => reader.got.length).toBe(before + 1);
  });

  it('[R12] are left out for a reader for whom something waits here, who sees the gap and then the newest', () => {
    const { socket, sent, send } = slowReader();
    send(1);
    socket.bufferedAmount = 1;
    send(2);
    send(3);
    socket.bufferedAmount = 0;
    send(4);
    expect(sent()).toEqual([
      [1, 1],
      [4, 4],
    ]);
  });

  it('[R12] are left out for a reader who has not answered for two seconds, however much the system would take', () => {
    const { connection, sent, send } = slowReader();
    let version = 0;
    const frames = (count: number) => {
      for (let i = 0; i < count; i += 1) send((version += 1));
    };
    // The question goes with the fourth; eight more are on their way at most.
    frames(30);
    expect(sent()).toHaveLength(4 + FRAMES_UNANSWERED);
    connection.answer();
    frames(1);
    expect(sent().at(-1)).toEqual([31, 31]);
    frames(2 + FRAMES_UNANSWERED + 5);
    expect(sent()).toHaveLength(4 + FRAMES_UNANSWERED + 1 + FRAMES_UNANSWERED);
  });
});
