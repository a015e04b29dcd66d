import type { Quote, ServerMessage } from '@clearbook/contracts';
import { API_BASE } from './api.ts';
import { invalidateAll, invalidateTopics } from './query-client.ts';
import { quoteStore } from './quotes.ts';

/** The server's code for a socket whose session has ended. */
const SESSION_ENDED = 4401;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 15_000;
/** A dropped socket shows in the header only after this long, so that a short blink disturbs nobody. */
export const OFFLINE_NOTICE_MS = 4000;

/** Something about this client changed. */
export type Changed = Extract<ServerMessage, { type: 'changed' }>['data'];

type ConnectionState = 'connecting' | 'open' | 'lost';

/**
 * The one socket of this page. It reconnects by itself; after a gap or a reconnect everything on screen is read again,
 * because nobody knows what was missed.
 */
class Realtime {
  #socket: WebSocket | null = null;
  #wanted = new Set<string>();
  #lastSeq = new Map<string, number>();
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running = false;
  #wasOpen = false;
  #state: ConnectionState = 'connecting';
  #stateListeners = new Set<() => void>();

  /** Opens the socket for a signed-in person. `channels` are kept for as long as it runs. */
  start(channels: readonly string[]): void {
    this.#running = true;
    this.#wanted = new Set([...channels, ...quoteStore.channels()]);
    quoteStore.onWanted((channel, wanted) => (wanted ? this.#subscribe(channel) : this.#unsubscribe(channel)));
    this.#connect();
    globalThis.addEventListener('online', this.#connectNow);
    document.addEventListener('visibilitychange', this.#connectNow);
  }

  stop(): void {
    this.#running = false;
    globalThis.removeEventListener('online', this.#connectNow);
    document.removeEventListener('visibilitychange', this.#connectNow);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#socket?.close();
    this.#socket = null;
    this.#wasOpen = false;
    this.#setState('connecting');
  }

  state = (): ConnectionState => this.#state;
  onState = (listener: () => void): (() => void) => {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  };

  #changedListeners = new Set<(change: Changed) => void>();
  onChanged = (listener: (change: Changed) => void): (() => void) => {
    this.#changedListeners.add(listener);
    return () => this.#changedListeners.delete(listener);
  };

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#stateListeners) listener();
  }

  #connectNow = (): void => {
    if (this.#socket !== null || document.visibilityState === 'hidden') return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#connect();
  };

  #connect(): void {
    if (!this.#running || this.#socket !== null) return;
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${API_BASE}/stream`);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#opened(socket));
    socket.addEventListener('message', (event) => this.#received(String(event.data)));
    socket.addEventListener('close', ({ code }) => this.#closed(socket, code));
  }

  #opened(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#attempt = 0;
    this.#lastSeq.clear();
    this.#send('subscribe', [...this.#wanted]);
    if (this.#wasOpen) {
      invalidateAll();
      quoteStore.refresh();
    }
    this.#wasOpen = true;
    this.#setState('open');
  }

  #closed(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (!this.#running) return;
    this.#setState('lost');
    // The server ended the session: asking who is signed in makes the page say so, now and not at the next click.
    if (code === SESSION_ENDED) invalidateTopics(['me']);
    const wait = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** this.#attempt);
    this.#attempt += 1;
    // Spread out, so that a restarted server is not met by everybody at once.
    this.#timer = setTimeout(() => this.#connect(), wait / 2 + (Math.random() * wait) / 2);
  }

  #received(text: string): void {
    const quotes: Quote[] = [];
    for (const message of JSON.parse(text) as ServerMessage[]) {
      const gap = this.#isGap(message.channel, message.seq);
      if (message.type === 'quote') quotes.push(message.data);
      // A quote left out for a slow reader needs nothing: the newest one is here. A change left out has to be read.
      else if (gap) invalidateAll();
      else if (message.type === 'changed') invalidateTopics(message.data.topics);
      if (message.type === 'changed') for (const listener of this.#changedListeners) listener(message.data);
    }
    quoteStore.put(quotes);
  }

  #isGap(channel: string, seq: number): boolean {
    const last = this.#lastSeq.get(channel) ?? 0;
    this.#lastSeq.set(channel, seq);
    return seq !== last + 1;
  }

  #subscribe(channel: string): void {
    this.#wanted.add(channel);
    this.#send('subscribe', [channel]);
  }

  #unsubscribe(channel: string): void {
    this.#wanted.delete(channel);
    this.#lastSeq.delete(channel);
    this.#send('unsubscribe', [channel]);
  }

  #send(op: 'subscribe' | 'unsubscribe', channels: string[]): void {
    if (channels.length > 0 && this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ op, channels }));
  }
}

export const realtime = new Realtime();
