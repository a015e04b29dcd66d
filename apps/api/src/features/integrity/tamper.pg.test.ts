import { INSTRUMENTS, packBar } from '@clearbook/domain/market';
import { cosign, COSIGNATURE, signerKey, writeSignature, writeVerifierKey } from '@clearbook/verify';
import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks, openUser } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { becomeSuperuser, type Column, otherValue, type Superuser } from '../../../test/tampering.ts';
import { createSeal } from '../../platform/seal.ts';
import { createCosigning, createSequencer, LogKeys } from '../transparency/index.ts';
import type { Finding } from './findings.ts';
import { integrityOf, lookAtAll, lookAtRecent } from './look.ts';
import { recentWalk, wholeWalk } from './walk.ts';

const HOUR_MS = 3_600_000;
const quiet = { warn: () => undefined, error: () => undefined };

type Row = Record<string, unknown>;
const of = (row: Row, ...columns: string[]): string => columns.map((name) => String(row[name])).join('/');

/** A table whose rows nobody changes unnoticed: the row that is changed here, and how what is found names it. */
type Target = { readonly table: string; readonly row: string; readonly named: (row: Row) => string };
const TARGETS: readonly Target[] = [
  { table: 'ledger.entry', row: 'number = 3', named: () => '' },
  { table: 'ledger.closing_fill', row: 'realised is not null', named: (row) => of(row, 'trade_id') },
  { table: 'ledger.trade', row: `symbol = 'USDJPY' and closed_at is not null`, named: (row) => of(row, 'id') },
  { table: 'ledger.quote', row: `symbol = 'USDJPY'`, named: (row) => of(row, 'id') },
  { table: 'ledger.audit', row: 'client_id is not null', named: (row) => of(row, 'number') },
  { table: 'ledger.signal', row: 'true', named: (row) => of(row, 'id') },
  { table: 'ledger.terms_change', row: `source = 'fees' and before is not null`, named: (row) => of(row, 'number') },
  { table: 'ledger.bar_hour', row: 'true', named: (row) => of(row, 'symbol') },
  { table: 'ledger.log_leaf', row: 'leaf_index = 5', named: (row) => of(row, 'leaf_index') },
  { table: 'ledger.log_nonce', row: 'leaf_index = 5', named: (row) => of(row, 'leaf_index') },
  { table: 'ledger.log_tile', row: 'level = 0', named: (row) => of(row, 'level', 'tile_index') },
  { table: 'ledger.log_tree', row: 'true', named: () => '' },
  { table: 'ledger.log_position', row: 'true', named: (row) => of(row, 'book') },
  { table: 'ledger.log_checkpoint', row: 'true', named: () => '' },
  { table: 'ledger.log_signature', row: 'true', named: () => '' },
  { table: 'ledger.log_cosignature', row: 'true', named: () => '' },
  { table: 'ledger.log_key', row: 'true', named: () => '' },
];

/** U138: what the minute does not see of them and the day does, because it is compared with all entries. */
const BY_DAY: Readonly<Record<string, readonly string[]>> = {
  'ledger.trade': [...['accrued', 'dividends', 'financed', 'shortfall', 'splits_den', 'splits_num']],
};
const CLOCK = 'a time by this server’s clock, which nobody signs';
const CHOICE = 'what its client set or waits for, theirs to change at any time; what comes of it is a fill';
const COPY = 'how it came about; no figure of it follows from this';
/** U138: and what none of both sees, with the reason. Anything else that a table ever gets has to be noticed. */
const UNCOVERED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ledger.trade': {
    closed_by: COPY,
    realised_exact_num: 'the unrounded result of before; each closing’s cents are in its fill',
    realised_exact_den: 'the unrounded result of before; each closing’s cents are in its fill',
    copy_id: COPY,
    lead_trade_id: COPY,
    equity_at_open: COPY,
    reverses: COPY,
    stop_loss: CHOICE,
    take_profit: CHOICE,
    trailing_distance: CHOICE,
    trailing_peak: CHOICE,
    targets: CHOICE,
    protected_at: CHOICE,
    trailing_since: CHOICE,
    worst_price: CHOICE,
    closing_lots: CHOICE,
    closing_since: CHOICE,
    held_since: CHOICE,
    financed_through: 'which night comes next; each night that was charged has an entry',
    loss_step: 'which notices were sent',
    called_level: 'which notices were sent',
    called_since: 'which notices were sent',
  },
  'ledger.log_tree': { the_only_row: 'that there is one row' },
  'ledger.log_checkpoint': { signed_at: CLOCK },
  'ledger.log_signature': { at: CLOCK },
  'ledger.log_cosignature': { at: CLOCK },
  'ledger.log_key': { since: CLOCK, until: CLOCK },
};

