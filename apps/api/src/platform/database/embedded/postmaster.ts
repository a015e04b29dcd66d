import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../log.ts';
import { PlainError } from '../../plain-error.ts';

export type PostmasterFile = { pid: number; port: number; socketDir: string; ready: boolean };

/** What a running postmaster writes about itself into its data folder. */
export function readPostmasterFile(pgData: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(pgData, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, , , port, socketDir, , , status] = lines;
  return {
    pid: Number(pid),
    port: Number(port),
    socketDir: socketDir?.trim() ?? '',
    ready: status?.trim() === 'ready',
  };
}

const FAST_STOP_MS = 60_000;
const IMMEDIATE_STOP_MS = 15_000;
const POLL_MS = 25;

/**
 * Ends what a killed server left behind: its postmaster is asked to shut down and waited for, so that two postmasters never
 * meet on one data folder. A lock file of a dead postmaster stays for PostgreSQL itself to judge; it is taken away only where its
 * number now belongs to a process that is provably not a PostgreSQL on this folder, which PostgreSQL could not know.
 */
export async function stopOrphans(pgData: string, log: Logger): Promise<void> {
  const file = readPostmasterFile(pgData);
  if (!file) return;
  const orphans = postgresProcesses(pgData, file.pid);
  if (orphans.length === 0) {
    if (isSomethingElse(file.pid)) rmSync(join(pgData, 'postmaster.pid'));
    return;
  }
  log.warn({ orphans, postmaster: file.pid }, 'a database server of an earlier run is still there: stopping it');
  if (orphans.includes(file.pid)) signal(file.pid, 'SIGINT');
  const stillRunning = () => postgresProcesses(pgData, file.pid);
  if (await until(() => stillRunning().length === 0, FAST_STOP_MS)) return;
  for (const pid of stillRunning()) signal(pid, 'SIGQUIT');
  if (await until(() => stillRunning().length === 0, IMMEDIATE_STOP_MS)) return;
  throw new PlainError(
    `A database server of an earlier run (process ${file.pid}) does not stop: end it, then start again.`,
  );
}

/**
 * The PostgreSQL processes of this data folder. Each of them, backends too, has it as its working folder; a container may forbid
 * looking at that, and then the postmaster is still known by its command line, which anyone may read.
 */
function postgresProcesses(pgData: string, postmasterPid: number): number[] {
  const home = realpathSync(pgData);
  if (process.platform !== 'linux') return commandOf(postmasterPid).includes(home) ? [postmasterPid] : [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => programName(pid) === 'postgres')
    .filter(
      (pid) =>
        linkTarget(`/proc/${pid}/cwd`) === home ||
        (pid === postmasterPid && readOr(`/proc/${pid}/cmdline`).split('\0').includes(pgData)),
    );
}

/** Alive as far as PostgreSQL can tell, but no database server: another program, or a dead process that nobody has collected. */
function isSomethingElse(pid: number): boolean {
  if (!isAlive(pid)) return false;
  const name = programName(pid);
  return (name !== '' && name !== 'postgres') || isZombie(pid);
}

/** Where nobody collects orphans (a container without an init), a killed process keeps its number. */
export function isZombie(pid: number): boolean {
  return / Z /.test(readOr(`/proc/${pid}/stat`).replace(/^.*\)/, ''));
}

function programName(pid: number): string {
  if (process.platform === 'linux') return readOr(`/proc/${pid}/comm`).trim();
  return basename(commandOf(pid).split(' ')[0] ?? '');
}

function commandOf(pid: number): string {
  return (spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout ?? '').trim();
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended on its own a moment ago.
  }
}

/** Waits until the condition holds; false where it did not within the time. */
export async function until(condition: () => boolean, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await pause(POLL_MS);
  }
  return true;
}
