import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFinds } from './support/axe.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersSession, joins, openTrade } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const DAY_MS = 86_400_000;
const account = { fullname: 'Demo Client', email: 'ticket@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let desk: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'ticket' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  desk = await journey.person({ width: 1440 });
  await joins(desk, account);
  await asks(desk, 'POST', '/demo/top-up', { amount: '50000.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

it('[S48] an order is placed, seen waiting, changed and cancelled', async () => {
  const { page } = desk;
  await desk.goesTo('/trades?symbol=EURUSD');
  await desk.arrivesAt('Market');
  await placesLimit(desk, ticket(desk));
  await page.getByText('Orders 1', { exact: true }).click();
  await changesAndCancels(desk);
});

it('[S90] the ticket names the spread beside its usual range, in pips and in money, and what nights cost each side', async () => {
  const form = ticket(desk);
  await form.getByText('Market', { exact: true }).click();
  await desk.types('Lot size', '0.10', form);
  await desk.seesFigure('Spread', /^\d+\.\d pips\s+Usually 1\.8( to \d+\.\d)? pips, \$1\.80/, form);
  await desk.seesFigure('Overnight cost', /^SELL \$\d+\.\d\d\s+BUY \$\d+\.\d\d\s+Next: /, form);
  await desk.seesFigure('Overnight cost', /three nights/i, form);
});

it('[S46] [S48] [T41] a trade with stop and target is changed where it stands, closed in part, and all are closed', async () => {
  const { page } = desk;
  await page.getByText(/^Positions/).click();
  const form = ticket(desk);
  await form.getByText('Market', { exact: true }).click();
  await desk.types('Lot size', '0.10', form);
  await desk.types('Amount', '2000', form);
  // What the ticket has shown of the last order is folded out already.
  await desk.types('Stop loss: pips', '40', form);
  await desk.types('Take profit: usd won', '60', form);
  await expect.poll(() => form.getByLabel('Stop loss: usd lost', { exact: true }).inputValue()).toBe('40.00');
  await desk.types('Trailing stop: pips', 'far', form);
  await desk.presses('BUY', form);
  await desk.reads('Enter a number, such as 1.0850, 25 or 40.00', form);
  await desk.types('Trailing stop: pips', '', form);
  // A target under the price belongs to a sell: the server says so beside its row, and the form stays.
  await desk.types('Take profit: price', '0.9', form);
  await desk.presses('BUY', form);
  await desk.reads(/^The take profit must be above/, form);
  await desk.types('Take profit: usd won', '60', form);
  await desk.presses('BUY', form);
  await desk.reads('Trade Placed Successfully');

  const row = desk.row('Open positions', 'EUR/USD', 'BUY', '0.10');
  await row.getByText('TP').waitFor();
  const before = await row.getByRole('button', { name: /^Stop loss and take profit of EUR\/USD/ }).innerText();
  await row.getByRole('button', { name: /^Stop loss and take profit of EUR\/USD/ }).click();
  const amend = desk.dialog('Stop loss and take profit');
  await desk.types('Stop loss: pips', '60', amend);
  await desk.types('Take profit: price', '', amend);
  await desk.presses('Save', amend);
  await amend.waitFor({ state: 'detached' });
  await expect.poll(() => row.getByText('TP').count()).toBe(0);
  await expect
    .poll(() => row.getByRole('button', { name: /^Stop loss and take profit of/ }).innerText())
    .not.toBe(before);
  await desk.presses('Details', row);
  const history = desk.dialog('Trade').getByRole('region', { name: 'Stop and target changes' });
  await desk.reads(/^Take profit: [\d.]+ → None$/, history);
  await desk.reads(/^Stop loss: .+ → [\d.]+$/, history);
  await looksSound(desk);
  await page.keyboard.press('Escape');
  await desk.dialog('Trade').waitFor({ state: 'detached' });

  await desk.presses('Close', row);
  const close = desk.dialog('Close this trade?');
  await desk.types('Lots to close', '0.11', close);
  await desk.presses('Close trade', close);
  await desk.reads('You have 0.10 lots open', close);
  await desk.types('Lots to close', '0.04', close);
  await desk.reads('0.06 lots stay open with their share of the collateral.', close);
  await desk.presses('Close trade', close);
  await desk.row('Open positions', 'EUR/USD', 'BUY', '0.06').waitFor();

  await openTrade(desk, 'GBPUSD', 'sell', '0.05', '1000.00');
  await desk.row('Open positions', 'GBP/USD', 'SELL').waitFor();
  await desk.presses('Close all');
  const all = desk.dialog('Close all trades?');
  await desk.presses('Close 2 trades', all);
  await desk.reads('No open trades');
  await page.getByText('Closed', { exact: true }).click();
  await desk.row('Closed trades', 'GBP/USD', 'SELL 0.05', 'You').waitFor();
});

it('[S44] [S50] [S51] the market list is walked by keys, searched over all categories, watched, and tells about an asset', async () => {
  const { page } = desk;
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'EUR/USD', level: 2 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('bitcoin dinar');
  await desk.reads('No asset matches');
  await page.getByLabel('Search all markets', { exact: true }).fill('bitcoin cash');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Watch BCH/USD', pressed: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'BCH/USD', exact: true, level: 2 }).waitFor();
  await page.keyboard.press('b');
  await ticket(desk).getByRole('button', { name: 'BUY', exact: true }).and(page.locator(':focus')).waitFor();
  await desk.presses('Hours, costs and limits');
  await desk.seesFigure('Overnight financing of a buy', /^15/, desk.dialog('About BCH/USD'));
  await page.keyboard.press('Escape');
  await desk.dialog('About BCH/USD').waitFor({ state: 'detached' });
});

it('[T80] [T82] two orders are linked in the ticket by keyboard, cancelling one cancels both, and all are cancelled at once', async () => {
  const { page } = desk;
  await desk.goesTo('/trades?symbol=EURUSD');
  await desk.arrivesAt('Market');
  await placesLinked(desk, ticket(desk));
  await page.getByText('Orders 2', { exact: true }).click();
  expect(await axeFinds(page)).toEqual([]);
  const row = desk.row('Working orders', 'EUR/USD', 'SELL', '0.10', 'Stop', 'Linked (OCO)', '0.40000');
  await row.waitFor();
  await desk.presses('Cancel', row);
  await desk.reads('Both linked orders cancelled');
  await desk.reads('No working orders');
  await placesLinked(desk, ticket(desk));
  const all = page.getByRole('button', { name: 'Cancel all' });
  await all.focus();
  await page.keyboard.press('Enter');
  const dialog = desk.dialog('Cancel working orders?');
  await desk.reads('We’ll cancel 2 orders together. An order linked to one of them is cancelled too.', dialog);
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel 2 orders' }).focus();
  await page.keyboard.press('Enter');
  await desk.reads('2 orders cancelled');
  await desk.reads('No working orders');
});

it('[S49] one click trades up to the size that was named, and asks above it', async () => {
  const { page } = desk;
  await desk.goesTo('/trades?symbol=EURUSD');
  await desk.arrivesAt('Market');
  await page.getByRole('switch', { name: 'One-click' }).click();
  const turnOn = desk.dialog('Turn on one-click trading?');
  await desk.types('Largest trade value in USD', '5000', turnOn);
  await desk.presses('Turn on, up to $5,000.00', turnOn);
  const quick = page.getByRole('region', { name: 'One-click trading' });
  await quick.getByRole('button', { name: 'BUY 0.01 EUR/USD now' }).click();
  await desk.reads(/^Trade Placed Successfully\. Bought 1,000 EUR at 1\.\d{5}\.$/);
  await desk.row('Open positions', 'EUR/USD', 'BUY 0.01').waitFor();
  await desk.types('Lots per click', '0.10', quick);
  await quick.getByRole('button', { name: 'SELL 0.10 EUR/USD now' }).click();
  const ask = desk.dialog('Place this trade?');
  await desk.reads('It’s worth more than your limit of $5,000.00.', ask);
  await desk.presses('Cancel', ask);
  await ask.waitFor({ state: 'detached' });
  await page.getByRole('switch', { name: 'One-click' }).click();
  await quick.waitFor({ state: 'detached' });
  expect((await asks<{ data: unknown[] }>(desk, 'GET', '/trades?state=active')).data).toHaveLength(1);
});

it('[S101] a click whose answer was lost trades once, however often it is repeated', async () => {
  const person = await journey.person({ width: 1440 });
  await joins(person, { ...account, email: 'lost@example.test' });
  await asks(person, 'POST', '/demo/top-up', { amount: '5000.00' });
  const { page } = person;
  await person.goesTo('/trades?symbol=BTC');
  await page.getByRole('switch', { name: 'One-click' }).click();
  await person.presses('Turn on, up to $10,000.00', person.dialog('Turn on one-click trading?'));
  const buy = page
    .getByRole('region', { name: 'One-click trading' })
    .getByRole('button', { name: 'BUY 0.01 BTC/USD now' });
  let lost = 0;
  // The server does what it is asked, and its answer never comes: at the click and at both retries.
  await page.route('**/api/v1/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
    lost += 1;
  });
  const price = page.getByRole('region', { name: 'One-click trading' });
  await buy.click();
  await expect.poll(() => lost).toBe(3);
  await person.reads(/^Failed to place trade/);
  await page.unrouteAll({ behavior: 'wait' });
  // At another price, which would be another request.
  const before = await price.innerText();
  await expect.poll(() => price.innerText()).not.toBe(before);
  await buy.click();
  await person.reads(/^Trade Placed Successfully\. Bought/);
  expect((await asks<{ data: unknown[] }>(person, 'GET', '/trades?state=active')).data).toHaveLength(1);
});

it('[S48] on a phone the same is done with sheets from the bottom', async () => {
  const phone = await journey.person({ width: 390, height: 844 });
  await entersSession(phone, account);
  await phone.goesTo('/trades?symbol=EURUSD');
  await phone.arrivesAt('Market');
  await phone.presses('Place a trade');
  const sheet = phone.dialog('Place a trade');
  await placesLimit(phone, sheet);
  await sheet.waitFor({ state: 'detached' });
  await phone.page.getByText('Orders 1', { exact: true }).click();
  await changesAndCancels(phone);
  await phone.presses('Place a trade');
  await placesLinked(phone, sheet);
  await sheet.waitFor({ state: 'detached' });
  await phone.presses('Cancel all');
  await phone.presses('Cancel 2 orders', phone.dialog('Cancel working orders?'));
  await phone.reads('2 orders cancelled');
  await phone.leaves();
  expect(journey.complaints).toEqual([]);
});

const ticket = (person: Person) => person.page.getByRole('region', { name: 'Place a trade' });

/** A limit far below the price, that waits. */
async function placesLimit(person: Person, form: ReturnType<typeof ticket>): Promise<void> {
  await form.getByText('Limit', { exact: true }).click();
  await person.types('Lot size', '0.10', form);
  await person.types('Amount', '2000', form);
  await person.types('Limit price', '', form);
  await person.presses('BUY', form);
  await person.reads('Input the limit price', form);
  await person.types('Limit price', '0.5', form);
  await person.chooses('Valid', 'Day: until the day ends', form);
  await person.seesFigure('Expected fill', '0.50000', form);
  const protections = form.getByRole('button', { name: 'Stop loss and take profit' });
  if ((await protections.getAttribute('aria-expanded')) === 'false') await protections.click();
  await person.types('Stop loss: price', '0.4', form);
  await person.presses('BUY', form);
  await person.reads('Order placed. You’ll find it under Orders until it fills.');
}

/** A limit to buy far below the price, and a stop to sell below that: one cancels the other. */
async function placesLinked(person: Person, form: ReturnType<typeof ticket>): Promise<void> {
  await form.getByText('Limit', { exact: true }).first().click();
  await person.types('Lot size', '0.10', form);
  await person.types('Amount', '2000', form);
  await person.types('Limit price', '0.5', form);
  const linked = form.getByRole('switch', { name: 'One cancels the other' });
  await linked.focus();
  await person.page.keyboard.press('Space');
  await person.presses('BUY', form);
  await person.reads('Input the stop price', form);
  await person.types('Second stop price', '0.4', form);
  await form.getByRole('button', { name: /^BUY/ }).focus();
  await person.page.keyboard.press('Enter');
  await person.reads('Both orders placed. You’ll find them under Orders until one fills.');
}

async function changesAndCancels(person: Person): Promise<void> {
  const row = person.row('Working orders', 'EUR/USD', 'BUY', '0.10', 'Limit');
  await row.getByText('0.50000').waitFor();
  await person.presses('Edit', row);
  const amend = person.dialog('Change this order');
  await person.types('Limit price', '0.6', amend);
  await person.types('Lot size', '0.20', amend);
  await person.presses('Save order', amend);
  await amend.waitFor({ state: 'detached' });
  const changed = person.row('Working orders', 'EUR/USD', 'BUY', '0.20', '0.60000');
  await changed.waitFor();
  await person.presses('Cancel', changed);
  await person.reads('Order cancelled');
  await person.reads('No working orders');
}

it('[S159] why an order was refused is in sight above SELL and BUY, whatever the ticket is scrolled to', async () => {
  const person = await journey.person({ width: 1440 });
  await joins(person, { ...account, email: 'refused@example.test' });
  await asks(person, 'POST', '/demo/top-up', { amount: '5000.00' });
  const { page } = person;
  await page.setViewportSize({ width: 1440, height: 760 });
  await person.goesTo('/trades?symbol=EURUSD');
  const form = ticket(person);
  await person.types('Lot size', '0.10', form);
  const detail = 'The price moved: nothing was traded.';
  await page.route('**/api/v1/orders', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 422,
          contentType: 'application/problem+json; charset=utf-8',
          body: JSON.stringify({
            type: 'urn:clearbook:problem:price.moved',
            title: 'Unprocessable Entity',
            status: 422,
            code: 'price.moved',
            detail,
            fields: [],
            request_id: crypto.randomUUID(),
          }),
        })
      : route.continue(),
  );
  await form.getByRole('button', { name: /^BUY/ }).click();
  const alert = form.getByRole('alert').filter({ hasText: detail });
  await alert.waitFor();
  const [said, button] = [await alert.boundingBox(), await form.getByRole('button', { name: /^BUY/ }).boundingBox()];
  if (said === null || button === null) throw new Error('neither is anywhere');
  expect(said.y).toBeGreaterThan(0);
  expect(said.y + said.height).toBeLessThanOrEqual(button.y);
  expect(button.y + button.height).toBeLessThanOrEqual(760);
  await looksSound(person);
});

