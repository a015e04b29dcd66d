import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Result } from './row.ts';

/** How long a row that is told to end may take to stop its servers. */
const GRACE_MS = 30_000;

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
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  });
  const end = (): boolean => child.kill();
  process.once('exit', end);
  let result: Result | undefined;
  let said = '';
  child.on('message', (message) => (result = message as Result));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    // Several speak at a time.
    process.stderr.write(called === undefined ? text : text.replaceAll(/^(?=.)/gm, `${called}: `));
    said = text.trim().split('\n').at(-1) || said;
  });
  let late = false;
  let force: NodeJS.Timeout | undefined;
  const limit = setTimeout(() => {
    late = true;
    end();
    force = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  }, limitMs);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(limit);
  clearTimeout(force);
  process.off('exit', end);
  if (result !== undefined) return result;
  const last = said === '' ? '' : `; last it said: ${said.slice(0, 500)}`;
  const why = late ? `not finished after ${duration(limitMs)}` : `ended without a result (${signal ?? code})`;
  return { ok: false, figures: `stopped: ${why}${last}` };
}

function duration(ms: number): string {
  return ms < 60_000 ? `${ms / 1_000} s` : `${ms / 60_000} min`;
}
