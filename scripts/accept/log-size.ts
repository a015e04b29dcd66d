import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import {
  leafHash,
  openCheckpoint,
  readEntries,
  readVerifierKey,
  tilePath,
  verifyTiles,
} from '../../packages/verify/src/index.ts';
import {
  readKeys,
  readResource,
  readSignedTree,
  readTiles,
} from '../../apps/api/src/features/transparency/log.query.ts';
import { createSequencer, LogKeys } from '../../apps/api/src/features/transparency/index.ts';
import { appendStep } from '../../apps/api/src/features/transparency/sequencer.ts';
import { createPool } from '../../apps/api/src/platform/database/pool.ts';
import { createSeal } from '../../apps/api/src/platform/seal.ts';
import {
  appendLeaves,
  carryOut,
  parseTilePath,
  planInclusion,
  rootOf,
  sha256,
  type Tile,
  vkeyOf,
} from '../../apps/api/src/platform/tlog/index.ts';
import { type BenchCluster, startBenchCluster } from '../../bench/cluster.ts';
import { prepareDatabase } from '../../apps/api/src/platform/database/prepare.ts';
import type { Result } from './row.ts';

export const title =
  'At 10,000,000 leaves of the log an append, a proof and a tile cost what they cost at 10,000; a mirror of 1,000,000 entries on a static file server verifies';
export const seconds = 400;
export const alone = true;

const SIZES = [10_000, 1_000_000, 10_000_000] as const;
const MIRRORED = 1_000_000;
/** A proof in a tree of 10,000,000 reads one level of tiles more than one of 10,000, and not all of them are in memory: some milliseconds are no growth. */
const FLAT = 2;
const FLAT_MS = 15;
const CHUNK = 65_536;
const ROUNDS = 200;
const log = { warn: (...said: unknown[]) => console.error(...said) };

type Costs = { readonly one: number; readonly step: number; readonly proof: number; readonly tile: number };

export async function run(): Promise<Result> {
  const cluster = await startBenchCluster();
  try {
    return await measure(cluster);
  } finally {
    await cluster.stop();
  }
}

async function measure(cluster: BenchCluster): Promise<Result> {
  const { appUrl } = await prepareDatabase({
    url: cluster.superuserUrl,
    appPassword: 'a-password-of-the-bench',
    instance: { mode: 'demo', market: 'simulated', marketSeed: 'bench' },
  });
  const pool = createPool(appUrl);
  const owner = new pg.Client({ connectionString: cluster.superuserUrl });
  await owner.connect();
  try {
    const costs: Costs[] = [];
    let mirrored = '';
    for (const size of SIZES) {
      while ((await appendStep(pool)) > 0);
      await fill(owner, size);
      await owner.query('vacuum analyze ledger.log_leaf, ledger.log_nonce, ledger.log_tile');
      costs.push(await costsAt(pool, owner));
      if (size === MIRRORED) mirrored = await mirror(pool);
    }
    const [small, , large] = costs as [Costs, Costs, Costs];
    const flat = (Object.keys(small) as (keyof Costs)[]).every((each) => large[each] <= small[each] * FLAT + FLAT_MS);
    const said = costs.map(
      ({ one, step, proof, tile }, i) =>
        `${SIZES[i]!.toLocaleString('en')}: one leaf ${one.toFixed(1)} ms, 4,096 leaves ${step.toFixed(0)} ms, proof ${proof.toFixed(2)} ms, tile ${tile.toFixed(2)} ms`,
    );
    return { ok: flat && mirrored !== '', figures: [...said, mirrored].join('; ') };
  } finally {
    await owner.end();
    await pool.end();
  }
}

