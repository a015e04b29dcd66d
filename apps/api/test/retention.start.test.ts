import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RETENTION } from '@clearbook/contracts/words/retention';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DETAILS } from './details.ts';
import { call, multipart, parsed } from './http-client.ts';
import { picture } from './picture.ts';
import { openSite, type Person, type Site } from './site.ts';
import { asker, withdraws } from './withdrawals.ts';

/** In nothing but this person's records. */
const NAME = 'Quenbyrella';

let site: Site;
let base: string;
let client: Person;

beforeAll(async () => {
  site = await openSite({ processes: 1, env: { LOG_LEVEL: 'info' } });
  base = site.urls[0] ?? '';
  client = await site.client(NAME.toLowerCase());
});
afterAll(async () => {
  await site?.close();
});

const send = (person: Person, method: string, path: string, body?: unknown) =>
  call(base, { method, path, cookie: person.cookie, key: randomUUID(), ...(body !== undefined && { body }) });
const done = async <T>(person: Person, method: string, path: string, body?: unknown) =>
  parsed<T>(await send(person, method, path, body));
const upload = async <T>(path: string, name: string, n: number) =>
  parsed<T>(
    await call(base, { path, cookie: client.cookie, key: randomUUID(), ...multipart(name, 'a.png', picture(n)) }),
  );

/** A person of whom there is something wherever there can be, and the bytes of what they uploaded. */
async function lives(): Promise<Buffer[]> {
  const { admin } = site;
  await done(client, 'POST', '/demo/top-up', { amount: '1000.00' });
  const { id } = await done<{ id: string }>(client, 'POST', '/deposits', { amount: '50.00', method: 'bitcoin' });
  const { proof_file: proof } = await upload<{ proof_file: string }>(`/deposits/${id}/proof`, 'file', 4);
  await upload('/me/picture', 'file', 8);
  await done(client, 'PUT', '/identity/details', { ...DETAILS, street: `${NAME} Lane 7` });
  await done(client, 'POST', '/me/knowledge-check', {
    ...{ leverage: 'own', stop_loss: 'never', margin: 'lent', overnight: 'once' },
    ...{ risk: 'same', traded: 'never', learned: 'no' },
  });
  const front = multipart('front', 'a.png', picture(6));
  parsed(await call(base, { path: '/identity', cookie: client.cookie, key: randomUUID(), ...twoOf(front) }));
  const { front: document } = await done<{ front: { file: string } }>(client, 'GET', '/identity');
  const stored = await Promise.all(
    [proof, document.file].map(
      async (file) => (await call(base, { path: `/files/${file}`, cookie: client.cookie })).bytes,
    ),
  );
  await done(client, 'POST', '/alerts', { symbol: 'BTC', kind: 'above', price: '9000000' });
  await done(client, 'POST', '/me/archives', {});
  await done(admin, 'GET', `/admin/users/${client.id}`);
  await done(admin, 'GET', `/admin/users/${client.id}/as-client`);
  await done(admin, 'POST', `/admin/users/${client.id}/notes`, { text: `${NAME} called` });
  await done(admin, 'POST', `/admin/users/${client.id}/tags`, { tag: NAME });
  await done(admin, 'GET', `/admin/verifications/${client.id}/details`);
  const reason = `${NAME} sent a cat`;
  await done(admin, 'POST', `/admin/deposits/${id}/decision`, { decision: 'reject', reason });
  await done(admin, 'POST', `/admin/verifications/${client.id}/decision`, { decision: 'reject', reason });
  const { id: payout } = await withdraws(asker(base, client), {
    amount: '1000.00',
    method: 'paypal',
    paypalemail: client.email,
  });
  await done(admin, 'POST', `/admin/withdrawals/${payout}/decision`, { decision: 'approve' });
  await done(admin, 'PATCH', `/admin/users/${client.id}`, { signal_strength: 3, reason });
  await call(base, { path: '/auth/reset/request', body: { email: client.email } });
  return stored;
}

function twoOf(front: ReturnType<typeof multipart>): ReturnType<typeof multipart> {
  const back = multipart('back', 'b.png', picture(7)).raw as Buffer;
  const first = front.raw as Buffer;
  const end = first.lastIndexOf('--clearbook-test-boundary--');
  return { raw: Buffer.concat([first.subarray(0, end), back]), headers: front.headers ?? {} };
}

/** Every file of the installation but the database’s own, which the table names. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return entry.isFile() ? [path] : [];
    return readdirSync(path).includes('PG_VERSION') ? [] : filesBelow(path);
  });
}

it('[G93] nothing of an erased person is anywhere in the database, in any file or in what the server wrote, and their number only where the retention table says', async () => {
  const stored = await lives();
  expect(stored.map(({ length }) => length > 20)).toEqual([true, true]);
  const digests = stored.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  const words = [NAME.toLowerCase(), client.email, ...digests];

  const inTables = (texts: readonly string[]) =>
    site.look(async (pool) => {
      const { rows } = await pool.query<{ name: string }>(
        `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
      );
      const found: string[] = [];
      for (const { name } of rows) {
        const [schema = '', table = ''] = name.split('.');
        const hit = await pool.query(
          `select 1 from "${schema}"."${table}" t where lower(t::text) like any($1) limit 1`,
          [texts.map((text) => `%${text}%`)],
        );
        if (hit.rowCount === 1) found.push(name);
      }
      return found;
    });
  const inFiles = () =>
    filesBelow(site.dataDirs[0] ?? '').filter((path) => {
      const bytes = readFileSync(path);
      const text = bytes.toString('latin1').toLowerCase();
      return (
        words.some((word) => text.includes(word)) || stored.some((picture_) => bytes.includes(picture_.subarray(0, 64)))
      );
    });
  // Before, it is in many places: a search that finds nothing then would find nothing afterwards either.
  expect((await inTables([NAME.toLowerCase(), client.email])).length).toBeGreaterThan(7);
  for (const digest of digests) expect(await inTables([digest])).toEqual(['app.file']);
  expect(inFiles().length).toBeGreaterThan(0);

  await done(site.admin, 'DELETE', `/admin/users/${client.id}`, { reason: 'closed as asked on the phone' });
  // The last mail goes to the address first; then it and what was captured are erased as well.
  await expect.poll(() => inTables(words), { timeout: 60_000, interval: 500 }).toEqual([]);
  await expect.poll(inFiles, { timeout: 60_000, interval: 500 }).toEqual([]);
  const output = site.servers
    .map(({ running }) => running.output())
    .join('')
    .toLowerCase();
  expect(words.filter((word) => output.includes(word))).toEqual([]);

  const named = new Set(RETENTION.flatMap(({ tables }) => tables));
  const left = await inTables([client.id]);
  expect(left).toContain('ledger.entry');
  expect(left.filter((table) => !named.has(table))).toEqual([]);
  // And it names no table that there is not.
  const there = await site.look(
    async (pool) =>
      (await pool.query<{ name: string }>("select schemaname || '.' || tablename as name from pg_tables")).rows,
  );
  expect([...named].filter((table) => !there.some(({ name }) => name === table))).toEqual([]);
});
