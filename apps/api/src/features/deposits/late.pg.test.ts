import type { AdminDeposit } from '@clearbook/contracts/admin';
import { DEPOSIT_WINDOW_MS } from '@clearbook/domain/funding';
import { loanLevel } from '@clearbook/domain/loans';
import { parsePrice } from '@clearbook/domain/market';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, newTxid, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { type CommitEntry, commitTester } from '../../../test/try-commit.ts';
import { serve, type Served } from '../../../test/served.ts';
import { type CoinPrice, PRICE_UNAVAILABLE } from '../market/index.ts';
import { findDepositForStaff } from './deposits.query.ts';
import { depositRoutes } from './index.ts';

const DAY_MS = 86_400_000;
let db: FreshDatabase;
let books: Books;
let http: Served;
let staff: string;
/** What the price service says a bitcoin costs; null: it does not answer. */
let bitcoin: string | null = '50000';

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  http = await serve(books.now, (register) =>
    depositRoutes(register, {
      ledger: books.ledger,
      pool: db.pool,
      files: { store: async () => newId() } as unknown as Parameters<typeof depositRoutes>[1]['files'],
      market: {} as unknown as Parameters<typeof depositRoutes>[1]['market'],
      prices: {
        usdPrice: async (): Promise<CoinPrice> =>
          bitcoin === null
            ? PRICE_UNAVAILABLE
            : { ok: true, price: parsePrice(bitcoin), source: 'test', quoteId: null, at: books.now() },
      },
      config: { mode: 'demo' },
    }),
  );
});
afterAll(async () => {
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const later = (ms: number) => books.at(new Date(books.now().getTime() + ms));
const send = (who: string, url: string, body: object) =>
  http.send('POST', url, who === staff ? `admin ${who}` : who, body);
/** A deposit of $100 at $50,000 a coin whose proof comes two hours later, at this price. */
async function late(priceThen: string | null): Promise<string> {
  const clientId = await books.openParty();
  bitcoin = '50000';
  const { id } = (await send(clientId, '/deposits', { amount: '100.00', method: 'bitcoin' })).json<{ id: string }>();
  later(2 * DEPOSIT_WINDOW_MS);
  bitcoin = priceThen;
  const { body, type } = proof();
  const answer = await http.app.inject({
    method: 'POST',
    url: `/api/v1/deposits/${id}/proof`,
    payload: body,
    headers: { cookie: clientId, 'idempotency-key': newId(), 'content-type': type },
  });
  expect(answer.statusCode).toBe(200);
  later(3 * DAY_MS);
  return id;
}
function proof() {
  const edge = 'edge';
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="p.png"\r\ncontent-type: image/png\r\n\r\n`;
  return { body: `${head}proof\r\n--${edge}--\r\n`, type: `multipart/form-data; boundary=${edge}` };
}
/** Credits what came, once more typed where it is not what was asked for. */
const approve = (id: string, confirm_credit?: string) =>
  send(staff, `/admin/deposits/${id}/decision`, { decision: 'approve', ...(confirm_credit && { confirm_credit }) });

it('[F5] late proof is credited at the price of its moment, whatever it costs or whoever is silent at approval', async () => {
  const [higher, silent] = [await late('40000'), await late('40000')];
  bitcoin = '60000';
  expect((await approve(higher, '80.00')).json()).toMatchObject({
    status: 'approved',
    credited: { amount: '80.00' },
    late: { rate: '40000.00', source: 'test' },
  });
  bitcoin = null;
  expect((await approve(silent, '80.00')).json()).toMatchObject({ credited: { amount: '80.00' } });
});

it('[F5] where no price could be had then, the one at approval counts, and without one nothing is decided', async () => {
  const id = await late(null);
  const refused = await approve(id);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, 'price.unavailable']);
  bitcoin = '60000';
  expect((await approve(id, '120.00')).json()).toMatchObject({ status: 'approved', credited: { amount: '120.00' } });
});

it('[F50] in demo mode a sum that is large, or not what was asked for, is typed again, and the commit function asks for it too', async () => {
  bitcoin = '50000';
  const clientId = await books.openParty();
  const ask = async (amount: string) => {
    const { id } = (await send(clientId, '/deposits', { amount, method: 'bitcoin' })).json<{ id: string }>();
    await books.run({ kind: 'attach_proof', clientId, depositId: id, fileId: newId() });
    return id;
  };
  const credit = async (id: string, received_amount: string, confirm_credit?: string) => {
    const body = { decision: 'approve', received_amount, ...(confirm_credit && { confirm_credit }) };
    const answer = await send(staff, `/admin/deposits/${id}/decision`, body);
    return answer.statusCode === 200
      ? answer.json<AdminDeposit>().credited?.amount
      : answer.json<{ code: string }>().code;
  };
  const small = await ask('145.35');
  // A slip of four digits: 29.07 coins instead of 0.002907.
  expect(await credit(small, '29.07')).toBe('deposit.credit_too_large');
  expect(await credit(small, '0.0029')).toBe('145.00');
  const off = await ask('145.35');
  expect(await credit(off, '0.0028')).toBe('deposit.credit_unconfirmed');
  expect(await credit(off, '0.0028', '145.35')).toBe('deposit.credit_unconfirmed');
  expect(await credit(off, '0.0028', '140.00')).toBe('140.00');
  const large = await ask('10000.01');
  expect(await credit(large, '0.200001')).toBe('deposit.credit_unconfirmed');

  const tryCommit = await commitTester(db.pool, staff, books.now());
  const entry: CommitEntry = {
    event: 'deposit_approved', client: clientId, subject: large, postings: [['custody:bitcoin', 1_000_001], ['cash', -1_000_001]],
  }; // prettier-ignore
  const moved = {
    id: large, status: 'approved', received_units: '20000100', receipt_rate: '500000000000000', credited: '1000001', txid: newTxid(),
    output_index: 0, decided_at: books.now(), decided_by: staff,
  }; // prettier-ignore
  expect(await tryCommit({ entries: [entry], rows: { deposit: [moved] } })).toBe('F50');
  expect(await tryCommit({ entries: [entry], rows: { deposit: [{ ...moved, confirmed: '1000001' }] } })).toBe(
    'accepted',
  );
});

it('[F48] whoever is asked to wait hears for how many seconds', async () => {
  const clientId = await books.openParty();
  books.at(new Date('2026-05-04T23:50:00.000Z'));
  for (let i = 0; i < 3; i += 1)
    expect((await send(clientId, '/demo/top-up', { amount: '1.00' })).statusCode).toBe(201);
  const fourth = await send(clientId, '/demo/top-up', { amount: '1.00' });
  expect([fourth.statusCode, fourth.headers['retry-after']]).toEqual([429, '600']);
});

it('[F47] staff’s turn begins with the proof of a deposit, and with the application of a loan; where nothing waits there is no age', async () => {
  const read = (id: string) => http.get<AdminDeposit>(`/admin/deposits/${id}`, `admin ${staff}`);
  const clientId = await books.openParty();
  const unpaid = (await send(clientId, '/deposits', { amount: '100.00', method: 'bitcoin' })).json<{ id: string }>();
  expect((await read(unpaid.id)).waiting_since).toBeNull();

  const proven = await late('40000');
  const began = new Date(books.now().getTime() - 3 * DAY_MS).toISOString();
  const shown = await read(proven);
  expect(shown).toMatchObject({ waiting_since: began, proof_at: began });
  expect(Date.parse(began) - Date.parse(shown.created_at)).toBe(2 * DEPOSIT_WINDOW_MS);
  const listed = await http.get<{ data: AdminDeposit[] }>('/admin/deposits', `admin ${staff}`);
  expect(listed.data.find(({ id }) => id === proven)?.waiting_since).toBe(began);
  await approve(proven, '80.00');
  expect((await read(proven)).waiting_since).toBeNull();

  await books.run({
    kind: 'adjust', staffId: staff, clientId, direction: 'credit', amount: loanLevel(1).portfolio, reason: 'moved', corrects: null,
  }); // prettier-ignore
  const applied = books.now().toISOString();
  const { outcome } = await books.run({ kind: 'apply_loan', clientId, level: 1, monthlyIncome: 500_000n, goals: 'a house' }); // prettier-ignore
  const loan = outcome.ok ? (outcome.result['id'] ?? '') : '';
  later(DAY_MS);
  expect(await findDepositForStaff(db.pool, loan, books.now())).toMatchObject({
    method: 'Loan',
    waiting_since: applied,
  });
});

it('[F53] a payment is credited once, however its transaction id is written, and never under a text that is none', async () => {
  bitcoin = '50000';
  const clientId = await books.openParty();
  const credit = async (txid: string) => {
    const { id } = (await send(clientId, '/deposits', { amount: '145.00', method: 'bitcoin' })).json<{ id: string }>();
    await books.run({ kind: 'attach_proof', clientId, depositId: id, fileId: newId() });
    const body = { decision: 'approve', received_amount: '0.0029', txid, output_index: 0 };
    const answer = await send(staff, `/admin/deposits/${id}/decision`, body);
    return `${answer.statusCode} ${answer.json<{ code?: string }>().code ?? ''}`.trim();
  };
  const txid = newTxid();
  expect(await credit(txid.toUpperCase())).toBe('200');
  expect(await credit(`0x${txid}`)).toBe('409 deposit.output_already_credited');
  expect(await credit('paid by bank')).toBe('422 deposit.txid_format');
});
