import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../../apps/api/test/http-client.ts';
import { buildClient } from '../build-client.ts';
import { ROOT } from '../phases.ts';
import { start, stop, withClone } from './clone.ts';
import { command, lastLines } from './command.ts';
import type { Result } from './row.ts';

export const title = 'npm start works as an ordinary user too';

/** Run by root: a user made for this row. Run by anybody else: every other row has shown it already. */
export async function run(): Promise<Result> {
  if (process.getuid?.() !== 0) return { ok: true, figures: `all of these rows ran as user ${process.getuid?.()}` };
  await buildClient();
  const name = `clearbook${process.pid}`;
  const home = mkdtempSync(join(tmpdir(), 'clearbook-user-'));
  const made = await command(['useradd', '--no-create-home', '--home-dir', home, '--shell', '/bin/sh', name]);
  if (made.code !== 0) return { ok: false, figures: lastLines(made) };
  try {
    return await withClone(async (folder) => {
      await command(['cp', '-a', join(ROOT, 'node_modules'), join(folder, 'node_modules')]);
      await command(['chown', '-R', `${name}:`, join(folder, '..'), home]);
      const line = ['runuser', '-u', name, '--', 'env', `HOME=${home}`, 'npm', '--prefix', folder, 'start'];
      const env = { PORT: '0', DATA_DIR: join(folder, 'data') };
      const started = await start(line, env);
      const page = await call(started.url, { path: '/login' });
      const left = await stop(started, folder);
      return {
        ok: page.status === 200 && left.length === 0,
        figures: `ready in ${started.seconds.toFixed(0)} s, login page ${page.status}, ${left.length} processes left`,
      };
    });
  } finally {
    await command(['userdel', name]);
    rmSync(home, { recursive: true, force: true });
  }
}
