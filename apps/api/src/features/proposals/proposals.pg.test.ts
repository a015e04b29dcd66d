import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import type { Proposal, StaffMember } from '@clearbook/contracts/proposals';
import { CLAIM_MS } from '@clearbook/contracts/queues';
import { routes } from '@clearbook/contracts/routes';
import { ALONE_LIMIT } from '@clearbook/domain/funding';
import { PROPOSED_KINDS } from '@clearbook/domain/proposals';
import type { LightMyRequestResponse } from 'fastify';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { type Books, brokenInvariants, fundedLive, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase, makeLive } from '../../../test/database.ts';
import { commitTester } from '../../../test/try-commit.ts';
import { simulatedMarket } from '../../../test/market.ts';
import { ORIGIN, serve, type Served } from '../../../test/served.ts';
import { localStorage } from '../../adapters/files/index.ts';
import { FileStore } from '../../platform/files/index.ts';
import { createSeal, holdSeal } from '../../platform/seal.ts';
import { auditRoutes } from '../audit/index.ts';
import { clientRoutes } from '../clients/index.ts';
import { addStaff, SecondFactor } from '../sessions/index.ts';
import { tradeRoutes } from '../trades/index.ts';
import { withdrawalRoutes } from '../withdrawals/index.ts';
import { proposalRoutes } from './index.ts';

const DAY_MS = 86_400_000;
const OPENED = new Date('2026-03-11T16:00:00.000Z');

/** A site in live mode: its database refuses what live mode does not allow, and its routes know. */
let db: FreshDatabase;
let books: Books;
let live: Served;
let maker: string;
let checker: string;

beforeAll(async () => {
  db = await freshDatabase();
  await makeLive(db);
  books = openBooks(db.pool);
  [maker, checker] = [await books.openParty('staff'), await books.openParty('staff')];
  live = await server();
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await live.app.close();
  await books.ledger.close();
  await db.drop();
});

async function server(): Promise<Served> {
  const { pool } = db;
  const { ledger } = books;
  const config = { mode: 'live' as const };
  const market = simulatedMarket(books.now);
  const seal = createSeal(Buffer.alloc(32, 7));
  await holdSeal(pool, seal);
  return serve(
    books.now,
    (register) => {
      tradeRoutes(register, { ledger, pool, market, config });
      withdrawalRoutes(register, { ledger, pool, config, secondFactor: new SecondFactor(pool, seal) });
      clientRoutes(register, {
        ledger,
        pool,
        config,
        files: new FileStore(pool, localStorage('/nowhere'), seal),
        checkPassword: () => Promise.resolve(),
      });
      auditRoutes(register, { pool });
      proposalRoutes(register, { ledger, pool, config });
    },
    config,
  );
}

const get = <T>(path: string, who = checker, role = 'admin'): Promise<T> => live.get<T>(path, `${role} ${who}`);
const post = (path: string, body: object, who = maker, key: string = newId()) =>
  live.send('POST', path, `admin ${who}`, body, key);

type Page = { data: Proposal[]; total: number };
type Proposed = { id: string; entry_number: string | null; proposal_id: string | null; message: string };
const verdict = (answer: LightMyRequestResponse) =>
  `${answer.statusCode} ${answer.json<{ code?: string }>().code ?? ''}`.trim();
const find = async (id: string, who = checker): Promise<Proposal> => {
  const { data } = await get<Page>('/admin/proposals?page_size=100', who);
  const found = data.find((each) => each.id === id);
  if (!found) throw new Error('no such proposal');
  return found;
};
const decide = (id: string, who = checker, key: string = newId()) =>
  post(`/admin/proposals/${id}/decision`, { decision: 'approve' }, who, key);
const decline = (id: string, who = checker) =>
  post(`/admin/proposals/${id}/decision`, { decision: 'decline', reason: 'not this one' }, who);
const entriesOf = async (clientId: string) =>
  (
    await get<{ data: { number: string; event: string; reason: string | null; change: { amount: string } }[] }>(
      `/admin/users/${clientId}/entries`,
    )
  ).data;

/** A client with money that came in as money comes in live mode. */
async function funded(cents: bigint): Promise<string> {
  const clientId = await fundedLive(books, cents);
  expect((await books.party(clientId))['cash']).toBe(cents.toString());
  return clientId;
}

async function withdrawal(clientId: string, amount: bigint): Promise<string> {
  const withdrawalId = newId();
  const { outcome } = await books.run({
    kind: 'request_withdrawal', clientId, withdrawalId, amount, method: 'paypal', coin: null, destination: { paypalemail: 'a@example.test' }, expectedFee: null,
    code: '1', codeHash: 'x', payee: 'p',
  }); // prettier-ignore
  expect(outcome).toMatchObject({ ok: true });
  // Where nobody was paid before it asks for a code (F54).
  if (outcome.ok && outcome.result['status'] === 'awaiting_code')
    await books.run({ kind: 'confirm_withdrawal', clientId, withdrawalId, codeHash: 'x' });
  const { rows } = await db.pool.query<{ status: string }>('select status from ledger.withdrawal where id = $1', [
    withdrawalId,
  ]);
  expect(rows[0]?.status).toBe('pending');
  return withdrawalId;
}