it('[S160] the dialog that closes a trade goes as soon as the trade is closed elsewhere', async () => {
  const person = await journey.person({ width: 1440 });
  await joins(person, { ...account, email: 'twice@example.test' });
  await asks(person, 'POST', '/demo/top-up', { amount: '5000.00' });
  const id = await openTrade(person, 'EURUSD', 'buy', '0.10', '2000.00');
  await person.goesTo('/trades?symbol=EURUSD');
  await person
    .row('Open positions', 'EUR/USD', 'BUY', '0.10')
    .getByRole('button', { name: /^Close/ })
    .click();
  const close = person.dialog('Close this trade?');
  await close.getByRole('button', { name: 'Close trade' }).waitFor();
  await asks(person, 'POST', `/trades/${id}/close`, {});
  await person.reads('This trade is already closed.');
  await close.waitFor({ state: 'detached' });
});

it('[S160] the dialog that closes a trade follows what is open of it', async () => {
  const person = await journey.person({ width: 1440 });
  await joins(person, { ...account, email: 'part@example.test' });
  await asks(person, 'POST', '/demo/top-up', { amount: '5000.00' });
  const id = await openTrade(person, 'EURUSD', 'buy', '0.10', '2000.00');
  await person.goesTo('/trades?symbol=EURUSD');
  await person
    .row('Open positions', 'EUR/USD', 'BUY', '0.10')
    .getByRole('button', { name: /^Close/ })
    .click();
  const close = person.dialog('Close this trade?');
  const lots = close.getByLabel('Lots to close', { exact: true });
  await person.reads('of 0.10 open', close);
  // All of it was asked for, and still is.
  await asks(person, 'POST', `/trades/${id}/close`, { lots: '0.02' });
  await person.reads('of 0.08 open', close);
  await expect.poll(() => lots.inputValue()).toBe('0.08');
  await person.types('Lots to close', '0.05', close);
  await person.reads('0.03 lots stay open with their share of the collateral.', close);
  await asks(person, 'POST', `/trades/${id}/close`, { lots: '0.01' });
  await person.reads('0.02 lots stay open with their share of the collateral.', close);
  expect(await lots.inputValue()).toBe('0.05');
  await asks(person, 'POST', `/trades/${id}/close`, { lots: '0.03' });
  await person.reads('of 0.04 open', close);
  await person.presses('Close trade', close);
  await person.reads('You have 0.04 lots open', close);
});

