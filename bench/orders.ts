import type { ApiProcess } from './api-process.ts';
import { cpuOfFamily, cpuOfProcess } from './cpu.ts';
import { type Load, runLoad, type Source } from './http-load.ts';
import { readTicks, type Shares, sharesOf } from './processor.ts';

const CONNECTIONS = 64;
/** Sign-ups at a time: each is a slow hash. */
const AT_ONCE = 8;
/** Below the most that a client may have open, so that no order is refused for it. */
const MOST_OPEN = 190;
const PASSWORD = 'a bench needs no secrets 7';

export type Trader = { readonly cookie: string; readonly open: string[] };

/** Clients with paper money, signed in as anybody would be. */
export async function signInTraders(api: ApiProcess, count: number, tag: string): Promise<Trader[]> {
  const traders: Trader[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let i = next++; i < count; i = next++) traders[i] = await signInTrader(api, `${tag}${i}@bench.test`);
    }),
  );
  return traders;
}

async function signInTrader(api: ApiProcess, email: string): Promise<Trader> {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> => {
    const response = await fetch(`http://${api.host}:${api.port}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  await post('/auth/sign-up', { username: 'bench', fullname: 'Bench', email, password: PASSWORD });
  const cookie = (await post('/auth/sign-in', { email, password: PASSWORD })).headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  await post('/demo/top-up', { amount: '100000.00' }, { cookie, 'idempotency-key': 'fund' });
  return { cookie, open: [] };
}

/** What a phase of load took, and of whom. */
export type Phase = Load & {
  /** Processor time for each answer, in microseconds: the product's server, PostgreSQL with all its processes, and the load itself. */
  readonly apiUs: number;
  readonly databaseUs: number;
  readonly loadUs: number;
  readonly shares: Shares;
};

type At = { readonly api: ApiProcess; readonly cluster: { readonly pid: number }; readonly traders: readonly Trader[] };

let serial = 0;

/** POST /orders over HTTP: signed in, validated, with margin, quote, ledger and commit; each order under a key of its own. */
export async function openTrades(at: At, seconds: number): Promise<Phase> {
  const body = await smallOrder(at.api, at.traders[0]?.cookie ?? '');
  const asked = new Map<number, Trader>();
  const turn = takeTurns(at.traders);
  return measured(at, seconds, {
    next(i) {
      const trader = turn(i, ({ open }) => open.length < MOST_OPEN);
      if (!trader) return undefined;
      asked.set(i, trader);
      return request(at.api, '/orders', trader, body);
    },
    answered(i, reply) {
      const id = /"trade_id":"([0-9a-f-]+)"/.exec(reply)?.[1];
      if (id === undefined) throw new Error(`an order without a trade: ${reply}`);
      asked.get(i)?.open.push(id);
    },
  });
}

/** POST /trades/ID/close for trades that openTrades has opened, the oldest first. */
export async function closeTrades(at: At, seconds: number): Promise<Phase> {
  const turn = takeTurns(at.traders);
  return measured(at, seconds, {
    next(i) {
      const trader = turn(i, ({ open }) => open.length > 0);
      const id = trader?.open.shift();
      return trader && id && request(at.api, `/trades/${id}/close`, trader, '{}');
    },
  });
}

/** A connection takes every so manyth client, one after the other, so that a client's requests never meet. */
function takeTurns(
  traders: readonly Trader[],
): (connection: number, can: (trader: Trader) => boolean) => Trader | undefined {
  const mine = Array.from({ length: CONNECTIONS }, (_, i) => traders.filter((_trader, n) => n % CONNECTIONS === i));
  const turns = mine.map(() => 0);
  return (connection, can) => {
    const of = mine[connection] ?? [];
    for (let tries = 0; tries < of.length; tries++) {
      const turn = turns[connection] ?? 0;
      turns[connection] = turn + 1;
      const trader = of[turn % of.length];
      if (trader && can(trader)) return trader;
    }
    return undefined;
  };
}

async function measured({ api, cluster }: At, seconds: number, source: Source): Promise<Phase> {
  const ticks = readTicks();
  const before = { api: cpuOfProcess(api.pid), database: cpuOfFamily(cluster.pid), load: process.cpuUsage() };
  const load = await runLoad(api, CONNECTIONS, seconds, source);
  const own = process.cpuUsage(before.load);
  const used = {
    api: cpuOfProcess(api.pid) - before.api,
    database: cpuOfFamily(cluster.pid) - before.database,
    load: own.user + own.system,
  };
  return {
    ...load,
    apiUs: used.api / load.done,
    databaseUs: used.database / load.done,
    loadUs: used.load / load.done,
    shares: sharesOf(ticks, readTicks(), used),
  };
}

/** An order worth about fifteen dollars at the price of now, so that a client's paper money lasts. */
async function smallOrder(api: ApiProcess, cookie: string): Promise<string> {
  const response = await fetch(`http://${api.host}:${api.port}/api/v1/quotes?symbols=XRP`, { headers: { cookie } });
  const { data } = (await response.json()) as { data: { ask: string }[] };
  const lots = (15 / Number(data[0]?.ask)).toFixed(2);
  return JSON.stringify({ symbol: 'XRP', side: 'buy', lots, amount: '20.00', type: 'market' });
}

function request(api: ApiProcess, path: string, { cookie }: Trader, body: string): string {
  return `POST /api/v1${path} HTTP/1.1\r\nhost: ${api.host}:${api.port}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\nidempotency-key: bench-${process.pid}-${++serial}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
