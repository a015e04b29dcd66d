import { readFileSync } from 'node:fs';
import { INSTRUMENTS, packBar, type Symbol } from '@clearbook/domain/market';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts';
import { sha256 } from '../../platform/tlog/index.ts';
import { readReceipts } from './index.ts';
import { LEAF_TYPES, type LeafType } from './leaves.ts';
import { appendStep } from './sequencer.ts';

let db: FreshDatabase;
let books: Books;
let client: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  client = await books.openParty();
  await books.fund(client, 1_000_000n);
});
afterAll(async () => {
  await books?.ledger.close();
  await db?.drop();
});

async function catchUp(): Promise<void> {
  while ((await appendStep(db.pool)) > 0);
}
async function rowsOf(type: LeafType): Promise<{ row: string; canonical: Buffer }[]> {
  const { rows } = await db.pool.query<{ row: string; canonical: Buffer }>(
    'select source_row as row, ledger.canonical_leaf(type, source_row) as canonical from ledger.log_leaf where type = $1 order by leaf_index',
    [LEAF_TYPES[type]],
  );
  return rows;
}
async function open(lots: bigint, symbol: Symbol = 'EURUSD', amount = 50_000n): Promise<string> {
  const order = { kind: 'open_trade', clientId: client, symbol, side: 'buy', lots, amount } as const;
  const { outcome } = await books.run(order);
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  const { rows } = await db.pool.query<{ id: string }>('select id from ledger.trade order by opened_at desc, id desc');
  return rows[0]!.id;
}
async function close(tradeId: string, lots: bigint | null = null): Promise<void> {
  const { outcome } = await books.run({ kind: 'close_trade', clientId: client, tradeId, lots });
  if (!outcome.ok) throw new Error(outcome.refusal.code);
}