it('[S52] [T33] what close all could not close is named with its reason, and stays in the list', async () => {
  const client = await journey.person({ width: 1440 });
  const other = { ...account, email: 'weekend@example.test' };
  await joins(client, other);
  await asks(client, 'POST', '/demo/top-up', { amount: '50000.00' });
  await openTrade(client, 'EURUSD', 'buy', '0.10', '2000.00');
  await openTrade(client, 'GBPUSD', 'sell', '0.05', '1000.00');
  await openTrade(client, 'BTC', 'buy', '0.01', '1500.00');
  // Saturday: bitcoin goes on, currencies rest.
  await site.kill();
  await site.start(3 * DAY_MS);
  await entersSession(client, other);
  await client.goesTo('/trades?symbol=BTC');
  await client.row('Open positions', 'BTC/USD', 'BUY').waitFor();
  await client.presses('Close all');
  const all = client.dialog('Close all trades?');
  await client.presses('Close 3 trades', all);
  await client.reads(/^1 trade closed\. Couldn’t close 2 trades\. They stay open:$/, all);
  const left = all.getByRole('listitem');
  await left
    .filter({ hasText: /^EUR\/USD BUY 0\.10\s*The market for EUR\/USD is closed\. It reopens on Sunday/ })
    .waitFor();
  await left.filter({ hasText: /^GBP\/USD SELL 0\.05\s*The market for GBP\/USD is closed\./ }).waitFor();
  await expect.poll(() => left.count()).toBe(2);
  await all.getByRole('button', { name: 'Dismiss' }).last().and(client.page.locator(':focus')).waitFor();
  await looksSound(client);
  await client.page.keyboard.press('Escape');
  await all.waitFor({ state: 'detached' });
  await client.row('Open positions', 'EUR/USD').waitFor();
  await expect.poll(() => client.row('Open positions', 'BTC/USD').count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});