let db: FreshDatabase;
let books: Books;
let client: string;
let superuser: Superuser;
let touched: readonly string[] = [];

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  client = await books.openParty();
  await openUser(db.pool, newId(), 'staff');
  await db.ownerPool.query(`update app.user set password_hash = '$argon2id$any'`);
  for (let i = 0; i < 3; i++) await books.fund(client, 1_000_000n);
  await trade('EURUSD');
  await trade('USDJPY');
  await trade('USDJPY', 1n);
  await staffActs();
  await publishSignal();
  await recordBars();
  await db.ownerPool.query('update app.settings set withdrawal_fee_bps = 50');
  await sign();
  await db.ownerPool.query('update app.integrity_look set all_at = $1', [books.now()]);
  superuser = await becomeSuperuser(db, [
    ...TARGETS.map(({ table }) => table),
    'app.settings',
    'app.wallets',
    'ledger.party',
  ]);
});
afterAll(async () => {
  await superuser?.end();
  await books?.ledger.close();
  await db?.drop();
});
afterEach(() => superuser.undoes(...touched));

async function trade(symbol: 'EURUSD' | 'USDJPY', closes?: bigint): Promise<void> {
  const order = { kind: 'open_trade', clientId: client, symbol, side: 'buy', lots: 2n, amount: 50_000n } as const;
  const opened = await books.run(order);
  if (!opened.outcome.ok) throw new Error(opened.outcome.refusal.code);
  if (closes === undefined) return;
  const { rows } = await db.pool.query<{ id: string }>('select id from ledger.trade order by id desc limit 1');
  for (const lots of [closes, null])
    await books.run({ kind: 'close_trade', clientId: client, tradeId: rows[0]!.id, lots });
}

async function staffActs(): Promise<void> {
  for (const about of [client, null])
    await db.pool.query('select ledger.record_audit($1, $2, $3, $4, $5, $6, $7)', [
      ...[newId(), 'client.viewed', 'client', client, about, '{"page": 1}', books.now()],
    ]);
}

async function publishSignal(): Promise<void> {
  await db.ownerPool.query(
    `insert into ledger.signal_bar values ('EURUSD', '2026-03-11T15:00Z', 10, 12, 9, 11);
     insert into ledger.signal (id, rule, symbol, side, bar_time, entry, stop, target, issued_at, expires_at, origin)
     values ('${newId()}', 'trend', 'EURUSD', 'buy', '2026-03-11T15:00Z', 11, 9, 15, '2026-03-11T16:00Z', '2026-03-12T16:00Z', 'live');
     insert into ledger.signal_total (rule, symbol, origin, issued, target, stop, expired, not_entered, won, lost, gained, given_up)
     values ('trend', 'EURUSD', 'live', 1, 0, 0, 0, 0, 0, 0, 0, 0)`,
  );
}

async function recordBars(): Promise<void> {
  const euro = INSTRUMENTS.find(({ symbol }) => symbol === 'EURUSD')!;
  for (const n of [0, 1, 2]) {
    const minute = new Date(Date.UTC(2026, 2, 11, 16, n));
    const open = 10_871_000_000n + BigInt(n) * 10_000n;
    const bar = { timeMs: minute.getTime(), open, high: open + 40_000n, low: open - 30_000n, close: open - 20_000n };
    const packed = Buffer.from(packBar(euro, { ...bar, tickVolume: 7 }));
    await db.pool.query('select ledger.record_bars($1, $2, $3, $4, $5, $6, $7, $8)', [
      ...[minute, ['EURUSD'], [bar.open], [bar.high], [bar.low], [bar.close], [packed], [7]],
    ]);
  }
}

/** The log as the server keeps it, with a witness that cosigns. */
async function sign(): Promise<void> {
  const now = books.now();
  const seal = createSeal(Buffer.alloc(32, 1));
  const keys = new LogKeys({ pool: db.pool, seal, log: quiet, origin: 'books.example/log' });
  await createSequencer({ pool: db.pool, log: quiet, signers: () => keys.signers(now) }).run(now);
  const witness = signerKey('witness.example/w1', COSIGNATURE, createHash('sha256').update('w1').digest());
  const submit = (body: string): Promise<{ status: number; text: string }> => {
    const note = body.slice(body.indexOf('\n\n') + 2);
    const line = cosign(note.slice(0, note.indexOf('\n\n') + 1), witness, now.getTime() / 1_000);
    return Promise.resolve({ status: 200, text: writeSignature(line) });
  };
  const witnesses = [{ vkey: writeVerifierKey(witness), submit }];
  await createCosigning({ pool: db.pool, log: quiet, witnesses }).run(now);
}