const CREDIT = { direction: 'credit', amount: '25.00', reason: 'a goodwill payment' };

describe('what needs two people in live mode', () => {
  it('[G40] a credit is proposed by the same request, in words, and nothing happens until another person approves it', async () => {
    const client = await funded(100_000n);
    const answer = await post(`/admin/users/${client}/adjustments`, CREDIT);
    expect(answer.statusCode).toBe(202);
    expect(safeParse(routes['POST /admin/users/:id/adjustments'].reply, answer.json()).error?.issues).toBeUndefined();
    const { proposal_id: id, entry_number: number, message } = answer.json<Proposed>();
    expect(message).toBe(messages.proposal.made);
    expect(number).toBeNull();
    expect(await entriesOf(client)).toHaveLength(1);

    const waiting = await find(id ?? '');
    expect(waiting).toMatchObject({
      act: { kind: 'adjust', direction: 'credit', amount: { amount: '25.00' }, corrects: null },
      reason: CREDIT.reason,
      user_id: client,
      proposed_by: { id: maker },
      status: 'waiting',
      may_decide: true,
      lapses_at: new Date(books.now().getTime() + 7 * DAY_MS).toISOString(),
    });
    expect((await find(id ?? '', maker)).may_decide).toBe(false);

    expect((await decide(id ?? '')).json<Proposal>()).toMatchObject({
      status: 'approved',
      decided_by: { id: checker },
    });
    const [entry] = await entriesOf(client);
    expect(entry).toMatchObject({ event: 'adjustment', reason: CREDIT.reason, change: { amount: '25.00' } });
    const { rows } = await db.pool.query('select actor_id from ledger.entry where number = $1', [entry?.number]);
    expect(rows, 'the entry is by whoever made it happen').toEqual([{ actor_id: checker }]);
  });

  it('[G40] the same rules refuse it right away: a debit beyond its entry, an unknown entry, an empty reason', async () => {
    const client = await funded(10_000n);
    const [deposit] = await entriesOf(client);
    const debit = (amount: string, corrects = deposit?.number) =>
      post(`/admin/users/${client}/adjustments`, { direction: 'debit', amount, reason: 'twice', corrects });
    expect(verdict(await debit('100.01'))).toBe('422 adjustment.debit_too_large');
    expect(verdict(await debit('1.00', '999999'))).toBe('422 adjustment.entry_unknown');
    expect(verdict(await post(`/admin/users/${client}/adjustments`, { ...CREDIT, reason: ' ' }))).toBe(
      '422 request.invalid',
    );
    const trade = {
      type: 'loss',
      symbol: 'EURUSD',
      side: 'buy',
      amount: '500.00',
      reason: 'typed twice',
      corrects: deposit?.number,
    };
    expect(verdict(await post(`/admin/users/${client}/trades`, trade))).toBe('422 adjustment.debit_too_large');

    const proposed = await post(`/admin/users/${client}/trades`, { ...trade, amount: '40.00' });
    expect(proposed.statusCode).toBe(202);
    expect((await decide(proposed.json<Proposed>().id)).json<Proposal>().status).toBe('approved');
    expect((await books.party(client))['cash']).toBe('6000');
  });

  it('[G40] a payout of more than $10,000.00 is proposed, one of exactly that is not; rejecting never is', async () => {
    expect(ALONE_LIMIT).toBe(1_000_000n);
    const client = await funded(5_000_000n);
    const [large, small, other] = [
      await withdrawal(client, 1_000_001n),
      await withdrawal(client, 1_000_000n),
      await withdrawal(client, 1_500_000n),
    ];
    const approval = { decision: 'approve', payout_reference: 'PP-1' };
    const at = (id: string) => `/admin/withdrawals/${id}/decision`;
    expect((await post(at(small), approval)).json<AdminWithdrawal>().status).toBe('approved');
    expect((await post(at(other), { decision: 'reject', reason: 'wrong name' })).json<AdminWithdrawal>().status).toBe(
      'rejected',
    );

    expect(verdict(await post(at(large), { decision: 'approve' })), 'the reference is asked for as always').toBe(
      '422 request.invalid',
    );
    const proposed = await post(at(large), approval);
    expect(proposed.statusCode).toBe(202);
    const shown = proposed.json<AdminWithdrawal>();
    expect(shown).toMatchObject({ status: 'pending' });
    expect(verdict(await post(at(large), approval))).toBe('409 proposal.already_waiting');
    const id = shown.proposal_id ?? '';
    expect(verdict(await decide(id, maker))).toBe('409 proposal.own');
    expect((await decide(id)).json<Proposal>()).toMatchObject({
      status: 'approved',
      act: { kind: 'approve_payout', withdrawal_id: large, payout_reference: 'PP-1' },
    });
    expect(await get<AdminWithdrawal>(`/admin/withdrawals/${large}`)).toMatchObject({
      status: 'approved', payout_reference: 'PP-1', proposal_id: null,
    }); // prettier-ignore
  });

  it('[G40] the commit function refuses it by itself: nobody’s adjustment or large payout without a second person', async () => {
    const client = await funded(2_000_000n);
    const large = await withdrawal(client, 1_000_001n);
    const adjusted = books.run({
      kind: 'adjust', staffId: maker, clientId: client, direction: 'credit', amount: 100n, reason: 'alone', corrects: null,
    }); // prettier-ignore
    await expect(adjusted).rejects.toMatchObject({ code: 'CB092' });
    const paid = books.run({
      kind: 'decide_withdrawal', staffId: maker, clientId: client, withdrawalId: large, decision: 'approve', reason: null, payoutReference: 'x',
    }); // prettier-ignore
    expect((await paid).outcome).toEqual({ ok: false, refusal: { code: 'release.two_people' } });
    const pays = await commitTester(db.pool, maker, books.now());
    const payout = { event: 'withdrawal_approved', client, subject: large, postings: [['withdrawing', 1_000_001], ['custody:paypal', -1_000_001]] } as const; // prettier-ignore
    expect(await pays({ entries: [{ ...payout, postings: [...payout.postings.map((line): [typeof line[0], number] => [...line])] }] })).toBe('CB092'); // prettier-ignore

    const { id } = (await post(`/admin/users/${client}/adjustments`, CREDIT)).json<Proposed>();
    const approve = async (actor: string, amount: number, row: object = {}) => {
      const now = books.now();
      const tryCommit = await commitTester(db.pool, actor, now);
      return tryCommit({
        entries: [{ event: 'adjustment', client, subject: newId(), postings: [['adjustments', amount], ['cash', -amount]] }],
        rows: { proposal: [{ id, status: 'approved', decided_by: actor, decided_at: now, ...row }] },
      }); // prettier-ignore
    };
    expect(await approve(maker, 2_500), 'the proposer').toBe('23514');
    expect(await approve(client, 2_500), 'the client').toBe('G41');
    expect(await approve(checker, 2_501), 'another amount').toBe('CB091');
    expect(await approve(checker, 2_500, { decided_by: newId() }), 'somebody else’s name').toBe('G41');
    expect(await approve(checker, 2_500, { decided_by: maker }), 'the proposer’s name').toBe('23514');
    for (const column of [{ amount: 2_501 }, { client_id: maker }, { proposed_by: newId() }, { lapses_at: books.now() }, { command: { kind: 'adjust' } }, { kind: 'record_trade' }])
      expect(await approve(checker, 2_500, column), 'another proposal than was made').toBe('G41'); // prettier-ignore
    expect(await approve(checker, 2_500, { status: 'declined' }), 'declined, and yet it moves').toBe('CB092');
    expect(await approve(checker, 2_500)).toBe('accepted');
    expect(await approve(checker, 2_500), 'twice').toBe('G41');
  });
});

