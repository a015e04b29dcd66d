import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  CHANNEL_MAX_PER_SOCKET,
  clientMessage,
  FRAME_MS,
  GAP,
  HEARTBEAT_MS,
  MESSAGE_MAX_BYTES,
  MISSED,
  SOCKETS_PER_PERSON,
  TOPICS,
} from '@clearbook/contracts/socket';
import type { ClientMessage } from '@clearbook/contracts/socket';
import { messages } from '@clearbook/contracts/messages';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { WebSocketServer } from 'ws';
import type { RawData, WebSocket } from 'ws';
import { busy, cameFromElsewhere, notFound, originRefused, Problem, rawAnswer } from '../http/index.ts';
import type { Authenticate, Signed } from '../http/index.ts';
import type { Logger } from '../log.ts';
import { gauges } from '../telemetry/index.ts';
import type { Change, Wake } from './announcement.ts';
import { ChangeLog, CHANGES } from './change-log.ts';
import { Connection } from './connection.ts';
import { DatabaseListener } from './listener.ts';
import { Recent } from './recent.ts';

export const STREAM_PATH = '/api/v1/stream';
export const SOCKETS_MAX = 10_000;
/** Sessions of open sockets are looked at again this often; an ended one is heard of at once. */
export const RECHECK_MS = 5_000;
const PING_MS = 30_000;
/** 4401, in the range left to applications: sign in again. */
const SESSION_ENDED = 4401;
const TOO_MUCH = 1008;
/** One of the sockets that are open has to close first. */
const RETRY = { 'retry-after': '5' };
const GOING_AWAY = 1001;

/** Where quotes come from. The hub knows symbols and texts, no prices. */
export type QuoteSource = {
  /** Calls back with the symbols that have a new quote. Returns the way to stop. */
  onTick(listener: (symbols: readonly string[]) => void): () => void;
  isSymbol(symbol: string): boolean;
  /** People of one tier see the same quotes, so each is written out once for all of them. Undefined while it is not known: nothing is sent. */
  tierOf(userId: string): number | undefined;
  /** Somebody's tier may be another one now; null: anybody's. */
  tierChanged(userId: string | null): void;
  /** The newest quote as JSON text, undefined where there is none yet. */
  json(symbol: string, tier: number): string | undefined;
};

export type RealtimeOptions = {
  app: FastifyInstance;
  connectionString: string;
  allowedOrigins: readonly string[];
  /** Must not count as a sign of life: SessionCheck.glance. */
  glance: Authenticate;
  quotes: QuoteSource;
  log: Logger;
  /** More to hear from the database, by channel: the mail worker's wake-up, say. */
  handlers?: Record<string, (payload: string) => void>;
  /** Where changes are read from. */
  pool: Pick<Pool, 'query'>;
  /** Somebody has something to do. */
  onWake?: (wake: Wake) => void;
  /** Hears every announced change too, and that some may have been missed. */
  onChange?: (change: Change) => void;
  onGap?: () => void;
  recheckMs?: number;
};

export type Realtime = { start(): Promise<void>; close(): Promise<void>; sockets(): number };

/** What the database says: each change once, and sessions that ended. */
function hear(
  { connectionString, handlers, pool, log, onWake }: RealtimeOptions,
  say: {
    readonly heard: (change: Change) => void;
    readonly missed: () => void;
    readonly ended: (sessionId: string) => void;
  },
) {
  const changes = new ChangeLog({
    pool,
    log,
    onChange: say.heard,
    onWake: (wake) => onWake?.(wake),
    onGap: say.missed,
  });
  const listener = new DatabaseListener({
    connectionString,
    log,
    handlers: { ...handlers, [CHANGES]: () => void changes.look(), clearbook_session: say.ended },
    onGap: () => {
      void changes.look();
      say.missed();
    },
  });
  return {
    async start(): Promise<void> {
      await changes.start();
      await listener.start();
    },
    async stop(): Promise<void> {
      await listener.stop();
      await changes.stop();
    },
  };
}

