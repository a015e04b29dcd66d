import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@clearbook/contracts/routes';
import type { Route, RouteKey } from '@clearbook/contracts/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from './books.ts';
import { examples } from './drills/bad-input.ts';
import { call, multipart, parsed, verdict } from './http-client.ts';
import { picture } from './picture.ts';
import { openSite, PASSWORD, type Person, signIn, type Site } from './site.ts';
import { asker, withdraws } from './withdrawals.ts';

let site: Site;
let base: string;

beforeAll(async () => {
  site = await openSite({ processes: 1, env: { FAKE_NOW: '2026-03-11T16:00:00.000Z' } });
  base = site.urls[0] ?? '';
});
afterAll(async () => {
  await site?.close();
});

type Usd = { amount: string };
type Account = {
  total_balance: Usd;
  profit_balance: Usd;
  deposit_balance: Usd;
  available: Usd;
  equity: Usd;
  borrowed: Usd;
  unrealized_pl: Usd;
  signal_strength: number;
};
type Entry = { number: string; event: string; reason: string | null; change: Usd; subject_id: string };
type Trade = {
  id: string;
  symbol: string;
  side: string;
  lots: string;
  status: string;
  outcome: string;
  manual: { reason: string; amount: Usd } | null;
  entry_price: string | null;
  closed_by: string | null;
  realized_pl: Usd | null;
};

async function get<T>(person: Person, path: string): Promise<T> {
  return parsed<T>(await call(base, { path, cookie: person.cookie }));
}

function send(person: Person, method: string, path: string, body?: unknown) {
  return call(base, { method, path, cookie: person.cookie, key: randomUUID(), ...(body !== undefined && { body }) });
}

async function newClient(name: string, money = '1000.00'): Promise<Person> {
  const client = await site.client(`${name}-${randomUUID().slice(0, 6)}`);
  if (money !== '0') parsed(await send(client, 'POST', '/demo/top-up', { amount: money }));
  return client;
}

async function openTrade(client: Person, symbol = 'EURUSD', lots = '0.05', amount = '500.00'): Promise<string> {
  const body = { symbol, side: 'buy', lots, amount, type: 'market' };
  return parsed<{ trade_id: string }>(await send(client, 'POST', '/orders', body)).trade_id;
}

const account = (person: Person) => get<Account>(person, '/me/account');
const newest = async (person: Person) => (await get<{ data: Entry[] }>(person, '/me/entries?limit=1')).data[0];
const closed = async (person: Person) => (await get<{ data: Trade[] }>(person, '/trades?state=closed')).data;
const cents = ({ amount }: Usd): bigint => BigInt(amount.replace('.', ''));
const detail = (answer: { text: string }) => JSON.parse(answer.text) as { detail: string; fields: { name: string }[] };

