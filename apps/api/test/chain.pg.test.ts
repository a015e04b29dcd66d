import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { type Books, openBooks } from './books.ts';

let db: FreshDatabase;
let books: Books;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  const clients = [await books.openParty(), await books.openParty()];
  for (const client of clients) for (let i = 0; i < 3; i++) await books.fund(client, 100_000n);
  const order = { kind: 'open_trade', symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 50_000n } as const;
  await Promise.all(clients.flatMap((clientId) => [1, 2, 3, 4, 5, 6].map(() => books.run({ ...order, clientId }))));
});

afterAll(async () => {
  await books.ledger.close();
  await db.drop();
});

type Link = { number: string; canonical: Buffer; link: Buffer };
const linksOf = async (): Promise<Link[]> =>
  (await db.pool.query<Link>('select number, canonical, link from ledger.entry where book = 1 order by number')).rows;

describe('the links between the entries of a book', () => {
  it('[L37] each link is made of the one before it and of the entry’s own bytes, over batches of several entries too', async () => {
    const rows = await linksOf();
    expect(rows.length).toBeGreaterThanOrEqual(17);
    let before = Buffer.alloc(32);
    for (const { number, canonical, link } of rows) {
      before = hash('sha256', Buffer.concat([before, canonical]), 'buffer');
      expect(link.toString('hex'), `entry ${number}`).toBe(before.toString('hex'));
    }
  });

  describe('[L38] what the owner of the database does to them is named', () => {
    const broken = async (from = 1, many = 1_000): Promise<string[]> =>
      (
        await db.pool.query<{ number: string; fault: string }>(
          'select number, fault from ledger.broken_links(1::smallint, $1, $2) order by number',
          [from, many],
        )
      ).rows.map(({ number, fault }) => `${number} ${fault}`);
    const COPY = 'insert into ledger.entry select (jsonb_populate_record(e, jsonb_build_object(';
    let last: number;

    beforeEach(async () => {
      last = (await linksOf()).length;
      expect(await broken()).toEqual([]);
    });

    it.each<[deed: string, sql: (last: number) => string, names: (last: number) => string[]]>([
      [
        'an amount',
        () => 'update ledger.entry set amounts = array[amounts[1] + 1, amounts[2] - 1] where number = 3',
        () => ['3 changed'],
      ],
      ['a time', () => `update ledger.entry set at = at - interval '1 day' where number = 3`, () => ['3 changed']],
      [
        'an amount with the bytes that go with it',
        () =>
          'update ledger.entry set amounts = array[amounts[1] + 1, amounts[2] - 1] where number = 3; update ledger.entry set canonical = ledger.canonical_entry(book, number) where number = 3',
        () => ['3 not linked'],
      ],
      [
        'an amount, its bytes and its link',
        () =>
          'update ledger.entry set amounts = array[amounts[1] + 1, amounts[2] - 1] where number = 3; update ledger.entry e set canonical = ledger.canonical_entry(book, number), link = sha256(ledger.link_at(book, number - 1) || ledger.canonical_entry(book, number)) where number = 3',
        () => ['4 not linked'],
      ],
      ['an entry dropped', () => 'delete from ledger.entry where number = 3', () => ['3 missing', '4 not linked']],
      ['the last one dropped', (n) => `delete from ledger.entry where number = ${n}`, (n) => [`${n} missing`]],
      [
        'one added at the end',
        (n) => `${COPY}'number', number + 1))).* from ledger.entry e where number = ${n}`,
        (n) => [`${n + 1} beyond the head`],
      ],
      [
        'two changed places',
        () =>
          'update ledger.entry set number = case number when 3 then 1000 else 3 end where number in (3, 4); update ledger.entry set number = 4 where number = 1000',
        () => ['3 changed', '4 changed', '5 not linked'],
      ],
    ])('[L38] %s', async (_, sql, names) => {
      await db.ownerPool.query('create table kept as select * from ledger.entry where book = 1');
      try {
        await db.ownerPool.query(sql(last));
        expect(await broken()).toEqual(names(last));
        expect(await broken(last + 5), 'beyond the end there is nothing to say').toEqual([]);
      } finally {
        await db.ownerPool.query(
          'delete from ledger.entry where book = 1; insert into ledger.entry select * from kept; drop table kept',
        );
      }
    });
  });
});