describe('the decision', () => {
  const proposed = async (cents = 100_000n) => {
    const client = await funded(cents);
    const { id } = (await post(`/admin/users/${client}/adjustments`, CREDIT)).json<Proposed>();
    return { client, id };
  };

  it('[G41] the proposer cannot decide their own, nor decline it, and nobody knows another’s id', async () => {
    const { id } = await proposed();
    expect(verdict(await decide(id, maker))).toBe('409 proposal.own');
    expect(verdict(await decline(id, maker))).toBe('409 proposal.own');
    expect(verdict(await decide(newId()))).toBe('404 proposal.not_found');
    expect((await find(id)).status).toBe('waiting');
  });

  it('[G41] two approvers at one moment, and the same request again, do it once', async () => {
    const { id, client } = await proposed();
    const third = await books.openParty('staff');
    const key = newId();
    const answers = await Promise.all([decide(id, checker, key), decide(id, third), decide(id, checker, key)]);
    expect(answers.map(verdict).toSorted().at(-1)).toMatch(/409 decision.already_taken/);
    expect((await decide(id, checker)).statusCode).toBe(409);
    expect((await entriesOf(client)).filter(({ event }) => event === 'adjustment')).toHaveLength(1);
    expect((await books.party(client))['cash']).toBe('102500');
  });

  it('[G41] after seven days it has lapsed by itself, and the payout can be proposed again', async () => {
    const { id, client } = await proposed(3_000_000n);
    const large = await withdrawal(client, 2_000_000n);
    const approval = { decision: 'approve', payout_reference: 'PP-2' };
    await post(`/admin/withdrawals/${large}/decision`, approval);
    const begun = books.now();
    books.at(new Date(begun.getTime() + 7 * DAY_MS - 1));
    expect((await find(id)).status).toBe('waiting');
    books.at(new Date(begun.getTime() + 7 * DAY_MS));
    expect(await find(id)).toMatchObject({ status: 'lapsed', may_decide: false });
    expect(verdict(await decide(id))).toBe('409 proposal.lapsed');
    expect((await get<Page>('/admin/proposals?status=lapsed')).data.map((each) => each.id)).toContain(id);
    expect((await post(`/admin/withdrawals/${large}/decision`, approval)).statusCode).toBe(202);
    books.at(begun);
  });

  it('[F16] [G41] a payout that is proposed as sent is neither cancelled nor rejected before the proposal is decided', async () => {
    const client = await funded(3_000_000n);
    const large = await withdrawal(client, 2_000_000n);
    const sent = await post(`/admin/withdrawals/${large}/decision`, { decision: 'approve', payout_reference: 'PP-4' });
    const cancel = () => live.send('POST', `/withdrawals/${large}/cancel`, client, {}, newId());
    const refused = async (answer: LightMyRequestResponse) => [
      verdict(answer),
      answer.json<{ detail: string }>().detail,
    ];
    const { beingPaid } = messages.withdrawal;
    expect(await refused(await cancel())).toEqual(['409 withdrawal.being_paid', beingPaid.sent]);
    const reject = { decision: 'reject', reason: 'no' };
    expect(await refused(await post(`/admin/withdrawals/${large}/decision`, reject, checker))).toEqual([
      '409 withdrawal.being_paid',
      beingPaid.declineFirst,
    ]);
    await decline(sent.json<AdminWithdrawal>().proposal_id ?? '');
    // Whoever has taken it may be sending it; their colleague may still decide.
    const now = books.now();
    await db.pool.query("insert into app.queue_claim (queue, subject_id, staff_id, at) values ('withdrawals', $1, $2, $3)", [large, maker, now]); // prettier-ignore
    expect(verdict(await cancel())).toBe('409 withdrawal.being_paid');
    books.at(new Date(now.getTime() + CLAIM_MS));
    expect((await cancel()).statusCode).toBe(200);
    books.at(now);
    expect((await books.party(client))['cash']).toBe('3000000');

    // Proposed and taken again and again, it is kept from its client for seven days in all.
    const kept = await withdrawal(client, 2_000_000n);
    const approve = () =>
      post(`/admin/withdrawals/${kept}/decision`, { decision: 'approve', payout_reference: 'PP-5' });
    await approve();
    const week = new Date(now.getTime() + 7 * DAY_MS);
    books.at(week);
    expect((await approve()).statusCode).toBe(202);
    await db.pool.query("insert into app.queue_claim (queue, subject_id, staff_id, at) values ('withdrawals', $1, $2, $3)", [kept, maker, week]); // prettier-ignore
    expect((await live.send('POST', `/withdrawals/${kept}/cancel`, client, {}, newId())).statusCode).toBe(200);
    books.at(now);
  });

  it('[G42] what the rules refuse by then ends as refused, with that sentence, and nothing moves', async () => {
    const client = await funded(10_000n);
    const [deposit] = await entriesOf(client);
    const debit = { direction: 'debit', amount: '80.00', reason: 'sent twice', corrects: deposit?.number };
    const { id } = (await post(`/admin/users/${client}/adjustments`, debit)).json<Proposed>();
    await withdrawal(client, 5_000n);
    const answer = await decide(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<Proposal>()).toMatchObject({ status: 'refused', answer: messages.trade.insufficient });
    expect(verdict(await decide(id))).toBe('409 decision.already_taken');
    expect((await books.party(client))['cash']).toBe('5000');

    const rich = await funded(3_000_000n);
    const large = await withdrawal(rich, 2_000_000n);
    const shown = (
      await post(`/admin/withdrawals/${large}/decision`, { decision: 'approve', payout_reference: 'PP-3' })
    ).json<AdminWithdrawal>();
    const begun = books.now();
    const again = new Date(begun.getTime() + 6 * DAY_MS);
    await decline(shown.proposal_id ?? '');
    books.at(again);
    const second = (
      await post(`/admin/withdrawals/${large}/decision`, { decision: 'approve', payout_reference: 'PP-3' })
    ).json<AdminWithdrawal>();
    // It may be cancelled after the seventh day, while the second proposal waits on (F16).
    books.at(new Date(begun.getTime() + 7 * DAY_MS));
    await books.run({ kind: 'cancel_withdrawal', clientId: rich, withdrawalId: large });
    expect((await decide(second.proposal_id ?? '')).json<Proposal>()).toMatchObject({
      status: 'refused',
      answer: messages.admin.alreadyDecided,
    });
    books.at(begun);
  });

  it('[F34] [G42] a hold that comes before the second person: the payout ends as refused with ground, reference and end, and nothing moves', async () => {
    const client = await funded(6_000_000n);
    const begun = books.now();
    const endsAt = new Date(begun.getTime() + DAY_MS);
    const held = (staffId = maker) =>
      books.run({ kind: 'place_hold', staffId, clientId: client, holdId: newId(), code: 'aml_review', reference: 'AML-7', endsAt }); // prettier-ignore
    const asked = async (cents: bigint) => {
      const withdrawalId = await withdrawal(client, cents);
      const approval = { decision: 'approve', payout_reference: 'PP-4' };
      const { proposal_id: id } = (
        await post(`/admin/withdrawals/${withdrawalId}/decision`, approval)
      ).json<AdminWithdrawal>();
      return { id: id ?? '', withdrawalId };
    };
    const [first, sameMoment, early] = [await asked(1_100_000n), await asked(1_200_000n), await asked(1_300_000n)];
    const { id: credit } = (await post(`/admin/users/${client}/adjustments`, CREDIT)).json<Proposed>();
    const approve = ({ id, withdrawalId }: typeof first, amount: bigint) =>
      books.run({
        kind: 'decide_proposal', staffId: checker, proposalId: id, decision: 'approve', reason: null,
        command: { kind: 'approve_payout', clientId: client, withdrawalId, amount, payoutReference: 'PP-4' },
      }); // prettier-ignore
    // One batch: the payout was decided before the hold, so it stands; the other one is decided after it.
    const [paid, placed, stopped] = await Promise.all([approve(early, 1_300_000n), held(), approve(sameMoment, 1_200_000n)]); // prettier-ignore
    expect(paid.outcome).toMatchObject({ ok: true, result: { status: 'approved' } });
    expect(placed.outcome.ok).toBe(true);
    expect(stopped.outcome).toMatchObject({ ok: true, result: { status: 'refused' } });

    const before = await books.party(client);
    expect(before).toMatchObject({ withdrawing: '2300000' });
    const answer = await decide(first.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<Proposal>()).toMatchObject({
      status: 'refused',
      answer: expect.stringMatching(/on hold until 2026-03-12 16:00 UTC \(AML review, reference AML-7\)/),
    });
    expect(await books.party(client)).toEqual(before);
    expect(await get<AdminWithdrawal>(`/admin/withdrawals/${first.withdrawalId}`)).toMatchObject({
      status: 'pending', payout_reference: null, proposal_id: null,
    }); // prettier-ignore
    expect(verdict(await decide(first.id)), 'it has ended').toBe('409 decision.already_taken');
    const again = () =>
      post(`/admin/withdrawals/${first.withdrawalId}/decision`, { decision: 'approve', payout_reference: 'PP-5' });
    expect(verdict(await again()), 'and cannot be proposed while the hold runs').toBe('409 withdrawal.on_hold');

    // F35: nothing else is stopped by it.
    expect((await decide(credit)).json<Proposal>().status).toBe('approved');
    books.at(endsAt);
    const later = (await again()).json<AdminWithdrawal>();
    expect((await decide(later.proposal_id ?? '')).json<Proposal>().status).toBe('approved');
    books.at(begun);
  });

  it('[G43] declining asks for a reason, which the proposer reads, and nothing happens', async () => {
    const { id, client } = await proposed();
    expect(verdict(await post(`/admin/proposals/${id}/decision`, { decision: 'decline' }, checker))).toBe(
      '422 request.invalid',
    );
    expect((await decline(id)).json<Proposal>()).toMatchObject({ status: 'declined', answer: 'not this one' });
    expect(await find(id, maker)).toMatchObject({ status: 'declined', answer: 'not this one' });
    expect((await books.party(client))['cash']).toBe('100000');
  });
});