describe('update trade', () => {
  it('[G1] at the live quote staff close a trade for what the quote brings, and nothing is added', async () => {
    const client = await newClient('quoted');
    const id = await openTrade(client);
    const done = parsed<{ message: string; added: Usd; realized_pl: Usd }>(
      await send(site.admin, 'POST', `/admin/trades/${id}/settle`, { type: 'profit', amount: '0.00', as_quoted: true }),
    );
    expect(done).toMatchObject({ message: 'User and trade updated successfully', added: { amount: '0.00' } });
    const [trade] = await closed(client);
    expect(trade).toMatchObject({
      id,
      status: 'closed',
      closed_by: 'admin',
      manual: null,
      realized_pl: done.realized_pl,
    });
    expect((await newest(client))?.event).toBe('trade_closed');
    expect((await account(client)).profit_balance).toEqual(done.realized_pl);
  });

  it('[G2] a better amount is paid as an adjustment with its reason; the result stays the quote’s', async () => {
    const client = await newClient('better');
    const id = await openTrade(client);
    const without = await send(site.admin, 'POST', `/admin/trades/${id}/settle`, { type: 'profit', amount: '100.00' });
    expect(without.status).toBe(422);
    expect(detail(without)).toMatchObject({ fields: [{ name: 'reason' }] });
    const done = parsed<{ added: Usd; realized_pl: Usd }>(
      await send(site.admin, 'POST', `/admin/trades/${id}/settle`, {
        type: 'profit',
        amount: '100.00',
        reason: 'the platform was down',
      }),
    );
    expect(cents(done.added) + cents(done.realized_pl)).toBe(10_000n);
    const after = await account(client);
    expect(after.profit_balance).toEqual(done.realized_pl);
    expect(after.total_balance).toEqual({ amount: '1100.00', currency: 'USD' });
    expect(await newest(client)).toMatchObject({
      event: 'adjustment',
      reason: 'the platform was down',
      change: done.added,
    });
    expect((await closed(client))[0]).toMatchObject({
      id,
      manual: { reason: 'the platform was down', amount: done.added },
      realized_pl: done.realized_pl,
    });
    expect(
      verdict(await send(site.admin, 'POST', `/admin/trades/${id}/settle`, { type: 'profit', amount: '1.00' })),
    ).toBe('409 trade.already_closed');
  });

  it('[G3] a worse amount is refused with words, and nothing happens', async () => {
    const client = await newClient('worse');
    const id = await openTrade(client);
    const before = await account(client);
    const refused = await send(site.admin, 'POST', `/admin/trades/${id}/settle`, {
      type: 'loss',
      amount: '400.00',
      reason: 'because',
    });
    expect(verdict(refused)).toBe('422 settle.worse_than_quote');
    expect(detail(refused).detail).toMatch(/result is −?\$[\d.]+\. You can’t enter a worse amount\./);
    expect((await account(client)).total_balance).toEqual(before.total_balance);
    expect(await closed(client)).toEqual([]);
    const nobody = await send(site.admin, 'POST', `/admin/trades/${randomUUID()}/settle`, {
      type: 'profit',
      amount: '1',
    });
    expect(verdict(nobody)).toBe('404 trade.not_found');
  });
});

