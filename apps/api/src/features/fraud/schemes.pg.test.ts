import type { FraudSignal } from '@clearbook/contracts/fraud';
import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, newTxid, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { readSignals } from './signals.query.ts';

const DAY_MS = 86_400_000;
const NOW = OPEN_MARKETS;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let db: FreshDatabase;
let books: Books;
let staff: string;
beforeAll(async () => {
  db = await freshDatabase({ durable: false });
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
});
afterAll(async () => {
  await books.ledger.close();
  await db.drop();
});

/** Rows as the books would hold them, so that a test says only what it is about. */
const keep = (sql: string, values: unknown[]) => db.ownerPool.query(sql, values);

async function client(): Promise<string> {
  const id = await books.openParty();
  await db.pool.query('update app.user set created_at = $2 where id = $1', [id, daysAgo(60)]);
  return id;
}

async function payout(clientId: string, cents = 100_00): Promise<string> {
  const id = newId();
  await keep(
    `insert into ledger.withdrawal (book, id, client_id, amount, fee_bps, fee, method, status, created_at, requested_at)
     values (ledger.book_of($1), $2, $1, $3, 0, 0, 'bank', 'pending', $4, $4)`,
    [clientId, id, cents, NOW],
  );
  return id;
}

async function deposit(clientId: string, at: Date, txid = newTxid()): Promise<string> {
  const id = newId();
  await keep(
    `insert into ledger.deposit (book, id, client_id, amount, method, status, address, pay_units, rate, rate_source, expires_at, received_units, receipt_rate, credited,
       txid, output_index, created_at, decided_at, decided_by)
     values (ledger.book_of($1), $2, $1, 50000, 'bitcoin', 'approved', 'a', 1, 1, 'test', $3, 1, 1, 50000, $4, 0, $3, $3, $5)`,
    [clientId, id, at, txid, staff],
  );
  return id;
}

async function found(payoutId: string): Promise<FraudSignal[]> {
  const { signals = [] } = (await readSignals(db.pool, { what: 'withdrawal', id: payoutId }, true)) ?? {};
  return signals.filter(({ kind }) => kind !== 'first_payout' && kind !== 'straight_out');
}
const kinds = async (payoutId: string) => (await found(payoutId)).map(({ kind, severity }) => `${kind} ${severity}`);

/** A line of the statement of bitcoin, of a file of its own. */
async function line(
  day: Date,
  amount: number,
  txid: string | null,
  matched: string | null = null,
  output: number | null = null,
): Promise<string> {
  const [file, id] = [newId(), newId()];
  await keep(
    `insert into app.statement_file (id, method, name, sha256, format, staff_id, at, lines, known) values ($1, 'bitcoin', 'chain.csv', $2, 'csv', $3, $4, 1, 0)`,
    [file, newTxid(), staff, day],
  );
  await keep(
    `insert into app.statement_line (id, file_id, method, place, day, amount, reference, txid, likeness, output_index) values ($1, $2, 'bitcoin', 1, $3, $4, '', $5, $6, $7)`,
    [id, file, day, amount, txid, id, output],
  );
  if (matched !== null)
    await keep(
      `insert into app.statement_match (line_id, kind, record_id, how, at) values ($1, 'deposit', $2, 'txid', $3)`,
      [id, matched, day],
    );
  return id;
}

const sharesBrowser = async (...people: string[]) => {
  const device = newId();
  for (const id of people)
    await db.pool.query('insert into app.known_device values ($1, sha256($2::bytea), $3, $3)', [
      id,
      device,
      daysAgo(9),
    ]);
};

