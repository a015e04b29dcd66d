import type { AdminDeposit, AdminWithdrawal } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import type { Proposal } from '@clearbook/contracts/proposals';
import { LOAN_LEVELS, loanLevel } from '@clearbook/domain/loans';
import type { LightMyRequestResponse } from 'fastify';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, fundedLive, newTxid, openBooks, pendingDeposit } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase, makeLive } from '../../../test/database.ts';
import { type CommitEntry, commitTester } from '../../../test/try-commit.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { serve, type Served } from '../../../test/served.ts';
import { createSeal, holdSeal } from '../../platform/seal.ts';
import { depositRoutes } from '../deposits/index.ts';
import { createMarketConversionPrices } from '../market/index.ts';
import { SecondFactor } from '../sessions/index.ts';
import { withdrawalRoutes } from '../withdrawals/index.ts';
import { proposalRoutes } from './index.ts';

/** A site in live mode that lends. Each test has staff of its own: what they let go is counted by the day. */
let db: FreshDatabase;
let books: Books;
let other: Books;
let live: Served;
let staff: string;
let checker: string;

beforeAll(async () => {
  db = await freshDatabase();
  await makeLive(db);
  [books, other] = [openBooks(db.pool), openBooks(db.pool)];
  checker = await books.openParty('staff');
  const { pool } = db;
  const { ledger } = books;
  const config = { mode: 'live' as const, lendingLicence: 'Lender 7' };
  const market = simulatedMarket(books.now);
  const seal = createSeal(Buffer.alloc(32, 7));
  await holdSeal(pool, seal);
  live = await serve(
    books.now,
    (register) => {
      const prices = createMarketConversionPrices(market, { now: books.now });
      const files = { store: async () => newId() } as unknown as Parameters<typeof depositRoutes>[1]['files'];
      depositRoutes(register, { ledger, pool, files, prices, market, config });
      withdrawalRoutes(register, { ledger, pool, config, secondFactor: new SecondFactor(pool, seal) });
      proposalRoutes(register, { ledger, pool, config });
    },
    config,
  );
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await live.app.close();
  await Promise.all([books.ledger.close(), other.ledger.close()]);
  await db.drop();
});

type Run = Parameters<Books['run']>[0];
const post = (path: string, body: object, who = staff) => live.send('POST', path, `admin ${who}`, body);
const said = (answer: LightMyRequestResponse) =>
  `${answer.statusCode} ${answer.json<{ code?: string }>().code ?? ''}`.trim();
const cashOf = async (clientId: string) => (await books.party(clientId))['cash'];
const decide = async (id: string | null, who = checker) =>
  (await post(`/admin/proposals/${id ?? ''}/decision`, { decision: 'approve' }, who)).json<Proposal>();
const newStaff = async () => (staff = await books.openParty('staff'));

/** What staff type of a payment. Coins of the tests cost a dollar each. */
const payment = (of: object = {}) => ({
  decision: 'approve', txid: newTxid(), output_index: 0, received_amount: '500', received_at: books.now().toISOString(), ...of,
}); // prettier-ignore
const credit = (id: string, of: object = {}) => post(`/admin/deposits/${id}/decision`, payment(of));

async function payoutOf(clientId: string, cents: bigint, by: Books = books): Promise<string> {
  const withdrawalId = newId();
  const { outcome } = await by.run({
    kind: 'request_withdrawal', clientId, withdrawalId, amount: cents, method: 'paypal', coin: null, destination: { paypalemail: 'a@example.test' }, expectedFee: null,
    code: '1', codeHash: 'x', payee: 'p',
  }); // prettier-ignore
  expect(outcome).toMatchObject({ ok: true });
  // Where nobody was paid before it asks for a code (F54).
  if (outcome.ok && outcome.result['status'] === 'awaiting_code')
    await by.run({ kind: 'confirm_withdrawal', clientId, withdrawalId, codeHash: 'x' });
  return withdrawalId;
}
const pay = (id: string) =>
  post(`/admin/withdrawals/${id}/decision`, { decision: 'approve', payout_reference: 'PP-1' });

