import { ROLE_NAMES, ROLES, type RoleName } from '@clearbook/contracts/permissions';
import { type Route, routes } from '@clearbook/contracts/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { picture } from '../apps/api/test/picture.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersSession, joins, openTrade, pendingDeposit, withdraws } from './support/seed.ts';
import { settles } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const PASSWORD = 'lantern over the weir 9';
const DAY = 86_400_000;
const account = { fullname: 'Mara Quint', email: 'mara@example.test', password: 'quiet harbour 27 lamps' };
/** Everybody's address is their role's. */
const mailOf = (role: string) => `${role}@example.test`;
/** A role that nobody may give alone is given by the first owner and approved by the second. */
const TABS = ['Users', 'Deposit', 'Withdrawals', 'Trades', 'Verifications', 'Payment', 'Settings', 'Configuration', 'Proposals', 'Audit log']; // prettier-ignore
const TABS_NOT_SHOWN: Record<RoleName, readonly string[]> = {
  owner: [],
  operations: ['Audit log'],
  finance: ['Verifications'],
  compliance: ['Payment'],
  support: ['Verifications', 'Payment', 'Audit log'],
  risk: ['Verifications', 'Payment'],
  auditor: [],
};

let site: Site;
let journey: Journey;
let client: Person;
let clientId: string;
let owner: Person;
let second: Person;
const people = new Map<RoleName, Person>();
const at = (role: RoleName): Person => {
  const person = people.get(role);
  if (person === undefined) throw new Error(`nobody is ${role}`);
  return person;
};

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'roles', RATE_LIMITS: 'off' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  [client, owner, second] = [await journey.person(), await journey.person(), await journey.person()];
  await joins(client, account);
  ({ id: clientId } = await asks(client, 'GET', '/me'));
  await asks(client, 'POST', '/demo/top-up', { amount: '9000.00' });
  await entersAsAdmin(owner);
  people.set('owner', owner);
  await entersAs(second, 'second');
  for (const role of ROLE_NAMES) {
    if (role === 'owner') continue;
    const person = await journey.person();
    people.set(role, person);
    const id = await entersAs(person, role);
    if (role === 'support') continue;
    await approvedBy(second, await asks(owner, 'POST', '/admin/proposals', { action: 'set_role', member_id: id, role, reason: 'their desk' })); // prettier-ignore
  }
  // Nine people come in.
}, 300_000);

afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

async function entersAs(person: Person, name: string): Promise<string> {
  await asks(person, 'POST', '/auth/reset/confirm', { token: await site.invites(mailOf(name)), password: PASSWORD });
  await entersSession(person, { email: mailOf(name), password: PASSWORD });
  return (await asks(person, 'GET', '/me')).id;
}

const approvedBy = (person: Person, { id }: { id: string }) =>
  asks(person, 'POST', `/admin/proposals/${id}/decision`, { decision: 'approve' });

/** From the queue's own page, by its tab and the client's address. */
async function opensWaiting(person: Person, queue: string): Promise<void> {
  await person.goesTo('/queues');
  await person.readsHeading('Queues');
  await person.page.getByRole('tab', { name: new RegExp(`^${queue} \\(`) }).click();
  await person.page.getByRole('list', { name: `Waiting: ${queue}` }).getByRole('button', { name: new RegExp(account.email) }).click(); // prettier-ignore
}

/** By the one search field, from a part of the name. */
async function findsClient(person: Person): Promise<void> {
  await person.goesTo('/all-user');
  await person.types('Search clients and records', 'mara qui');
  await person.page
    .getByRole('option', { name: new RegExp(account.email) })
    .first()
    .click();
  await person.readsHeading('User');
  await person.reads(account.email);
}

/** None of these buttons is on the page as it stands. */
async function isOffered(person: Person, ...none: string[]): Promise<void> {
  for (const name of none)
    await expect
      .poll(() => person.page.getByRole('button', { name, exact: true }).count(), {
        message: `${person.page.url()}: ${name}`,
      })
      .toBe(0);
}

/** What the server says to this role's own session where the role does not include it. */
async function refused(
  person: Person,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  path: string,
  data?: unknown,
): Promise<void> {
  await expect(asks(person, method, path, data), path).rejects.toThrow('403 {"type"');
}