/** Leaves as the sequencer writes them, without the rows that they would be of. */
async function fill(owner: pg.Client, upto: number): Promise<void> {
  await owner.query('set session_replication_role = replica');
  const { rows } = await owner.query<{ size: string }>('select size from ledger.log_tree');
  const edge = new Map<number, Tile>();
  const kept = await owner.query<{ level: number; index: string; hashes: Buffer }>(
    'select distinct on (level) level, tile_index as index, hashes from ledger.log_tile order by level, tile_index desc',
  );
  for (const { level, index, hashes } of kept.rows) edge.set(level, { level, index: Number(index), hashes });
  for (let size = Number(rows[0]!.size); size < upto;) {
    const count = Math.min(CHUNK, upto - size);
    const entries = Array.from({ length: count }, (_, i) => entryOf(size + i));
    const written = appendLeaves(
      size,
      [...edge.values()].filter(({ hashes }) => hashes.length < 8_192),
      entries,
    );
    for (const tile of written) edge.set(tile.level, tile);
    await owner.query(
      `insert into ledger.log_leaf (leaf_index, type, source_row, entry) select i, 2, 'filled ' || i, sha256(int8send(i)) from generate_series($1::bigint, $2::bigint) i`,
      [size, size + count - 1],
    );
    await owner.query(
      'insert into ledger.log_nonce (leaf_index, nonce) select i, sha256(int8send(-i - 1)) from generate_series($1::bigint, $2::bigint) i',
      [size, size + count - 1],
    );
    await owner.query(
      `insert into ledger.log_tile (level, tile_index, hashes) select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])
       on conflict (level, tile_index) do update set hashes = excluded.hashes`,
      [written.map(({ level }) => level), written.map(({ index }) => index), written.map(({ hashes }) => hashes)],
    );
    size += count;
    await owner.query('update ledger.log_tree set size = $1, root = $2', [size, rootOf(size, [...edge.values()])]);
  }
  await owner.query('set session_replication_role = origin');
}

function entryOf(index: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(index));
  return sha256(bytes);
}

async function costsAt(pool: pg.Pool, owner: pg.Client): Promise<Costs> {
  const lines = (count: number) =>
    owner.query(
      `select ledger.record_audit('00000000-0000-0000-0000-000000000001', 'a', 's', 's', null, '{}', now()) from generate_series(1, $1)`,
      [count],
    );
  const one = await median(20, async () => {
    await lines(1);
    return () => appendStep(pool);
  });
  const step = await median(3, async () => {
    await lines(4_096);
    return () => appendStep(pool);
  });
  const keys = new LogKeys({ pool, seal: createSeal(Buffer.alloc(32, 1)), log, origin: 'books.example/log' });
  const now = new Date();
  await createSequencer({ pool, log, signers: () => keys.signers(now) }).run(now);
  const { size } = (await readSignedTree(pool))!;
  const anywhere = (count: number): number => Math.floor(Math.random() * count);
  const proof = await median(ROUNDS, async () => async () => {
    const plan = planInclusion(anywhere(size), size);
    carryOut(plan, await readTiles(pool, plan.tiles));
  });
  const tile = await median(
    ROUNDS,
    async () => () => readResource(pool, { level: 0, index: anywhere(Math.floor(size / 256)), width: 256 }),
  );
  return { one, step, proof, tile };
}

async function median(rounds: number, prepare: () => Promise<() => Promise<unknown>>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const work = await prepare();
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return took.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!;
}

/** Every file of the log on a server that knows files and nothing else, checked by the verifier, which shares no code with the server. */
async function mirror(pool: pg.Pool): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'clearbook-mirror-'));
  const server = createServer((request, response) => {
    try {
      response.end(readFileSync(join(folder, request.url ?? '')));
    } catch {
      response.writeHead(404).end();
    }
  });
  try {
    const { size, note } = (await readSignedTree(pool))!;
    const vkey = vkeyOf((await readKeys(pool))[0]!);
    await copyFiles(pool, folder, size);
    writeFileSync(join(folder, 'checkpoint'), note);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const read = async (path: string): Promise<Uint8Array | undefined> => {
      const answer = await fetch(base + path);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return answer.ok ? bytes : undefined;
    };
    const began = performance.now();
    const tree = openCheckpoint((await read('checkpoint'))!, [readVerifierKey(vkey)]);
    const tiles = await verifyTiles(tree, read);
    let entries = 0;
    for (let index = 0; index * 256 < tree.size; index += 1) {
      const width = Math.min(256, tree.size - index * 256);
      const leaves = readEntries((await read(tilePath('entries', index, width)))!).map(leafHash);
      if (!Buffer.concat(leaves).equals((await read(tilePath(0, index, width)))!))
        throw new Error(`tile ${index} of the mirror is not of its entries`);
      entries += leaves.length;
    }
    return `mirror of ${entries.toLocaleString('en')} entries verified in ${((performance.now() - began) / 1_000).toFixed(1)} s (${tiles} tiles)`;
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function copyFiles(pool: pg.Pool, folder: string, size: number): Promise<void> {
  for (let level = 0, width = size; width > 0; level += 1, width = Math.floor(width / 256)) {
    for (let index = 0; index * 256 < width; index += 1) {
      for (const of of level === 0 ? (['entries', 0] as const) : [level]) {
        const path = tilePath(of, index, Math.min(256, width - index * 256));
        const bytes = await readResource(pool, parseTilePath(path.replace('tile/', ''))!);
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), bytes!);
      }
    }
  }
}
