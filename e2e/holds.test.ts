import { afterAll, beforeAll, expect, it } from 'vitest';
import { opensUser } from './acts/manage.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersAsSecondAdmin, joins, withdraws } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Mara Quint', email: 'mara@example.test', password: 'quiet harbour 27 lamps' };
const DAY = 86_400_000;

let site: Site;
let journey: Journey;
let client: Person;
let first: Person;
let second: Person;
let withdrawal: string;

beforeAll(async () => {
  site = await openSite();
  journey = await openBrowser(site);
  [client, first, second] = [await journey.person(), await journey.person(), await journey.person()];
  await joins(client, account);
  await entersAsAdmin(first);
  await entersAsSecondAdmin(second, site, 'second@example.test');
  await asks(client, 'POST', '/demo/top-up', { amount: '500.00' });
  const paypal = { method: 'paypal', paypalemail: account.email, amount: '200.00' };
  ({ id: withdrawal } = await withdraws(client, paypal));
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

/** As a field for a moment takes it; the browsers of the journeys live in UTC. */
const field = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 16);
const holds = (admin: Person) => admin.page.getByRole('region', { name: 'Holds on withdrawals' });

it('[F33] [F34] [F40] [S163] staff place a hold; the client reads it right away, and the withdrawal cannot be approved', async () => {
  await client.goesTo('/withdrawals');
  await client.row('Withdrawals', '$200.00', 'Pending').waitFor();
  await first.goesTo('/all-user');
  await opensUser(first, account.email);
  await first.reads('No holds yet', holds(first));
  await first.presses('Place a hold', holds(first));
  const dialog = first.dialog('Place a hold?');
  await first.presses('Place a hold', dialog);
  await first.reads('Choose a ground for the hold', dialog);
  await first.reads('Enter a reference the client can quote', dialog);
  await first.reads('Choose when the hold ends', dialog);
  await first.chooses('Ground', 'AML review', dialog);
  await first.reads('You need to check where the money comes from or goes before a payout.', dialog);
  await first.types('Reference', 'AML-2026-113', dialog);
  await first.types('Ends', field(40), dialog);
  await first.presses('Place a hold', dialog);
  await first.reads('Choose an end between now and 30 days from now', dialog);
  await first.types('Ends', field(10), dialog);

  await second.goesTo('/all-user');
  await opensUser(second, account.email);
  await second.presses('Place a hold', holds(second));
  const late = second.dialog('Place a hold?');
  await second.types('Reference', 'AML-2026-114', late);
  await first.presses('Place a hold', dialog);
  await first.reads('AML-2026-113', holds(first));
  await looksSound(first);
  // What somebody else did ends nobody's typing.
  await second.reads('AML-2026-113');
  expect(await late.getByLabel('Reference', { exact: true }).inputValue()).toBe('AML-2026-114');
  await second.presses('Cancel', late);
  await late.waitFor({ state: 'detached' });
  await expect.poll(() => holds(second).getByRole('button', { name: 'Place a hold' }).count()).toBe(0);

  await client.reads(/^Your withdrawals are on hold until .* at the latest$/);
  await client.reads('Reference AML-2026-113.');
  await client.row('Withdrawals', '$200.00', 'AML review, reference AML-2026-113').waitFor();
  await looksSound(client);
  await client.goesTo(`/withdrawals?open=${withdrawal}`);
  const details = client.dialog('Withdrawal of $200.00');
  await client.reads('On hold', details);
  await client.goesTo('/select-withdrawal');
  await client.reads(/^Your withdrawals are on hold until .* at the latest$/);

  await second.goesTo(`/withdrawal/${withdrawal}`);
  await second.reads(/^On hold until .*, so you can’t approve this now$/);
  await expect.poll(() => second.page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
  await expect.poll(() => second.page.getByRole('button', { name: 'Reject', exact: true }).isEnabled()).toBe(true);
});

it('[F37] [F38] one person proposes a renewal and another approves it, anybody lifts it with a reason, and the payout goes through', async () => {
  await second.goesTo('/all-user');
  await opensUser(second, account.email);
  await second.presses('Renew hold AML-2026-113', holds(second));
  const renewal = second.dialog('Renew this hold?');
  await second.types('Ends', field(5), renewal);
  await second.presses('Renew hold', renewal);
  await second.reads(/^Choose an end later than the current one, /, renewal);
  await second.types('Ends', field(20), renewal);
  await second.presses('Renew hold', renewal);
  await second.reads('Proposed. Another person has to approve it before it happens.');
  await first.goesTo('/all-user?tab=proposals');
  await first
    .row('Proposals', 'Renew the hold AML-2026-113', 'Waiting')
    .getByRole('button', { name: 'Renew the hold' })
    .click();
  await first.presses('Approve', first.dialog('Approve this proposal?'));
  await first.reads('Approved and done');
  await second.reads(/^Renewed by .*, /, holds(second));

  await first.goesTo('/all-user');
  await opensUser(first, account.email);
  await first.presses('Lift hold AML-2026-113', holds(first));
  const lift = first.dialog('Lift this hold?');
  await first.presses('Lift hold', lift);
  await first.reads('Enter a reason. The client will see it', lift);
  await first.types('Reason', 'The papers are complete', lift);
  await first.presses('Lift hold', lift);
  await first.reads(/^Lifted by .*: The papers are complete$/, holds(first));

  await second.goesTo(`/withdrawal/${withdrawal}`);
  await second.presses('Approve');
  await second.types('Payout reference', 'PP-77', second.dialog('Approve this withdrawal?'));
  await second.presses('Approve', second.dialog('Approve this withdrawal?'));
  await second.readsHeading('Manage');
  await client.goesTo('/withdrawals');
  await client.row('Withdrawals', '$200.00', 'Approved').waitFor();
  await expect.poll(() => client.page.getByText(/are on hold until/).count()).toBe(0);
  await client.goesTo('/notifications');
  await client.reads('A hold on your withdrawals was lifted');
  await client.reads(/Reason: The papers are complete/);
  expect(journey.complaints).toEqual([]);
});
