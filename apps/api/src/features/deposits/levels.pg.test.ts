import type { DepositLimits } from '@clearbook/contracts/funding';
import type { Proposal } from '@clearbook/contracts/proposals';
import type { Configure } from '@clearbook/domain/configuration';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreeningList } from '../../adapters/screening/index.ts';
import { type Books, brokenInvariants, newTxid, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase, makeLive } from '../../../test/database.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { said, serve, type Served } from '../../../test/served.ts';
import { commitTester } from '../../../test/try-commit.ts';
import { localStorage } from '../../adapters/files/index.ts';
import type { Answer } from '../../ledger/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { createSeal } from '../../platform/seal.ts';
import { identityRoutes } from '../identity/index.ts';
import { proposalRoutes } from '../proposals/index.ts';
import { depositRoutes } from './index.ts';

/** A live site in two processes. */
let db: FreshDatabase;
let books: Books;
let other: Books;
let http: Served;
let demo: Served;
let maker: string;
let checker: string;

beforeAll(async () => {
  db = await freshDatabase();
  await makeLive(db);
  [books, other] = [openBooks(db.pool), openBooks(db.pool)];
  [maker, checker] = [await books.openParty('staff'), await books.openParty('staff')];
  const routes = (mode: 'demo' | 'live') =>
    serve(books.now, (register) => {
      const { ledger } = books;
      const { pool } = db;
      const files = new FileStore(pool, localStorage('/nowhere'), createSeal(Buffer.alloc(32, 7)));
      const prices = {
        usdPrice: () =>
          Promise.resolve({ ok: true as const, price: 10_000_000_000n, source: 't', quoteId: null, at: books.now() }),
      };
      const config = { mode };
      depositRoutes(register, { ledger, pool, files, prices, market: simulatedMarket(books.now), config });
      identityRoutes(register, { pool, files, ledger, config, screeningList: openScreeningList({}) });
      proposalRoutes(register, { ledger, pool, config });
    });
  [http, demo] = [await routes('live'), await routes('demo')];
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await Promise.all([http.app.close(), demo.app.close()]);
  await Promise.all([books.ledger.close(), other.ledger.close()]);
  await db.drop();
});

async function client(verified = true): Promise<string> {
  const id = await books.openParty();
  await db.pool.query('update app.user set is_verified = $2 where id = $1', [id, verified]);
  return id;
}
const pay = (clientId: string, amount: bigint, on = books) =>
  on.run({ kind: 'create_deposit', clientId, amount, method: 'tether', address: 'T', rate: 10_000_000_000n, rateSource: 't' }); // prettier-ignore
const code = ({ outcome }: Answer): string => (outcome.ok ? 'ok' : outcome.refusal.code);
const limits = (id: string) => http.get<DepositLimits>('/me/deposit-limits', `client ${id}`);
const post = (path: string, body: object, who: string, by = http) => by.send('POST', path, who, body, newId());
/** What somebody recorded last of a client's document: its last day, so many days from now. */
async function expires(id: string, days: number, approved = true): Promise<void> {
  const day = new Date(books.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  await db.pool.query('update app.identity_dates set replaced_at = $2 where user_id = $1 and replaced_at is null', [id, books.now()]); // prettier-ignore
  await db.pool.query(
    'insert into app.identity_dates (id, user_id, expires_on, review_on, approved, recorded_at, recorded_by) values ($1, $2, $3, $3, $4, $5, $6)',
    [newId(), id, day, approved, books.now(), maker],
  );
}
/** Asks for a payout, confirms it with its code and approves it: how each ended, until one did not go through. */
async function payout(id: string, amount: bigint): Promise<string[]> {
  const [withdrawalId, codeHash] = [newId(), 'x'];
  const asked = await books.run({
    kind: 'request_withdrawal', clientId: id, withdrawalId, amount, method: 'bank', coin: null, destination: { iban: 'DE00' },
    payee: 'a bank', expectedFee: null, code: '246810', codeHash,
  }); // prettier-ignore
  const done = [code(asked)];
  if (!asked.outcome.ok) return done;
  done.push(code(await books.run({ kind: 'confirm_withdrawal', clientId: id, withdrawalId, codeHash })));
  const approve = { kind: 'decide_withdrawal', staffId: maker, clientId: id, withdrawalId, decision: 'approve', reason: null, payoutReference: 'wire 1' } as const; // prettier-ignore
  done.push(code(await books.run(approve)));
  return done;
}
async function decides(kind: 'document' | 'take back', id: string): Promise<void> {
  const body = { documented: kind === 'document', reason: 'payslips' };
  const made = await post(`/admin/users/${id}/source-of-funds`, body, `admin ${maker}`);
  expect(made.statusCode, made.body).toBe(201);
  const path = `/admin/proposals/${made.json<Proposal>().id}/decision`;
  expect(said(await post(path, { decision: 'approve' }, `admin ${maker}`))).toEqual([409, 'proposal.own']);
  const done = await post(path, { decision: 'approve' }, `admin ${checker}`);
  expect(done.json<Proposal>().status, done.body).toBe('approved');
}
async function configures(key: string, value: { day: string | null; month: string | null }): Promise<void> {
  const command: Configure = { kind: 'configure', item: 'deposit_limit', key, value: JSON.stringify(value), effectiveAt: null, replaces: null, reverts: null }; // prettier-ignore
  const proposalId = newId();
  await books.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'a drill' });
  const decide = { kind: 'decide_proposal', staffId: checker, proposalId, command, decision: 'approve', reason: null } as const; // prettier-ignore
  expect((await books.run(decide)).outcome).toMatchObject({ ok: true, result: { status: 'approved' } });
}

