import type { FraudSignal, FraudSignals } from '@clearbook/contracts/fraud';
import { PRICE_SCALE } from '@clearbook/domain/market';
import { type Rule, ruleHolds } from '@clearbook/domain/fraud';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, newTxid, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { createSeal } from '../../platform/seal.ts';
import { SecondFactor } from '../sessions/index.ts';
import { withdrawalRoutes } from '../withdrawals/index.ts';
import { dryRun } from './dry-run.ts';
import { fraudRoutes } from './index.ts';
import { readRuleSubject } from './rules.query.ts';
import { parseRules } from './rules.ts';
import { readSignals } from './signals.query.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LARGE = {
  name: 'Large first payout',
  about: 'withdrawal',
  severity: 'serious',
  when: [
    { fact: 'amount', is: 'at_least', value: '2000.00' },
    { fact: 'first_payout', is: true },
  ],
};
const rulesOf = (...rules: object[]) => parseRules(JSON.stringify({ rules }), 'test');
const RULES = rulesOf(
  LARGE,
  { ...LARGE, name: 'Busy', severity: 'look', when: [{ fact: 'withdrawals_in_24_hours', is: 'at_least', value: 2 }] },
  {
    ...LARGE,
    name: 'Straight out',
    severity: 'note',
    when: [{ fact: 'percent_of_recent_deposits', is: 'at_least', value: 50 }],
  },
  {
    ...LARGE,
    name: 'Long since',
    severity: 'note',
    when: [{ fact: 'days_since_last_deposit', is: 'at_least', value: 20 }],
  },
  { name: 'First', about: 'deposit', severity: 'note', when: [{ fact: 'first_deposit', is: true }] },
  {
    name: 'Several',
    about: 'deposit',
    severity: 'look',
    when: [{ fact: 'deposits_in_24_hours', is: 'at_least', value: 2 }],
  },
);
const EVER = { from: new Date('2020-01-01'), before: new Date('2030-01-01') };

let db: FreshDatabase;
let books: Books;
let http: Served;
let staff: string;
beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  const { pool } = db;
  http = await serve(books.now, (register) => {
    fraudRoutes(register, { pool, rules: RULES });
    withdrawalRoutes(register, {
      ledger: books.ledger,
      pool,
      config: { mode: 'demo' },
      secondFactor: new SecondFactor(pool, createSeal(Buffer.alloc(32, 7))),
    });
  });
});
afterAll(async () => {
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});
const pass = (ms: number) => books.at(new Date(books.now().getTime() + ms));
beforeEach(() => pass(60_000));

type What = 'withdrawal' | 'deposit';
const ruled = async (what: What, id: string) =>
  (await http.get<FraudSignals>(`/admin/${what}s/${id}/signals`, `admin ${staff}`)).signals.filter(
    ({ kind }) => kind === 'rule',
  );
const texts = async (what: What, id: string) => (await ruled(what, id)).map(({ text }) => text);

async function client(): Promise<string> {
  const id = await books.openParty();
  const opened = new Date(books.now().getTime() - 30 * DAY_MS);
  await db.pool.query("update app.user set fullname = 'Ann Lee', created_at = $2 where id = $1", [id, opened]);
  await books.fund(id, 1_000_000n);
  return id;
}

/** A destination that is asked a code for, as every first one is. */
async function asks(id: string, amount: string, an = 'GB33BUKB20201555555555'): Promise<string> {
  const body = { method: 'bank', an, bn: 'First Bank', aname: 'Ann Lee', amount };
  const answer = await http.send('POST', '/withdrawals', id, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ id: string }>().id;
}
async function withdraws(id: string, amount: string, an?: string): Promise<string> {
  const withdrawalId = await asks(id, amount, an);
  const { rows } = await db.pool.query<{ code: string }>(
    `select m.values ->> 'code' as code from app.mail_outbox m join ledger.withdrawal w on w.id = $2 and w.status = 'awaiting_code'
     where m.user_id = $1 and m.template = 'withdrawal-code' order by m.created_at desc, m.id desc limit 1`,
    [id, withdrawalId],
  );
  const [mail] = rows;
  if (mail !== undefined) await http.send('POST', `/withdrawals/${withdrawalId}/confirm`, id, { code: mail.code });
  return withdrawalId;
}
const decides = async (clientId: string, withdrawalId: string, decision: 'approve' | 'reject') => {
  const given =
    decision === 'approve' ? { reason: null, payoutReference: 'wire 9' } : { reason: 'No', payoutReference: null };
  const { outcome } = await books.run({
    kind: 'decide_withdrawal',
    staffId: staff,
    clientId,
    withdrawalId,
    decision,
    ...given,
  });
  expect(outcome).toMatchObject({ ok: true });
};

