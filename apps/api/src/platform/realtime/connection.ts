import { MESSAGES_MAX, MESSAGES_WINDOW_MS } from '@clearbook/contracts/socket';
import type { WebSocket } from 'ws';
import type { Signed } from '../http/index.ts';
import { counters } from '../telemetry/index.ts';

/** A reader is pinged once a second and counts as slow after two seconds without an answer: that much may be on its way. */
const FRAMES_UNTIL_ASKED = 4;
export const FRAMES_UNANSWERED = 8;
/** Bytes waiting for a slow reader above which the connection is given up. */
export const LOST_READER_BYTES = 4 * 1024 * 1024;

/** Channels whose messages are counted here. Those of quotes count their own, and only once they are subscribed to. */
type CountedChannel = 'account' | 'admin' | 'socket';

/** A symbol that a socket subscribes to: the version last sent, the channel's count, and the prefix of its messages. */
type QuoteChannel = { sent: number; seq: number; readonly head: string };

/** One socket: its subscriptions and the count of each of its channels. */
export class Connection {
  readonly socket: WebSocket;
  readonly cookieHeader: string | undefined;
  signed: Signed;
  readonly #quotes = new Map<string, QuoteChannel>();
  /** Symbols it unsubscribed from: their channels continue counting where they stopped. */
  readonly #dropped = new Map<string, QuoteChannel>();
  readonly channels = new Set<'account' | 'admin'>();
  readonly openedAt = performance.now();
  /** Cleared with each round of pings; a pong sets it again. */
  answeredPing = true;
  /** Messages are handled one after the other, in order. */
  working: Promise<void> = Promise.resolve();
  readonly #seq = new Map<CountedChannel, number>();
  #tier: number | undefined;
  /** Frames sent since the last ping, and whether it was answered. */
  #framesSince = 0;
  #answered = true;
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

  /** Symbols it subscribes to. */
  get quotes(): number {
    return this.#quotes.size;
  }

  hears(symbol: string): boolean {
    return this.#quotes.has(symbol);
  }

  /** The newest quote goes out with the next frame, whether or not it is new to others. */
  hear(symbol: string): void {
    if (this.#quotes.has(symbol)) return;
    const channel = this.#dropped.get(symbol) ?? { sent: -1, seq: 0, head: `{"channel":"quotes:${symbol}","seq":` };
    channel.sent = -1;
    this.#dropped.delete(symbol);
    this.#quotes.set(symbol, channel);
  }

  drop(symbol: string): void {
    const channel = this.#quotes.get(symbol);
    if (channel === undefined) return;
    this.#quotes.delete(symbol);
    this.#dropped.set(symbol, channel);
  }

  dropAll(): void {
    this.#quotes.clear();
  }

  /** In another tier the same quotes have other prices: all of them are sent again. */
  dealIn(tier: number): void {
    if (this.#tier !== undefined && this.#tier !== tier) for (const channel of this.#quotes.values()) channel.sent = -1;
    this.#tier = tier;
  }

  /** It has read everything up to the last ping. */
  answer(): void {
    this.answeredPing = true;
    this.#answered = true;
  }

  /**
   * What is sent to somebody who does not read waits, first with the system, which takes megabytes, and then here. Neither may become a
   * queue of old prices: nothing more is sent while something waits here, or while a question remains without an answer.
   */
  #isSlow(): boolean {
    return this.socket.bufferedAmount > 0 || (!this.#answered && this.#framesSince >= FRAMES_UNANSWERED);
  }

  /** Sends what changed, newest only. `json` gives a quote as text, made once for everybody of one mark-up. */
  sendQuotes(versions: ReadonlyMap<string, number>, json: (symbol: string) => string | undefined): void {
    const slow = this.#isSlow();
    let frame = '';
    for (const [symbol, channel] of this.#quotes) {
      const version = versions.get(symbol) ?? 0;
      if (version <= channel.sent) continue;
      const text = json(symbol);
      if (text === undefined) continue;
      // Skipped quotes count too: the gap tells the reader.
      channel.seq += 1;
      if (slow) continue;
      channel.sent = version;
      frame += `${frame === '' ? '[' : ','}${channel.head}${channel.seq},"type":"quote","data":${text}}`;
    }
    if (slow) counters.framesSkipped.inc();
    if (frame === '') return;
    this.#send(`${frame}]`);
    this.#framesSince += 1;
    if (this.#answered && this.#framesSince >= FRAMES_UNTIL_ASKED) this.#ask();
  }

  /** A heartbeat, which a slow reader is spared. */
  beat(): void {
    if (!this.#isSlow()) this.send('socket', 'heartbeat', '{}');
  }

  send(channel: CountedChannel, type: 'changed' | 'error' | 'heartbeat', data: string): void {
    this.#send(`[{"channel":"${channel}","seq":${this.#next(channel)},"type":"${type}","data":${data}}]`);
  }

  /** Quotes that it can't have. Nothing is kept of such a channel, because anybody can make names up: each error is its first message. */
  refuseQuotes(channel: string, data: string): void {
    this.#send(`[{"channel":${JSON.stringify(channel)},"seq":1,"type":"error","data":${data}}]`);
  }

  #send(frame: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > LOST_READER_BYTES) this.socket.terminate();
    else this.socket.send(frame);
  }

  #ask(): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.#framesSince = 0;
    this.#answered = false;
    this.socket.ping();
  }

  #next(channel: CountedChannel): number {
    const seq = (this.#seq.get(channel) ?? 0) + 1;
    this.#seq.set(channel, seq);
    return seq;
  }
}
