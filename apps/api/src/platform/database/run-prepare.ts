import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PlainError } from '../plain-error.ts';
import type { PrepareReply, PrepareRequest } from './prepare.ts';

const PROGRAM = fileURLToPath(new URL('./prepare-child.ts', import.meta.url));

/**
 * Prepares the database in a process of its own. The powerful logins reach it through its stdin, where no list of
 * processes shows them, and are gone when it ends.
 */
export async function runPrepare(request: PrepareRequest): Promise<PrepareReply> {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', NODE_NO_WARNINGS: '1', ...handedOn() },
  });
  child.stdin.end(JSON.stringify(request));
  const [answer, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`Preparing the database failed:\n${complaint.trim()}`);
  const { reply, refusal } = JSON.parse(answer) as { reply?: PrepareReply; refusal?: string };
  if (reply) return reply;
  throw new PlainError(refusal ?? 'Preparing the database gave no answer.');
}

/** A given database may need the operator's own certificate authority; and Node begins with what it made of our files before. */
function handedOn(): Record<string, string> {
  return Object.fromEntries(
    ['NODE_EXTRA_CA_CERTS', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
