import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export type Phase = { name: string; command: string[]; cwd?: string };

/**
 * Runs one command after the other, stops at the first failure, and prints how long each took.
 * @returns the exit code to end with
 */
export async function runPhases(phases: Phase[]): Promise<number> {
  const rows: string[] = [];
  let exitCode = 0;
  for (const phase of phases) {
    process.stdout.write(`\n── ${phase.name}\n`);
    const beganAt = performance.now();
    exitCode = await run(phase);
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(1);
    rows.push(`${exitCode === 0 ? 'ok    ' : 'FAILED'} ${seconds.padStart(7)} s  ${phase.name}`);
    if (exitCode !== 0) break;
  }
  process.stdout.write(`\n${rows.join('\n')}\n`);
  return exitCode;
}

async function run({ command: [file = '', ...args], cwd = ROOT }: Phase): Promise<number> {
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  const gone = () => child.kill('SIGTERM');
  process.on('SIGINT', pass).on('SIGTERM', pass).once('disconnect', gone);
  if (process.connected) process.channel?.unref();
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    process.off('SIGINT', pass).off('SIGTERM', pass).off('disconnect', gone);
  }
}

/** A program of an installed package, run on the same Node as we are. */
export function tool(path: string, ...args: string[]): string[] {
  return [process.execPath, `node_modules/${path}`, ...args];
}
