import type { AdminWithdrawal } from '@clearbook/contracts/admin';
import type { Withdrawal } from '@clearbook/contracts/funding';
import type { AdminHolds, OwnHolds } from '@clearbook/contracts/holds';
import { routes } from '@clearbook/contracts/routes';
import type { Command } from '@clearbook/domain/ledger';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { type Books, brokenInvariants, OPEN_MARKETS, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { type TryCommit, commitTester } from '../../../test/try-commit.ts';
import { ORIGIN, said, serve, type Served } from '../../../test/served.ts';
import { createSeal } from '../../platform/seal.ts';
import { standingSite } from '../../platform/mail/index.ts';
import { auditRoutes } from '../audit/index.ts';
import { notificationRoutes } from '../notifications/index.ts';
import { proposalRoutes } from '../proposals/index.ts';
import { settleDueWithdrawals, withdrawalRoutes } from '../withdrawals/index.ts';
import { holdRoutes } from './index.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const config = {
  mode: 'demo' as const,
  publicUrl: ORIGIN,
  mailFrom: 'Desk <desk@example.test>',
  operator: {
    legalName: 'Example Ltd', address: '1 Example Street', registration: '1', regulator: 'None', complaintsEmail: 'complaints@example.test',
  }, // prettier-ignore
};
let db: FreshDatabase;
let books: Books;
let http: Served;
let first: string;
let second: string;
let tryCommit: TryCommit;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  [first, second] = [await books.openParty('staff'), await books.openParty('staff')];
  tryCommit = await commitTester(db.pool, first, OPEN_MARKETS);
  http = await serve(books.now, (register) => {
    const { pool } = db;
    const { ledger } = books;
    const secondFactor = { isOn: () => Promise.resolve(false) } as unknown as Parameters<
      typeof withdrawalRoutes
    >[1]['secondFactor'];
    holdRoutes(register, { ledger, pool, config });
    proposalRoutes(register, { ledger, pool, config });
    withdrawalRoutes(register, { ledger, pool, config, secondFactor });
    auditRoutes(register, { pool });
    notificationRoutes(register, { pool, site: standingSite(config), seal: createSeal(Buffer.alloc(32, 7)) });
  });
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

const at = (ms: number): Date => new Date(OPEN_MARKETS.getTime() + ms);

const post = (url: string, who: string, body: object, role = 'admin', key = newId()) =>
  http.send('POST', url, `${role} ${who}`, body, key);

async function client(): Promise<string> {
  books.at(OPEN_MARKETS);
  const id = await books.openParty();
  await books.fund(id, 100_000n);
  return id;
}

async function request(clientId: string): Promise<string> {
  const withdrawalId = newId();
  const { outcome } = await books.run({
    kind: 'request_withdrawal', clientId, withdrawalId, amount: 10_000n, method: 'bank', coin: null, destination: { accountNumber: '12345678', bankName: 'First', accountName: 'Ann' }, expectedFee: null, code: '1', codeHash: 'x',
  }); // prettier-ignore
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return withdrawalId;
}

async function place(id: string, of: object = {}, staff = first): Promise<AdminHolds> {
  const body = { code: 'aml_review', reference: 'AML-7', ends_at: at(10 * DAY).toISOString(), ...of };
  const answer = await post(`/admin/users/${id}/holds`, staff, body);
  expect(answer.statusCode, answer.body).toBe(201);
  expect(safeParse(routes['POST /admin/users/:id/holds'].reply, answer.json()).error?.issues).toBeUndefined();
  return answer.json<AdminHolds>();
}

const decideProposal = (id: string, staff: string) =>
  post(`/admin/proposals/${id}/decision`, staff, { decision: 'approve' });

const approve = (withdrawalId: string, staff = first) =>
  post(`/admin/withdrawals/${withdrawalId}/decision`, staff, { decision: 'approve', payout_reference: 'wire 9' });