describe('[U10] fills', () => {
  it('are in the log once each, behind their entries, also where two parts are closed at one moment', async () => {
    const first = await open(4n);
    await close(first, 1n);
    await close(first, 1n);
    await catchUp();
    await close(first, 1n);
    const second = await open(2n);
    await close(second);
    await close(first);
    await catchUp();
    const fills = await db.pool.query<{ name: string }>(
      `select book || '/' || trade_id || '/' || id as name from ledger.fill`,
    );
    const logged = (await rowsOf('fill')).map(({ row }) => row);
    expect(logged.toSorted()).toEqual(fills.rows.map(({ name }) => name).toSorted());
    expect(logged).toHaveLength(7);
    const trades = logged.map((row) => (row.split('/')[1] === first ? 1 : 2));
    expect(trades).toEqual([1, 1, 1, 1, 2, 2, 1]);
  });

  it('are in the log where they moved no cent, though no entry brings them, and the books agree', async () => {
    // A hundredth of a cheap coin takes no cent out of the trade and brings none.
    const trade = await open(40_000n, 'GRT', 30_000n);
    await close(trade, 1n);
    const waits = async () =>
      (await db.pool.query<{ row: string }>('select source_row as row from ledger.log_queue where type = 7')).rows;
    const alone = await waits();
    expect(alone).toHaveLength(1);
    await close(trade);
    expect(await waits(), 'the one with an entry').toEqual(alone);
    // As it was before such fills waited, with what the migration makes of it.
    await db.ownerPool.query('delete from ledger.log_queue where type = 7');
    await db.ownerPool.query(
      readFileSync(new URL('../../../migrations/173.do.fills_without_entries.sql', import.meta.url), 'utf8'),
    );
    expect(await waits()).toEqual(alone);
    await catchUp();
    const { rows } = await db.pool.query<{ name: string; entries: string }>(
      `select f.book || '/' || f.trade_id || '/' || f.id as name, (select count(*) from ledger.entry e where e.subject_id = f.trade_id) as entries
       from ledger.fill f where f.trade_id = $1`,
      [trade],
    );
    expect(rows.map(({ entries }) => entries)).toEqual(['2', '2', '2']);
    const logged = (await rowsOf('fill')).map(({ row }) => row).filter((row) => row.split('/')[1] === trade);
    expect(logged.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
    expect(await brokenInvariants(db.pool)).toEqual([]);
  });

  it('say lots, price, result and both quotes', async () => {
    const { rows } = await db.pool.query<{ row: string; lots: string; price: string; realised: string; bid: string }>(
      `select f.book || '/' || f.trade_id || '/' || f.id as row, f.lots, f.price, f.realised, q.bid
       from ledger.fill f join ledger.quote q on q.book = f.book and q.id = f.quote_id where f.kind = 'close' and q.symbol = 'EURUSD'`,
    );
    const bytes = new Map((await rowsOf('fill')).map(({ row, canonical }) => [row, canonical]));
    for (const { row, lots, price, realised, bid } of rows) {
      const canonical = bytes.get(row)!;
      expect(canonical.subarray(52, 54).toString('hex')).toBe('0202');
      expect([54, 62, 94].map((at) => canonical.readBigInt64BE(at))).toEqual([lots, price, realised].map(BigInt));
      const quote = 118 + 4 + 'EURUSD'.length;
      expect(canonical.readBigInt64BE(quote + 4 + canonical.readInt32BE(quote))).toBe(BigInt(bid));
    }
  });

  it('change their leaf with any figure of theirs or of their quote', async () => {
    const before = (await rowsOf('fill'))[0]!;
    for (const change of [
      'update ledger.quote set ask = ask + 1',
      'update ledger.trade set entry_price = entry_price + 1',
      `update ledger.quote set source_time = source_time + interval '1 ms'`,
    ]) {
      const other = await db.ownerPool.connect();
      try {
        await other.query('begin');
        await other.query(change);
        const { rows } = await other.query<{ canonical: Buffer }>(
          'select ledger.canonical_leaf(7::smallint, $1) as canonical',
          [before.row],
        );
        expect(rows[0]!.canonical, change).not.toEqual(before.canonical);
      } finally {
        await other.query('rollback');
        other.release();
      }
    }
  });

  it('cannot be left out', async () => {
    await open(1n);
    const { rows } = await db.pool.query<{ size: string; root: Buffer; before: string; upto: string }>(
      `select t.size, t.root, p.number as before, h.number as upto from ledger.log_tree t, ledger.log_position p join ledger.head h using (book) where book = 1`,
    );
    const { size, root, before, upto } = rows[0]!;
    const step = db.pool.query('select ledger.append_log($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)', [
      ...[size, root, [1], [`1/${upto}`], [Buffer.alloc(32)], [Buffer.alloc(32)], [], [], [], [1], [before], [upto]],
    ]);
    await expect(step).rejects.toMatchObject({ code: 'CB122' });
    await catchUp();
    const receipt = await readReceipts(db.pool, [{ type: 'fill', row: (await rowsOf('fill')).at(-1)!.row }]);
    expect(receipt.receipts).toEqual([undefined]);
  });
});

describe('[U10] changes of terms', () => {
  it('are in the log with what was before and after, from what held as the log began', async () => {
    await catchUp();
    const begun = await rowsOf('change');
    expect(begun.length).toBeGreaterThanOrEqual(11);
    await db.ownerPool.query('update app.settings set withdrawal_fee_bps = 50');
    await db.ownerPool.query(`update app.settings set sitename = 'Else'`);
    await db.ownerPool.query(`update app.wallets set bitcoin = 'bc1q'`);
    await db.ownerPool.query(`update ledger.package set price = price + 1 where id = 'raw'`);
    await catchUp();
    const { rows } = await db.pool.query<{ source: string; key: string; before: object; after: object }>(
      'select source, row_key as key, before, after from ledger.terms_change order by number desc limit 3',
    );
    expect(rows.map(({ source, key }) => `${source} ${key}`)).toEqual(['package raw', 'wallets ', 'fees ']);
    expect(rows[2]).toMatchObject({ before: { withdrawal_fee_bps: 100 }, after: { withdrawal_fee_bps: 50 } });
    expect(await rowsOf('change')).toHaveLength(begun.length + 3);
    await expect(db.ownerPool.query('delete from ledger.terms_change')).rejects.toMatchObject({ code: 'CB120' });
  });
});

describe('[U10] one-minute bars', () => {
  const of = INSTRUMENTS.find(({ symbol }) => symbol === 'EURUSD')!;
  const minute = (n: number): Date => new Date(Date.UTC(2026, 2, 11, 16, n));
  const record = (n: number, open: bigint, tickVolume?: number): Promise<unknown> => {
    const bar = { timeMs: minute(n).getTime(), open, high: open + 40_000n, low: open - 30_000n, close: open - 20_000n };
    const packed = Buffer.from(packBar(of, { ...bar, ...(tickVolume !== undefined && { tickVolume }) }));
    return db.pool.query('select ledger.record_bars($1, $2, $3, $4, $5, $6, $7, $8)', [
      ...[minute(n), ['EURUSD'], [bar.open], [bar.high], [bar.low], [bar.close], [packed], [tickVolume ?? null]],
    ]);
  };

  it('are in the log once they are recorded, with the prices that the tape has', async () => {
    await record(3, 10_871_000_000n, 412);
    await record(5, 10_872_000_000n);
    await record(5, 10_999_000_000n);
    await catchUp();
    const bars = await rowsOf('bar');
    expect(bars.map(({ row }) => row)).toEqual([3, 5].map((n) => `EURUSD/${minute(n).getTime() / 60_000}`));
    const fields = bars.map(({ canonical }) => [2, 10, 18, 26, 34, 42].map((at) => canonical.readBigInt64BE(at)));
    expect(fields).toEqual([
      [BigInt(minute(3).getTime()), 10_871_000_000n, 10_871_040_000n, 10_870_970_000n, 10_870_980_000n, 412n],
      [BigInt(minute(5).getTime()), 10_872_000_000n, 10_872_040_000n, 10_871_970_000n, 10_871_980_000n, -1n],
    ]);
    expect(bars[0]!.canonical.subarray(54).toString()).toBe('EURUSD');
  });
});

/** The bytes of the examples in docs/verify.md, as the database makes them of rows with those values. */
describe('[U5] the examples of docs/verify.md', () => {
  const ID = (digit: string): string =>
    `${digit.repeat(8)}-${digit.repeat(4)}-${digit.repeat(4)}-${digit.repeat(4)}-${digit.repeat(12)}`;
  const doc = readFileSync(new URL('../../../../../docs/verify.md', import.meta.url), 'utf8');

  it('are what the database makes of the same rows', async () => {
    const other = await db.ownerPool.connect();
    const bytes = async (type: LeafType, row: string): Promise<Buffer> => {
      const { rows } = await other.query<{ canonical: Buffer }>('select ledger.canonical_leaf($1, $2) as canonical', [
        LEAF_TYPES[type],
        row,
      ]);
      return rows[0]!.canonical;
    };
    try {
      await other.query('begin');
      await other.query(
        `insert into ledger.quote (book, id, symbol, bid, ask, feed_bid, feed_ask, markup, source, source_time, received_time)
         values (1, 'q1', 'EURUSD', 10870000000, 10872000000, 10870500000, 10871500000, 1000000, 'simulated', to_timestamp(1800000000), to_timestamp(1800000000))`,
      );
      await other.query(
        `insert into ledger.trade (book, id, client_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left, leverage_hundredths, status,
           entry_price, entry_quote_id, opened_at)
         values (1, $1, $2, 'EURUSD', 'buy', 10, 10, 50000, 50000, 36240, 36240, 3000, 'active', 10872000000, 'q1', to_timestamp(1800000000))`,
        [ID('2'), ID('1')],
      );
      await other.query(
        `insert into ledger.terms_change (number, at, source, row_key, before, after) overriding system value
         values (900, to_timestamp(1800000000), 'fees', '', '{"withdrawal_fee_bps": 100}', '{"withdrawal_fee_bps": 50}')`,
      );
      await other.query(
        `insert into ledger.bar_hour (symbol, hour, open, high, low, close, last_minute, bars, ticks)
         values ('EURUSD', to_timestamp(1800000000), 10871000000, 10871040000, 10870970000, 10870980000, 0, $1, 412)`,
        [
          Buffer.from(
            packBar(
              INSTRUMENTS.find(({ symbol }) => symbol === 'EURUSD')!,
              {
                ...{ timeMs: 1_800_000_000_000, open: 10_871_000_000n, high: 10_871_040_000n },
                ...{ low: 10_870_970_000n, close: 10_870_980_000n, tickVolume: 412 },
              },
            ),
          ),
        ],
      );
      for (const [type, row] of [
        ['fill', `1/${ID('2')}/${ID('2')}`],
        ['change', '900'],
        ['bar', 'EURUSD/30000000'],
      ] as const) {
        const canonical = await bytes(type, row);
        const entry = sha256(Buffer.of(LEAF_TYPES[type]), Buffer.alloc(32, 7), canonical);
        const lines = [
          ...(canonical.toString('hex').match(/.{1,78}/g) ?? []),
          `entry of the log ${entry.toString('hex')}`,
        ];
        expect(doc).toContain(lines.join('\n'));
      }
    } finally {
      await other.query('rollback');
      other.release();
    }
  });
});
