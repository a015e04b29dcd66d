import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import pg from 'pg';
import { countLiabilities } from '../../apps/api/src/features/liabilities/index.ts';
import { readProof } from '../../apps/api/src/features/liabilities/proof.query.ts';
import { createSequencer, LogKeys, readKeys } from '../../apps/api/src/features/transparency/index.ts';
import { createPool } from '../../apps/api/src/platform/database/pool.ts';
import { prepareDatabase } from '../../apps/api/src/platform/database/prepare.ts';
import { createSeal } from '../../apps/api/src/platform/seal.ts';
import { vkeyOf } from '../../apps/api/src/platform/tlog/index.ts';
import { type BenchCluster, startBenchCluster } from '../../bench/cluster.ts';
import { readLiability, readVerifierKey, verifyLiability } from '../../packages/verify/src/index.ts';
import type { Result } from './row.ts';

export const title =
  'The liabilities of 1,000,000 clients are counted within 60 s on two cores and come to what the entries say; a client’s proof has at most 3 kB and verifies';
export const seconds = 150;
export const alone = true;

const CLIENTS = 1_000_000;
const MOST_SECONDS = 60;
const MOST_BYTES = 3_072;
const SAMPLED = 200;
const log = { warn: (...said: unknown[]) => console.error(...said), info: () => undefined };

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
    await fill(owner);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const now = new Date();
    delay.enable();
    const [began, used] = [performance.now(), process.cpuUsage()];
    await countLiabilities({ pool, log }, now);
    const took = (performance.now() - began) / 1_000;
    const { user, system } = process.cpuUsage(used);
    delay.disable();
    const { rows } = await owner.query<{ same: boolean; bytes: string; total: string }>(
      `select r.total = (select -sum(amount) from ledger.posting where account in (1, 2, 3)) as same, r.total::text,
         (select sum(octet_length(leaves) + 80) from ledger.liability_tile)::text as bytes from ledger.liability_root r where tree = 1`,
    );
    const { same, total, bytes } = rows[0]!;
    const keys = new LogKeys({ pool, seal: createSeal(Buffer.alloc(32, 1)), log, origin: 'books.example/log' });
    // A million entries would all become leaves of the log, which is not what this is about.
    await owner.query('insert into ledger.log_position select book, number from ledger.head');
    await createSequencer({ pool, log, signers: () => keys.signers(now) }).run(now);
    const proofs = await prove(pool);
    return {
      ok: same && took <= MOST_SECONDS && proofs.largest <= MOST_BYTES,
      figures: [
        `${CLIENTS.toLocaleString('en')} clients counted in ${took.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of processor time, the process never away for more than ${(delay.max / 1e6).toFixed(0)} ms)`,
        `sum ${total} cents ${same ? 'is' : 'is NOT'} that of all postings`,
        `kept in ${(Number(bytes) / 1e6).toFixed(0)} MB`,
        `${SAMPLED} proofs verified: at most ${proofs.largest} bytes as JSON (${proofs.answer} with all of the answer), each in ${proofs.milliseconds.toFixed(0)} ms`,
      ].join('; '),
    };
  } finally {
    await owner.end();
    await pool.end();
  }
}

/** Clients as they are, each with one entry that gave them what they have: anything up to $100,000. */
async function fill(owner: pg.Client): Promise<void> {
  await owner.query('set session_replication_role = replica');
  const id = `md5(i::text)::uuid`;
  const amount = '((i * 7919::bigint) % 10000000)';
  const series = `generate_series(1, ${CLIENTS}) i`;
  await owner.query(`insert into ledger.party_book (book, id) select 1, ${id} from ${series}`);
  await owner.query(
    `insert into ledger.party (book, id, kind, cash) select 1, ${id}, 'client', ${amount} from ${series}`,
  );
  await owner.query(
    `insert into ledger.entry (book, number, event, client_id, subject_id, actor_id, at, schema_version, canonical, accounts, amounts, link)
     select 1, i, 15, ${id}, ${id}, ${id}, now(), 1, '', array[21, 1]::smallint[], array[${amount}, -${amount}], sha256('') from ${series}`,
  );
  await owner.query(
    `update ledger.house_balance set amount = (select sum(cash) from ledger.party) where account = 21 and book = 1`,
  );
  await owner.query(`update ledger.head set number = ${CLIENTS}`);
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum analyze ledger.party, ledger.entry, ledger.party_book');
}

/** Proofs of clients all over the tree, each checked by the verifier, which shares no code with what made them. */
async function prove(pool: pg.Pool): Promise<{ largest: number; answer: number; milliseconds: number }> {
  const trusted = (await readKeys(pool)).map((key) => readVerifierKey(vkeyOf(key)));
  const { rows } = await pool.query<{ id: string }>(
    `select md5((i * ${CLIENTS / SAMPLED})::text)::uuid as id from generate_series(1, ${SAMPLED}) i`,
  );
  let [largest, answer, milliseconds] = [0, 0, 0];
  for (const { id } of rows) {
    const began = performance.now();
    const proof = await readProof(pool, id);
    milliseconds += performance.now() - began;
    if (proof === undefined) throw new Error(`client ${id} was not counted`);
    verifyLiability(readLiability(proof), id, trusted);
    const { receipt: _, ...own } = proof.owed;
    largest = Math.max(largest, JSON.stringify(own).length);
    answer = Math.max(answer, JSON.stringify(proof).length);
  }
  return { largest, answer, milliseconds: milliseconds / SAMPLED };
}
