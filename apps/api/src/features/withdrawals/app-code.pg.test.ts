import { messages } from '@clearbook/contracts/messages';
import type { Withdrawal } from '@clearbook/contracts/funding';
import { TOTP } from 'otpauth';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { serve, type Served } from '../../../test/served.ts';
import { createSeal } from '../../platform/seal.ts';
import { SecondFactor } from '../sessions/index.ts';
import { withdrawalRoutes } from './index.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
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

const post = (url: string, id: string, body: object = {}, key?: string) => http.send('POST', url, id, body, key);
const codeNow = () => new TOTP({ secret: SECRET }).generate({ timestamp: books.now().getTime() });
const wrongCode = () => codeNow().replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));
const mails = async (id: string) =>
  (
    await db.pool.query<{ template: string }>('select template from app.mail_outbox where user_id = $1 order by id', [
      id,
    ])
  ).rows.map(({ template }) => template);

/** A client with money whose withdrawals ask for a code and who has an authenticator. */
async function guarded({ withApp = true } = {}): Promise<string> {
  const id = await books.openParty();
  await books.fund(id, 100_000n);
  await books.run({
    kind: 'set_controls',
    staffId: staff,
    clientId: id,
    status: null,
    billing: null,
    code: true,
    reason: 'asked for',
    noteId: newId(),
  });
  if (withApp) await turnOn(id);
  return id;
}
async function turnOn(id: string): Promise<void> {
  await secondFactor.begin(id, SECRET, books.now());
  await db.pool.query('update app.second_factor set confirmed_at = $2 where user_id = $1', [id, books.now()]);
}
const withdraw = async (id: string, amount = '100.00') => {
  const answer = await post('/withdrawals', id, { method: 'paypal', amount, paypalemail: 'ann@example.org' });
  expect([answer.statusCode, answer.json<{ status: string }>().status]).toEqual([202, 'awaiting_code']);
  return answer.json<{ id: string }>().id;
};
const shown = (id: string, withdrawal: string) => http.get<Withdrawal>(`/withdrawals/${withdrawal}`, id);

describe('a withdrawal of somebody with an authenticator', () => {
  it('[A97] waits for the app’s code, no code is mailed, and the right one confirms it, once', async () => {
    const id = await guarded();
    const withdrawal = await withdraw(id);
    expect(await mails(id)).not.toContain('withdrawal-code');
    expect(await shown(id, withdrawal)).toMatchObject({ code_from: 'authenticator' });
    const code = codeNow();
    const key = newId();
    const answers = await Promise.all(
      [1, 2, 3].map(() => post(`/withdrawals/${withdrawal}/confirm`, id, { code }, key)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await shown(id, withdrawal)).toMatchObject({ status: 'pending', code_from: null });
    // The same code for another withdrawal in the same half minute is used up, and that is no wrong try.
    const other = await withdraw(id);
    const again = await post(`/withdrawals/${other}/confirm`, id, { code });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([422, 'withdrawal.code_used']);
    const { rows } = await db.pool.query('select code_tries from ledger.withdrawal where id = $1', [other]);
    expect(rows).toEqual([{ code_tries: 0 }]);
  });

  it('[A97] counts a wrong code in the books: five end it and give the money back', async () => {
    const id = await guarded();
    const withdrawal = await withdraw(id);
    const confirm = async () =>
      (await post(`/withdrawals/${withdrawal}/confirm`, id, { code: wrongCode() })).json<{ code: string }>().code;
    expect([await confirm(), await confirm(), await confirm(), await confirm(), await confirm()]).toEqual([
      'withdrawal.code_wrong',
      'withdrawal.code_wrong',
      'withdrawal.code_wrong',
      'withdrawal.code_wrong',
      'withdrawal.code_blocked',
    ]);
    expect(await shown(id, withdrawal)).toMatchObject({ status: 'cancelled' });
    expect(await books.party(id)).toMatchObject({ cash: '100000', withdrawing: '0' });
    // More withdrawals do not buy more guesses.
    const next = await withdraw(id);
    expect((await post(`/withdrawals/${next}/confirm`, id, { code: codeNow() })).statusCode).toBe(429);
  });

  it('[A97] is asked for by mail where there is no authenticator, and follows when one is turned on or off meanwhile', async () => {
    const id = await guarded({ withApp: false });
    const withdrawal = await withdraw(id);
    expect((await mails(id)).filter((template) => template === 'withdrawal-code')).toHaveLength(1);
    expect(await shown(id, withdrawal)).toMatchObject({ code_from: 'email' });
    await turnOn(id);
    await post(`/withdrawals/${withdrawal}/resend`, id);
    expect(await shown(id, withdrawal)).toMatchObject({ code_from: 'authenticator' });
    const refused = await post(`/withdrawals/${withdrawal}/resend`, id);
    expect(refused.json()).toMatchObject({ code: 'withdrawal.code_from_app', detail: messages.secondFactor.fromApp });
    await db.pool.query('delete from app.second_factor where user_id = $1', [id]);
    await post(`/withdrawals/${withdrawal}/resend`, id);
    expect(await shown(id, withdrawal)).toMatchObject({ code_from: 'email' });
    expect((await mails(id)).filter((template) => template === 'withdrawal-code')).toHaveLength(2);
  });
});
