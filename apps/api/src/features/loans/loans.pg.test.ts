import { PARTIES, type Command, lockSet, ReferenceLedger } from '@clearbook/domain/ledger';
import { LOANS, addDays, owedOn, utcDay } from '@clearbook/domain/loans';
import { conversionPair, dealtQuote, parsePrice, type Symbol, standardFinancing } from '@clearbook/domain/market';
import { marksFrom } from '@clearbook/domain/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { type Books, brokenInvariants, hashOf, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { type CommitCall, type TryCommit, commitTester } from '../../../test/try-commit.ts';
import { listLoans } from './loans.query.ts';
import { settleLoans, checkBorrowers } from './index.ts';

const DAY_MS = 86_400_000;
const LENT = 200_000_000n;
const TODAY = utcDay(OPEN_MARKETS);

let db: FreshDatabase;
/** Two processes over one database. */
let books: Books;
let other: Books;
let staff: string;
let tryCommit: TryCommit;
let euro = '1.50000';
let shut = false;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool, { prices: { quote, conversion, ...marks() } });
  other = openBooks(db.pool, { prices: { quote, conversion, ...marks() } });
  staff = await books.openParty('staff');
  tryCommit = await commitTester(db.pool, staff, OPEN_MARKETS);
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  const { rows } = await db.pool.query(
    `select p.id from ledger.party p left join ledger.loan l on l.client_id = p.id and l.status = 'approved'
     where p.loan <> coalesce(l.principal + l.interest, 0)`,
  );
  expect(rows, '[B11] the loan account is what the open loan owes').toEqual([]);
  await Promise.all([books.ledger.close(), other.ledger.close()]);
  await db.drop();
});

describe('applying and deciding', () => {
  it('[B4] of twenty applications at once one waits, whichever process they come to', async () => {
    const client = await rich();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? books : other).run(applying(client))),
    );
    expect(answers.filter(({ outcome }) => outcome.ok)).toHaveLength(1);
    expect(codes(answers)).toEqual(new Set(['loan.already_open']));
    const { rows } = await db.pool.query(
      `select d.method, d.status, d.address, d.pay_units, d.rate, d.expires_at, d.credited from ledger.deposit d join ledger.loan l using (id) where d.client_id = $1`,
      [client],
    );
    expect(rows).toEqual([
      {
        method: 'loan',
        status: 'pending',
        address: null,
        pay_units: null,
        rate: null,
        expires_at: null,
        credited: null,
      },
    ]);
  });

  it('[B7] what was written is a note; no entry, audit row or stored answer holds it', async () => {
    const client = await rich();
    await books.run({ ...applying(client), goals: 'to surprise my sister' });
    const { rows } = await db.ownerPool.query<{ place: string }>(
      `select 'note' as place from app.note where kind = 'loan' and body ->> 'goals' like '%surprise%' and client_id = $1
       union all select 'command' from ledger.command where outcome::text like '%surprise%'
       union all select 'audit' from ledger.audit where facts::text like '%surprise%'
       union all select 'mail' from app.mail_outbox where values::text like '%surprise%'`,
      [client],
    );
    expect(rows).toEqual([{ place: 'note' }]);
  });

  it('[B6] approved by two people at once, it is lent once; the deposit shows it and the deposit balance does not', async () => {
    const client = await rich();
    const loanId = await apply(client);
    const second = await books.openParty('staff');
    const before = await books.party(client);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 2 === 0 ? books : other).run(deciding(client, loanId, 'approve', i % 3 === 0 ? second : staff)),
      ),
    );
    expect(answers.filter(({ outcome }) => outcome.ok)).toHaveLength(1);
    expect(codes(answers)).toEqual(new Set(['decision.already_taken']));
    const after = await books.party(client);
    expect(BigInt(after['cash'] ?? '')).toBe(BigInt(before['cash'] ?? '') + LENT);
    expect(after).toMatchObject({ loan: LENT.toString(), deposited: before['deposited'] });
    const { rows } = await db.pool.query('select status, credited, txid from ledger.deposit where id = $1', [loanId]);
    expect(rows).toEqual([{ status: 'approved', credited: LENT.toString(), txid: null }]);
  });

  it('[B6] a rejected application moves nothing, and the client may apply again', async () => {
    const client = await rich();
    const loanId = await apply(client);
    expect((await books.run(deciding(client, loanId, 'reject'))).outcome.ok).toBe(true);
    expect((await books.party(client))['loan']).toBe('0');
    expect((await listLoans(db.pool, client, {})).data).toMatchObject([{ status: 'rejected', reason: 'not now' }]);
    await apply(client);
  });

  it('[B6] a loan is no deposit that anybody could pay, prove or credit', async () => {
    const client = await rich();
    const loanId = await apply(client);
    const proof = await books.run({ kind: 'attach_proof', clientId: client, depositId: loanId, fileId: newId() });
    const credited = await books.run({
      kind: 'decide_deposit', staffId: staff, clientId: client, depositId: loanId, decision: 'approve', reason: null, txid: null, outputIndex: null,
      receivedUnits: null, rateNow: null,
    }); // prettier-ignore
    expect(codes([proof, credited])).toEqual(new Set(['deposit.not_found']));
    expect(
      await tryCommit({
        entries: [],
        rows: { deposit: [{ id: loanId, status: 'rejected', decided_at: OPEN_MARKETS, decided_by: staff }] },
      }),
    ).toBe('L9');
  });
});

