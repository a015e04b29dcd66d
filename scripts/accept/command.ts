import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../phases.ts';
import type { Result } from './row.ts';

export type Ran = {
  code: number;
  /** All that it wrote. */
  output: string;
  /** Of that, its standard output alone. */
  stdout: string;
  seconds: number;
};

/** Runs a command of the project to its end and keeps what it says. */
export async function command(args: string[], env: Record<string, string> = {}, cwd: string = ROOT): Promise<Ran> {
  const [file = '', ...rest] = args;
  const beganAt = performance.now();
  const child = spawn(file, rest, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
  });
  let output = '';
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const onExit = () => child.kill();
  process.once('exit', onExit);
  const [code] = (await once(child, 'close')) as [number | null];
  process.off('exit', onExit);
  return { code: code ?? 1, output, stdout, seconds: (performance.now() - beganAt) / 1000 };
}

export function resultOf({ code, output }: Ran): Result {
  const counted = /^\s*Tests\s+(.+)$/m.exec(output)?.[1]?.trim() ?? 'no tests ran';
  const failed = firstFailure({ output });
  return {
    ok: code === 0 && /\d+ passed/.test(counted),
    figures: failed === undefined ? counted : `${counted}; first: ${failed}`,
  };
}

/** Of a run of tests: the name of the first that failed, and why. */
export function firstFailure({ output }: Pick<Ran, 'output'>): string | undefined {
  const [, name, why] = /^(.*\bFAIL\b.*)$(?:\n(?:.*\bFAIL\b.*|\s*)$)*(?:\n(.*)$)?/m.exec(output) ?? [];
  return name === undefined ? undefined : [name.trim(), why?.trim() ?? ''].join(': ').slice(0, 500);
}

/** The last words of a command, for a row that failed. */
export function lastLines({ output }: Pick<Ran, 'output'>, count = 3): string {
  return output.trim().split('\n').slice(-count).join(' / ').slice(0, 800);
}