describe('what a client of a live site can deposit', () => {
  it('[F55] depends on their level, and is shown with what is used, what is left and every level', async () => {
    const id = await client();
    expect(code(await pay(id, 400_000n))).toBe('ok');
    expect(await limits(id)).toEqual({
      level: 'identity',
      document_expired: false,
      funds_documented: false,
      day: {
        limit: { amount: '10000.00', currency: 'USD' },
        used: { amount: '4000.00', currency: 'USD' },
        left: { amount: '6000.00', currency: 'USD' },
        resets_at: '2026-03-12T00:00:00.000Z',
      },
      month: {
        limit: { amount: '50000.00', currency: 'USD' },
        used: { amount: '4000.00', currency: 'USD' },
        left: { amount: '46000.00', currency: 'USD' },
        resets_at: '2026-04-01T00:00:00.000Z',
      },
      levels: [
        { level: 'email', day: { amount: '500.00', currency: 'USD' }, month: { amount: '1000.00', currency: 'USD' } },
        {
          level: 'identity',
          day: { amount: '10000.00', currency: 'USD' },
          month: { amount: '50000.00', currency: 'USD' },
        },
        { level: 'funds', day: null, month: null },
      ],
    });
    const staffs = await http.get<DepositLimits>(`/admin/users/${id}/deposit-limits`, `admin ${maker}`);
    expect(staffs).toEqual(await limits(id));
    expect(code(await pay(id, 600_001n))).toBe('deposit.level');
    expect((await limits(await client(false))).level).toBe('email');
  });

  it('[F55] is nothing in demo mode: no level, no limit, and nothing to document', async () => {
    const id = await client(false);
    const shown = await demo.get<DepositLimits>('/me/deposit-limits', `client ${id}`);
    expect(shown).toEqual({
      level: null,
      document_expired: false,
      funds_documented: false,
      day: null,
      month: null,
      levels: [],
    });
    const body = { documented: true, reason: 'payslips' };
    expect(said(await post(`/admin/users/${id}/source-of-funds`, body, `admin ${maker}`, demo))).toEqual([409, 'funds.demo']); // prettier-ignore
  });

  it('[F56] is a sum: two requests in the same moment, in two processes, do not slip past it', async () => {
    const id = await client();
    const answers = await Promise.all([pay(id, 600_000n), pay(id, 600_000n, other), pay(id, 600_000n)]);
    expect(answers.map(code).toSorted()).toEqual(['deposit.level', 'deposit.level', 'ok']);
    expect((await limits(id)).day?.used.amount).toBe('6000.00');
  });

  it('[F56] is held by the database as well, whatever a server decided', async () => {
    const id = await client();
    const tryCommit = await commitTester(db.pool, maker, books.now());
    const deposit = (amount: bigint) => ({
      id: newId(), client_id: id, amount: String(amount), method: 'tether', status: 'awaiting_payment', address: 'T', pay_units: String(amount * 1_000_000n), rate: '10000000000',
      rate_source: 't', expires_at: new Date(books.now().getTime() + 3_600_000), created_at: books.now(),
    }); // prettier-ignore
    const commit = (amount: bigint) => tryCommit({ entries: [], rows: { deposit: [deposit(amount)] }, actor: id });
    expect(await commit(1_000_001n)).toBe('40001');
    expect(await commit(700_000n)).toBe('accepted');
    expect(await commit(300_001n)).toBe('40001');
    expect(await commit(300_000n)).toBe('accepted');
  });

  it('[F57] never refuses what arrived, nor a withdrawal: it is credited beyond the limit, and counts from then on', async () => {
    const id = await client();
    const { outcome } = await pay(id, 900_000n);
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    const depositId = outcome.result.id;
    expect(code(await books.run({ kind: 'attach_proof', clientId: id, depositId, fileId: newId() }))).toBe('ok');
    // Meanwhile nothing more can be deposited at this level.
    await configures('identity', { day: '1.00', month: '1.00' });
    const decide = {
      kind: 'decide_deposit', staffId: maker, clientId: id, depositId, decision: 'approve', reason: null, txid: newTxid(), outputIndex: 0, receivedUnits: null,
      receivedAt: books.now(), rateNow: null, proposalId: newId(),
    } as const; // prettier-ignore
    expect(code(await books.run(decide))).toBe('ok');
    expect((await books.party(id))['cash']).toBe('900000');
    expect(code(await pay(id, 1n))).toBe('deposit.level');
    expect((await limits(id)).day).toMatchObject({ limit: { amount: '1.00' }, used: { amount: '9000.00' }, left: { amount: '0.00' } }); // prettier-ignore
    const out = await books.run({
      kind: 'request_withdrawal', clientId: id, withdrawalId: newId(), amount: 900_000n, method: 'bank', coin: null, destination: { iban: 'DE00' },
      payee: 'a bank', expectedFee: null, code: '246810', codeHash: 'x',
    }); // prettier-ignore
    expect(code(out)).toBe('ok');
  });

  it('[I30] is what an email allows once the document has expired, and a payout goes through just as before', async () => {
    const id = await client();
    await expires(id, 1);
    await decides('document', id);
    expect(code(await pay(id, 2_000_000n))).toBe('ok');
    const receivedAt = books.now();
    const { outcome } = await pay(id, 40_000n);
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    const depositId = outcome.result.id;
    expect(code(await books.run({ kind: 'attach_proof', clientId: id, depositId, fileId: newId() }))).toBe('ok');
    // Two days later the document is past its last day. What was asked for before is credited all the same.
    books.at(new Date(books.now().getTime() + 2 * 86_400_000));
    const decide = {
      kind: 'decide_deposit', staffId: maker, clientId: id, depositId, decision: 'approve', reason: null, txid: newTxid(), outputIndex: 0, receivedUnits: null,
      receivedAt, rateNow: null, proposalId: newId(),
    } as const; // prettier-ignore
    expect(code(await books.run(decide))).toBe('ok');
    expect((await books.party(id))['cash']).toBe('40000');
    expect(await limits(id)).toMatchObject({ level: 'email', document_expired: true, day: { limit: { amount: '500.00' } } }); // prettier-ignore
    const refused = await pay(id, 100_001n);
    expect(code(refused)).toBe('deposit.level');
    expect(!refused.outcome.ok && refused.outcome.refusal.values?.['expired']).toBe('yes');
    const tryCommit = await commitTester(db.pool, maker, books.now());
    const deposit = {
      id: newId(), client_id: id, amount: '100001', method: 'tether', status: 'awaiting_payment', address: 'T', pay_units: '100001000000', rate: '10000000000',
      rate_source: 't', expires_at: new Date(books.now().getTime() + 3_600_000), created_at: books.now(),
    }; // prettier-ignore
    expect(await tryCommit({ entries: [], rows: { deposit: [deposit] }, actor: id })).toBe('40001');

    // All of it, without a hold, and paid once staff approve: as for a client whose document is valid.
    expect(await payout(id, 40_000n)).toEqual(['ok', 'ok', 'ok']);
    expect((await books.party(id))['cash']).toBe('0');
    await expires(id, 1);
    expect(await limits(id)).toMatchObject({ level: 'funds', document_expired: false, day: null });
    // Nothing of it in demo mode.
    await expires(id, -1, false);
    expect(await demo.get<DepositLimits>('/me/deposit-limits', `client ${id}`)).toMatchObject({ level: null, document_expired: false }); // prettier-ignore
  });

  it('[I25] is more once two people say that the source of funds is documented, and less once they take it back', async () => {
    const id = await client();
    expect(code(await pay(id, 2_000_000n))).toBe('deposit.level');
    await decides('document', id);
    expect(await limits(id)).toMatchObject({ level: 'funds', funds_documented: true, day: null, month: null });
    expect(code(await pay(id, 2_000_000n))).toBe('ok');
    await decides('take back', id);
    expect((await limits(id)).level).toBe('identity');
    expect(code(await pay(id, 100n))).toBe('deposit.level');
    const { rows } = await db.pool.query<{ action: string }>("select action from ledger.audit where client_id = $1 and action like 'funds.%' order by at, action", [id]); // prettier-ignore
    expect(rows.map(({ action }) => action).toSorted()).toEqual(['funds.document', 'funds.take_back']);
    const { rows: mails } = await db.pool.query("select template from app.mail_outbox where user_id = $1 and template like 'funds-%' order by template", [id]); // prettier-ignore
    expect(mails).toEqual([{ template: 'funds-documented' }, { template: 'funds-undocumented' }]);
  });

  it('[I25] the commit function takes it from two people alone', async () => {
    const id = await client();
    const tryCommit = await commitTester(db.pool, maker, books.now());
    const commit = (row: object) => tryCommit({ entries: [], rows: { documented_funds: [{ client_id: id, documented: true, at: books.now(), ...row }] } }); // prettier-ignore
    expect(await commit({})).toBe('CB085');
    for (const wrong of [{ at: new Date(0) }, { documented: false }, { client_id: maker }])
      expect(await commit(wrong)).toBe('I25');
    const made = await post(`/admin/users/${id}/source-of-funds`, { documented: true, reason: 'r' }, `admin ${maker}`);
    const approval = { id: made.json<Proposal>().id, status: 'approved', decided_by: checker, decided_at: books.now() };
    expect(await tryCommit({ entries: [], rows: { proposal: [approval] } })).toBe('CB084');
  });
});
