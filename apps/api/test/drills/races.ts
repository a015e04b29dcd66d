import { randomUUID } from 'node:crypto';
import { call, multipart, parsed, verdict } from '../http-client.ts';
import type { Answer, Call } from '../http-client.ts';
import { picture } from '../picture.ts';
import { asker, paysOnce } from '../withdrawals.ts';
import type { Person, Site } from '../site.ts';

export type Figures = { ok: boolean; figures: string };

type Money = { amount: string };
type Account = Record<'total_balance' | 'available' | 'withdrawing' | 'margin' | 'withdrawable', Money>;

/** Money presses a minute that one client may make with rate limits on, with room to spare. */
const ROUNDS_A_CLIENT = 10;
const FULL = '10000.00';

/**
 * Fifty withdrawals of the full balance in one moment, each under a key of its own, over all processes; somebody reads the account
 * meanwhile. One is accepted a round, the others hear that the balance is too small, and no read ever shows a sum that is not there.
 */
export async function raceWithdrawals(
  site: Site,
  { rounds, presses = 50 }: { rounds: number; presses?: number },
): Promise<Figures> {
  const clients: Person[] = [];
  for (let i = 0; i * ROUNDS_A_CLIENT < rounds; i += 1) {
    const client = await site.client(`race${i}`);
    parsed(await post(site, 0, client, '/demo/top-up', { amount: '10010.00' }));
    await knows(site, client, { amount: '10.00', method: 'paypal', paypalemail: client.email });
    clients.push(client);
  }
  const verdicts = new Map<string, number>();
  const wrong: string[] = [];
  let reads = 0;
  for (let round = 0; round < rounds; round += 1) {
    const client = clients[Math.floor(round / ROUNDS_A_CLIENT)] as Person;
    let reading = true;
    const readers = site.urls.map(async (url) => {
      while (reading) {
        const account = parsed<Account>(await call(url, { path: '/me/account', cookie: client.cookie }));
        reads += 1;
        const problem = impossible(account);
        if (problem !== undefined) wrong.push(`round ${round + 1}: ${problem}`);
      }
    });
    const answers = await Promise.all(
      Array.from({ length: presses }, (_, i) =>
        post(site, i, client, '/withdrawals', { amount: FULL, method: 'paypal', paypalemail: client.email }),
      ),
    );
    reading = false;
    await Promise.all(readers);
    for (const answer of answers) verdicts.set(verdict(answer), (verdicts.get(verdict(answer)) ?? 0) + 1);
    const accepted = answers.filter(({ status }) => status === 201);
    if (accepted.length !== 1) wrong.push(`round ${round + 1}: ${accepted.length} accepted`);
    for (const answer of accepted) {
      parsed(await post(site, round, client, `/withdrawals/${parsed<{ id: string }>(answer).id}/cancel`, {}));
    }
  }
  const expected =
    verdicts.size === 2 &&
    verdicts.get('201') === rounds &&
    verdicts.get('422 withdrawal.insufficient_balance') === rounds * (presses - 1);
  return {
    ok: expected && wrong.length === 0,
    figures: `${rounds} rounds × ${presses} presses: ${counted(verdicts)}; ${reads} reads meanwhile, ${wrong.length} wrong${wrong.length > 0 ? ` (${wrong[0]})` : ''}`,
  };
}

function impossible(account: Account): string | undefined {
  for (const [name, value] of Object.entries(account)) {
    if (typeof value === 'object' && value?.amount.startsWith('-')) return `${name} is ${value.amount}`;
  }
  const { total_balance: total, available, withdrawing } = account;
  if (total.amount !== FULL) return `the total is ${total.amount}`;
  const whole =
    (available.amount === FULL && withdrawing.amount === '0.00') ||
    (available.amount === '0.00' && withdrawing.amount === FULL);
  return whole ? undefined : `${available.amount} available and ${withdrawing.amount} held`;
}

/**
 * The same key a hundred times in parallel over all processes, for one command of every kind, and a hundred times more after every process
 * was killed and started again and other things happened: one effect, one first answer, and the same answer from everybody.
 */
