import { messages } from '@clearbook/contracts/messages';
import { PERMISSIONS, PROPOSAL_PERMISSIONS, ROLE_NAMES, ROLES, type RoleName } from '@clearbook/contracts/permissions';
import type { Proposal, StaffMember, StaffRole } from '@clearbook/contracts/proposals';
import { roleWords } from '@clearbook/contracts/words/roles';
import { EVENTS } from '@clearbook/domain/ledger';
import type { LightMyRequestResponse } from 'fastify';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { serve, type Served } from '../../../test/served.ts';
import { commitTester } from '../../../test/try-commit.ts';
import { readMe } from '../me/index.ts';
import { proposalRoutes } from './index.ts';

const DAY_MS = 86_400_000;

let db: FreshDatabase;
let books: Books;
let site: Served;
let maker: string;
let checker: string;

beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  [maker, checker] = [await books.openParty('staff'), await books.openParty('staff')];
  site = await serve(books.now, (register) => {
    proposalRoutes(register, { ledger: books.ledger, pool: db.pool, config: { mode: 'demo' } });
  });
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await site.app.close();
  await books.ledger.close();
  await db.drop();
});

const propose = (body: object) =>
  site.send('POST', '/admin/proposals', `owner ${maker}`, { reason: 'a new task', ...body });
const approve = (id: string) => decideAs('owner', id);
const decideAs = (role: RoleName, id: string) =>
  site.send('POST', `/admin/proposals/${id}/decision`, `${role} ${checker}`, { decision: 'approve' });
const verdict = (answer: LightMyRequestResponse) =>
  `${answer.statusCode} ${answer.json<{ code?: string }>().code ?? ''}`;

async function approved(body: object): Promise<void> {
  const made = await propose(body);
  expect(made.statusCode, made.body).toBe(201);
  const done = await approve(made.json<Proposal>().id);
  expect(done.json<Proposal>().status, done.body).toBe('approved');
}

/** A member of staff with a role, as two people gave it. */
async function memberWith(role: string): Promise<string> {
  const member = await books.openParty('staff');
  await approved({ action: 'set_role', member_id: member, role });
  return member;
}

