import { randomUUID } from 'node:crypto';
import { call, parsed } from '../http-client.ts';
import type { Person, Site } from '../site.ts';

export const ORDER = { symbol: 'BTC', side: 'buy', lots: '0.01', amount: '1500.00', type: 'market' } as const;

/** A client with paper money. */
export async function funded(site: Site, name: string): Promise<Person> {
  const person = await site.client(name);
  parsed(await call(site.urls[0] ?? '', { path: '/demo/top-up', cookie: person.cookie, key: randomUUID(), body: { amount: '100000.00' } })); // prettier-ignore
  return person;
}

/** Each of them opens and closes a trade so many times; how long each order took, in milliseconds. */
export async function timedOrders(site: Site, people: readonly Person[], orders: number): Promise<number[]> {
  const times = await Promise.all(
    people.map(async (person) => {
      const own: number[] = [];
      for (let sent = 0; sent < orders; sent += 1) {
        const from = performance.now();
        const id = await order(site, person, ORDER);
        own.push(performance.now() - from);
        await close(site, person, id);
      }
      return own;
    }),
  );
  return times.flat();
}

export async function order(site: Site, { cookie }: Pick<Person, 'cookie'>, body: object): Promise<string> {
  const answer = await call(site.urls[0] ?? '', { path: '/orders', cookie, key: randomUUID(), body });
  return parsed<{ trade_id: string }>(answer).trade_id;
}

export async function close(site: Site, { cookie }: Pick<Person, 'cookie'>, id: string): Promise<void> {
  parsed(await call(site.urls[0] ?? '', { path: `/trades/${id}/close`, cookie, key: randomUUID(), body: {} }));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
