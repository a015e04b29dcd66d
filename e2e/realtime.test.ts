import { afterAll, beforeAll, expect, it } from 'vitest';
import { seesTotal, totalBalance } from './acts/money.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersSession, joins, openTrade, pendingDeposit, withdraws } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Demo Client', email: 'live@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
/** The same client at two devices, and somebody of the staff. */
let desk: Person;
let phone: Person;
let admin: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'live' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  [desk, phone, admin] = [
    await journey.person(),
    await journey.person({ width: 390, height: 844 }),
    await journey.person(),
  ];
  await joins(desk, account);
  await entersSession(phone, account);
  await entersAsAdmin(admin);
  await asks(desk, 'POST', '/demo/top-up', { amount: '9000.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

it('[S27] what happens at one device shows at the other, and what staff decide shows at both, without a reload', async () => {
  await desk.goesTo('/dashboard');
  await phone.goesTo('/dashboard');
  await admin.goesTo('/all-user?tab=deposit');
  for (const person of [desk, phone, admin]) await person.marksPage();
  await seesTotal(phone, '$9,000.00');
  await admin.reads('No deposits yet');

  await phone.picksTab('Active');
  await openTrade(desk, 'BTC', 'buy', '0.01', '1500.00');
  await phone.row('Active', 'BTC/USD', 'BUY').waitFor();
  await desk.seesFigure('In open trades', '$1,500.00');

  const proof = await desk.page.screenshot();
  const id = await pendingDeposit(desk, '640.00', proof);
  await admin.row('Deposit', account.email, '$640.00', 'Pending').waitFor();
  await asks(admin, 'POST', `/admin/deposits/${id}/decision`, { decision: 'approve' });
  await admin.row('Deposit', account.email, '$640.00', 'Approved').waitFor();
  for (const person of [desk, phone]) await seesTotal(person, '$9,640.00');
  for (const person of [desk, phone, admin]) await person.expectSamePage();
});

it('[S14] a killed server is noticed, and when it is back everything that was missed is on the screen', async () => {
  await phone.goesTo('/withdrawals');
  await phone.reads('No withdrawals yet');
  await phone.marksPage();
  await site.kill();
  for (const person of [desk, phone]) await person.reads('Connection lost. Figures may be out of date. Reconnecting…');
  await site.start();
  // Asked for past every page, so only the socket's return can bring it on the screen.
  const paypal = { method: 'paypal', paypalemail: 'live@example.test', amount: '40.00' };
  await withdraws(desk, paypal);
  await phone.row('Withdrawals', '$40.00', 'Pending').waitFor();
  await desk.seesFigure('Being withdrawn', '$40.00');
  for (const person of [desk, phone]) {
    await person.page.getByText('Connection lost.').waitFor({ state: 'detached' });
    await person.expectSamePage();
  }
  // Prices move again too.
  await desk.picksTab('Active');
  const row = desk.row('Active', 'BTC/USD');
  const before = await row.innerText();
  await expect.poll(() => row.innerText()).not.toBe(before);
  expect(await totalBalance(desk)).toBe('$9,640.00');
});

it('[R18] what changes after a page was read and before its socket listens is on the screen, without a reload', async () => {
  const line = Promise.withResolvers<void>();
  await phone.page.routeWebSocket(/stream$/, async (socket) => {
    await line.promise;
    socket.connectToServer();
  });
  await phone.goesTo('/deposit-history');
  await phone.row('Deposit history', '$640.00').waitFor();
  await phone.marksPage();
  await asks(desk, 'POST', '/deposits', { amount: '321.00', method: 'ethereum' });
  line.resolve();
  await phone.row('Deposit history', '$321.00').waitFor();
  await phone.expectSamePage();
  await phone.page.unrouteAll();
});

it('[S13] a session that ends asks for the password over the page, and what was typed is still there', async () => {
  await desk.opens('Market');
  const ticket = desk.page.getByRole('region', { name: 'Place a trade' });
  await desk.types('Amount', '777.00', ticket);
  await desk.marksPage();
  await desk.page.context().clearCookies();
  await desk.presses('BUY', ticket);
  const dialog = desk.dialog('Please log in again');
  await desk.types('Password', account.password, dialog);
  await desk.presses('Login', dialog);
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => ticket.getByLabel('Amount', { exact: true }).inputValue()).toBe('777.00');
  await expect.poll(() => desk.page.getByText('Please sign in first.').count()).toBe(0);
  await desk.expectSamePage();
});

it('[S28] a wrong current password is said beside its field, and nobody is signed out', async () => {
  await desk.opens('Change password');
  await desk.types('Current password', 'not my password 5');
  await desk.types('New password', 'another harbour 31 lamps');
  await desk.types('Confirm password', 'another harbour 31 lamps');
  await desk.presses('Update password');
  await desk.reads('The current password is incorrect');
  await expect.poll(() => desk.dialog('Please log in again').count()).toBe(0);
  await desk.expectSamePage();
});

it('[S24] no page broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});