export async function sameKey(site: Site, { times = 100 }: { times?: number } = {}): Promise<Figures> {
  const client = await site.client('samekey');
  const admin = site.admin;
  const pay = { method: 'paypal', paypalemail: client.email };
  parsed(await post(site, 0, client, '/demo/top-up', { amount: '5000.00' }));
  await knows(site, client, { amount: '10.00', ...pay });
  const one = async (path: string, body: unknown) => parsed<{ id: string }>(await post(site, 0, client, path, body)).id;
  const kept = await one('/withdrawals', { amount: '20.00', ...pay });
  const decided = await one('/withdrawals', { amount: '30.00', ...pay });
  const order = { symbol: 'ETH', side: 'buy', lots: '0.01', amount: '200.00', type: 'market' };
  const open = parsed<{ trade_id: string }>(await post(site, 0, client, '/orders', order)).trade_id;

  const commands: { name: string; person: Person; request: Call }[] = [
    { name: 'top-up', person: client, request: { path: '/demo/top-up', body: { amount: '100.00' } } },
    { name: 'withdrawal', person: client, request: { path: '/withdrawals', body: { amount: '40.00', ...pay } } },
    {
      name: 'refused withdrawal',
      person: client,
      request: { path: '/withdrawals', body: { amount: '900000.00', ...pay } },
    },
    { name: 'cancel', person: client, request: { path: `/withdrawals/${kept}/cancel`, body: {} } },
    { name: 'order', person: client, request: { path: '/orders', body: order } },
    { name: 'close', person: client, request: { path: `/trades/${open}/close`, body: {} } },
    { name: 'deposit', person: client, request: { path: '/deposits', body: { amount: '50.00', method: 'bitcoin' } } },
    {
      name: 'adjustment',
      person: admin,
      request: {
        path: `/admin/users/${client.id}/adjustments`,
        body: { direction: 'credit', amount: '1.00', reason: 'goodwill' },
      },
    },
    {
      name: 'decision',
      person: admin,
      request: {
        path: `/admin/withdrawals/${decided}/decision`,
        body: { decision: 'approve', payout_reference: 'wire 1' },
      },
    },
  ];
  const keyed = commands.map(({ name, person, request }) => ({
    name,
    request: { ...request, cookie: person.cookie, key: randomUUID() },
  }));
  const wrong: string[] = [];
  const first = new Map<string, Answer>();
  const entriesBefore = await entries(site, client.id);

  for (const { name, request } of keyed) {
    const answers = await Promise.all(Array.from({ length: times }, (_, i) => call(at(site, i), request)));
    const originals = answers.filter(({ headers }) => headers['idempotency-replayed'] !== 'true');
    if (originals.length !== 1) wrong.push(`${name}: ${originals.length} first answers`);
    const [answer] = originals;
    if (!answer) continue;
    if (answer.status >= 500 || answer.status === 429) wrong.push(`${name}: ${verdict(answer)}`);
    first.set(name, answer);
    for (const other of answers)
      if (!sameAnswer(answer, other)) wrong.push(`${name}: ${other.text} instead of ${answer.text}`);
  }
  // One entry for each command that moves money: the refused withdrawal and the new deposit move none.
  const moved = keyed.length - 2;
  const after = await entries(site, client.id);
  if (after - entriesBefore !== moved) wrong.push(`${after - entriesBefore} entries instead of ${moved}`);

  for (let i = 0; i < site.servers.length; i += 1) await site.servers[i]?.kill();
  for (let i = 0; i < site.servers.length; i += 1) await site.restart(i);
  // Life goes on between the two: balances are others by now.
  parsed(await post(site, 0, client, '/demo/top-up', { amount: '7.00' }));
  for (const { name, request } of keyed) {
    const answers = await Promise.all(Array.from({ length: times }, (_, i) => call(at(site, i), request)));
    const expected = first.get(name);
    for (const answer of answers) {
      if (answer.headers['idempotency-replayed'] !== 'true')
        wrong.push(`${name}: not marked as replayed after the restart (${verdict(answer)})`);
      if (expected && !sameAnswer(expected, answer))
        wrong.push(`${name} after the restart: ${answer.text} instead of ${expected.text}`);
    }
  }
  const end = await entries(site, client.id);
  if (end - after !== 1) wrong.push(`${end - after - 1} entries by replays after the restart`);

  const [sample] = keyed;
  const reused = sample ? await call(at(site, 0), { ...sample.request, body: { amount: '101.00' } }) : undefined;
  if (!reused || verdict(reused) !== '409 key.reused')
    wrong.push(`another body under a key: ${reused ? verdict(reused) : ''}`);
  return {
    ok: wrong.length === 0,
    figures: `${keyed.length} kinds of command × 2 × ${times} over ${site.urls.length} process${site.urls.length > 1 ? 'es' : ''}: ${moved} effects, ${new Set(wrong).size} differences${summary(wrong)}`,
  };
}

