import { mkdtempSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { runningEmbedded } from '../../apps/api/src/platform/database/embedded/index.ts';
import { brokenInvariants } from '../../apps/api/test/books.ts';
import { openWorkload } from '../../apps/api/test/drills/workload.ts';
import { call, multipart, parsed } from '../../apps/api/test/http-client.ts';
import { picture } from '../../apps/api/test/picture.ts';
import { startServer, untilReady } from '../../apps/api/test/server.ts';
import type { Site } from '../../apps/api/test/site.ts';
import { command, lastLines } from './command.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title = 'A restore from a backup taken under load: books balance, files present';

const CLIENTS = 16;
const FILES = 12;
const LOAD_MS = 3_000;
const PASSPHRASE = { BACKUP_PASSPHRASE: 'nine quiet boats at noon' };

export function run(): Promise<Result> {
  return onSite({ processes: 1 }, async (site) => {
    const folder = mkdtempSync(join(tmpdir(), 'clearbook-restore-'));
    try {
      return await drill(site, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function drill(site: Site, folder: string): Promise<Result> {
  const proofs = await uploadProofs(site);
  const workload = await openWorkload(site, { clients: CLIENTS, prefix: 'saved', seed: 5 });
  const target = join(folder, 'backup');
  let before: string[] = [];
  let saved = { code: 1, output: '', seconds: 0 };
  await workload.runWhile(
    (async () => {
      await pause(LOAD_MS);
      before = workload.acknowledged();
      const dataDir = site.dataDirs[0] ?? '';
      saved = await command([process.execPath, 'scripts/backup.ts', target], { DATA_DIR: dataDir, ...PASSPHRASE });
      await pause(LOAD_MS);
    })(),
  );
  if (saved.code !== 0) return { ok: false, figures: `backup: ${lastLines(saved)}` };
  const during = workload.acknowledged().length - before.length;

  const dataDir = join(folder, 'restored');
  const restored = await command([process.execPath, 'scripts/restore.ts', target], {
    DATA_DIR: dataDir,
    ...PASSPHRASE,
  });
  if (restored.code !== 0) return { ok: false, figures: `restore: ${lastLines(restored)}` };
  const server = await startServer({ dataDir, env: { MARKET_SEED: 'drill' } });
  try {
    await untilReady(server.url);
    const wrong: string[] = [];
    const pool = new pg.Pool({ connectionString: runningEmbedded(dataDir)?.url, max: 1 });
    try {
      wrong.push(...(await brokenInvariants(pool)));
      const { rows } = await pool.query<{ event: string }>(
        `select r.name || ' ' || e.subject_id as event from ledger.entry e join ledger.event_rule r on r.code = e.event`,
      );
      const there = new Set(rows.map(({ event }) => event));
      for (const event of before)
        if (!there.has(event)) wrong.push(`${event} was acknowledged before the backup and is gone`);
    } finally {
      await pool.end();
    }
    let files = 0;
    for (const { cookie, file, bytes } of proofs) {
      const answer = await call(server.url, { path: `/files/${file}`, cookie });
      if (answer.status === 200 && answer.bytes.equals(bytes)) files += 1;
      else wrong.push(`the file ${file}: ${answer.status}`);
    }
    return {
      ok: wrong.length === 0 && files === FILES && during > 0,
      figures: `${before.length} entries acknowledged before the backup, ${during} while and after it; ${saved.output.trim().split('\n')[0]?.split(': ').at(-1)}; ${files} of ${FILES} files the same to the byte; ${wrong.length} wrong${wrong[0] ? `, first: ${wrong[0]}` : ''}`,
    };
  } finally {
    await server.stop();
  }
}

type Proof = { cookie: string; file: string; bytes: Buffer };

async function uploadProofs(site: Site): Promise<Proof[]> {
  const base = site.urls[0] ?? '';
  const { cookie } = await site.client('uploader');
  const proofs: Proof[] = [];
  for (let i = 0; i < FILES; i += 1) {
    const { id } = parsed<{ id: string }>(
      await call(base, { path: '/deposits', cookie, key: randomUUID(), body: { amount: '25.00', method: 'bitcoin' } }),
    );
    const upload = {
      path: `/deposits/${id}/proof`,
      cookie,
      key: randomUUID(),
      ...multipart('file', 'proof.png', picture(i)),
    };
    const { proof_file: file } = parsed<{ proof_file: string }>(await call(base, upload));
    proofs.push({ cookie, file, bytes: (await call(base, { path: `/files/${file}`, cookie })).bytes });
  }
  return proofs;
}