it('[A146] an owner gives a role that another owner approves in a second browser, and it counts from the next click', async () => {
  const support = at('support');
  await owner.goesTo('/all-user?tab=proposals');
  await owner.presses(`Change role: ${mailOf('support')}`);
  const dialog = owner.dialog('Propose another role?');
  await owner.chooses('Role', 'Support', dialog);
  await owner.types('Reason', 'Answers the phone', dialog);
  await owner.presses('Change role', dialog);
  await owner.reads('Proposed. Another person has to approve it.');
  // Nobody decides their own.
  await owner
    .row('Proposals', `Give ${mailOf('support')} the role Support`, 'Waiting')
    .getByRole('button')
    .click();
  await owner.reads('You proposed this, or it’s about you, so another person has to decide.');

  await second.goesTo('/all-user?tab=proposals');
  await second
    .row('Proposals', `Give ${mailOf('support')} the role Support`, 'Waiting')
    .getByRole('button')
    .click();
  await second.presses('Approve', second.dialog('Approve this proposal?'));
  await second.reads('Approved and done');
  await support.goesTo('/all-user');
  await support.page.getByRole('tab', { name: 'Users', exact: true }).waitFor();
  await expect.poll(() => support.page.getByRole('tab', { name: 'Audit log', exact: true }).count()).toBe(0);
});

it('[A138] an owner sees where staff are signed in, and ends a browser that should not be; its member reads why', async () => {
  const lost = await journey.person();
  await entersSession(lost, { email: mailOf('support'), password: PASSWORD });
  await lost.goesTo('/all-user');
  await lost.readsHeading('Manage');
  await owner.goesTo('/all-user?tab=proposals');
  const panel = owner.page.getByRole('region', { name: 'Where staff are signed in' });
  await owner.reads('This browser', panel);
  await looksSound(owner);
  // The newest of theirs is the lost one.
  await panel
    .getByRole('button', { name: new RegExp(`^End session: ${mailOf('support')}`) })
    .first()
    .click();
  const dialog = owner.dialog('End this session?');
  await owner.presses('End session', dialog);
  await owner.reads('Please give a reason', dialog);
  await owner.types('Reason', 'A laptop was left on a train', dialog);
  await owner.presses('End session', dialog);
  await owner.reads('Session ended');
  await lost.reads('Your session has ended');
  await expect.poll(() => site.mails().some((text) => text.includes('A laptop was left on a train'))).toBe(true); // prettier-ignore
});

it('[A146] operations decides what waits and stops sign-up for a moment; corrections, documents of staff and the audit log are not theirs', async () => {
  const operations = at('operations');
  await client.goesTo('/login');
  const proof = await client.page.screenshot();
  await pendingDeposit(client, '1250.00', proof);
  await withdraws(client, { method: 'paypal', paypalemail: account.email, amount: '120.00' });

  await opensWaiting(operations, 'Deposits');
  await operations.reads('Keys: J and K for the next and the previous item, A to approve, R to reject, C to take or give back, X to select.'); // prettier-ignore
  await operations.presses('Take');
  await operations.reads(/^You’re working on this until /);
  await operations.page.getByRole('img', { name: `Proof of payment from ${account.email}` }).waitFor();
  await operations.page.keyboard.press('a');
  await operations.presses('Approve', operations.dialog('Approve this deposit?'));
  await operations.reads('Nothing waiting');
  await opensWaiting(operations, 'Withdrawals');
  await operations.presses('Approve');
  const paying = operations.dialog('Approve this withdrawal?');
  await operations.types('Payout reference', 'PP-77', paying);
  await operations.presses('Approve', paying);
  await operations.reads('Nothing waiting');
  await client.goesTo('/withdrawals');
  await client.row('Withdrawals', '$120.00', 'Approved').waitFor();

  await operations.goesTo('/all-user?tab=settings');
  await operations.presses('Stop Sign-up');
  const stopping = operations.dialog('Stop for everyone: Sign-up?');
  await operations.types('Message to clients', 'No new accounts for an hour', stopping);
  await operations.types('Reason', 'A wave of made-up names', stopping);
  await operations.presses('Stop', stopping);
  await operations.reads('Stopped for everyone: Sign-up');
  await operations.presses('Start Sign-up');
  const starting = operations.dialog('Start again for everyone: Sign-up?');
  await operations.types('Reason', 'It is over', starting);
  await operations.presses('Start', starting);
  await operations.reads('Started again: Sign-up');

  await isOffered(operations, 'Update');
  await findsClient(operations);
  await operations.presses('Log out everywhere');
  await operations.presses('Cancel', operations.dialog('Log this person out everywhere?'));
  await isOffered(operations, 'Suspend account', 'Delete account', 'Submit', 'Place a hold');
  await refused(operations, 'POST', `/admin/users/${clientId}/adjustments`, { direction: 'credit', amount: '1.00', reason: 'x' }); // prettier-ignore
  await refused(operations, 'GET', '/admin/audit');
});

