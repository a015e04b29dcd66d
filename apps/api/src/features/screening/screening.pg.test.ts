import type { FraudSignal, FraudSignals } from '@clearbook/contracts/fraud';
import type { PersonalDetailsVersions } from '@clearbook/contracts/identity';
import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { DETAILS } from '../../../test/details.ts';
import { serve, type Served } from '../../../test/served.ts';
import { localStorage } from '../../adapters/files/index.ts';
import { openScreeningList } from '../../adapters/screening/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { fraudRoutes } from '../fraud/index.ts';
import { identityRoutes } from '../identity/index.ts';
import { SecondFactor } from '../sessions/index.ts';
import { withdrawalRoutes } from '../withdrawals/index.ts';
import { screenDue, type ScreeningList } from './index.ts';

const HEAD = 'list,name,aliases,date of birth,country,program';
let db: FreshDatabase;
let books: Books;
let http: Served;
let folder: string;
let staff: string;
let list: ScreeningList;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  folder = await mkdtemp(join(tmpdir(), 'screening-'));
  await names(`UN,Viktor Sokolov,Victor Sokoloff;V. Sokolov,1961,RU,Arms`);
  list = openScreeningList({ screeningList: join(folder, 'list.csv') });
  const seal = createSeal(Buffer.alloc(32, 7));
  const files = new FileStore(db.pool, localStorage(folder), seal);
  const { pool } = db;
  const config = { mode: 'demo' } as const;
  http = await serve(books.now, (register) => {
    identityRoutes(register, { pool, files, ledger: books.ledger, config, screeningList: list });
    fraudRoutes(register, { pool });
    withdrawalRoutes(register, { ledger: books.ledger, pool, config, secondFactor: new SecondFactor(pool, seal) });
  });
});
afterAll(async () => {
  await http?.app.close();
  await books?.ledger.close();
  await db?.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => books.at(new Date(books.now().getTime() + 60_000)));

let versions = 0;
/** Another version of the list. Its size differs from the one before, whatever the file system makes of the time. */
async function names(...people: string[]): Promise<string> {
  const text = [HEAD, ...people, `PEP,${'Nobody '.repeat((versions += 1))}Else,,1901,,`].join('\n');
  await writeFile(join(folder, 'list.csv'), text);
  return hash('sha256', text);
}

async function client(fullname: string, change: object = {}): Promise<string> {
  const id = await books.openParty();
  await db.pool.query('update app.user set fullname = $2 where id = $1', [id, fullname]);
  await db.pool.query(
    "insert into app.verification (user_id, submission, state, submitted_at) values ($1, $2, 'pending', $3)",
    [id, newId(), books.now()],
  );
  const answer = await http.send('PUT', '/identity/details', id, { ...DETAILS, ...change });
  expect(answer.statusCode, answer.body).toBe(200);
  return id;
}
const run = () => screenDue({ pool: db.pool, list }, books.now());
const listed = async (id: string, what = 'verifications'): Promise<FraudSignal | undefined> =>
  (await http.get<FraudSignals>(`/admin/${what}/${id}/signals`, `admin ${staff}`)).signals.find(
    ({ kind }) => kind === 'listed_name',
  );
const screening = async (id: string) =>
  (await http.get<PersonalDetailsVersions>(`/admin/verifications/${id}/details`, `admin ${staff}`)).screening;

it('[I22] a client is compared when they send their details, with the version of the list on record', async () => {
  const sha256 = await names('UN,Viktor Sokolov,Victor Sokoloff,1961,RU,Arms');
  const [same, other] = [await client('Sokolow Viktor', { date_of_birth: '1961-04-28' }), await client('Ann Lee')];
  expect(await listed(same)).toMatchObject({
    severity: 'serious',
    text: 'The client’s name is like “Viktor Sokolov” (UN, Arms). The dates of birth agree.',
    dismissed: null,
  });
  expect(await screening(same)).toMatchObject({ list_sha256: sha256, people: 2, matches: 1 });
  expect(await listed(other)).toBeUndefined();
  expect(await screening(other)).toMatchObject({ list_sha256: sha256, matches: 0 });
});

it('[I23] a list that changes is compared with everybody once, by whichever process is first, and what was dismissed stays dismissed', async () => {
  await names('UN,Karl Voss,,1990,,');
  const [karl, ann] = [await client('Karl Voss'), await client('Ann Ray')];
  const signal = await listed(karl);
  const dismissal = { what: 'verification', id: karl, kind: 'listed_name', digest: signal?.digest, reason: 'Another' };
  expect((await http.send('POST', '/admin/signal-dismissals', `admin ${staff}`, dismissal)).statusCode).toBe(200);

  const sha256 = await names('UN,Karl Voss,,1990,,', 'EU,Ann Ray,,,,');
  books.at(new Date(books.now().getTime() + 60_000));
  await Promise.all([run(), run(), run()]);
  expect(await listed(ann)).toMatchObject({ severity: 'look' });
  expect(await listed(karl)).toMatchObject({ dismissed: { reason: 'Another' } });
  const { rows } = await db.pool.query(
    "select count(*)::int as n from app.screening where list = decode($1, 'hex') and client_id = any($2)",
    [sha256, [karl, ann]],
  );
  expect(rows).toEqual([{ n: 2 }]);

  // One more of the name is another finding; and who is on no list any more has none.
  await names('UN,Karl Voss,,1990,,', 'EU,Karl Voss,,1990-04-23,,Trade');
  books.at(new Date(books.now().getTime() + 60_000));
  await run();
  expect(await listed(karl)).toMatchObject({ dismissed: null });
  expect(await listed(ann)).toBeUndefined();
});

it('[I23] a list that is put back after another one counts again', async () => {
  await names('UN,Rosa Quint,,1990-04-23,,');
  const rosa = await client('Rosa Quint');
  expect(await listed(rosa)).toMatchObject({ severity: 'serious' });
  const right = await readFile(join(folder, 'list.csv'));
  await names('UN,Somebody Else,,1970,,');
  books.at(new Date(books.now().getTime() + 60_000));
  await run();
  expect(await listed(rosa)).toBeUndefined();
  await writeFile(join(folder, 'list.csv'), right);
  books.at(new Date(books.now().getTime() + 60_000));
  await Promise.all([run(), run(), run()]);
  expect(await listed(rosa)).toMatchObject({ severity: 'serious' });
  const { rows } = await db.pool.query('select count(*)::int as n from app.screening where client_id = $1', [rosa]);
  expect(rows, 'each time once').toEqual([{ n: 3 }]);

  // A process that still has the list between the two leaves it at that.
  const old = { sha256: Buffer.alloc(32, 1), readAt: new Date(0), people: 1, find: () => [] };
  await screenDue({ pool: db.pool, list: { read: () => Promise.resolve(old) } }, books.now());
  expect(await listed(rosa)).toMatchObject({ severity: 'serious' });
});

it('[I24] [FS13] a possible match is shown where a payout is decided too, and stops none', async () => {
  await names('UN,Mara Lind,,1990-04-23,,');
  const id = await client('Mara Lind');
  await books.fund(id, 1_000_000n);
  const asked = await http.send('POST', '/withdrawals', id, {
    method: 'bank',
    an: 'GB33BUKB20201555555555',
    bn: 'First Bank',
    aname: 'Mara Lind',
    amount: '100.00',
  });
  expect(asked.statusCode, asked.body).toBeLessThan(300);
  const { id: payout } = asked.json<{ id: string }>();
  expect(await listed(payout, 'withdrawals')).toMatchObject({ severity: 'serious' });
  const approved = await http.send('POST', `/admin/verifications/${id}/decision`, `admin ${staff}`, {
    decision: 'approve',
    expires_on: null,
  });
  expect(approved.json()).toMatchObject({ is_verified: true });
});

it('[I23] a file with a mistake counts for nothing, stops no client, and is named to staff', async () => {
  await writeFile(join(folder, 'list.csv'), `${HEAD}\nUN,Ann Lee,,28.04.1961,,`);
  await expect(run()).rejects.toThrow('SCREENING_LIST, person 1');
  await writeFile(join(folder, 'list.csv'), 'list,name\nUN,Ann');
  await expect(run()).rejects.toThrow('lacks columns: aliases, date of birth, country, program');
  await writeFile(join(folder, 'list.csv'), HEAD);
  await expect(run()).rejects.toThrow('names nobody');
  const id = await client('Ann Lee');
  expect(await screening(id)).toBeNull();
  await names('UN,Ann Lee,,,,');
  await run();
  expect(await listed(id)).toMatchObject({ severity: 'look' });
  for (const sql of ["update app.screening set matches = '[]'", 'delete from app.screening_list'])
    await expect(db.pool.query(sql)).rejects.toThrow('permission denied');
});

it('[I23] everybody is looked at again where the list or anybody’s details have changed, and once an hour', async () => {
  await names('UN,Vera Holm,,,,');
  const looks: string[] = [];
  const query = (text: string, values: unknown[]) => {
    if (text.includes('from app.personal_details d join')) looks.push(text);
    return db.pool.query(text, values);
  };
  const { options } = db.pool;
  const pool = { query, connect: db.pool.connect.bind(db.pool), options } as unknown as FreshDatabase['pool'];
  const minutes = async (many: number): Promise<number> => {
    books.at(new Date(books.now().getTime() + many * 60_000));
    await screenDue({ pool, list }, books.now());
    return looks.length;
  };
  expect([await minutes(1), await minutes(1), await minutes(1)]).toEqual([1, 1, 1]);
  // Another version, and then details that were sent while the list could not be read.
  await names('UN,Vera Holm,,,,', 'UN,Someone New,,,,');
  expect([await minutes(1), await minutes(1)]).toEqual([2, 2]);
  const right = await readFile(join(folder, 'list.csv'));
  await writeFile(join(folder, 'list.csv'), HEAD);
  const vera = await client('Vera Holm');
  await writeFile(join(folder, 'list.csv'), right);
  expect(await listed(vera)).toBeUndefined();
  expect([await minutes(1), await minutes(1)]).toEqual([3, 3]);
  expect(await listed(vera)).toMatchObject({ severity: 'look' });
  expect(await minutes(60)).toBe(4);
});
