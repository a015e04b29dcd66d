import type { SearchGroup, SearchGroupName } from '@clearbook/contracts/search';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, newTxid, openBooks, pendingDeposit } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { serve, type Served } from '../../../test/served.ts';
import { askedFor } from './asked.ts';
import { searchRoutes } from './index.ts';
import { DEPOSITS_FOUND, ENTRIES_FOUND, nearPeople, PEOPLE, TRADES_FOUND, WITHDRAWALS_FOUND } from './statements.ts';

let db: FreshDatabase;
let books: Books;
let site: Served;
let staff: string;
const people: Record<string, string> = {};
let depositId: string;
let withdrawalId: string;
const txid = newTxid();

async function named(fullname: string, username: string, email: string): Promise<string> {
  const id = await books.openParty();
  await db.pool.query('update app."user" set fullname = $2, username = $3, email = $4 where id = $1', [id, fullname, username, email]); // prettier-ignore
  return id;
}

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  site = await serve(books.now, (register) => searchRoutes(register, { pool: db.pool }));
  people['maria'] = await named('María González', 'mg-trader', 'maria.gonzalez92@mail.test');
  people['mariana'] = await named('Mariana Gomes', 'mariana', 'mgomes@other.test');
  people['li'] = await named('Wei Li', 'weili', 'wei@mail.test');
  const clientId = people['maria'];
  depositId = await pendingDeposit(books, clientId, 123_456n);
  const credit = { txid, outputIndex: 0, receivedUnits: null, receivedAt: books.now(), rateNow: null };
  await books.run({ kind: 'decide_deposit', staffId: staff, clientId, depositId, decision: 'approve', reason: null, ...credit, proposalId: newId() }); // prettier-ignore
  withdrawalId = newId();
  await books.run({ kind: 'request_withdrawal', clientId, withdrawalId, amount: 7_777n, method: 'bank', coin: null, destination: { accountNumber: 'DE02 1203 0000 0000 2020 51', bankName: 'First Bank', accountName: 'Maria Gonzalez' }, expectedFee: null, code: null, codeHash: '' }); // prettier-ignore
});
afterAll(async () => {
  await site.app.close();
  await books.ledger.close();
  await db.drop();
});

async function find(q: string, role = 'owner') {
  const { groups } = await site.get<{ groups: SearchGroup[] }>(
    `/admin/search?q=${encodeURIComponent(q)}`,
    `${role} ${staff}`,
  );
  return Object.fromEntries(groups.map(({ group, hits }) => [group, hits.map(({ id }) => id)])) as Partial<
    Record<SearchGroupName, string[]>
  >;
}

describe('search', () => {
  it('[G70] finds a person by each thing that they have', async () => {
    const { maria = '', li = '' } = people;
    for (const q of [
      maria,
      'MARIA.GONZALEZ92@mail.test',
      'gonzalez',
      'González María',
      'gonz',
      'mg-trader',
      'zalez92@m',
    ])
      // prettier-ignore
      expect((await find(q)).clients, q).toEqual([maria]);
    expect((await find('wei li')).clients).toEqual([li]);
    expect(await find('nobody here')).toEqual({});
  });

  it('[G70] finds payments by id, amount, transaction and destination, and entries by number', async () => {
    expect((await find(depositId)).deposits).toEqual([depositId]);
    for (const q of ['1234.56', '$1,234.56']) expect((await find(q)).deposits, q).toEqual([depositId]);
    expect((await find(txid.toUpperCase())).deposits).toEqual([depositId]);
    for (const q of ['77.77', 'de02120300000000202051', 'DE02-1203-0000-0000-2020-51', withdrawalId])
      expect((await find(q)).withdrawals, q).toEqual([withdrawalId]);
    expect((await find('First Bank')).withdrawals).toBeUndefined();
    expect((await find('#1')).entries).toEqual(['1']);
  });

  it('[G71] forgives one typo in each word: a letter that is missing, extra, wrong or out of its place', async () => {
    const { maria = '' } = people;
    for (const q of ['gonzalz', 'gonzaleez', 'gonsalez', 'gonazlez', 'mria gonzalex', 'gonzales92@mail.test'])
      expect((await find(q)).clients, q).toContain(maria);
    expect((await find('gansalex')).clients).toBeUndefined();
  });

  it('[G71] gives what was typed before what is near it', async () => {
    expect((await find('mariana')).clients?.[0]).toBe(people['mariana']);
    expect((await find('maria')).clients).toEqual([people['maria'], people['mariana']]);
  });

  it('[G73] looks for parts of emails only where nobody has the whole one', async () => {
    const { li = '', mariana = '' } = people;
    await db.pool.query('update app."user" set email = $2 where id = $1', [mariana, 'awei@mail.test']);
    expect((await find('wei@mail.test')).clients).toEqual([li]);
    expect(new Set((await find('wei@mail')).clients)).toEqual(new Set([li, mariana]));
    await db.pool.query('update app."user" set email = $2 where id = $1', [mariana, 'mgomes@other.test']);
  });

  it('[G72] leaves out what the role does not include, and refuses a client', async () => {
    const { maria = '' } = people;
    expect(await find('gonzalez', 'client.read')).toEqual({ clients: [maria] });
    for (const q of ['77.77', '1234.56', txid, depositId]) expect(await find(q, 'client.read'), q).toEqual({});
    expect(await find('77.77', 'client.read,withdrawal.read')).toEqual({ withdrawals: [withdrawalId] });
    const answer = await site.ask('/admin/search?q=maria', `client ${people['maria']}`);
    expect(answer.statusCode).toBe(403);
    expect((await site.ask('/admin/search?q=m', `owner ${staff}`)).statusCode).toBe(422);
  });

  it('[G73] reads no table from end to end', async () => {
    const { id, cents, email, names, reference, destination, number } = askedFor('maria@mail');
    const some = newId();
    const statements: [string, unknown[], string[]][] = [
      [PEOPLE, [some, email, names, '%maria@mail%', ['mar', 'ail'], 8], ['user_pkey', 'user_email_key', 'user_person_keys', 'user_email_pieces']],
      [nearPeople(['maria', 'li']), [8, 'maria', 'li'], ['user_person_keys']],
      [DEPOSITS_FOUND, [some, 100n, txid, 8], ['deposit_pkey', 'payment_credited_once', 'deposit_amount']],
      [WITHDRAWALS_FOUND, [id, cents ?? 100n, reference, destination, 8], ['withdrawal_pkey', 'withdrawal_reference', 'note_destination', 'withdrawal_amount']],
      [TRADES_FOUND, [some], ['trade_pkey']],
      [ENTRIES_FOUND, [number ?? 1n, 8], ['entry_pkey']],
    ]; // prettier-ignore
    const client = await db.ownerPool.connect();
    try {
      await client.query('begin; set local enable_seqscan = off');
      for (const [statement, values, indexes] of statements) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, values);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan, statement).not.toMatch(/Seq Scan/);
        for (const index of indexes) expect(plan, statement).toContain(index);
        // Without a condition it would be read as a whole.
        for (const [scan] of plan.matchAll(/Index (?:Only )?Scan.* on .*\n.*/g))
          expect(scan, plan).toContain('Index Cond: ');
      }
    } finally {
      client.release(true);
    }
  });
});
