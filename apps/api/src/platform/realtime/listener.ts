import pg from 'pg';
import type { Logger } from '../log.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** Detects a connection that died silently by querying it. */
const HEARTBEAT_MS = 10_000;
const HEARTBEAT_TIMEOUT_MS = 5_000;

export type ListenerOptions = {
  connectionString: string;
  log: Logger;
  handlers: Record<string, (payload: string) => void>;
  /** The connection is back after a break, in which notifications were missed. */
  onBack(): void;
};

/** One connection of this process that receives the database's notifications. It reconnects for as long as it takes. */
export class DatabaseListener {
  readonly #options: ListenerOptions;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #stopped = false;
  #wasConnected = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Resolves once it listens; rejects if the first connection fails. */
  async start(): Promise<void> {
    await this.#connect();
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.connectionString,
      application_name: 'clearbook listener',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ channel, payload }) => this.#onNotification(channel, payload ?? ''));
    try {
      await client.connect();
      await client.query(
        Object.keys(this.#options.handlers)
          .map((channel) => `listen ${pg.escapeIdentifier(channel)}`)
          .join(';'),
      );
    } catch (error) {
      // It may already be listening, and the next attempt opens another connection: nothing should arrive twice.
      void client.end().catch(() => undefined);
      throw error;
    }
    if (this.#stopped) return void client.end().catch(() => undefined);
    this.#client = client;
    this.#pauseMs = FIRST_PAUSE_MS;
    if (this.#wasConnected) this.#options.onBack();
    this.#wasConnected = true;
  }

  #onNotification(channel: string, payload: string): void {
    try {
      this.#options.handlers[channel]?.(payload);
    } catch (error) {
      this.#options.log.error({ err: error, channel }, 'a notification of the database could not be used');
    }
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    void client.end().catch(() => undefined);
    if (this.#stopped) return;
    this.#options.log.warn('the connection that listens to the database was lost');
    this.#retryLater();
  }

  #retryLater(): void {
    this.#timer = setTimeout(() => {
      if (this.#stopped) return;
      this.#connect().catch(() => this.#retryLater());
    }, this.#pauseMs);
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
  }

  async #beat(): Promise<void> {
    const client = this.#client;
    try {
      await client?.query('select 1');
    } catch {
      if (client) this.#lost(client);
    }
  }
}