describe('time', () => {
  it('[B9] two processes that charge at once, and again, charge each day once; missed days are caught up', async () => {
    const { client, loanId } = await borrower();
    await both(at(1));
    expect(await owed(client)).toBe(LENT + 66_685n);
    await both(at(1));
    expect(await owed(client)).toBe(LENT + 66_685n);
    await Promise.all([both(at(4)), both(at(4))]);
    expect(await owed(client)).toBe(LENT + 4n * 66_685n);
    const { rows } = await db.pool.query<{ key: string }>(
      `select c.key from ledger.command c where c.party_id = $1 and c.key like 'interest:%' and (c.outcome ->> 'ok')::boolean order by c.key`,
      [client],
    );
    expect(rows.map(({ key }) => key)).toEqual([1, 2, 3, 4].map((day) => `interest:${loanId}:${addDays(TODAY, day)}`));
  });

  it('[B13] [B14] after the due day: positions close, free cash is taken, and the rest is written off', async () => {
    const { client, loanId } = await borrower();
    books.at(OPEN_MARKETS);
    // 20 lots: half of what was theirs is required, and all of the money stands behind it.
    const opened = await books.run(opening(client, 2_000n, 235_000_000n));
    expect(opened.outcome.ok).toBe(true);
    await both(at(25));
    expect((await listLoans(db.pool, client, {})).data).toMatchObject([{ status: 'approved' }]);
    euro = '1.20000';
    shut = true;
    await both(at(26));
    expect((await books.party(client))['margin']).toBe('235000000');
    shut = false;
    await both(at(26));
    await both(at(26));
    euro = '1.50000';
    const [loan] = (await listLoans(db.pool, client, {})).data;
    expect(loan).toMatchObject({
      status: 'written_off',
      owed: { amount: '0.00' },
      interest_charged: { amount: '16671.25' },
    });
    expect(await books.party(client)).toMatchObject({ cash: '0', margin: '0', loan: '0' });
    const { rows } = await db.pool.query(
      `select e.event, t.closed_by from ledger.entry e left join ledger.trade t on t.id = e.subject_id where e.client_id = $1 and e.event in (4, 13, 14) order by e.number`,
      [client],
    );
    expect(rows).toEqual([
      { event: 4, closed_by: 'close_out' },
      { event: 13, closed_by: null },
      { event: 14, closed_by: null },
    ]);
    expect(loanId).toBe(loan?.id);
  });

  it('[B13] somebody who opens another position while each one closes does not put off the collection', async () => {
    const { client } = await borrower();
    books.at(OPEN_MARKETS);
    expect((await books.run(opening(client, 100n, 100_000_000n))).outcome.ok).toBe(true);
    const over = at(26);
    books.at(over);
    const opened: Promise<{ outcome: { ok: boolean } }>[] = [];
    const quicker: typeof quote = (symbol, markup) => {
      opened.push(books.run(opening(client, 1n, 40_000_000n)));
      return quote(symbol, markup);
    };
    for (let turn = 0; turn < 3; turn += 1)
      await settleLoans(
        { ...books, pool: db.pool, market: { quote: quicker, marks } },
        new Date(over.getTime() + turn),
      );
    const answers = await Promise.all(opened);
    expect(answers[0]?.outcome.ok).toBe(true);
    expect(await owed(client)).toBe(0n);
  });

  it('[B13] free cash that covers it ends the loan and leaves positions open', async () => {
    const { client } = await borrower();
    books.at(OPEN_MARKETS);
    await books.run(opening(client, 100n, 2_000_000n));
    await both(at(26));
    expect((await listLoans(db.pool, client, {})).data).toMatchObject([
      { status: 'repaid', repaid: { amount: '2016671.25' } },
    ]);
    expect(await books.party(client)).toMatchObject({ margin: '2000000', loan: '0' });
  });
});