describe('a hold, over HTTP', () => {
  it('[F34] [F36] keeps staff from approving, says until when, and ends by the clock', async () => {
    const id = await client();
    const withdrawal = await request(id);
    const { data } = await place(id, { ends_at: at(DAY).toISOString() });
    expect(data).toMatchObject([{ running: true, code: 'aml_review', renewed: null, lifted: null, set_by_me: true }]);
    const refused = await approve(withdrawal);
    expect(said(refused)).toEqual([409, 'withdrawal.on_hold']);
    expect(refused.json<{ detail: string }>().detail).toContain(
      'until 2026-03-12 16:00 UTC (AML review, reference AML-7)',
    );
    books.at(at(DAY - 1));
    expect(said(await approve(withdrawal, second))).toEqual([409, 'withdrawal.on_hold']);
    books.at(at(DAY));
    expect((await approve(withdrawal)).statusCode).toBe(200);
    const { data: past } = await http.get<AdminHolds>(`/admin/users/${id}/holds`, `admin ${second}`); // prettier-ignore
    expect(past).toMatchObject([{ running: false, set_by_me: false }]);
  });

  it('[F35] leaves requesting, cancelling and rejecting as they are', async () => {
    const id = await client();
    await place(id);
    const rejected = await request(id);
    const answer = await post(`/admin/withdrawals/${rejected}/decision`, first, { decision: 'reject', reason: 'no' });
    expect(answer.statusCode, answer.body).toBe(200);
    const cancelled = await post(`/withdrawals/${await request(id)}/cancel`, id, {}, 'client');
    expect(cancelled.statusCode, cancelled.body).toBe(200);
  });

  it('[F34] demo mode’s own approval passes it by, and approves when it is over', async () => {
    const [id, other] = [await client(), await client()];
    const [held, free] = [await request(id), await request(other)];
    await place(id, { ends_at: at(3 * DAY).toISOString() });
    const parts = { ledger: books.ledger, pool: db.pool, mode: 'demo' as const };
    const status = async (withdrawal: string): Promise<string> =>
      (await http.get<AdminWithdrawal>(`/admin/withdrawals/${withdrawal}`, `admin ${first}`)).status; // prettier-ignore
    books.at(at(2 * DAY));
    await settleDueWithdrawals(parts, books.now());
    expect([await status(held), await status(free)]).toEqual(['pending', 'approved']);
    // Not even tried: a try each minute would fill the books with refusals.
    const tries = await db.pool.query('select 1 from ledger.command where key like $1', [`demo-approve:${held}%`]);
    expect(tries.rowCount).toBe(0);
    books.at(at(3 * DAY));
    await Promise.all([settleDueWithdrawals(parts, books.now()), settleDueWithdrawals(parts, books.now())]);
    expect(await status(held)).toBe('approved');
  });

  it('[F38] a renewal is proposed by one person and approved by another', async () => {
    const id = await client();
    const [hold] = (await place(id)).data;
    const renew = (staff: string, end: Date) => post(`/admin/holds/${hold?.id}/renew`, staff, { ends_at: end.toISOString() }); // prettier-ignore
    expect(said(await renew(second, at(31 * DAY)))).toEqual([422, 'hold.end_range']);
    expect(said(await renew(second, at(9 * DAY)))).toEqual([422, 'hold.not_later']);
    expect(said(await post(`/admin/holds/${newId()}/renew`, second, { ends_at: at(DAY).toISOString() }))).toEqual([404, 'hold.not_found']); // prettier-ignore
    const proposed = await renew(second, at(20 * DAY));
    expect(proposed.statusCode, proposed.body).toBe(202);
    const { data, proposal_id: proposal } = proposed.json<AdminHolds & { proposal_id: string }>();
    expect(data).toMatchObject([{ ends_at: at(10 * DAY).toISOString(), renewed: null }]);
    expect(said(await renew(first, at(25 * DAY)))).toEqual([409, 'proposal.already_waiting']);
    expect(said(await decideProposal(proposal, second))).toEqual([409, 'proposal.own']);
    expect(said(await decideProposal(proposal, first))).toEqual([200, undefined]);
    const shown = await http.get<AdminHolds>(`/admin/users/${id}/holds`, `admin ${second}`); // prettier-ignore
    expect(shown.data).toMatchObject([
      { ends_at: at(20 * DAY).toISOString(), renewed: { by_email: `${first}@example.test` } },
    ]);
  });

  it('[F33] one hold at a time: a second one is refused while one runs, by whomever and on whatever ground', async () => {
    const id = await client();
    await place(id);
    for (const staff of [first, second])
      for (const code of ['aml_review', 'court_order', 'security_cooling'])
        expect(said(await post(`/admin/users/${id}/holds`, staff, { code, reference: 'case 9', ends_at: at(20 * DAY).toISOString() }))).toEqual([409, 'hold.one_at_a_time']); // prettier-ignore
    expect((await http.get<AdminHolds>(`/admin/users/${id}/holds`, `admin ${first}`)).data).toHaveLength(1);
  });

  it('[F38] nobody alone holds a client’s money for more than 30 days in any 90, whatever the grounds', async () => {
    const id = await client();
    const grounds = ['aml_review', 'court_order', 'security_cooling'];
    // The months go round through the grounds, as one person would to keep the money.
    const answers: number[] = [];
    for (let month = 0; month < 9; month += 1) {
      books.at(at(month * 30 * DAY + month));
      const ends = at(month * 30 * DAY + month + 30 * DAY).toISOString();
      const body = { code: grounds[month % 3], reference: `case ${month}`, ends_at: ends };
      answers.push((await post(`/admin/users/${id}/holds`, first, body)).statusCode);
    }
    expect(answers).toEqual([201, 202, 202, 202, 201, 202, 202, 202, 201]);
    const { data } = await http.get<AdminHolds>(`/admin/users/${id}/holds`, `admin ${first}`);
    expect(data).toHaveLength(3);
  });

  it('[F38] a second hold within 90 days starts once another person approves it', async () => {
    const id = await client();
    const [hold] = (await place(id)).data;
    await post(`/admin/holds/${hold?.id}/lift`, first, { reason: 'a wrong reference' });
    const body = { code: 'aml_review', reference: 'AML-8', ends_at: at(5 * DAY).toISOString() };
    const proposed = await post(`/admin/users/${id}/holds`, first, body);
    expect(proposed.statusCode, proposed.body).toBe(202);
    const withdrawal = await request(id);
    const { data, proposal_id: proposal } = proposed.json<AdminHolds & { proposal_id: string }>();
    expect(data).toMatchObject([{ running: false }]);
    expect(said(await decideProposal(proposal, first))).toEqual([409, 'proposal.own']);
    expect(said(await decideProposal(proposal, second))).toEqual([200, undefined]);
    expect(said(await approve(withdrawal))).toEqual([409, 'withdrawal.on_hold']);
    expect((await http.get<AdminHolds>(`/admin/users/${id}/holds`, `admin ${first}`)).placing_takes_two).toBe(true);
  });

  it('[F33] says what is wrong where it is wrong, and is placed on clients alone', async () => {
    const id = await client();
    const good = { code: 'court_order', reference: 'case 9', ends_at: at(DAY).toISOString() };
    for (const [change, field] of [
      [{ code: 'because' }, 'code'],
      [{ code: undefined }, 'code'],
      [{ reference: ' ' }, 'reference'],
      [{ reference: 'x'.repeat(121) }, 'reference'],
      [{ ends_at: undefined }, 'ends_at'],
      [{ ends_at: '2026-03-12' }, 'ends_at'],
      [{ ends_at: at(0).toISOString() }, 'ends_at'],
      [{ ends_at: at(30 * DAY + 1).toISOString() }, 'ends_at'],
    ] as const) {
      const answer = await post(`/admin/users/${id}/holds`, first, { ...good, ...change });
      expect(answer.statusCode, answer.body).toBe(422);
      expect(answer.json<{ fields: { name: string }[] }>().fields.map(({ name }) => name)).toEqual([field]);
    }
    expect(said(await post(`/admin/users/${newId()}/holds`, first, good))).toEqual([404, 'user.not_found']);
    expect(said(await post(`/admin/users/${second}/holds`, first, good))).toEqual([404, 'user.not_found']);
    expect(said(await post(`/admin/users/${first}/holds`, first, good))).toEqual([403, 'decision.own_account']);
    expect((await post(`/admin/users/${id}/holds`, id, good, 'client')).statusCode).toBe(403);
  });

  it('[F39] [F40] the client reads what runs, in the list, in the timeline, in their messages and in their part of the log', async () => {
    const id = await client();
    const withdrawal = await request(id);
    await place(id, { code: 'court_order', reference: 'case 9', ends_at: at(20 * DAY).toISOString() }, second);
    const own = await http.get<OwnHolds>('/me/holds', `client ${id}`);
    expect(own).toMatchObject({
      data: [{ code: 'court_order', reference: 'case 9' }],
      complaints_email: 'complaints@example.test',
    });
    const shown = await http.get<Withdrawal>(`/withdrawals/${withdrawal}`, `client ${id}`);
    expect(shown.timeline.at(-1)).toMatchObject({
      status: 'on_hold',
      text: expect.stringContaining('until 2026-03-31 16:00 UTC at the latest (Court order, reference case 9)'),
    });
    const lifted = await post(`/admin/holds/${own.data[0]?.id}/lift`, first, { reason: 'the court withdrew it' });
    expect(lifted.statusCode, lifted.body).toBe(200);
    expect(lifted.json<AdminHolds>().data[0]?.lifted).toMatchObject({ reason: 'the court withdrew it' });
    expect((await http.get<OwnHolds>('/me/holds', `client ${id}`)).data).toEqual([]);
    expect((await http.get<OwnHolds>('/me/holds', `client ${await client()}`)).data).toEqual([]);

    const log = await http.get<{ data: { action: string; reason: string | null; facts: object }[] }>('/me/audit', `client ${id}`); // prettier-ignore
    expect(log.data).toMatchObject([
      { action: 'hold.lift', reason: 'the court withdrew it', facts: { reference: 'case 9' } },
      { action: 'hold.place', reason: null, facts: { ground: 'Court order', until: at(20 * DAY).toISOString() } },
    ]);
    const told = await http.get<{ data: { title: string; text: string; to: string | null }[] }>('/notifications', `client ${id}`); // prettier-ignore
    const [lift, placed] = told.data;
    expect(lift).toMatchObject({ text: expect.stringContaining('the court withdrew it') });
    expect(placed).toMatchObject({
      title: 'Your withdrawals are on hold until 2026-03-31 16:00 (UTC)',
      text: expect.stringMatching(/Court order.*case 9.*complaints@example\.test/),
      to: '/withdrawals',
    });
    const { rows } = await db.pool.query<{ template: string }>(
      "select template from app.mail_outbox where user_id = $1 and template like 'hold-%' order by created_at, id",
      [id],
    );
    expect(rows.map(({ template }) => template)).toEqual(['hold-placed', 'hold-lifted']);
  });

  it('[L13] the same request again places nothing more and says the same', async () => {
    const id = await client();
    const key = newId();
    const body = { code: 'security_cooling', reference: 'new phone', ends_at: at(DAY).toISOString() };
    const one = await post(`/admin/users/${id}/holds`, first, body, 'admin', key);
    const two = await post(`/admin/users/${id}/holds`, first, body, 'admin', key);
    expect(two.json()).toEqual(one.json());
    expect((await http.get<OwnHolds>('/me/holds', `client ${id}`)).data).toHaveLength(1);
  });
});

