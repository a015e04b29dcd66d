import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersSession, joins } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const PASSWORD = 'quiet harbour 27 lamps';
const client = { fullname: 'Demo Client', email: 'mara@example.test', password: PASSWORD };
const SECOND = 'second@example.test';

let site: Site;
let journey: Journey;
let first: Person;
let second: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'configuration' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  [first, second] = [await journey.person(), await journey.person()];
  await entersAsAdmin(first);
  await asks(second, 'POST', '/auth/reset/confirm', { token: await site.invites(SECOND), password: PASSWORD });
  await entersSession(second, { email: SECOND, password: PASSWORD });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

it('[CF1] one proposes that an instrument can only be closed, another approves at an open page, clients are told, and both take it back', async () => {
  const person = await journey.person();
  await joins(person, client);
  await asks(person, 'POST', '/demo/top-up', { amount: '2000.00' });
  const order = () =>
    person.page.request.post('/api/v1/orders', {
      data: { type: 'market', symbol: 'GBPJPY', side: 'buy', lots: '0.01', amount: '500.00' },
      headers: { 'idempotency-key': crypto.randomUUID(), origin: site.url },
    });
  expect((await order()).status()).toBe(201);

  await second.goesTo('/all-user?tab=configuration');
  await second.reads('No changes: everything is at its default');
  await second.marksPage();
  await first.goesTo('/all-user?tab=configuration');
  await first.reads('Nothing to approve');
  await looksSound(first);
  // By keyboard alone.
  await first.page.getByRole('button', { name: 'Propose a change' }).focus();
  await first.page.keyboard.press('Enter');
  const dialog = first.dialog('Propose a change');
  await dialog.getByLabel('Instrument', { exact: true }).selectOption({ label: 'GBP/JPY' });
  await first.reads('Now: On.', dialog);
  await first.presses('Propose', dialog);
  await first.reads('Please give a reason', dialog);
  await first.types('Reason', 'Its price source ends this week', dialog);
  await looksSound(first);
  await first.page.keyboard.press('Enter');
  await first.reads('Proposed. It takes effect once another person approves it.');
  const what = 'Instrument: GBP/JPY';

  // The other one's page follows by itself.
  await second.row('Waiting for approval', what, 'Close only').waitFor();
  await approvesHere(what, 'Set Instrument: GBP/JPY to “Close only” right away (before: “On”)');
  await second.reads('Approved and done');
  await first.row('In effect', what, 'Close only').waitFor();
  await first.row('History', what, 'Its price source ends this week').waitFor();
  await looksSound(first);
  const refused = await order();
  expect(refused.status()).toBe(422);
  expect(((await refused.json()) as { detail: string }).detail).toMatch(/^GBP\/JPY can only be closed right now\./);

  await person.goesTo('/trades?symbol=GBPJPY');
  await person.reads(/^GBP\/JPY can only be closed right now\./);
  for (const name of ['SELL', 'BUY'])
    await person.page.getByRole('button', { name, exact: true, disabled: true }).waitFor();
  // What stands above it takes nothing of it out of sight.
  await person.page.setViewportSize({ width: 1440, height: 900 });
  const buttons = person.page.getByRole('button', { name: 'BUY', exact: true });
  await expect.poll(async () => ((await buttons.boundingBox())?.y ?? Infinity) < 880).toBe(true);
  await expect
    .poll(async () =>
      Number(await person.page.evaluate('document.body.scrollHeight - document.documentElement.clientHeight')),
    )
    .toBeLessThan(2);
  await looksSound(person);

  await first.presses(`Revert: ${what}`);
  const back = first.dialog(/^Go back to how it was before\?/);
  await first.types('Reason', 'The source goes on', back);
  await first.presses('Revert', back);
  await first.row('Waiting for approval', what).waitFor();
  await second.goesTo('/all-user?tab=proposals');
  await approves('Revert Instrument: GBP/JPY to “On”');
  await first.row('In effect', what, 'The source goes on').waitFor();
  expect((await order()).status()).toBe(201);
  // The open page follows.
  await person.page.getByRole('button', { name: 'BUY', exact: true, disabled: false }).waitFor();
});