describe('Update Trade', () => {
  it('[G44] closes right away at the quote; what is better than the quote is proposed as a fixed amount', async () => {
    const client = await funded(1_000_000n);
    const open = await books.run({
      kind: 'open_trade', clientId: client, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 100_000n, stopLoss: null, takeProfit: null, trailingDistance: null,
    }); // prettier-ignore
    const tradeId = open.outcome.ok ? (open.outcome.result['trade_id'] ?? '') : '';
    const settle = (body: object) => post(`/admin/trades/${tradeId}/settle`, body);
    expect(verdict(await settle({ type: 'profit', amount: '500.00' }))).toBe('422 settle.reason_required');
    const answer = await settle({ type: 'profit', amount: '500.00', reason: 'our outage' });
    expect(answer.statusCode, answer.body).toBe(200);
    const done = answer.json<{
      realized_pl: { amount: string };
      added: { amount: string };
      proposal_id: string;
      message: string;
    }>();
    expect(done.added.amount).toBe('0.00');
    const quoted = BigInt(done.realized_pl.amount.replace('.', ''));
    const extra = 50_000n - quoted;
    expect(await find(done.proposal_id)).toMatchObject({
      act: { kind: 'add_to_trade', trade_id: tradeId, symbol: 'EURUSD' },
    });
    expect((await books.party(client))['cash']).toBe((1_000_000n + quoted).toString());

    expect((await decide(done.proposal_id)).json<Proposal>().status).toBe('approved');
    expect((await books.party(client))['cash']).toBe((1_000_000n + quoted + extra).toString());
    expect((await books.party(client))['realised'], 'the result stays the quote’s').toBe(quoted.toString());
    const { data } = await get<{ data: { id: string; manual: { reason: string } | null }[] }>(
      '/trades?state=closed',
      client,
      'client',
    );
    expect(data.find((each) => each.id === tradeId)?.manual).toMatchObject({ reason: 'our outage' });
  });

  it('[G44] at the quote there is nothing to propose', async () => {
    const client = await funded(1_000_000n);
    const open = await books.run({
      kind: 'open_trade', clientId: client, symbol: 'EURUSD', side: 'buy', lots: 10n, amount: 100_000n, stopLoss: null, takeProfit: null, trailingDistance: null,
    }); // prettier-ignore
    const tradeId = open.outcome.ok ? (open.outcome.result['trade_id'] ?? '') : '';
    const answer = await post(`/admin/trades/${tradeId}/settle`, { type: 'profit', amount: '0.00', as_quoted: true });
    expect(answer.json()).toMatchObject({
      proposal_id: null,
      added: { amount: '0.00' },
      message: messages.manual.settled,
    });
  });
});

