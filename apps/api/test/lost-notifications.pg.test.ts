import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ServerMessage } from '@clearbook/contracts/socket';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { passOn } from '../src/features/watch/watch.ts';
import type { Watcher } from '../src/features/watch/watcher.ts';
import { createLog } from '../src/platform/log.ts';
import type { MailTransport } from '../src/platform/mail/index.ts';
import { enqueueMail } from '../src/platform/mail/outbox.ts';
import { MAILS_AT_ONCE } from '../src/platform/mail/places.ts';
import { MAIL_LEASE_MS, MailWorker } from '../src/platform/mail/worker.ts';
import { createRealtime, invalidate, type Realtime } from '../src/platform/realtime/index.ts';
import { createInvalidationFeed, type InvalidationFeed } from '../src/platform/realtime/invalidation-feed.ts';
import { type InvalidationLogOptions, LOOK_MS } from '../src/platform/realtime/invalidation-log.ts';
import { transaction } from '../src/platform/transaction.ts';
import { OPEN_MARKETS } from './books.ts';
import { brokenCopies, type CopyBooks, openCopyBooks } from './copies.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { type NotificationPath, notificationPath } from './notification-path.ts';
import { type AccessServer, accessServer, ORIGIN } from './people.ts';
import { openWatchBooks, type WatchBooks } from './watch-books.ts';

/*
 * A process that hears the database on a path whose notifications are lost, doubled or held back for a minute. Its own timers stand still, so that
 * nothing is found but by a notification or by the look of the next second, which a test lets come.
 */

const log = createLog({ level: 'fatal' });
let db: FreshDatabase;
let path: NotificationPath;
const stops: (() => Promise<unknown> | void)[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  db = await freshDatabase();
  stops.push(() => db.drop());
  path = await notificationPath(db.url);
  stops.push(() => path.close());
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  vi.useRealTimers();
});

async function listening(to: Partial<InvalidationLogOptions>): Promise<InvalidationFeed> {
  const feed = createInvalidationFeed({
    pool: db.pool,
    log,
    onInvalidation: () => undefined,
    onWake: () => undefined,
    onGap: () => undefined,
    ...to,
    connectionString: path.url,
  });
  await feed.start();
  stops.push(() => feed.stop());
  return feed;
}

/** Until the database has notified of what `act` committed: what becomes of that is the path's. */
async function notified<T>(act: () => Promise<T>): Promise<T> {
  const before = path.sent();
  const done = await act();
  await expect.poll(() => path.sent()).toBeGreaterThan(before);
  return done;
}
const nextSecond = (): void => void vi.advanceTimersByTime(LOOK_MS);