describe('a deposit is credited', () => {
  it('[F50] with at most $1,000,000.00, by however many people, and by one only with what was asked for, give or take 2 %', async () => {
    await newStaff();
    const client = await books.openParty();
    const id = await pendingDeposit(books, client, 50_000n);
    expect(said(await credit(id, { received_amount: '1000000.01' }))).toBe('422 deposit.credit_too_large');
    const typo = await credit(id, { received_amount: '5000' });
    expect(typo.statusCode).toBe(202);
    expect(await cashOf(client)).toBe('0');
    const { proposal_id: proposal, status } = typo.json<AdminDeposit>();
    expect(status).toBe('pending');
    expect((await decide(proposal, staff)).status, 'nobody alone').not.toBe('approved');
    expect(await decide(proposal)).toMatchObject({
      status: 'approved',
      act: { kind: 'approve_deposit', amount: { amount: '5000.00' }, expected: { amount: '500.00' } },
    });
    expect(await cashOf(client)).toBe('500000');

    const near = await pendingDeposit(books, client, 50_000n);
    expect((await credit(near, { received_amount: '510' })).statusCode).toBe(200);
    const beyond = await pendingDeposit(books, client, 50_000n);
    expect((await credit(beyond, { received_amount: '489.99' })).statusCode).toBe(202);
  });

  it('[F50] of more than $10,000.00 by two, as the screen says before', async () => {
    await newStaff();
    const client = await books.openParty();
    const id = await pendingDeposit(books, client, 1_000_001n);
    const asked = { received_amount: '10000.01', received_at: books.now().toISOString() };
    const preview = await live.get<{ credited: { amount: string }; takes_two: boolean }>(
      `/admin/deposits/${id}/credit?${new URLSearchParams(asked).toString()}`,
      `admin ${staff}`,
    );
    expect(preview).toMatchObject({
      credited: { amount: '10000.01' },
      expected: { amount: '10000.01' },
      takes_two: true,
    });
    expect((await credit(id, asked)).statusCode).toBe(202);
    expect(said(await credit(id, asked))).toBe('409 proposal.already_waiting');
    expect(await cashOf(client)).toBe('0');
  });

  it('[G42] once: of two proposals to credit one payment the second ends as refused, and its deposit can be proposed again', async () => {
    await newStaff();
    const [first, second] = [await books.openParty(), await books.openParty()];
    const asked = { txid: newTxid(), received_amount: '10000.01', received_at: books.now().toISOString() };
    const proposed = async (client: string) => {
      const id = await pendingDeposit(books, client, 1_000_001n);
      const answer = await credit(id, asked);
      expect(answer.statusCode, answer.body).toBe(202);
      return { id, proposal: answer.json<AdminDeposit>().proposal_id };
    };
    const [one, other] = [await proposed(first), await proposed(second)];
    expect((await decide(one.proposal)).status).toBe('approved');
    expect(await decide(other.proposal)).toMatchObject({ status: 'refused', answer: messages.deposit.outputCredited });
    expect([await cashOf(first), await cashOf(second)]).toEqual(['1000001', '0']);
    const again = await post(`/admin/proposals/${other.proposal ?? ''}/decision`, { decision: 'approve' }, checker);
    expect(said(again)).toBe('409 decision.already_taken');
    const right = await credit(other.id, { ...asked, txid: newTxid() });
    expect((await decide(right.json<AdminDeposit>().proposal_id)).status).toBe('approved');
    expect(await cashOf(second)).toBe('1000001');
  });

  it('[F50] and the commit function holds all of it by itself', async () => {
    await newStaff();
    const client = await books.openParty();
    const tryCommit = await commitTester(db.pool, staff, books.now());
    const approve = async (asked: bigint, cents: number, row: object = {}) => {
      const id = await pendingDeposit(books, client, asked);
      const units = `${cents}000000`;
      const entry: CommitEntry = {
        event: 'deposit_approved', client, subject: id, postings: [['custody:tether', cents], ['cash', -cents]],
      }; // prettier-ignore
      const moved = {
        id, status: 'approved', received_units: units, receipt_rate: '10000000000', credited: `${cents}`, txid: newTxid(),
        output_index: 0, received_at: books.now(), decided_at: books.now(), decided_by: staff, ...row,
      }; // prettier-ignore
      const said = await tryCommit({ entries: [entry], rows: { deposit: [moved] } });
      await db.ownerPool.query("update ledger.deposit set status = 'rejected' where id = $1 and status = 'pending'", [
        id,
      ]);
      return said;
    };
    expect(await approve(50_000n, 51_001, { rest_rate: '10000000000' }), 'more than 2 % off').toBe('CB092');
    expect(await approve(1_000_001n, 1_000_001), 'more than $10,000.00').toBe('CB092');
    expect(await approve(50_000n, 50_000, { txid: 'AB' }), 'no transaction id').toBe('23514');
    expect(await approve(50_000n, 50_000, { received_at: null }), 'nobody says when').toBe('F50');
    expect(await approve(50_000n, 50_000, { received_units: '1' }), 'another sum than arrived').toBe('F50');
    expect(await approve(50_000n, 50_000), 'as it should be').toBe('accepted');
    await expect(
      db.ownerPool.query('update ledger.deposit set credited = 100000001 where client_id = $1', [client]),
    ).rejects.toMatchObject({ code: '23514' });
  });

  it('[F53] once, however its transaction id is written, and never under a text that is none', async () => {
    await newStaff();
    const [one, two] = [await books.openParty(), await books.openParty()];
    const txid = `ab${newTxid().slice(2)}`;
    expect((await credit(await pendingDeposit(books, one, 50_000n), { txid: txid.toUpperCase() })).statusCode).toBe(
      200,
    );
    const second = await pendingDeposit(books, two, 50_000n);
    expect(said(await credit(second, { txid: `0x${txid}` }))).toBe('409 deposit.output_already_credited');
    for (const text of ['paid by bank', txid.slice(1), `${txid}00`])
      expect(said(await credit(second, { txid: text })), text).toBe('422 deposit.txid_format');
    expect(await cashOf(two)).toBe('0');
  });

  it('[F51] by when it arrived, as staff record it, and not by when its proof was uploaded', async () => {
    await newStaff();
    const client = await books.openParty();
    const id = await pendingDeposit(books, client, 50_000n);
    const asked = books.now();
    try {
      books.at(new Date(asked.getTime() + 3 * 3_600_000));
      const at = (ms: number) => ({ received_at: new Date(asked.getTime() + ms).toISOString() });
      const { received_at: _none, ...untold } = payment();
      expect(said(await post(`/admin/deposits/${id}/decision`, untold))).toBe('422 request.invalid');
      expect(said(await credit(id, at(-61_000)))).toBe('422 deposit.received_too_early');
      expect(said(await credit(id, at(3 * 3_600_000 + 1_000)))).toBe('422 deposit.received_in_future');
      const credited = await credit(id, at(1_000));
      expect(credited.json<AdminDeposit>()).toMatchObject({ status: 'approved', received_at: at(1_000).received_at });
    } finally {
      books.at(asked);
    }
  });

  it('[F52] of at most three that are open at a time', async () => {
    const client = await books.openParty();
    for (let i = 0; i < 3; i += 1) await pendingDeposit(books, client, 10_000n);
    const fourth = books.run({
      kind: 'create_deposit', clientId: client, amount: 10_000n, method: 'tether', address: 'T-1', rate: 10_000_000_000n, rateSource: 'test',
    }); // prettier-ignore
    expect((await fourth).outcome).toMatchObject({ ok: false, refusal: { code: 'deposit.too_many' } });
    const tryCommit = await commitTester(db.pool, client, books.now());
    const row = {
      id: newId(), client_id: client, amount: '100', method: 'tether', status: 'awaiting_payment', address: 'a', pay_units: '100000000', rate: '10000000000', rate_source: 't',
      expires_at: new Date(books.now().getTime() + 3_600_000), created_at: books.now(),
    }; // prettier-ignore
    expect(await tryCommit({ entries: [], rows: { deposit: [row] } })).toBe('CB016');
  });
});

