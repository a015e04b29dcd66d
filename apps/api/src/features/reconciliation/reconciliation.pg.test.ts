import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AccountBalance,
  type BankLine,
  type DayCloseDetail,
  type ImportedFile,
  type Movement,
  readFault,
} from '@clearbook/contracts/reconciliation';
import { centsToDecimal } from '@clearbook/domain/money';
import { strFromU8, unzipSync } from 'fflate';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks, pendingDeposit, quiet } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { BOUNDARY, form } from '../../../test/form.ts';
import { lockTransactionOf } from '../../platform/locks.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { reconciliationRoutes, writeReports } from './index.ts';
import { movementRows } from './lines.query.ts';

let db: FreshDatabase;
let books: Books;
let site: Served;
let ann: string;
let ben: string;
let auditor: string;
let payouts: string[];
let deposit: { id: string; txid: string };

/** A Monday; what happens on it is closed on the days after. */
const DAY = '2026-03-09';
const NEXT = '2026-03-10';
const as = (who: string) => `owner ${who}`;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  books.at(new Date(`${DAY}T15:00:00Z`));
  [ann, ben, auditor] = [
    await books.openParty('staff'),
    await books.openParty('staff'),
    await books.openParty('staff'),
  ];
  await db.ownerPool.query("insert into ledger.role_given (staff_id, role, at) values ($1, 'auditor', now())", [
    auditor,
  ]);
  site = await serve(books.now, (register) => reconciliationRoutes(register, { pool: db.pool }));
  const client = await books.openParty();
  await books.fund(client, 5_000_000n);
  payouts = [];
  for (const [cents, reference] of [
    [100_000n, 'WIRE 7001-A'],
    [200_000n, 'WIRE 7002-A'],
    [300_000n, 'by phone'],
  ] as const)
    payouts.push(await paid(client, cents, reference));
  deposit = await credited(client, 250_000n);
  await books.run({ kind: 'open_trade', clientId: client, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 500_000n });
  books.at(new Date(`${NEXT}T10:00:00Z`));
  await paid(client, 50_000n, 'WIRE 7004-A');
  books.at(new Date('2026-03-12T10:00:00Z'));
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await site.app.close();
  await books.ledger.close();
  await db.drop();
});

async function paid(clientId: string, amount: bigint, payoutReference: string): Promise<string> {
  const withdrawalId = newId();
  const request = await books.run({
    kind: 'request_withdrawal', clientId, withdrawalId, amount, method: 'bank', coin: null,
    destination: { accountNumber: '12345678', bankName: 'First Bank', accountName: 'Some One' }, expectedFee: null, code: '1', codeHash: 'h',
  }); // prettier-ignore
  expect(request.outcome.ok).toBe(true);
  const decided = await books.run({ kind: 'decide_withdrawal', staffId: ann, clientId, withdrawalId, decision: 'approve', reason: null, payoutReference }); // prettier-ignore
  expect(decided.outcome.ok).toBe(true);
  return withdrawalId;
}

async function credited(clientId: string, cents: bigint): Promise<{ id: string; txid: string }> {
  const id = await pendingDeposit(books, clientId, cents);
  const txid = 'ab'.repeat(32);
  const { outcome } = await books.run({
    kind: 'decide_deposit', staffId: ann, clientId, depositId: id, decision: 'approve', reason: null, txid, outputIndex: 0, receivedUnits: null, receivedAt: books.now(), rateNow: null,
  }); // prettier-ignore
  expect(outcome.ok).toBe(true);
  return { id, txid };
}

function sends(method: string, text: string, who = as(ann), name = 'statement.csv') {
  return site.app.inject({
    method: 'POST',
    url: `/api/v1/admin/statement-files/${method}`,
    payload: form([{ name: 'file', filename: name, data: text }]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, cookie: who },
  });
}

async function imports(method: string, text: string, who = as(ann), name = 'statement.csv'): Promise<ImportedFile> {
  const answer = await sends(method, text, who, name);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ImportedFile>();
}

/** What a file is refused for: line and column. */
async function faultsOf(method: string, text: string): Promise<string[]> {
  const answer = await sends(method, text);
  expect(said(answer), answer.body).toEqual([422, 'statement.faults']);
  const { fields } = answer.json<{ fields: { name: string; message: string }[] }>();
  expect(fields.every(({ message }) => message.endsWith('.'))).toBe(true);
  return fields.map(readFault).map(({ line, column }) => `${line} ${column}`);
}

