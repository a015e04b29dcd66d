import { GAP, TOPICS } from '@clearbook/contracts/socket';
import type { Authenticate } from '../http/index.ts';
import { gauges } from '../telemetry/index.ts';
import type { Invalidation } from './invalidation.ts';
import type { Connection } from './connection.ts';

/** 4401, in the range left to applications: sign in again. */
export const SESSION_ENDED = 4401;
const GOING_AWAY = 1001;

/** The open sockets, all of them and by who opened them. */
export class Connections {
  readonly #all = new Set<Connection>();
  readonly #people = new Map<string, Set<Connection>>();

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): IterableIterator<Connection> {
    return this.#all[Symbol.iterator]();
  }

  /** Until its socket closes. */
  add(connection: Connection): void {
    const { userId } = connection.signed;
    this.#all.add(connection);
    const own = this.#people.get(userId) ?? new Set();
    this.#people.set(userId, own.add(connection));
    gauges.sockets.set(this.#all.size);
    connection.socket.on('close', () => {
      this.#all.delete(connection);
      own.delete(connection);
      if (own.size === 0) this.#people.delete(userId);
      gauges.sockets.set(this.#all.size);
    });
  }

  /** An invalidation about one client reaches only that client's sockets and, where it says so, staff. */
  concernedBy({ c, a }: Invalidation): Iterable<Connection> {
    return c === null || a ? this.#all : (this.#people.get(c) ?? []);
  }

  /** Anything may have changed. */
  tellGap(): void {
    const data = JSON.stringify({ topics: TOPICS, event: GAP, subject_id: null });
    for (const connection of this.#all)
      for (const channel of connection.channels) connection.send(channel, 'changed', data);
  }

  /** Checks every session again, because rights depend on who somebody is now. */
  async recheck(glance: Authenticate): Promise<void> {
    const all = [...this.#all];
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
    this.endSessions((connection) => ended.has(connection));
  }

  endSessions(ended: (connection: Connection) => boolean): void {
    for (const connection of this.#all) {
      if (!ended(connection)) continue;
      connection.channels.clear();
      connection.dropAll();
      connection.socket.close(SESSION_ENDED);
      // A reader that does not answer the closing handshake is not waited for.
      setTimeout(() => connection.socket.terminate(), 500).unref();
    }
  }

  beat(): void {
    for (const connection of this.#all) connection.beat();
  }

  ping(): void {
    for (const connection of this.#all) {
      if (!connection.answeredPing) connection.socket.terminate();
      connection.answeredPing = false;
      connection.socket.ping();
    }
  }

  close(): void {
    for (const connection of this.#all) {
      connection.socket.close(GOING_AWAY);
      setTimeout(() => connection.socket.terminate(), 300).unref();
    }
  }
}