describe('what one person lets go alone', () => {
  it('[G56] three payouts of $10,000.00 to one client are one, and two that another person decides', async () => {
    await newStaff();
    const client = await fundedLive(books, 4_000_000n);
    const ids = [
      await payoutOf(client, 1_000_000n),
      await payoutOf(client, 1_000_000n),
      await payoutOf(client, 10_000n),
    ];
    const answers = [];
    for (const id of ids) answers.push((await pay(id)).statusCode);
    expect(answers).toEqual([200, 202, 202]);
    const { proposal_id: waiting } = await live.get<AdminWithdrawal>(`/admin/withdrawals/${ids[1]}`, `admin ${staff}`);
    expect((await decide(waiting)).status).toBe('approved');
    // What two people decided is nobody's day: the one who approved it pays out $10,000.00 of this client's money alone.
    const fourth = await payoutOf(client, 1_000_000n);
    staff = checker;
    expect((await pay(fourth)).statusCode).toBe(200);
  });

  it('[G56] $25,000.00 in a day, whoever they belong to and however small they are', async () => {
    await newStaff();
    const sums = [1_000_000n, 1_000_000n, 490_000n, 10_000n, 10_000n];
    const answers = [];
    for (const cents of sums)
      answers.push((await pay(await payoutOf(await fundedLive(books, 1_000_000n), cents))).statusCode);
    expect(answers).toEqual([200, 200, 200, 200, 202]);
  });

  it('[G56] a race of one person, in two processes, has one winner', async () => {
    await newStaff();
    const client = await fundedLive(books, 4_000_000n);
    const ids = await Promise.all([1, 2, 3, 4].map(() => payoutOf(client, 600_000n)));
    const outcomes = await Promise.all(
      ids.map(
        (withdrawalId, i) =>
        (i % 2 === 0 ? books : other).run({
          kind: 'decide_withdrawal', staffId: staff, clientId: client, withdrawalId, decision: 'approve', reason: null, payoutReference: 'x', proposalId: newId(),
        }), // prettier-ignore
      ),
    );
    const done = outcomes.filter(({ outcome }) => outcome.ok && !('proposal' in outcome.result));
    expect(done).toHaveLength(1);
    expect(await books.party(client)).toMatchObject({ cash: '1600000', withdrawing: '1800000' });
  });

  it('[G56] the commit function sums by itself, also inside one batch, and lets nobody else let money go', async () => {
    await newStaff();
    const client = await fundedLive(books, 2_000_000n);
    const ids = [await payoutOf(client, 600_000n), await payoutOf(client, 600_000n)];
    const entry = (subject: string): CommitEntry => ({
      event: 'withdrawal_approved', client, subject, postings: [['withdrawing', 600_000], ['custody:paypal', -600_000]],
    }); // prettier-ignore
    const moved = (id: string) => ({
      id, status: 'approved', payout_reference: 'x', decided_at: books.now(), decided_by: staff,
    }); // prettier-ignore
    const call = (of: string[]) => ({ entries: of.map(entry), rows: { withdrawal: of.map(moved) } });
    const tryCommit = await commitTester(db.pool, staff, books.now());
    expect(await tryCommit(call(ids))).toBe('CB094');
    expect(await (await commitTester(db.pool, client, books.now()))(call(ids.slice(0, 1)))).toBe('CB094');
    expect(await tryCommit(call(ids.slice(0, 1)))).toBe('accepted');
    expect(await tryCommit(call(ids.slice(1)))).toBe('CB094');
  });

  it('[G55] a returned payout and a loan of more than $10,000.00 are proposed, and the commit function lets neither through alone', async () => {
    await newStaff();
    const client = await fundedLive(books, 2_000_000n);
    const id = await payoutOf(client, 1_000_001n);
    expect((await decide((await pay(id)).json<AdminWithdrawal>().proposal_id)).status).toBe('approved');
    const back = await post(`/admin/withdrawals/${id}/return`, { reason: 'the bank sent it back' });
    expect(back.statusCode).toBe(202);
    expect(back.json<AdminWithdrawal>().status).toBe('approved');
    const returned: CommitEntry = {
      event: 'withdrawal_returned', client, subject: id, postings: [['custody:paypal', 1_000_001], ['cash', -1_000_001]],
    }; // prettier-ignore
    expect(await (await commitTester(db.pool, staff, books.now()))({ entries: [returned] })).toBe('CB092');
    expect(await decide(back.json<AdminWithdrawal>().proposal_id)).toMatchObject({
      status: 'approved',
      reason: 'the bank sent it back',
    });
    expect(await cashOf(client)).toBe('2000000');

    const level = LOAN_LEVELS.find(({ amount }) => amount > 1_000_000n)?.level ?? 1;
    const borrower = await fundedLive(books, loanLevel(level).portfolio);
    const applied = await books.run({ kind: 'apply_loan', clientId: borrower, level, monthlyIncome: 500_000n, goals: 'a house' }); // prettier-ignore
    const loan = applied.outcome.ok ? (applied.outcome.result['id'] ?? '') : '';
    const lent = await post(`/admin/deposits/${loan}/decision`, { decision: 'approve' });
    expect([lent.statusCode, (await books.party(borrower))['loan']]).toEqual([202, '0']);
    expect((await decide(lent.json<AdminDeposit>().proposal_id)).status).toBe('approved');
    expect((await books.party(borrower))['loan']).toBe(loanLevel(level).amount.toString());
  });

  /** One command waits for a record's lock, the other one in another process behind it. */
  async function inTurn(table: 'deposit' | 'withdrawal', id: string, first: Run, second: Run): Promise<string[]> {
    const holder = await db.ownerPool.connect();
    const waiting = async () => {
      const locks = "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"; // prettier-ignore
      return (await db.pool.query<{ count: number }>(locks)).rows[0]?.count;
    };
    try {
      await holder.query('begin');
      await holder.query(`select from ledger.${table} where id = $1 for update`, [id]);
      const proposing = books.run(first);
      await expect.poll(waiting).toBe(1);
      const late = other.run(second);
      await expect.poll(waiting).toBe(2);
      await holder.query('commit');
      const outcomes = (await Promise.all([proposing, late])).map(({ outcome }) => outcome);
      return outcomes.map((one) => {
        if (!one.ok) return one.refusal.code;
        return 'proposal' in one.result ? 'proposed' : 'done';
      });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }

  it('[F16] [F30] [F45] what was proposed while another decision waited for the lock is seen by that decision, whatever route it came by', async () => {
    await newStaff();
    const client = await fundedLive(books, 5_000_000n);
    const of = (withdrawalId: string) => ({ clientId: client, withdrawalId });
    const paid = (id: string): Run => ({
      kind: 'decide_withdrawal', staffId: staff, ...of(id), decision: 'approve', reason: null, payoutReference: 'PP-9', proposalId: newId(),
    }); // prettier-ignore
    const [one, two, three] = [
      await payoutOf(client, 1_000_001n),
      await payoutOf(client, 1_000_001n),
      await payoutOf(client, 1_000_001n),
    ];
    expect(await inTurn('withdrawal', one, paid(one), { kind: 'cancel_withdrawal', ...of(one) })).toEqual(['proposed', 'withdrawal.being_paid']); // prettier-ignore
    const rejected = { staffId: checker, decision: 'reject', reason: 'no', proposalId: newId() } as const;
    expect(await inTurn('withdrawal', two, paid(two), { kind: 'decide_withdrawal', ...of(two), ...rejected, payoutReference: null })).toEqual(['proposed', 'withdrawal.being_paid']); // prettier-ignore

    await decide((await pay(three)).json<AdminWithdrawal>().proposal_id);
    expect((await books.run({ kind: 'report_not_received', ...of(three) })).outcome).toMatchObject({ ok: true });
    const back: Run = { kind: 'return_withdrawal', staffId: staff, ...of(three), reason: 'sent back', proposalId: newId() }; // prettier-ignore
    expect(await inTurn('withdrawal', three, back, { kind: 'trace_withdrawal', staffId: checker, ...of(three), reason: 'found', noteId: newId() })).toEqual(['proposed', 'withdrawal.being_returned']); // prettier-ignore

    const deposit = await pendingDeposit(books, client, 1_000_001n);
    const credited = { kind: 'decide_deposit', staffId: staff, clientId: client, depositId: deposit, txid: newTxid(), outputIndex: 0, receivedUnits: null, receivedAt: books.now(), rateNow: null } as const; // prettier-ignore
    expect(
      await inTurn(
        'deposit',
        deposit,
        { ...credited, decision: 'approve', reason: null, proposalId: newId() },
        { ...credited, ...rejected },
      ),
    ).toEqual(['proposed', 'proposal.already_waiting']);
  });

  it('[G58] two people set other limits, up to $1,000,000.00 and $250,000.00, and every change is listed', async () => {
    await newStaff();
    const limits = (day_limit: string, client_limit: string) =>
      post('/admin/release-limits', { day_limit, client_limit, reason: 'a busy week' });
    expect(said(await limits('1000000.01', '1.00'))).toBe('422 release.limit_range');
    expect(said(await limits('1000000.00', '250000.01'))).toBe('422 release.limit_range');
    expect(said(await limits('10.00', '10.01'))).toBe('422 release.client_above_day');
    const read = () => live.get<{ history: unknown[] }>('/admin/release-limits', `admin ${staff}`);
    expect(await read()).toMatchObject({
      applies: true, day_limit: { amount: '25000.00' }, client_limit: { amount: '10000.00' }, history: [],
    }); // prettier-ignore
    const made = await limits('200.00', '150.00');
    expect(made.statusCode).toBe(201);
    const { id } = made.json<Proposal>();
    expect((await decide(id, staff)).status).not.toBe('approved');
    const client = await fundedLive(books, 100_000n);
    expect((await pay(await payoutOf(client, 10_000n))).statusCode, 'until then, the limits before').toBe(200);
    expect((await decide(id)).status).toBe('approved');
    expect((await pay(await payoutOf(client, 10_000n))).statusCode).toBe(202);
    expect(await read()).toMatchObject({
      day_limit: { amount: '200.00' }, used_today: { amount: '100.00' },
      history: [{ day_limit: { amount: '200.00' }, client_limit: { amount: '150.00' }, proposed_by: `${staff}@example.test` }],
    }); // prettier-ignore
    const tryCommit = await commitTester(db.pool, staff, books.now());
    const set = (proposal_id: string, of: object = {}) =>
      tryCommit({
        entries: [],
        rows: { release_limit: [{ proposal_id, day_cents: 30_000, client_cents: 20_000, at: books.now(), ...of }] },
      });
    const waiting = (await limits('300.00', '200.00')).json<Proposal>().id;
    expect([await set(id), await set(newId()), await set(waiting, { day_cents: 30_001 })]).toEqual([
      'G58',
      'G58',
      'G58',
    ]);
    expect(await set(waiting), 'nobody approved it').toBe('CB095');
    await expect(db.pool.query('insert into ledger.release_limit default values')).rejects.toMatchObject({
      code: '42501',
    });
  });
});