describe('prices', () => {
  it('[B16] where equity is half of the required margin, everything that is open closes, once', async () => {
    const { client } = await borrower();
    books.at(OPEN_MARKETS);
    for (const lots of [1_500n, 1_500n])
      expect((await books.run(opening(client, lots, 20_000_000n))).outcome.ok).toBe(true);
    const check = () =>
      Promise.all([books, other].map((one) => checkBorrowers({ ...one, pool: db.pool, market: MARKET }, books.now())));
    await check();
    expect((await books.party(client))['margin']).toBe('40000000');
    euro = '1.43000';
    await check();
    await check();
    euro = '1.50000';
    const { rows } = await db.pool.query(`select status, closed_by from ledger.trade where client_id = $1`, [client]);
    expect(rows).toEqual([
      { status: 'closed', closed_by: 'close_out' },
      { status: 'closed', closed_by: 'close_out' },
    ]);
    expect((await listLoans(db.pool, client, {})).data).toMatchObject([{ status: 'approved', called_at: null }]);
    // The client can trade again with what is left.
    expect((await books.run(opening(client, 100n, 1_500_000n))).outcome.ok).toBe(true);
  });

  it('[B15] orders sent at once are weighed one after the other', async () => {
    const { client } = await borrower();
    books.at(OPEN_MARKETS);
    // Each needs $100,000 of the $350,000 that are the client's own.
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? books : other).run(opening(client, 1_000n, 10_100_000n))),
    );
    expect(answers.filter(({ outcome }) => outcome.ok)).toHaveLength(3);
    expect(codes(answers)).toEqual(new Set(['order.exceeds_equity']));
  });
});

describe('a loan that cannot be dealt with now', () => {
  /** The books, but for everything about one client; and pages of one loan each. */
  const without = (bad: string) => ({
    market: MARKET,
    ledger: {
      ...books.ledger,
      execute: ((command, key) =>
        'clientId' in command && command.clientId === bad
          ? Promise.reject(new Error('not this one'))
          : books.ledger.execute(command, key)) as Books['ledger']['execute'],
    },
    pool: new Proxy(db.pool, {
      get: (target, name) =>
        name === 'query'
          ? (text: string, values: unknown[]) =>
              target.query(text.replace('order by l.id limit 500', 'order by l.id limit 1'), values)
          : (Reflect.get(target, name, target) as unknown),
    }),
  });

  it('[O99] holds up neither the interest of others nor the end of their terms', async () => {
    const over = await borrower();
    for (let day = 1; day <= 25; day += 1) await both(at(day));
    const bad = await borrower();
    books.at(at(26));
    await expect(settleLoans({ ...without(bad.client), pool: db.pool }, at(26))).rejects.toThrow('not this one');
    expect((await listLoans(db.pool, over.client, {})).data).toMatchObject([{ status: 'repaid' }]);
    await both(at(26));
  });

  it('[O99] holds up no call of those on the pages behind it', async () => {
    const [bad, behind] = [await borrower(), await borrower()];
    books.at(OPEN_MARKETS);
    for (const { client } of [bad, behind])
      for (const lots of [1_500n, 1_500n])
        expect((await books.run(opening(client, lots, 20_000_000n))).outcome.ok).toBe(true);
    euro = '1.43000';
    const check = checkBorrowers(without(bad.client), books.now());
    await expect(check).rejects.toThrow('not this one');
    expect((await books.party(behind.client))['margin']).toBe('0');
    expect((await books.party(bad.client))['margin']).not.toBe('0');
    await checkBorrowers({ ...books, pool: db.pool, market: MARKET }, books.now());
    euro = '1.50000';
  });
});

