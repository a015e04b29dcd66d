import { statementKind, type Statement, type StatementLine } from '@clearbook/contracts/statement';
import { STATEMENT_EVENTS } from '@clearbook/contracts/words/statement';
import { EVENTS } from '@clearbook/domain/ledger';
import { decimalToCents } from '@clearbook/domain/money';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { linesQuery, readStatement, statementRows } from './statement.query.ts';

let db: FreshDatabase;
let books: Books;
let staff: string;
let clientId: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  clientId = await busyClient();
});

afterAll(async () => {
  await books.ledger.close();
  await db.drop();
});

async function done(command: Parameters<Books['run']>[0]): Promise<string> {
  const { outcome } = await books.run(command);
  if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.refusal.code}`);
  const { result } = outcome;
  return 'trade_id' in result ? String(result.trade_id) : 'id' in result ? result.id : '';
}

// Without a digit: the number of an entry is searched for too.
const TXID = 'abcdef'.repeat(11).slice(0, 64);
const DAY_MS = 86_400_000;
const days = (count: number) => new Date(OPEN_MARKETS.getTime() + count * DAY_MS);

/** A client to whom everything happened that can happen without plans, loans and copies, over three months. */
async function busyClient(): Promise<string> {
  const clientId = await books.openParty();
  books.at(days(-40));
  await books.fund(clientId, 1_000_000n);
  const depositId = await done({ kind: 'create_deposit', clientId, amount: 50_000n, method: 'bitcoin', address: 'DEMO-X', rate: 500_000_000_000_000n, rateSource: 'test' }); // prettier-ignore
  await done({ kind: 'attach_proof', clientId, depositId, fileId: newId() });
  await done({ kind: 'decide_deposit', staffId: staff, clientId, depositId, decision: 'approve', reason: null, txid: TXID, outputIndex: 0, receivedUnits: null, rateNow: null }); // prettier-ignore
  books.at(days(0));
  const tradeId = await done({
    kind: 'open_trade',
    clientId,
    symbol: 'EURUSD',
    side: 'sell',
    lots: 10n,
    amount: 200_000n,
  });
  books.at(new Date(days(0).getTime() + 600_000));
  await done({ kind: 'close_trade', clientId, tradeId, lots: 4n });
  await done({ kind: 'close_trade', clientId, tradeId, lots: null });
  for (const [method, end] of [
    ['bank', 'approve'],
    ['paypal', 'reject'],
    ['gcash', 'cancel'],
    ['cashapp', 'return'],
  ] as const) {
    const withdrawalId = newId();
    await done({ kind: 'request_withdrawal', clientId, withdrawalId, amount: 12_345n, method, coin: null, destination: {}, expectedFee: null, code: '111111', codeHash: 'x' }); // prettier-ignore
    if (end === 'cancel') await done({ kind: 'cancel_withdrawal', clientId, withdrawalId });
    else {
      const decision = end === 'reject' ? 'reject' : 'approve';
      await done({ kind: 'decide_withdrawal', staffId: staff, clientId, withdrawalId, decision, reason: 'no such account', payoutReference: `WIRE/${method}` }); // prettier-ignore
      if (end === 'return')
        await done({ kind: 'return_withdrawal', staffId: staff, clientId, withdrawalId, reason: 'account closed' });
    }
  }
  books.at(days(30));
  await done({
    kind: 'adjust',
    staffId: staff,
    clientId,
    direction: 'credit',
    amount: 777n,
    reason: '=1+1, a late fee',
    corrects: null,
  });
  const { rows } = await db.pool.query<{ number: string }>(
    'select max(number) as number from ledger.entry where client_id = $1',
    [clientId],
  );
  await done({
    kind: 'adjust',
    staffId: staff,
    clientId,
    direction: 'debit',
    amount: 700n,
    reason: 'too much',
    corrects: BigInt(rows[0]?.number ?? 0),
  });
  return clientId;
}

/** Balances after each entry, worked out from the postings alone, one by one. */
async function recount(clientId: string): Promise<Map<string, { total: bigint; cash: bigint }>> {
  const { rows } = await db.pool.query<{ number: string; account: number; amount: string }>(
    'select e.number, p.account, p.amount from ledger.entry e join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) where e.client_id = $1 and p.party_id = e.client_id order by e.number',
    [clientId],
  );
  const after = new Map<string, { total: bigint; cash: bigint }>();
  let [total, cash] = [0n, 0n];
  for (const { number, account, amount } of rows) {
    if (account <= 3) total -= BigInt(amount);
    if (account === 1) cash -= BigInt(amount);
    after.set(number, { total, cash });
  }
  return after;
}

async function everyPage(clientId: string, query: Parameters<typeof readStatement>[2] = {}): Promise<Statement[]> {
  const pages: Statement[] = [];
  let cursor: string | undefined;
  do {
    const page: Statement = await readStatement(db.pool, clientId, { ...query, cursor });
    pages.push(page);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
}

const lines = (pages: Statement[]): StatementLine[] => pages.flatMap(({ data }) => data);

async function expectTrueBalances(clientId: string, shown: StatementLine[]): Promise<void> {
  const after = await recount(clientId);
  for (const line of shown) {
    const { total, cash } = after.get(line.number) ?? { total: -1n, cash: -1n };
    expect([line.number, decimalToCents(line.balance.amount), decimalToCents(line.cash.amount)]).toEqual([
      line.number,
      total,
      cash,
    ]);
  }
}

describe('the statement', () => {
  it('[E1] every event of the books has words of its own, and a kind under which it is found', async () => {
    expect([...STATEMENT_EVENTS].toSorted()).toEqual(Object.keys(EVENTS).toSorted());
    const { STATEMENT_KINDS } = await import('@clearbook/contracts/statement');
    expect(Object.values(STATEMENT_KINDS).flat().toSorted()).toEqual(Object.keys(EVENTS).toSorted());
    expect(Object.keys(STATEMENT_KINDS).toSorted()).toEqual([...statementKind.options].toSorted());
  });

  it('[E2] the balance beside each entry is the one after it, narrowed or not, and the newest is the total balance', async () => {
    const pages = await everyPage(clientId, { limit: 3 });
    await expectTrueBalances(clientId, lines(pages));
    expect(lines(pages)).toHaveLength((await recount(clientId)).size);
    const party = await books.party(clientId);
    const newest = lines(pages)[0];
    expect(decimalToCents(newest?.balance.amount ?? '0')).toBe(
      BigInt(party['cash'] ?? 0) + BigInt(party['margin'] ?? 0) + BigInt(party['withdrawing'] ?? 0),
    );
    for (const page of pages) expect(page.total_balance).toEqual(newest?.balance);
    const byNumber = new Map(lines(pages).map((line) => [line.number, line]));
    for (const kind of statementKind.options) {
      const narrowed = lines(await everyPage(clientId, { kind, limit: 2 }));
      for (const line of narrowed) expect(line).toEqual(byNumber.get(line.number));
    }
  });

  it('[E3] each entry says in words what it did; a manual one carries its mark, its reason and what it corrects', async () => {
    const shown = lines(await everyPage(clientId)).toReversed();
    const said = shown.map(({ title, text, reason, manual }) => [title, text, reason, manual]);
    expect(said[0]).toEqual(['Paper money added', 'You added $10,000.00 of paper money.', null, false]);
    expect(said[1]).toEqual([
      'Deposit by Bitcoin(BTC)',
      'Your payment arrived. We added $500.00 to your balance.',
      null,
      false,
    ]);
    expect(said[2]).toEqual([
      'Sell EUR/USD opened',
      '$2,000.00 is set aside as collateral. Your total stays the same.',
      null,
      false,
    ]);
    expect(said[3]?.[1]).toMatch(
      /^(Profit|Loss) of \$\d+\.\d\d(\. Your collateral of \$800\.00 is available again|, taken from your collateral of \$800\.00)\.$/,
    );
    expect(
      said.filter(([title]) => String(title).startsWith('Withdrawal')).map(([title, , reason]) => [title, reason]),
    ).toEqual([
      ['Withdrawal by Bank requested', null],
      ['Withdrawal by Bank sent', null],
      ['Withdrawal by Paypal requested', null],
      ['Withdrawal by Paypal not sent', 'no such account'],
      ['Withdrawal by GCash requested', null],
      ['Withdrawal by GCash cancelled', null],
      ['Withdrawal by CashApp requested', null],
      ['Withdrawal by CashApp sent', null],
      ['Withdrawal by CashApp returned', 'account closed'],
    ]);
    const [credit, debit] = shown.slice(-2);
    expect([credit?.title, credit?.reason, credit?.manual]).toEqual(['Manual credit', '=1+1, a late fee', true]);
    expect([debit?.title, debit?.change.amount]).toEqual(['Manual debit', '-7.00']);
    expect(debit?.text).toContain(`correct entry ${credit?.number}`);
    const { manual } = await readStatement(db.pool, clientId, {});
    expect(manual).toEqual({ count: 2, sum: { amount: '0.77', currency: 'USD' } });
  });

  it('[E4] it is narrowed by kind, by days in UTC with both ends, and by a part of a symbol or reference or an entry’s number', async () => {
    const titles = async (query: Parameters<typeof readStatement>[2]) =>
      lines(await everyPage(clientId, query)).map(({ title }) => title);
    const day = (at: Date) => at.toISOString().slice(0, 10);
    expect(await titles({ kind: 'manual' })).toEqual(['Manual debit', 'Manual credit']);
    expect(await titles({ kind: 'loans' })).toEqual([]);
    expect(await titles({ to: day(days(-40)) })).toEqual(['Deposit by Bitcoin(BTC)', 'Paper money added']);
    expect(await titles({ from: day(days(30)), to: day(days(30)) })).toEqual(['Manual debit', 'Manual credit']);
    expect(await titles({ from: day(days(31)) })).toEqual([]);
    for (const q of ['eur', 'EURUSD', 'eur/usd'])
      expect(await titles({ q })).toEqual(['Sell EUR/USD closed', 'Sell EUR/USD closed', 'Sell EUR/USD opened']);
    expect(await titles({ q: TXID.slice(3, 40).toUpperCase() })).toEqual(['Deposit by Bitcoin(BTC)']);
    expect(await titles({ q: 'wire/bank' })).toEqual(['Withdrawal by Bank sent', 'Withdrawal by Bank requested']);
    expect(await titles({ q: '100%_' })).toEqual([]);
    const [newest] = (await readStatement(db.pool, clientId, { limit: 1 })).data;
    expect(await titles({ q: newest?.number ?? '' })).toEqual(['Manual debit']);
  });

  it('[E5] a month shows where it began, what was added and taken, and where it ended, of the whole account', async () => {
    const { months, total_balance } = await readStatement(db.pool, clientId, { limit: 200 });
    expect(months.map(({ month }) => month)).toEqual(['2026-04', '2026-03', '2026-01']);
    expect(months[2]).toMatchObject({
      opening: { amount: '0.00' },
      added: { amount: '10500.00' },
      taken: { amount: '0.00' },
      closing: { amount: '10500.00' },
    });
    expect(months[0]).toMatchObject({ added: { amount: '7.77' }, taken: { amount: '7.00' }, closing: total_balance });
    for (const { opening, added, taken, closing } of months)
      expect(decimalToCents(opening.amount) + decimalToCents(added.amount) - decimalToCents(taken.amount)).toBe(
        decimalToCents(closing.amount),
      );
    expect(months[1]?.closing).toEqual(months[0]?.opening);
    expect((await readStatement(db.pool, clientId, { kind: 'manual' })).months).toEqual(months.slice(0, 1));
  });

  it('[E6] nobody sees an entry of anybody else', async () => {
    const two = await books.openParty();
    expect((await readStatement(db.pool, two, {})).data).toEqual([]);
    const cursor = (await readStatement(db.pool, clientId, { limit: 1 })).next_cursor ?? undefined;
    expect((await readStatement(db.pool, two, { cursor })).data).toEqual([]);
  });

  it('[E10] the file holds the same entries, figures and words as the page, narrowed alike', async () => {
    for (const filters of [{}, { kind: 'trades' as const }, { q: 'wire' }]) {
      const shown = lines(await everyPage(clientId, filters));
      const rows = await all(statementRows(db.pool, clientId, filters));
      expect(
        rows.map((row) => [
          row.entry,
          row.time_utc,
          row.what,
          row.details,
          row.change_to_total,
          row.change_to_cash,
          row.total_balance,
          row.cash,
          row.reason,
          row.manual,
        ]),
      ).toEqual(
        shown.map((line) => [
          line.number,
          line.at,
          line.title,
          line.text,
          line.change.amount,
          line.cash_change.amount,
          line.balance.amount,
          line.cash.amount,
          line.reason ?? '',
          line.manual ? 'manual' : '',
        ]),
      );
    }
  });
});

describe('the statement of a borrower and of somebody who has nothing', () => {
  it('[E2] [E3] a loan raises the total and what is owed, its interest what is owed alone, a repayment lowers both', async () => {
    const borrower = await books.openParty();
    books.at(days(100));
    await done({
      kind: 'adjust',
      staffId: staff,
      clientId: borrower,
      direction: 'credit',
      amount: 40_000_000n,
      reason: 'to begin with',
      corrects: null,
    });
    const loanId = await done({
      kind: 'apply_loan',
      clientId: borrower,
      level: 1,
      monthlyIncome: 500_000n,
      goals: 'a house',
    });
    await done({ kind: 'review_loan', staffId: staff, clientId: borrower, loanId, decision: 'approve', reason: null });
    books.at(days(101));
    await done({ kind: 'charge_interest', clientId: borrower, loanId, day: days(101).toISOString().slice(0, 10) });
    await done({ kind: 'repay_loan', clientId: borrower, loanId, amount: 150_000n });
    const pages = await everyPage(borrower);
    await expectTrueBalances(borrower, lines(pages));
    const party = await books.party(borrower);
    expect(decimalToCents(pages[0]?.borrowed.amount ?? '')).toBe(BigInt(party['loan'] ?? ''));
    const said = lines(await everyPage(borrower, { kind: 'loans' })).map((line) => [
      line.title,
      line.change.amount,
      line.owed_change.amount,
      line.subject?.type,
    ]);
    expect(said).toEqual([
      ['Loan repaid', '-1500.00', '-1500.00', 'loan'],
      ['Daily loan interest', '0.00', '666.85', 'loan'],
      ['Loan approved: Level 1', '2000000.00', '2000000.00', 'loan'],
    ]);
  });

  it('[E1] no entry, one, and five', async () => {
    const newcomer = await books.openParty();
    expect(await readStatement(db.pool, newcomer, {})).toMatchObject({
      data: [],
      next_cursor: null,
      months: [],
      total_balance: { amount: '0.00' },
      manual: { count: 0 },
    });
    expect(await all(statementRows(db.pool, newcomer, {}))).toEqual([]);
    for (let count = 1; count <= 5; count += 1) {
      await done({
        kind: 'adjust',
        staffId: staff,
        clientId: newcomer,
        direction: 'credit',
        amount: 99_999_999_999n,
        reason: 'large',
        corrects: null,
      });
      expect(lines(await everyPage(newcomer))).toHaveLength(count);
    }
    await expectTrueBalances(newcomer, lines(await everyPage(newcomer, { limit: 2 })));
  });
});

describe('a statement of 10,000 entries', () => {
  const MANY = 10_000;
  let many: string;

  beforeAll(async () => {
    many = await books.openParty();
    for (let from = 0; from < MANY; from += 500) {
      books.at(new Date(days(40).getTime() + from * 60_000));
      await Promise.all(
        Array.from({ length: 500 }, (_, i) =>
          books.run({
            kind: 'adjust',
            staffId: staff,
            clientId: many,
            direction: 'credit',
            amount: BigInt(1 + ((from + i) % 97)),
            reason: 'many',
            corrects: null,
          }),
        ),
      );
    }
  }, 120_000);

  it('[E2] keeps the true balance beside each of them, from the first page to the last, and in the file', async () => {
    const after = await recount(many);
    expect(after.size).toBe(MANY);
    const rows = await all(statementRows(db.pool, many, {}));
    expect(rows).toHaveLength(MANY);
    for (const row of rows) expect(decimalToCents(row.total_balance)).toBe(after.get(row.entry)?.total);
    const oldest = await readStatement(db.pool, many, { cursor: rows.at(-21)?.entry });
    expect(oldest.data).toHaveLength(20);
    expect(oldest.next_cursor).toBeNull();
    await expectTrueBalances(many, oldest.data);
  });

  it('[E7] a page in the middle reads about as much as the first one, narrowed or not: some entries before each line, never all', async () => {
    await readStatement(db.pool, many, {});
    await db.ownerPool.query('analyze ledger.entry, ledger.statement_mark');
    const numbers = [...(await recount(many)).keys()].map(BigInt).toSorted((a, b) => (a < b ? -1 : 1));
    const read = async (query: { kind?: 'manual'; cursor?: string }): Promise<number> => {
      const { text, values } = linesQuery(many, query, query.cursor ?? null, 51);
      const { rows } = await db.pool.query<{
        'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
      }>(`explain (analyze, buffers, format json) ${text}`, values);
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    };
    // 24 entries at most lie between a line and the mark before it; each of the 51 takes a few pages of two indexes and two tables.
    for (const place of [60, MANY / 2, MANY - 1]) {
      const cursor = numbers[place]?.toString() ?? '';
      expect(await read({ cursor })).toBeLessThan(51 * 120);
      expect(await read({ cursor, kind: 'manual' })).toBeLessThan(51 * 120);
    }
  });
});
