import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersSession, joins, openTrade, pendingDeposit } from './support/seed.ts';
import { sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Demo Client', email: 'told@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let desk: Person;
let phone: Person;
let admin: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'told' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  [desk, phone, admin] = [
    await journey.person(),
    await journey.person({ width: 390, height: 844 }),
    await journey.person(),
  ];
  await joins(desk, account);
  await entersSession(phone, account);
  await entersAsAdmin(admin);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

const bell = (person: Person, unread: number) =>
  person.page.getByRole('button', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
    exact: true,
  });

it('[N38] the bell counts right away on every device, each notification leads to its thing, and reading it shows everywhere', async () => {
  await desk.goesTo('/dashboard');
  await phone.goesTo('/notifications');
  // The phone's browser is new to the account, and its owner is told of that.
  await bell(desk, 1).waitFor();
  await phone.reads('New sign-in to your account at Clearbook');
  for (const person of [desk, phone]) await person.marksPage();

  await asks(desk, 'POST', '/demo/top-up', { amount: '9000.00' });
  await phone.reads('You added $9,000.00 of paper money to your demo account.');
  // What somebody has just done themselves is listed, and counts as read.
  await bell(desk, 1).waitFor();
  const id = await pendingDeposit(desk, '640.00', await desk.page.screenshot());
  await asks(admin, 'POST', `/admin/deposits/${id}/decision`, {
    decision: 'reject',
    reason: 'The picture shows another payment',
  });
  await openTrade(desk, 'BTC', 'buy', '0.01', '2500.00');
  await bell(desk, 2).waitFor();
  for (const person of [desk, phone]) await person.expectSamePage();

  await bell(desk, 2).click();
  const panel = desk.dialog('Notifications');
  await desk.reads('Buy BTC/USD opened', panel);
  await desk.follows('Your deposit wasn’t accepted', panel);
  await desk.arrivesAt('Deposit');
  await desk.reads('The picture shows another payment');
  await bell(phone, 1).waitFor();

  await phone.presses('Mark all as read');
  await bell(desk, 0).waitFor();
  await bell(phone, 0).waitFor();
  expect(await sidewaysScroll(phone, 390)).toBe(0);
  expect(await sidewaysScroll(phone, 320)).toBe(0);
  expect(journey.complaints).toEqual([]);
});

it('[N32] mails about one’s own trades and paper money begin when a person asks for them', async () => {
  const subjects = async () =>
    (await asks<{ data: { subject: string }[] }>(desk, 'GET', '/me/mailbox')).data.map(({ subject }) => subject);
  await asks(desk, 'POST', '/demo/top-up', { amount: '10.00' });
  expect(await subjects()).not.toContain('Paper money added');
  await desk.goesTo('/notifications');
  await desk.page
    .getByRole('switch', { name: 'Also email me about my own trades and paper money' })
    .check({ force: true });
  await desk.reads('Saved');
  await desk.page.reload();
  await expect
    .poll(() =>
      desk.page.getByRole('switch', { name: 'Also email me about my own trades and paper money' }).isChecked(),
    )
    .toBe(true);
  await asks(desk, 'POST', '/demo/top-up', { amount: '11.00' });
  await expect.poll(subjects).toContain('Paper money added');
});

it('[E20] [E21] the pages about what is found elsewhere say so, and lead there without telling where from', async () => {
  await desk.opens('Buy crypto');
  await desk.reads('These companies are independent. We have no connection with them', desk.page.getByRole('main'));
  const links = desk.page.getByRole('main').getByRole('link', { name: /opens in a new tab/ });
  await expect.poll(() => links.count()).toBe(5);
  for (const link of await links.all()) {
    await expect.poll(() => link.getAttribute('href')).toMatch(/^https:\/\/[a-z.]+\/$/);
    await expect.poll(() => link.getAttribute('target')).toBe('_blank');
    await expect.poll(() => link.getAttribute('rel')).toBe('noopener noreferrer');
  }
  await desk.goesTo('/real-estate');
  await desk.readsHeading('There is no real estate here');
  await desk.goesTo('/nowhere-at-all');
  await desk.readsHeading('Page not found');
  await desk.follows('Go to Home');
  await desk.arrivesAt('Home');
  expect(journey.complaints).toEqual([]);
});
