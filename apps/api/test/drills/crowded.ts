import { randomUUID } from 'node:crypto';
import { call, parsed } from '../http-client.ts';
import type { Person, Site } from '../site.ts';
import { close, funded, median, order, ORDER, timedOrders } from './neighbours.ts';
import type { Figures } from './races.ts';

/** Who trades beside the crowded client, and how many orders each of them sends in a run. */
const NEIGHBOURS = 8;
/** As many trades as the crowded client keeps open: one less than the most, so that each order is weighed. */
const OPEN = 199;
/** What the neighbours' median may grow to, next to the quiet run. */
const MOST = 1.5;

const CHEAP = { ...ORDER, symbol: 'DOGE', lots: '200', amount: '100.00' } as const;

/**
 * The neighbours' orders in turn with and without a client who has a daily-loss limit and as many open trades as there may be, and who opens and
 * closes without a pause. Quiet and crowded runs alternate, so that whatever else the machine does falls on both.
 */
export async function tradeBesideCrowd(
  site: Site,
  { rounds, orders }: { rounds: number; orders: number },
): Promise<Figures> {
  const neighbours = await Promise.all(Array.from({ length: NEIGHBOURS }, (_, i) => funded(site, `neighbour${i}`)));
  const crowded = await funded(site, 'crowded');
  for (let made = 0; made < OPEN; made += 1) await order(site, crowded, CHEAP);
  parsed(await call(site.urls[0] ?? '', { method: 'PUT', path: '/me/protection', cookie: crowded.cookie, key: randomUUID(), body: { daily_loss: '10000.00' } })); // prettier-ignore
  const quiet: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(...(await timedOrders(site, neighbours, orders)));
    const crowd = { goes: true, sent: 0 };
    const crowding = keepTrading(site, crowded, crowd);
    beside.push(...(await timedOrders(site, neighbours, orders)));
    crowd.goes = false;
    await crowding;
    if (crowd.sent === 0) throw new Error('the crowded client sent nothing');
  }
  const [before, after] = [median(quiet), median(beside)];
  const ratio = after / before;
  return {
    ok: ratio <= MOST,
    figures: `${beside.length} orders of ${NEIGHBOURS} clients: median ${before.toFixed(1)} ms in quiet runs, ${after.toFixed(1)} ms beside a client with a daily-loss limit and ${OPEN} open trades (${ratio.toFixed(2)} ×, at most ${MOST})`,
  };
}

async function keepTrading(site: Site, person: Person, crowd: { goes: boolean; sent: number }): Promise<void> {
  while (crowd.goes) {
    await close(site, person, await order(site, person, CHEAP));
    crowd.sent += 1;
  }
}
