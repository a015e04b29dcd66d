import { hash } from 'node:crypto';
import type { StatementDocument, StatementPeriod } from '@clearbook/contracts/documents';
import { decimalToCents, formatUsd } from '@clearbook/domain/money';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { serve, type Served } from '../../../test/served.ts';
import { createSeal } from '../../platform/seal.ts';
import { createSequencer, LogKeys } from '../transparency/index.ts';
import { createPrinter, documentRoutes, statementRoutes } from './index.ts';

const OPERATOR = {
  legalName: 'Example Brokerage Limited',
  address: '1 Example Street, Exampletown',
  registration: 'HE 123456',
  regulator: 'CySEC, licence 000/00',
  complaintsEmail: 'complaints@site.example',
};
const NAME = 'Αλεξάνδρα Иванова-O’Neill 山田 שלום';
const JANUARY = Date.UTC(2026, 0, 20, 10);
const DAY_MS = 86_400_000;

let db: FreshDatabase;
let books: Books;
let staff: string;
let clientId: string;
let http: Served;
const printer = createPrinter();

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  clientId = await books.openParty();
  await db.ownerPool.query('update app.user set fullname = $2 where id = $1', [clientId, NAME]);
  const market = simulatedMarket(books.now);
  http = await serve(books.now, (register) => {
    statementRoutes(register, { pool: db.pool, market, config: { mode: 'demo' } });
    documentRoutes(register, { pool: db.pool, config: { operator: OPERATOR }, printer });
  });
  // Over the end of a year, of a quarter and of two months, with a month in which nothing happens.
  await adjust(
    clientId,
    'credit',
    1_000_000n,
    'Καλημέρα, 返金 and a reason that is longer than one line of the column',
    JANUARY,
  );
  await adjust(clientId, 'debit', 12_345n, '=cmd|calc', JANUARY + DAY_MS);
  await adjust(clientId, 'credit', 55n, 'a', Date.UTC(2026, 2, 31, 23, 59, 59, 999));
  await adjust(clientId, 'debit', 700n, 'b', Date.UTC(2026, 3, 1));
  books.at(new Date(Date.UTC(2026, 4, 2)));
});