describe('sockets', () => {
  let server: AccessServer;
  let hub: Realtime;
  let got: string[];
  let socket: WebSocket;

  beforeEach(async () => {
    got = [];
    server = await accessServer(db, {
      beforeReady: (app, sessions) => {
        hub = createRealtime({
          app,
          connectionString: path.url,
          pool: db.pool,
          allowedOrigins: [ORIGIN],
          glance: (cookie) => sessions.glance(cookie),
          log,
          quotes: { onTick: () => () => undefined, isSymbol: () => false, tierOf: () => 16, tierChanged: () => undefined, json: () => '' },
        }); // prettier-ignore
      },
    });
    stops.push(() => server.close());
    const { cookie } = await server.person('ann@example.org');
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    await hub.start();
    const { port } = server.app.server.address() as AddressInfo;
    socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/stream`, { headers: { cookie, origin: ORIGIN } });
    stops.push(() => socket.terminate());
    socket.on('message', (data: Buffer) => {
      for (const message of JSON.parse(data.toString()) as ServerMessage[])
        if (message.type === 'changed') got.push(message.data.event);
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ op: 'subscribe', channels: ['account'] }));
    const subscribed = async () => {
      await tell('subscribed');
      return got.length > 0;
    };
    await expect.poll(subscribed).toBe(true);
  });
  const tell = (e: string) => invalidate(db.pool, [{ c: null, t: ['account'], e, s: null, a: false }]);
  /** What came after the subscription, up to this mark. */
  const until = async (mark: string): Promise<string[]> => {
    await expect.poll(() => got.at(-1)).toBe(mark);
    return got.filter((e) => e !== 'subscribed');
  };

  it('[R10] hear what was said while its notification was lost within the next second, and what was doubled once', async () => {
    path.becomes('lost');
    await notified(() => tell('lost'));
    await tell('and its follower');
    nextSecond();
    expect(await until('and its follower')).toEqual(['lost', 'and its follower']);
    path.becomes('doubled');
    await notified(() => tell('doubled'));
    await until('doubled');
    await notified(() => tell('last'));
    expect(await until('last')).toEqual(['lost', 'and its follower', 'doubled', 'last']);
  });

  it('[R10] close where their session ended while the connection that listens was away', async () => {
    path.becomes('lost');
    await notified(() => db.ownerPool.query('delete from app.session'));
    expect(socket.readyState).toBe(WebSocket.OPEN);
    await db.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clearbook listener'",
    );
    await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
  });

  it('[R10] hear all that was missed for a minute afterwards, in its order, each once', async () => {
    path.becomes('held');
    const all = Array.from({ length: 50 }, (_each, i) => `missed ${i}`);
    await notified(() => tell('first'));
    for (const each of all) await tell(each);
    expect(got.filter((e) => e !== 'subscribed')).toEqual([]);
    path.letGo();
    expect(await until('missed 49')).toEqual(['first', ...all]);
  });
});

describe('copies', () => {
  let books: CopyBooks;
  let leadId: string;
  let copyId: string;

  beforeEach(async () => {
    books = openCopyBooks(db.pool);
    stops.push(() => books.ledger.close());
    const trader = await books.openTrader();
    ({ leadId } = trader);
    ({ copyId } = await books.openCopier(trader.traderId));
    await books.engine.work();
    await listening({ onWake: (wake) => void (wake === 'copies' && books.engine.wake()) });
  });
  /** Of the copy, in the order of the trader's trades: each mirrored trade once, with how often it was closed. */
  const mirrored = async () => {
    const { rows } = await db.pool.query<{ lead: string; status: string; fills: string }>(
      `select t.lead_trade_id as lead, t.status, (select count(*) from ledger.fill f where f.trade_id = t.id) as fills
       from ledger.trade t where t.copy_id = $1 order by t.id`,
      [copyId],
    );
    return rows.map(({ lead, status, fills }) => [lead, status, Number(fills)]);
  };
  const settled = async (): Promise<void> => {
    await books.engine.work();
    expect(await brokenCopies(db.pool)).toEqual([]);
  };

  it('[C21] follow within the next second where the notification of a trader’s move is lost', async () => {
    path.becomes('lost');
    const lead = await notified(() => books.lead(leadId));
    expect(await mirrored()).toEqual([]);
    nextSecond();
    await expect.poll(mirrored).toEqual([[lead, 'active', 1]]);
    await books.close(leadId, lead);
    nextSecond();
    await expect.poll(mirrored).toEqual([[lead, 'closed', 2]]);
    await settled();
  });

  it('[C21] follow a trader’s move once where its notification is doubled', async () => {
    path.becomes('doubled');
    const lead = await notified(() => books.lead(leadId));
    await expect.poll(mirrored).toEqual([[lead, 'active', 1]]);
    await notified(() => books.close(leadId, lead));
    await expect.poll(mirrored).toEqual([[lead, 'closed', 2]]);
    await settled();
    expect(await mirrored()).toEqual([[lead, 'closed', 2]]);
  });

  it('[C21] missed for a minute: closes follow in their order, and an opening is skipped as late with its reason', async () => {
    const open = await books.lead(leadId);
    await expect.poll(mirrored).toEqual([[open, 'active', 1]]);
    path.becomes('held');
    // The turn that mirrored the opening is over, or it would find the first close by itself and mirror it apart from the second.
    await settled();
    await notified(() => books.close(leadId, open, 505n));
    await books.close(leadId, open);
    const late = await books.lead(leadId);
    books.at(new Date(OPEN_MARKETS.getTime() + 60_000));
    path.letGo();
    await expect.poll(() => books.skips(copyId)).toEqual(['late']);
    await expect.poll(mirrored).toEqual([[open, 'closed', 2]]);
    await books.close(leadId, late);
    await settled();
    expect(await mirrored()).toEqual([[open, 'closed', 2]]);
    expect(await books.skips(copyId)).toEqual(['late']);
  });
});

describe('price watching', () => {
  let books: WatchBooks;
  let watcher: Watcher;
  let feed: InvalidationFeed;

  beforeEach(async () => {
    books = openWatchBooks(db.pool);
    stops.push(() => books.ledger.close());
    feed = await listening({ onInvalidation: (invalidation) => passOn(watcher, invalidation) });
    watcher = await books.begin({ EURUSD: '1.1' });
    stops.push(() => watcher.stop());
  });
  /** The quote that the feed says now, as it is dealt to a client of the usual mark-up. */
  const said = (): string => `${books.market.goodQuotes(books.now(), ['EURUSD'])[0]?.id}.m16`;
  /** What the watcher has been told so far is read, and what it set off is decided. */
  const done = async (): Promise<void> => {
    await feed.catchUp();
    await watcher.settled();
  };
  const closed = (id: string) => expect.poll(async () => (await books.trade(id)).status).toBe('closed');
  /** A stop that the next quote reaches and the one after it leaves behind; the quote's id. */
  async function reached(clientId: string): Promise<{ id: string; by: string }> {
    const id = await books.open(clientId, { stopLoss: '1.0995' });
    await books.tick(watcher, { EURUSD: '1.0994' });
    const by = said();
    await books.tick(watcher, { EURUSD: '1.1' });
    return { id, by };
  }

  it('[W21] a lost notification costs a second, and the stop is set off at the quote that reached it', async () => {
    const client = await books.client();
    path.becomes('lost');
    const { id, by } = await notified(() => reached(client));
    expect(await books.trade(id)).toMatchObject({ status: 'active' });
    nextSecond();
    await closed(id);
    expect(await books.trade(id)).toMatchObject({ closed_by: 'stop', exit_quote_id: by });
    expect(books.codes()).toEqual(['trigger_close ok']);
  });

  it('[W21] doubled notifications set off a stop and an order once', async () => {
    const client = await books.client();
    path.becomes('doubled');
    const order = await notified(() => books.place(client, { side: 'buy', type: 'limit', price: '1.0995' }));
    const { id, by } = await reached(client);
    await done();
    await done();
    expect(await books.trade(id)).toMatchObject({ closed_by: 'stop', exit_quote_id: by });
    expect(await books.order(order)).toMatchObject({ status: 'filled' });
    expect(books.codes().toSorted()).toEqual(['fill_order ok', 'trigger_close ok']);
  });

  it('[W21] while notifications are missed for a minute each stop is set off at its own quote, in their order, and none again when they come', async () => {
    const client = await books.client();
    path.becomes('held');
    const all: { id: string; by: string }[] = [];
    for (let second = 0; second < 60; second += 12) {
      const each = await reached(client);
      all.push(each);
      nextSecond();
      await closed(each.id);
      await books.tick(watcher, {}, 10);
    }
    expect(path.sent()).toBeGreaterThan(0);
    path.letGo();
    await done();
    for (const { id, by } of all) expect(await books.trade(id)).toMatchObject({ closed_by: 'stop', exit_quote_id: by });
    expect(books.codes()).toEqual(all.map(() => 'trigger_close ok'));
  });

  it('[W21] a process that stood still for a minute decides what was set meanwhile by the quotes of that minute', async () => {
    await watcher.stop();
    watcher = await books.watching({ caughtUp: () => feed.catchUp() });
    await books.tick(watcher, { EURUSD: '1.1' });
    path.becomes('lost');
    const client = await books.client();
    const set: { id: string; by: string }[] = [];
    for (let i = 0; i < 3; i += 1) {
      const id = await books.open(client, { stopLoss: '1.0995' });
      books.say(1, { EURUSD: '1.0994' });
      set.push({ id, by: said() });
      books.say(19, { EURUSD: '1.1' });
    }
    watcher.look(books.now());
    await watcher.settled();
    for (const { id, by } of set) expect(await books.trade(id)).toMatchObject({ closed_by: 'stop', exit_quote_id: by });
    expect(books.codes()).toEqual(set.map(() => 'trigger_close ok'));
  });
});

describe('mail', () => {
  let server: AccessServer;
  let userId: string;
  let sent: string[];

  beforeEach(async () => {
    server = await accessServer(db);
    stops.push(() => server.close());
    userId = (await server.person('ann@example.org')).id;
    await db.pool.query('delete from app.mail_outbox');
    sent = [];
  });
  const worker = (transport: Partial<MailTransport> = {}): MailWorker => {
    const made = new MailWorker({
      pool: db.pool,
      clock: server.clock,
      log,
      transport: { send: async ({ text }) => void sent.push(/\d{6}/.exec(text)?.[0] ?? ''), close: () => undefined, ...transport },
      config: { mode: 'live', mailFrom: 'Clearbook <desk@clearbook.example>', publicUrl: 'https://clearbook.example' },
      firstPauseMs: 0,
    }); // prettier-ignore
    stops.push(() => made.stop());
    return made;
  };
  const write = (code: string) =>
    transaction(db.pool, (client) =>
      enqueueMail(
        client,
        { userId, template: 'withdrawal-code', values: { code, amount: '$10.00' } },
        server.clock.now(),
      ),
    );
  const waiting = async (): Promise<number> =>
    (await db.pool.query("select from app.mail_outbox where state = 'waiting'")).rowCount ?? 0;
  const allSent = (codes: string[]) =>
    expect.poll(async () => ({ sent, waiting: await waiting() })).toEqual({ sent: codes, waiting: 0 });

  it('[N26] goes out once, within the next second where its notification is lost, and in order where it is a minute late', async () => {
    const mail = worker();
    await listening({ onWake: (wake) => void (wake === 'mail' && mail.wake()) });
    path.becomes('lost');
    await notified(() => write('000001'));
    expect(sent).toEqual([]);
    nextSecond();
    await allSent(['000001']);
    path.becomes('doubled');
    await notified(() => write('000002'));
    await allSent(['000001', '000002']);
    path.becomes('held');
    await notified(() => write('000003'));
    await write('000004');
    await write('000005');
    server.clock.advance(60_000);
    expect(sent).toHaveLength(2);
    path.letGo();
    await allSent(['000001', '000002', '000003', '000004', '000005']);
  });

  it('[N26] that waited behind a slow mail server is left to the process that has taken it meanwhile', async () => {
    const slow = Promise.withResolvers<void>();
    const late: string[] = [];
    const first = worker({
      send: async ({ text }) => {
        late.push(/\d{6}/.exec(text)?.[0] ?? '');
        await slow.promise;
      },
    });
    const codes = ['000001', '000002', '000003', '000004', '000005'];
    for (const code of codes) await write(code);
    first.wake();
    await expect.poll(() => late).toHaveLength(MAILS_AT_ONCE);
    server.clock.advance(MAIL_LEASE_MS);
    worker().wake();
    await expect.poll(() => sent.toSorted()).toEqual(codes);
    slow.resolve();
    await first.stop();
    expect(late).toHaveLength(MAILS_AT_ONCE);
    expect(await waiting()).toBe(0);
  });

  it('[N26] that another process has sent meanwhile stays sent where the first one’s try fails at last', async () => {
    const slow = Promise.withResolvers<void>();
    let trying = false;
    const first = worker({
      send: async () => {
        trying = true;
        await slow.promise;
        throw new Error('the connection is gone');
      },
    });
    await write('000001');
    first.wake();
    await expect.poll(() => trying).toBe(true);
    server.clock.advance(MAIL_LEASE_MS);
    const second = worker();
    second.wake();
    await allSent(['000001']);
    slow.resolve();
    await first.stop();
    server.clock.advance(MAIL_LEASE_MS);
    second.wake();
    await second.stop();
    expect({ sent, waiting: await waiting() }).toEqual({ sent: ['000001'], waiting: 0 });
  });

  it('[N26] that is out is not sent again because the database was away when that was to be noted', async () => {
    let away = 3;
    const pool = new Proxy(db.pool, {
      get: (target, name) =>
        name === 'query'
          ? (...question: [string]) =>
              question[0].includes("state = 'sent'") && (away -= 1) >= 0
                ? Promise.reject(new Error('away'))
                : target.query(...question)
          : (Reflect.get(target, name, target) as unknown),
    });
    await write('000001');
    const made = new MailWorker({
      pool,
      clock: server.clock,
      log,
      transport: { send: async () => void sent.push('out'), close: () => undefined },
      config: { mode: 'demo', mailFrom: 'Clearbook <desk@clearbook.example>', publicUrl: 'https://clearbook.example' },
      firstPauseMs: 0,
    });
    made.wake();
    await expect.poll(waiting).toBe(0);
    await made.stop();
    expect(away).toBe(-1);
    expect(sent).toEqual(['out']);
  });
});
