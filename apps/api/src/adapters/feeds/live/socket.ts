import { WebSocket } from 'ws';
import { Backoff } from './backoff.ts';

/** A frame above this is no frame of prices: the connection is closed. */
export const MAX_FRAME_BYTES = 1024 * 1024;
/** A connection that has not said anything for this long is asked whether it is there, and given up when it does not answer for as long again. */
export const HEARTBEAT_MS = 15_000;
const HANDSHAKE_MS = 10_000;

export type LiveSocketOptions = {
  readonly url: string;
  readonly random: () => number;
  /** Reads a message. It may close the connection with a reason; what it throws does so too. */
  onMessage(text: string, send: (message: object) => void): Received;
  onDown(cause: string): void;
  readonly heartbeatMs?: number;
};

/** `prices`: the connection does what it is for. `words`: it spoke. */
export type Received = 'prices' | 'words' | { readonly close: string };

/** One outgoing connection that is made again for as long as it takes: later and later after failures, never right away. */
export class LiveSocket {
  readonly #options: LiveSocketOptions;
  readonly #backoff: Backoff;
  #socket: WebSocket | undefined;
  #retry: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #answered = true;
  #stopped = false;

  constructor(options: LiveSocketOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.random);
  }

  start(): void {
    const socket = new WebSocket(this.#options.url, {
      maxPayload: MAX_FRAME_BYTES,
      handshakeTimeout: HANDSHAKE_MS,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.#socket = socket;
    let cause = 'the connection was closed';
    socket.on('open', () => this.#beat(socket));
    socket.on('pong', () => (this.#answered = true));
    socket.on('message', (data, isBinary) => {
      this.#answered = true;
      const refused = isBinary
        ? 'its answer could not be understood'
        : this.#read(socket, (data as Buffer).toString('utf8'));
      if (refused === undefined) return;
      cause = refused;
      socket.terminate();
    });
    socket.on('error', (error) => (cause = wordsOf(error)));
    socket.on('close', () => this.#lost(socket, cause));
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    this.#socket?.terminate();
  }

  #read(socket: WebSocket, text: string): string | undefined {
    try {
      const received = this.#options.onMessage(text, (message) => socket.send(JSON.stringify(message)));
      if (typeof received === 'object') return received.close;
      if (received === 'prices') this.#backoff.reset();
      return undefined;
    } catch {
      return 'its answer could not be understood';
    }
  }

  #beat(socket: WebSocket): void {
    this.#answered = true;
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => {
      if (!this.#answered) return socket.terminate();
      this.#answered = false;
      socket.ping();
    }, this.#options.heartbeatMs ?? HEARTBEAT_MS);
  }

  #lost(socket: WebSocket, cause: string): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    clearInterval(this.#heartbeat);
    if (this.#stopped) return;
    this.#options.onDown(this.#answered ? cause : 'it stopped answering');
    this.#retry = setTimeout(() => this.start(), this.#backoff.next());
  }
}

function wordsOf(error: Error): string {
  const status = /Unexpected server response: (\d{3})/.exec(error.message)?.[1];
  if (status !== undefined) return `status ${status}`;
  return /max payload/i.test(error.message) ? 'its answer was too large' : 'it could not be reached';
}
