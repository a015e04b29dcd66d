import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FraudSignal, FraudSignals } from '@clearbook/contracts/fraud';
import { messages } from '@clearbook/contracts/messages';
import { fraudSentences } from '@clearbook/contracts/words/fraud';
import { parsePrice, PRICE_SCALE } from '@clearbook/domain/market';
import sharp, { type Sharp } from 'sharp';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, newTxid, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { localStorage } from '../../adapters/files/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { auditRoutes } from '../audit/index.ts';
import { depositRoutes } from '../deposits/index.ts';
import { SecondFactor } from '../sessions/index.ts';
import { withdrawalRoutes } from '../withdrawals/index.ts';
import { fraudRoutes } from './index.ts';
import { readSignals } from './signals.query.ts';

const DAY_MS = 86_400_000;
let db: FreshDatabase;
let books: Books;
let http: Served;
let files: FileStore;
let folder: string;
let staff: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  staff = await books.openParty('staff');
  folder = await mkdtemp(join(tmpdir(), 'fraud-'));
  const seal = createSeal(Buffer.alloc(32, 7));
  files = new FileStore(db.pool, localStorage(folder), seal);
  const { pool } = db;
  const { ledger } = books;
  const price = { ok: true, price: parsePrice('2000'), source: 'test', quoteId: null, at: books.now() } as const;
  http = await serve(books.now, (register) => {
    fraudRoutes(register, { pool });
    auditRoutes(register, { pool });
    depositRoutes(register, {
      ledger,
      pool,
      files,
      market: simulatedMarket(books.now),
      prices: { usdPrice: () => Promise.resolve(price) },
      config: { mode: 'demo' },
    });
    withdrawalRoutes(register, {
      ledger,
      pool,
      config: { mode: 'demo' },
      secondFactor: new SecondFactor(pool, seal),
    });
  });
});
afterAll(async () => {
  await http.app.close();
  await books.ledger.close();
  await db.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => books.at(new Date(books.now().getTime() + 60_000)));

type What = 'deposit' | 'withdrawal' | 'verification';
const signals = (what: What, id: string, who = `admin ${staff}`) =>
  http.get<FraudSignals>(`/admin/${what}s/${id}/signals`, who);
/** Kinds and severities, which is what most tests are about. */
const kinds = async (what: What, id: string) =>
  Object.fromEntries((await signals(what, id)).signals.map(({ kind, severity }) => [kind, severity]));
const one = async (what: What, id: string, kind: FraudSignal['kind']) => {
  const found = (await signals(what, id)).signals.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
};
const dismiss = (what: What, id: string, { kind, digest }: FraudSignal, who = `admin ${staff}`, reason = 'A family') =>
  http.send('POST', '/admin/signal-dismissals', who, { what, id, kind, digest, reason });

/** Somebody who has been a client for a month, with money that came in long ago. */
async function client(fullname = 'Ann Lee'): Promise<string> {
  const id = await books.openParty();
  await db.pool.query('update app.user set fullname = $2, created_at = $3 where id = $1', [
    id,
    fullname,
    new Date(books.now().getTime() - 30 * DAY_MS),
  ]);
  await books.fund(id, 1_000_000n);
  return id;
}

/** A receipt with stripes of its own. */
function receipt(seed: number, width = 600): Sharp {
  let state = seed;
  const cell = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  const rects = Array.from({ length: 64 }, (_, i) => {
    const grey = cell();
    return `<rect x="${(i % 8) * 75}" y="${Math.floor(i / 8) * 100}" width="75" height="100" fill="rgb(${grey},${grey},${grey})"/>`;
  });
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800">${rects.join('')}</svg>`;
  return sharp(Buffer.from(drawn)).resize(width);
}

async function deposit(clientId: string, image: Buffer): Promise<string> {
  const asked = await books.run({ kind: 'create_deposit', clientId, amount: 50_000n, method: 'tether', address: 'T-1', rate: PRICE_SCALE, rateSource: 'test' }); // prettier-ignore
  if (!asked.outcome.ok) throw new Error(asked.outcome.refusal.code);
  const { id: depositId } = asked.outcome.result;
  const fileId = await files.store({ ownerId: clientId, kind: 'proof', data: image }, books.now());
  await books.run({ kind: 'attach_proof', clientId, depositId, fileId });
  return depositId;
}
const decides = (depositId: string, txid: string, output = 0) =>
  http.send('POST', `/admin/deposits/${depositId}/decision`, `admin ${staff}`, { decision: 'approve', txid, output_index: output }); // prettier-ignore

const IBAN = { method: 'bank', an: 'GB33BUKB20201555555555', bn: 'First Bank', aname: 'Ann Lee', amount: '100.00' };
async function withdraws(id: string, body: object): Promise<string> {
  const answer = await http.send('POST', '/withdrawals', id, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ id: string }>().id;
}
/** With the code from the mail entered: from then on it is before staff. */
async function confirmed(id: string, body: object): Promise<string> {
  const withdrawalId = await withdraws(id, body);
  const { rows } = await db.pool.query<{ code: string }>("select values ->> 'code' as code from app.mail_outbox where user_id = $1 and template = 'withdrawal-code' order by created_at desc, id desc limit 1", [id]); // prettier-ignore
  await http.send('POST', `/withdrawals/${withdrawalId}/confirm`, id, { code: rows[0]?.code });
  return withdrawalId;
}
async function paid(id: string, body: object): Promise<string> {
  const withdrawalId = await confirmed(id, body);
  const { outcome } = await books.run({ kind: 'decide_withdrawal', staffId: staff, clientId: id, withdrawalId, decision: 'approve', reason: null, payoutReference: 'wire 9' }); // prettier-ignore
  expect(outcome).toMatchObject({ ok: true });
  books.at(new Date(books.now().getTime() + 2 * 3_600_000));
  return withdrawalId;
}
const device = (id: string, at: Date) => db.pool.query('insert into app.known_device values ($1, sha256($2::bytea), $3, $3)', [id, newId(), at]); // prettier-ignore

async function document(id: string, image: Buffer): Promise<void> {
  await db.pool.query("insert into app.verification (user_id, submission, state, submitted_at) values ($1, $2, 'pending', $3)", [id, newId(), books.now()]); // prettier-ignore
  const fileId = await files.store({ ownerId: id, kind: 'identity', data: image }, books.now());
  await db.pool.query("insert into app.verification_document (id, user_id, side, file_id, state, submitted_at) values ($1, $2, 'front', $3, 'pending', $4)", [newId(), id, fileId, books.now()]); // prettier-ignore
}

describe('ten planted frauds', () => {
  it('[FS3] a proof that another client sent, and one that its client sends twice', async () => {
    const image = await receipt(1).png().toBuffer();
    const [ann, ben] = [await client(), await client('Ben Ray')];
    const first = await deposit(ann, image);
    expect(await signals('deposit', first)).toEqual({ signals: [], flags: 0 });
    const stolen = await deposit(ben, image);
    const found = await signals('deposit', stolen);
    expect(found).toMatchObject({ flags: 1, signals: [{ kind: 'same_image', severity: 'serious', dismissed: null }] });
    expect(found.signals[0]?.text).toBe('This proof of payment is the same file that another client sent.');
    expect(found.signals[0]?.records).toEqual([{ what: 'deposit', id: first, user_id: ann, user_email: `${ann}@example.test` }]); // prettier-ignore
    const own = await receipt(2).png().toBuffer();
    await deposit(ann, own);
    expect(await kinds('deposit', await deposit(ann, own))).toEqual({ same_image: 'look' });
  });

  it('[FS4] a proof of another client that was saved anew, scaled and brightened', async () => {
    await deposit(await client(), await receipt(3).png().toBuffer());
    const forged = await receipt(3, 420).modulate({ brightness: 1.05 }).jpeg({ quality: 60 }).toBuffer();
    const id = await deposit(await client('Ben Ray'), forged);
    expect(await kinds('deposit', id)).toEqual({ similar_image: 'look' });
    expect(await kinds('deposit', await deposit(await client(), await receipt(4).png().toBuffer()))).toEqual({});
  });

  it('[FS5] a payment that was entered for another deposit, also where the books refused it', async () => {
    const [first, second, third] = await Promise.all(
      [5, 6, 7].map(async (seed) => deposit(await client(), await receipt(seed).png().toBuffer())),
    );
    const txid = newTxid();
    expect((await decides(first ?? '', txid)).statusCode).toBe(200);
    expect((await decides(second ?? '', txid)).statusCode).toBe(409);
    const found = await one('deposit', second ?? '', 'payment_tried');
    expect(found).toMatchObject({ severity: 'serious', text: `Transaction ${txid} was entered for another deposit.` });
    expect(found.records.map(({ id }) => id)).toEqual([first]);
    // One transaction pays several people, each by an output of its own.
    expect((await decides(third ?? '', txid, 1)).statusCode).toBe(200);
    expect(await kinds('deposit', third ?? '')).toEqual({ payment_tried: 'note' });
  });

  it('[FS5] the same payment in another spelling, and what is no transaction at all', async () => {
    const [first = '', second = ''] = await Promise.all(
      [24, 25].map(async (seed) => deposit(await client(), await receipt(seed).png().toBuffer())),
    );
    const txid = newTxid();
    expect((await decides(first, `0x${txid.toUpperCase()}`)).statusCode).toBe(200);
    expect(said(await decides(second, 'f'.repeat(120)))).toEqual([422, 'deposit.txid_format']);
    expect(await kinds('deposit', second)).toEqual({});
    expect((await decides(second, txid)).statusCode).toBe(409);
    expect(await one('deposit', second, 'payment_tried')).toMatchObject({
      severity: 'serious',
      text: `Transaction ${txid} was entered for another deposit.`,
    });
    // What was entered for the first is known by its one name too.
    const { rows } = await db.pool.query('select txid from app.payment_try where deposit_id = $1', [first]);
    expect(rows).toEqual([{ txid }]);
  });

  it('[FS5] what was kept as it was typed has the one name too, once', async () => {
    const ann = await client();
    const id = await deposit(ann, await receipt(30).png().toBuffer());
    const txid = newTxid();
    for (const typed of [`0x${txid}`, ` ${txid}`, 'a screenshot'])
      await db.ownerPool.query(
        'insert into app.payment_try (deposit_id, client_id, txid, output_index, staff_id, at) values ($1, $2, $3, 0, $4, $5)',
        [id, ann, typed, staff, books.now()],
      );
    const migration = new URL('../../../migrations/187.do.payments_and_destinations.sql', import.meta.url);
    await db.ownerPool.query(await readFile(migration, 'utf8'));
    const { rows } = await db.pool.query('select txid from app.payment_try where deposit_id = $1 order by length(txid)', [id]); // prettier-ignore
    expect(rows).toEqual([{ txid: 'a screenshot' }, { txid }]);
  });

  it('[FS6] straw clients who are all paid to one account', async () => {
    const an = 'DE02 1203 0000 0000 2020 51';
    const [ann, ...others] = [await client(), await client(), await client(), await client()];
    const first = await withdraws(ann ?? '', { ...IBAN, an });
    expect(await kinds('withdrawal', first)).toEqual({ first_payout: 'note' });
    await withdraws(others[0] ?? '', { ...IBAN, an: 'de02-1203-0000-0000-2020-51', bn: 'Another Bank' });
    expect(await kinds('withdrawal', first)).toEqual({ shared_destination: 'look', first_payout: 'note' });
    for (const other of others.slice(1)) await withdraws(other, { ...IBAN, an });
    expect(await one('withdrawal', first, 'shared_destination')).toMatchObject({
      severity: 'serious',
      text: '3 other clients requested a payout to the same destination.',
    });
    // Short numbers are the same at many banks.
    await withdraws(await client(), { ...IBAN, an: '20201555', bn: 'First Bank' });
    const elsewhere = await withdraws(await client(), { ...IBAN, an: '20201555', bn: 'Second Bank' });
    expect(await kinds('withdrawal', elsewhere)).toEqual({ first_payout: 'note' });
  });

  it('[FS6] straw clients who spell one destination in several ways', async () => {
    const tag = { method: 'cashapp', amount: '20.00' };
    await withdraws(await client(), { ...tag, cashapptag: '$mallory' });
    expect(await kinds('withdrawal', await withdraws(await client(), { ...tag, cashapptag: 'Mallory' }))).toMatchObject(
      { shared_destination: 'look' },
    );
    const wallet = { method: 'gcash', amount: '20.00', gcashacctname: 'Ann Lee' };
    await withdraws(await client('Ann Lee'), { ...wallet, gcashacctnumber: '09171234567' });
    await withdraws(await client('Ann Lee'), { ...wallet, gcashacctnumber: '+639171234567' });
    const last = await withdraws(await client('Ann Lee'), { ...wallet, gcashacctnumber: '639171234567' });
    expect((await one('withdrawal', last, 'shared_destination')).text).toContain('2 other clients');
    const other = await withdraws(await client('Ann Lee'), { ...wallet, gcashacctnumber: '6391712345' });
    expect(await kinds('withdrawal', other)).toEqual({ first_payout: 'note' });
  });

  it('[FS6] one destination with dashes, dots and zeros wherever they fit', async () => {
    const key = async (body: object) =>
      (await db.pool.query<{ key: string }>('select app.destination_of($1) as key', [body])).rows[0]?.key;
    const bank = (accountNumber: string, bankName: string) => key({ accountNumber, bankName, accountName: 'Ann Lee' });
    expect(await bank('D-E02 1203-0000', 'First Bank')).toBe(await bank('DE0212030000', 'Another'));
    expect(await bank('d e02 1203 0000', 'First Bank')).toBe(await bank('DE0212030000', 'Another'));
    expect(await bank('2020-1555', 'First-Bank')).toBe(await bank('20201555', 'first bank.'));
    expect(await bank('20201555', 'First Bank')).not.toBe(await bank('20201555', 'Second Bank'));
    const numbers = [
      '09171234567',
      '9171234567',
      '+639171234567',
      '+6309171234567',
      '00639171234567',
      '006309171234567',
    ];
    const keys = await Promise.all(numbers.map((gcashacctnumber) => key({ gcashacctnumber })));
    expect(new Set(keys)).toEqual(new Set(['gcash 09171234567']));
    expect(await key({ gcashacctnumber: '6391712345' })).toBe('gcash 6391712345');
  });

  it('[FS7] an account in somebody else’s name', async () => {
    const id = await withdraws(await client('Ann Lee'), { ...IBAN, an: 'FR7630006000011234567890189', aname: 'Karl Voss' }); // prettier-ignore
    expect(await one('withdrawal', id, 'name_differs')).toMatchObject({
      severity: 'look',
      text: 'The account is in the name of “Karl Voss”, and the client’s name is “Ann Lee”.',
    });
  });

  it('[FS8] an address that was swapped for one that begins and ends alike', async () => {
    const ann = await client();
    const coin = { method: 'crypto', coin: 'ethereum', amount: '50.00' };
    await paid(ann, { ...coin, address: `0xabcd${'1'.repeat(32)}ef01` });
    const swapped = await withdraws(ann, { ...coin, address: `0xabcd${'2'.repeat(32)}ef01` });
    expect(await kinds('withdrawal', swapped)).toEqual({ lookalike_address: 'serious', first_payout: 'note' });
    const same = await withdraws(ann, { ...coin, address: `0xabcd${'1'.repeat(32)}ef01` });
    expect(await kinds('withdrawal', same)).toEqual({});
  });

  it('[FS9] a stolen account: a new device, a new password and a new destination', async () => {
    const ann = await client();
    await device(ann, new Date(books.now().getTime() - 30 * DAY_MS));
    const an = 'NL91ABNA0417164300';
    await paid(ann, { ...IBAN, an });
    await device(ann, new Date(books.now().getTime() - 3_600_000));
    const known = await withdraws(ann, { ...IBAN, an });
    expect(await kinds('withdrawal', known)).toEqual({ new_device: 'note' });
    const elsewhere = await withdraws(ann, { ...IBAN, an: 'BE68539007547034' });
    expect(await kinds('withdrawal', elsewhere)).toEqual({ new_device: 'look', first_payout: 'note' });
    await db.pool.query('select ledger.cool_down($1, $2)', [ann, books.now()]);
    await db.pool.query("insert into app.account_lock values (sha256('1'), $1, 'password', 'a@example.test', false, $2, $3, null)", [ann, books.now(), new Date(books.now().getTime() + DAY_MS)]); // prettier-ignore
    const stolen = await withdraws(ann, { ...IBAN, an: 'AT611904300234573201' });
    expect(await kinds('withdrawal', stolen)).toEqual({ new_device: 'serious', access_changed: 'serious', first_payout: 'note' }); // prettier-ignore
    const { text, digest } = await one('withdrawal', stolen, 'access_changed');
    expect(text).toContain('The password was changed shortly before the first payout');
    // The link that said which change it was is forgotten after a week; the signal stays the same one.
    await db.pool.query('delete from app.account_lock');
    expect(await one('withdrawal', stolen, 'access_changed')).toMatchObject({ digest });
  });

  it('[FS9] a passkey that was added shortly before is named, and so is any other change', async () => {
    const ann = await client();
    await db.pool.query("insert into app.account_lock values (sha256('2'), $1, 'passkey_added', 'a@example.test', false, $2, $3, null)", [ann, books.now(), new Date(books.now().getTime() + DAY_MS)]); // prettier-ignore
    const out = await withdraws(ann, { ...IBAN, an: 'DK5000400440116243' });
    expect((await one('withdrawal', out, 'access_changed')).text).toContain('A passkey was added shortly before the first payout'); // prettier-ignore
    expect(Object.keys(fraudSentences.changes)).toEqual(Object.keys(messages.lock.changes));
  });

  it('[FS8] [FS9] a payout that was approved later, or after the device came, makes nothing harmless', async () => {
    const ann = await client();
    await device(ann, new Date(books.now().getTime() - 30 * DAY_MS));
    await device(ann, new Date(books.now().getTime() - 3_600_000));
    const coin = { method: 'crypto', coin: 'ethereum', amount: '50.00' };
    const address = `0xabce${'3'.repeat(32)}ef02`;
    const first = await paid(ann, { ...coin, address });
    const alike = await withdraws(ann, { ...coin, address: `0xabce${'4'.repeat(32)}ef02` });
    books.at(new Date(books.now().getTime() + 60_000));
    await paid(ann, { ...coin, address: `0xabce${'4'.repeat(32)}ef02` });
    expect(await kinds('withdrawal', first)).toEqual({ new_device: 'look', first_payout: 'note' });
    expect(await kinds('withdrawal', alike)).toEqual({ lookalike_address: 'serious', new_device: 'look', first_payout: 'note' }); // prettier-ignore
    // Whoever came with the device has been paid there by now, and nobody before.
    const second = await withdraws(ann, { ...coin, address });
    const found = await one('withdrawal', second, 'new_device');
    expect(found).toMatchObject({ severity: 'look' });
    expect(found.text).toContain('They were first paid at this destination after that.');
  });

  it('[FS10] money that comes in and leaves again without a trade', async () => {
    const ann = await client();
    expect((await decides(await deposit(ann, await receipt(8).png().toBuffer()), newTxid())).statusCode).toBe(200);
    books.at(new Date(books.now().getTime() + 3_600_000));
    const out = await withdraws(ann, { ...IBAN, an: 'ES9121000418450200051332', amount: '480.00' });
    expect(await one('withdrawal', out, 'straight_out')).toMatchObject({ severity: 'look' });
    const part = await withdraws(ann, { ...IBAN, an: 'ES9121000418450200051332', amount: '20.00' });
    expect(await kinds('withdrawal', part)).toEqual({ first_payout: 'note' });
  });

  it('[FS10] the same in two requests, each for a little less than half', async () => {
    const ann = await client();
    expect((await decides(await deposit(ann, await receipt(11).png().toBuffer()), newTxid())).statusCode).toBe(200);
    books.at(new Date(books.now().getTime() + 3_600_000));
    const slice = { ...IBAN, an: 'FR1420041010050500013M02606', amount: '240.00' };
    // One that waits for its code is before nobody.
    await withdraws(ann, { ...slice, amount: '480.00' });
    books.at(new Date(books.now().getTime() + 60_000));
    expect(await kinds('withdrawal', await confirmed(ann, slice))).toEqual({ first_payout: 'note' });
    books.at(new Date(books.now().getTime() + 60_000));
    const second = await withdraws(ann, slice);
    expect(await one('withdrawal', second, 'straight_out')).toMatchObject({ severity: 'look' });
    expect((await one('withdrawal', second, 'straight_out')).text).toContain('$480.00 leaves of $500.00');
  });

  it('[FS10] one small trade before the large deposit is no trade with it, and old winnings are no money that came in', async () => {
    const ann = await client();
    expect((await decides(await deposit(ann, await receipt(26).png().toBuffer()), newTxid())).statusCode).toBe(200);
    books.at(new Date(books.now().getTime() + 60_000));
    const opened = books.now();
    books.at(new Date(books.now().getTime() + 60_000));
    await db.ownerPool.query(
      `insert into ledger.trade (book, id, client_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left,
         leverage_hundredths, status, entry_price, entry_quote_id, opened_at, closed_at, closed_by, realised, shortfall)
       values (ledger.book_of($1), $2, $1, 'EURUSD', 'buy', 1, 0, 100, 0, 100, 0, 100, 'closed', 1, 'q', $3, $4, 'client', 1, 0)`,
      [ann, newId(), opened, books.now()],
    );
    const an = 'SE4550000000058398257466';
    books.at(new Date(books.now().getTime() + 60_000));
    expect(await kinds('withdrawal', await withdraws(ann, { ...IBAN, an, amount: '480.00' }))).toEqual({
      first_payout: 'note',
    });
    expect((await decides(await deposit(ann, await receipt(27).png().toBuffer()), newTxid())).statusCode).toBe(200);
    books.at(new Date(books.now().getTime() + 60_000));
    const out = await withdraws(ann, { ...IBAN, an, amount: '900.00' });
    expect((await one('withdrawal', out, 'straight_out')).text).toContain('$500.00 leaves of $500.00');
    const winnings = await withdraws(ann, { ...IBAN, an, amount: '1001.00' });
    expect(await kinds('withdrawal', winnings)).toEqual({ first_payout: 'note' });
  });

  it('[FS3] one passport for two accounts', async () => {
    const image = await receipt(9).png().toBuffer();
    const [ann, ben] = [await client(), await client('Ben Ray')];
    await document(ann, image);
    await document(ben, image);
    const found = await one('verification', ben, 'same_image');
    expect(found).toMatchObject({ severity: 'serious', records: [{ what: 'verification', id: ann, user_id: ann }] });
    expect(found.text).toBe('One of these documents is the same file that another client sent.');
  });

  it('[FS3] another client’s document as a proof of payment, and the other way round', async () => {
    const [ann, ben] = [await client(), await client('Ben Ray')];
    const image = await receipt(28).png().toBuffer();
    const proof = await deposit(ann, image);
    await document(ben, image);
    const found = await one('deposit', proof, 'same_image');
    expect(found).toMatchObject({ severity: 'serious', records: [{ what: 'verification', id: ben, user_id: ben }] });
    expect(await one('verification', ben, 'same_image')).toMatchObject({
      severity: 'serious',
      records: [{ what: 'deposit', id: proof, user_id: ann }],
    });
  });

  it('[FS3] one payslip for two accounts', async () => {
    const image = await receipt(12).png().toBuffer();
    const clients = [await client(), await client('Ben Ray')];
    for (const [nth, id] of clients.entries()) {
      await document(
        id,
        await receipt(13 + nth)
          .png()
          .toBuffer(),
      );
      const fileId = await files.store({ ownerId: id, kind: 'funds', data: image }, books.now());
      await db.pool.query(
        "insert into app.funds_document (id, user_id, number, kind, file_id, submitted_at) values ($1, $2, 1, 'payslip', $3, $4)",
        [newId(), id, fileId, books.now()],
      );
    }
    const [ann = '', ben = ''] = clients;
    expect(await one('verification', ben, 'same_image')).toMatchObject({
      severity: 'serious',
      records: [{ what: 'verification', id: ann, user_id: ann }],
    });
  });
});

describe('fraud signals', () => {
  it('[FS1] are of a record that exists, and of what the role may see', async () => {
    for (const what of ['deposits', 'withdrawals', 'verifications'])
      expect((await http.ask(`/admin/${what}/${newId()}/signals`, `admin ${staff}`)).statusCode).toBe(404);
    const id = await deposit(await client(), await receipt(10).png().toBuffer());
    expect((await http.ask(`/admin/verifications/${staff}/signals`, `support ${staff}`)).statusCode).toBe(403);
    expect((await http.ask(`/admin/deposits/${id}/signals`, await client())).statusCode).toBe(403);
  });

  it('[FS4] reads no file from end to end', async () => {
    const reader = await db.ownerPool.connect();
    try {
      await reader.query('set enable_seqscan = off');
      for (const asked of ['app.look_quarters(look) && app.near_quarters(5)', "sha256 = sha256('1')"]) {
        const { rows } = await reader.query<{ 'QUERY PLAN': string }>(
          `explain select from app.file where look is not null and ${asked}`,
        );
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/file_look|file_digest/);
      }
      const { rows } = await reader.query<{ 'QUERY PLAN': string }>(
        `explain select from app.note where kind = 'destination' and app.destination_of(body) = 'x'`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('note_same_destination');
    } finally {
      reader.release(true);
    }
  });

  it('[FS11] are dismissed once, with a reason, and open again where the facts change', async () => {
    const image = await receipt(11).png().toBuffer();
    await deposit(await client(), image);
    const id = await deposit(await client('Ben Ray'), image);
    const signal = await one('deposit', id, 'same_image');
    expect(said(await dismiss('deposit', id, signal, `support ${staff}`))).toEqual([403, 'auth.permission_missing']);
    expect(said(await dismiss('deposit', id, signal, `admin ${staff}`, ' '))).toEqual([422, 'request.invalid']);
    expect(said(await dismiss('deposit', id, { ...signal, digest: '0'.repeat(32) }))).toEqual([409, 'signal.gone']);
    const other = await books.openParty('staff');
    const both = await Promise.all([dismiss('deposit', id, signal), dismiss('deposit', id, signal, `admin ${other}`)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = both[0].statusCode === 200 ? staff : other;
    // The same request once more has happened.
    expect((await dismiss('deposit', id, signal, `admin ${winner}`)).statusCode).toBe(200);
    expect(await signals('deposit', id)).toMatchObject({
      flags: 0,
      signals: [{ kind: 'same_image', dismissed: { by_email: `${winner}@example.test`, reason: 'A family' } }],
    });
    await deposit(await client('Cy Day'), image);
    expect(await signals('deposit', id)).toMatchObject({
      flags: 1,
      signals: [{ kind: 'same_image', dismissed: null }],
    });
    const [ann, support] = [await client(), await books.openParty('staff')];
    await db.ownerPool.query("update ledger.role_given set role = 'support' where staff_id = $1", [support]);
    for (const nobody of [ann, support])
      await expect(
        db.pool.query("insert into app.signal_dismissal values ($1, 'same_image', $2, $3, $4, 'x', now())", [newId(), signal.digest, ann, nobody]),
      ).rejects.toThrow('FS11'); // prettier-ignore
    await expect(db.pool.query('delete from app.signal_dismissal')).rejects.toThrow('permission denied');
    await expect(db.pool.query("update app.signal_dismissal set reason = 'x'")).rejects.toThrow('permission denied');
  });

  it('[FS11] count those who come after the fifty that are named, and are open again for them', async () => {
    const an = 'FI2112345600000785';
    const out = await withdraws(await client(), { ...IBAN, an });
    const image = await receipt(29).png().toBuffer();
    const proof = await deposit(await client(), image);
    const join = async (count: number) => {
      await db.pool.query(
        `insert into app.note (subject_id, kind, client_id, body, at) select gen_random_uuid(), 'destination', gen_random_uuid(), $1, $2 from generate_series(1, $3)`,
        [{ accountNumber: an, bankName: 'First Bank', accountName: 'Ann Lee' }, books.now(), count],
      );
      await db.pool.query(
        `insert into app.file (id, owner_id, kind, sha256, bytes, mime, created_at)
         select gen_random_uuid(), gen_random_uuid(), 'identity', f.sha256, 1, 'image/webp', $2
         from ledger.deposit d join app.file f on f.id = d.proof_file cross join generate_series(1, $3) where d.id = $1`,
        [proof, books.now(), count],
      );
      return [await one('withdrawal', out, 'shared_destination'), await one('deposit', proof, 'same_image')] as const;
    };
    const [destination, file] = await join(60);
    expect([destination.text, file.text]).toEqual([
      '60 other clients requested a payout to the same destination.',
      'This proof of payment is the same file that 60 other clients sent.',
    ]);
    expect((await dismiss('withdrawal', out, destination)).statusCode).toBe(200);
    expect((await dismiss('deposit', proof, file)).statusCode).toBe(200);
    expect((await join(1)).map(({ dismissed }) => dismissed)).toEqual([null, null]);
  });

  it('[FS15] are dismissed by nobody whom they are about', async () => {
    const ann = await client();
    await books.run({ kind: 'adjust', staffId: staff, clientId: ann, direction: 'credit', amount: 100_00n, reason: 'goodwill', corrects: null }); // prettier-ignore
    const out = await withdraws(ann, { ...IBAN, an: 'PT50000201231234567890154' });
    const signal = await one('withdrawal', out, 'given_by_staff');
    expect(said(await dismiss('withdrawal', out, signal))).toEqual([409, 'decision.own_account']);
    const other = await books.openParty('staff');
    expect((await dismiss('withdrawal', out, signal, `admin ${other}`)).statusCode).toBe(200);
  });

  it('[FS12] are told to no client, and name nobody to a role that sees no clients', async () => {
    const image = await receipt(12).png().toBuffer();
    const [ann, ben] = [await client(), await client('Ben Ray')];
    await deposit(ann, image);
    const id = await deposit(ben, image);
    const before = await http.get<{ data: object[] }>('/me/audit', ben);
    expect((await dismiss('deposit', id, await one('deposit', id, 'same_image'))).statusCode).toBe(200);
    expect(await http.get('/me/audit', ben)).toEqual(before);
    const { rows } = await db.pool.query("select subject_id, client_id, facts from ledger.audit where action = 'signal.dismiss' order by number desc limit 1"); // prettier-ignore
    expect(rows).toEqual([{ subject_id: id, client_id: null, facts: { signal: 'same_image' } }]);
    const told = await db.pool.query('select from app.notification n where n::text like any($1)', [
      [`%${id}%signal%`, '%fraud%', '%dismiss%'],
    ]);
    expect(told.rowCount).toBe(0);
    const blind = await readSignals(db.pool, { what: 'deposit', id }, false);
    expect(blind?.signals[0]).toMatchObject({ kind: 'same_image', records: [] });
  });
});