/** Live changes for open pages: quotes as they come, and word of everything that should be read again. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { app, allowedOrigins, glance, quotes, log } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_MAX_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const connections = new Set<Connection>();
  /** The same ones by who opened them. */
  const people = new Map<string, Set<Connection>>();
  /** Streams that are sockets or handshakes that may become one, and those of each person. */
  const streams = new Set<Duplex>();
  const slots = new Map<string, Set<Duplex>>();
  const versions = new Map<string, number>();
  const recent = new Recent();
  const texts = new Map<number, (symbol: string) => string | undefined>();
  const timers: NodeJS.Timeout[] = [];
  let stopTicks: () => void = () => undefined;

  const database = hear(options, {
    heard,
    missed,
    ended: (sessionId) => closeWhere((connection) => connection.signed.sessionId === sessionId),
  });

  /** The database was away, or this process: anything may have changed. */
  function missed(): void {
    options.onGap?.();
    recent.begin(performance.now());
    quotes.tierChanged(null);
    for (const connection of connections) tellAll(connection);
    void recheck();
  }

  function heard(change: Change): void {
    options.onChange?.(change);
    tell(change);
  }

  function tell(change: Change): void {
    const { c, t, e, s, a } = change;
    recent.add(change, performance.now());
    if (t.includes('market')) quotes.tierChanged(c);
    // What concerns one client alone is no matter of anybody else's sockets.
    const near = c === null || a ? connections : people.get(c);
    if (near === undefined || near.size === 0) return;
    const data = JSON.stringify({ topics: t, event: e, subject_id: s });
    for (const connection of near) {
      for (const channel of connection.channels)
        if (concerns(connection, channel, change)) connection.send(channel, 'changed', data);
    }
  }

  /** The page may have read what it shows before it could listen. */
  function tellMissed(connection: Connection, channel: 'account' | 'admin', sinceMs: number): void {
    const { topics, whole } = recent.since(connection.openedAt - sinceMs, (change) =>
      concerns(connection, channel, change),
    );
    if (topics.length === 0) return;
    connection.send(channel, 'changed', JSON.stringify({ topics, event: whole ? MISSED : GAP, subject_id: null }));
  }

  function tellAll(connection: Connection): void {
    const data = JSON.stringify({ topics: TOPICS, event: GAP, subject_id: null });
    for (const channel of connection.channels) connection.send(channel, 'changed', data);
  }

  // ── a socket's life ──

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', () => stream.destroy());
    // The slot is taken before anything is awaited and is given back when the stream ends, whatever became of it.
    if (streams.size >= SOCKETS_MAX) return refuse(stream, busy());
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
    admit(request, stream).then(
      (admitted) => {
        if (admitted instanceof Problem) return refuse(stream, admitted);
        server.handleUpgrade(request, stream, head, (socket) => open(socket, request.headers.cookie, admitted));
      },
      (error: unknown) => {
        log.warn({ err: error }, 'a socket could not be admitted');
        refuse(stream, busy());
      },
    );
  }

  async function admit(request: IncomingMessage, stream: Duplex): Promise<Signed | Problem> {
    if (request.url !== STREAM_PATH) return notFound();
    // As for any request: a browser names its origin on every handshake, a program has no one else's cookie.
    if (cameFromElsewhere(request.headers, allowedOrigins)) return originRefused();
    const signed = await glance(request.headers.cookie);
    if (!signed) return new Problem(401, 'auth.not_signed_in', messages.common.notSignedIn);
    if (signed.mustChangePassword)
      return new Problem(403, 'auth.password_change_required', messages.password.changeFirst);
    if (signed.mustEnrol)
      return new Problem(403, 'auth.second_factor_enrolment_required', messages.secondFactor.enrolFirst);
    if (takeSlot(signed.userId, stream)) return signed;
    return new Problem(429, 'socket.too_many', messages.common.tooManySockets(SOCKETS_PER_PERSON), [], RETRY);
  }

  /** Counts and takes in one step: handshakes that wait side by side see each other. */
  function takeSlot(userId: string, stream: Duplex): boolean {
    const own = slots.get(userId) ?? new Set();
    if (own.size >= SOCKETS_PER_PERSON || stream.destroyed) return false;
    slots.set(userId, own.add(stream));
    stream.once('close', () => {
      own.delete(stream);
      if (own.size === 0) slots.delete(userId);
    });
    return true;
  }

  function open(socket: WebSocket, cookieHeader: string | undefined, signed: Signed): void {
    const connection = new Connection(socket, cookieHeader, signed);
    connections.add(connection);
    const own = people.get(signed.userId) ?? new Set();
    people.set(signed.userId, own.add(connection));
    gauges.sockets.set(connections.size);
    connection.beat();
    socket.on('error', () => socket.terminate());
    socket.on('pong', () => connection.answer());
    socket.on('close', () => {
      connections.delete(connection);
      own.delete(connection);
      if (own.size === 0) people.delete(signed.userId);
      gauges.sockets.set(connections.size);
    });
    socket.on('message', (raw, binary) => {
      if (!connection.mayAsk(performance.now())) return socket.close(TOO_MUCH, 'too many messages');
      connection.working = connection.working
        .then(() => receive(connection, raw, binary))
        .catch((error: unknown) => {
          log.warn({ err: error }, 'a socket message failed');
          socket.close(1011);
        });
    });
  }

  async function receive(connection: Connection, raw: RawData, binary: boolean): Promise<void> {
    const message = binary ? undefined : parse(raw);
    if (!message) return fail(connection, 'socket', 'socket.unreadable', messages.common.badBody);
    // What somebody may hear is decided by who they are now, not by who they were at the handshake.
    const signed = await glance(connection.cookieHeader);
    if (!signed) return connection.socket.close(SESSION_ENDED);
    connection.signed = signed;
    if (signed.role !== 'admin') connection.channels.delete('admin');
    for (const channel of message.channels) {
      if (message.op === 'subscribe') subscribe(connection, channel, message.since_ms);
      else if (channel.startsWith('quotes:')) connection.drop(channel.slice('quotes:'.length));
      else connection.channels.delete(channel as 'account' | 'admin');
    }
  }

  function subscribe(connection: Connection, channel: string, sinceMs: number | undefined): void {
    if (channel === 'admin' && connection.signed.role !== 'admin')
      return fail(connection, channel, 'auth.not_allowed', messages.common.notAllowed);
    if (channel === 'account' || channel === 'admin') {
      connection.channels.add(channel);
      if (sinceMs !== undefined) tellMissed(connection, channel, sinceMs);
      return;
    }
    const symbol = channel.slice('quotes:'.length);
    if (!quotes.isSymbol(symbol)) return fail(connection, channel, 'market.unknown', messages.market.unknown);
    if (connection.quotes >= CHANNEL_MAX_PER_SOCKET)
      return fail(connection, channel, 'socket.too_many', messages.common.tooMany);
    connection.hear(symbol);
  }

  function fail(connection: Connection, channel: string, code: string, detail: string): void {
    connection.send(channel, 'error', JSON.stringify({ code, detail }));
  }

  function closeWhere(ended: (connection: Connection) => boolean): void {
    for (const connection of connections) {
      if (!ended(connection)) continue;
      connection.channels.clear();
      connection.dropAll();
      connection.socket.close(SESSION_ENDED);
      // A reader that does not answer the closing handshake is not waited for.
      setTimeout(() => connection.socket.terminate(), 500).unref();
    }
  }

  // ── what happens by the clock ──

  function frame(): void {
    texts.clear();
    for (const connection of connections) {
      if (connection.quotes === 0) continue;
      const tier = quotes.tierOf(connection.signed.userId);
      if (tier === undefined) continue;
      connection.dealIn(tier);
      connection.sendQuotes(versions, textsOf(tier));
    }
  }

  /** The quotes of this frame as text, each written out when the first socket of its tier wants it. */
  function textsOf(tier: number): (symbol: string) => string | undefined {
    const made = texts.get(tier);
    if (made !== undefined) return made;
    const written = new Map<string, string | undefined>();
    const text = (symbol: string): string | undefined => {
      if (!written.has(symbol)) written.set(symbol, quotes.json(symbol, tier));
      return written.get(symbol);
    };
    texts.set(tier, text);
    return text;
  }

  async function recheck(): Promise<void> {
    const all = [...connections];
    const now = await Promise.all(
      all.map((connection) => glance(connection.cookieHeader).catch(() => connection.signed)),
    );
    const ended = new Set(all.filter((_connection, i) => now[i] === undefined));
    all.forEach((connection, i) => {
      const signed = now[i];
      if (!signed) return;
      connection.signed = signed;
      if (signed.role !== 'admin') connection.channels.delete('admin');
    });
    closeWhere((connection) => ended.has(connection));
  }

  function beat(): void {
    for (const connection of connections) connection.beat();
  }

  function ping(): void {
    for (const connection of connections) {
      if (!connection.answeredPing) connection.socket.terminate();
      connection.answeredPing = false;
      connection.socket.ping();
    }
  }

  async function close(): Promise<void> {
    stopTicks();
    for (const timer of timers.splice(0)) clearInterval(timer);
    app.server.off('upgrade', upgrade);
    for (const connection of connections) {
      connection.socket.close(GOING_AWAY);
      setTimeout(() => connection.socket.terminate(), 300).unref();
    }
    await database.stop();
  }

  // Open sockets would keep the server from ever closing.
  app.addHook('preClose', close);

  return {
    async start() {
      await database.start();
      recent.begin(performance.now());
      app.server.on('upgrade', upgrade);
      stopTicks = quotes.onTick((symbols) => {
        for (const symbol of symbols) versions.set(symbol, (versions.get(symbol) ?? 0) + 1);
      });
      timers.push(
        setInterval(frame, FRAME_MS),
        setInterval(() => void recheck(), options.recheckMs ?? RECHECK_MS),
        setInterval(ping, PING_MS),
        setInterval(beat, HEARTBEAT_MS),
      );
    },
    close,
    sockets: () => connections.size,
  };
}

function concerns({ signed }: Connection, channel: 'account' | 'admin', { c, a }: Change): boolean {
  return channel === 'admin' ? a : signed.userId === c || (c === null && !a);
}

/** `ws` hands messages over as one Buffer unless told otherwise. */
function parse(raw: RawData): ClientMessage | undefined {
  try {
    const parsed = clientMessage.safeParse(JSON.parse((raw as Buffer).toString()));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function refuse(stream: Duplex, problem: Problem): void {
  stream.end(rawAnswer(problem, randomUUID()));
}
