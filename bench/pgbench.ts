import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const exec = promisify(execFile);

/** The same seven statements over the same tables as tpcb.ts. */
const SCRIPT = `\\set aid random(1, 100000 * 32)
\\set bid random(1, 32)
\\set tid random(1, 10 * 32)
\\set delta random(-5000, 5000)
begin;
update tpcb.accounts set abalance = abalance + :delta where aid = :aid;
select abalance from tpcb.accounts where aid = :aid;
update tpcb.tellers set tbalance = tbalance + :delta where tid = :tid;
update tpcb.branches set bbalance = bbalance + :delta where bid = :bid;
insert into tpcb.history (tid, bid, aid, delta, mtime) values (:tid, :bid, :aid, :delta, current_timestamp);
commit;
`;

/** Whether PostgreSQL's own load program is installed here; the product's packages do not bring it. */
export function hasPgbench(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0;
}

/** TPC-B transactions a second as pgbench measures them, with 16 connections and prepared statements: a lighter load than one that runs in Node. */
export async function runPgbench(url: string, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'clearbook-pgbench-'));
  try {
    const script = join(folder, 'tpcb.sql');
    writeFileSync(script, SCRIPT);
    const { host, port, user, password, database } = new pg.Client({ connectionString: url });
    const flags = ['--no-vacuum', '--protocol=prepared', '--client=16', '--jobs=2', `--time=${seconds}`];
    const { stdout } = await exec('pgbench', [...flags, `--file=${script}`], {
      env: {
        ...process.env,
        PGHOST: host,
        PGPORT: String(port),
        PGUSER: user,
        PGPASSWORD: String(password),
        PGDATABASE: database,
      },
    });
    const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (perSecond === undefined) throw new Error(`pgbench did not say how much it did: ${stdout}`);
    return Number(perSecond);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