describe('repaying', () => {
  it('[B10] of many repayments of everything at once one goes through, and none takes more than is owed', async () => {
    const { client, loanId } = await borrower();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 === 0 ? books : other).run({ kind: 'repay_loan', clientId: client, loanId, amount: LENT }),
      ),
    );
    expect(answers.filter(({ outcome }) => outcome.ok)).toHaveLength(1);
    expect(codes(answers)).toEqual(new Set(['loan.not_open']));
    expect((await books.party(client))['loan']).toBe('0');
  });

  it('[B12] while it is owed, exactly what is beyond it can be withdrawn', async () => {
    const { client } = await borrower();
    const own = BigInt((await books.party(client))['cash'] ?? '') - LENT;
    expect(codes([await books.run(withdrawal(client, own + 1n))])).toEqual(
      new Set(['withdrawal.insufficient_balance']),
    );
    expect((await books.run(withdrawal(client, own))).outcome.ok).toBe(true);
  });
});

describe('the reference ledger', () => {
  it('[B11] a loan’s whole life leaves the same rows and sums in memory and in the database', async () => {
    const client = await rich();
    const reference = new ReferenceLedger({ minimumWithdrawal: 1_000n, withdrawalFeeBps: 100 });
    reference.open(client, 'client');
    reference.open(staff, 'staff');
    const cash = BigInt((await books.party(client))['cash'] ?? '');
    const party = reference.state.of(PARTIES).get(client);
    if (party) reference.state.of(PARTIES).set(client, { ...party, cash });
    const loanId = await apply(client);
    const steps: [Command, Date][] = [
      [deciding(client, loanId, 'approve'), OPEN_MARKETS],
      [{ kind: 'charge_interest', clientId: client, loanId, day: addDays(TODAY, 1) }, at(1)],
      [{ kind: 'repay_loan', clientId: client, loanId, amount: 12_345_678n }, at(1)],
      [{ kind: 'charge_interest', clientId: client, loanId, day: addDays(TODAY, 2) }, at(3)],
      [{ kind: 'charge_interest', clientId: client, loanId, day: addDays(TODAY, 2) }, at(3)],
      [{ kind: 'charge_interest', clientId: client, loanId, day: addDays(TODAY, 3) }, at(3)],
      [{ kind: 'repay_loan', clientId: client, loanId, amount: 999_999_999n }, at(3)],
      [{ kind: 'write_off_loan', clientId: client, loanId }, at(3)],
      [{ kind: 'repay_loan', clientId: client, loanId, amount: 1n }, at(3)],
    ];
    const context = (now: Date, id = newId()) => ({
      now,
      newId: () => id,
      quote,
      conversion,
      ...marks(),
      financing: standardFinancing,
    });
    reference.execute(
      applying(client),
      { actorId: client, key: 'apply', requestHash: '' },
      context(OPEN_MARKETS, loanId),
    );
    for (const [i, [command, now]] of steps.entries()) {
      books.at(now);
      const expected = reference.execute(
        command,
        { actorId: staff, key: `${i}`, requestHash: hashOf(command) },
        context(now),
      );
      expect((await books.run(command)).outcome).toEqual(expected);
    }
    const { rows } = await db.pool.query(
      `select status, principal, interest, charged, repaid, written_off, interest_through::text, due_on::text from ledger.loan where id = $1`,
      [loanId],
    );
    const loan = reference.state.of(LOANS).get(loanId);
    expect(rows).toEqual([
      {
        status: loan?.status,
        principal: loan?.principal.toString(),
        interest: loan?.interest.toString(),
        charged: loan?.charged.toString(),
        repaid: loan?.repaid.toString(),
        written_off: loan?.writtenOff.toString(),
        interest_through: loan?.interestThrough,
        due_on: loan?.dueOn,
      },
    ]);
    const referenceParty = reference.state.of(PARTIES).get(client);
    expect(await books.party(client)).toMatchObject({
      cash: referenceParty?.cash.toString(),
      loan: referenceParty?.loan.toString(),
    });
    expect(loan && owedOn(loan)).toBe(referenceParty?.loan);
  });

  it('[B17] a batch never holds two moves of one loan', () => {
    expect(lockSet({ kind: 'repay_loan', clientId: 'c', loanId: 'l', amount: 1n }).rows).toEqual([
      { of: LOANS, ids: ['l'] },
    ]);
  });
});

