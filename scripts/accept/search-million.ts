import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { call, parsed } from '../../apps/api/test/http-client.ts';
import type { Site } from '../../apps/api/test/site.ts';
import { asker, withdraws } from '../../apps/api/test/withdrawals.ts';
import { TABLE_SORTS } from '../../packages/contracts/src/table-sorts.ts';
import { withoutIndexes } from '../without-indexes.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title =
  '1,000,000 clients, each with a deposit and every second with a withdrawal: each kind of search, and each order of Manage’s tables of them, p99 at most 100 ms';
export const seconds = 600;
export const alone = true;

const CLIENTS = 1_000_000;
const LIMIT_MS = 100;
const REQUESTS = 100;
const WARM_UP = 10;
/** One of the million. */
const SOMEBODY = 654_321;

export function run(): Promise<Result> {
  return onSite({ processes: 1, rateLimits: false }, async (site) => {
    await fill(site);
    await untilMapped(site);
    const slowest: { name: string; ms: number }[] = [];
    const misses: string[] = [];
    for (const [name, { q, group }] of Object.entries(await searches(site))) {
      const path = `/admin/search?q=${encodeURIComponent(q)}`;
      const { groups } = parsed<{ groups: { group: string }[] }>(await ask(site, path));
      if (group !== null && !groups.some((one) => one.group === group)) misses.push(name);
      slowest.push({ name: `search ${name}`, ms: await p99(site, path) });
    }
    for (const table of ['users', 'deposits', 'withdrawals'] as const)
      for (const sort of TABLE_SORTS[table])
        slowest.push({
          name: `${table} ${sort}`,
          ms: await p99(site, `/admin/${table}?sort=${sort}&page=1&page_size=10`),
        });
    slowest.sort((a, b) => b.ms - a.ms);
    const late = slowest.filter(({ ms }) => ms > LIMIT_MS);
    return {
      ok: late.length === 0 && misses.length === 0,
      figures: `${slowest.length} searches and orders, ${late.length} above ${LIMIT_MS} ms${misses.length > 0 ? `, nothing found by ${misses.join(', ')}` : ''}; slowest ${slowest
        .slice(0, Math.max(5, late.length))
        .map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`)
        .join(', ')}`,
    };
  });
}

/** The job that keeps the page maps has seen the whole of both lists. Of a million rows that came at one time that takes minutes. */
async function untilMapped(site: Site): Promise<void> {
  const isMapped = () =>
    site.look(async (pool) => {
      const { rows } = await pool.query<{ done: boolean }>(
        `select (select count(*) from app.page_map where list = 'deposits') >= ${CLIENTS / 1000 - 2}
           and (select count(*) from app.page_map where list = 'withdrawals') >= ${CLIENTS / 2000 - 2} as done`,
      );
      return rows[0]?.done === true;
    });
  while (!(await isMapped())) await pause(1_000);
}

/** One client, deposit and withdrawal that the product made, and a million like them beside it: the same rows with other ids, names and sums. */
async function fill(site: Site): Promise<void> {
  const client = await site.client('pattern');
  const asks = asker(site.urls[0] ?? '', client);
  await asks('POST', '/demo/top-up', { amount: '1000.00' });
  await asks('POST', '/deposits', { amount: '300.00', method: 'ethereum' });
  await withdraws(asks, { amount: '50.00', method: 'paypal', paypalemail: client.email });
  await site.look(async (pool) => {
    const connection = await pool.connect();
    try {
      await connection.query('set session_replication_role = replica');
      const { rows } = await connection.query<{ deposit: string; withdrawal: string }>(
        `select (select id from ledger.deposit where client_id = $1) as deposit, (select id from ledger.withdrawal where client_id = $1) as withdrawal`,
        [client.id],
      );
      const { deposit = '', withdrawal = '' } = rows[0] ?? {};
      const owner = id('1');
      const again = await withoutIndexes(connection, TABLES);
      await multiply(connection, 'ledger.party_book', `id = '${client.id}'`, CLIENTS, { id: owner });
      await multiply(connection, 'ledger.party', `id = '${client.id}'`, CLIENTS, { id: owner });
      await multiply(connection, 'app."user"', `id = '${client.id}'`, CLIENTS, {
        id: owner,
        email: `lower(${FIRST} || '.' || ${LAST}) || n || '@mail' || n % 7 || '.example'`,
        username: `'trader' || n`,
        fullname: `${FIRST} || ' ' || initcap(${LAST})`,
      });
      await multiply(connection, 'ledger.deposit', `id = '${deposit}'`, CLIENTS, {
        id: id('2'),
        client_id: owner,
        amount: '1000 + (n::bigint * 7919) % 90000000',
      });
      await multiply(connection, 'ledger.withdrawal', `id = '${withdrawal}'`, CLIENTS / 2, {
        id: id('3'),
        client_id: owner,
        amount: '1000 + (n::bigint * 6007) % 50000000',
      });
      await multiply(connection, 'app.note', `subject_id = '${withdrawal}' and kind = 'destination'`, CLIENTS / 2, {
        ...((await columnsOf(connection, 'app.note')).includes('id') && { id: id('4') }),
        subject_id: id('3'),
        body: `jsonb_build_object('paypalemail', 'payee' || n || '@wallet.example')`,
      });
      await again();
      // As a database is that did not come by all this in a minute.
      await connection.query('vacuum analyze');
      await connection.query('checkpoint');
    } finally {
      connection.release(true);
    }
  });
}

const TABLES = ['ledger.party', 'app."user"', 'ledger.deposit', 'ledger.withdrawal', 'app.note'];

/** An id of the n-th, which sorts by n. */
const id = (kind: string): string => `('0199000${kind}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const NAMES =
  "array['Anna','Maria','João','Wei','Fatima','Liam','Noah','Olga','Ahmed','Chloé','Yuki','Priya','Lars','Zoë','Iván','Amara','Jonas','Mei','Sofía','Omar']";
const SYLLABLES =
  "array['ba','cor','den','el','fin','gar','hol','is','jen','kal','lor','man','nov','os','per','quin','ros','san','tor','ul','vel','war','xen','yor','zam']";
const FIRST = `(${NAMES})[1 + n % 20]`;
const LAST = `((${SYLLABLES})[1 + n / 20 % 25] || (${SYLLABLES})[1 + n / 500 % 25] || (${SYLLABLES})[1 + n / 12500 % 25])`;

/** As many rows like this one, each with other values, given as SQL of its number n. */
async function multiply(
  connection: pg.PoolClient,
  table: string,
  where: string,
  count: number,
  over: Readonly<Record<string, string>>,
): Promise<void> {
  const columns = await columnsOf(connection, table);
  const values = columns.map((column) => over[column] ?? `t."${column}"`);
  await connection.query(
    `insert into ${table} (${columns.map((column) => `"${column}"`).join()})
     select ${values.join()} from ${table} t cross join generate_series(1, ${count}) n where ${where}`,
  );
}

/** Those that are written, and not made by the table. */
async function columnsOf(connection: pg.PoolClient, table: string): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

type Search = { readonly q: string; readonly group: string | null };

async function searches(site: Site): Promise<Readonly<Record<string, Search>>> {
  const somebody = await site.look(async (pool) => {
    const { rows } = await pool.query<{ id: string; email: string; fullname: string; username: string; sum: string }>(
      `select u.id, u.email, u.fullname, u.username, (d.amount / 100.0)::numeric(12, 2)::text as sum
       from app."user" u join ledger.deposit d on d.client_id = u.id where u.username = $1`,
      [`trader${SOMEBODY}`],
    );
    if (rows[0] === undefined) throw new Error('nobody by that name');
    return rows[0];
  });
  const [first = '', last = ''] = somebody.fullname.split(' ');
  const typo = `${last.slice(0, 3)}${last.slice(4)}`;
  return {
    'an id': { q: somebody.id, group: 'clients' },
    'a deposit’s id': { q: somebody.id.replace('01990001', '01990002'), group: 'deposits' },
    'a whole email': { q: somebody.email, group: 'clients' },
    'a part of one': { q: `${SOMEBODY}@mail`, group: 'clients' },
    'a common part of one': { q: '@mail', group: null },
    'a username': { q: somebody.username, group: 'clients' },
    'a whole name': { q: somebody.fullname, group: 'clients' },
    'a first name that 50,000 have': { q: first, group: 'clients' },
    'the beginnings of two names': { q: `${first.slice(0, 3)} ${last.slice(0, 5)}`, group: 'clients' },
    'a name with a typo': { q: `${first} ${typo}`, group: 'clients' },
    'two letters': { q: 'ma', group: null },
    'nobody’s name': { q: 'zzyzx qwxq', group: null },
    'an amount': { q: `$${somebody.sum}`, group: 'deposits' },
    'a destination': { q: 'payee321@wallet.example', group: 'withdrawals' },
    'a reference that nothing has': { q: 'WIRE-77120', group: null },
    'an entry’s number': { q: '#1', group: 'entries' },
  };
}

const ask = (site: Site, path: string) => call(site.urls[0] ?? '', { path, cookie: site.admin.cookie });

async function p99(site: Site, path: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < WARM_UP + REQUESTS; i += 1) {
    const beganAt = performance.now();
    parsed(await ask(site, path));
    if (i >= WARM_UP) times.push(performance.now() - beganAt);
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(REQUESTS * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
}
