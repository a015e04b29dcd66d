import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

type Answer = { status?: number; body: string } | ((response: ServerResponse) => void);

/**
 * A vendor on this machine that speaks the documented formats: Massive's sockets (/forex, /stocks, /crypto), its snapshots and candles, Twelve Data's /quote under
 * /twelvedata and CoinGecko's /simple/price under /coingecko. What it answers is up to the test.
 */
export class Vendor {
  static readonly KEY = 'a-key-of-tests';
  /** By path without the query; what is not named here is 404. */
  readonly answers = new Map<string, Answer>();
  readonly asked: { url: string; headers: IncomingMessage['headers'] }[] = [];
  /** What clients said on each cluster's sockets. */
  readonly said: { cluster: string; message: { action: string; params: string } }[] = [];
  /** Clusters that the key is not good for. */
  readonly refused = new Set<string>();
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #open = new Map<string, Set<WebSocket>>();

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.on('upgrade', (request, stream, head) => {
      const cluster = (request.url ?? '').slice(1);
      this.#sockets.handleUpgrade(request, stream, head, (socket) => this.#welcome(cluster, socket));
    });
  }

  static async open(): Promise<Vendor> {
    const vendor = new Vendor();
    await new Promise<void>((listening) => vendor.#server.listen(0, '127.0.0.1', listening));
    return vendor;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sends a frame to everyone who has subscribed on a cluster. */
  send(cluster: string, frame: unknown): void {
    const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
    for (const socket of this.#open.get(cluster) ?? []) socket.send(text);
  }

  listeners(cluster: string): number {
    return this.#open.get(cluster)?.size ?? 0;
  }

  /** How often somebody has subscribed on a cluster. */
  subscriptions(cluster: string): number {
    return this.said.filter((one) => one.cluster === cluster && one.message.action === 'subscribe').length;
  }

  /** Ends the sockets of a cluster without a word. */
  cut(cluster: string): void {
    for (const socket of this.#open.get(cluster) ?? []) socket.terminate();
  }

  async close(): Promise<void> {
    for (const sockets of this.#open.values()) for (const socket of sockets) socket.terminate();
    this.#sockets.close();
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  #welcome(cluster: string, socket: WebSocket): void {
    socket.on('error', () => socket.terminate());
    socket.send(status('connected', 'Connected Successfully'));
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString('utf8')) as { action: string; params: string };
      this.said.push({ cluster, message });
      if (message.action === 'auth') {
        const good = message.params === Vendor.KEY && !this.refused.has(cluster);
        socket.send(good ? status('auth_success', 'authenticated') : status('auth_failed', 'authentication failed'));
      } else {
        const listening = this.#open.get(cluster) ?? new Set();
        this.#open.set(cluster, listening.add(socket));
        socket.send(status('success', `subscribed to: ${message.params.slice(0, 40)}`));
      }
    });
    socket.on('close', () => this.#open.get(cluster)?.delete(socket));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '';
    this.asked.push({ url, headers: request.headers });
    const answer = this.answers.get(url.split('?')[0] ?? '') ?? { status: 404, body: '{"status":"NOT_FOUND"}' };
    if (typeof answer === 'function') return answer(response);
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(answer.body);
  }
}

function status(state: string, message: string): string {
  return JSON.stringify([{ ev: 'status', status: state, message }]);
}