it('[CF10] an instrument that is no longer offered is found by nobody who looks for one, and stays with whoever has it open', async () => {
  const person = await journey.person();
  await joins(person, { ...client, email: 'off@example.test' });
  await person.goesTo('/trades?symbol=CADJPY');
  const row = (symbol: string) => person.page.locator(`[data-market-row="${symbol}"]`);
  await row('CADJPY').waitFor({ state: 'attached' });
  const setting = { item: 'instrument', key: 'CADJPY', value: { state: 'off' } };
  const { id } = await asks(first, 'POST', '/admin/configuration', { setting, effective_at: null, reason: 'r' });
  await asks(second, 'POST', `/admin/proposals/${id}/decision`, { decision: 'approve' });
  await person.reads(/^We no longer offer CAD\/JPY\./);
  await row('CADJPY').waitFor({ state: 'attached' });
  await row('EURUSD').click();
  await row('CADJPY').waitFor({ state: 'detached' });
  await row('EURUSD').waitFor();
});

it('[CF6] a closure for a later day is proposed, and stands among what waits', async () => {
  const dialog = await proposes('Holidays and closures');
  await first.presses('Propose', dialog);
  await first.reads('Enter what clients should read', dialog);
  await first.types('Name', 'Founders’ Day', dialog);
  await dialog.getByLabel('From (UTC)').fill('2031-03-03T00:00');
  await dialog.getByLabel('Until (UTC)').fill('2031-03-02T00:00');
  await first.types('Reason', 'Announced by the exchange', dialog);
  await first.presses('Propose', dialog);
  await first.reads('The end must be after the start', dialog);
  await dialog.getByLabel('Until (UTC)').fill('2031-03-04T00:00');
  await first.presses('Propose', dialog);
  await first.row('Waiting for approval', 'Holidays and closures: All stocks', 'Founders’ Day').waitFor();
  await looksSound(first);
});

it('[T98] [CF11] what a night costs is set a week ahead, and whoever holds the instrument is told and sees it', async () => {
  const person = await journey.person();
  await joins(person, { ...client, email: 'night@example.test' });
  await asks(person, 'POST', '/demo/top-up', { amount: '2000.00' });
  const order = { type: 'market', symbol: 'AUDUSD', side: 'buy', lots: '0.01', amount: '500.00' };
  await asks(person, 'POST', '/orders', order);
  await first.goesTo('/all-user?tab=configuration');
  const dialog = await proposes('Overnight financing');
  await dialog.getByLabel('Instrument', { exact: true }).selectOption({ label: 'AUD/USD' });
  await first.reads('Leave it empty for the default rate. Next charge: 1.15% a year.', dialog);
  await dialog.getByRole('combobox', { name: 'Takes effect' }).selectOption({ label: '7 days after it’s approved' });
  await first.types('Buy, percent a year', '100.01', dialog);
  await first.types('Reason', 'The Reserve Bank has lowered its rate', dialog);
  await first.presses('Propose', dialog);
  await first.reads('Enter a percentage from 0 to 100', dialog);
  await first.types('Buy, percent a year', '1.40', dialog);
  await looksSound(first);
  await first.presses('Propose', dialog);
  const what = 'Overnight financing: AUD/USD';
  const value = 'Buy: 1.40% a year, sell: default rate';
  await first.row('Waiting for approval', what, value, '7 days after it’s approved').waitFor();
  await second.goesTo('/all-user?tab=proposals');
  const sentence = `Set Overnight financing: AUD/USD to “${value}” 7 days after it’s approved (before: “Buy: default rate, sell: default rate”)`;
  await approves(sentence);
  await first.row('Scheduled', what, value).waitFor();
  await looksSound(first);

  await person.goesTo('/notifications');
  await person.reads(/^Overnight financing of AUD\/USD changes on \d{4}-\d\d-\d\d$/);
  await person.goesTo('/trades?symbol=AUDUSD');
  await person.presses('Hours, costs and limits');
  await person.reads('Buy 1.40%, sell 0.50% a year');
  await looksSound(person);
});