const text = ({ relation, key, fault }: Finding): string => `${relation} ${key} ${fault}`;
const hourAgo = (): Date => new Date(books.now().getTime() - HOUR_MS);
/** What the look of the next minute finds. */
const inAMinute = async (): Promise<string[]> => (await recentWalk(db.pool, hourAgo())).map(text);
/** What the look through everything finds. */
async function inADay(): Promise<string[]> {
  const found: string[] = [];
  for (const step of await wholeWalk(db.pool)) found.push(...(await step.run(0)).findings.map(text));
  return found;
}
const names = (found: readonly string[], table: string, key: string): boolean =>
  found.some((each) => each.includes(table) && each.includes(key));

it('[U130] finds nothing where nothing was done', async () => {
  expect(await inAMinute()).toEqual([]);
  expect(await inADay()).toEqual([]);
});

describe('[U130] [U131] [U138] every column', () => {
  it.each(TARGETS)(
    'of $table is noticed, or listed with the reason why not',
    async ({ table, row, named }) => {
      touched = [table];
      const victim = (await superuser.does(`select * from ${table} where ${row} order by ctid limit 1`)).rows[0]!;
      const late = new Set<string>();
      const unnoticed = new Set<string>();
      for (const column of await superuser.columnsOf(table))
        for (const value of valuesFor(column, victim)) {
          await superuser.does(
            `update ${table} set ${column.name} = ${value} where ctid = (select ctid from ${table} where ${row} order by ctid limit 1)`,
          );
          if (!names(await inAMinute(), table, named(victim))) {
            if (names(await inADay(), '', named(victim)) || names(await inADay(), '', client)) late.add(column.name);
            else unnoticed.add(column.name);
          }
          await superuser.undoes(table);
        }
      expect([...unnoticed].toSorted(), 'noticed by nobody').toEqual(Object.keys(UNCOVERED[table] ?? {}).toSorted());
      expect([...late].toSorted(), 'noticed within a day').toEqual(BY_DAY[table] ?? []);
    },
    300_000,
  );
});

/** Another value, and none or one that looks like none. */
function valuesFor(column: Column, victim: Row): string[] {
  const { name, type, nullable } = column;
  if (!nullable) return [otherValue(column)];
  const blank = type === 'uuid' ? `'00000000-0000-0000-0000-000000000000'` : type === 'bigint' ? '0' : undefined;
  if (victim[name] !== null) return [otherValue(column), 'null'];
  return blank === undefined ? [otherValue(column)] : [otherValue(column), blank];
}