const lines = (query: string) => site.get<{ data: BankLine[] }>(`/admin/statement-lines?${query}`, as(ann));
const missing = () => site.get<{ movements: Movement[] }>('/admin/unmatched-movements', as(ann));
const balances = async (method: string) =>
  (await site.get<{ accounts: AccountBalance[] }>('/admin/statement-balances', as(ann))).accounts.find(
    (one) => one.method === method,
  );
const day = (of: string) => site.get<DayCloseDetail>(`/admin/day-closes/${of}`, as(ann));
const named = ({ differences }: DayCloseDetail) =>
  differences.map(({ key }) => ({ key, explanation: `Known: ${key}` }));
/** Every row of every table of the books, as one hash. */
async function fingerprint(): Promise<string> {
  const { rows } = await db.ownerPool.query<{ all: string }>(
    `select md5(string_agg(t.text, '|')) as all from (select e::text as text from ledger.entry e union all select p::text from ledger.party p
       union all select d::text from ledger.deposit d union all select w::text from ledger.withdrawal w) t`,
  );
  return rows[0]?.all ?? '';
}

const CSV = [
  'date;amount;reference;id',
  `${DAY};-1000.00;SEPA WIRE 7001 A thank you;b-1`,
  `${DAY};-3000.00;Cheque no. 4;b-2`,
  `${DAY};-12.50;Account fee;b-3`,
].join('\r\n');

