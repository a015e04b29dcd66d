import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * `npm run dev`: the server restarts when a file of it changes, and Vite serves the client with hot reload (its config passes
 * /api on to the server). Ctrl-C ends both.
 */
const children = [
  run(
    [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      '--watch',
      '--watch-preserve-output',
      'apps/api/src/main.ts',
    ],
    ROOT,
  ),
  run([process.execPath, join(ROOT, 'node_modules/vite/bin/vite.js')], join(ROOT, 'apps/web')),
];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll);
process.once('disconnect', stopAll);
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 1;
    stopAll();
  });
}

function run([file = '', ...args]: string[], cwd: string): ChildProcess {
  return spawn(file, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
  if (process.connected) process.disconnect();
}