describe('[U130] [U131] a row', () => {
  // A cosignature that is gone is given again with the next minute.
  const kept = TARGETS.filter(({ table }) => table !== 'ledger.log_cosignature');
  it.each(kept)('of $table that is taken away is named', async ({ table, row, named }) => {
    touched = [table];
    const victim = (await superuser.does(`select * from ${table} where ${row} order by ctid limit 1`)).rows[0]!;
    await superuser.does(
      `delete from ${table} where ctid = (select ctid from ${table} where ${row} order by ctid limit 1)`,
    );
    const found = await inAMinute();
    expect(names(found, DEPENDENT[table] ?? table, named(victim)), found.join('\n')).toBe(true);
  });

  it.each([
    ['ledger.entry', `{"number": 1000}`],
    ['ledger.closing_fill', `{"id": "01900000-0000-7000-8000-000000000001"}`],
    ['ledger.trade', `{"id": "01900000-0000-7000-8000-000000000001"}`],
    ['ledger.quote', `{"id": "EURUSD-more"}`],
    ['ledger.audit', `{"number": 1000}`],
    ['ledger.signal', `{"id": "01900000-0000-7000-8000-000000000001", "symbol": "GBPUSD"}`],
    ['ledger.terms_change', `{"number": 1000}`],
    ['ledger.bar_hour', `{"hour": "2026-03-11T17:00:00Z"}`],
    ['ledger.log_leaf', `{"leaf_index": 1000, "source_row": "1/1000"}`],
    ['ledger.log_nonce', `{"leaf_index": 1000}`],
    ['ledger.log_tile', `{"tile_index": 1000}`],
    ['ledger.log_position', `{"book": 1000}`],
    ['ledger.log_checkpoint', `{"size": 7}`],
    ['ledger.log_signature', `{"size": 7}`],
    ['ledger.log_cosignature', `{"size": 7}`],
    ['ledger.log_key', `{"key_id": "\\\\x01020304", "vkey": "x", "until": "2026-03-11T16:00:00Z"}`],
  ])('that is put into %s is named', async (table, change) => {
    touched = [table];
    await superuser.does(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || '${change}')).* from (select * from ${table} order by ctid limit 1) t`,
    );
    expect(await inAMinute()).toContainEqual(expect.stringContaining(table));
  });
});

/** Where a row is gone, what is named may be the one that needs it. */
const DEPENDENT: Readonly<Record<string, string>> = {
  'ledger.log_key': 'ledger.log_signature',
  'ledger.log_checkpoint': 'ledger.log_signature',
  'ledger.log_signature': 'ledger.log_checkpoint',
};

describe('[U130] a row that cannot even be read', () => {
  it.each([
    [
      'a time without an end',
      `update ledger.entry set at = 'infinity' where number = 3`,
      'ledger.entry',
      '1/3 cannot be read',
    ],
    [
      'a name that is none',
      `update ledger.log_leaf set source_row = '1/x' where leaf_index = 5`,
      'ledger.log_leaf',
      '5 cannot be read',
    ],
    ['bytes of a bar cut off', `update ledger.bar_hour set bars = substring(bars for 9)`, 'ledger.bar_hour', 'EURUSD'],
  ])('is named, and hides no other: %s', async (_, sql, table, said) => {
    touched = [table, 'ledger.audit'];
    await superuser.does(sql);
    await superuser.does(`update ledger.audit set action = 'x' where client_id is not null`);
    const found = await inAMinute();
    expect(names(found, table, said), found.join('\n')).toBe(true);
    expect(found).toContainEqual(expect.stringContaining('ledger.audit'));
  });
});

describe('[U134] [O94] what holds now', () => {
  it.each([
    [
      'ledger.party',
      'a balance that was raised',
      'update ledger.party set cash = cash + 1 where id = $1',
      'L2 each client by itself',
    ],
    [
      'app.settings',
      'a fee',
      'update app.settings set withdrawal_fee_bps = 51 where $1 <> $2',
      'ledger.terms_change fees',
    ],
    [
      'app.wallets',
      'an address for deposits',
      `update app.wallets set bitcoin = 'bc1qthief' where $1 <> $2`,
      'ledger.terms_change wallets',
    ],
  ])('in %s is noticed within a minute: %s', async (table, _, sql, said) => {
    touched = [table];
    await superuser.does(sql, sql.includes('$2') ? [client, ''] : [client]);
    expect(await inAMinute()).toContainEqual(expect.stringContaining(said));
  });
});

describe('[O91] [O93] the job', () => {
  const mails = async (): Promise<number> =>
    (await superuser.does(`select from app.mail_outbox where template = 'books-differ'`)).rowCount ?? 0;

  it('[O93] goes through everything in turns, wherever it was left', async () => {
    const start = new Date(books.now().getTime() + 25 * HOUR_MS);
    let turns = 0;
    while ((await integrityOf(db.pool)).allAt < start && turns < 100) {
      await lookAtAll({ pool: db.pool, log: quiet }, start, 0);
      turns += 1;
    }
    expect(turns).toBe((await wholeWalk(db.pool)).length);
    expect(await integrityOf(db.pool)).toEqual({ standing: 0, allAt: start });
  });

  it('[O91] tells staff of a row once, leaves the row as it is, and says when it is gone', async () => {
    touched = ['ledger.audit'];
    await superuser.does(`update ledger.audit set action = 'nothing' where client_id is not null`);
    for (let i = 0; i < 2; i++) await lookAtRecent({ pool: db.pool, log: quiet }, books.now());
    expect(await mails()).toBe(1);
    expect((await integrityOf(db.pool)).standing).toBe(1);
    expect((await superuser.does(`select from ledger.audit where action = 'nothing'`)).rowCount).toBe(1);
    await superuser.undoes('ledger.audit');
    await lookAtAll({ pool: db.pool, log: quiet }, new Date(books.now().getTime() + 60 * HOUR_MS));
    expect((await integrityOf(db.pool)).standing).toBe(0);
  });
});