describe('planted frauds of several people', () => {
  it('[FS14] a deposit that is taken back after it was credited', async () => {
    const ann = await client();
    const txid = newTxid();
    const id = await deposit(ann, daysAgo(5), txid);
    await line(daysAgo(6), 1, newTxid());
    await line(daysAgo(5), 50_000, txid, id);
    const out = await payout(ann);
    expect(await kinds(out)).toEqual([]);
    await line(daysAgo(3), -50_000, txid);
    const [signal] = await found(out);
    expect(signal).toMatchObject({ kind: 'deposit_doubtful', severity: 'serious' });
    expect(signal?.text).toBe('A credited deposit of $500.00 was reversed, according to a statement.');
    const ben = await client();
    await deposit(ben, daysAgo(5));
    expect(await kinds(await payout(ben))).toEqual(['deposit_doubtful look']);
    // Statements don't go back so far, or not yet beyond it.
    for (const days of [20, 3]) {
      const other = await client();
      await deposit(other, daysAgo(days));
      expect(await kinds(await payout(other)), String(days)).toEqual([]);
    }
  });

  it('[FS14] a file without a new line hides nothing, and what takes another payment back accuses none', async () => {
    await line(daysAgo(6), 1, newTxid());
    await line(daysAgo(3), 1, newTxid());
    const ann = await client();
    await deposit(ann, daysAgo(5));
    await keep(
      `insert into app.statement_file (id, method, name, sha256, format, staff_id, at, lines, known) values ($1, 'bitcoin', 'again.csv', $2, 'csv', $3, $4, 1, 1)`,
      [newId(), newTxid(), staff, daysAgo(2)],
    );
    expect(await kinds(await payout(ann))).toEqual(['deposit_doubtful look']);
    const ben = await client();
    const txid = newTxid();
    await line(daysAgo(5), 50_000, txid, await deposit(ben, daysAgo(5), txid), 0);
    const out = await payout(ben);
    await line(daysAgo(4), -50_000, txid, null, 1);
    const ours = await line(daysAgo(4), -50_000, txid);
    await keep(`insert into app.statement_match (line_id, kind, how, at) values ($1, 'other', 'txid', $2)`, [
      ours,
      NOW,
    ]);
    expect(await kinds(out)).toEqual([]);
    await line(daysAgo(3), -50_000, txid, null, 0);
    expect(await kinds(out)).toEqual(['deposit_doubtful serious']);
  });

  it('[FS15] a straw client of somebody of staff, who decides from one browser with the client', async () => {
    const ann = await client();
    await deposit(ann, daysAgo(30));
    const out = await payout(ann);
    expect(await kinds(out)).toEqual([]);
    await sharesBrowser(ann, staff);
    const [signal] = await found(out);
    expect(signal).toMatchObject({ kind: 'staff_browser', severity: 'serious', records: [] });
    expect(signal?.text).toBe(
      `Staff who decided or proposed something about this client signed in from the client’s browser: ${staff}@example.test.`,
    );
    // Another client of the same person of staff, from a browser of their own.
    const ben = await client();
    await deposit(ben, daysAgo(30));
    expect(await kinds(await payout(ben))).toEqual([]);
  });

  it('[FS15] a straw client who is given money by hand', async () => {
    const ann = await client();
    const moves = (amount: bigint, direction: 'credit' | 'debit', corrects: bigint | null) =>
      books.run({
        kind: 'adjust',
        staffId: staff,
        clientId: ann,
        direction,
        amount,
        reason: 'goodwill',
        corrects,
      });
    books.at(daysAgo(1));
    expect((await moves(60_00n, 'credit', null)).outcome).toMatchObject({ ok: true });
    const out = await payout(ann);
    const [signal] = await found(out);
    expect(signal).toMatchObject({ kind: 'given_by_staff', severity: 'serious' });
    expect(signal?.text).toBe(
      `$60.00 of this client’s money was given by hand (${staff}@example.test). They’re withdrawing $100.00.`,
    );
    const { rows } = await db.pool.query<{ number: string }>('select number from ledger.entry where client_id = $1', [
      ann,
    ]);
    expect((await moves(20_00n, 'debit', BigInt(rows[0]?.number ?? 0))).outcome).toMatchObject({ ok: true });
    expect(await kinds(out)).toEqual([]);
    books.at(NOW);
  });

  it('[FS15] whoever proposed what another approved is named as well', async () => {
    const [ann, maker] = [await client(), await books.openParty('staff')];
    const command = { kind: 'adjust', clientId: ann, direction: 'credit', amount: 60_00n, corrects: null } as const;
    const proposalId = newId();
    books.at(daysAgo(1));
    await books.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'goodwill' });
    const { outcome } = await books.run({ kind: 'decide_proposal', staffId: staff, proposalId, command, decision: 'approve', reason: null }); // prettier-ignore
    expect(outcome).toMatchObject({ ok: true, result: { status: 'approved' } });
    books.at(NOW);
    const out = await payout(ann);
    const [signal] = await found(out);
    expect(signal?.text).toContain(`given by hand (${staff}@example.test, ${maker}@example.test)`);
    await sharesBrowser(ann, maker);
    const near = (await found(out)).find(({ kind }) => kind === 'staff_browser');
    expect(near).toMatchObject({ severity: 'serious' });
    expect(near?.text).toContain(`signed in from the client’s browser: ${maker}@example.test`);
  });

  it('[FS15] what was paid before a gift makes it no smaller', async () => {
    const ann = await client();
    await deposit(ann, daysAgo(10));
    await keep(
      `insert into ledger.withdrawal (book, id, client_id, amount, fee_bps, fee, method, status, created_at, requested_at, decided_at, payout_reference)
       values (ledger.book_of($1), $2, $1, 48000, 0, 0, 'bank', 'approved', $3, $3, $3, 'wire')`,
      [ann, newId(), daysAgo(8)],
    );
    books.at(daysAgo(1));
    await books.run({ kind: 'adjust', staffId: staff, clientId: ann, direction: 'credit', amount: 60_00n, reason: 'goodwill', corrects: null }); // prettier-ignore
    books.at(NOW);
    const [signal] = await found(await payout(ann));
    expect(signal).toMatchObject({ kind: 'given_by_staff', severity: 'look' });
    expect(signal?.text).toContain('They’re withdrawing $100.00.');
  });

  it('[FS16] a trader who is copied from accounts of their own', async () => {
    const [lead, own, stranger] = [await client(), await client(), await client()];
    await share(lead, own, 600);
    await share(lead, stranger, 400);
    const out = await payout(lead);
    expect(await kinds(out)).toEqual([]);
    await sharesBrowser(lead, own);
    const [signal] = await found(out);
    expect(signal).toMatchObject({ kind: 'own_copiers', severity: 'serious', records: [{ user_id: own }] });
    expect(signal?.text).toContain('A copier who paid $6.00 of $10.00 in profit shares');
    // Copiers are paid out like anybody else.
    expect(await kinds(await payout(stranger))).toEqual([]);
  });

  it('[FS17] two who trade against each other with leverage, so that one wins what the house covers for the other', async () => {
    const [winner, loser, third] = [await client(), await client(), await client()];
    const at = daysAgo(2);
    await trade(winner, { side: 'buy', at, realised: 90_000 });
    const out = await payout(winner);
    // Too late, of another size, on the same side.
    await trade(third, { side: 'sell', at: new Date(at.getTime() + 31_000), realised: -90_000, shortfall: 50_000 });
    await trade(third, { side: 'sell', at, realised: -90_000, lots: 90, shortfall: 50_000 });
    await trade(third, { side: 'buy', at, realised: 90_000, shortfall: 50_000 });
    expect(await kinds(out)).toEqual([]);
    await trade(loser, { side: 'sell', at: new Date(at.getTime() + 30_000), realised: -90_000, shortfall: 50_000 });
    const [signal] = await found(out);
    expect(signal).toMatchObject({ kind: 'opposite_trades', severity: 'look', records: [{ user_id: loser }] });
    expect(signal?.text).toContain('We covered $500.00 of their losses.');
    for (const days of [3, 4]) {
      await trade(winner, { side: 'sell', at: daysAgo(days), realised: 10 });
      await trade(loser, { side: 'buy', at: daysAgo(days), realised: -10 });
    }
    expect(await kinds(out)).toEqual(['opposite_trades serious']);
    expect(await kinds(await payout(loser))).toEqual([]);
  });

  it('[FS17] one trade of another is no answer to three, and what was covered of it counts once', async () => {
    const [winner, loser] = [await client(), await client()];
    const at = daysAgo(7);
    for (const seconds of [0, 1, 2])
      await trade(winner, { side: 'buy', at: new Date(at.getTime() + seconds * 1_000), realised: 10 });
    await trade(loser, { side: 'sell', at, realised: -90_000, shortfall: 50_000 });
    const [signal] = await found(await payout(winner));
    expect(signal).toMatchObject({ kind: 'opposite_trades', severity: 'look' });
    expect(signal?.text).toContain('once, and this client won. We covered $500.00 of their losses.');
  });
});

