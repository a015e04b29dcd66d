import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Node keeps what it made of our files here, and the next process of the tests begins with it: half of what its start costs. `npm` gives
 * those that it starts a folder of their own.
 */
export const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/tests') };

export type Running = {
  child: ChildProcess;
  /** All that it has written to stdout and stderr so far. */
  output(): string;
  /** Waits for a line to appear and returns its match; throws with the output if the process ends first. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits for its end: the exit code, or the signal's name. */
  ended(): Promise<number | NodeJS.Signals>;
};

/** Starts a program of the project with this environment and nothing of ours but PATH and HOME. */
export function startProcess(
  command: string[],
  env: Record<string, string>,
  options: { detached?: boolean } = {},
): Running {
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    cwd: ROOT,
    detached: options.detached ?? false,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', NODE_NO_WARNINGS: '1', ...env },
  });
  let text = '';
  child.stdout?.on('data', (chunk) => (text += String(chunk)));
  child.stderr?.on('data', (chunk) => (text += String(chunk)));
  const exit = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    output: () => text,
    says: async (pattern) => {
      await waitFor(
        () => pattern.test(text) || hasEnded(),
        `${pattern} from ${command.join(' ')}`,
        () => text,
      );
      const found = pattern.exec(text);
      if (!found) throw new Error(`It ended without saying ${pattern}:\n${text}`);
      return found;
    },
    ended: async () => {
      const [code, signal] = await exit;
      return code ?? signal ?? -1;
    },
  };
}

/** Waits until the condition holds, for at most a minute. */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  what: string,
  detail: () => string = () => '',
): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited a minute for ${what}.\n${detail()}`);
    await pause(20);
  }
}

/** Every process whose command line or working folder names this folder: what must be gone after a stop. */
export function processesIn(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => ({ pid, command: readOr(`/proc/${pid}/cmdline`), environment: readOr(`/proc/${pid}/environ`) }))
    .filter(({ command, environment }) => command.includes(folder) || environment.includes(folder))
    .map(({ pid, command }) => `${pid} ${command.replaceAll('\0', ' ')}`);
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