describe('staff', () => {
  const propose = (body: object, who = maker) =>
    post('/admin/proposals', { reason: 'she joins the desk', ...body }, who);
  const staffOf = async () => (await get<{ data: StaffMember[] }>('/admin/staff')).data;

  it('[G45] a second person lets somebody in: a link that works once goes to that address and nowhere else', async () => {
    const email = `${newId()}@example.test`;
    const made = await propose({ action: 'add_staff', email: email.toUpperCase() });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json<Proposal>();
    expect(made.json<Proposal>()).toMatchObject({ act: { kind: 'add_staff', email }, user_id: null });
    expect((await staffOf()).some((each) => each.email === email)).toBe(false);
    expect(verdict(await decide(id, maker))).toBe('409 proposal.own');
    const done = await decide(id);
    expect(done.json<Proposal>()).toMatchObject({ status: 'approved' });

    expect((await staffOf()).find((each) => each.email === email)).toMatchObject({ status: 'invited' });
    const { rows: mails } = await db.pool.query<{ values: { token: string }; template: string; user_id: string }>(
      'select m.template, m.values, m.user_id from app.mail_outbox m join app.user u on u.id = m.user_id where u.email = $1',
      [email],
    );
    expect(mails).toMatchObject([
      { template: 'staff-invitation', values: { token: expect.stringMatching(/^[\w-]{43}$/) } },
    ]);
    const token = mails[0]?.values.token ?? '';
    const { rows: left } = await db.ownerPool.query(
      `select 1 from ledger.command where outcome::text like $1 union all select 1 from ledger.audit where facts::text like $1 or facts::text like $2
       union all select 1 from ledger.proposal where command::text like $2 union all select 1 from app.reply where reply::text like $1
       union all select 1 from app.notification where values::text like $1`,
      [`%${token}%`, `%${email}%`],
    );
    expect(left, 'neither the link nor the address in the books').toEqual([]);
    const { rows: links } = await db.ownerPool.query('select 1 from app.password_link where user_id = $1', [
      mails[0]?.user_id,
    ]);
    expect(links).toHaveLength(1);
    expect(verdict(await propose({ action: 'add_staff', email }))).toBe('409 staff.already');
  });

  it('[G45] a client’s address is refused, also where the client came after the proposal', async () => {
    const client = await books.openParty();
    const address = `${client}@example.test`;
    expect(verdict(await propose({ action: 'add_staff', email: address }))).toBe('422 staff.is_client');
    const soon = newId();
    const { id } = (await propose({ action: 'add_staff', email: `${soon}@example.test` })).json<Proposal>();
    await db.ownerPool.query("select ledger.open_party($1::uuid, 'client')", [soon]);
    await db.ownerPool.query(
      "insert into app.user (id, email, username, fullname, role, created_at) values ($1::uuid, $2, 'a', 'A', 'client', now())",
      [soon, `${soon}@example.test`],
    );
    expect((await decide(id)).json<Proposal>()).toMatchObject({
      status: 'refused',
      answer: messages.proposal.memberIsClient,
    });
  });

  it('[A109] [G45] an address that a client has left and can take back is theirs, also where they left it after the proposal', async () => {
    const client = await books.openParty();
    const leaves = (address: string) =>
      db.ownerPool.query(
        `insert into app.account_lock (token_hash, user_id, change, address, former, at, expires_at)
         values (sha256(convert_to($2::text, 'UTF8')), $1, 'email', $2, true, $3::timestamptz, $3::timestamptz + interval '7 days')`,
        [client, address, books.now()],
      );
    await leaves('left-before@example.test');
    expect(verdict(await propose({ action: 'add_staff', email: 'left-before@example.test' }))).toBe(
      '422 staff.is_client',
    );
    const { id } = (await propose({ action: 'add_staff', email: 'left-since@example.test' })).json<Proposal>();
    await leaves('left-since@example.test');
    // G42: the database alone knows of it, and the proposal has ended all the same.
    expect((await decide(id)).json<Proposal>()).toMatchObject({
      status: 'refused',
      answer: messages.proposal.memberIsClient,
    });
    expect(verdict(await decide(id))).toBe('409 decision.already_taken');
    await expect(addStaff(db.ownerPool, 'left-since@example.test', books.now(), 'http://x.test')).rejects.toThrow(
      /can still take it back/,
    );
  });

  it('[G45] [A164] access ends by proposal: sessions, tokens, password and second factor are gone, the name stays; the host lets back in', async () => {
    const member = await books.openParty('staff');
    await db.ownerPool.query(
      `insert into app.session (token_hash, id, user_id, created_at, last_seen_at, expires_at, user_agent) values (sha256('x'), gen_random_uuid(), $1, now(), now(), now() + interval '1 day', 'x')`,
      [member],
    );
    const { rows: tokens } = await db.ownerPool.query<{ id: string }>(
      `insert into app.api_token (id, token_hash, owner_id, name, permissions, networks, created_at, expires_at)
       select gen_random_uuid(), sha256($1::text::bytea), $1::uuid, 'report', '{client.read}', '{}', $2::timestamptz, $2::timestamptz + interval '1 day' returning id`,
      [member, books.now()],
    );
    const made = await propose({ action: 'remove_staff', member_id: member });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json<Proposal>();
    expect((await staffOf()).find((each) => each.id === member)).toMatchObject({ proposal_id: id });
    expect(verdict(await decide(id, member)), 'nobody decides about themselves').toBe('409 proposal.own');
    expect((await decide(id)).json<Proposal>().status).toBe('approved');
    expect((await staffOf()).find((each) => each.id === member)).toMatchObject({
      status: 'removed',
      proposal_id: null,
    });
    expect((await db.ownerPool.query('select 1 from app.session where user_id = $1', [member])).rowCount).toBe(0);
    // A164: a token would answer again once they are let back in.
    const { rows: revoked } = await db.pool.query(
      `select t.revoked_at is not null as revoked, a.action, a.actor_id, a.facts from app.api_token t left join ledger.audit a on a.subject_id = t.id::text where t.id = $1`,
      [tokens[0]?.id],
    );
    expect(revoked).toEqual([
      { revoked: true, action: 'token.revoke', actor_id: checker, facts: { because: 'access_ended' } },
    ]);
    expect((await books.party(member))['status']).toBe('closed');
    expect(verdict(await propose({ action: 'remove_staff', member_id: member }))).toBe('404 staff.not_found');

    const email = `${member}@example.test`;
    await addStaff(db.ownerPool, email, books.now(), ORIGIN);
    expect((await books.party(member))['status']).toBe('active');
    const again = (await propose({ action: 'remove_staff', member_id: member })).json<Proposal>();
    await decide(again.id);
    const back = (await propose({ action: 'add_staff', email })).json<Proposal>();
    expect((await decide(back.id)).json<Proposal>().status).toBe('approved');
    expect((await staffOf()).find((each) => each.id === member)).toMatchObject({ status: 'invited' });
  });

  it('[G45] the commit function lets nobody in and puts nobody out without an approved proposal', async () => {
    const tryCommit = await commitTester(db.pool, maker, books.now());
    const link = {
      token_hash: `\\x${'00'.repeat(32)}`,
      user_id: checker,
      expires_at: new Date(books.now().getTime() + DAY_MS),
    };
    expect(await tryCommit({ entries: [], rows: { password_link: [link] } })).toBe('CB093');
    const now = books.now();
    for (const kind of ['add_staff', 'remove_staff']) {
      const proposal = { id: newId(), kind, subject_id: checker, command: { kind, memberId: checker }, proposed_by: maker, proposed_at: now, lapses_at: new Date(now.getTime() + 7 * DAY_MS) }; // prettier-ignore
      const decided = { ...proposal, status: 'approved', decided_by: checker, decided_at: now };
      expect(await tryCommit({ now, entries: [], rows: { proposal: [decided] } }), 'made as approved').toBe('G47');
      expect(await tryCommit({ now, entries: [], rows: { proposal: [{ ...proposal, status: 'waiting' }] } })).toBe(
        'accepted',
      );
      expect(await tryCommit({ now, entries: [], rows: { proposal: [decided] } }), 'by whom it is about').toBe('G41');
    }
  });
});