describe('the commit function', () => {
  it('[B1] lends no other sum or term, and only one loan a client', async () => {
    const client = await rich();
    const created = (over: object) =>
      tryCommit({
        entries: [],
        rows: {
          loan: [
            {
              id: newId(),
              status: 'pending',
              principal: 0,
              interest: 0,
              charged: 0,
              repaid: 0,
              written_off: 0,
              client_id: client,
              level: 1,
              amount: '200000000',
              term_days: 25,
              created_at: OPEN_MARKETS,
              ...over,
            },
          ],
        },
      });
    expect(await created({ amount: '200000001' })).toBe('23514');
    expect(await created({ term_days: 90 })).toBe('23514');
    expect(await created({ level: 3 })).toBe('23514');
    expect(await created({})).toBe('accepted');
    expect(await created({})).toBe('23505');
  });

  it('[B17] lends the whole amount, to whom it was applied for, once', async () => {
    const [client, stranger] = [await rich(), await rich()];
    const loanId = await apply(client);
    const approve = (over: { entry?: object; row?: object; now?: Date; cents?: number } = {}): CommitCall => {
      const cents = over.cents ?? Number(LENT);
      return {
        ...(over.now && { now: over.now }),
        entries: [
          { event: 'loan_approved', client, subject: loanId, postings: [['loan', cents], ['cash', -cents]], ...over.entry },
        ],
        rows: { loan: [moved(loanId, { status: 'approved', principal: cents, approved_on: TODAY, due_on: addDays(TODAY, 25), interest_through: TODAY, decided_by: staff, decided_at: over.now ?? OPEN_MARKETS, ...over.row })] },
      }; // prettier-ignore
    };
    expect(await tryCommit(approve({ cents: Number(LENT) - 1 }))).toBe('B17');
    expect(await tryCommit(approve({ entry: { client: stranger } }))).toBe('B17');
    expect(await tryCommit(approve({ entry: { subject: newId() } }))).toBe('B17');
    expect(await tryCommit(approve({ row: { principal: '1' } }))).toBe('B17');
    expect(await tryCommit(approve({ row: { interest_through: addDays(TODAY, 5) } }))).toBe('B17');
    expect(await tryCommit(approve({ now: at(1) }))).toBe('B17');
    // Without its row, and a row without its entry.
    expect(await tryCommit({ entries: approve().entries })).toBe('CB013');
    expect(await tryCommit({ entries: [], rows: approve().rows })).toBe('B17');
    expect(await tryCommit(approve())).toBe('accepted');
    expect(await tryCommit(approve())).toBe('B17');
    expect((await books.party(client))['loan']).toBe(LENT.toString());
  });

  it('[B12] lets no borrowed money out, whatever the server decided', async () => {
    const { client } = await borrower();
    const cash = Number((await books.party(client))['cash']);
    const withdraw = (cents: number): CommitCall => {
      const id = newId();
      return {
        entries: [{ event: 'withdrawal_requested', client, subject: id, postings: [['cash', cents], ['withdrawing', -cents]] }],
        rows: {
          withdrawal: [
            { code_tries: 0, not_received: false, id, client_id: client, amount: String(cents), fee_bps: 0, fee: '0', method: 'bank', coin: null, status: 'pending', code_hash: null, code_expires_at: null, code_sends: 0, created_at: OPEN_MARKETS, requested_at: OPEN_MARKETS },
          ],
        },
      };
    }; // prettier-ignore
    const own = cash - Number(LENT);
    expect(await tryCommit(withdraw(own + 1))).toBe('CB019');
    expect(await tryCommit(withdraw(own))).toBe('accepted');
    expect(await tryCommit(withdraw(1))).toBe('CB019');
  });

  it('[B12] a withdrawal and a trade of one moment both go through: what is lent may be put up, only not taken out', async () => {
    const { client } = await borrower();
    const own = BigInt((await books.party(client))['cash'] ?? '') - LENT;
    const answers = await Promise.all([
      books.run(withdrawal(client, own - 20_000_000n)),
      books.run(opening(client, 100n, 190_000_000n)),
    ]);
    expect(answers.map(({ outcome }) => outcome.ok)).toEqual([true, true]);
  });

  it('[B17] charges the next day by the rate and no other, and not before it has begun', async () => {
    const { client, loanId } = await borrower();
    const charge = (cents: number, day: number, now = at(day), over: object = {}): CommitCall => ({
      now,
      entries: [{ event: 'loan_interest', client, subject: loanId, postings: [['loan', cents], ['interest', -cents]] }],
      rows: { loan: [moved(loanId, { interest: cents, charged: cents, interest_through: addDays(TODAY, day), ...over })] },
    }); // prettier-ignore
    expect(await tryCommit(charge(66_686, 1))).toBe('B17');
    expect(await tryCommit(charge(66_684, 1))).toBe('B17');
    expect(await tryCommit(charge(66_685, 2))).toBe('B17');
    expect(await tryCommit(charge(66_685, 1, OPEN_MARKETS))).toBe('B17');
    expect(await tryCommit(charge(66_685, 1, at(1), { charged: '0' }))).toBe('B17');
    expect(await tryCommit(charge(66_685, 1, at(1), { due_on: addDays(TODAY, 90) }))).toBe('B17');
    expect(await tryCommit(charge(66_685, 1))).toBe('accepted');
    expect(await tryCommit(charge(66_685, 1))).toBe('B17');
    // A day is passed over for whoever is suspended, and for nobody else.
    const passes = { now: at(2), entries: [], rows: { loan: [{ id: loanId, interest_through: addDays(TODAY, 2) }] } };
    const set = (status: string) =>
      db.ownerPool.query('update ledger.party set status = $2 where id = $1', [client, status]);
    expect(await tryCommit(passes)).toBe('B17');
    await set('suspended');
    expect(await tryCommit(charge(66_685, 2))).toBe('B17');
    expect(await tryCommit(passes)).toBe('accepted');
    await set('active');
    expect(await tryCommit(charge(66_685, 3))).toBe('accepted');
  });

  it('[B17] takes repayments interest first and from the client’s own cash, and writes off nothing before its time', async () => {
    const { client, loanId } = await borrower();
    await both(at(1));
    const { client: stranger } = await borrower();
    const repay = (over: { entry?: object; row?: object } = {}): CommitCall => ({
      now: at(1),
      entries: [
        { event: 'loan_repaid', client, subject: loanId, postings: [['cash', 100_000], ['loan', -100_000]], ...over.entry },
      ],
      rows: { loan: [moved(loanId, { principal: '-33315', interest: '-66685', repaid: '100000', interest_through: addDays(TODAY, 1), ...over.row })] },
    }); // prettier-ignore
    expect(await tryCommit(repay({ row: { principal: '-100000', interest: '0' } }))).toBe('B17');
    expect(await tryCommit(repay({ row: { repaid: '200000' } }))).toBe('B17');
    expect(await tryCommit(repay({ entry: { client: stranger } }))).toBe('B17');
    expect(await tryCommit(repay({ row: { status: 'repaid', closed_at: at(1) } }))).toBe('B17');
    const owing = Number(await owed(client));
    const writeOff = (now: Date): CommitCall => ({
      now,
      entries: [{ event: 'loan_written_off', client, subject: loanId, postings: [['credit_loss', owing], ['loan', -owing]] }],
      rows: {
        loan: [
          moved(loanId, { status: 'written_off', principal: -LENT, interest: -66_685, written_off: owing, interest_through: addDays(TODAY, 1), closed_at: now }),
        ],
      },
    }); // prettier-ignore
    expect(await tryCommit(writeOff(at(25)))).toBe('B17');
    expect(await tryCommit(repay())).toBe('accepted');
    const [loan] = (await listLoans(db.pool, client, {})).data;
    expect(loan).toMatchObject({ interest: { amount: '0.00' }, principal: { amount: '1999666.85' } });
  });
});