describe('roles', () => {
  it('[A130] what a declared role includes is the same for routes, words and database, and an owner may everything', async () => {
    for (const role of ROLE_NAMES) {
      const { rows } = await db.pool.query<{ may: string[] }>('select ledger.permissions_of($1) as may', [role]);
      expect(rows[0]?.may, role).toEqual(ROLES[role]);
    }
    expect(ROLES.owner).toEqual(PERMISSIONS);
    expect(ROLES.auditor.filter((name) => !name.endsWith('.read'))).toEqual([]);
    expect(ROLES.support).not.toContain('document.read');
    expect(Object.keys(roleWords.permissions)).toEqual([...PERMISSIONS]);
    const { rows: kinds } = await db.ownerPool.query<{ kind: string; permission: string }>(
      'select kind, permission from ledger.proposed_commands()',
    );
    expect(Object.fromEntries(kinds.map(({ kind, permission }) => [kind, permission]))).toEqual(PROPOSAL_PERMISSIONS);
  });

  it('[A130] whoever was let in by the host is an owner, and their session and page say what they may', async () => {
    const me = await readMe(db.pool, maker, 'demo');
    expect(me.staff).toEqual({ role: 'owner', permissions: [...PERMISSIONS] });
    expect((await readMe(db.pool, await books.openParty(), 'demo')).staff).toBeNull();
  });

  it('[A133] two people give another role, and it holds from then on; its history stays', async () => {
    const member = await memberWith('support');
    const staff = (await site.get<{ data: StaffMember[] }>('/admin/staff', `owner ${maker}`)).data;
    expect(staff.find(({ id }) => id === member)?.role).toBe('support');
    await approved({ action: 'set_role', member_id: member, role: 'auditor' });
    const { rows } = await db.pool.query<{ role: string }>(
      'select role from ledger.role_given where staff_id = $1 order by number',
      [member],
    );
    expect(rows.map(({ role }) => role)).toEqual(['owner', 'support', 'auditor']);
    expect(verdict(await propose({ action: 'set_role', member_id: member, role: 'captain' }))).toBe(
      '422 request.invalid',
    );
    expect(verdict(await propose({ action: 'set_role', member_id: newId(), role: 'risk' }))).toBe(
      '404 staff.not_found',
    );
  });

  it('[A134] owners make roles of their own from the same permissions, and change no declared one', async () => {
    await approved({ action: 'define_role', name: 'night-desk', permissions: ['withdrawal.read', 'client.read'] });
    const roles = (await site.get<{ data: StaffRole[] }>('/admin/roles', `owner ${maker}`)).data;
    expect(roles.map(({ id }) => id)).toEqual([...ROLE_NAMES, 'night-desk']);
    expect(roles.at(-1)).toEqual({
      id: 'night-desk',
      permissions: ['client.read', 'withdrawal.read'],
      declared: false,
      set_by: expect.any(String),
      members: 0,
    });
    const member = await memberWith('night-desk');
    const may = async (permission: string) =>
      (await db.pool.query<{ may: boolean }>('select ledger.may($1, $2) as may', [member, permission])).rows[0]?.may;
    expect([await may('client.read'), await may('deposit.read')]).toEqual([true, false]);
    await approved({ action: 'define_role', name: 'night-desk', permissions: ['deposit.read'] });
    expect([await may('client.read'), await may('deposit.read')]).toEqual([false, true]);
    const declared = await propose({ action: 'define_role', name: 'support', permissions: ['client.adjust'] });
    expect(declared.json<{ fields: unknown }>().fields).toEqual([
      { name: 'name', message: messages.admin.roleDeclared },
    ]);
    expect(verdict(await propose({ action: 'define_role', name: 'x', permissions: [] }))).toBe('422 request.invalid');
  });

  it('[G101] a role is not set back to what its proposer saw before another change', async () => {
    const desk = { action: 'define_role', name: 'day-desk' };
    await approved({ ...desk, permissions: ['client.read', 'client.note'] });
    const more = await propose({ ...desk, permissions: ['client.read', 'client.note', 'trade.read'] });
    await approved({ ...desk, permissions: ['client.read'] });
    const late = (await approve(more.json<Proposal>().id)).json<Proposal>();
    expect([late.status, late.answer]).toEqual(['refused', messages.configuration.changed]);
    const { data } = await site.get<{ data: StaffRole[] }>('/admin/roles', `owner ${maker}`);
    const role = data.find(({ id }) => id === 'day-desk');
    expect(role?.permissions).toEqual(['client.read']);
    expect(verdict(await propose({ ...desk, permissions: ['trade.read'], set_by: more.json<Proposal>().id }))).toBe(
      '409 proposal.overtaken',
    );
    await approved({ ...desk, permissions: ['trade.read'], set_by: role?.set_by });
  });

  it('[G98] staff, and the roles with what they include, are files; taking one is in the audit log', async () => {
    const auditor = await memberWith('auditor');
    await approved({ action: 'define_role', name: 'file-desk', permissions: ['staff.read', 'client.read'] });
    const file = async (url: string) => {
      const answer = await site.ask(url, `auditor ${auditor}`);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.headers['content-type']).toContain('text/csv');
      return answer.body.trimEnd().split('\r\n').slice(1);
    };
    const { data: staff } = await site.get<{ data: StaffMember[] }>('/admin/staff', `owner ${maker}`);
    expect(staff.length).toBeGreaterThan(2);
    expect(await file('/admin/staff.csv')).toEqual(
      staff.map(({ id, email, status, role, since }) => [id, email, status, role, '', since].join(',')),
    );
    expect(await file('/admin/staff.csv?until=2001-01-01')).toEqual([]);
    expect(await file('/admin/staff.csv?after=2001-01-01')).toHaveLength(staff.length);
    const { data: roles } = await site.get<{ data: StaffRole[] }>('/admin/roles', `owner ${maker}`);
    const lines = await file('/admin/roles.csv');
    expect(lines).toContain('file-desk,no,0,client.read; staff.read');
    expect(lines).toEqual(
      roles.map(({ id, declared, members, permissions }) =>
        [id, declared ? 'yes' : 'no', members, permissions.join('; ')].join(','),
      ),
    );
    const { rows } = await db.pool.query<{ action: string; facts: object }>(
      "select action, facts from ledger.audit where actor_id = $1 and subject_type = 'table' order by number",
      [auditor],
    );
    expect(rows).toEqual([
      { action: 'staff.export', facts: { searched: 'no' } },
      { action: 'staff.export', facts: { until: '2001-01-01', searched: 'no' } },
      { action: 'staff.export', facts: { after: '2001-01-01', searched: 'no' } },
      { action: 'roles.export', facts: { searched: 'no' } },
    ]);
    for (const url of ['/admin/staff.csv', '/admin/roles.csv'])
      expect(verdict(await site.ask(url, `operations ${checker}`)), url).toBe('403 auth.permission_missing');
    for (const url of ['/admin/staff.csv?after=2026-03-06&until=2026-03-05', '/admin/roles.csv?after=2026-03-06'])
      expect(verdict(await site.ask(url, `owner ${maker}`)), url).toBe('422 request.invalid');
  });

  it('[A137] nobody lets anybody do what they may not do themselves, neither by proposing nor by approving', async () => {
    const desk = 'staff.change,staff.read,proposal.decide,client.read';
    await approved({ action: 'define_role', name: 'people-desk', permissions: desk.split(',') });
    const [one, two] = [await memberWith('people-desk'), await memberWith('people-desk')];
    const member = await memberWith('support');
    const as = (who: string, body: object) =>
      site.send('POST', '/admin/proposals', `${desk} ${who}`, { reason: 'a new task', ...body });
    const missing = '403 auth.permission_missing';
    expect(verdict(await as(one, { action: 'set_role', member_id: member, role: 'finance' }))).toBe(missing);
    expect(verdict(await as(one, { action: 'add_staff', email: 'new@example.org' }))).toBe(missing);
    expect(verdict(await as(one, { action: 'define_role', name: 'wide', permissions: ['client.adjust'] }))).toBe(
      missing,
    );
    // Of their own they may give: the same, and less.
    const given = await as(one, { action: 'set_role', member_id: member, role: 'people-desk' });
    expect(given.statusCode, given.body).toBe(201);
    const decided = await site.send('POST', `/admin/proposals/${given.json<Proposal>().id}/decision`, `${desk} ${two}`, { decision: 'approve' }); // prettier-ignore
    expect(decided.json<Proposal>().status, decided.body).toBe('approved');
    // An owner proposes more, which somebody with less cannot approve, and can decline.
    const wide = (await propose({ action: 'set_role', member_id: member, role: 'finance' })).json<Proposal>().id;
    const decide = (body: object) => site.send('POST', `/admin/proposals/${wide}/decision`, `${desk} ${two}`, body);
    expect(verdict(await decide({ decision: 'approve' }))).toBe(missing);
    expect((await decide({ decision: 'decline', reason: 'not for us' })).json<Proposal>().status).toBe('declined');
    // The database says the same whatever the server says.
    const now = books.now();
    const tryCommit = await commitTester(db.pool, one, now);
    const row = (proposer: string, role: string) => ({ id: newId(), kind: 'set_role', subject_id: member, command: { kind: 'set_role', memberId: member, role }, proposed_by: proposer, proposed_at: now, status: 'waiting', lapses_at: new Date(now.getTime() + 7 * DAY_MS) }); // prettier-ignore
    expect(await tryCommit({ now, entries: [], rows: { proposal: [row(one, 'finance')] } })).toBe('G41');
    const beyond = row(maker, 'finance');
    expect(await tryCommit({ now, entries: [], rows: { proposal: [beyond] } })).toBe('accepted');
    expect(await tryCommit({ now, entries: [], rows: { proposal: [{ ...beyond, status: 'approved', decided_by: two, decided_at: now }] } })).toBe('G41'); // prettier-ignore
  });

  it('[A135] a proposal is decided by another person whose role includes what it does', async () => {
    const { id } = (
      await propose({ action: 'remove_staff', member_id: await books.openParty('staff') })
    ).json<Proposal>();
    expect(verdict(await decideAs('finance', id))).toBe('403 auth.permission_missing');
    const mayDecide = async (role: RoleName) =>
      (await site.get<{ data: Proposal[] }>('/admin/proposals', `${role} ${checker}`)).data.find(
        (each) => each.id === id,
      )?.may_decide;
    expect([await mayDecide('finance'), await mayDecide('owner')]).toEqual([false, true]);
    expect((await decideAs('owner', id)).json<Proposal>().status).toBe('approved');
  });
});

