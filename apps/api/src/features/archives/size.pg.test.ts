import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Archive } from '@clearbook/contracts/archives';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveServer, type ArchiveServer } from '../../../test/archives.ts';
import { FullClient } from '../../../test/full-client.ts';

/** A sample; `npm run accept -- --only archive-size` is the whole. */
const ENTRIES = Number(process.env['ARCHIVE_ENTRIES'] ?? 400);
const BUILT_S = 30;
const VERIFIED_S = 10;
const CLI = fileURLToPath(new URL('../../../../../packages/verify/bin/clearbook-verify.ts', import.meta.url));

let server: ArchiveServer;
let client: FullClient;
beforeAll(async () => {
  server = await archiveServer();
  client = await FullClient.open(server);
  if (ENTRIES > 1_000) await client.live();
  await client.trades(ENTRIES);
  await server.ask(client.id);
  await server.sign();
}, 1_200_000);
afterAll(async () => {
  await client?.close();
  await server?.close();
});

it(
  '[U26] [U100] an archive of 10,000 entries takes at most 30 seconds to make and 10 to verify',
  { timeout: 300_000 },
  async () => {
    const began = performance.now();
    await server.archiver().run(server.books.now());
    const built = (performance.now() - began) / 1_000;
    const [archive] = (await server.get('/me/archives', client.id)).json<{ data: Archive[] }>().data;
    expect(archive).toMatchObject({ state: 'ready' });
    expect(archive!.entries).toBeGreaterThanOrEqual(ENTRIES);
    const path = join(server.folder, 'archive.zip');
    await writeFile(path, (await server.get(`/me/archives/${archive!.id}/file`, client.id)).rawPayload);
    const started = performance.now();
    const { status, stdout } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, path], { encoding: 'utf8' }); // prettier-ignore
    const verified = (performance.now() - started) / 1_000;
    expect([status, stdout]).toEqual([0, expect.stringMatching(/checks, all in order\n$/)]);
    process.stdout.write(
      `archive of ${archive!.entries} entries, ${archive!.bytes} bytes: made in ${built.toFixed(1)} s, verified in ${verified.toFixed(1)} s\n`,
    );
    expect(built).toBeLessThanOrEqual(BUILT_S);
    expect(verified).toBeLessThanOrEqual(VERIFIED_S);
  },
);
