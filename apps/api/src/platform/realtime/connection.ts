import type { WebSocket } from 'ws';
import type { Signed } from '../http/index.ts';
import { counters } from '../telemetry/index.ts';

/** Bytes waiting for a slow reader above which quotes are left out: about two seconds of all instruments. */
export const SLOW_READER_BYTES = 128 * 1024;
/** And above which the connection is given up. */
export const LOST_READER_BYTES = 4 * 1024 * 1024;
const MESSAGES_MAX = 60;
const MESSAGES_WINDOW_MS = 10_000;

/** One socket: what it wants to hear, and how far each of its channels has been counted. */
export class Connection {
  readonly socket: WebSocket;
  readonly cookieHeader: string | undefined;
  signed: Signed;
  readonly quotes = new Map<string, number>();
  readonly channels = new Set<'account' | 'admin'>();
  answeredPing = true;
  /** Messages are dealt with one after the other, in the order they came. */
  working: Promise<void> = Promise.resolve();
  readonly #seq = new Map<string, number>();
  #tier: number | undefined;
  #messages = 0;
  #windowEndsMs = 0;

  constructor(socket: WebSocket, cookieHeader: string | undefined, signed: Signed) {
    this.socket = socket;
    this.cookieHeader = cookieHeader;
    this.signed = signed;
  }

  /** False when too many came in a short time. */
  mayAsk(nowMs: number): boolean {
    if (nowMs >= this.#windowEndsMs) {
      this.#windowEndsMs = nowMs + MESSAGES_WINDOW_MS;
      this.#messages = 0;
    }
    this.#messages += 1;
    return this.#messages <= MESSAGES_MAX;
  }

  /** In another tier the same quotes have other prices: all of them are sent again. */
  dealIn(tier: number): void {
    if (this.#tier !== undefined && this.#tier !== tier)
      for (const symbol of this.quotes.keys()) this.quotes.set(symbol, -1);
    this.#tier = tier;
  }

  /** Sends what changed, newest only. `json` gives a quote as text, made once for everybody of one mark-up. */
  sendQuotes(versions: ReadonlyMap<string, number>, json: (symbol: string) => string | undefined): void {
    const slow = this.socket.bufferedAmount > SLOW_READER_BYTES;
    const parts: string[] = [];
    for (const [symbol, sent] of this.quotes) {
      const version = versions.get(symbol) ?? 0;
      if (version <= sent) continue;
      const text = json(symbol);
      if (text === undefined) continue;
      // What is left out counts too: that is how the reader knows.
      const seq = this.#next(`quotes:${symbol}`);
      if (slow) continue;
      this.quotes.set(symbol, version);
      parts.push(`{"channel":"quotes:${symbol}","seq":${seq},"type":"quote","data":${text}}`);
    }
    if (slow) counters.framesSkipped.inc();
    if (parts.length > 0) this.#send(`[${parts.join()}]`);
  }

  send(channel: string, type: 'changed' | 'error', data: string): void {
    this.#send(`[{"channel":${JSON.stringify(channel)},"seq":${this.#next(channel)},"type":"${type}","data":${data}}]`);
  }

  #send(frame: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > LOST_READER_BYTES) this.socket.terminate();
    else this.socket.send(frame);
  }

  #next(channel: string): number {
    const seq = (this.#seq.get(channel) ?? 0) + 1;
    this.#seq.set(channel, seq);
    return seq;
  }
}
