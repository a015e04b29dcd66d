import { performance } from 'node:perf_hooks';
import { call, parsed } from '../../apps/api/test/http-client.ts';
import { waitFor } from '../../apps/api/test/process.ts';
import type { Site } from '../../apps/api/test/site.ts';
import { command, lastLines } from './command.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title =
  '100,000 users, 1,000,000 trades: first, middle and last page of every Manage table and search by part of an email, p99 at most 100 ms, median of five';
export const seconds = 600;
export const alone = true;

const USERS = 100_000;
const LIMIT_MS = 100;
const ROUNDS = 5;
const REQUESTS = 100;
/** Page sizes as the screens ask for them. */
const TABLES = { users: 10, deposits: 10, withdrawals: 5, trades: 10, audit: 10 } as const;
/** One person, a hundred, ten thousand, everybody, nobody. */
const SEARCHES = ['load-0012345', 'load-00123', 'load-001', 'clearbook', '45@', 'nobody'];

export function run(): Promise<Result> {
  return onSite({ processes: 1 }, async (site) => {
    const seeded = await command([process.execPath, 'scripts/seed.ts', '--scale', String(USERS)], {
      DATA_DIR: site.dataDirs[0] ?? '',
    });
    if (seeded.code !== 0) return { ok: false, figures: lastLines(seeded) };
    await untilMapped(site);
    const slowest: { name: string; ms: number }[] = [];
    for (const [table, size] of Object.entries(TABLES)) {
      const { total } = await page(site, table, `page_size=${size}`);
      const last = Math.ceil(total / size);
      const queries = {
        first: 'page=1',
        middle: `page=${Math.floor(last / 2)}`,
        last: `page=${last}`,
        ...Object.fromEntries(SEARCHES.map((part) => [`search ${part}`, `q=${part}`])),
      };
      for (const [name, query] of Object.entries(queries)) {
        const rounds: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          rounds.push(await p99(site, table, `${query}&page_size=${size}`));
        slowest.push({ name: `${table} ${name}`, ms: median(rounds) });
      }
    }
    slowest.sort((a, b) => b.ms - a.ms);
    const late = slowest.filter(({ ms }) => ms > LIMIT_MS);
    return {
      ok: late.length === 0,
      figures: `${slowest.length} pages and searches of ${Object.keys(TABLES).length} tables, ${late.length} above ${LIMIT_MS} ms; slowest ${slowest
        .slice(0, 3)
        .map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`)
        .join(', ')}`,
    };
  });
}

/** The job that keeps the page map has seen the whole of the largest table. */
async function untilMapped(site: Site): Promise<void> {
  await waitFor(
    () =>
      site.look(async (pool) => {
        const { rows } = await pool.query<{ done: boolean }>(
          "select count(*) >= (select count(*) from ledger.trade) / 1000 - 2 as done from app.page_map where list = 'trades'",
        );
        return rows[0]?.done === true;
      }),
    'the page map',
    () => 'not complete',
  );
}

async function page(site: Site, table: string, query: string): Promise<{ total: number }> {
  return parsed(await call(site.urls[0] ?? '', { path: `/admin/${table}?${query}`, cookie: site.admin.cookie }));
}

async function p99(site: Site, table: string, query: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < REQUESTS; i += 1) {
    const beganAt = performance.now();
    await page(site, table, query);
    times.push(performance.now() - beganAt);
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(REQUESTS * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;
}