describe('statements', () => {
  it('[RC1] says of every line what is wrong, where and what to do, and then imports nothing', async () => {
    expect(await faultsOf('bank', 'date,amount,who\n2026-02-30,1\n')).toEqual(['1 who']);
    expect(
      await faultsOf(
        'bank',
        'date,amount,id\n2026-02-30,1.00,a\n2026-03-09,"1,000.00",b\n2030-01-01,0,c\n2026-03-09,1.005,a\n2026-03-09,5.00,c\n',
      ),
    ).toEqual(['2 date', '3 amount', '4 date', '4 amount', '5 amount', '5 id', '6 id']);
    for (const text of ['date,amount\n', '\u0000', '<a/>', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', '<a', '"'])
      expect((await faultsOf('bank', text)).length, text).toBeGreaterThan(0);
    expect(await faultsOf('bitcoin', `date,amount,txid\n${DAY},1.5,xyz\n`)).toEqual(['2 txid']);
    expect(await faultsOf('bitcoin', `date,amount\n${DAY},1.5\n`)).toEqual(['1 txid']);
    // The first line says what parts the columns: a comma elsewhere cuts no amount in two.
    expect(await faultsOf('bank', `date;amount\n${DAY};-1250,50\n`)).toEqual(['2 amount']);
    expect(await faultsOf('bank', `date,amount,id\n${DAY},1,234.50\n${DAY},1,234.50,a\n`)).toEqual(['3 ']);
    expect((await lines('')).data).toEqual([]);
  });

  it('[RC2] [RC3] [RC4] imports, matches what is certain, moves no money, and the same file again changes nothing', async () => {
    const before = await fingerprint();
    const first = await imports('bank', CSV);
    expect(first).toMatchObject({
      again: false,
      added: 3,
      file: { lines: 3, known: 0, matched: 2, by: `${ann}@example.test` },
    });
    const again = await imports('bank', CSV, as(ben), 'other name.csv');
    expect(again).toMatchObject({ again: true, added: 0, file: { id: first.file?.id } });
    // A longer file has one line that nobody has seen.
    const longer = await imports('bank', `${CSV}\r\n${NEXT};-500.00;wire-7004-a;b-4`);
    expect(longer).toMatchObject({ added: 1, file: { lines: 4, known: 3, matched: 1 } });
    const matched = (await lines('state=matched')).data;
    const what = new Map(matched.map(({ reference, match }) => [reference, `${match?.how} ${match?.record_id}`]));
    expect(what.get('SEPA WIRE 7001 A thank you')).toBe(`reference ${payouts[0]}`);
    expect(what.get('Cheque no. 4')).toBe(`amount ${payouts[2]}`);
    expect(what.get('wire-7004-a')).toMatch(/^reference /);
    expect(what.size).toBe(3);
    expect((await lines('state=unmatched')).data.map(({ reference }) => reference)).toEqual(['Account fee']);
    expect(new Set((await missing()).movements.map(({ id }) => id))).toEqual(new Set([payouts[1], deposit.id]));
    expect(await fingerprint()).toBe(before);
  });

  it('[G24] the lines are a file with their filters and days, and taking it is in the audit log', async () => {
    const file = async (query: string) => {
      const answer = await site.ask(`/admin/statement-lines.csv?${query}`, as(ann));
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.body.trimEnd().split('\r\n').slice(1);
    };
    for (const query of ['', 'state=matched', 'state=unmatched', 'method=bank']) {
      const { data } = await lines(query);
      expect((await file(query)).map((row) => row.split(',')[0])).toEqual(data.map(({ id }) => id));
    }
    const all = await file(`after=${DAY}&until=${DAY}`);
    expect(all.length).toBeGreaterThan(0);
    expect(all.join('\n')).toContain(`,bank,${DAY},-1000.00,USD,SEPA WIRE 7001 A thank you,,statement.csv,`);
    expect(await file('after=2026-03-11')).toEqual([]);
    for (const wrong of [`after=${DAY}T10:00:00Z`, `after=${NEXT}&until=${DAY}`, 'state=lost'])
      expect((await site.ask(`/admin/statement-lines.csv?${wrong}`, as(ann))).statusCode, wrong).toBe(422);
    const { rows } = await db.pool.query(
      "select facts from ledger.audit where action = 'statement_lines.export' and facts ? 'after' order by number limit 1",
    );
    expect(rows).toEqual([{ facts: { after: DAY, until: DAY, searched: 'no' } }]);
  });

  it('[G98] what is on no statement, and the statements that were imported, are files; taking one is in the audit log', async () => {
    const file = async (url: string) => {
      const answer = await site.ask(url, `auditor ${auditor}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.body.trimEnd().split('\r\n').slice(1);
    };
    const [days, narrow] = [`from=${DAY}&to=${NEXT}`, `from=${DAY}&to=${DAY}&method=bank`];
    const all: string[] = [];
    for (const query of ['', days, narrow, `from=${NEXT}`, 'from=2001-01-01&to=2031-12-31']) {
      const { movements } = await site.get<{ movements: Movement[] }>(`/admin/unmatched-movements?${query}`, as(ann));
      const rows = await file(`/admin/unmatched-movements.csv?${query}`);
      all.push(...rows);
      expect(rows, query).toEqual(
        movements.map(({ kind, id, method, amount, reference, at }) =>
          [kind, id, method, amount.amount, amount.currency, reference, at].join(','),
        ),
      );
    }
    // However many are read at a time, each comes once.
    const read = async (portion?: number) => {
      const rows = [];
      for await (const row of movementRows(db.pool, {}, books.now(), portion)) rows.push(row);
      return rows;
    };
    expect((await read()).length).toBeGreaterThan(1);
    expect(await read(1)).toEqual(await read());
    expect(all.join('\n')).toContain(`,bank,-2000.00,USD,WIRE 7002-A,`);
    expect(await file('/admin/unmatched-movements.csv?from=2026-03-11')).toEqual([]);
    const statements = await file('/admin/statement-files.csv');
    expect(statements).toHaveLength(2);
    expect(statements.at(-1)).toContain(`,bank,statement.csv,csv,3,0,`);
    expect(await file('/admin/statement-files.csv?until=2001-01-01')).toEqual([]);
    const { rows } = await db.pool.query(
      `select action, facts from ledger.audit where actor_id = $1 and (facts ? 'method' or facts ? 'until') order by number`,
      [auditor],
    );
    expect(rows).toEqual([
      { action: 'unmatched_movements.export', facts: { from: DAY, to: DAY, method: 'bank', searched: 'no' } },
      { action: 'statement_files.export', facts: { until: '2001-01-01', searched: 'no' } },
    ]);
    for (const path of ['unmatched-movements', 'statement-files'])
      expect((await site.ask(`/admin/${path}.csv`, `operations ${ann}`)).statusCode, path).toBe(403);
    expect((await site.ask('/admin/unmatched-movements.csv?method=cash', as(ann))).statusCode).toBe(422);
  });

  it('[RC3] reads camt.053 with its closing balance, and a chain by its transactions', async () => {
    const entry = (amount: string, reference: string, id: string, extra = '') =>
      `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${DAY}</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef>${extra}
        <NtryDtls><TxDtls><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
    const camt = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Ccy>USD</Ccy></Acct>
      <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">6100.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>${DAY}</Dt></Dt></Bal>
      ${entry('2000.00', 'Outgoing WIRE 7002-A', 'b-9')}${entry('9.00', 'pending', 'b-10').replace('BOOK', 'PDNG')}</Stmt></BkToCstmrStmt></Document>`;
    expect(await imports('bank', camt, as(ann), 'march.xml')).toMatchObject({
      added: 1,
      file: { format: 'camt.053', matched: 1 },
    });
    expect(await balances('bank')).toMatchObject({
      statement: { day: DAY, balance: { amount: '-6100.00' } },
      books_then: { amount: '-6000.00' },
      difference: { amount: '-100.00' },
      custody: { amount: '-6500.00' },
    });
    expect(await faultsOf('bank', camt.replaceAll('USD', 'EUR'))).toEqual(['0 Ccy']);
    const chain = await imports('tether', `date,amount,txid,output\n${DAY},2500.00,${deposit.txid},0\n`);
    expect(chain).toMatchObject({ added: 1, file: { matched: 1 } });
    for (const rest of [`txid\n${DAY},2500.00,${deposit.txid}`, `txid,output\n${DAY},2500.00,${deposit.txid},00`])
      expect(await imports('tether', `date,amount,${rest}\n`), 'output 0').toMatchObject({ added: 0 });
    const ahead = camt.replace(`<Dt><Dt>${DAY}</Dt></Dt></Bal>`, '<Dt><Dt>2026-03-13</Dt></Dt></Bal>');
    expect(await faultsOf('bank', ahead), 'a balance of tomorrow').toEqual(['0 Bal']);
    expect((await missing()).movements).toEqual([]);
  });

  it('[RC4] [RC8] is matched by hand only to the same account and amount, once, with a reason, and can be undone', async () => {
    const [fee] = (await lines('state=unmatched')).data;
    const id = fee?.id ?? '';
    const match = (body: object, who = as(ann)) =>
      site.send('POST', `/admin/statement-lines/${id}/match`, who, { reason: 'looked it up', ...body });
    expect(said(await match({ kind: 'withdrawal', record_id: payouts[0] }))).toEqual([422, 'statement.other_amount']);
    expect(said(await match({ kind: 'deposit', record_id: deposit.id }))).toEqual([422, 'statement.other_account']);
    expect(said(await match({ kind: 'deposit', record_id: newId() }))).toEqual([422, 'statement.record_unknown']);
    expect(said(await match({ kind: 'withdrawal' }))).toEqual([422, 'request.invalid']);
    expect(said(await match({ kind: 'other' }, `auditor ${auditor}`))).toEqual([403, 'auth.permission_missing']);
    // The database refuses it as well, whatever the server says.
    await expect(
      db.pool.query(
        "insert into app.statement_match (line_id, kind, how, staff_id, reason, at) values ($1, 'other', 'manual', $2, 'x', now())",
        [id, auditor],
      ),
    ).rejects.toThrow('RC8');
    expect((await match({ kind: 'other', reason: 'Monthly fee' })).statusCode).toBe(200);
    expect((await match({ kind: 'other' })).statusCode).toBe(200);
    expect(said(await match({ kind: 'withdrawal', record_id: payouts[0] }))).toEqual([409, 'statement.matched']);
    expect(
      (await site.send('POST', `/admin/statement-lines/${id}/unmatch`, as(ben), { reason: 'no' })).json(),
    ).toMatchObject({ match: null });
    expect(said(await site.send('POST', `/admin/statement-lines/${id}/unmatch`, as(ben), { reason: 'no' }))).toEqual([
      409,
      'statement.not_matched',
    ]);
    const { rows } = await db.pool.query<{ action: string }>(
      "select action from ledger.audit where action like 'statement.%' order by number",
    );
    expect(rows.map(({ action }) => action)).toEqual([
      ...Array<string>(6).fill('statement.import'), 'statement.match', 'statement.unmatch',
    ]); // prettier-ignore
  });
});

describe('the close of a day', () => {
  const act = (what: string, who: string, body: object = {}, of = DAY) =>
    site.send('POST', `/admin/day-closes/${of}/${what}`, who, body);

  it('[RC5] [RC6] [RC8] names every difference, takes two people, and freezes the figures', async () => {
    const open = await day(DAY);
    expect(open.differences.map(({ kind, method, amount }) => [kind, method, amount.amount])).toEqual([
      ['balance', 'bank', '-100.00'],
      ['line', 'bank', '-12.50'],
      ['no_balance', 'tether', '-2500.00'],
    ]);
    expect(said(await act('prepare', as(ann), { named: [] }, '2026-03-12'))).toEqual([422, 'day.not_over']);
    expect(said(await act('prepare', as(ann), { named: named(open).slice(1) }))).toEqual([422, 'day.unnamed']);
    expect(said(await act('sign', as(ben)))).toEqual([409, 'day.not_prepared']);
    expect((await act('prepare', as(ann), { named: named(open) })).statusCode).toBe(200);
    expect(said(await act('prepare', as(ben), { named: named(open) }))).toEqual([409, 'day.prepared']);
    expect(said(await act('sign', as(ann)))).toEqual([403, 'day.same_person']);
    expect(said(await act('sign', `auditor ${auditor}`))).toEqual([403, 'auth.permission_missing']);
    await expect(db.pool.query('select ledger.sign_day($1, $2, $3)', [DAY, auditor, books.now()])).rejects.toThrow(
      'RC8',
    );
    expect((await act('send-back', as(ben), { reason: 'the statement came' })).statusCode).toBe(200);
    await site.send('POST', '/admin/statement-balances', as(ann), { method: 'tether', day: DAY, balance: '2500.00' });
    const again = await day(DAY);
    expect(again.state).toBe('sent_back');
    expect(again.differences.map(({ kind }) => kind)).toEqual(['balance', 'line']);
    // What one person takes out is named like the rest.
    const [unknown] = (await lines('state=unmatched')).data;
    const matching = (what: string, body: object) =>
      site.send('POST', `/admin/statement-lines/${unknown?.id}/${what}`, as(ann), body);
    expect((await matching('match', { kind: 'other', reason: 'fee' })).statusCode).toBe(200);
    expect((await day(DAY)).differences).toEqual(again.differences);
    expect((await matching('unmatch', { reason: 'not yet' })).statusCode).toBe(200);
    await act('prepare', as(ann), { named: named(again) });
    const bank = (balance: string) =>
      site.send('POST', '/admin/statement-balances', as(ann), { method: 'bank', day: DAY, balance });
    await bank('-6000.00');
    expect(said(await act('sign', as(ben))), 'a difference that is gone').toEqual([409, 'day.changed']);
    await bank('-6100.00');
    // Something changed between the two: it has to be looked at again.
    await site.send('POST', '/admin/statement-balances', as(ann), { method: 'tether', day: DAY, balance: '2400.00' });
    expect(said(await act('sign', as(ben)))).toEqual([409, 'day.changed']);
    await site.send('POST', '/admin/statement-balances', as(ann), { method: 'tether', day: DAY, balance: '2500.00' });
    const closed = await act('sign', as(ben));
    expect(closed.json()).toMatchObject({
      state: 'closed',
      signed_by: `${ben}@example.test`,
      prepared_by: `${ann}@example.test`,
    });
    expect(said(await act('prepare', as(ann), { named: [] }))).toEqual([409, 'day.closed']);
    await expect(db.ownerPool.query("update ledger.day_mark set state = 'sent_back'")).rejects.toThrow();
    const [fee] = (await lines('state=unmatched')).data;
    await site.send('POST', `/admin/statement-lines/${fee?.id}/match`, as(ann), { kind: 'other', reason: 'fee' });
    expect(
      said(await site.send('POST', `/admin/statement-lines/${fee?.id}/unmatch`, as(ann), { reason: 'no' })),
    ).toEqual([409, 'statement.closed_day']);
  });

  it('[RC6] [RC7] figures and reports equal a recount from the entries, also of a day that goes on from a closed one', async () => {
    for (const of of [DAY, NEXT, '2026-03-11']) {
      const { rows } = await db.ownerPool.query<Record<string, string>>(
        `select k.name as account, coalesce(sum(p.amount) filter (where e.at < $1), 0)::text as opening, coalesce(sum(p.amount) filter (where e.at >= $1 and p.amount > 0), 0)::text as debits,
           coalesce(-sum(p.amount) filter (where e.at >= $1 and p.amount < 0), 0)::text as credits, coalesce(sum(p.amount), 0)::text as closing
         from ledger.account_kind k left join (ledger.entry e cross join lateral unnest(e.accounts, e.amounts) as p(account, amount))
           on p.account = k.code and e.at < $1::timestamptz + interval '1 day' group by k.code, k.name order by k.code`,
        [`${of}T00:00:00Z`],
      );
      const recount = rows.map(({ account = '', ...sums }) =>
        [account, ...Object.values(sums).map((cents) => centsToDecimal(BigInt(cents)))].join(','),
      );
      const file = (await site.ask(`/admin/reports/trial-balance.csv?day=${of}`, as(ann))).body;
      expect(file.trim().split('\r\n')).toEqual(['account,opening,debits,credits,closing', ...recount]);
      const shown = (await day(of)).trial_balance;
      expect(
        shown.map((one) =>
          [one.account, ...[one.opening, one.debits, one.credits, one.closing].map(({ amount }) => amount)].join(','),
        ),
      ).toEqual(recount);
    }
    const journal = (await site.ask(`/admin/reports/journal.csv?day=${DAY}`, as(ann))).body
      .trim()
      .split('\r\n')
      .slice(1);
    const { rows } = await db.ownerPool.query<{ count: string }>(
      'select sum(cardinality(accounts)) as count from ledger.entry where at >= $1 and at < $2',
      [`${DAY}T00:00:00Z`, `${NEXT}T00:00:00Z`],
    );
    expect(journal).toHaveLength(Number(rows[0]?.count));
    const sum = (column: number) =>
      journal.reduce((cents, line) => cents + Math.round(Number(line.split(',')[column] || 0) * 100), 0);
    expect(sum(9)).toBe(sum(10));
    expect((await site.ask(`/admin/reports/client-money.csv?day=${DAY}`, as(ann))).body).toContain(
      'custody:bank,-6000.00,-6100.00,-100.00',
    );
    expect((await site.ask(`/admin/reports/fees.csv?day=${DAY}`, as(ann))).statusCode).toBe(200);
    books.at(new Date('2026-03-12T11:00:00Z'));
    const entered = (of: string) =>
      site.send('POST', '/admin/statement-balances', as(ann), { method: 'bank', day: of, balance: '-7000.00' });
    expect((await entered(DAY)).statusCode).toBe(200);
    expect((await site.ask(`/admin/reports/client-money.csv?day=${DAY}`, as(ann))).body, 'as it was signed').toContain(
      'custody:bank,-6000.00,-6100.00,-100.00',
    );
    const ahead = await entered('2026-03-13');
    expect([ahead.statusCode, ahead.json<{ fields: { name: string }[] }>().fields[0]?.name]).toEqual([422, 'day']);
    expect((await entered('2026-03-12')).statusCode).toBe(200);
  });

  it('[RC7] writes the files of a closed day to the folder, once, as CSV and XLSX', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reports-'));
    const deps = { pool: db.pool, folder, log: { ...quiet, info: () => undefined } };
    try {
      // A process died over a day, and something else lies there that is none of ours.
      await mkdir(join(folder, `.${DAY}-aB3xYz`));
      await mkdir(join(folder, '.snapshot'));
      await Promise.all([writeReports(deps), writeReports(deps)]);
      expect((await readdir(folder)).toSorted()).toEqual(['.snapshot', DAY]);
      expect((await readdir(join(folder, DAY))).toSorted()).toEqual(
        ['books', 'client-money', 'fees', 'journal', 'trial-balance'].map(
          (name) => `${name}-${DAY}.${name === 'books' ? 'xlsx' : 'csv'}`,
        ),
      );
      expect(await readFile(join(folder, DAY, `trial-balance-${DAY}.csv`), 'utf8')).toBe(
        (await site.ask(`/admin/reports/trial-balance.csv?day=${DAY}`, as(ann))).body,
      );
      const sheets = unzipSync(await readFile(join(folder, DAY, `books-${DAY}.xlsx`)));
      const money = strFromU8(sheets['xl/worksheets/sheet2.xml'] ?? new Uint8Array());
      expect(money).toMatch(/<v>-6000<\/v>/);
      const answer = await site.ask(`/admin/reports/books.xlsx?day=${DAY}`, as(ann));
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="books-${DAY}.xlsx"`);
      expect(Object.keys(unzipSync(answer.rawPayload)).length).toBeGreaterThan(4);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('many lines', () => {
  it('[RC9] matches a file of 10,000 lines to as many payouts, and says how long it took', async () => {
    const client = await books.openParty();
    await db.ownerPool.query(
      `insert into ledger.withdrawal (book, id, client_id, amount, fee_bps, fee, method, status, payout_reference, created_at, requested_at, decided_at)
       select ledger.book_of($1), gen_random_uuid(), $1, 1000 + n, 0, 0, 'bank', 'approved', 'BULK-' || lpad(n::text, 6, '0'), $2, $2, $2 from generate_series(1, 10000) n`,
      [client, new Date('2026-03-11T12:00:00Z')],
    );
    const text = ['date,amount,reference']
      .concat(
        Array.from(
          { length: 10_000 },
          (_, n) => `2026-03-11,-${centsToDecimal(BigInt(1001 + n))},out bulk-${String(n + 1).padStart(6, '0')}`,
        ),
      )
      .join('\n');
    const start = performance.now();
    const { added, file } = await imports('bank', text, as(ann), 'bulk.csv');
    process.stdout.write(`10,000 lines imported and matched in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
    expect([added, file.matched]).toEqual([10_000, 10_000]);
    await db.ownerPool.query('delete from ledger.withdrawal where client_id = $1', [client]);
  });

  it('[RC3] finds a payout in coins by its transaction, whichever way its reference was written', async () => {
    const client = await books.openParty();
    const at = new Date('2026-03-11T12:00:00Z');
    const written = [
      ['ethereum', 'a1'.repeat(32)],
      ['ethereum', `0X${'A2'.repeat(32)}`],
      ['bitcoin', `0x${'a3'.repeat(32)}`],
      ['bitcoin', ` ${'A4'.repeat(32)}`],
    ] as const;
    for (const [coin, reference] of written)
      await db.ownerPool.query(
        `insert into ledger.withdrawal (book, id, client_id, amount, fee_bps, fee, method, coin, status, payout_reference, created_at, requested_at, decided_at)
         values (ledger.book_of($1), $2, $1, 1000, 0, 0, 'crypto', $3, 'approved', $4, $5, $5, $5)`,
        [client, newId(), coin, reference, at],
      );
    for (const [coin, digits] of [
      ['ethereum', ['a1', 'a2']],
      ['bitcoin', ['a3', 'a4']],
    ] as const) {
      const text = ['date,amount,txid', ...digits.map((two) => `2026-03-11,-0.5,${two.repeat(32)}`)].join('\n');
      const { added, file } = await imports(coin, text, as(ann), `${coin}.csv`);
      expect([coin, added, file.matched]).toEqual([coin, 2, 2]);
    }
    await db.ownerPool.query('delete from ledger.withdrawal where client_id = $1', [client]);
  });

  it('[RC10] keeps the lines of an erased client and clears what the bank wrote', async () => {
    const { rows } = await db.ownerPool.query<{ client_id: string }>(
      'select client_id from ledger.withdrawal where id = $1',
      [payouts[0]],
    );
    const clientId = rows[0]?.client_id;
    await db.ownerPool.query("update ledger.party set status = 'closed' where id = $1", [clientId]);
    await db.ownerPool.query('insert into app.erasure (client_id, asked_at) values ($1, now())', [clientId]);
    await db.pool.query('select ledger.erase_person($1, now())', [clientId]);
    const { rows: left } = await db.ownerPool.query<{ reference: string }>(
      'select l.reference from app.statement_line l join app.statement_match m on m.line_id = l.id where m.record_id = $1',
      [payouts[0]],
    );
    expect(left).toEqual([{ reference: '' }]);
    await db.ownerPool.query("update ledger.party set status = 'active' where id = $1", [clientId]);
  });

  it('[RC10] clears it too where the statement comes after the client was erased', async () => {
    const clientId = await books.openParty();
    await books.fund(clientId, 10_000n);
    const payout = await paid(clientId, 10_000n, 'WIRE 9001-A');
    await db.ownerPool.query("update ledger.party set status = 'closed' where id = $1", [clientId]);
    await db.ownerPool.query('insert into app.erasure (client_id, asked_at) values ($1, now())', [clientId]);
    await db.pool.query('select ledger.erase_person($1, now())', [clientId]);
    const { added, file } = await imports('bank', 'date,amount,reference\n2026-03-12,-100.00,WIRE 9001-A Ann Lee\n');
    expect([added, file.matched]).toEqual([1, 1]);
    const { rows } = await db.ownerPool.query<{ reference: string }>(
      'select l.reference from app.statement_line l join app.statement_match m on m.line_id = l.id where m.record_id = $1',
      [payout],
    );
    expect(rows).toEqual([{ reference: '' }]);
  });

  it('[RC10] is read from its line on a closed day, and frozen nowhere', async () => {
    const of = (await day(DAY)).differences.find(({ kind }) => kind === 'line');
    const line = await db.ownerPool.query<{ reference: string }>(
      'select reference from app.statement_line where id = $1',
      [of?.record_id],
    );
    expect(of?.reference).toBe(line.rows[0]?.reference);
    expect(of?.reference).not.toBe('');
    const { rows } = await db.ownerPool.query(
      `select from ledger.day_mark m, jsonb_array_elements(m.differences) d where d ->> 'kind' = 'line' and d ->> 'reference' <> ''`,
    );
    expect(rows).toEqual([]);
  });
});

describe('what comes together', () => {
  const waits = (kind: string) =>
    expect.poll(async () => {
      const { rows } = await db.ownerPool.query<{ n: number }>(
        'select count(*)::int as n from pg_locks where locktype = $1 and not granted',
        [kind],
      );
      return rows[0]?.n;
    });

  it('[RC2] a line is never passed over for another amount that an earlier file had under its id', async () => {
    expect(await imports('gcash', `date,amount,id\n${NEXT},5.00,G-1\n`)).toMatchObject({ added: 1 });
    const genuine = `date,amount,id\n${NEXT},500.00,G-2\n${NEXT},50.00,G-1\n`;
    expect(await imports('gcash', genuine)).toMatchObject({ added: 2 });
    expect(await imports('gcash', `${genuine}${NEXT},1.00,G-3\n`)).toMatchObject({ added: 1 });
  });

  it('[RC2] a bank’s number within one statement is no id, and imports of one account wait for each other', async () => {
    const camt = (amount: string) =>
      `<Document><BkToCstmrStmt><Stmt><Ntry><NtryRef>1</NtryRef><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>${NEXT}</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`;
    expect(await imports('paypal', camt('1.00'))).toMatchObject({ added: 1 });
    expect(await imports('paypal', camt('2.00'))).toMatchObject({ added: 1 });
    const other = await db.ownerPool.connect();
    try {
      await other.query('begin');
      await lockTransactionOf(other, 'statements', 'paypal');
      const waiting = imports('paypal', camt('3.00'));
      await waits('advisory').toBe(1);
      expect(await imports('gcash', camt('3.00'))).toMatchObject({ added: 1 });
      await other.query('commit');
      expect(await waiting).toMatchObject({ added: 1 });
    } finally {
      other.release(true);
    }
  });

  it('[RC4] a match of a closed day stays, by its line or its record, whoever asks and whatever is signed meanwhile', async () => {
    const client = await books.openParty();
    const record = newId();
    await db.ownerPool.query(
      `insert into ledger.withdrawal (book, id, client_id, amount, fee_bps, fee, method, status, payout_reference, created_at, requested_at, decided_at)
       values (ledger.book_of($1), $2, $1, 4321, 0, 0, 'bank', 'approved', 'LATE-4321', $3, $3, $3)`,
      [client, record, new Date(`${DAY}T12:00:00Z`)],
    );
    await imports('bank', `date,amount,reference\n${NEXT},-43.21,LATE-4321\n`);
    const { rows } = await db.pool.query<{ id: string }>(
      `select l.id from app.statement_line l join app.statement_match m on m.line_id = l.id
       where m.record_id = $1 or l.day = $2 order by m.record_id is not distinct from $1 desc`,
      [record, DAY],
    );
    const [late, early] = rows;
    for (const line of [late, early])
      await expect(
        db.pool.query('delete from app.statement_match where line_id = $1', [line?.id]),
      ).rejects.toMatchObject({ code: 'CB129' });
    const signing = await db.ownerPool.connect();
    try {
      await signing.query('begin; lock table ledger.day_mark in share row exclusive mode');
      // It is sent when somebody asks for its answer.
      const undone = site
        .send('POST', `/admin/statement-lines/${late?.id}/unmatch`, as(ann), { reason: 'no' })
        .then(said);
      await waits('relation').toBe(1);
      await signing.query('commit');
      expect(await undone).toEqual([409, 'statement.closed_day']);
    } finally {
      signing.release(true);
    }
    await db.ownerPool.query('delete from ledger.withdrawal where client_id = $1', [client]);
  });

  it('[RC6] what is written after a signature is of a later day, though a clock is behind', async () => {
    const client = await books.openParty();
    const last = '2026-03-13';
    books.at(new Date('2026-03-14T10:00:00Z'));
    const act = (what: string, who: string, body: object = {}) =>
      site.send('POST', `/admin/day-closes/${last}/${what}`, who, body);
    expect((await act('prepare', as(ann), { named: named(await day(last)) })).statusCode).toBe(200);
    // It waits for what is being written.
    const writing = await db.ownerPool.connect();
    try {
      await writing.query('begin; select from ledger.head for update');
      const signed = act('sign', as(ben)).then(said);
      await waits('transactionid').toBe(1);
      await writing.query('commit');
      expect((await signed)[0]).toBe(200);
    } finally {
      writing.release(true);
    }
    books.at(new Date(`${last}T23:00:00Z`));
    await books.fund(client, 100_00n);
    const { rows } = await db.pool.query<{ at: Date }>('select at from ledger.entry where client_id = $1', [client]);
    expect(rows).toEqual([{ at: new Date('2026-03-14T00:00:00Z') }]);
    await db.ownerPool.query('select ledger.add_book()');
    const { rows: heads } = await db.pool.query('select from ledger.head where at < $1', [`2026-03-14T00:00:00Z`]);
    expect(heads).toEqual([]);
  });
});