async function deposits(clientId: string, decision: 'approve' | 'reject' | null, amount = 50_000n): Promise<string> {
  const asked = await books.run({
    kind: 'create_deposit',
    clientId,
    amount,
    method: 'tether',
    address: 'T-1',
    rate: PRICE_SCALE,
    rateSource: 'test',
  });
  if (!asked.outcome.ok) throw new Error(asked.outcome.refusal.code);
  const { id: depositId } = asked.outcome.result;
  await books.run({ kind: 'attach_proof', clientId, depositId, fileId: newId() });
  if (decision === null) return depositId;
  const payment = {
    txid: decision === 'approve' ? newTxid() : null,
    outputIndex: decision === 'approve' ? 0 : null,
    receivedUnits: null,
    receivedAt: null,
  };
  const { outcome } = await books.run({
    kind: 'decide_deposit',
    staffId: staff,
    clientId,
    depositId,
    decision,
    reason: decision === 'reject' ? 'No' : null,
    ...payment,
    rateNow: null,
    proposalId: newId(),
  });
  expect(outcome).toMatchObject({ ok: true });
  return depositId;
}

describe('rules of an operator', () => {
  it('[FS18] mark one withdrawal and not another, beside the built-in signals and with the facts', async () => {
    const ann = await client();
    const small = await withdraws(ann, '1999.99');
    expect(await ruled('withdrawal', small)).toEqual([]);
    await decides(ann, small, 'approve');
    pass(2 * DAY_MS);
    const elsewhere = await withdraws(ann, '2000.00', 'NL91ABNA0417164300');
    const found = await http.get<FraudSignals>(`/admin/withdrawals/${elsewhere}/signals`, `admin ${staff}`);
    expect(found).toMatchObject({
      flags: 1,
      signals: [{ kind: 'rule', severity: 'serious', records: [] }, { kind: 'first_payout' }],
    });
    expect(found.signals[0]).toMatchObject({
      text: 'Rule “Large first payout”: $2,000.00, first payout to this destination.',
      since: books.now().toISOString(),
    });
    expect(await ruled('withdrawal', await withdraws(await client(), '100.00'))).toEqual([]);
  });

  it('[FS18] mark deposits by how many there were, and verifications never', async () => {
    const ann = await client();
    const first = await deposits(ann, 'approve');
    pass(HOUR_MS);
    const second = await deposits(ann, null);
    expect(await texts('deposit', first)).toEqual(['Rule “First”: first deposit.']);
    expect(await texts('deposit', second)).toEqual(['Rule “Several”: 2 deposits requested in 24 hours.']);
    pass(DAY_MS);
    expect(await texts('deposit', await deposits(ann, null))).toEqual([]);
    await db.pool.query(
      "insert into app.verification (user_id, submission, state, submitted_at) values ($1, $2, 'pending', $3)",
      [ann, newId(), books.now()],
    );
    expect((await readSignals(db.pool, { what: 'verification', id: ann }, true, RULES))?.signals).toEqual([]);
  });

  it('[FS18] see a withdrawal as it was when it was asked for, whatever happens later', async () => {
    const ann = await client();
    await deposits(ann, 'approve', 300_000n);
    pass(21 * DAY_MS);
    const first = await withdraws(ann, '2500.00');
    const then = await ruled('withdrawal', first);
    expect(then.map(({ text }) => text)).toEqual([
      'Rule “Large first payout”: $2,500.00, first payout to this destination.',
      'Rule “Long since”: last deposit 21 days before.',
    ]);
    pass(HOUR_MS);
    const second = await withdraws(ann, '2500.00');
    expect((await ruled('withdrawal', second)).map(({ text }) => text)).toContain(
      'Rule “Busy”: 2 withdrawals requested in 24 hours.',
    );
    await deposits(ann, 'approve', 200_000n);
    await decides(ann, second, 'approve');
    await decides(ann, first, 'approve');
    pass(DAY_MS);
    const third = await withdraws(ann, '2000.00');
    expect(await texts('withdrawal', third)).toEqual([
      'Rule “Straight out”: 100% of what was deposited in the 14 days before.',
    ]);
    expect(await ruled('withdrawal', first)).toEqual(then);
    // A payout that comes back had been paid when the next one was asked for; for one that is asked for afterwards it counts as none.
    pass(HOUR_MS);
    await decides(ann, third, 'approve');
    for (const withdrawalId of [first, second, third])
      await books.run({ kind: 'return_withdrawal', staffId: staff, clientId: ann, withdrawalId, reason: 'Came back' });
    pass(HOUR_MS);
    expect(await texts('withdrawal', third)).toEqual([
      'Rule “Straight out”: 100% of what was deposited in the 14 days before.',
    ]);
    expect(await texts('withdrawal', await withdraws(ann, '2100.00'))).toContain(
      'Rule “Large first payout”: $2,100.00, first payout to this destination.',
    );
  });

  it('[FS18] are dismissed as other signals are, each by itself, and open again where rule or facts change', async () => {
    const ann = await client();
    await withdraws(ann, '100.00');
    const id = await withdraws(ann, '3000.00');
    const [large, busy] = (await ruled('withdrawal', id)) as [FraudSignal, FraudSignal];
    const dismiss = (digest: string) =>
      http.send('POST', '/admin/signal-dismissals', `admin ${staff}`, {
        what: 'withdrawal',
        id,
        kind: 'rule',
        digest,
        reason: 'A house sale',
      });
    expect((await dismiss(large.digest)).statusCode).toBe(200);
    expect(said(await dismiss('0'.repeat(32)))).toEqual([409, 'signal.gone']);
    const after = await ruled('withdrawal', id);
    expect(after.map(({ dismissed }) => dismissed?.reason ?? null)).toEqual(['A house sale', null]);
    expect(after[1]).toEqual(busy);
    const reads = async (...rules: object[]) =>
      (await readSignals(db.pool, { what: 'withdrawal', id }, true, rulesOf(...rules)))?.signals.filter(
        ({ kind }) => kind === 'rule',
      );
    expect(await reads(LARGE)).toMatchObject([{ dismissed: { reason: 'A house sale' } }]);
    for (const changed of [{ name: 'Another name' }, { severity: 'look' }, { when: LARGE.when.slice(0, 1) }])
      expect(await reads({ ...LARGE, ...changed })).toMatchObject([{ dismissed: null }]);
  });
});