describe('the record', () => {
  it('[G47] the domain and the commit function know the same proposed commands, and the commit function takes no other one', async () => {
    const { rows } = await db.ownerPool.query<{ kind: string }>('select kind from ledger.proposed_commands()');
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(PROPOSED_KINDS.toSorted());
    const now = books.now();
    const tryCommit = await commitTester(db.pool, maker, now);
    const row = { id: newId(), kind: 'open_the_vault', client_id: null, subject_id: null, amount: null, command: { kind: 'open_the_vault' }, proposed_by: maker, proposed_at: now, status: 'waiting', lapses_at: new Date(now.getTime() + 7 * DAY_MS) }; // prettier-ignore
    expect(await tryCommit({ now, entries: [], rows: { proposal: [row] } })).toBe('G47');
    const lacking = { ...row, kind: 'adjust', command: { kind: 'adjust' } };
    expect(await tryCommit({ now, entries: [], rows: { proposal: [lacking] } })).toBe('G47');
    const client = await books.openParty();
    const credit = {
      ...lacking,
      client_id: client,
      amount: 100,
      command: { kind: 'adjust', clientId: client, amount: '100' },
    };
    expect(
      await tryCommit({ now, entries: [], rows: { proposal: [{ ...credit, amount: 101 }] } }),
      'another sum than its command',
    ).toBe('G47');
    expect(
      await tryCommit({ now, entries: [], rows: { proposal: [{ ...credit, proposed_by: client }] } }),
      'by nobody of staff',
    ).toBe('G41');
    expect(await tryCommit({ now, entries: [], rows: { proposal: [credit] } })).toBe('accepted');
  });

  it('[G46] every step is in the audit log; the client sees what happened, and nothing of what was only proposed', async () => {
    const client = await funded(100_000n);
    const one = (await post(`/admin/users/${client}/adjustments`, CREDIT)).json<Proposed>();
    const two = (await post(`/admin/users/${client}/adjustments`, { ...CREDIT, amount: '9.00' })).json<Proposed>();
    const own = async () =>
      (await get<{ data: { action: string; reason: string | null }[] }>('/me/audit', client, 'client')).data.map(
        ({ action, reason }) => [action, reason],
      );
    const before = await own();
    expect(before.map(([action]) => action)).toEqual(['deposit.approve']);
    await decline(two.id);
    expect(await own()).toEqual(before);
    await decide(one.id);
    expect(await own()).toEqual([['adjustment.credit', CREDIT.reason], ...before]);
    const { rows } = await db.pool.query<{ action: string; actor_id: string }>(
      `select action, actor_id from ledger.audit where client_id = $1 and action <> 'deposit.approve' order by number`,
      [client],
    );
    expect(rows).toEqual([
      { action: 'proposal.make', actor_id: maker },
      { action: 'proposal.make', actor_id: maker },
      { action: 'proposal.decline', actor_id: checker },
      { action: 'adjustment.credit', actor_id: checker },
      { action: 'proposal.approve', actor_id: checker },
    ]);
    const { rows: told } = await db.pool.query('select kind from app.notification where user_id = $1 order by id', [
      client,
    ]);
    expect(told.filter(({ kind }: { kind: string }) => kind === 'adjustment')).toHaveLength(1);
  });

  it('[G46] the list is filtered by state, searched by address and paged', async () => {
    const client = await funded(100_000n);
    for (let i = 0; i < ADMIN_PAGE_SIZES.proposals + 1; i += 1)
      await post(`/admin/users/${client}/adjustments`, { ...CREDIT, amount: `${i + 1}.00` });
    const about = await get<Page>(`/admin/proposals?q=${client}`);
    expect(about.total).toBe(ADMIN_PAGE_SIZES.proposals + 1);
    expect(about.data).toHaveLength(ADMIN_PAGE_SIZES.proposals);
    expect(about.data[0]?.act).toMatchObject({ amount: { amount: '11.00' } });
    expect((await get<Page>(`/admin/proposals?q=${client}&page=2`)).data).toHaveLength(1);
    expect((await get<Page>(`/admin/proposals?q=${client}&status=declined`)).total).toBe(0);
    await decline(about.data[0]?.id ?? '');
    expect((await get<Page>(`/admin/proposals?q=${client}&status=declined`)).total).toBe(1);
    expect((await get<Page>(`/admin/proposals?q=${client}&status=waiting`)).total).toBe(ADMIN_PAGE_SIZES.proposals);
  });

  it('[G24] proposals are a file with the search and the filter, and taking it is in the audit log', async () => {
    const client = await funded(100_000n);
    for (const amount of ['1.00', '2.00', '3.00'])
      await post(`/admin/users/${client}/adjustments`, { ...CREDIT, amount });
    const { data } = await get<Page>(`/admin/proposals?q=${client}`);
    await decline(data[1]?.id ?? '');
    const file = async (query: string) => {
      const answer = await live.ask(`/admin/proposals.csv?q=${client}${query}`, `admin ${maker}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.body.trimEnd().split('\r\n').slice(1);
    };
    const ids = async (query: string) => (await file(query)).map((row) => row.split(',')[0]);
    expect(await ids('')).toEqual(data.map(({ id }) => id));
    expect((await file(''))[0]).toContain(`,adjust,"{""direction"":""credit"",`);
    expect((await file(''))[0]).toContain(`,3.00,${client}@example.test,${client},waiting,`);
    expect(await ids('&status=declined')).toEqual([data[1]?.id]);
    expect(await ids('&until=2001-01-01')).toEqual([]);
    expect(await ids('&after=2001-01-01&status=waiting')).toEqual([data[0]?.id, data[2]?.id]);
    const { rows } = await db.pool.query(
      "select facts from ledger.audit where action = 'proposals.export' and facts ? 'status' order by number limit 1",
    );
    expect(rows).toEqual([{ facts: { status: 'declined', searched: 'yes' } }]);
    expect((await live.ask('/admin/proposals.csv?status=lost', `admin ${maker}`)).statusCode).toBe(422);
  });

  it('[G46] the server’s role reads proposals and can change none', async () => {
    for (const sql of [
      "update ledger.proposal set status = 'approved'",
      'delete from ledger.proposal',
      'truncate ledger.proposal',
      `insert into ledger.proposal (id) values ('${newId()}')`,
    ])
      await expect(db.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    expect(OPENED).toEqual(books.now());
  });
});