function quote(symbol: Symbol, markup: number) {
  if (shut) return { ok: false as const, code: 'market.closed' as const, detail: 'closed' };
  return { ok: true as const, quote: feed(symbol, markup) };
}
function conversion(currency: string) {
  return quote(conversionPair(currency)?.symbol ?? 'EURUSD', 0);
}
function feed(symbol: Symbol, markup: number) {
  // Of this very moment: what closes by itself closes at a quote from after it was opened.
  const at_ = books.now();
  const price = parsePrice(euro);
  const id = `${symbol} ${euro} ${at_.getTime()}`;
  return dealtQuote({ id, symbol, bid: price, ask: price, source: 'test', sourceTime: at_, receivedTime: at_ }, markup);
}
function marks() {
  return marksFrom((symbol, markup) => ({ ok: true, quote: feed(symbol, markup) }));
}
const MARKET = { quote, marks };

function at(day: number): Date {
  return new Date(OPEN_MARKETS.getTime() + day * DAY_MS);
}

/** What each of two processes does when a job's time has come. */
async function both(now: Date): Promise<void> {
  books.at(now);
  other.at(now);
  await Promise.all([books, other].map((one) => settleLoans({ ...one, pool: db.pool, market: MARKET }, now)));
}

async function rich(): Promise<string> {
  books.at(OPEN_MARKETS);
  other.at(OPEN_MARKETS);
  const client = await books.openParty();
  for (const amount of [10_000_000n, 10_000_000n, 10_000_000n]) await books.fund(client, amount);
  const { outcome } = await books.run({
    kind: 'adjust', staffId: staff, clientId: client, direction: 'credit', amount: 5_000_000n, reason: 'to begin with', corrects: null,
  }); // prettier-ignore
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return client;
}

