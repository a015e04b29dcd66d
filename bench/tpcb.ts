import pg from 'pg';

const SCALE = 32;
const CONNECTIONS = 16;
const HISTORY = 'insert into tpcb.history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)';

/** pgbench's four tables at scale 32, filled as pgbench fills them. */
export async function createTpcb(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create schema tpcb;
      create table tpcb.branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
      create table tpcb.tellers (tid int primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100);
      create table tpcb.accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100);
      create table tpcb.history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
      insert into tpcb.branches select b, 0, '' from generate_series(1, ${SCALE}) b;
      insert into tpcb.tellers select t, (t - 1) / 10 + 1, 0, '' from generate_series(1, ${SCALE * 10}) t;
      insert into tpcb.accounts select a, (a - 1) / 100000 + 1, 0, '' from generate_series(1, ${SCALE * 100_000}) a;`);
    await client.query('vacuum analyze tpcb.branches');
    await client.query('vacuum analyze tpcb.tellers');
    await client.query('vacuum analyze tpcb.accounts');
  } finally {
    await client.end();
  }
}

const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

/** What the connections of everything measured here are set to. */
export async function durabilityOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name = any($1)`,
      [[...DURABILITY]],
    );
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  } finally {
    await client.end();
  }
}

/**
 * T: TPC-B transactions a second. Its seven statements are sent one by one through the same driver, over 16 connections: prepared once, as the product's own
 * are, or each parsed and planned again, as pgbench does unless told otherwise.
 */
export async function runTpcb(url: string, seconds: number, random: () => number, prepared = true): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const until = performance.now() + seconds * 1000;
  const started = performance.now();
  let done = 0;
  const pick = (n: number): number => 1 + Math.floor(random() * n);
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        const [aid, bid, tid, delta] = [pick(SCALE * 100_000), pick(SCALE), pick(SCALE * 10), pick(10_000) - 5_000];
        const run = (name: string, text: string, values: number[]) =>
          client.query(prepared ? { name, text, values } : { text, values });
        await client.query('begin');
        await run('a', 'update tpcb.accounts set abalance = abalance + $1 where aid = $2', [delta, aid]);
        await run('s', 'select abalance from tpcb.accounts where aid = $1', [aid]);
        await run('t', 'update tpcb.tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid]);
        await run('b', 'update tpcb.branches set bbalance = bbalance + $1 where bid = $2', [delta, bid]);
        await run('h', HISTORY, [tid, bid, aid, delta]);
        await client.query('commit');
        done++;
      }
    }),
  );
  const perSecond = done / ((performance.now() - started) / 1000);
  await Promise.all(clients.map((client) => client.end()));
  return perSecond;
}
