import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { brokenInvariants } from '../books.ts';
import { brokenCopies } from '../copies.ts';
import { call, callUntilAnswered, parsed } from '../http-client.ts';
import { waitFor } from '../process.ts';
import { untilReady } from '../server.ts';
import type { Person, Site } from '../site.ts';
import type { Figures } from './races.ts';
import { summary } from './races.ts';
import { dice } from './workload.ts';

/** Between the trader's commit and the kill at most: kills fall before, in the middle of and after the mirroring. */
const UNTIL_KILL_MS = 250;

/**
 * kill -9 of the server while it mirrors. A trader opens or closes; at a random moment after the answer every process is killed and started again;
 * then nothing may wait, every copy has each of the trader's trades exactly once, as a trade of its exact share or as a skip with its reason, and
 * nobody has anything open of a trade that the trader has closed.
 */
export async function killWhileCopying(
  site: Site,
  { rounds, copiers = 40, seed = 1 }: { rounds: number; copiers?: number; seed?: number },
): Promise<Figures> {
  const pick = dice(seed);
  const { lead, traderId } = await openTrader(site, `lead${seed}`);
  const copies = await Promise.all(
    Array.from({ length: copiers }, (_, i) => openCopier(site, traderId, `copier${seed}x${i}`)),
  );
  const wrong: string[] = [];
  let open: string | undefined;
  for (let round = 0; round < rounds && wrong.length === 0; round += 1) {
    if (open === undefined) open = await trade(site, lead);
    else {
      await sent(site, lead, `/trades/${open}/close`, {});
      open = undefined;
    }
    await pause(pick(UNTIL_KILL_MS));
    await Promise.all(site.servers.map((server) => server.kill()));
    await Promise.all(site.servers.map((_, i) => site.restart(i)));
    for (const url of site.urls) await untilReady(url);
    await site.look(async (pool) => {
      await waitFor(
        async () => (await pool.query('select 1 from ledger.copy_task limit 1')).rowCount === 0,
        'the mirroring to end',
      );
      const { rows } = await pool.query<{ copy_id: string }>(
        `select c.id as copy_id from ledger.copy c join ledger.trade l on l.client_id = c.lead_id and l.copy_id is null and l.opened_at >= c.started_at
           and l.equity_at_open is not null
         where (select count(*) from ledger.trade t where t.copy_id = c.id and t.lead_trade_id = l.id)
           + (select count(*) from ledger.copy_skip s where s.copy_id = c.id and s.lead_trade_id = l.id) <> 1`,
      );
      wrong.push(
        ...rows.map(({ copy_id: id }) => `round ${round + 1}: copy ${id} is half-copied`),
        ...(await brokenCopies(pool)).map((each) => `round ${round + 1}: ${each}`),
        ...(await brokenInvariants(pool)).map((each) => `round ${round + 1}: ${each}`),
      );
    });
  }
  const { rows } = await site.look((pool) =>
    pool.query<{ mirrored: number; skipped: number }>(
      `select (select count(*)::int from ledger.trade where copy_id is not null) as mirrored, (select count(*)::int from ledger.copy_skip) as skipped`,
    ),
  );
  return {
    ok: wrong.length === 0,
    figures: `${rounds} kills while ${copies.length} copies were mirrored, ${site.urls.length} process${site.urls.length > 1 ? 'es' : ''}: ${rows[0]?.mirrored} mirrored, ${
      rows[0]?.skipped
    } skipped with a reason, ${wrong.length} half-copied or unbalanced${summary(wrong)}`,
  };
}

async function openTrader(site: Site, name: string): Promise<{ lead: Person; traderId: string }> {
  const lead = await site.client(name);
  await sent(site, lead, '/demo/top-up', { amount: '100000.00' });
  const { id } = parsed<{ id: string }>(
    await call(site.urls[0] ?? '', {
      path: '/admin/traders',
      cookie: site.admin.cookie,
      key: randomUUID(),
      body: { name, return_rate: '1', followers: '1', minibalance: '0', profit_share: '10', client_email: lead.email },
    }),
  );
  await sent(site, lead, `/trades/${await trade(site, lead)}/close`, {});
  return { lead, traderId: id };
}

async function openCopier(site: Site, traderId: string, name: string): Promise<Person> {
  const person = await site.client(name);
  await sent(site, person, '/demo/top-up', { amount: '20000.00' });
  await sent(site, person, `/traders/${traderId}/copy`, { amount: '10000.00' });
  return person;
}

async function trade(site: Site, person: Person): Promise<string> {
  const body = { symbol: 'SOL', side: 'buy', lots: '20.00', amount: '20000.00', type: 'market' };
  const { trade_id: id } = await sent<{ trade_id: string }>(site, person, '/orders', body);
  return id;
}

async function sent<T = unknown>(site: Site, { cookie }: Person, path: string, body: unknown): Promise<T> {
  return parsed<T & Record<string, never>>(
    await callUntilAnswered(site.urls, { path, cookie, key: randomUUID(), body }),
  );
}