async function borrower(): Promise<{ client: string; loanId: string }> {
  const client = await rich();
  const loanId = await apply(client);
  const { outcome } = await books.run(deciding(client, loanId, 'approve'));
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return { client, loanId };
}

async function apply(client: string): Promise<string> {
  const { outcome } = await books.run(applying(client));
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.result['id'] ?? '';
}

async function owed(client: string): Promise<bigint> {
  return BigInt((await books.party(client))['loan'] ?? '');
}

function applying(clientId: string) {
  return { kind: 'apply_loan', clientId, level: 1, monthlyIncome: 500_000n, goals: 'a house' } as const;
}
function deciding(clientId: string, loanId: string, decision: 'approve' | 'reject', staffId = staff) {
  return { kind: 'review_loan', staffId, clientId, loanId, decision, reason: 'not now' } as const;
}
function opening(clientId: string, lots: bigint, amount: bigint) {
  return { kind: 'open_trade', clientId, symbol: 'EURUSD', side: 'buy', lots, amount } as const;
}
function withdrawal(clientId: string, amount: bigint) {
  return {
    kind: 'request_withdrawal', clientId, withdrawalId: newId(), amount, method: 'bank', coin: null, destination: {}, expectedFee: null, code: '1', codeHash: 'h',
  } as const; // prettier-ignore
}

/** A loan as it is, with sums added to it and other columns as they are given. */
function moved(id: string, over: Readonly<Record<string, unknown>>) {
  const sums = ['principal', 'interest', 'charged', 'repaid', 'written_off'];
  return {
    id,
    ...Object.fromEntries(
      Object.entries(over).map(([name, value]) => [name, sums.includes(name) ? { plus: value } : value]),
    ),
  };
}

function codes(answers: readonly { outcome: Awaited<ReturnType<Books['run']>>['outcome'] }[]): Set<string> {
  return new Set(answers.flatMap(({ outcome }) => (outcome.ok ? [] : [outcome.refusal.code])));
}
