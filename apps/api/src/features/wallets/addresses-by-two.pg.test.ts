import { randomUUID } from 'node:crypto';
import { messages } from '@clearbook/contracts/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { type Answer, call } from '../../../test/http-client.ts';
import { commitTester } from '../../../test/try-commit.ts';
import { type LiveSite, openLiveSite } from '../../../test/live-site.ts';
import { accessServer } from '../../../test/people.ts';
import { PASSWORD, type Person } from '../../../test/site.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIRST = {
  bitcoin: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  ethereum: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  usdt: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
};
const SECOND = { ...FIRST, bitcoin: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' };
const THIRD = { ...FIRST, bitcoin: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy' };

type Said = { status: number; body: Record<string, unknown> };
const asker =
  (base: string) =>
  async (who: Person, route: string, body?: object): Promise<Said> => {
    const [method = '', path = ''] = route.split(' ');
    const answer: Answer = await call(base, {
      method, path, cookie: who.cookie, key: randomUUID(), ...(body && { body }),
    }); // prettier-ignore
    return { status: answer.status, body: JSON.parse(answer.text || '{}') as Record<string, unknown> };
  };

describe('in live mode', () => {
  let site: LiveSite;
  let asks: ReturnType<typeof asker>;
  let ann: Person;
  let bob: Person;

  beforeAll(async () => {
    site = await openLiveSite(new Date('2026-03-11T10:00:00.000Z'), { confirms: false });
    asks = asker(site.base);
    ann = await site.signIn((await site.staff('ann')).email);
    bob = await site.signIn((await site.staff('bob')).email);
  }, 120_000);
  afterAll(() => site?.close());

  const later = (ms: number) => site.at(new Date(site.now().getTime() + ms));
  const stepsUp = async (who: Person) =>
    expect(await asks(who, 'POST /auth/step-up', { password: PASSWORD })).toMatchObject({ status: 200 });
  const approves = async (who: Person, proposalId: unknown) =>
    asks(who, `POST /admin/proposals/${String(proposalId)}/decision`, { decision: 'approve' });
  const wallets = async () => (await asks(ann, 'GET /admin/wallets')).body;
  const settings = async () => (await asks(ann, 'GET /admin/settings')).body;
  /** Who was mailed what since it was last asked, by address. */
  let told = 0;
  const mails = async () => {
    const { rows } = await site.db.ownerPool.query<{ mail: string }>(
      `select u.email || ' ' || m.template as mail from app.mail_outbox m join app.user u on u.id = m.user_id
       where m.template ~ '^(wallets|fees)-' order by m.id`,
    );
    const fresh = rows.slice(told).map(({ mail }) => mail);
    told = rows.length;
    return fresh.toSorted();
  };
  const everybody = (template: string) => [`ann@example.test ${template}`, `bob@example.test ${template}`];

  it('[A114] a session alone changes neither an address nor a fee nor the minimum: for five minutes after the password or a code it does', async () => {
    const refused = { status: 403, body: { code: 'auth.step_up_required' } };
    const fees = { sitename: 'Clearbook', miniwithdrawal: '10.00', withdrawalpercent: '2.00' };
    expect(await asks(ann, 'PUT /admin/wallets', FIRST)).toMatchObject(refused);
    expect(await asks(ann, 'PUT /admin/settings', fees)).toMatchObject(refused);
    expect(await asks(ann, 'PUT /admin/settings', { ...fees, withdrawalpercent: '1.00', miniwithdrawal: '20.00' })).toMatchObject(refused); // prettier-ignore
    expect(await asks(ann, 'POST /admin/wallets/keep', { reason: 'not ours' })).toMatchObject(refused);
    expect(await asks(ann, 'POST /auth/step-up', { password: 'not this one' })).toMatchObject({
      status: 422, body: { code: 'auth.wrong_password', fields: [{ name: 'password' }] },
    }); // prettier-ignore
    expect(await asks(ann, 'POST /auth/step-up', {})).toMatchObject({
      status: 422,
      body: { fields: [{ name: 'password' }, { name: 'code' }] },
    });
    expect(await asks(ann, 'PUT /admin/wallets', FIRST)).toMatchObject(refused);
    // What costs nobody anything asks for nothing.
    expect(await asks(ann, 'PUT /admin/settings', { ...fees, withdrawalpercent: '1.00', sitename: 'Harbour' })).toMatchObject({ status: 200 }); // prettier-ignore

    // A wrong address is said before anybody is asked for a password.
    expect(await asks(ann, 'PUT /admin/wallets', { ...FIRST, usdt: 'T' })).toMatchObject({ status: 422 });
    const { body } = await asks(ann, 'POST /auth/step-up', { password: PASSWORD });
    expect(body).toEqual({ until: new Date(site.now().getTime() + 5 * MINUTE_MS).toISOString() });
    later(5 * MINUTE_MS - 1);
    expect((await asks(ann, 'PUT /admin/wallets', FIRST)).status).toBe(202);
    // Nobody else's session, and no longer than that.
    expect(await asks(bob, 'PUT /admin/wallets', FIRST)).toMatchObject(refused);
    later(1);
    expect(await asks(ann, 'PUT /admin/wallets', SECOND)).toMatchObject(refused);
    expect(await mails()).toEqual(everybody('wallets-proposed'));
  });

  it('[A114] a code of the authenticator is as good, once', async () => {
    const code = site.code(bob.email);
    expect(await asks(bob, 'POST /auth/step-up', { code })).toMatchObject({ status: 200 });
    expect(await asks(bob, 'POST /auth/step-up', { code })).toMatchObject({ body: { code: 'auth.code_used' } });
    const { rows } = await site.db.ownerPool.query(
      `select s.user_id = $1 as bob from app.session s where s.stepped_up_at = $2`,
      [bob.id, site.now()],
    );
    expect(rows).toEqual([{ bob: true }]);
  });

  it('[G66] [G67] addresses are proposed, another person approves them after a password or a code, and they take effect 24 hours later', async () => {
    const { created_at: createdAt, ...before } = await wallets();
    expect([before['bitcoin'], createdAt]).toEqual(['', null]);
    await mails();
    await stepsUp(ann);
    const proposed = await asks(ann, 'PUT /admin/wallets', { ...FIRST, reason: 'the custodian moved' });
    expect(proposed).toMatchObject({ status: 202, body: { bitcoin: '', upcoming: null } });
    expect(await mails()).toEqual(everybody('wallets-proposed'));
    const { proposal_id: proposalId } = proposed.body;
    later(5 * MINUTE_MS);
    expect(await approves(bob, proposalId)).toMatchObject({ status: 403, body: { code: 'auth.step_up_required' } });
    await stepsUp(ann);
    expect(await approves(ann, proposalId)).toMatchObject({ status: 409, body: { code: 'proposal.own' } });
    await stepsUp(bob);
    expect(await approves(bob, proposalId)).toMatchObject({
      status: 200, body: { status: 'approved', act: { kind: 'set_wallets', ...FIRST } },
    }); // prettier-ignore
    const from = new Date(site.now().getTime() + 24 * HOUR_MS).toISOString();
    expect(await wallets()).toMatchObject({
      bitcoin: '', upcoming: { ...FIRST, from, proposed_by: ann.email, approved_by: bob.email },
    }); // prettier-ignore
    expect(await mails()).toEqual(everybody('wallets-approved'));

    // Signing in takes time of its own.
    site.at(new Date(Date.parse(from) - 10 * MINUTE_MS));
    ann = await site.signIn(ann.email);
    site.at(new Date(Date.parse(from) - 1));
    expect(await wallets()).toMatchObject({ bitcoin: '', upcoming: { from } });
    site.at(new Date(from));
    const now = await wallets();
    expect(now).toMatchObject({ ...FIRST, upcoming: null });
    // What was answered can be sent back: it changes nothing and asks for nothing.
    expect(await asks(ann, 'PUT /admin/wallets', now)).toMatchObject({ status: 200, body: FIRST });
    const { rows } = await site.db.ownerPool.query(
      "select facts - 'proposal' as facts from ledger.audit where action = 'wallets.update' order by number limit 1",
    );
    expect(rows).toEqual([{ facts: { ...FIRST, applies_from: from } }]);
  });

  /** Proposed by Ann, approved by Bob. */
  const agree = async (addresses: object) => {
    [ann, bob] = [await site.signIn(ann.email), await site.signIn(bob.email)];
    await stepsUp(ann);
    const proposed = await asks(ann, 'PUT /admin/wallets', addresses);
    expect(proposed.status).toBe(202);
    await stepsUp(bob);
    expect(await approves(bob, proposed.body['proposal_id'])).toMatchObject({ body: { status: 'approved' } });
    return String(proposed.body['proposal_id']);
  };

  it('[G67] [G68] others take the place of those that wait, and any one of staff keeps the present ones', async () => {
    const { bitcoin } = await wallets();
    await agree(SECOND);
    later(HOUR_MS);
    await agree(THIRD);
    expect(await wallets()).toMatchObject({ bitcoin, upcoming: THIRD });
    await mails();
    const keep = () => asks(bob, 'POST /admin/wallets/keep', { reason: 'not our key' });
    expect(await keep()).toMatchObject({ status: 200, body: { bitcoin, upcoming: null } });
    expect(await mails()).toEqual(everybody('wallets-kept'));
    expect(await keep()).toMatchObject({ status: 409, body: { code: 'wallets.none_upcoming' } });
    later(48 * HOUR_MS);
    ann = await site.signIn(ann.email);
    expect(await wallets()).toMatchObject({ bitcoin, upcoming: null });
    const { rows } = await site.db.ownerPool.query("select actor_id from ledger.audit where action = 'wallets.keep'");
    expect(rows).toEqual([{ actor_id: bob.id }]);
  });

  it('[G101] an older proposal never brings back an address that others have replaced since', async () => {
    const { bitcoin, ethereum, usdt } = await wallets();
    [ann, bob] = [await site.signIn(ann.email), await site.signIn(bob.email)];
    await stepsUp(ann);
    const old = { bitcoin: THIRD.bitcoin, ethereum, usdt };
    const first = await asks(ann, 'PUT /admin/wallets', old);
    const safe = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    await agree({ bitcoin, ethereum: safe, usdt });
    expect(await approves(bob, first.body['proposal_id'])).toMatchObject({
      body: { status: 'refused', answer: messages.configuration.changed },
    });
    const { upcoming, set_by: setBy } = await wallets();
    expect(upcoming).toMatchObject({ bitcoin, ethereum: safe });
    // As somebody saw them before, and with what holds now.
    await stepsUp(ann);
    expect(await asks(ann, 'PUT /admin/wallets', { ...old, set_by: null })).toMatchObject({
      status: 409,
      body: { code: 'proposal.overtaken' },
    });
    // What is upcoming can be sent again, as it is and as it was answered; the present ones typed over it are proposed.
    const written = async () =>
      (await site.db.ownerPool.query("select 1 from ledger.audit where action = 'wallets.update'")).rowCount;
    const before = await written();
    const answered = await wallets();
    expect(await asks(ann, 'PUT /admin/wallets', answered)).toMatchObject({ status: 200, body: { bitcoin } });
    expect(await asks(ann, 'PUT /admin/wallets', { bitcoin, ethereum: safe, usdt })).toMatchObject({ status: 200 });
    expect(await written()).toBe(before);
    expect(await asks(ann, 'PUT /admin/wallets', { bitcoin, ethereum, usdt })).toMatchObject({ status: 202 });
    const both = { ...old, ethereum: safe, set_by: setBy };
    expect(await asks(ann, 'PUT /admin/wallets', both)).toMatchObject({ status: 202 });
    expect(await asks(bob, 'POST /admin/wallets/keep', { reason: 'as before' })).toMatchObject({ status: 200 });
  });

  it('[G66] the fee and the minimum are proposed together; name and icon are saved right away', async () => {
    [ann, bob] = [await site.signIn(ann.email), await site.signIn(bob.email)];
    await stepsUp(ann);
    await mails();
    const wanted = { sitename: 'Quay', miniwithdrawal: '20.00', withdrawalpercent: '0.50', reason: 'yearly review' };
    const proposed = await asks(ann, 'PUT /admin/settings', wanted);
    expect(proposed).toMatchObject({
      status: 202, body: { sitename: 'Quay', miniwithdrawal: '10.00', withdrawalpercent: '1.00' },
    }); // prettier-ignore
    expect(await mails()).toEqual(everybody('fees-proposed'));
    await stepsUp(bob);
    expect(await approves(bob, proposed.body['proposal_id'])).toMatchObject({ body: { status: 'approved' } });
    expect(await settings()).toMatchObject({
      sitename: 'Quay', miniwithdrawal: '20.00', withdrawalpercent: '0.50', proposal_id: null,
    }); // prettier-ignore
    expect(await mails()).toEqual(everybody('fees-approved'));
    const { rows } = await site.db.ownerPool.query(
      `select distinct on (kind) kind as template, values - 'time' as values from app.notification where kind ~ '^(fees|wallets)-(proposed|approved)' order by kind, id`,
    );
    const [both, fees] = [
      { by: bob.email, proposed_by: ann.email },
      { percent: '0.50', minimum: '20.00' },
    ];
    expect(rows).toEqual([
      { template: 'fees-approved', values: { ...fees, ...both } },
      { template: 'fees-proposed', values: { ...fees, by: ann.email } },
      { template: 'wallets-approved', values: { ...FIRST, ...both, from: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) as string } },
      { template: 'wallets-proposed', values: { ...FIRST, by: ann.email } },
    ]); // prettier-ignore
  });

  it('[G66] [G67] the database itself refuses what no two people decided, and a day that is cut short', async () => {
    const { pool, ownerPool } = site.db;
    /** The code of the refusal. */
    const writes = (sql: string, values: unknown[] = [], by = pool) =>
      by.query(sql, values).then(
        () => 'written',
        (error: { code?: string }) => error.code,
      );
    const [NOT_BY_TWO, NO_RIGHT, UNSOUND] = ['CB096', '42501', '23514'];
    expect(await writes("update app.wallets set usdt = 'T'")).toBe(NOT_BY_TWO);
    for (const column of ['withdrawal_fee_bps', 'miniwithdrawal_cents'])
      expect(await writes(`update app.settings set ${column} = 7`), column).toBe(NOT_BY_TWO);
    for (const statement of ['delete from ledger.site_change', 'update ledger.site_change set ended_at = null'])
      expect(await writes(statement), statement).toBe(NO_RIGHT);
    expect(await writes('select ledger.stop_addresses($1, now())', [randomUUID()])).toBe(NOT_BY_TWO);

    const proposalId = await agree(SECOND);
    later(1);
    const tryCommit = await commitTester(pool, bob.id, site.now());
    const committed = (rows: Record<string, unknown[]>) => tryCommit({ entries: [], rows });
    const at = site.now();
    const change = {
      proposal_id: proposalId,
      kind: 'set_wallets',
      at,
      applies_from: new Date(at.getTime() + 48 * HOUR_MS),
    };
    // It was approved, and not now: neither again nor otherwise.
    expect(await committed({ site_change: [change] })).toBe('G66');
    await stepsUp(ann);
    const { body } = await asks(ann, 'PUT /admin/wallets', THIRD);
    const waiting = { ...change, proposal_id: body['proposal_id'] };
    expect(await committed({ site_change: [waiting] })).toBe(NOT_BY_TWO);
    for (const other of [
      { kind: 'set_fees', applies_from: at },
      { at: new Date(0) },
      { ended_at: at, ended_by: bob.id },
      { proposal_id: randomUUID() },
    ])
      expect(await committed({ site_change: [{ ...waiting, ...other }] }), JSON.stringify(other)).toBe('G66');
    const approval = { id: body['proposal_id'], status: 'approved', decided_by: bob.id, decided_at: at };
    expect(await committed({ proposal: [approval] })).toBe('CB084');
    const early = { ...waiting, applies_from: at };
    expect(await committed({ proposal: [approval], site_change: [early] })).toBe(UNSOUND);
    const raised = { ...waiting, fee_before_bps: 100, fee_from: at };
    expect(await committed({ proposal: [approval], site_change: [raised] })).toBe(UNSOUND);
    expect(await writes('update ledger.site_change set applies_from = at', [], ownerPool)).toBe(UNSOUND);

    // G101: approved although others hold by now than its proposer saw.
    await agree({ ...THIRD, usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    later(1);
    const late = { at: site.now(), applies_from: new Date(site.now().getTime() + 24 * HOUR_MS) };
    expect(
      await (
        await commitTester(pool, bob.id, site.now())
      )({
        entries: [],
        rows: { proposal: [{ ...approval, decided_at: late.at }], site_change: [{ ...waiting, ...late }] },
      }),
    ).toBe('40001');
  });
});

it('[A114] [G65] in demo mode the password is asked for too; the change is made right away, and every member of staff is mailed', async () => {
  const db = await freshDatabase();
  const server = await accessServer(db);
  try {
    const cookie = await server.staff();
    const send = async (method: 'PUT' | 'POST', url: string, payload: object) => {
      const answer = await server.app.inject({ method, url: `/api/v1${url}`, payload, headers: { cookie } });
      return { status: answer.statusCode, body: answer.json<object>() };
    };
    expect(await send('PUT', '/admin/wallets', FIRST)).toMatchObject({ status: 403 });
    expect(await send('POST', '/auth/step-up', { code: '123456' })).toMatchObject({ status: 409 });
    expect(await send('POST', '/auth/step-up', { password: PASSWORD })).toMatchObject({ status: 200 });
    expect(await send('PUT', '/admin/wallets', FIRST)).toMatchObject({ status: 200, body: FIRST });
    const fees = { sitename: 'Clearbook', miniwithdrawal: '20.00', withdrawalpercent: '2.00' };
    expect(await send('PUT', '/admin/settings', fees)).toMatchObject({ status: 200, body: fees });
    const { rows } = await db.pool.query(
      `select m.template, m.values ->> 'by' as by, u.email from app.mail_outbox m join app.user u on u.id = m.user_id
       where m.template ~ '^(wallets|fees)-' order by m.id`,
    );
    const by = 'desk@example.org';
    expect(rows).toEqual([
      { template: 'wallets-changed', by, email: by },
      { template: 'fees-changed', by, email: by },
    ]);
  } finally {
    await server.close();
    await db.drop();
  }
});
