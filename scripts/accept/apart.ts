import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from './row.ts';

/** How long a row that is told to end may take to stop its servers. */
const GRACE_MS = 30_000;

/** Of rows that run: each ends its row with all that it started. */
const running = new Set<() => Promise<void>>();

/** Ends every row that runs, with what it started; one that does not end by itself is killed. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map((end) => end()));
}

/**
 * Has a row run by a process of its own, which sends its result. One that does not end in its time is ended with what it started, and fails by the last
 * thing that it said: whatever comes after it begins on clean ground.
 */
export async function runApart(
  program: string,
  args: readonly string[],
  limitMs: number,
  { env = {}, called }: { env?: Record<string, string>; called?: string } = {},
): Promise<Result> {
  // In a group of its own: a row may be gone before its servers, and then nobody but the group knows of them.
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const end = () => endGroup(child.pid ?? 0);
  const onExit = () => void tell(child.pid ?? 0, 'SIGKILL');
  running.add(end);
  process.once('exit', onExit);
  let result: Result | undefined;
  let said = '';
  child.on('message', (message) => (result = message as Result));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    // Several speak at a time.
    process.stderr.write(called === undefined ? text : text.replaceAll(/^(?=.)/gm, `${called}: `));
    said = text.trim().split('\n').at(-1) || said;
  });
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    void end();
  }, limitMs);
  const [code, signal] = await exited;
  clearTimeout(limit);
  // What a row that broke off left behind.
  await end();
  process.off('exit', onExit);
  running.delete(end);
  if (result !== undefined) return result;
  const last = said === '' ? '' : `; last it said: ${said.slice(0, 500)}`;
  const why = late ? `not finished after ${duration(limitMs)}` : `ended without a result (${signal ?? code})`;
  return { ok: false, figures: `stopped: ${why}${last}` };
}

/** Asks a row and all that it started to end, also what was suspended, and waits until there is nobody left. */
async function endGroup(leader: number): Promise<void> {
  const groups = [leader, ...groupsBelow(leader)];
  const tellAll = (signal: NodeJS.Signals | 0) => groups.filter((group) => tell(group, signal)).length > 0;
  tellAll('SIGTERM');
  tellAll('SIGCONT');
  const began = performance.now();
  // What has ended and is never asked for stays in its group: nobody waits for it.
  while (tellAll(0) && performance.now() < began + 2 * GRACE_MS) {
    if (performance.now() > began + GRACE_MS) tellAll('SIGKILL');
    await pause(20);
  }
}

/** Groups of their own below a process, such as what a terminal would start. Where there is no /proc, none are known. */
function groupsBelow(leader: number): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  const all = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? processOf(pid) : []));
  const below = new Set([leader]);
  // Whoever is started has a parent that was there before, but numbers begin again from the start some day.
  for (let known = 0; known < below.size;) {
    known = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return [...new Set(all.filter(({ pid }) => below.has(pid)).map(({ group }) => group))].filter(
    (group) => group !== leader && below.has(group),
  );
}

function processOf(name: string): { pid: number; parent: number; group: number }[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const [, parent = '', group = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
  } catch {
    return []; // It has ended meanwhile.
  }
}

/** False where there is nobody left. */
function tell(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return leader > 0 && process.kill(-leader, signal);
  } catch {
    return false;
  }
}

function duration(ms: number): string {
  return ms < 60_000 ? `${ms / 1_000} s` : `${ms / 60_000} min`;
}
