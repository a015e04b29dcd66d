import type { ApiProcess } from './api-process.ts';
import { type Load, runLoad } from './http-load.ts';

const CONNECTIONS = 64;
const PASSWORD = 'a bench needs no secrets 7';

export type Trader = { readonly cookie: string };

/** Clients with paper money, signed in as anybody would be. */
export async function signInTraders(api: ApiProcess, count: number, tag: string): Promise<Trader[]> {
  const base = `http://${api.host}:${api.port}/api/v1`;
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const traders: Trader[] = [];
  for (let i = 0; i < count; i++) {
    const email = `${tag}${i}@bench.test`;
    await post('/auth/sign-up', { username: 'bench', fullname: 'Bench', email, password: PASSWORD });
    const cookie = (await post('/auth/sign-in', { email, password: PASSWORD })).headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    for (let n = 0; n < 3; n++)
      await post('/demo/top-up', { amount: '100000.00' }, { cookie, 'idempotency-key': `fund-${n}` });
    traders.push({ cookie });
  }
  return traders;
}

let serial = 0;

/** POST /orders over HTTP: signed in, validated, with margin, quote, ledger and commit; each order under a key of its own. */
export async function runOrders(api: ApiProcess, traders: readonly Trader[], seconds: number): Promise<Load> {
  const body = await smallOrder(api, traders[0]?.cookie ?? '');
  return runLoad(api, CONNECTIONS, seconds, (i) => request(api, traders[i % traders.length]?.cookie ?? '', body));
}

/** An order worth about fifteen dollars at the price of now, so that a client's paper money lasts. */
async function smallOrder(api: ApiProcess, cookie: string): Promise<string> {
  const response = await fetch(`http://${api.host}:${api.port}/api/v1/quotes?symbols=XRP`, { headers: { cookie } });
  const { data } = (await response.json()) as { data: { ask: string }[] };
  const lots = (15 / Number(data[0]?.ask)).toFixed(2);
  return JSON.stringify({ symbol: 'XRP', side: 'buy', lots, amount: '20.00', type: 'market' });
}

function request(api: ApiProcess, cookie: string, body: string): string {
  return `POST /api/v1/orders HTTP/1.1\r\nhost: ${api.host}:${api.port}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\nidempotency-key: bench-${process.pid}-${++serial}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