it('[M93] [CF11] something is added to a spread a week ahead, and whoever waits for a price is told and sees it', async () => {
  const person = await journey.person();
  await joins(person, { ...client, email: 'spread@example.test' });
  await asks(person, 'POST', '/demo/top-up', { amount: '2000.00' });
  const order = {
    type: 'limit',
    symbol: 'NZDUSD',
    side: 'buy',
    lots: '0.01',
    amount: '500.00',
    limit_price: '0.20000',
    time_in_force: 'gtc',
  };
  await asks(person, 'POST', '/orders', order);
  await first.goesTo('/all-user?tab=configuration');
  const dialog = await proposes('Spread');
  await dialog.getByLabel('Instrument', { exact: true }).selectOption({ label: 'NZD/USD' });
  await first.reads(/Now: Nothing added\.$/, dialog);
  await first.types('Pips added', '10.5', dialog);
  await first.types('Reason', 'Our source charges us more', dialog);
  await first.presses('Propose', dialog);
  await first.reads('Enter a number from 0 to 10 with at most one decimal', dialog);
  await first.types('Pips added', '0.6', dialog);
  await looksSound(first);
  await first.presses('Propose', dialog);
  const what = 'Spread: NZD/USD';
  await first.row('Waiting for approval', what, '0.6 pips added', '7 days after it’s approved').waitFor();
  await second.goesTo('/queues?queue=proposals');
  await second.reads(what);
  await second.goesTo('/all-user?tab=proposals');
  await approves('Set Spread: NZD/USD to “0.6 pips added” 7 days after it’s approved (before: “Nothing added”)');
  await first.row('Scheduled', what, '0.6 pips added').waitFor();

  await person.goesTo('/notifications');
  await person.reads(/^The spread of NZD\/USD changes on \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  await person.goesTo('/trades?symbol=NZDUSD');
  await person.presses('Hours, costs and limits');
  await person.reads(/^Added from /);
  await person.reads('0.6 pips');
  await looksSound(person);
});

it('[P18] [P19] a package gets another price while a client is about to buy it, is retired, and who bought it keeps it', async () => {
  const person = await journey.person();
  await joins(person, { ...client, email: 'upgrade@example.test' });
  await asks(person, 'POST', '/demo/top-up', { amount: '20000.00' });
  await person.goesTo('/upgrade');
  await person.presses('Buy Raw for $2,500.00');
  const buying = person.dialog('Buy Raw?');
  await buying.getByRole('button', { name: 'Pay $2,500.00' }).waitFor();

  await first.goesTo('/add-upgrade');
  await first.follows('Configuration');
  const dialog = await proposes('Package');
  await dialog.getByLabel('For', { exact: true }).selectOption({ label: 'Raw (originally $2,500.00)' });
  await first.reads('Now: On sale for $2,500.00.', dialog);
  await dialog.getByLabel('State', { exact: true }).selectOption({ label: 'On sale' });
  await first.types('Price (USD)', '0', dialog);
  await first.types('Reason', 'Dearer from today', dialog);
  await first.presses('Propose', dialog);
  await first.reads('Enter a price such as 2500.00, or leave it empty', dialog);
  await first.types('Price (USD)', '2750', dialog);
  await looksSound(first);
  await first.presses('Propose', dialog);
  const what = 'Package: Raw (originally $2,500.00)';
  await second.goesTo('/all-user?tab=configuration');
  await second.row('Waiting for approval', what, 'On sale for $2,750.00').waitFor();
  await approvesHere(
    what,
    'Set Package: Raw (originally $2,500.00) to “On sale for $2,750.00” right away (before: “On sale for its original price”)',
  );
  await first.row('In effect', what, 'On sale for $2,750.00').waitFor();
  await looksSound(first);

  // Nobody pays another price than the one that stands before them.
  await person.presses('Pay $2,500.00', buying);
  await person.reads(/^The price is now \$2,750\.00, so we didn’t charge you\./, buying);
  await looksSound(person);
  await person.presses('Cancel', buying);
  await person.presses('Buy Raw for $2,750.00');
  await person.presses('Pay $2,750.00', person.dialog('Buy Raw?'));
  await person.reads('Raw is yours');
  await person.presses('Done');

  const setting = { item: 'package', key: 'raw', value: { state: 'retired', price: null } };
  const { id } = await asks(first, 'POST', '/admin/configuration', { setting, effective_at: null, reason: 'r' });
  await asks(second, 'POST', `/admin/proposals/${id}/decision`, { decision: 'approve' });
  const card = person.page.getByRole('article', { name: 'Raw', exact: true });
  await card.waitFor({ state: 'detached' });
  await person.reads('$2,750.00');
  await first.goesTo('/add-upgrade');
  await first.row('All plans', 'Raw', 'Retired').waitFor();
  await looksSound(first);
});

it('[F55] a deposit limit is proposed for one level, beside what it is now', async () => {
  await first.goesTo('/all-user?tab=configuration');
  const dialog = await proposes('Deposit limit');
  await first.reads('Leave it empty for no limit. Now: $10,000.00.', dialog);
  await dialog.getByLabel('For', { exact: true }).selectOption({ label: 'Email confirmed' });
  await first.reads('Leave it empty for no limit. Now: $500.00.', dialog);
  await first.types('Per UTC day (USD)', '250.5', dialog);
  await first.types('Reason', 'A quiet start', dialog);
  await first.presses('Propose', dialog);
  await first.row('Waiting for approval', 'Deposit limit: Email confirmed', '$250.50 a day').waitFor();
});

it('[N54] an email’s text is changed by two people, with what its reader needs, and reads that way from then on', async () => {
  await first.goesTo('/all-user?tab=settings');
  const texts = first.page.getByRole('region', { name: 'What emails say', exact: true });
  await first.chooses('Email', 'Your withdrawal code for Clearbook', texts);
  await first.reads(/It always says the same\.$/, texts);
  expect(await texts.getByRole('button', { name: 'Propose a change' }).count()).toBe(0);
  await first.chooses('Email', 'Your withdrawal wasn’t sent', texts);
  await first.presses('Propose a change', texts);
  const dialog = first.dialog('Change an email: Withdrawal rejected');
  await first.types('Subject', 'About your withdrawal of {amount}', dialog);
  await first.types('Text', 'Please pay first. {amount} {reason}', dialog);
  await first.types('Reason', 'A friendlier tone', dialog);
  await first.presses('Propose', dialog);
  await first.reads('An email never asks a client to pay. Say it without that.', dialog);
  await first.types('Text', 'All of {amount} is back in your balance.', dialog);
  await first.presses('Propose', dialog);
  await first.reads('Keep {reason}: the reader needs to know it', dialog);
  await first.types('Text', 'All of {amount} is back in your balance, {user_name}.\nWhy: {reason}', dialog);
  await first.reads(/^About your withdrawal of \$250\.00/, dialog);
  await looksSound(first);
  await first.presses('Send me a test', dialog);
  await first.reads('Test email sent to your address');
  await first.presses('Propose', dialog);
  await first.reads('Proposed. It takes effect once another person approves it.');

  await second.goesTo('/all-user?tab=configuration');
  await second.presses('Review: Email text: Withdrawal rejected');
  const decision = second.dialog('Approve this proposal?');
  await second.reads(/^About your withdrawal of \{amount\}\s+All of \{amount\} is back in your balance/, decision);
  await second.reads(/^Your withdrawal wasn’t sent\s+We didn’t send/, decision);
  await looksSound(second);
  await second.presses('Approve', decision);
  await first.reads(/All of \$250\.00 is back in your balance/, texts);
  await looksSound(first);
});

/** The first one opens the form for a change of this. */
async function proposes(what: string): Promise<Locator> {
  await first.presses('Propose a change');
  const dialog = first.dialog('Propose a change');
  await dialog.getByLabel('What', { exact: true }).selectOption({ label: what });
  return dialog;
}

/** The second one approves it where they read about it. */
async function approvesHere(what: string, sentence: string): Promise<void> {
  await second.presses(`Review: ${what}`);
  const decision = second.dialog('Approve this proposal?');
  await second.reads(sentence, decision);
  await looksSound(second);
  await second.presses('Approve', decision);
  await second.reads('Approved and done');
}

/** The second one approves what waits under this sentence. */
async function approves(sentence: string): Promise<void> {
  await second.row('Proposals', sentence, 'Waiting').getByRole('button', { name: sentence }).click();
  await second.presses('Approve', second.dialog('Approve this proposal?'));
}