describe('a dry run', () => {
  /** As the page of each record would have it. */
  async function oneByOne(rule: Rule) {
    const reached = rule.about === 'withdrawal' ? 'requested_at is not null' : "status <> 'awaiting_payment'";
    const { rows } = await db.pool.query<{ id: string; status: string }>(
      `select id, status::text as status from ledger.${rule.about} where ${reached} order by book, id`,
    );
    const flagged: typeof rows = [];
    for (const row of rows) {
      const subject = await readRuleSubject(db.pool, rule.about, row.id);
      if (subject !== undefined && ruleHolds(rule, subject)) flagged.push(row);
    }
    const count = (...among: string[]) => flagged.filter(({ status }) => among.includes(status)).length;
    const [approved, rejected] = [count('approved', 'returned'), count('rejected')];
    const { name, about, severity } = rule;
    const other = flagged.length - approved - rejected;
    const ids = flagged.slice(0, 10).map(({ id }) => id);
    return { name, about, severity, records: rows.length, flagged: flagged.length, approved, rejected, other, ids };
  }

  it('[FS18] counts what reading each record by itself finds, over pages of any size, and by reading alone', async () => {
    const ann = await client();
    const [yes, no] = [await withdraws(ann, '2000.00'), await withdraws(ann, '2100.00')];
    await decides(ann, yes, 'approve');
    await decides(ann, no, 'reject');
    await deposits(ann, 'reject');
    // Nobody of staff ever saw it: its code was not entered.
    const unseen = await asks(ann, '4000.00', 'BE68539007547034');
    const expected = [];
    for (const rule of RULES) expected.push(await oneByOne(rule));
    expect(expected.every(({ flagged }) => flagged > 0)).toBe(true);
    expect(expected[0]).toMatchObject({ rejected: 1 });
    const reader = await db.pool.connect();
    try {
      await reader.query('set default_transaction_read_only = on');
      for (const size of [1, 3, 500]) expect(await dryRun(reader, RULES, EVER, size)).toEqual(expected);
    } finally {
      reader.release(true);
    }
    expect(expected.flatMap(({ ids }) => ids)).not.toContain(unseen);
  });

  it('[FS18] is about what was asked for from one moment and before the other', async () => {
    const from = books.now();
    const ann = await client();
    const id = await withdraws(ann, '2000.00');
    pass(1);
    const before = books.now();
    await withdraws(ann, '2000.00');
    const rules = RULES.slice(0, 1);
    expect(await dryRun(db.pool, rules, { from, before })).toMatchObject([
      { records: 1, flagged: 1, other: 1, ids: [id] },
    ]);
    expect(await dryRun(db.pool, rules, { from: before, before: EVER.before })).toMatchObject([
      { records: 1, flagged: 1 },
    ]);
    expect(await dryRun(db.pool, rules, { from: EVER.from, before: EVER.from })).toMatchObject([
      { records: 0, flagged: 0 },
    ]);
  });

  it('[FS18] finds each page by the primary key', async () => {
    const reader = await db.ownerPool.connect();
    try {
      // Of a handful of rows a sort is cheaper: without it the planner takes the way that it takes among many.
      await reader.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off');
      const asked: string[] = [];
      const watched: Pick<Pool, 'query'> = {
        query: (sql: string, values: unknown[]) => {
          asked.push(sql);
          return db.pool.query(sql, values);
        },
      } as never;
      await dryRun(watched, RULES, EVER);
      for (const [nth, table] of ['withdrawal', 'deposit'].entries()) {
        const { rows } = await reader.query<{ 'QUERY PLAN': string }>(`explain ${asked[nth]}`, [
          1,
          newId(),
          EVER.from,
          EVER.before,
          500,
        ]);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).toContain(`Index Scan using ${table}_pkey`);
        expect(plan).not.toMatch(/Sort|Seq Scan/);
      }
    } finally {
      reader.release(true);
    }
  });
});