type Planted = { side: 'buy' | 'sell'; at: Date; realised: number; lots?: number; shortfall?: number };

async function trade(clientId: string, { side, at, realised, lots = 100, shortfall = 0 }: Planted): Promise<void> {
  await keep(
    `insert into ledger.trade (book, id, client_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left,
       leverage_hundredths, status, entry_price, entry_quote_id, opened_at, closed_at, closed_by, realised, shortfall)
     values (ledger.book_of($1), $2, $1, 'EURUSD', $3, $4, 0, 100, 0, 100, 0, 100, 'closed', 1, 'q', $5, $6, 'client', $7, $8)`,
    [clientId, newId(), side, lots, at, new Date(at.getTime() + 3_600_000), realised, shortfall],
  );
}

/** What a copier's month brought the trader. */
async function share(leadId: string, copierId: string, cents: number): Promise<void> {
  const [copyId, shareId] = [newId(), newId()];
  await keep(
    'insert into ledger.trader (id, client_id, minimum_balance, profit_share_bps, listed, created_at, deleted_at) values ($1, $2, 0, 1000, false, $3, $3)',
    [copyId, leadId, daysAgo(50)],
  );
  await keep(
    `insert into ledger.copy (book, id, client_id, trader_id, lead_id, bot, allotment, copy_open, profit_share_bps, status, started_at)
     values (ledger.book_of($1), $2, $1, $2, $3, false, 100000, false, 1000, 'active', $4)`,
    [copierId, copyId, leadId, daysAgo(50)],
  );
  await keep(
    `insert into ledger.share_paid (book, id, copy_id, month, lead_id, amount, at) values (ledger.book_of($1), $2, $3, $4::timestamptz::date, $1, $5, $4)`,
    [leadId, shareId, copyId, daysAgo(20), cents],
  );
  await keep(
    `insert into ledger.entry (book, number, event, client_id, subject_id, actor_id, at, schema_version, canonical, link, accounts, amounts)
     select ledger.book_of($1), coalesce(max(number), 0) + 1000, ${EVENTS.profit_share}, $1, $2, $1, $3, 1, '', sha256(''), '{${ACCOUNTS.clearing},${ACCOUNTS.cash}}', array[$4::bigint, -$4::bigint]
     from ledger.entry where book = ledger.book_of($1)`,
    [leadId, shareId, daysAgo(20), cents],
  );
}