it('[A146] finance returns a payout and corrects a balance; verifications and holds are not theirs', async () => {
  const finance = at('finance');
  await finance.goesTo('/all-user?tab=withdrawals');
  await finance.row('Withdrawals', account.email, 'Approved').getByRole('link', { name: account.email }).click();
  await finance.presses('Payment returned');
  const back = finance.dialog('Was this payment returned?');
  await finance.types('Reason', 'The account is closed', back);
  await finance.presses('Return the money', back);
  await back.waitFor({ state: 'hidden' });
  await findsClient(finance);
  const adjust = finance.page.getByRole('region', { name: 'Credit/Debit User' });
  await finance.types('Amount', '25.00', adjust);
  await finance.types('Reason', 'Goodwill after the outage', adjust);
  await finance.presses('Submit', adjust);
  await finance.presses('Credit', finance.dialog('Credit $25.00?'));
  await finance.page
    .getByRole('row', { name: /Goodwill after the outage/ })
    .first()
    .waitFor();
  await isOffered(finance, 'Suspend account', 'Log out everywhere', 'Place a hold');
  await finance.goesTo(`/admin/verifications/${clientId}`);
  await finance.reads(/doesn’t include this/);
  await refused(finance, 'POST', `/admin/users/${clientId}/holds`, { code: 'aml_review', reference: 'X-1', ends_at: new Date(Date.now() + DAY).toISOString() }); // prettier-ignore
});

it('[A146] compliance verifies an identity and holds payouts, whose longer end takes a second person in another browser; money is not theirs', async () => {
  const compliance = at('compliance');
  await client.page.request.post('/api/v1/identity', {
    multipart: {
      front: { name: 'front.png', mimeType: 'image/png', buffer: picture(61) },
      back: { name: 'back.png', mimeType: 'image/png', buffer: picture(62) },
    },
  });
  await opensWaiting(compliance, 'Verifications');
  await compliance.presses('Approve');
  const approving = compliance.dialog('Approve this verification?');
  await compliance.chooses('Expiry', 'The document has no expiry date', approving);
  await compliance.presses('Approve', approving);
  await compliance.reads('Nothing waiting');

  await findsClient(compliance);
  const holds = compliance.page.getByRole('region', { name: 'Holds on withdrawals' });
  const field = (days: number) => new Date(Date.now() + site.aheadMs + days * DAY).toISOString().slice(0, 16);
  await compliance.presses('Place a hold', holds);
  const placing = compliance.dialog('Place a hold?');
  await compliance.chooses('Ground', 'AML review', placing);
  await compliance.types('Reference', 'AML-2026-146', placing);
  await compliance.types('Ends', field(5), placing);
  await compliance.presses('Place a hold', placing);
  await compliance.presses('Renew hold AML-2026-146', holds);
  const renewal = compliance.dialog('Renew this hold?');
  await compliance.types('Ends', field(20), renewal);
  await compliance.presses('Renew hold', renewal);
  await compliance.reads('Proposed. Another person has to approve it before it happens.');
  await opensProposal(second, 'Renew the hold AML-2026-146');
  await compliance.reads(/^Renewed by .*, /, holds);
  await compliance.presses('Lift hold AML-2026-146', holds);
  const lifting = compliance.dialog('Lift this hold?');
  await compliance.types('Reason', 'The papers are complete', lifting);
  await compliance.presses('Lift hold', lifting);
  await compliance.reads(/^Lifted by .*: The papers are complete$/, holds);
  await isOffered(compliance, 'Submit');
  await refused(compliance, 'POST', `/admin/users/${clientId}/adjustments`, { direction: 'credit', amount: '1.00', reason: 'x' }); // prettier-ignore
});

async function opensProposal(person: Person, what: string): Promise<void> {
  await person.goesTo('/all-user?tab=proposals');
  await person.row('Proposals', what, 'Waiting').getByRole('button').first().click();
  await person.presses('Approve', person.dialog('Approve this proposal?'));
  await person.reads('Approved and done');
}

