import { TOTP } from 'otpauth';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { commitTester } from '../../../test/try-commit.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { createSeal } from '../../platform/seal.ts';
import { SecondFactor } from '../sessions/index.ts';
import { withdrawalRoutes } from './index.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const PAYPAL = { method: 'paypal', paypalemail: 'ann@example.org', amount: '10.00' };
let db: FreshDatabase;
let books: Books;
let http: Served;
let secondFactor: SecondFactor;
let staff: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  secondFactor = new SecondFactor(db.pool, createSeal(Buffer.alloc(32, 1)));
  http = await serve(books.now, (register) =>
    withdrawalRoutes(register, { ledger: books.ledger, pool: db.pool, config: { mode: 'demo' }, secondFactor }),
  );
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});
beforeEach(() => books.at(new Date(books.now().getTime() + 60_000)));

const post = (url: string, who: string, body: object = {}) => http.send('POST', url, who, body, newId());
const codeNow = () => new TOTP({ secret: SECRET }).generate({ timestamp: books.now().getTime() });

async function client(): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, 100_000n);
  return id;
}

async function turnOn(id: string): Promise<void> {
  await secondFactor.begin(id, SECRET, books.now());
  await db.pool.query('update app.second_factor set confirmed_at = $2 where user_id = $1', [id, books.now()]);
}

/** Asks, and enters the mailed code where one is asked for. */
async function requests(id: string, body: object) {
  const answer = await post('/withdrawals', id, body);
  const { id: withdrawal, status } = answer.json<{ id: string; status: string }>();
  return { status: answer.statusCode, state: status, withdrawal };
}

async function confirmsByMail(id: string, withdrawal: string) {
  const { rows } = await db.pool.query<{ code: string }>(
    "select values ->> 'code' as code from app.mail_outbox where user_id = $1 and template = 'withdrawal-code' order by created_at desc, id desc limit 1",
    [id],
  );
  return post(`/withdrawals/${withdrawal}/confirm`, id, { code: rows[0]?.code ?? '' });
}

async function decides(withdrawalId: string, clientId: string, decision: 'approve' | 'reject') {
  const { outcome } = await books.run({
    kind: 'decide_withdrawal', staffId: staff, clientId, withdrawalId, decision, reason: decision === 'reject' ? 'no' : null, payoutReference: 'wire 9',
  }); // prettier-ignore
  expect(outcome).toMatchObject({ ok: true });
}

