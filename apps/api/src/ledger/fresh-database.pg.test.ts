import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, openBooks } from '../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../test/database.ts';

const CLIENTS = 30;
/** Who is in the same book and does nothing. So many that even a batch of all clients is read by an index: few are rightly read whole. */
const OTHERS = 3_000;
const ORDERS_EACH = 20;
/** What an order, or a close, may read of one table: a few rows each way that it looks at them, and versions of them that nobody has cleared away. All that is in a book is more. */
const MOST_READ = 16;

let db: FreshDatabase;
let books: Books;
let clients: string[];

beforeAll(async () => {
  db = await freshDatabase();
  // As in the first minutes of an installation, nobody has counted what is in the tables.
  const { rows } = await db.ownerPool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = any('{ledger,app}'::regnamespace[])`,
  );
  for (const { name } of rows) await db.ownerPool.query(`alter table ${name} set (autovacuum_enabled = off)`);
  books = openBooks(db.pool);
  await db.pool.query("select ledger.open_party(app.new_id(), 'client') from generate_series(1, $1)", [OTHERS]);
  clients = await Promise.all(Array.from({ length: CLIENTS }, () => books.openParty()));
  await Promise.all(clients.map((id) => books.fund(id, 10_000_000n)));
});

afterAll(async () => {
  await books.ledger.close();
  await db.drop();
});

type Trade = { readonly clientId: string; readonly tradeId: string };

/** One order of each client, at once. */
async function openOnce(): Promise<Trade[]> {
  return Promise.all(
    clients.map(async (clientId) => {
      const order = { symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 10_000n } as const;
      const { outcome } = await books.run({ kind: 'open_trade', clientId, ...order });
      if (!outcome.ok) throw new Error(outcome.refusal.code);
      return { clientId, tradeId: outcome.result['trade_id'] ?? '' };
    }),
  );
}

async function closeAll(trades: readonly Trade[]): Promise<void> {
  await Promise.all(
    trades.map(async (trade) => {
      const { outcome } = await books.run({ kind: 'close_trade', ...trade, lots: null });
      if (!outcome.ok) throw new Error(outcome.refusal.code);
    }),
  );
}

/** What is read of each table meanwhile, rows and entries of its indexes, for each of `many`; only what is more than may be. */
async function readTooMuch(many: number, work: () => Promise<unknown>): Promise<string[]> {
  const before = await readSoFar();
  await work();
  return [...(await readSoFar())].flatMap(([name, read]) => {
    const each = (read - (before.get(name) ?? 0)) / many;
    return each > MOST_READ ? [`${name} ${each}`] : [];
  });
}

async function readSoFar(): Promise<Map<string, number>> {
  const connections = await Promise.all(Array.from({ length: db.pool.totalCount }, () => db.pool.connect()));
  for (const connection of connections) {
    await connection.query('select pg_stat_force_next_flush()');
    connection.release();
  }
  const { rows } = await db.ownerPool.query<{ name: string; read: string }>(
    `select t.relname as name, t.seq_tup_read + coalesce((select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0) as read
     from pg_stat_user_tables t where t.schemaname = 'ledger'`,
  );
  return new Map(rows.map(({ name, read }) => [name, Number(read)]));
}

it('[O86] in a database that has just been made an order reads a few rows of each table, however many are there, and so does a close', async () => {
  const trades: Trade[] = [];
  for (let i = 1; i < ORDERS_EACH; i += 1) trades.push(...(await openOnce()));
  expect(await readTooMuch(CLIENTS, async () => trades.push(...(await openOnce())))).toEqual([]);
  const first = trades.slice(0, CLIENTS);
  expect(await readTooMuch(CLIENTS, () => closeAll(first))).toEqual([]);
});
