import { randomBytes } from 'node:crypto';
import net from 'node:net';

/**
 * The readers' side of the socket measurement, in a process of its own. It reads the length of each frame and the time of its first quote
 * and nothing else, so that what is measured is the server. Orders come from the parent process, one at a time.
 */
export type Order =
  | { do: 'open'; port: number; origin: string; people: number; each: number; symbols: readonly string[] }
  /** Forgets what has been counted. */
  | { do: 'count' }
  /** So many of the readers stop reading. */
  | { do: 'stop'; readers: number }
  /** Those read on; answers how many frames had been waiting for the one with most. */
  | { do: 'go on' }
  | { do: 'report' };
export type Report = { open: number; frames: number; p50Ms: number; p99Ms: number; maxMs: number; waited: number };

type Reader = { socket: net.Socket; frames: number; left: Buffer; upgraded: boolean };

const TIME = Buffer.from('"time":"');
const TIME_LENGTH = '2026-01-01T00:00:00.000Z'.length;
const OPENED_AT_ONCE = 50;
/** After this long whatever had been waiting for a reader has come. */
const CAUGHT_UP_MS = 200;
const readers: Reader[] = [];
let stopped: Reader[] = [];
let delays: number[] = [];
let waited = 0;

process.on('message', (order: Order) => void obey(order).then(() => process.send?.(report())));
process.on('disconnect', () => process.exit());

async function obey(order: Order): Promise<void> {
  if (order.do === 'open') await openAll(order);
  if (order.do === 'count') delays = [];
  if (order.do === 'stop') {
    stopped = readers.slice(0, order.readers);
    for (const { socket } of stopped) socket.pause();
  }
  if (order.do === 'go on') {
    for (const reader of stopped) reader.frames = 0;
    for (const { socket } of stopped) socket.resume();
    await new Promise((resolve) => setTimeout(resolve, CAUGHT_UP_MS));
    waited = Math.max(0, ...stopped.map(({ frames }) => frames));
  }
}

async function openAll({ port, origin, people, each, symbols }: Order & { do: 'open' }): Promise<void> {
  const subscribe = masked(JSON.stringify({ op: 'subscribe', channels: symbols.map((symbol) => `quotes:${symbol}`) }));
  const names = Array.from({ length: people * each }, (_, i) => 'x'.repeat(1 + (i % people)));
  for (let i = 0; i < names.length; i += OPENED_AT_ONCE)
    await Promise.all(names.slice(i, i + OPENED_AT_ONCE).map((name) => open(port, origin, name, subscribe)));
}

function open(port: number, origin: string, cookie: string, subscribe: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    const reader: Reader = { socket, frames: 0, left: Buffer.alloc(0), upgraded: false };
    socket.on('connect', () =>
      socket.write(
        `GET /api/v1/stream HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${origin}\r\ncookie: ${cookie}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      ),
    );
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      reader.left = reader.left.length === 0 ? chunk : Buffer.concat([reader.left, chunk]);
      if (!reader.upgraded) {
        const end = reader.left.indexOf('\r\n\r\n');
        if (end < 0) return;
        const status = reader.left.subarray(9, 12).toString('latin1');
        if (status !== '101') return reject(new Error(`a socket was refused with ${status}`));
        reader.upgraded = true;
        reader.left = reader.left.subarray(end + 4);
        readers.push(reader);
        socket.write(subscribe);
        resolve();
      }
      read(reader);
    });
  });
}

/** Takes whole frames off what has come. */
function read(reader: Reader): void {
  const now = Date.now();
  for (;;) {
    const { left } = reader;
    if (left.length < 2) return;
    const short = (left[1] ?? 0) & 0x7f;
    const head = short === 127 ? 10 : short === 126 ? 4 : 2;
    if (left.length < head) return;
    const length = short === 127 ? Number(left.readBigUInt64BE(2)) : short === 126 ? left.readUInt16BE(2) : short;
    if (left.length < head + length) return;
    const body = left.subarray(head, head + length);
    reader.left = left.subarray(head + length);
    const kind = (left[0] ?? 0) & 0x0f;
    // A ping is answered, as every browser does by itself.
    if (kind === 9) reader.socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
    if (kind !== 1) continue;
    reader.frames += 1;
    const at = body.indexOf(TIME);
    if (at >= 0)
      delays.push(now - Date.parse(body.toString('latin1', at + TIME.length, at + TIME.length + TIME_LENGTH)));
  }
}

/** A text frame of a client, masked with zeros. */
function masked(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(8);
  head[0] = 0x81;
  head[1] = 0x80 | 126;
  head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

function report(): Report {
  delays.sort((a, b) => a - b);
  const quantile = (q: number): number =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * q))] ?? Number.NaN;
  return {
    open: readers.filter(({ socket }) => !socket.destroyed).length,
    frames: delays.length,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    maxMs: quantile(1),
    waited,
  };
}
