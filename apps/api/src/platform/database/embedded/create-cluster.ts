import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { PlainError } from '../../plain-error.ts';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

const DRAFT = 'draft-';

/** What a start left that was killed while it made the cluster. */
export function removeDrafts(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(DRAFT)) rmSync(join(home, name), { recursive: true, force: true });
  }
}

/** Makes the cluster in a draft folder and renames it when it is whole, so that there is never half a cluster under its name. */
export async function createCluster(options: {
  paths: { home: string; pgData: string };
  binaries: Binaries;
  runAs: RunAs;
  superuser: string;
  password: string;
}): Promise<void> {
  const { paths, binaries, runAs } = options;
  const draft = mkdtempSync(join(paths.home, DRAFT));
  runAs.own(draft);
  const passwordFile = join(draft, 'password');
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  runAs.own(passwordFile);

  const {
    file,
    args,
    options: as,
  } = runAs.command(
    binaries.initdb,
    [
      ...['--pgdata', join(draft, 'cluster')],
      ...['--username', options.superuser],
      ...['--auth', 'scram-sha-256', '--pwfile', passwordFile],
      ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      '--no-instructions',
    ],
    'KILL',
  );
  const child = spawn(file, args, {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  });
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    const reason =
      complaint
        .trim()
        .split('\n')
        .findLast((line) => line.includes('error')) ?? complaint.trim();
    throw new PlainError(`The database cannot be created in ${paths.pgData} (${reason}).`);
  }
  renameSync(join(draft, 'cluster'), paths.pgData);
  rmSync(draft, { recursive: true, force: true });
}