afterAll(async () => {
  await printer.close();
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

async function adjust(
  id: string,
  direction: 'credit' | 'debit',
  amount: bigint,
  reason: string,
  at: number,
): Promise<void> {
  books.at(new Date(at));
  // A debit corrects an entry: here the first one.
  const { rows } = await db.pool.query<{ first: string }>(
    'select min(number) as first from ledger.entry where client_id = $1',
    [id],
  );
  const corrects = direction === 'debit' ? BigInt(rows[0]?.first ?? 0) : null;
  const { outcome } = await books.run({
    kind: 'adjust',
    staffId: staff,
    clientId: id,
    direction,
    amount,
    reason,
    corrects,
  });
  if (!outcome.ok) throw new Error(outcome.refusal.code);
}

const get = (path: string, id = clientId) => http.ask(`/me/statements${path}`, `client ${id}`);
async function periods(): Promise<StatementPeriod[]> {
  return (await get('/periods')).json<{ periods: StatementPeriod[] }>().periods;
}
async function pdf(period: string, query = '', id = clientId): Promise<Uint8Array> {
  const answer = await get(`/${period}/document.pdf${query}`, id);
  expect(answer.statusCode).toBe(200);
  return new Uint8Array(answer.rawPayload);
}
/** The text of each page, with one blank wherever there is any. */
async function textsOf(data: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(data.slice()), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}
const shown = (decimal: string): string => formatUsd(decimalToCents(decimal));

describe('[E30] statements of periods', () => {
  it('are there for every month, quarter and year since the first entry, and each begins where the one before it ended', async () => {
    const all = await periods();
    const of = (kind: string) => all.filter((each) => each.kind === kind);
    expect(of('month').map(({ period, entries }) => [period, entries])).toEqual([
      ['2026-05', 0], ['2026-04', 1], ['2026-03', 1], ['2026-02', 0], ['2026-01', 2],
    ]); // prettier-ignore
    expect(of('quarter').map(({ period, ended }) => [period, ended])).toEqual([
      ['2026-Q2', false],
      ['2026-Q1', true],
    ]);
    expect(of('year').map(({ period }) => period)).toEqual(['2026']);
    for (const kind of ['month', 'quarter', 'year'])
      of(kind)
        .slice(1)
        .forEach(({ closing }, i) => expect(of(kind)[i]?.opening).toEqual(closing));
    expect(await (await get('/periods', staff)).json()).toEqual({ periods: [] });
  });

  it('[E31] the page, the CSV, the JSON and the PDF of each have the same figures, and those add up', async () => {
    const some = new Set(['2026-01', '2026-02', '2026-Q2', '2026']);
    for (const { period, from, to, opening, added, taken, closing, entries } of (await periods()).filter(({ period }) =>
      some.has(period),
    )) {
      const json = (await get(`/${period}`)).json<StatementDocument>();
      expect([json.opening, json.added, json.taken, json.closing], period).toEqual(
        [opening, added, taken, closing].map(({ amount }) => amount),
      );
      expect(decimalToCents(json.opening) + decimalToCents(json.added) - decimalToCents(json.taken)).toBe(
        decimalToCents(json.closing),
      );
      expect(json.entries).toHaveLength(entries);
      const csv = await get(`.csv?from=${from}&to=${to}`);
      expect(csv.headers['content-disposition']).toContain(`statement-${from}-${to}.csv`);
      const rows = csv.body.trim().split('\r\n').slice(1).toReversed();
      expect(rows.map((row) => row.split(',')[0])).toEqual(json.entries.map(({ entry }) => entry));
      const text = (await textsOf(await pdf(period))).join(' ');
      for (const figure of [json.opening, json.added, json.taken, json.closing])
        expect(text, period).toContain(shown(figure));
      for (const { entry, total_balance, cash, change_to_total: change } of json.entries) {
        expect(text).toContain(`Entry ${entry ?? ''}`);
        expect(text).toContain(`${shown(change)} ${shown(total_balance)} ${shown(cash)}`);
      }
    }
  });

  it('a moment of the calendar lies in one month alone, to the millisecond', async () => {
    const of = async (period: string) =>
      (await get(`/${period}`)).json<StatementDocument>().entries.map((e) => e.change_to_total);
    expect([await of('2026-03'), await of('2026-04'), await of('2026-Q1')]).toEqual([
      ['0.55'],
      ['-7.00'],
      ['10000.00', '-123.45', '0.55'],
    ]);
  });

  it('[E32] nobody gets one of a time that the account has none of, or of somebody else', async () => {
    for (const period of ['2025-12', '2025', '2026-06', '2026-Q3', '2027'])
      expect((await get(`/${period}`)).statusCode, period).toBe(404);
    for (const period of ['2026-13', '2026-q1', 'x', '2026-01-01'])
      expect((await get(`/${period}`)).statusCode).toBe(422);
    expect((await get('/2026-01/document.pdf?paper=a3')).statusCode).toBe(422);
    const stranger = await books.openParty();
    expect((await get('/2026-01', stranger)).statusCode).toBe(404);
    expect((await get('/2026-01/document.pdf', stranger)).statusCode).toBe(404);
    expect((await http.app.inject({ url: '/api/v1/me/statements/2026-01/document.pdf' })).statusCode).toBe(401);
  });
});

describe('[E33] the PDF', () => {
  it('names operator, client, account and period, counts its pages, and is a tagged document in a language', async () => {
    const data = await pdf('2026-01');
    const text = (await textsOf(data)).join(' ');
    for (const part of [OPERATOR.legalName, OPERATOR.address, OPERATOR.registration, OPERATOR.regulator, clientId])
      expect(text).toContain(part);
    for (const part of [
      'Αλεξάνδρα Иванова-O’Neill 山田',
      'January 2026',
      'Page 1 of 1',
      'Καλημέρα, 返金',
      '=cmd|calc',
      'Manual',
    ])
      expect(text).toContain(part);
    const document = await getDocumentProxy(data.slice());
    const { info } = await getMeta(document);
    expect(info).toMatchObject({ Title: 'Account statement, January 2026 · Clearbook', Language: 'en' });
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    const tree = JSON.stringify(await (await document.getPage(1)).getStructTree());
    for (const role of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD']) expect(tree).toContain(`"role":"${role}"`);
  });

  it('is on A4 or on US Letter', async () => {
    const sizeOf = async (query: string) =>
      (await (await getDocumentProxy(await pdf('2026-01', query))).getPage(1)).view.slice(2).map(Math.round);
    expect([await sizeOf(''), await sizeOf('?paper=a4'), await sizeOf('?paper=letter')]).toEqual([
      [595, 842],
      [595, 842],
      [612, 792],
    ]);
  });

  it('[E34] carries the SHA-256 of the JSON’s bytes and, once there is one, the first checkpoint of the log that covers its last entry', async () => {
    const json = await get('/2026-Q1');
    const fingerprint = hash('sha256', json.body);
    const printed = await pdf('2026-Q1');
    // Where a program finds it without reading the pages.
    expect(Buffer.from(printed).includes(`(${fingerprint})`)).toBe(true);
    const before = (await textsOf(printed)).join(' ');
    expect(before).toContain(fingerprint);
    expect(before).toContain('No signed checkpoint of the transparency log covers the last entry yet');
    const log = { warn: () => undefined };
    const keys = new LogKeys({
      pool: db.pool,
      seal: createSeal(Buffer.alloc(32, 1)),
      log,
      origin: 'books.example/log',
    });
    const grow = () =>
      createSequencer({ pool: db.pool, log, signers: () => keys.signers(books.now()) }).run(books.now());
    await grow();
    const { rows } = await db.pool.query<{ size: string; root: string }>(
      "select size, encode(root, 'base64') as root from ledger.log_checkpoint order by size limit 1",
    );
    const after = await pdf('2026-Q1');
    const text = (await textsOf(after)).join(' ');
    for (const part of [
      fingerprint,
      'books.example/log',
      `checkpoint of ${rows[0]?.size ?? ''} leaves`,
      rows[0]?.root ?? '',
    ])
      expect(text).toContain(part);
    // [E35] The same bytes whenever it is made, whatever came into the books and the log since.
    await adjust(clientId, 'credit', 1n, 'later', Date.UTC(2026, 4, 3));
    await grow();
    books.at(new Date(Date.UTC(2026, 5, 2)));
    expect((await get('/2026-Q1')).body).toBe(json.body);
    expect(Buffer.compare(await pdf('2026-Q1'), after)).toBe(0);
  });

  it('[E33] says what was owed at the end of its period, in the months after a loan was approved too', async () => {
    const borrower = await books.openParty();
    await adjust(borrower, 'credit', 40_000_000n, 'to begin with', Date.UTC(2026, 5, 20));
    const must = async (command: Parameters<Books['run']>[0]): Promise<string> => {
      const { outcome } = await books.run(command);
      if (!outcome.ok || !('id' in outcome.result)) throw new Error(command.kind);
      return outcome.result.id;
    };
    const loanId = await must({
      kind: 'apply_loan',
      ...{ clientId: borrower, level: 1, monthlyIncome: 500_000n, goals: 'a house' },
    });
    await must({
      kind: 'review_loan',
      ...{ staffId: staff, clientId: borrower, loanId, decision: 'approve', reason: null },
    });
    for (let day = 21; day <= 31; day += 1) {
      const at = new Date(Date.UTC(2026, 5, day, 1));
      books.at(at);
      await must({
        kind: 'charge_interest',
        ...{ clientId: borrower, loanId, day: at.toISOString().slice(0, 10) },
      });
    }
    books.at(new Date(Date.UTC(2026, 6, 2)));
    await must({ kind: 'repay_loan', clientId: borrower, loanId, amount: 200_733_535n });
    books.at(new Date(Date.UTC(2026, 7, 2)));
    const textOf = async (period: string) => (await textsOf(await pdf(period, '', borrower))).join(' ');
    // Ten days of $666.85 in June; the eleventh was charged in July, before everything was repaid.
    expect(await textOf('2026-06')).toContain('A trading loan was open at the end, and $2,006,668.50 was owed on it.');
    for (const period of ['2026-07', '2026-Q3']) expect(await textOf(period)).not.toContain('trading loan was open');
    expect((await textsOf(await pdf('2026-01'))).join(' ')).not.toContain('trading loan was open');
  });

  it('[E36] is made two at a time for one client; a third one waits its turn with a clear answer', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => get('/2026-01/document.pdf')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 429]);
    expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('5');
    expect((await get('/2026-01/document.pdf')).statusCode).toBe(200);
  });
});
