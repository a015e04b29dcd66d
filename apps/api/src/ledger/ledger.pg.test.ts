import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { type Books, brokenInvariants, newTxid, openBooks } from '../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../test/database.ts';

let db: FreshDatabase;
let books: Books;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await books.ledger.close();
  await db.drop();
});

describe('ledger', () => {
  it('[L2] a top-up, a trade and its close keep every total equal to its postings', async () => {
    const client = await books.openParty();
    await books.fund(client, 1_000_000n);
    const opened = await books.run({
      kind: 'open_trade',
      clientId: client,
      symbol: 'EURUSD',
      side: 'sell',
      lots: 10n,
      amount: 100_000n,
    });
    expect(opened.outcome.ok).toBe(true);
    const tradeId = opened.outcome.ok ? (opened.outcome.result['trade_id'] ?? '') : '';
    expect(await books.party(client)).toMatchObject({ cash: '900000', margin: '100000', deposited: '1000000' });
    books.at(new Date(books.now().getTime() + 60_000));
    const closed = await books.run({ kind: 'close_trade', clientId: client, tradeId, lots: null });
    expect(closed.outcome.ok).toBe(true);
    const after = await books.party(client);
    expect(BigInt(after['cash'] ?? 0)).toBe(1_000_000n + BigInt(after['realised'] ?? 0));
    const { rows } = await db.pool.query('select side from ledger.trade where id = $1', [tradeId]);
    expect(rows).toEqual([{ side: 'sell' }]);
  });

  it('[L13] the same key answers the same for ever, and another body under it is refused', async () => {
    const client = await books.openParty();
    const key = newId();
    const first = await books.run({ kind: 'top_up', clientId: client, amount: 500n }, key);
    const many = await Promise.all(
      Array.from({ length: 20 }, () => books.run({ kind: 'top_up', clientId: client, amount: 500n }, key)),
    );
    for (const again of many) expect(again).toEqual({ outcome: first.outcome, replayed: true });
    const other = await books.run({ kind: 'top_up', clientId: client, amount: 501n }, key);
    expect(other.outcome).toEqual({ ok: false, refusal: { code: 'key.reused' } });
    expect((await books.party(client))['cash']).toBe('500');
  });

  it('[L10] of fifty withdrawals of everything at once, one is held and the others hear that the balance is too small', async () => {
    const client = await books.openParty();
    await books.fund(client, 100_000n);
    const answers = await Promise.all(Array.from({ length: 50 }, () => books.run(withdrawal(client, 100_000n))));
    expect(answers.filter(({ outcome }) => outcome.ok)).toHaveLength(1);
    for (const { outcome } of answers)
      if (!outcome.ok) expect(outcome.refusal.code).toBe('withdrawal.insufficient_balance');
    expect(await books.party(client)).toMatchObject({ cash: '0', withdrawing: '100000' });
  });

  it('[L14] a command whose decision throws, and one that the database refuses, fail alone', async () => {
    const client = await books.openParty();
    await books.fund(client, 100_000n);
    const admin = await books.openParty('staff');
    const [one, two, three] = [
      await pendingDeposit(client),
      await pendingDeposit(client),
      await pendingDeposit(client),
    ];
    const txid = newTxid();
    const decide = (depositId: string, decision: 'approve' | 'reject', reason: string | null) =>
      books.run({
        kind: 'decide_deposit',
        staffId: admin,
        clientId: client,
        depositId,
        decision,
        reason,
        txid,
        outputIndex: 0,
        receivedUnits: null,
        rateNow: null,
      });
    const approve = (depositId: string) => decide(depositId, 'approve', null);
    // JSON has no word for it: decided, and not to be written.
    const unwritable = 1n as unknown as string;
    const results = await Promise.allSettled([
      books.run({ kind: 'top_up', clientId: client, amount: 700n }),
      // Nobody has books under this id: a broken promise, which throws inside the decision.
      books.run({ kind: 'top_up', clientId: newId(), amount: 700n }),
      approve(one),
      approve(two),
      decide(three, 'reject', unwritable),
      books.run(withdrawal(client, 50_000n)),
    ]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value.outcome.ok : 'threw'))).toEqual([
      true,
      'threw',
      true,
      false,
      'threw',
      true,
    ]);
    expect(results[4]).toMatchObject({ reason: { name: 'Unwritable' } });
    expect(results[3]).toMatchObject({ value: { outcome: { refusal: { code: 'deposit.output_already_credited' } } } });
  });

  it('[F9] approve and reject pressed together are one decision', async () => {
    const client = await books.openParty();
    const [one, two] = [await books.openParty('staff'), await books.openParty('staff')];
    const depositId = await pendingDeposit(client);
    const decide = (staffId: string, decision: 'approve' | 'reject') =>
      books.run({
        kind: 'decide_deposit',
        staffId,
        clientId: client,
        depositId,
        decision,
        reason: 'no payment seen',
        txid: null,
        outputIndex: null,
        receivedUnits: null,
        rateNow: null,
      });
    const answers = await Promise.all([decide(one, 'approve'), decide(two, 'reject')]);
    expect(answers.filter(({ outcome }) => outcome.ok)).toHaveLength(1);
    expect(answers.find(({ outcome }) => !outcome.ok)?.outcome).toEqual({
      ok: false,
      refusal: { code: 'decision.already_taken' },
    });
  });

  it('[F12] a fee is the one that the client saw, and comes out of the amount', async () => {
    const client = await books.openParty();
    const admin = await books.openParty('staff');
    await books.fund(client, 100_000n);
    await books.run({
      kind: 'set_controls',
      staffId: admin,
      clientId: client,
      status: null,
      billing: true,
      code: null,
      reason: 'agreed terms',
      noteId: newId(),
    });
    const unseen = await books.run(withdrawal(client, 50_000n));
    expect(unseen.outcome).toMatchObject({
      ok: false,
      refusal: { code: 'withdrawal.fee_changed', values: { fee: '$5.00' } },
    });
    const seen = await books.run({ ...withdrawal(client, 50_000n), expectedFee: 500n });
    expect(seen.outcome).toMatchObject({ ok: true, result: { fee: '5.00', net: '495.00' } });
    const id = seen.outcome.ok ? (seen.outcome.result['id'] ?? '') : '';
    await books.run({
      kind: 'decide_withdrawal',
      staffId: admin,
      clientId: client,
      withdrawalId: id,
      decision: 'approve',
      reason: null,
      payoutReference: 'wire 7',
    });
    const { rows } = await db.pool.query(
      `select k.name, p.amount::text from ledger.posting p join ledger.entry e on (e.book, e.number) = (p.book, p.entry_number) join ledger.account_kind k on k.code = p.account
       where e.subject_id = $1 and e.event = 7 order by p.line`,
      [id],
    );
    expect(rows).toEqual([
      { name: 'withdrawing', amount: '50000' },
      { name: 'custody:bank', amount: '-49500' },
      { name: 'fees', amount: '-500' },
    ]);
  });

  it('[F14] five wrong codes end a withdrawal and give the whole amount back', async () => {
    const client = await books.openParty();
    const admin = await books.openParty('staff');
    await books.fund(client, 100_000n);
    await books.run({
      kind: 'set_controls',
      staffId: admin,
      clientId: client,
      status: null,
      billing: null,
      code: true,
      reason: 'asked for by the client',
      noteId: newId(),
    });
    const asked = await books.run(withdrawal(client, 40_000n));
    expect(asked.outcome).toMatchObject({ ok: true, result: { status: 'awaiting_code' } });
    const withdrawalId = asked.outcome.ok ? (asked.outcome.result['id'] ?? '') : '';
    const codes = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      const { outcome } = await books.run({
        kind: 'confirm_withdrawal',
        clientId: client,
        withdrawalId,
        codeHash: 'wrong',
      });
      codes.push(outcome.ok ? 'ok' : outcome.refusal.code);
    }
    expect(codes).toEqual([
      ...Array<string>(4).fill('withdrawal.code_wrong'),
      'withdrawal.code_blocked',
      'withdrawal.not_awaiting_code',
    ]);
    expect(await books.party(client)).toMatchObject({ cash: '100000', withdrawing: '0' });
  });

  it('[F20] a debit takes back at most what is left of the entry that it corrects, and never counts as profit', async () => {
    const client = await books.openParty();
    const admin = await books.openParty('staff');
    const credited = await books.run({
      kind: 'adjust',
      staffId: admin,
      clientId: client,
      direction: 'credit',
      amount: 1_000n,
      reason: 'goodwill',
      corrects: null,
    });
    const { rows } = await db.pool.query<{ number: string }>('select number from ledger.entry where subject_id = $1', [
      credited.outcome.ok ? credited.outcome.result['id'] : null,
    ]);
    const corrects = BigInt(rows[0]?.number ?? 0);
    const debit = (amount: bigint) =>
      books.run({
        kind: 'adjust',
        staffId: admin,
        clientId: client,
        direction: 'debit',
        amount,
        reason: 'entered twice',
        corrects,
      });
    expect((await debit(600n)).outcome.ok).toBe(true);
    expect((await debit(600n)).outcome).toEqual({
      ok: false,
      refusal: { code: 'adjustment.debit_too_large', field: 'amount', values: { most: '$4.00' } },
    });
    expect(await books.party(client)).toMatchObject({ cash: '400', realised: '0', deposited: '0' });
  });
});

function withdrawal(clientId: string, amount: bigint) {
  return {
    kind: 'request_withdrawal' as const,
    clientId,
    withdrawalId: newId(),
    amount,
    method: 'bank' as const,
    coin: null,
    destination: { accountNumber: '12345678', bankName: 'First Bank', accountName: 'Some One' },
    expectedFee: null,
    code: '123456',
    codeHash: 'right',
  };
}

async function pendingDeposit(clientId: string): Promise<string> {
  const { outcome } = await books.run({
    kind: 'create_deposit',
    clientId,
    amount: 10_000n,
    method: 'bitcoin',
    address: 'DEMO-1',
    rate: 600_000_000_000_000n,
    rateSource: 'test',
  });
  const depositId = outcome.ok ? (outcome.result['id'] ?? '') : '';
  const proof = await books.run({ kind: 'attach_proof', clientId, depositId, fileId: newId() });
  expect(proof.outcome.ok).toBe(true);
  return depositId;
}
