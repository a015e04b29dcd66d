import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { INSTRUMENTS } from '@clearbook/domain/market';
import type { Usage } from '../apps/api/test/programs/stream-server.ts';
import type { Order, Report } from './socket-readers.ts';

const SERVER = fileURLToPath(new URL('../apps/api/test/programs/stream-server.ts', import.meta.url));
const READERS = fileURLToPath(new URL('socket-readers.ts', import.meta.url));
const ORIGIN = 'http://bench.test';
export const FRAMES_A_SECOND = 4;
const PEOPLE = 100;
const SOCKETS_EACH = 20;
const SYMBOLS = 20;
export const SOCKETS = PEOPLE * SOCKETS_EACH;
export const STOPPED = 500;
/** Sockets and whatever else a process has open. */
const FILES = SOCKETS + 500;
const STOPPED_SECONDS = 15;

export type SocketFigures = {
  cpuAFrameMs: number;
  p50Ms: number;
  p99Ms: number;
  /** Of four a second and socket. */
  shareDelivered: number;
  /** While some do not read: how much more memory the server holds at the end than before. */
  grownBytes: number;
  /** The most frames that had been waiting for one of them when they read on. */
  waited: number;
  /** Sockets that were lost. */
  lost: number;
};

/** Two thousand sockets on twenty symbols each, whose prices all move between two frames; then five hundred stop reading. */
export async function runSockets(databaseUrl: string, seconds: number): Promise<SocketFigures> {
  const server = start(SERVER, databaseUrl, ORIGIN);
  const readers = start(READERS);
  try {
    const [port] = (await once(server, 'message')) as [number];
    const usage = () => ask<Usage>(server, 'usage');
    const order = (given: Order) => ask<Report>(readers, given);
    await order({
      do: 'open',
      port,
      origin: ORIGIN,
      people: PEOPLE,
      each: SOCKETS_EACH,
      symbols: INSTRUMENTS.slice(0, SYMBOLS).map(({ symbol }) => symbol),
    });
    await pass(2);
    const before = await usage();
    await order({ do: 'count' });
    await pass(seconds);
    const report = await order({ do: 'report' });
    const after = await usage();
    const frames = ((after.atMs - before.atMs) / 1000) * FRAMES_A_SECOND;

    await order({ do: 'stop', readers: STOPPED });
    // What was on its way has come, and their silence has been noticed.
    await pass(4);
    const silent = await usage();
    await pass(STOPPED_SECONDS);
    const later = await usage();
    const { waited, open } = await order({ do: 'go on' });
    return {
      cpuAFrameMs: (after.cpuMs - before.cpuMs) / frames,
      p50Ms: report.p50Ms,
      p99Ms: report.p99Ms,
      shareDelivered: report.frames / (frames * SOCKETS),
      grownBytes: later.memoryBytes - silent.memoryBytes,
      waited,
      lost: SOCKETS - open,
    };
  } finally {
    await Promise.all([server, readers].map(end));
  }
}

/** A program of ours with room for all its sockets, whatever the shell that started us allows by itself. */
function start(...program: string[]): ChildProcess {
  const child = spawn(
    'sh',
    ['-c', `ulimit -n ${FILES} 2>/dev/null || true; exec "$@"`, 'sh', process.execPath, ...program],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  child.setMaxListeners(0);
  return child;
}

async function ask<Answer>(child: ChildProcess, order: unknown): Promise<Answer> {
  const gone = new AbortController();
  const answered = once(child, 'message', { signal: gone.signal }) as Promise<[Answer]>;
  const ended = once(child, 'exit', { signal: gone.signal }).then(([code]): never => {
    throw new Error(`a process of the socket measurement ended with ${String(code)}`);
  });
  child.send(order as object);
  try {
    return (await Promise.race([answered, ended]))[0];
  } finally {
    gone.abort();
    await Promise.allSettled([answered, ended]);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
}

function pass(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
