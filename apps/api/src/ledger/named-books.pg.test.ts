import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../test/database.ts';
import { FUNCTIONS_DIR } from '../platform/database/ledger-functions.ts';

/** Who is in which book, and which books there are: what is asked before a book is known. */
const DIRECTORY = ['book', 'party_book'];
/** Between a table and what comes after its alias would stand. */
const WORDS = new Set(
  'where on set left join cross order group for using values select limit window union returns and is'.split(' '),
);
const MENTION = /\b(from|join|update|into|using|,)\s+ledger\.(\w+)\b(?:\s+as)?(?:\s+(\w+))?/g;

let db: FreshDatabase;
let ofBooks: Set<string>;

beforeAll(async () => {
  db = await freshDatabase();
  const { rows } = await db.pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'ledger' and column_name = 'book'",
  );
  ofBooks = new Set(rows.map(({ name }) => name).filter((name) => !DIRECTORY.includes(name)));
});

afterAll(() => db.drop());

/** What stands in a text about a table of a book without a word about which: the statement's mentions of each alias, and how often its book is named. */
function unnamed(text: string): string[] {
  return text
    .replaceAll(/--.*|^\s*(\/\/|\*|\/\*).*$/gm, '')
    .split(';')
    .flatMap((statement) => {
      const mentions = new Map<string, string[]>();
      const found: string[] = [];
      for (const match of statement.matchAll(MENTION)) {
        const [, word, table = '', alias = ''] = match;
        if (!ofBooks.has(table)) continue;
        const after = statement.slice(match.index + match[0].length - alias.length);
        if (word === 'into' && !/^\s*\(book\b/.test(after)) found.push(table);
        if (word === 'into') continue;
        const name = alias === '' || WORDS.has(alias) ? '' : alias;
        mentions.set(name, [...(mentions.get(name) ?? []), table]);
      }
      for (const [alias, tables] of mentions) {
        const named = alias === '' ? /(?<![.\w])book\b/g : new RegExp(`\\b${alias}\\.book\\b`, 'g');
        if ((statement.match(named) ?? []).length < tables.length) found.push(...tables);
      }
      return found;
    });
}

function textsIn(folder: string, ending: RegExp): [name: string, text: string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')]);
}

describe('whoever touches rows of clients says in which book', () => {
  it('[L35] each statement of the commit function, and of what locks and reads before it', () => {
    expect(ofBooks.size).toBeGreaterThan(20);
    const texts = [...textsIn(FUNCTIONS_DIR, /\.sql$/), ...textsIn(import.meta.dirname, /^(?!.*test).*\.ts$/)];
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.flatMap(([file, text]) => unnamed(text).map((table) => `${file}: ${table}`))).toEqual([]);
  });

  it('[L35] a statement that does not is found', () => {
    expect(unnamed('select 1 from ledger.trade t where t.id = 1')).toEqual(['trade']);
    expect(unnamed('select 1 from ledger.trade t join ledger.fill f on f.book = p_book where t.id = 1')).toEqual([
      'trade',
    ]);
    expect(unnamed('update ledger.party set cash = 1; delete from ledger.copy c where c.book = 1')).toEqual(['party']);
    expect(unnamed('insert into ledger.hold (id) select 1')).toEqual(['hold']);
    expect(unnamed('select 1 from ledger.proposal p where p.id = 1')).toEqual([]);
  });

  it('[L32] its book is first in the key, in every unique index and in every foreign key between such tables', async () => {
    const { rows } = await db.ownerPool.query<{ name: string }>(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attname = 'book'
       where c.relnamespace = 'ledger'::regnamespace and c.relname = any($1) and i.indisunique and i.indkey[0] <> a.attnum
       union all
       select o.conrelid::regclass || '.' || o.conname from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_class f on f.oid = o.confrelid
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'book'
       where o.contype = 'f' and c.relname = any($1) and f.relname = any($1) and o.conkey[1] <> a.attnum`,
      [[...ofBooks]],
    );
    expect(rows.map(({ name }) => name)).toEqual([]);
    const keys = await db.ownerPool.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'ledger'::regnamespace and c.relkind = 'r' and c.relname = any($1)
         and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
      [[...ofBooks]],
    );
    expect(keys.rows.map(({ name }) => name)).toEqual(['house_delta']);
  });
});
