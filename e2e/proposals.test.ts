import type { Route } from 'playwright-core';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmsByHand } from './support/confirm.ts';
import { confirmsItIsThem, opensUser } from './acts/manage.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersSession, joins, openTrade } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const PASSWORD = 'quiet harbour 27 lamps';
const client = { fullname: 'Demo Client', email: 'mara@example.test', password: PASSWORD };
const SECOND = 'second@example.test';
const NEWCOMER = 'newcomer@example.test';

let site: Site;
let journey: Journey;
let first: Person;
let second: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'proposals' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  [first, second] = [await journey.person(), await journey.person()];
  await entersAsAdmin(first);
  await choosesPassword(second, await site.invites(SECOND));
  await entersSession(second, { email: SECOND, password: PASSWORD });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

/** Follows a one-time link, without the screen. */
function choosesPassword(person: Person, token: string) {
  return asks(person, 'POST', '/auth/reset/confirm', { token, password: PASSWORD });
}

it('[G45] [G46] [G99] one proposes a member of staff, another approves at an open page, and the newcomer comes in by the mailed link', async () => {
  await second.goesTo('/all-user?tab=proposals');
  await second.reads('No proposals');
  await second.reads(/In demo mode adjustments and payouts happen right away\./);
  await second.marksPage();

  await first.goesTo('/all-user');
  await first.picksTab('Proposals');
  await first.row('Members of staff', SECOND, 'Active').waitFor();
  const form = first.page.getByRole('form', { name: 'Propose a new member' });
  await first.types('Email address', 'nobody', form);
  await first.presses('Propose a new member', form);
  await first.reads('Please give a reason', form);
  await first.types('Email address', NEWCOMER, form);
  await first.types('Reason', 'Takes over the evening desk', form);
  await first.presses('Propose a new member', form);
  await first.reads('Proposed. Another person has to approve it.');
  const sentence = `Add ${NEWCOMER} as staff`;
  await first.row('Proposals', sentence, 'Waiting').getByRole('button', { name: sentence }).click();
  await first.reads('You proposed this, or it’s about you, so another person has to decide.', first.dialog(sentence));
  await first.presses('Close', first.dialog(sentence));

  // The other one's page follows by itself, and says how many wait.
  await second.row('Proposals', sentence, 'Waiting').getByRole('button', { name: sentence }).click();
  await second.page.getByRole('tab', { name: 'Proposals (1)' }).waitFor();
  const dialog = second.dialog('Approve this proposal?');
  await second.reads('Takes over the evening desk', dialog);
  await looksSound(second);
  await second.presses('Approve', dialog);
  await second.reads('Approved and done');
  await second.row('Proposals', sentence, 'Approved').waitFor();
  await second.row('Members of staff', NEWCOMER, 'Invited').waitFor();
  await second.expectSamePage();
  await first.row('Proposals', sentence, 'Approved').waitFor();
  await looksSound(first);

  const link = /http\S+\/reset-password#token=[\w-]+/;
  const invitation = () => site.mails().find((mail) => mail.includes(NEWCOMER) && link.test(mail));
  await expect.poll(invitation).toBeDefined();
  const newcomer = await journey.person();
  await newcomer.goesTo(new URL(link.exec(invitation() ?? '')?.[0] ?? '').href.slice(site.url.length));
  await newcomer.types('New password', PASSWORD);
  await newcomer.types('Confirm password', PASSWORD);
  await newcomer.presses('Save password');
  await newcomer.readsHeading('Login into your account');
  await entersSession(newcomer, { email: NEWCOMER, password: PASSWORD });
  await newcomer.goesTo('/all-user');
  await newcomer.arrivesAt('Manage');

  // Declined with a reason at first, then agreed: what ends access asks nobody's leave.
  await first.presses(`Propose to remove access: ${NEWCOMER}`);
  const leaving = first.dialog('Propose to remove access?');
  await first.presses('Propose to remove access', leaving);
  await first.reads('Please give a reason', leaving);
  await first.types('Reason', 'Has left us', leaving);
  await first.presses('Propose to remove access', leaving);
  await first.row('Members of staff', NEWCOMER, 'Change proposed').waitFor();
  const ending = `Remove access for ${NEWCOMER}`;
  await second.row('Proposals', ending, 'Waiting').getByRole('button', { name: ending }).click();
  await second.presses('Decline', dialog);
  const declining = second.dialog('Decline this proposal?');
  await second.presses('Decline', declining);
  await second.reads('Please give a reason', declining);
  // Left and asked again: the first question, and nothing that was refused.
  await second.page.keyboard.press('Escape');
  await declining.waitFor({ state: 'hidden' });
  await second.row('Proposals', ending, 'Waiting').getByRole('button', { name: ending }).click();
  await second.presses('Decline', dialog);
  await declining.waitFor();
  await expect.poll(() => declining.getByText('Please give a reason').count()).toBe(0);
  await second.types('Reason', 'She stays until Friday', declining);
  await second.presses('Decline', declining);
  await second.reads('Proposal declined');
  await first.row('Proposals', ending, 'Declined').getByRole('button', { name: ending }).click();
  await first.reads('She stays until Friday', first.dialog(ending));
  await first.presses('Close', first.dialog(ending));

  await first.presses(`Propose to remove access: ${NEWCOMER}`);
  await first.types('Reason', 'It is Friday', leaving);
  await first.presses('Propose to remove access', leaving);
  await second.row('Proposals', ending, 'Waiting').getByRole('button', { name: ending }).click();
  await second.presses('Approve', dialog);
  await second.row('Members of staff', NEWCOMER, 'No access').waitFor();
  const session = await newcomer.page.request.fetch('/api/v1/me');
  expect(session.status()).toBe(401);
});