describe('the commit function and holds', () => {
  const placing = (id: string, of: object = {}, now = OPEN_MARKETS, more: object = {}, staff = first): Promise<string> =>
    tryCommit({
      now,
      entries: [],
      rows: {
        ...more,
        hold: [
          { id: newId(), client_id: id, code: 'aml_review', reference: 'AML-7', placed_by: staff, placed_at: now, set_by: staff, set_at: now, ends_at: at(DAY), renewals: 0, ...of },
        ],
      },
    }); // prettier-ignore
  const moving = (id: string, of: object, now = OPEN_MARKETS, more: object = {}): Promise<string> =>
    tryCommit({ now, entries: [], rows: { ...more, hold: [{ ...of, client_id: id }] } });
  const renewing = (id: string, of: object, now = OPEN_MARKETS, more: object = {}, staff = second): Promise<string> =>
    moving(id, { set_by: staff, set_at: now, renewals: { plus: 1 }, ...of }, now, more);
  const lifting = (id: string, of: object, now: Date): Promise<string> =>
    moving(id, { lifted_by: first, lifted_at: now, ...of }, now);
  /** A proposal by the first of staff, and the rows by which the second one approves it. */
  const proposed = async (
    kind: 'place_hold' | 'renew_hold',
    clientId: string,
    holdId: string,
    { ends_at: endsAt }: { ends_at: Date },
  ) => {
    const id = newId();
    const [code, reference] = ['aml_review', 'AML-8'];
    const command = {
      kind,
      clientId,
      holdId,
      endsAt: endsAt.toISOString(),
      ...(kind === 'place_hold' && { code, reference }),
    };
    const made = {
      id,
      kind,
      client_id: clientId,
      subject_id: holdId,
      amount: null,
      command,
      proposed_by: first,
      proposed_at: OPEN_MARKETS,
      lapses_at: at(7 * DAY),
      status: 'waiting',
    };
    expect(await tryCommit({ now: OPEN_MARKETS, entries: [], rows: { proposal: [made] } })).toBe('accepted');
    const approved = (now: Date) => ({
      proposal: [{ id, status: 'approved', decided_by: second, decided_at: now }],
    });
    return { approved, row: { id: holdId, code, reference, ends_at: endsAt } };
  };

  it('[F33] refuses one without ground, reference or end, one beyond 30 days, and one on staff, by staff’s client or by itself', async () => {
    const id = await client();
    expect(await placing(id, { code: null })).toBe('23502');
    expect(await placing(id, { code: 'because' })).toBe('22P02');
    expect(await placing(id, { reference: null })).toBe('23502');
    for (const reference of ['', ' ', ' x', 'x'.repeat(121)]) expect(await placing(id, { reference })).toBe('23514');
    expect(await placing(id, { ends_at: null })).toBe('23502');
    expect(await placing(id, { ends_at: OPEN_MARKETS })).toBe('23514');
    expect(await placing(id, { ends_at: at(30 * DAY + 1) })).toBe('23514');
    expect(await placing(id, {}, OPEN_MARKETS, {}, id)).toBe('F33');
    expect(await placing(second)).toBe('F33');
    // As a change of access places one, dated back, in somebody else's name, or lifted already.
    for (const of of [{ placed_by: null, set_by: null, code: 'security_cooling' }, { placed_at: at(-DAY), renewals: 1 }, { placed_by: second }, { lifted_by: first, lifted_at: OPEN_MARKETS, lift_note: newId() }])
      expect(await placing(id, of)).toBe('F33'); // prettier-ignore
    expect(await placing(id, { ends_at: at(30 * DAY) })).toBe('accepted');
  });

  it('[F33] refuses a second hold while one runs', async () => {
    const id = await client();
    expect(await placing(id)).toBe('accepted');
    const made = await proposed('place_hold', id, newId(), { ends_at: at(2 * DAY) });
    expect(await placing(id, made.row, OPEN_MARKETS, made.approved(OPEN_MARKETS), second)).toBe('CB083');
  });

  it('[F38] refuses a second hold within 90 days, on whatever ground, without a proposal of exactly that', async () => {
    const id = await client();
    expect(await placing(id)).toBe('accepted');
    expect(await placing(id, { ends_at: at(20 * DAY) }, at(10 * DAY))).toBe('CB081');
    for (const code of ['court_order', 'security_cooling'])
      for (const staff of [first, second])
        expect(await placing(id, { code, ends_at: at(40 * DAY) }, at(10 * DAY), {}, staff)).toBe('CB081');
    const made = await proposed('place_hold', id, newId(), { ends_at: at(12 * DAY) });
    expect(
      await placing(id, { ...made.row, ends_at: at(13 * DAY) }, at(2 * DAY), made.approved(at(2 * DAY)), second),
    ).toBe('CB081');
    expect(
      await placing(id, { ...made.row, reference: 'AML-99' }, at(2 * DAY), made.approved(at(2 * DAY)), second),
    ).toBe('CB081');
    expect(await placing(await client(), made.row, at(2 * DAY), made.approved(at(2 * DAY)), second)).toBe('CB084');
    expect(await tryCommit({ now: at(2 * DAY), entries: [], rows: made.approved(at(2 * DAY)) })).toBe('CB084');
    expect(await placing(id, made.row, at(2 * DAY), made.approved(at(2 * DAY)), second)).toBe('accepted');
    expect(await placing(id, { ends_at: at(110 * DAY) }, at(102 * DAY - 1))).toBe('CB081');
    expect(await placing(id, { ends_at: at(110 * DAY) }, at(102 * DAY))).toBe('accepted');
  });

  it('[F37] [F38] refuses a renewal by one person, one that is shorter or too long, and a lift without a reason', async () => {
    const id = await client();
    const hold = newId();
    expect(await placing(id, { id: hold })).toBe('accepted');
    for (const staff of [first, second])
      expect(await renewing(id, { id: hold, ends_at: at(2 * DAY) }, OPEN_MARKETS, {}, staff)).toBe('CB082');
    const tried = async (end: Date, now: Date, of: object = {}) => {
      const made = await proposed('renew_hold', id, hold, { ends_at: end });
      return renewing(id, { id: hold, ends_at: end, ...of }, now, made.approved(now));
    };
    expect(await tried(at(DAY), at(1))).toBe('F38');
    expect(await tried(at(31 * DAY), at(1))).toBe('23514');
    expect(await tried(at(2 * DAY), at(1), { set_by: first })).toBe('CB082');
    for (const of of [
      { reference: 'AML-9' },
      { code: 'court_order' },
      { placed_by: second },
      { placed_at: at(1) },
      { renewals: 0 },
    ])
      expect(await tried(at(2 * DAY), at(1), of)).toBe('F38');
    expect(await tried(at(2 * DAY), at(1), { lifted_by: second, lifted_at: at(1), lift_note: newId() })).toBe('F37');
    expect(await tried(at(2 * DAY), at(1), { ends_at: at(3 * DAY) })).toBe('CB082');
    expect(await tried(at(2 * DAY), at(1))).toBe('accepted');
    expect(await lifting(id, { id: hold }, at(3))).toBe('23514');
    expect(await lifting(id, { id: hold, lifted_by: id, lift_note: newId() }, at(3))).toBe('F33');
    expect(await lifting(id, { id: hold, lifted_at: at(2), lift_note: newId() }, at(3))).toBe('F37');
    expect(await lifting(id, { id: hold, lift_note: newId() }, at(3))).toBe('accepted');
    expect(await lifting(id, { id: hold, lift_note: newId() }, at(4))).toBe('F37');
    expect(await moving(id, { id: hold, lifted_by: null, lifted_at: null, lift_note: null }, at(4))).toBe('F38');
  });

  it('[F49] a change of access holds payouts for 24 hours, beside a hold of staff, and again from the newest change', async () => {
    const id = await client();
    const cool = async (now: Date, who = id): Promise<Date | null> => {
      const { rows } = await db.pool.query<{ until: Date | null }>('select ledger.cool_down($1, $2) as until', [
        who,
        now,
      ]);
      return rows[0]?.until ?? null;
    };
    expect(await placing(id)).toBe('accepted');
    expect(await cool(OPEN_MARKETS)).toEqual(at(DAY));
    expect(await cool(at(HOUR))).toEqual(at(DAY + HOUR));
    expect(await cool(OPEN_MARKETS, second)).toBeNull();
    const { rows } = await db.pool.query<{ id: string; placed_by: string | null }>('select id, placed_by from ledger.hold where client_id = $1 order by placed_by nulls last', [id]); // prettier-ignore
    expect(rows).toMatchObject([{ placed_by: first }, { placed_by: null }]);
    const automatic = rows[1]?.id ?? '';
    const made = await proposed('renew_hold', id, automatic, { ends_at: at(2 * DAY) });
    expect(await renewing(id, { id: automatic, ends_at: at(2 * DAY) }, at(HOUR), made.approved(at(HOUR)))).toBe('F38');
    books.at(at(HOUR));
    const { data } = await http.get<AdminHolds>(`/admin/users/${id}/holds`, `admin ${first}`);
    expect(data.map(({ automatic: byItself, running }) => [byItself, running])).toEqual(expect.arrayContaining([[true, true], [false, true]])); // prettier-ignore
    expect(await approve(await request(id)).then(said)).toEqual([409, 'withdrawal.on_hold']);
  });

  it('[F34] refuses a payout while a hold runs, and none after its end', async () => {
    const id = await client();
    const withdrawal = await request(id);
    expect(await placing(id)).toBe('accepted');
    const pay = (now: Date, more: object = {}) =>
      tryCommit({
        now,
        entries: [
          {
            event: 'withdrawal_approved',
            client: id,
            subject: withdrawal,
            postings: [
              ['withdrawing', 10_000],
              ['custody:bank', -10_000],
            ],
          },
        ],
        rows: {
          withdrawal: [
            { id: withdrawal, status: 'approved', payout_reference: 'wire 9', decided_at: now, decided_by: first },
          ],
          ...more,
        },
      }); // prettier-ignore
    expect(await pay(OPEN_MARKETS)).toBe('F34');
    expect(await pay(at(DAY - 1))).toBe('F34');
    expect(await pay(at(DAY))).toBe('accepted');
  });

  it('[F37] [F34] in one batch a lift lets the payout after it through, and a hold after a payout does not undo it', async () => {
    const clients = await Promise.all([client(), client()]);
    const [one, two] = clients;
    const [held, free] = [await request(one), await request(two)];
    const [hold] = (await place(one)).data;
    const decideOne = (clientId: string, withdrawalId: string): Command => ({
      kind: 'decide_withdrawal', staffId: first, clientId, withdrawalId, decision: 'approve', reason: null, payoutReference: 'wire 9',
    }); // prettier-ignore
    const answers = await Promise.all(
      [
        { kind: 'top_up', clientId: one, amount: 100n } as const,
        { kind: 'lift_hold', staffId: second, clientId: one, holdId: hold?.id ?? '', reason: 'cleared', noteId: newId() } as const,
        decideOne(one, held),
        decideOne(two, free),
        { kind: 'place_hold', staffId: first, clientId: two, holdId: newId(), code: 'aml_review', reference: 'AML-9', endsAt: at(DAY) } as const,
        decideOne(two, await request(two)),
      ].map((command) => books.run(command)),
    ); // prettier-ignore
    expect(answers.map(({ outcome }) => (outcome.ok ? 'ok' : outcome.refusal.code))).toEqual([
      'ok', 'ok', 'ok', 'ok', 'ok', 'withdrawal.on_hold',
    ]); // prettier-ignore
  });
});
