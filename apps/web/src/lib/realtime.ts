import type { Quote, ServerMessage } from '@clearbook/contracts';
import { GAP } from '@clearbook/contracts/socket';
import { useSyncExternalStore } from 'react';
import { API_BASE } from './api.ts';
import { Pulse, SILENCE_MS } from './pulse.ts';
import { invalidateAll, invalidateTopics, readingForMs } from './query-client.ts';
import { quoteStore, useStale } from './quotes.ts';

/** The server's code for a socket whose session has ended. */
const SESSION_ENDED = 4401;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 15_000;
const LOOK_MS = 250;
/** A handshake without an answer is given up after this long: its first packet may be lost, and the system repeats it ever more rarely. */
const HANDSHAKE_MS = 10_000;

/** Something about this client changed. */
export type Changed = Extract<ServerMessage, { type: 'changed' }>['data'];

type ConnectionState = 'connecting' | 'open' | 'lost';

/**
 * The one socket of this page. It reconnects by itself; after a gap or a reconnect everything on screen is read again,
 * because nobody knows what was missed. A server that says nothing is gone, whatever the socket believes: see Pulse.
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

  readonly pulse = new Pulse();
  #connectingSince = 0;
  #looking: ReturnType<typeof setInterval> | null = null;
  #asking = false;

  /** Opens the socket for a signed-in person. `channels` are kept for as long as it runs. */
  start(channels: readonly string[]): void {
    this.#running = true;
    this.#wanted = new Set([...channels, ...quoteStore.channels()]);
    quoteStore.onWanted((channel, wanted) => (wanted ? this.#subscribe(channel) : this.#unsubscribe(channel)));
    this.pulse.reset();
    this.#connect();
    this.#looking = setInterval(() => this.#look(), LOOK_MS);
    globalThis.addEventListener('online', this.#wake);
    globalThis.addEventListener('pageshow', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
  }

  stop(): void {
    this.#running = false;
    globalThis.removeEventListener('online', this.#wake);
    globalThis.removeEventListener('pageshow', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    if (this.#looking !== null) clearInterval(this.#looking);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#socket?.close();
    this.#socket = null;
    this.#wasOpen = false;
    this.pulse.reset();
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

  #wake = (): void => {
    this.#look();
    this.#connectNow();
  };

  #connectNow(): void {
    if (this.#socket !== null || document.visibilityState === 'hidden') return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#connect();
  }

  /** Silence ends the socket: what it still delivers was sent before, and a new one says right away whether somebody is there. */
  #look(): void {
    const { silent, began } = this.pulse.look();
    if (!silent) return;
    if (began) quoteStore.silence();
    const waited = this.#socket?.readyState === WebSocket.CONNECTING && Date.now() - this.#connectingSince;
    if (began || (waited !== false && waited > HANDSHAKE_MS)) {
      this.#drop();
      this.#connect();
    }
    void this.#askForPrices();
  }

  /** Where sockets do not get through, prices still come by asking for them. */
  async #askForPrices(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const came = await quoteStore.refresh(SILENCE_MS);
    this.#asking = false;
    if (came && this.#running) this.pulse.answered();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (socket === null) return;
    socket.close();
    this.#setState('lost');
  }

  #connect(): void {
    if (!this.#running || this.#socket !== null) return;
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${API_BASE}/stream`);
    this.#socket = socket;
    this.#connectingSince = Date.now();
    socket.addEventListener('open', () => this.#opened(socket));
    socket.addEventListener('message', (event) => this.#received(socket, String(event.data)));
    socket.addEventListener('close', ({ code }) => this.#closed(socket, code));
  }

  #opened(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#attempt = 0;
    this.#lastSeq.clear();
    // What changes while this page reads, and before the server knows that it listens, is told with the subscription.
    this.#send('subscribe', [...this.#wanted], this.#wasOpen ? 0 : readingForMs());
    if (this.#wasOpen) readAll();
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

  #received(socket: WebSocket, text: string): void {
    this.#look();
    // Dropped, by this look or before: what is still delivered was sent to a page that has slept since.
    if (socket !== this.#socket) return;
    this.pulse.answered();
    const quotes: Quote[] = [];
    for (const message of JSON.parse(text) as ServerMessage[]) {
      const gap = this.#isGap(message.channel, message.seq);
      if (message.type === 'quote') quotes.push(message.data);
      // A quote left out for a slow reader needs nothing: the newest one is here. A change left out has to be read.
      else if (gap || (message.type === 'changed' && message.data.event === GAP)) readAll();
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

  #send(op: 'subscribe' | 'unsubscribe', channels: string[], sinceMs?: number): void {
    if (channels.length > 0 && this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ op, channels, since_ms: sinceMs }));
  }
}

/** Nobody knows what was missed. */
function readAll(): void {
  invalidateAll();
  void quoteStore.refresh();
}

export const realtime = new Realtime();

/** True while nothing can be dealt at these prices: the server is silent, or one of them has not come again since it was. */
export function useNoFreshPrice(symbols: readonly string[]): boolean {
  const stale = useStale(symbols);
  return useSyncExternalStore(realtime.pulse.onChange, realtime.pulse.silent) || stale;
}

/** Whole seconds since the server last answered, counted while it is silent; null while it answers. */
export function useSilence(): number | null {
  const { pulse } = realtime;
  return useSyncExternalStore(pulse.onChange, () => (pulse.silent() ? pulse.age() : null));
}