it('[A146] support finds a client by part of the name, writes a note and logs them out; documents and money are not theirs', async () => {
  const support = at('support');
  await findsClient(support);
  await support.types('Note', 'Called about a lost phone', support.page.getByRole('region', { name: 'Timeline' }));
  await support.presses('Add note');
  await support.reads('Note added');
  await support.presses('Log out everywhere');
  const dialog = support.dialog('Log this person out everywhere?');
  await support.types('Reason', 'The phone was stolen', dialog);
  await support.presses('Log out everywhere', dialog);
  await support.reads(/logged out/i);
  await entersSession(client, account);
  await isOffered(support, 'Suspend account', 'Delete account', 'Submit', 'Place a hold');
  // The payment is theirs to see, its picture is not.
  await support.goesTo('/all-user?tab=deposit');
  await support.row('Deposit', account.email, 'Approved').getByRole('link', { name: account.email }).click();
  await support.reads('Your role doesn’t include clients’ pictures');
  await isOffered(support, 'Approve', 'Reject');
  const { data } = await asks<{ data: { id: string }[] }>(support, 'GET', '/admin/deposits');
  const { proof_file } = await asks<{ proof_file: string }>(support, 'GET', `/admin/deposits/${data[0]?.id ?? ''}`);
  expect((await support.page.request.get(`/api/v1/files/${proof_file}`)).status()).toBe(403);
  await refused(support, 'POST', `/admin/deposits/${data[0]?.id ?? ''}/decision`, { decision: 'approve' });
});

it('[G90] [G91] [G92] support tags a client, sees whose browser it was too, and looks at what the client sees, who reads that', async () => {
  const support = at('support');
  const sister = { fullname: 'Ida Quint', email: 'ida@example.test', password: account.password };
  const other = await client.page.context().newPage();
  // The same browser, another person.
  await joins(client.inTab(other), sister);
  await entersSession(client, account);
  await other.close();

  await findsClient(support);
  const tags = support.page.getByRole('region', { name: 'Tags' });
  await support.reads('No tags yet', tags);
  await support.presses('Add tag', tags);
  await support.reads('Type a tag', tags);
  await support.types('New tag', 'second opinion', tags);
  await support.presses('Add tag', tags);
  await support.reads('Tag added');
  await tags.getByRole('button', { name: 'Remove tag second opinion' }).waitFor();
  await support.row('Related accounts', sister.email, 'Ida Quint', '1 browser, since').waitFor();
  await looksSound(support);
  await support.presses('Remove tag second opinion', tags);
  await support.reads('No tags yet', tags);

  await support.follows('See what the client sees');
  await support.readsHeading('What the client sees');
  await support.reads('Read-only. The client can see this visit under Staff activity.');
  await support.row('Withdrawals', '$120.00').waitFor();
  await support.row('Notifications', 'Your withdrawal was sent').waitFor();
  // Support doesn't read verifications, and so not what tells of one.
  await expect.poll(() => support.row('Notifications', 'identity').count()).toBe(0);
  await looksSound(support);
  await client.goesTo('/account/activity');
  await client.row('Staff activity', 'Viewed your account as you see it').waitFor();
});

it('[A146] risk closes a trade at the live price; a figure of their own, payouts and documents are not theirs', async () => {
  const risk = at('risk');
  const trade = await openTrade(client, 'BTC', 'buy', '0.02', '4000.00');
  await risk.goesTo('/all-user?tab=trades');
  await risk
    .row('Trades', account.email, 'BTC')
    .getByRole('button', { name: /Update/ })
    .click();
  const closing = risk.dialog('Update Trade');
  await expect.poll(() => closing.getByLabel('Amount', { exact: true }).inputValue()).toMatch(/^\d/);
  await risk.presses('Update trade', closing);
  await risk.reads('User and trade updated successfully');
  await client.goesTo('/dashboard');
  await client.picksTab('Closed');
  await client.row('Closed', 'BTC/USD').waitFor();
  await findsClient(risk);
  await isOffered(risk, 'Suspend account', 'Submit', 'Log out everywhere', 'Place a hold');
  await refused(risk, 'GET', '/admin/wallets');
  await refused(risk, 'GET', `/admin/verifications/${clientId}`);
  const other = await openTrade(client, 'BTC', 'buy', '0.02', '4000.00');
  await refused(risk, 'POST', `/admin/trades/${other}/settle`, {
    type: 'profit',
    amount: '5.00',
    reason: 'a figure of mine',
  });
  expect(trade).not.toBe(other);
});