it('[G46] a proposal that somebody else decides while it is open follows, and offers no decision any more', async () => {
  const { id } = await asks(first, 'POST', '/admin/proposals', { action: 'add_staff', email: 'evening@example.test', reason: 'Evenings' }); // prettier-ignore
  await second.goesTo('/all-user?tab=proposals');
  const act = /^Add evening@example\.test as staff/;
  await second.page.getByRole('button', { name: act }).click();
  const dialog = second.page.getByRole('dialog').filter({ visible: true });
  await second.presses('Decline', dialog);
  await second.types('Reason', 'Not yet', dialog);
  await asks(second, 'POST', `/admin/proposals/${id}/decision`, { decision: 'approve' });
  await second.reads('This has been decided or has expired.', dialog);
  await second.seesFigure('Status', 'Approved', dialog);
  for (const name of ['Approve', 'Decline'])
    expect(await dialog.getByRole('button', { name, exact: true }).count()).toBe(0);
});

it('[G40] where the mode is live, each form says beforehand that another person has to approve; in demo mode none does', async () => {
  const person = await journey.person();
  await joins(person, client);
  await asks(person, 'POST', '/demo/top-up', { amount: '2000.00' });
  await openTrade(person, 'EURUSD', 'buy', '0.05', '500.00');
  const notice = 'Another person has to approve this. Nothing happens until then.';
  await opensUser(first, client.email);
  const adjust = first.page.getByRole('region', { name: 'Credit/Debit User' });
  await adjust.getByLabel('Amount').waitFor();
  await expect.poll(() => first.page.getByText(notice).count()).toBe(0);

  // The same screens as they are told of another mode.
  const live = async (route: Route): Promise<void> => {
    const answer = await route.fetch();
    return route.fulfill({ response: answer, json: { ...((await answer.json()) as object), mode: 'live' } });
  };
  await first.page.route('**/api/v1/me', live);
  await first.page.reload();
  await first.reads(notice, adjust);
  await first.reads(notice, first.page.getByRole('region', { name: 'Add Trade' }));
  await first.types('Amount', '5.00', adjust);
  await first.types('Reason', 'Goodwill', adjust);
  await first.presses('Submit', adjust);
  await first.reads(notice, first.dialog('Credit $5.00?'));
  await first.goesTo('/all-user?tab=trades');
  await first.row('Trades', client.email, 'Running').getByRole('button', { name: 'Update' }).click();
  await first.reads(/The trade closes immediately at the live price\./, first.dialog('Update Trade'));
  await first.page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('[G68] [A114] new addresses are compared and approved with the password, announced on every page of Manage, and stopped by one person', async () => {
  const addresses = {
    bitcoin: 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    ethereum: '0x52908400098527886E0F7030069857D2E4169EE7',
    usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  };
  // Only a live site proposes them; here the proposal stands as a live site leaves it.
  const { id } = await first.downloads<{ id: string }>('/me');
  await site.database((database) =>
    database.query(
      `insert into ledger.proposal (id, kind, command, proposed_by, proposed_at, lapses_at)
       values ($1, 'set_wallets', $2, $3, $4, $4::timestamptz + interval '7 days')`,
      [newId(), { kind: 'set_wallets', ...addresses }, id, new Date()],
    ),
  );
  await first.goesTo('/all-user?tab=payment');
  await first.reads('This is waiting for another person’s approval.');
  await second.goesTo('/all-user?tab=proposals');
  const sentence = 'Change the addresses that clients pay to';
  await second.row('Proposals', sentence, 'Waiting').getByRole('button', { name: sentence }).click();
  const dialog = second.dialog('Approve this proposal?');
  await second.seesFigure('Bitcoin address', addresses.bitcoin, dialog);
  await second.seesFigure('USDT address', addresses.usdt, dialog);
  await looksSound(second);
  await second.reads(/The addresses take effect 24 hours after you approve them/, dialog);
  await confirmsByHand(second);
  await site.database((database) => database.query('update app.session set stepped_up_at = null'));
  await second.presses('Approve', dialog);
  // Left by the keyboard, the dialog beneath it stays.
  const again = second.dialog('Confirm it’s you');
  await again.waitFor();
  await second.page.keyboard.press('Escape');
  await again.waitFor({ state: 'hidden' });
  await second.presses('Approve', dialog);
  await confirmsItIsThem(second, PASSWORD);
  await second.reads('Approved and done');

  // On the other one's open page too, by itself.
  for (const person of [first, second])
    await person.reads(new RegExp(`New deposit addresses take effect on .+ proposed them and ${SECOND} approved them`));
  await first.seesFigure('Ethereum address', addresses.ethereum, first.page.getByRole('region', { name: 'Upcoming addresses' })); // prettier-ignore
  await looksSound(first);
  await second.goesTo('/all-user');
  await second.presses('Keep the current addresses');
  const stopping = second.dialog('Keep the current addresses?');
  await second.presses('Keep the current addresses', stopping);
  await second.reads('Please give a reason', stopping);
  await second.types('Reason', 'Not our key', stopping);
  await second.presses('Keep the current addresses', stopping);
  await second.reads('The current addresses stay');
  const notice = first.page.getByText(/^New deposit addresses take effect/);
  await notice.waitFor({ state: 'hidden' });
  await expect.poll(() => first.page.getByLabel('Bitcoin address', { exact: true }).inputValue()).toBe('');
  await second.goesTo('/all-user?tab=audit');
  await second.row('Audit log', 'New wallet addresses stopped', 'Reason: Not our key').waitFor();
});
