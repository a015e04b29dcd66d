import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { call, parsed, verdict } from '../http-client.ts';
import { PASSWORD } from '../site.ts';
import type { Person, Site } from '../site.ts';
import type { Figures } from './races.ts';

const ORDERS_A_SECOND = 200;
/** What is sent in a second, less what the clock of a busy machine loses. */
const FEWEST_A_SECOND = 190;
const CLIENTS = 40;
/** Each change begins so long after the one before was answered. */
const BETWEEN_MS = 800;
/** From the approval to its answer, after which no process decides by the old value. */
const MOST_MS = 1_000;
/** Orders under way at most: a machine that is slower than this gets fewer a second, and says so. */
const UNDER_WAY = 200;

const ORDER = { symbol: 'DOGE', lots: '200', amount: '100.00', type: 'market' } as const;
type State = 'on' | 'close_only';
type Sent = { readonly sentAt: number; readonly answeredAt: number; readonly said: string };
type Change = { readonly state: State; readonly sentAt: number; readonly answeredAt: number };

/** Two people change what can be traded again and again, each in a process of their own, while clients send orders to both processes. */
export async function configureUnderLoad(site: Site, { changes: times }: { changes: number }): Promise<Figures> {
  const checker = await site.secondAdmin('checker');
  // Before the clock runs, as somebody does who types it.
  parsed(await post(site, 0, checker, '/auth/step-up', { password: PASSWORD }));
  const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, i) => funded(site, `trader${i}`)));

  const changing = changeInTurn(site, checker, times);
  const began = performance.now();
  const orders = await sendUntil(changing, site, clients);
  const rate = orders.length / ((performance.now() - began) / 1_000);
  const changes = await changing;

  const wrong: string[] = [];
  let decided = 0;
  for (const [i, { state, answeredAt }] of changes.entries()) {
    // Between the answer to one change and the approval of the next there is one value: whatever was sent and answered then was decided by it.
    const until = changes[i + 1]?.sentAt ?? Number.POSITIVE_INFINITY;
    const within = orders.filter((one) => one.sentAt > answeredAt && one.answeredAt < until);
    const expected = state === 'on' ? '201' : '422 instrument.close_only';
    wrong.push(...within.filter(({ said }) => said !== expected).map(({ said }) => `${said} while ${state}`));
    decided += within.length;
  }
  const others = orders.filter(({ said }) => said !== '201' && said !== '422 instrument.close_only');
  wrong.push(...others.map(({ said }) => said));
  const slowest = Math.max(...changes.map(({ sentAt, answeredAt }) => answeredAt - sentAt));
  return {
    ok: wrong.length === 0 && decided > 0 && rate >= FEWEST_A_SECOND && slowest < MOST_MS,
    figures: `${orders.length} orders over HTTP to ${site.urls.length} processes, ${rate.toFixed(0)} a second; ${changes.length} changes in effect in each after at most ${slowest.toFixed(0)} ms; ${decided} orders sent and answered between two changes, ${wrong.length} wrong${wrong.length === 0 ? '' : `: ${[...new Set(wrong)].join(', ')}`}`,
  };
}

async function changeInTurn(site: Site, checker: Person, times: number): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (let i = 0; i < times; i += 1) {
    await pause(BETWEEN_MS);
    changes.push(await change(site, checker, i));
  }
  await pause(BETWEEN_MS);
  return changes;
}

/** Each is proposed in one process and approved in the other. */
async function change(site: Site, checker: Person, i: number): Promise<Change> {
  const state: State = i % 2 === 0 ? 'close_only' : 'on';
  const setting = { item: 'instrument', key: ORDER.symbol, value: { state } };
  const proposed = parsed<{ id: string }>(
    await post(site, i, site.admin, '/admin/configuration', { setting, effective_at: null, reason: 'under load' }),
  );
  const sentAt = performance.now();
  const approval = { decision: 'approve' };
  const { status } = parsed<{ status: string }>(
    await post(site, i + 1, checker, `/admin/proposals/${proposed.id}/decision`, approval),
  );
  if (status !== 'approved') throw new Error(`a change that was ${status}`);
  return { state, sentAt, answeredAt: performance.now() };
}

async function sendUntil(done: Promise<unknown>, site: Site, clients: readonly Person[]): Promise<readonly Sent[]> {
  const sent: Promise<Sent>[] = [];
  let underWay = 0;
  const order = async (i: number): Promise<Sent> => {
    const sentAt = performance.now();
    underWay += 1;
    const side = i % 3 === 0 ? 'sell' : 'buy';
    const answer = await post(site, i, clients[i % clients.length] as Person, '/orders', { ...ORDER, side });
    underWay -= 1;
    return { sentAt, answeredAt: performance.now(), said: verdict(answer) };
  };
  const began = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * ORDERS_A_SECOND;
    while (underWay < UNDER_WAY && sent.length < due) sent.push(order(sent.length));
  }, 5);
  try {
    await done;
  } finally {
    clearInterval(timer);
  }
  return Promise.all(sent);
}

async function funded(site: Site, name: string): Promise<Person> {
  const person = await site.client(name);
  parsed(await post(site, 0, person, '/demo/top-up', { amount: '100000.00' }));
  return person;
}

const post = (site: Site, process: number, { cookie }: Person, path: string, body: object) =>
  call(site.urls[process % site.urls.length] ?? '', { path, cookie, key: randomUUID(), body });