describe('where a withdrawal goes', () => {
  it('[F54] a destination that was never paid asks for a code, whatever staff switched; one that was paid does not', async () => {
    const id = await client();
    const first = await requests(id, PAYPAL);
    expect([first.status, first.state]).toEqual([202, 'awaiting_code']);
    expect((await confirmsByMail(id, first.withdrawal)).statusCode).toBe(200);
    // Asked for is not paid.
    expect((await requests(id, PAYPAL)).state).toBe('awaiting_code');
    await decides(first.withdrawal, id, 'approve');
    expect(await requests(id, PAYPAL)).toMatchObject({ status: 201, state: 'pending' });
    for (const other of [
      { ...PAYPAL, paypalemail: 'thief@example.org' },
      { method: 'cashapp', cashapptag: '$ann', amount: '10.00' },
    ])
      expect(await requests(id, other)).toMatchObject({ status: 202, state: 'awaiting_code' });
    // It is this client's alone.
    expect((await requests(await client(), PAYPAL)).state).toBe('awaiting_code');
  });

  it('[F54] what was rejected or came back was not paid; blanks and dashes make no other destination', async () => {
    const id = await client();
    const bank = { method: 'bank', an: 'GB33 BUKB 2020 1555', bn: 'First Bank', aname: 'Ann Lee', amount: '10.00' };
    const rejected = await requests(id, bank);
    await confirmsByMail(id, rejected.withdrawal);
    await decides(rejected.withdrawal, id, 'reject');
    expect((await requests(id, bank)).state).toBe('awaiting_code');
    const paid = await requests(id, bank);
    await confirmsByMail(id, paid.withdrawal);
    await decides(paid.withdrawal, id, 'approve');
    expect((await requests(id, { ...bank, an: 'GB33BUKB-20201555', bn: 'First  Bank ' })).state).toBe('pending');
    expect((await requests(id, { ...bank, an: 'GB33BUKB20201556' })).state).toBe('awaiting_code');
    await books.run({ kind: 'return_withdrawal', staffId: staff, clientId: id, withdrawalId: paid.withdrawal, reason: 'closed' }); // prettier-ignore
    expect((await requests(id, bank)).state).toBe('awaiting_code');
  });

  it('[F54] with two-factor on every withdrawal asks for its code, also where the client was paid before', async () => {
    const id = await client();
    const first = await requests(id, PAYPAL);
    await confirmsByMail(id, first.withdrawal);
    await decides(first.withdrawal, id, 'approve');
    await turnOn(id);
    const again = await requests(id, PAYPAL);
    expect([again.status, again.state]).toEqual([202, 'awaiting_code']);
    expect(said(await post(`/withdrawals/${again.withdrawal}/confirm`, id, { code: '000000' }))).toEqual([422, 'withdrawal.code_wrong']); // prettier-ignore
    expect((await post(`/withdrawals/${again.withdrawal}/confirm`, id, { code: codeNow() })).statusCode).toBe(200);
    expect(await http.get('/withdrawals/terms', id)).toMatchObject({ code_required: true });
  });

  it('[F54] mailed codes are guessed ten times an hour, over all withdrawals of a person', async () => {
    const id = await client();
    const guesses: unknown[] = [];
    const first = await requests(id, PAYPAL);
    for (let n = 0; n < 5; n += 1)
      guesses.push(said(await post(`/withdrawals/${first.withdrawal}/confirm`, id, { code: '000000' })));
    const second = await requests(id, PAYPAL);
    for (let n = 0; n < 5; n += 1)
      guesses.push(said(await post(`/withdrawals/${second.withdrawal}/confirm`, id, { code: '000000' })));
    const four = Array.from({ length: 4 }, () => [422, 'withdrawal.code_wrong']);
    expect(guesses).toEqual([...four, [422, 'withdrawal.code_blocked'], ...four, [422, 'withdrawal.code_blocked']]);
    const third = await requests(id, PAYPAL);
    expect(said(await post(`/withdrawals/${third.withdrawal}/confirm`, id, { code: '000000' }))).toEqual([429, 'request.too_many']); // prettier-ignore
    expect((await confirmsByMail(id, third.withdrawal)).statusCode).toBe(429);
    books.at(new Date(books.now().getTime() + 3_600_000));
    const fourth = await requests(id, PAYPAL);
    expect((await confirmsByMail(id, fourth.withdrawal)).statusCode).toBe(200);
  });

  it('[F54] the books keep no word of it, and the commit function takes none that skips the code', async () => {
    const id = await client();
    const first = await requests(id, PAYPAL);
    const { rows } = await db.pool.query<{ text: string; payee: string }>('select w::text as text, payee from ledger.withdrawal w where id = $1', [first.withdrawal]); // prettier-ignore
    expect(rows[0]?.text).not.toContain('ann@example.org');
    const tryCommit = await commitTester(db.pool, staff, books.now());
    const held = (payee: string | null) => {
      const withdrawal = newId();
      return tryCommit({
        entries: [
          { event: 'withdrawal_requested', client: id, subject: withdrawal, postings: [['cash', 1_000], ['withdrawing', -1_000]] },
        ],
        rows: {
          withdrawal: [
            { code_tries: 0, not_received: false, id: withdrawal, client_id: id, amount: '1000', fee_bps: 0, fee: '0', method: 'paypal', coin: null, status: 'pending', code_hash: null, code_expires_at: null, code_sends: 0, created_at: books.now(), requested_at: books.now(), payee },
          ],
        },
      }); // prettier-ignore
    };
    const payee = rows[0]?.payee ?? '';
    expect(await held(payee)).toBe('F54');
    await confirmsByMail(id, first.withdrawal);
    await decides(first.withdrawal, id, 'approve');
    expect(await held(payee)).toBe('accepted');
    expect(await held('another')).toBe('F54');
    await turnOn(id);
    expect(await held(payee)).toBe('F54');
  });
});
