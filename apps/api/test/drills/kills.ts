import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brokenInvariants } from '../books.ts';
import { untilReady } from '../server.ts';
import type { Site } from '../site.ts';
import type { Figures } from './races.ts';
import { summary } from './races.ts';
import { dice, openWorkload } from './workload.ts';

const CLIENTS = 16;
/** Load before the kill: a random time up to this, so that kills fall everywhere between a request and its answer. */
const LOAD_MS = 900;
const LOAD_AFTER_MS = 300;

/** kill -9 of a server process at a random moment under load, again and again; every third time of two processes, both. */
export async function killServers(
  site: Site,
  { rounds, seed = 1 }: { rounds: number; seed?: number },
): Promise<Figures> {
  const pick = dice(seed);
  return drill(site, { rounds, seed, prefix: `kill${seed}x` }, async (round) => {
    const all = site.servers.map((_, i) => i);
    const victims = site.servers.length === 1 || round % 3 === 2 ? all : [pick(site.servers.length)];
    await Promise.all(victims.map(async (i) => site.servers[i]?.kill()));
    await Promise.all(victims.map((i) => site.restart(i)));
  });
}

/** kill -9 of the embedded PostgreSQL under load: its first process, or one that serves a connection. The product stays up and heals itself. */
export async function killPostgres(
  site: Site,
  { rounds, seed = 1 }: { rounds: number; seed?: number },
): Promise<Figures> {
  return drill(site, { rounds, seed, prefix: `pg${seed}x` }, async (round) => {
    const postmaster = postmasterOf(site.dataDirs[0] ?? '');
    if (round % 2 === 0) process.kill(postmaster, 'SIGKILL');
    else process.kill(await busyBackend(site), 'SIGKILL');
  });
}

async function drill(
  site: Site,
  { rounds, seed, prefix }: { rounds: number; seed: number; prefix: string },
  strike: (round: number) => Promise<void>,
): Promise<Figures> {
  const pick = dice(seed + 7);
  const workload = await openWorkload(site, { clients: CLIENTS, prefix, seed });
  const wrong: string[] = [];
  let slowest = 0;
  for (let round = 0; round < rounds; round += 1) {
    await workload.runWhile(
      (async () => {
        await pause(50 + pick(LOAD_MS));
        await strike(round);
        for (const url of site.urls) slowest = Math.max(slowest, await untilReady(url));
        await pause(LOAD_AFTER_MS);
      })(),
    );
    const found = await site.look(async (pool) => [
      ...(await workload.differences(pool)),
      ...(await brokenInvariants(pool)),
    ]);
    wrong.push(...found.map((each) => `round ${round + 1}: ${each}`));
    if (found.length > 0) break;
  }
  const { acknowledged, retried, alreadyDone, refused, failures } = workload.counts;
  return {
    ok: wrong.length === 0 && failures.length === 0,
    figures:
      `${rounds} kills, ${site.urls.length} process${site.urls.length > 1 ? 'es' : ''}: ${acknowledged} operations acknowledged, ${retried} had to be repeated, ` +
      `${alreadyDone} of these had happened already, ${refused} waited for a price; ready again at most ${Math.round(slowest)} ms after the start; ` +
      `${wrong.length} lost, doubled, unbalanced or left over${summary(wrong)}; ${failures.length} answers that no client should see${summary(failures)}`,
  };
}

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** A backend that serves the product's own connection, best one that is at work. */
async function busyBackend(site: Site): Promise<number> {
  return site.look(async (pool) => {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename = 'clearbook_app' and backend_type = 'client backend' order by (state = 'active') desc, query_start desc limit 1`,
    );
    return rows[0]?.pid ?? 0;
  });
}