describe('add trade', () => {
  it('[G4] a recorded profit is a closed trade of one lot with the mark and the reason, and counts nowhere', async () => {
    const client = await newClient('profit');
    const body = { type: 'profit', symbol: 'EURUSD', side: 'sell', amount: '42.10', reason: 'a fill that was missed' };
    const done = parsed<{ message: string; id: string }>(
      await send(site.admin, 'POST', `/admin/users/${client.id}/trades`, body),
    );
    expect(done.message).toBe('Profit recorded successfully');
    const [trade] = await closed(client);
    expect(trade).toMatchObject({
      id: done.id,
      symbol: 'EURUSD',
      side: 'sell',
      lots: '1.00',
      outcome: 'profit',
      manual: { reason: body.reason, amount: { amount: '42.10' } },
      entry_price: null,
    });
    expect(await get<Trade>(client, `/trades/${done.id}`)).toEqual(trade);
    expect(await account(client)).toMatchObject({
      total_balance: { amount: '1042.10' },
      profit_balance: { amount: '0.00' },
    });
    expect(await newest(client)).toMatchObject({ event: 'adjustment', reason: body.reason, subject_id: done.id });
    const told = await get<{ data: { text: string }[] }>(client, '/notifications');
    expect(told.data.some(({ text }) => text.includes('“Manual”') && text.includes(body.reason))).toBe(true);
  });

  it('[G5] a recorded loss names the entry that it corrects and cannot exceed it', async () => {
    const client = await newClient('loss');
    const corrects = (await newest(client))?.number ?? '';
    const loss = (amount: string, more: object) =>
      send(site.admin, 'POST', `/admin/users/${client.id}/trades`, {
        type: 'loss', symbol: 'BTC', side: 'buy', amount, reason: 'paid twice', ...more,
      }); // prettier-ignore
    expect(detail(await loss('1.00', {})).fields).toMatchObject([{ name: 'corrects' }]);
    expect(verdict(await loss('1000.01', { corrects }))).toBe('422 adjustment.debit_too_large');
    expect(parsed<{ message: string }>(await loss('400.00', { corrects })).message).toBe('Loss recorded successfully');
    expect(verdict(await loss('600.01', { corrects }))).toBe('422 adjustment.debit_too_large');
    expect((await closed(client))[0]).toMatchObject({ outcome: 'loss', manual: { amount: { amount: '-400.00' } } });
    expect((await account(client)).profit_balance.amount).toBe('0.00');
    expect(verdict(await send(site.admin, 'POST', `/admin/users/${client.id}/trades`, {
      type: 'profit', symbol: 'NOTHING', side: 'buy', amount: '1.00', reason: 'r',
    }))).toBe('422 order.unknown_symbol'); // prettier-ignore
  });

  it('[G4] recorded trades and closed ones stand in one list by time, page by page', async () => {
    const client = await newClient('pages');
    for (let i = 1; i <= 5; i += 1) {
      const body = { type: 'profit', symbol: 'BTC', side: 'buy', amount: `${i}.00`, reason: `number ${i}` };
      parsed(await send(site.admin, 'POST', `/admin/users/${client.id}/trades`, body));
      const id = await openTrade(client, 'EURUSD', '0.01', '100.00');
      parsed(await send(client, 'POST', `/trades/${id}/close`, {}));
    }
    const all = await closed(client);
    expect(all).toHaveLength(10);
    const paged: string[] = [];
    let cursor = '';
    do {
      const page = await get<{ data: Trade[]; next_cursor: string | null }>(
        client,
        `/trades?state=closed&limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      paged.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    expect(paged).toEqual(all.map(({ id }) => id));
  });
});

describe('signal strength', () => {
  it('[G6] is set from 1 to 100 with a reason, and the client sees it', async () => {
    const client = await newClient('signal', '0');
    for (const value of [0, 101, 1.5, '7'])
      expect(
        (await send(site.admin, 'PATCH', `/admin/users/${client.id}`, { signal_strength: value, reason: 'r' })).status,
      ).toBe(422);
    expect((await send(site.admin, 'PATCH', `/admin/users/${client.id}`, { signal_strength: 7 })).status).toBe(422);
    parsed(await send(site.admin, 'PATCH', `/admin/users/${client.id}`, { signal_strength: 37, reason: 'as agreed' }));
    expect((await account(client)).signal_strength).toBe(37);
    const own = await get<{ data: { action: string; facts: Record<string, string> }[] }>(client, '/me/audit');
    expect(own.data[0]).toMatchObject({
      action: 'user.controls',
      facts: { signal_strength: '1 → 37' },
      reason: 'as agreed',
    });
  });
});

it('[G54] adjustments and traders are lists for staff, paged and searched', async () => {
  const client = await newClient('listed');
  const path = `/admin/users/${client.id}/adjustments`;
  const first = await send(site.admin, 'POST', path, { direction: 'credit', amount: '5.00', reason: 'goodwill' });
  const { id, entry_number: corrects } = parsed<{ id: string; entry_number: string }>(first);
  const back = { direction: 'debit', amount: '2.00', reason: 'too much', corrects };
  parsed(await send(site.admin, 'POST', path, back));
  type Page = { data: Record<string, unknown>[]; total: number; page_size: number };
  const found = await get<Page>(site.admin, `/admin/adjustments?q=${client.email.slice(0, 12).toUpperCase()}`);
  expect(found).toMatchObject({ total: 2, page_size: 10 });
  expect(found.data).toMatchObject([
    { direction: 'debit', amount: { amount: '2.00' }, reason: 'too much', corrects, user_id: client.id },
    { id, entry_number: corrects, direction: 'credit', amount: { amount: '5.00' }, actor_email: site.admin.email },
  ]);
  const second = await get<Page>(site.admin, `/admin/adjustments?q=${client.email}&page=2&page_size=1`);
  expect(second.data).toMatchObject([{ id }]);
  expect((await get<Page>(site.admin, '/admin/adjustments')).total).toBeGreaterThanOrEqual(2);

  const name = `Lead ${randomUUID().slice(0, 6)}`;
  const trader = {
    name, return_rate: '12', followers: '7', minibalance: '100.00', profit_share: '10.00', client_email: client.email,
  }; // prettier-ignore
  parsed(await send(site.admin, 'POST', '/admin/traders', trader));
  const traders = await get<Page>(site.admin, `/admin/traders?q=${client.email}`);
  expect(traders).toMatchObject({
    total: 1,
    data: [{ name, staff: { return_rate: '12', client_email: client.email } }],
  });
  for (const list of ['adjustments', 'traders']) {
    const beyond = await get<Page>(site.admin, `/admin/${list}?q=${client.email}&page=9`);
    expect(beyond).toMatchObject({ data: [], total: list === 'traders' ? 1 : 2 });
    expect((await call(base, { path: `/admin/${list}`, cookie: client.cookie })).status).toBe(403);
  }
});

describe('deleting an account', () => {
  it('[G10] is refused while something is in it, in words', async () => {
    const client = await newClient('full');
    await openTrade(client);
    await withdraws(asker(base, client), { amount: '50.00', method: 'paypal', paypalemail: client.email });
    const refused = await send(site.admin, 'DELETE', `/admin/users/${client.id}`);
    expect(verdict(refused)).toBe('422 user.not_empty');
    expect(detail(refused).detail).toBe(
      'You can’t close this account yet. It still has $450.00 to withdraw, an open trade, and $50.00 that’s being withdrawn.',
    );
    const { id } = parsed<{ id: string }>(
      await send(client, 'POST', '/deposits', { amount: '50.00', method: 'bitcoin' }),
    );
    const proof = await call(base, {
      path: `/deposits/${id}/proof`,
      cookie: client.cookie,
      key: randomUUID(),
      ...multipart('file', 'proof.png', picture(3)),
    });
    expect(proof.status).toBe(200);
    expect(detail(await send(site.admin, 'DELETE', `/admin/users/${client.id}`)).detail).toContain(
      'a deposit that isn’t decided yet',
    );
    // The client decides nothing, and reads what is left as staff do.
    expect(detail(await send(client, 'POST', '/me/close', { password: PASSWORD })).detail).toBe(
      'You can’t close this account yet. It still has $450.00 to withdraw, an open trade, $50.00 that’s being withdrawn, and a deposit that isn’t decided yet.',
    );
    expect((await get<{ status: string }>(client, '/me')).status).toBe('active');
  });

  it('[G11] closes it, ends its sessions, and leaves no trace of the person but entries under a number', async () => {
    const name = `Quenby${randomUUID().slice(0, 8)}`;
    const client = await newClient(name.toLowerCase());
    const { id } = parsed<{ id: string }>(
      await send(client, 'POST', '/deposits', { amount: '50.00', method: 'bitcoin' }),
    );
    const uploaded = await call(base, {
      path: `/deposits/${id}/proof`, cookie: client.cookie, key: randomUUID(), ...multipart('file', 'proof.png', picture(4)),
    }); // prettier-ignore
    const { proof_file: file } = parsed<{ proof_file: string }>(uploaded);
    const documents = await call(base, {
      path: '/identity', cookie: client.cookie, key: randomUUID(), ...twoFiles({ front: picture(6), back: picture(7) }),
    }); // prettier-ignore
    expect(documents.status).toBe(201);
    const face = await call(base, {
      path: '/me/picture', cookie: client.cookie, key: randomUUID(), ...multipart('file', 'me.png', picture(8)),
    }); // prettier-ignore
    expect(face.status).toBeLessThan(300);
    parsed(
      await send(site.admin, 'POST', `/admin/deposits/${id}/decision`, {
        decision: 'reject',
        reason: `${name} sent a cat`,
      }),
    );
    const { id: payout } = await withdraws(asker(base, client), {
      amount: '1000.00',
      method: 'paypal',
      paypalemail: client.email,
    });
    parsed(await send(site.admin, 'POST', `/admin/withdrawals/${payout}/decision`, { decision: 'approve' }));
    parsed(
      await send(site.admin, 'PATCH', `/admin/users/${client.id}`, { signal_strength: 3, reason: `${name} asked` }),
    );

    const why = 'closed as asked on the phone';
    const done = await send(site.admin, 'DELETE', `/admin/users/${client.id}`, { reason: why });
    expect(parsed<{ message: string }>(done).message).toBe('User deleted successfully');
    expect((await call(base, { path: '/me', cookie: client.cookie })).status).toBe(401);
    expect(verdict(await send(site.admin, 'DELETE', `/admin/users/${client.id}`))).toBe('404 user.not_found');
    expect(verdict(await send(site.admin, 'POST', `/admin/users/${client.id}/adjustments`, {
      direction: 'credit', amount: '1.00', reason: 'r',
    }))).toBe('404 user.not_found'); // prettier-ignore

    // Why it ended stays with who ended it.
    const log = await get<{ data: { action: string; reason: string | null }[] }>(site.admin, '/admin/audit');
    expect(log.data[0]).toMatchObject({ action: 'user.close', reason: why });

    const gone = await site.look(async (pool) => {
      const { rows: tables } = await pool.query<{ name: string }>(
        "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('ledger', 'app', 'public')",
      );
      const found: string[] = [];
      for (const { name: table } of tables) {
        const { rows } = await pool.query(
          `select 1 from ${table} t where t::text ilike $1 or t::text ilike $2 limit 1`,
          [`%${name}%`, `%${client.email}%`],
        );
        if (rows.length > 0) found.push(table);
      }
      const { rows: kept } = await pool.query<{ table: string }>(
        "select 'file' as table from app.file where owner_id = $1 union all select 'verification' from app.verification where user_id = $1",
        [client.id],
      );
      found.push(...kept.map((row) => row.table));
      const { rows: entries } = await pool.query('select 1 from ledger.entry where client_id = $1', [client.id]);
      return { found, entries: entries.length, broken: await brokenInvariants(pool) };
    });
    // The last mail still has to reach its address; it goes with the next round after it was sent.
    expect(gone.found.filter((table) => table !== 'app.mail_outbox')).toEqual([]);
    expect(gone.entries).toBe(3);
    expect(gone.broken).toEqual([]);
    expect(existsSync(fileOf(file))).toBe(false);

    const listed = await get<{ data: { id: string; status: string; fullname: string; email: string }[] }>(
      site.admin,
      `/admin/users?q=${client.id}`,
    );
    expect(listed.data).toMatchObject([{ id: client.id, status: 'closed', fullname: 'Closed account' }]);
    for (const path of [`/admin/users/${client.id}`, `/admin/deposits/${id}`, `/admin/withdrawals/${payout}`])
      expect((await call(base, { path, cookie: site.admin.cookie })).status).toBe(200);

    const body = { username: 'again', fullname: 'Again', email: client.email, password: PASSWORD };
    expect((await call(base, { path: '/auth/sign-up', body })).status).toBe(201);
    const again = await signIn(base, client.email, PASSWORD);
    expect(again.id).not.toBe(client.id);
  });

  it('[G12] a client closes their own empty account with their password', async () => {
    const client = await newClient('leaving', '0');
    expect(verdict(await send(client, 'POST', '/me/close', { password: 'not mine at all' }))).toBe(
      '422 auth.wrong_password',
    );
    expect((await send(client, 'POST', '/me/close', { password: PASSWORD })).status).toBe(204);
    expect((await call(base, { path: '/me', cookie: client.cookie })).status).toBe(401);
    expect(verdict(await send(site.admin, 'POST', '/me/close', { password: 'lantern over quiet water 6' }))).toBe(
      '404 user.not_found',
    );
  });
});

/** Two files in one form, as a browser sends them. */
function twoFiles(files: Record<string, Buffer>) {
  const boundary = 'clearbook-two-files';
  const parts = Object.entries(files).flatMap(([name, data]) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.png"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    data,
    Buffer.from('\r\n'),
  ]);
  return {
    raw: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

function fileOf(id: string): string {
  const folder = join(site.dataDirs[0] ?? '', 'files');
  expect(readdirSync(folder).length).toBeGreaterThan(0);
  return join(folder, id.slice(-2), id);
}

describe('files of the tables', () => {
  it('[G24] every table is a file with its search and filter, formulas are defused, and taking it is in the audit log', async () => {
    const client = await site.client(`=cmd-${randomUUID().slice(0, 6)}`.slice(1));
    parsed(await send(client, 'POST', '/demo/top-up', { amount: '10.00' }));
    await send(site.admin, 'POST', `/admin/users/${client.id}/trades`, {
      type: 'profit', symbol: 'BTC', side: 'buy', amount: '2.00', reason: '=1+1',
    }); // prettier-ignore
    for (const table of ['users', 'deposits', 'withdrawals', 'trades', 'audit']) {
      const file = await call(base, {
        path: `/admin/${table}.csv?q=${encodeURIComponent(client.email)}`,
        cookie: site.admin.cookie,
      });
      expect(file.status).toBe(200);
      expect(file.headers['content-type']).toContain('text/csv');
      expect(file.headers['content-disposition']).toContain(table);
    }
    const users = await call(base, {
      path: `/admin/users.csv?q=${encodeURIComponent(client.email)}`,
      cookie: site.admin.cookie,
    });
    const lines = users.text.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^id,email,full_name,/);
    expect(lines[1]).toContain(`,${client.email},`);
    const log = await get<{ data: { action: string; facts: object }[] }>(
      site.admin,
      '/admin/audit?status=users.export',
    );
    expect(log.data[0]).toMatchObject({ action: 'users.export', facts: { searched: 'yes' } });
    expect((await call(base, { path: '/admin/users.csv?status=nothing', cookie: site.admin.cookie })).status).toBe(422);
  });
});

/** Deciding a client's own request moves money, as it should. */
const OWN_REQUESTS = new Set<RouteKey>([
  'POST /admin/deposits/:id/decision',
  'POST /admin/withdrawals/:id/decision',
  'POST /admin/withdrawals/:id/return',
]);
/** A hundred dollars under every name that an operator might try. */
const HUNDRED = [
  'amount',
  'balance',
  'profit',
  'deposit',
  'equity',
  'cash',
  'credit',
  'debit',
  'realized_pl',
  'price',
  'value',
];

it('[G7] no endpoint of staff raises or lowers a client’s equity by 100, but by an adjustment with its reason on top of the statement', async () => {
  const client = await newClient('hundred', '90000.00');
  const people = { client, admin: site.admin, leaving: client };
  const given = examples(people);
  const tried: string[] = [];
  const moved = new Map<string, bigint>();

  /** Something open to settle, and the account as it was before; made anew once an attempt was let through. */
  const prepare = async () => {
    const controls = { status: 'active', billing_status: 'Disabled', code_status: 'Disabled', signal_strength: 1 };
    await send(site.admin, 'PATCH', `/admin/users/${client.id}`, { ...controls, reason: 'as before' });
    const trade = await openTrade(client, 'EURUSD', '0.01', '100.00');
    return { trade, before: await account(client), top: await newest(client) };
  };
  const corrects = (await newest(client))?.number;
  let state = await prepare();

  for (const key of Object.keys(routes) as RouteKey[]) {
    const route: Route = routes[key];
    const [method = '', path = ''] = key.split(' ');
    if (route.policy !== 'admin' || method === 'GET' || OWN_REQUESTS.has(key)) continue;
    const bodies = route.files ? [undefined] : (given[key] ?? [{ body: {} }]).flatMap(({ body }) => variants(body));
    for (const body of bodies) {
      const { trade, before, top } = state;
      const id = path.includes('/trades/') ? trade : client.id;
      const named = body !== undefined && 'corrects' in body ? { ...body, corrects } : body;
      const answer = await call(base, {
        method,
        path: path.replace(':id', id),
        cookie: site.admin.cookie,
        key: randomUUID(),
        ...(route.files ? multipart('file', 'icon.png', picture(2)) : named === undefined ? {} : { body: named }),
      });
      tried.push(`${key} ${answer.status}`);
      if (key === 'POST /admin/users/:id/end-sessions' && answer.status === 200)
        Object.assign(client, await signIn(base, client.email, PASSWORD));
      const after = await account(client);
      const entry = await newest(client);
      const result =
        answer.status < 300 && path.endsWith('/settle') ? cents(parsed<{ realized_pl: Usd }>(answer).realized_pl) : 0n;
      const change =
        cents(after.total_balance) -
        cents(before.total_balance) -
        result -
        (cents(after.borrowed) - cents(before.borrowed));
      // The result of a trade is the quote's and nothing else, in every case.
      expect(cents(after.profit_balance) - cents(before.profit_balance), key).toBe(result);
      expect(after.deposit_balance, key).toEqual(before.deposit_balance);
      if (change !== 0n) {
        expect(entry, key).toMatchObject({
          event: 'adjustment',
          change: { amount: expect.stringMatching(/^-?\d+\.\d\d$/) },
        });
        expect(entry?.reason, key).toBeTruthy();
        expect(entry?.number, key).not.toBe(top?.number);
        expect(cents(entry?.change ?? { amount: '0.00' }), key).toBe(change);
        moved.set(key, change);
      } else if (result === 0n && !path.endsWith('/settle')) {
        expect(entry?.number, `${key} wrote an entry`).toBe(top?.number);
      }
      if (answer.status < 400) state = await prepare();
    }
  }
  // The three ways that there are, and no other.
  expect([...moved.keys()].toSorted()).toEqual([
    'POST /admin/trades/:id/settle',
    'POST /admin/users/:id/adjustments',
    'POST /admin/users/:id/trades',
  ]);
  expect(new Set(tried.map((line) => line.slice(0, line.lastIndexOf(' ')))).size).toBe(
    (Object.entries(routes) as [RouteKey, Route][]).filter(
      ([key, route]) => route.policy === 'admin' && !key.startsWith('GET ') && !OWN_REQUESTS.has(key),
    ).length,
  );
  expect(await site.look(brokenInvariants)).toEqual([]);
}, 240_000);

/** The body as it is meant, with a hundred dollars wherever a sum stands, and with a hundred dollars under each forbidden name. */
function variants(body: Record<string, unknown>): Record<string, unknown>[] {
  const sums = ['100.00', '-100.00', '1e2'].map((sum) => ({ ...body, ...('amount' in body && { amount: sum }) }));
  const names = HUNDRED.filter((name) => !(name in body)).flatMap((name) => [{ ...body, [name]: '100.00' }]);
  return [...('amount' in body ? sums : [body]), ...names];
}

describe('who may call what', () => {
  it('[G8] signed out, a client and staff each reach exactly the routes that are declared for them', async () => {
    const client = await newClient('matrix', '0');
    const wrong: string[] = [];
    for (const key of Object.keys(routes) as RouteKey[]) {
      const route: Route = routes[key];
      const [method = '', path = ''] = key.split(' ');
      // Ending one's own session, or the account, is no question of who may; both are tried elsewhere.
      if (key === 'POST /auth/sign-out') continue;
      const address = path.replace(':id', randomUUID());
      const answerFor = async (cookie?: string) => {
        const answer = await call(base, {
          method,
          path: address,
          key: randomUUID(),
          ...(cookie !== undefined && { cookie }),
          // A body that no route takes: whoever is let in is refused for it, and nothing happens.
          ...(method !== 'GET' && { body: { not_a_field: true } }),
        });
        return answer.status;
      };
      const [nobody, own, staff] = [
        await answerFor(),
        await answerFor(client.cookie),
        await answerFor(site.admin.cookie),
      ];
      const closedTo = (status: number) => status === 401 || status === 403;
      const want = {
        nobody: route.policy !== 'public',
        own: route.policy === 'admin',
        staff: route.policy !== 'admin' && route.policy !== 'public' && route.key !== undefined,
      };
      if (closedTo(nobody) !== want.nobody) wrong.push(`${key} answers ${nobody} to nobody`);
      if (closedTo(own) !== want.own) wrong.push(`${key} answers ${own} to a client`);
      if (closedTo(staff) !== want.staff) wrong.push(`${key} answers ${staff} to staff`);
    }
    expect(wrong).toEqual([]);
  });

  it('[G9] nobody reaches another client’s records, files or figures', async () => {
    const [one, other] = [await newClient('one'), await newClient('other')];
    const trade = await openTrade(one);
    const { id: manual } = parsed<{ id: string }>(await send(site.admin, 'POST', `/admin/users/${one.id}/trades`, {
      type: 'profit', symbol: 'BTC', side: 'buy', amount: '2.00', reason: 'r',
    })); // prettier-ignore
    const { id: withdrawal } = await withdraws(asker(base, one), {
      amount: '50.00',
      method: 'paypal',
      paypalemail: one.email,
    });
    const { id: deposit } = parsed<{ id: string }>(
      await send(one, 'POST', '/deposits', { amount: '50.00', method: 'bitcoin' }),
    );
    const { proof_file: file } = parsed<{ proof_file: string }>(
      await call(base, {
        path: `/deposits/${deposit}/proof`,
        cookie: one.cookie,
        key: randomUUID(),
        ...multipart('file', 'p.png', picture(5)),
      }),
    );
    const ids = { trades: [trade, manual], withdrawals: [withdrawal], deposits: [deposit] };
    const tried: string[] = [];
    for (const key of Object.keys(routes) as RouteKey[]) {
      const route: Route = routes[key];
      if (route.policy !== 'owner') continue;
      const [method = '', path = ''] = key.split(' ');
      const resource = path.split('/')[1] ?? '';
      const body = (examples({ client: other, admin: site.admin, leaving: other })[key] ?? [])[0]?.body;
      for (const id of ids[resource as keyof typeof ids] ?? [randomUUID()]) {
        const answer = await call(base, {
          method,
          path: path.replace(':id', id),
          cookie: other.cookie,
          key: randomUUID(),
          ...(route.files
            ? multipart('file', 'p.png', picture(1))
            : body === undefined || method === 'GET'
              ? {}
              : { body }),
        });
        tried.push(key);
        expect(answer.status, `${key} of somebody else: ${answer.text}`).toBe(404);
      }
    }
    expect(tried.length).toBeGreaterThan(8);
    expect((await call(base, { path: `/files/${file}`, cookie: other.cookie })).status).toBe(404);
    expect((await call(base, { path: `/files/${file}`, cookie: one.cookie })).status).toBe(200);
    expect((await call(base, { path: `/files/${file}`, cookie: site.admin.cookie })).status).toBe(200);
    const own = await get<{ data: { action: string }[] }>(one, '/me/audit');
    expect(own.data[0]?.action).toBe('proof.view');
    expect((await get<{ data: unknown[] }>(other, '/me/audit')).data).toEqual([]);
  });
});