/** Everything but the ids of the requests. */
function sameAnswer(one: Answer, other: Answer): boolean {
  const plain = ({ text }: Answer) => text.replace(/"request_id":"[^"]*"/, '');
  return one.status === other.status && plain(one) === plain(other);
}

/** Approve and reject in one moment by two people, on withdrawals and on deposits: one decision, and the other hears that it was taken. */
export async function raceDecisions(
  site: Site,
  { rounds, deposits }: { rounds: number; deposits: number },
): Promise<Figures> {
  const other = await site.secondAdmin(`second${randomUUID().slice(0, 8)}`);
  const clients: Person[] = [];
  for (let i = 0; i < Math.max(1, Math.ceil(deposits / 40)); i += 1) {
    const client = await site.client(`decided${i}-${randomUUID().slice(0, 8)}`);
    parsed(await post(site, 0, client, '/demo/top-up', { amount: '100000.00' }));
    await knows(site, client, GCASH);
    clients.push(client);
  }
  const verdicts = new Map<string, number>();
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const client = clients[round % clients.length] as Person;
    const resource = round < deposits ? 'deposits' : 'withdrawals';
    const id = resource === 'deposits' ? await pendingDeposit(site, client) : await pendingWithdrawal(site, client);
    const decide = (person: Person, i: number, body: unknown) =>
      post(site, i, person, `/admin/${resource}/${id}/decision`, body);
    const approve = { decision: 'approve' };
    const reject = { decision: 'reject', reason: 'not this one' };
    const pair =
      round % 2 === 0
        ? [decide(site.admin, 0, approve), decide(other, 1, reject)]
        : [decide(site.admin, 0, reject), decide(other, 1, approve)];
    const answers = await Promise.all(pair);
    const won = answers.filter(({ status }) => status === 200);
    if (won.length !== 1) wrong.push(`${resource} ${id}: ${won.length} decisions`);
    for (const answer of answers) verdicts.set(verdict(answer), (verdicts.get(verdict(answer)) ?? 0) + 1);
    const decided = won[0] ? parsed<{ status: string }>(won[0]).status : '';
    const now = parsed<{ status: string }>(
      await call(at(site, round), { path: `/admin/${resource}/${id}`, cookie: site.admin.cookie }),
    ).status;
    if (now !== decided) wrong.push(`${resource} ${id} is ${now} after the answer ${decided}`);
  }
  const expected =
    verdicts.size === 2 && verdicts.get('200') === rounds && verdicts.get('409 decision.already_taken') === rounds;
  return {
    ok: expected && wrong.length === 0,
    figures: `${rounds} rounds (${deposits} on deposits): ${counted(verdicts)}${summary(wrong)}`,
  };
}

async function pendingWithdrawal(site: Site, client: Person): Promise<string> {
  return parsed<{ id: string }>(await post(site, 0, client, '/withdrawals', GCASH)).id;
}

const GCASH = { amount: '10.00', method: 'gcash', gcashacctnumber: '09171234567', gcashacctname: 'A B' };

/** This client is paid to there once, so that the presses of a race ask for no code. */
function knows(site: Site, client: Person, body: object): Promise<string> {
  const [base = ''] = site.urls;
  return paysOnce(asker(base, client), asker(base, site.admin), body);
}

async function pendingDeposit(site: Site, client: Person): Promise<string> {
  const { id } = parsed<{ id: string }>(
    await post(site, 0, client, '/deposits', { amount: '25.00', method: 'bitcoin' }),
  );
  parsed(
    await call(at(site, 0), {
      path: `/deposits/${id}/proof`,
      cookie: client.cookie,
      key: randomUUID(),
      ...multipart('file', 'proof.png', picture(1)),
    }),
  );
  return id;
}

function post(site: Site, i: number, person: Person, path: string, body: unknown): Promise<Answer> {
  return call(at(site, i), { path, body, cookie: person.cookie, key: randomUUID() });
}

function at(site: Site, i: number): string {
  return site.urls[i % site.urls.length] ?? '';
}

function entries(site: Site, clientId: string): Promise<number> {
  return site.look(async (pool) => {
    const { rows } = await pool.query<{ n: number }>(
      'select count(*)::int as n from ledger.entry where client_id = $1',
      [clientId],
    );
    return rows[0]?.n ?? 0;
  });
}

function counted(verdicts: ReadonlyMap<string, number>): string {
  return [...verdicts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ');
}

export function summary(wrong: readonly string[]): string {
  const [one] = new Set(wrong);
  return one === undefined ? '' : `; ${new Set(wrong).size} wrong, first: ${one.slice(0, 600)}`;
}
