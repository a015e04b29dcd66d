import { CoMETRE } from '@transmute/rfc9162';
import Fastify from 'fastify';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntryReceipt } from '@clearbook/contracts/account';
import { type Books, openBooks } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { serve, type Served } from '../../../test/served.ts';
import { createSeal } from '../../platform/seal.ts';
import { sha256 } from '../../platform/tlog/index.ts';
import { LogKeys, mountLog, readReceipts, receiptRoutes } from './index.ts';
import { LEAF_TYPES } from './leaves.ts';
import { createSequencer } from './sequencer.ts';

const { RFC9162_SHA256: theirs } = CoMETRE;
const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 11, 16) + seconds * 1_000);
const log = { warn: () => undefined };

let db: FreshDatabase;
let books: Books;
let served: Served;
let clients: readonly string[];

beforeAll(async () => {
  db = await freshDatabase();
  await db.ownerPool.query('select ledger.add_book()');
  books = openBooks(db.pool);
  clients = [await books.openParty(), await books.openParty()];
  served = await serve(
    () => at(0),
    (register) => receiptRoutes(register, { pool: db.pool }),
  );
});
afterAll(async () => {
  await served?.app.close();
  await books?.ledger.close();
  await db?.drop();
});

const sign = (now: Date): Promise<void> => {
  const keys = new LogKeys({
    pool: db.pool,
    seal: createSeal(Buffer.alloc(32, 1)),
    log,
    origin: 'books.example/log',
  });
  return createSequencer({ pool: db.pool, log, signers: () => keys.signers(now) }).run(now);
};
/** One more entry in a client's book. */
async function trade(clientId: string): Promise<void> {
  const order = { kind: 'open_trade', clientId, symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 20_000n } as const;
  const { outcome } = await books.run(order);
  if (!outcome.ok) throw new Error(outcome.refusal.code);
}
const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
/** The root that a receipt's own bytes lead to, by an implementation that is not ours. */
async function rootFrom(receipt: EntryReceipt, size: number): Promise<string> {
  const entry = sha256(Buffer.of(receipt.type), bytes(receipt.nonce!), bytes(receipt.canonical));
  const root = await theirs.verify_inclusion_proof(await theirs.leaf(entry), {
    log_id: '',
    tree_size: size,
    leaf_index: receipt.leaf_index!,
    inclusion_path: receipt.proof!.map(bytes),
  });
  return Buffer.from(root).toString('base64');
}
const signedRoot = (note: string): { size: number; root: string } => {
  const [, size, root] = note.split('\n');
  return { size: Number(size), root: root! };
};

describe('[U18] the receipt of an entry', () => {
  it('says that the entry waits while no checkpoint covers it, and gives nothing that only the log has', async () => {
    await books.fund(clients[0]!, 1_000_000n);
    expect(await served.get('/me/entries/1/receipt', clients[0]!)).toMatchObject({
      ...{ log_status: 'waiting', type: 1, number: '1', nonce: null, leaf_index: null, proof: null, checkpoint: null },
    });
  });

  it('leads from its bytes to the root of the last checkpoint', async () => {
    await books.fund(clients[1]!, 1_000_000n);
    await trade(clients[0]!);
    await sign(at(0));
    for (const [client, number] of [
      [clients[0]!, '1'],
      [clients[0]!, '2'],
      [clients[1]!, '1'],
    ] as const) {
      const receipt = await served.get<EntryReceipt>(`/me/entries/${number}/receipt`, client);
      expect(receipt).toMatchObject({ log_status: 'logged', number });
      const { size, root } = signedRoot(receipt.checkpoint!);
      expect(await rootFrom(receipt, size)).toBe(root);
    }
  });

  it('goes to nobody whom the entry does not concern', async () => {
    const own = await served.get<EntryReceipt>('/me/entries/2/receipt', clients[0]!);
    expect(own.log_status).toBe('logged');
    for (const [path, who] of [
      ['/me/entries/2/receipt', clients[1]!],
      ['/me/entries/99/receipt', clients[0]!],
      ['/me/entries/1/receipt', newId()],
    ] as const)
      expect((await served.ask(path, who)).statusCode).toBe(404);
    for (const number of ['0', 'x', '1e1', '9'.repeat(19)])
      expect((await served.ask(`/me/entries/${number}/receipt`, clients[0]!)).statusCode).toBeLessThan(500);
    const app = Fastify();
    mountLog(app, { pool: db.pool });
    const bundle = await app.inject({ method: 'GET', url: '/log/tile/entries/000.p/3' });
    expect(bundle.statusCode).toBe(200);
    expect(bundle.rawPayload.includes(bytes(own.nonce!))).toBe(false);
    await app.close();
  });
});

describe('[U18] receipts of many rows', () => {
  it('are of one checkpoint, in the order that was asked, and say which rows wait', async () => {
    for (let i = 0; i < 40; i += 1) await trade(clients[i % 2]!);
    await db.pool.query(
      `select ledger.record_audit($1, 'settings.changed', 'settings', 'site', null, '{}', $2) from generate_series(1, 270)`,
      [clients[0], at(10)],
    );
    await sign(at(20));
    await trade(clients[0]!);
    const { rows } = await db.pool.query<{ type: 'entry' | 'audit'; row: string }>(
      `select * from (select 'entry' as type, book || '/' || number as row from ledger.entry
       union all select 'audit', number::text from ledger.audit) x order by random()`,
    );
    const { checkpoint, receipts } = await readReceipts(db.pool, rows);
    const { size, root } = signedRoot(checkpoint!);
    expect(receipts.filter((receipt) => receipt === undefined)).toHaveLength(1);
    for (const [i, receipt] of receipts.entries()) {
      if (receipt === undefined) continue;
      const { type, row } = rows[i]!;
      const [book, number] = row.split('/');
      if (type === 'entry') {
        expect(receipt.canonical.readInt16BE(2)).toBe(Number(book));
        expect(receipt.canonical.readBigInt64BE(12)).toBe(BigInt(number!));
      } else expect(receipt.canonical.readBigInt64BE(2)).toBe(BigInt(row));
      const path = receipt.proof.map((hash) => hash.toString('base64'));
      const wire = {
        type: LEAF_TYPES[type],
        nonce: receipt.nonce.toString('base64'),
        canonical: receipt.canonical.toString('base64'),
      };
      expect(
        await rootFrom({ ...wire, leaf_index: receipt.leafIndex, proof: path } as unknown as EntryReceipt, size),
      ).toBe(root);
    }
  });

  it('are none where nothing was signed', async () => {
    const empty = await freshDatabase();
    try {
      expect(await readReceipts(empty.pool, [{ type: 'entry', row: '1/1' }])).toEqual({
        checkpoint: undefined,
        receipts: [undefined],
      });
    } finally {
      await empty.drop();
    }
  });
});