it('[A146] an auditor reads clients, documents and the log, and is offered nothing that changes anything', async () => {
  const auditor = at('auditor');
  await auditor.goesTo('/all-user?tab=audit');
  await auditor.chooses('Action', 'Staff session ended');
  await auditor.row('Audit log', 'Staff session ended', 'A laptop was left on a train').waitFor();
  await findsClient(auditor);
  await isOffered(
    auditor,
    'Suspend account',
    'Delete account',
    'Submit',
    'Log out everywhere',
    'Place a hold',
    'Add note',
  );
  await auditor.goesTo(`/admin/verifications/${clientId}`);
  await auditor.page.getByRole('img').first().waitFor();
  await isOffered(auditor, 'Approve', 'Decline');
  await auditor.goesTo('/all-user?tab=settings');
  await auditor.page.getByRole('region', { name: 'Emergency switches' }).waitFor();
  await isOffered(auditor, 'Update', 'Stop Trading', 'Stop Sign-up');
  await client.goesTo('/login');
  await pendingDeposit(client, '300.00', await client.page.screenshot());
  await opensWaiting(auditor, 'Deposits');
  await auditor.reads('Keys: J and K for the next and the previous item.');
  await isOffered(auditor, 'Take', 'Approve', 'Reject');
});

it.each(ROLE_NAMES)(
  '[A146] %s sees the tabs of the role and no other, and every route beyond it answers 403 to their own session',
  async (role) => {
    const person = at(role);
    await person.goesTo('/all-user');
    await person.readsHeading('Manage');
    await person.page.getByRole('tab', { name: 'Users', exact: true }).waitFor();
    const shown = (await person.page.getByRole('tab').allInnerTexts()).map((name) => name.replace(/ \(\d+\)$/, ''));
    expect(shown).toEqual(TABS.filter((name) => !TABS_NOT_SHOWN[role].includes(name)));
    await looksSound(person);

    const includes: readonly string[] = ROLES[role];
    const wrong: string[] = [];
    for (const [key, route] of Object.entries(routes) as [string, Route][]) {
      if (route.policy !== 'admin') continue;
      const [method = '', path = ''] = key.split(' ');
      const may = includes.includes(route.can);
      // What they may do is not done here.
      if (may && method !== 'GET') continue;
      const answer = await person.page.request.fetch(`/api/v1${path.replace(':id', clientId)}`, {
        method,
        headers: { 'idempotency-key': `${role} ${key}`.replaceAll(/\W/g, '-'), 'content-type': 'application/json' },
        ...(method !== 'GET' && { data: '{}' }),
      });
      const refusal = answer.status() === 403 && (await answer.text()).includes('auth.permission_missing');
      if (refusal === may) wrong.push(`${key}: ${answer.status()}`);
    }
    expect(wrong).toEqual([]);
  },
);

it.each(ROLE_NAMES)(
  '[A146] no page of %s asks for what the role does not include, or offers it as a file',
  async (role) => {
    const person = at(role);
    const { data } = await asks<{ data: { id: string }[] }>(owner, 'GET', '/admin/deposits');
    const refusals: string[] = [];
    person.page.on('response', (answer) => {
      if (answer.status() === 403) refusals.push(`${person.page.url()}: ${answer.url()}`);
    });
    const tabs = ['users', 'settings', 'configuration', 'proposals'].map((tab) => `/all-user?tab=${tab}`);
    for (const path of [...tabs, `/user/${clientId}`, `/deposit/${data[0]?.id ?? ''}`, '/queues', '/overview']) {
      await person.goesTo(path);
      await person.page.getByRole('heading', { level: 1 }).waitFor();
      await settles(person);
      const files = person.page.locator('a[download]');
      for (const file of await files.all()) {
        const address = (await file.getAttribute('href')) ?? '';
        if ((await person.page.request.get(address)).status() !== 200) refusals.push(`${path}: ${address}`);
      }
    }
    expect(refusals).toEqual([]);
  },
);

it('[A146] whoever proposes settings is offered those of the role alone', async () => {
  const offered = async (role: RoleName) => {
    const person = at(role);
    await person.goesTo('/all-user?tab=configuration');
    await person.presses('Propose a change');
    const what = person.dialog('Propose a change').getByLabel('What', { exact: true });
    return what.getByRole('option').allInnerTexts();
  };
  expect(await offered('compliance')).toEqual(['Announcements']);
  expect(await offered('risk')).not.toContain('Announcements');
});

it('[S24] no page broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});
