import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureDataDir } from '../../data-dir.ts';
import type { Logger } from '../../log.ts';
import { PlainError } from '../../plain-error.ts';
import { findBinaries } from './binaries.ts';
import { createCluster, removeDrafts } from './create-cluster.ts';
import { until, readPostmasterFile, stopOrphans } from './postmaster.ts';
import { chooseRunAs, ownerOf } from './run-as.ts';
import type { RunAs } from './run-as.ts';
import { readOrCreateSecret } from './secrets.ts';

export type Cluster = {
  /** Where the server listens: a socket in this folder, with this number in its name. */
  socketDir: string;
  port: number;
  /** The bootstrap superuser's password stays inside this module and the child that prepares the database. */
  superuserPassword: string;
  /** Ends the server: sessions are broken off, everything committed is on disk. */
  stop(): Promise<void>;
};

export const SUPERUSER = 'postgres';
export const clusterPaths = (dataDir: string) => ({
  home: join(dataDir, 'postgres'),
  pgData: join(dataDir, 'postgres', 'cluster'),
  socketDir: join(dataDir, 'postgres', 'run'),
  log: join(dataDir, 'postgres.log'),
});

const PORT = 5432; // Only a name here: it is part of the socket's file name, no network port is opened.
const SOCKET_PATH_LIMIT = 107;
const MAX_LOG_BYTES = 16 * 1024 * 1024;
const START_MS = 300_000; // Crash recovery replays up to max_wal_size of log before the server is ready.
const FAST_STOP_MS = 20_000;
const IMMEDIATE_STOP_MS = 10_000;
const RESTART_PAUSES_MS = [100, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** While the disk is full a start is tried again this often, for as long as it takes somebody to make room. */
const ROOM_PAUSE_MS = 5_000;

/** Settings are arguments, not a file, so that what runs is what this page says. Durability is stated, not assumed. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  password_encryption: 'scram-sha-256',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // Used segments of the log are kept and written again: making a new one stalls every commit for as long as 16 MB take to reach the disk.
  min_wal_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
};

/**
 * Starts PostgreSQL in DATA_DIR, making the cluster on the first run and ending what a killed run left behind. The caller holds
 * the lock on DATA_DIR. While it runs, a server that dies is started again (it recovers by itself); one that cannot be
 * brought back is reported through `onLost`.
 */
export async function startCluster(options: {
  dataDir: string;
  log: Logger;
  onLost: (error: PlainError) => void;
  settings?: Record<string, string>;
}): Promise<Cluster> {
  const { dataDir, log } = options;
  ensureDataDir(dataDir);
  const paths = clusterPaths(dataDir);
  const binaries = findBinaries();
  const runAs = chooseRunAs({ program: binaries.postgres, folder: paths.home }, ownerOf(paths.pgData));
  const superuserPassword = readOrCreateSecret(dataDir, 'database-superuser');

  mkdirSync(paths.home, { recursive: true, mode: 0o700 });
  runAs.own(paths.home);
  removeDrafts(paths.home);
  if (existsSync(paths.pgData)) await stopOrphans(paths.pgData, log);
  else await createCluster({ paths, binaries, runAs, superuser: SUPERUSER, password: superuserPassword });

  const socket = chooseSocketDir(paths.socketDir, runAs);
  const settings = { ...SETTINGS, ...options.settings, unix_socket_directories: socket.dir };
  const args = ['-D', paths.pgData, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])];
  const launch = () => launchPostmaster({ runAs, program: binaries.postgres, args, logPath: paths.log });

  let postmaster = launch();
  let stopping = false;
  // However this process ends, the database server does not outlive it: this covers platforms without a death signal.
  const onExit = () => postmaster.kill('SIGINT');
  process.on('exit', onExit);
  await waitUntilReady(postmaster, paths);
  supervise();

  return {
    socketDir: socket.dir,
    port: PORT,
    superuserPassword,
    stop: async () => {
      stopping = true;
      process.off('exit', onExit);
      await stopPostmaster(postmaster);
      if (socket.temporary) rmSync(socket.dir, { recursive: true, force: true });
    },
  };

  function supervise(): void {
    postmaster.once('exit', (code, signal) => {
      if (stopping) return;
      log.error({ code, signal }, 'the database server ended unexpectedly: starting it again');
      void restart();
    });
  }

  async function restart(): Promise<void> {
    let full = false;
    for (let attempt = 0; full || attempt < RESTART_PAUSES_MS.length; attempt += 1) {
      // The backends of a killed server need a moment to notice; until they are gone PostgreSQL refuses to start.
      await pause(RESTART_PAUSES_MS[attempt] ?? ROOM_PAUSE_MS);
      if (stopping) return;
      postmaster = launch();
      try {
        await waitUntilReady(postmaster, paths);
        log.warn('the database server is back');
        supervise();
        return;
      } catch (error) {
        full = /No space left on device/.test(String(error));
        log.error({ error: String(error) }, 'the database server did not start');
      }
    }
    options.onLost(new PlainError(`The database server cannot be brought back: see ${paths.log}.`));
  }
}

type Launch = { runAs: RunAs; program: string; args: string[]; logPath: string };

/** In a process group of its own: a Ctrl-C at the terminal reaches the server first, which closes its connections and then this. */
function launchPostmaster({ runAs, program, args, logPath }: Launch): ChildProcess {
  const output = openLog(logPath);
  const { file, args: wrapped, options } = runAs.command(program, args, 'INT');
  const child = spawn(file, wrapped, {
    ...options,
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  });
  closeSync(output);
  // A program that cannot be started reports it here; waitUntilReady sees the missing process and tells the operator.
  child.on('error', () => {});
  return child;
}

function openLog(path: string): number {
  const file = openSync(path, 'a', 0o600);
  if (fstatSync(file).size < MAX_LOG_BYTES) return file;
  closeSync(file);
  renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

async function waitUntilReady(child: ChildProcess, paths: { pgData: string; log: string }): Promise<void> {
  const ended = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const ready = () => {
    const file = readPostmasterFile(paths.pgData);
    return file !== undefined && file.pid === child.pid && file.ready;
  };
  await until(() => ready() || ended(), START_MS);
  if (ready() && !ended()) return;
  child.kill('SIGINT');
  throw new PlainError(`The database server does not start (${lastFatalLine(paths.log)}): see ${paths.log}.`);
}

function lastFatalLine(logPath: string): string {
  const lines = readFileSync(logPath, 'utf8').split('\n').slice(-50);
  const fatal = lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.findLast((line) => line !== '');
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'no reason given';
}

async function stopPostmaster(child: ChildProcess): Promise<void> {
  const ended = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  if (ended()) return;
  child.kill('SIGINT');
  if (await until(ended, FAST_STOP_MS)) return;
  child.kill('SIGQUIT');
  await until(ended, IMMEDIATE_STOP_MS);
}

/** A socket's path has a hard limit, so a deeply nested DATA_DIR gets a short folder under the system's temporary one. */
function chooseSocketDir(preferred: string, runAs: RunAs): { dir: string; temporary: boolean } {
  const fits = Buffer.byteLength(join(preferred, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_LIMIT;
  const dir = fits ? preferred : mkdtempSync(join(tmpdir(), 'clearbook-'));
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  runAs.own(dir);
  return { dir, temporary: !fits };
}
