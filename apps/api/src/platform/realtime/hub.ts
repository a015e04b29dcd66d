import { FRAME_MS, GAP, HEARTBEAT_MS, MISSED } from '@clearbook/contracts/socket';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { WebSocket } from 'ws';
import type { Signed } from '../http/index.ts';
import { type AdmissionOptions, createAdmission } from './admission.ts';
import type { Invalidation, Wake } from './invalidation.ts';
import { createInvalidationFeed, type InvalidationFeed } from './invalidation-feed.ts';
import { Connection } from './connection.ts';
import { Connections } from './connections.ts';
import { receive } from './messages.ts';
import { QuoteFrames } from './quote-frames.ts';
import type { QuoteSource } from './quote-source.ts';
import { Recent } from './recent.ts';

/** Sessions of open sockets are looked at again this often; an ended one is reported by the database. */
export const RECHECK_MS = 5_000;
const PING_MS = 30_000;
const TOO_MUCH = 1008;

export type RealtimeOptions = AdmissionOptions & {
  app: FastifyInstance;
  connectionString: string;
  quotes: QuoteSource;
  /** Further channels of the database to listen on, such as that of live prices. */
  handlers?: Record<string, (payload: string) => void>;
  /** Where invalidations are read from. */
  pool: Pick<Pool, 'query'>;
  /** Wakes a worker. */
  onWake?: (wake: Wake) => void;
  /** Receives every invalidation too, and learns when some may have been missed. */
  onInvalidation?: (invalidation: Invalidation) => void;
  onGap?: () => void;
  recheckMs?: number;
};

export type Realtime = {
  start(): Promise<void>;
  close(): Promise<void>;
  sockets(): number;
  /** Has everybody who is connected to this process read everything again: after what time brought, which nobody commits. */
  readAgain(): void;
  /** Resolves when everything committed by now has been passed on; rejects if the database can't be read. */
  catchUp(): Promise<void>;
};

/** Events from the database: each invalidation once, and ended sessions. */
function hear(
  options: RealtimeOptions,
  connections: Connections,
  to: { readonly onInvalidation: (invalidation: Invalidation) => void; readonly onGap: () => void },
): InvalidationFeed {
  return createInvalidationFeed({
    ...options,
    ...to,
    onWake: (wake) => options.onWake?.(wake),
    handlers: {
      ...options.handlers,
      clearbook_session: (sessionId) => connections.endSessions(({ signed }) => signed.sessionId === sessionId),
    },
    onBack: () => void connections.recheck(options.glance),
  });
}

/** Live updates for open pages: quotes as they come, and what they should read again. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { app, glance, quotes, log } = options;
  const connections = new Connections();
  const frames = new QuoteFrames(quotes);
  const recent = new Recent();
  const timers: NodeJS.Timeout[] = [];
  let stopTicks: () => void = () => undefined;

  const upgrade = createAdmission(options, open);
  const database = hear(options, connections, { onInvalidation, onGap: missed });

  /** This process was away for longer than rows are kept: anything may have changed. */
  function missed(): void {
    options.onGap?.();
    quotes.tierChanged(null);
    readAgain();
  }

  function readAgain(): void {
    recent.begin(performance.now());
    connections.tellGap();
  }

  function onInvalidation(invalidation: Invalidation): void {
    options.onInvalidation?.(invalidation);
    const { c, t, e, s } = invalidation;
    recent.add(invalidation, performance.now());
    if (t.includes('market')) quotes.tierChanged(c);
    let data: string | undefined;
    for (const connection of connections.concernedBy(invalidation)) {
      data ??= JSON.stringify({ topics: t, event: e, subject_id: s });
      for (const channel of connection.channels)
        if (concerns(connection, channel, invalidation)) connection.send(channel, 'changed', data);
    }
  }

  /** The page may have read what it shows before it could listen. */
  function tellMissed(connection: Connection, channel: 'account' | 'admin', sinceMs: number): void {
    const { topics, whole } = recent.since(connection.openedAt - sinceMs, (invalidation) =>
      concerns(connection, channel, invalidation),
    );
    if (topics.length === 0) return;
    connection.send(channel, 'changed', JSON.stringify({ topics, event: whole ? MISSED : GAP, subject_id: null }));
  }

  function open(socket: WebSocket, cookieHeader: string | undefined, signed: Signed): void {
    const connection = new Connection(socket, cookieHeader, signed);
    connections.add(connection);
    connection.beat();
    socket.on('error', () => socket.terminate());
    socket.on('pong', () => connection.answer());
    socket.on('message', (raw, binary) => {
      if (!connection.mayAsk(performance.now())) return socket.close(TOO_MUCH, 'too many messages');
      connection.working = connection.working
        .then(() => receive({ glance, quotes, tellMissed }, connection, raw, binary))
        .catch((error: unknown) => {
          log.warn({ err: error }, 'a socket message failed');
          socket.close(1011);
        });
    });
  }

  async function close(): Promise<void> {
    stopTicks();
    for (const timer of timers.splice(0)) clearInterval(timer);
    app.server.off('upgrade', upgrade);
    connections.close();
    await database.stop();
  }

  // Open sockets would keep the server from closing.
  app.addHook('preClose', close);

  return {
    async start() {
      await database.start();
      recent.begin(performance.now());
      app.server.on('upgrade', upgrade);
      stopTicks = quotes.onTick((symbols) => frames.changed(symbols));
      timers.push(
        setInterval(() => frames.send(connections), FRAME_MS),
        setInterval(() => void connections.recheck(glance), options.recheckMs ?? RECHECK_MS),
        setInterval(() => connections.ping(), PING_MS),
        setInterval(() => connections.beat(), HEARTBEAT_MS),
      );
    },
    close,
    sockets: () => connections.size,
    readAgain,
    catchUp: () => database.catchUp(),
  };
}

function concerns({ signed }: Connection, channel: 'account' | 'admin', { c, a }: Invalidation): boolean {
  return channel === 'admin' ? a : signed.userId === c || (c === null && !a);
}