describe('[A135] whoever proposed it and may not do it any more', () => {
  const decideWith = async (id: string, body: object) =>
    (await site.send('POST', `/admin/proposals/${id}/decision`, `owner ${checker}`, body)).json<Proposal>();
  const refused = { status: 'refused', answer: messages.proposal.proposerMayNot };
  const proposedBy = async (who: string, body: object) => {
    const made = await site.send('POST', '/admin/proposals', `owner ${who}`, { reason: 'a new task', ...body });
    expect(made.statusCode, made.body).toBe(201);
    return made.json<Proposal>().id;
  };

  it('is no first person any more: removed, with another role, or with a role that includes less', async () => {
    const desk = ['staff.change', 'staff.read', 'proposal.decide', 'client.read'];
    await approved({ action: 'define_role', name: 'first-desk', permissions: desk });
    const member = await memberWith('support');
    const [removed, moved, less] = [await memberWith('first-desk'), await memberWith('first-desk'), await memberWith('first-desk')]; // prettier-ignore
    const removal = { action: 'remove_staff', member_id: member };
    const [byRemoved, byMoved] = [await proposedBy(removed, removal), await proposedBy(moved, removal)];
    const gives = await proposedBy(less, { action: 'define_role', name: 'readers', permissions: ['client.read'] });
    await approved({ action: 'remove_staff', member_id: removed });
    await approved({ action: 'set_role', member_id: moved, role: 'auditor' });
    await approved({ action: 'define_role', name: 'first-desk', permissions: desk.slice(0, 3) });
    for (const id of [byRemoved, byMoved, gives])
      expect(await decideWith(id, { decision: 'approve' })).toMatchObject(refused);
    const { rows } = await db.pool.query("select from ledger.party where id = $1 and status = 'active'", [member]);
    expect(rows).toHaveLength(1);
    // Proposed again by somebody who may, it happens.
    await approved(removal);
  });

  it('can be declined all the same', async () => {
    const leaver = await memberWith('owner');
    const id = await proposedBy(leaver, { action: 'remove_staff', member_id: await memberWith('support') });
    await approved({ action: 'remove_staff', member_id: leaver });
    expect((await decideWith(id, { decision: 'decline', reason: 'she left' })).status).toBe('declined');
  });

  it('may have asked for the end of their own access, or for less of it', async () => {
    const [leaver, lesser] = [await memberWith('owner'), await memberWith('owner')];
    const own = await proposedBy(leaver, { action: 'remove_staff', member_id: leaver });
    const less = await proposedBy(lesser, { action: 'set_role', member_id: lesser, role: 'auditor' });
    for (const id of [own, less]) expect((await decideWith(id, { decision: 'approve' })).status).toBe('approved');
  });

  it('makes the database decide again, whatever the server says, and nothing happens', async () => {
    const proposer = await memberWith('owner');
    const member = await memberWith('support');
    const now = books.now();
    const row = { id: newId(), kind: 'set_role', subject_id: member, command: { kind: 'set_role', memberId: member, role: 'finance' }, proposed_by: proposer, proposed_at: now, lapses_at: new Date(now.getTime() + 7 * DAY_MS) }; // prettier-ignore
    const tryCommit = await commitTester(db.pool, checker, now);
    expect(await tryCommit({ now, entries: [], rows: { proposal: [{ ...row, status: 'waiting' }] } })).toBe('accepted');
    await approved({ action: 'set_role', member_id: proposer, role: 'finance' });
    const decided = { ...row, decided_by: checker, decided_at: now };
    expect(await tryCommit({ now, entries: [], rows: { proposal: [{ ...decided, status: 'approved' }] } })).toBe('40001'); // prettier-ignore
    expect((await db.pool.query('select ledger.role_of($1) as role', [member])).rows).toEqual([{ role: 'support' }]);
    expect(await tryCommit({ now, entries: [], rows: { proposal: [{ ...decided, status: 'declined' }] } })).toBe('accepted'); // prettier-ignore
  });
});

describe('the database', () => {
  it('[A131] writes no entry of staff whose role does not include it, whatever the server says', async () => {
    const client = await books.openParty();
    const entry = (event: 'adjustment') => ({
      event,
      client,
      subject: newId(),
      postings: [
        ['adjustments', 100],
        ['cash', -100],
      ] as ['adjustments' | 'cash', number][],
    });
    const verdicts: Record<string, string> = {};
    for (const role of ROLE_NAMES) {
      const tryCommit = await commitTester(db.pool, await memberWith(role), books.now());
      verdicts[role] = await tryCommit({ entries: [entry('adjustment')] });
    }
    const may = (role: RoleName) => (ROLES[role] as readonly string[]).includes('client.adjust');
    expect(verdicts).toEqual(Object.fromEntries(ROLE_NAMES.map((role) => [role, may(role) ? 'accepted' : 'CB097'])));
    const { rows } = await db.ownerPool.query<{ event: number }>('select event from ledger.staff_events()');
    expect(rows.every(({ event }) => Object.values(EVENTS).includes(event as never))).toBe(true);
  });

  it('[A131] takes no proposal, decision or hold of staff whose role does not include it', async () => {
    const auditor = await memberWith('auditor');
    const client = await books.openParty();
    const now = books.now();
    const tryCommit = await commitTester(db.pool, auditor, now);
    const proposal = { id: newId(), kind: 'remove_staff', subject_id: checker, command: { kind: 'remove_staff', memberId: checker }, proposed_by: auditor, proposed_at: now, status: 'waiting', lapses_at: new Date(now.getTime() + 7 * DAY_MS) }; // prettier-ignore
    expect(await tryCommit({ now, entries: [], rows: { proposal: [proposal] } })).toBe('G41');
    const hold = { book: 1, id: newId(), client_id: client, code: 'aml_review', reference: 'AML-7', placed_by: auditor, placed_at: now, set_by: auditor, set_at: now, ends_at: new Date(now.getTime() + DAY_MS), renewals: 0 }; // prettier-ignore
    expect(await tryCommit({ now, entries: [], rows: { hold: [hold] } })).toBe('F33');
  });

  it('[A133] the last person who can change staff keeps that, and no role is given that there is not', async () => {
    const own = await freshDatabase();
    const theirs = openBooks(own.pool);
    try {
      const [one, two] = [await theirs.openParty('staff'), await theirs.openParty('staff')];
      const now = theirs.now();
      const tryCommit = await commitTester(own.pool, one, now);
      const given = async (subject: string, by: readonly [string, string], role: string) => {
        const row = { id: newId(), kind: 'set_role', subject_id: subject, command: { kind: 'set_role', memberId: subject, role }, proposed_by: by[0], proposed_at: now, lapses_at: new Date(now.getTime() + 7 * DAY_MS) }; // prettier-ignore
        await tryCommit({ now, entries: [], rows: { proposal: [{ ...row, status: 'waiting' }] } });
        return tryCommit({ now, entries: [], rows: { proposal: [{ ...row, status: 'approved', decided_by: by[1], decided_at: now }] } }); // prettier-ignore
      };
      const helper = await theirs.openParty('staff');
      expect(await given(helper, [one, two], 'captain')).toBe('CB098');
      expect(await given(helper, [one, two], 'support')).toBe('accepted');
      await own.ownerPool.query("update ledger.party set status = 'closed' where id = $1", [helper]);
      const third = await theirs.openParty('staff');
      expect(await given(two, [one, third], 'finance')).toBe('accepted');
      expect(await given(one, [third, two], 'finance'), 'finance may not change staff').toBe('G41');
      await own.ownerPool.query("update ledger.party set status = 'closed' where id = $1", [third]);
      expect(await given(one, [two, third], 'finance')).not.toBe('accepted');
    } finally {
      await theirs.ledger.close();
      await own.drop();
    }
  });
});
