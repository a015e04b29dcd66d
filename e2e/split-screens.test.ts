import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFinds } from './support/axe.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersSession, joins, openTrade } from './support/seed.ts';
import { sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const HOUR_MS = 3_600_000;
/** From Wednesday, 16:30 UTC, to Friday, when the splits have taken effect and New York trades. */
const LATER_MS = 46.5 * HOUR_MS;
/** As long as a source can be, without a place to break it. */
const SOURCE = `Exchange-notice-${'0123456789'.repeat(18)}`;
const account = { fullname: 'Split Client', email: 'splits@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let client: Person;
let admin: Person;
const trades: Record<string, string> = {};

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'split screens' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  await people();
  await joins(client, account);
  await entersAsAdmin(admin);
  await asks(client, 'POST', '/demo/top-up', { amount: '50000.00' });
  trades['buy'] = await openTrade(client, 'AAPL', 'buy', '2.01', '2500.00');
  trades['sell'] = await openTrade(client, 'AAPL', 'sell', '1.00', '1500.00');
  const far = { stop_loss: '1.00', take_profit: null, trailing_distance: null };
  const targets = [
    { price: '5000.00', lots: '0.50' },
    { price: '6000.00', lots: '0.31' },
  ];
  await asks(client, 'PATCH', `/trades/${trades['buy']}`, { ...far, targets });
  await waits();
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

async function people(): Promise<void> {
  client = await journey.person({ width: 1440 });
  admin = await journey.person({ width: 1440 });
}

/** A stop-limit order, one until a date, and two that are linked, all of them out of reach. */
async function waits(): Promise<void> {
  const order = { symbol: 'AAPL', side: 'buy', lots: '1.00', amount: '2000.00' };
  const expires_at = new Date(Date.now() + site.aheadMs + 30 * 24 * HOUR_MS).toISOString();
  await asks(client, 'POST', '/orders', { ...order, type: 'stop_limit', stop_price: '901.00', limit_price: '902.00' });
  await asks(client, 'POST', '/orders', { ...order, type: 'limit', limit_price: '40.00', time_in_force: 'gtd', expires_at }); // prettier-ignore
  const legs = [{ side: 'buy', lots: '1.00', amount: '2000.00', type: 'stop', stop_price: '904.00' }];
  await asks(client, 'POST', '/orders', { ...order, type: 'limit', limit_price: '50.00', order_class: 'oco', legs });
}

/** A split of each kind, in the file that whoever runs the server keeps: Friday is its ex-date. */
function announces(): void {
  const now = Date.now() + site.aheadMs;
  const [day, said] = [new Date(now + LATER_MS).toISOString().slice(0, 10), new Date(now - 24 * HOUR_MS).toISOString()];
  const rest = `${SOURCE},${said.slice(0, 19)}Z`;
  site.keeps(
    'corporate-actions.csv',
    `type,symbol,ex_date,rate,source,source_time\nsplit,AAPL,${day},7:2,${rest}\nsplit,MSFT,${day},1:100,${rest}\n`,
  );
}

async function pressed(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

async function market(person: Person): Promise<void> {
  await person.goesTo('/trades?symbol=AAPL');
  await person.arrivesAt('Market');
}

/** The Market page at 390 pixels, in the dark, with this one of its views. */
async function onPhone(person: Person, view: string): Promise<void> {
  await person.page.setViewportSize({ width: 390, height: 844 });
  await person.switchesThemeInAnotherTab('dark');
  await market(person);
  await person.page.getByText(view, { exact: true }).click();
}

async function soundOnPhone(person: Person): Promise<void> {
  expect(await sidewaysScroll(person, 390)).toBeLessThanOrEqual(0);
  expect(await axeFinds(person.page)).toEqual([]);
  await person.switchesThemeInAnotherTab('light');
  await person.page.setViewportSize({ width: 1440, height: 900 });
}

/** Opens the trade that was bought by keyboard, and says why its prices are what they are. */
async function explains(person: Person): Promise<void> {
  const row = person.row('Open positions', 'AAPL', 'BUY');
  await row.getByText('T1').waitFor();
  await pressed(row.getByRole('button', { name: 'Details', exact: true }));
  const drawer = person.dialog('Trade');
  await person.seesFigure('Target 1', /^1,428\.57 · 1\.75 lots$/, drawer);
  await pressed(drawer.getByRole('button', { name: 'Why this price?', exact: true }));
  const split = drawer.getByRole('heading', { name: /^7-for-2 split, / });
  await split.waitFor();
  await person.reads('2.00 before, 7.00 after', drawer);
  await person.reads(new RegExp(SOURCE), drawer);
  await drawer.getByText(/^opening price .* × 2 ÷ 7/).scrollIntoViewIfNeeded();
}

it('[Q13] [Q15] a split ahead is told, and shown on the Market page with what it makes of the lots', async () => {
  announces();
  const announced = async () => (await asks<{ data: unknown[] }>(client, 'GET', '/corporate-actions')).data.length;
  await expect.poll(announced, { timeout: 120_000, interval: 500 }).toBe(2);
  const ahead = /^AAPL splits 7-for-2\. Ex-date .* Your 3\.01 lots become 10\.50\.$/;
  await market(client);
  await client.reads(ahead);
  await looksSound(client);
  await onPhone(client, 'Positions');
  await client.reads(ahead);
  await soundOnPhone(client);
  await client.goesTo('/notifications');
  await client.reads(/^AAPL splits 7-for-2/);
  await looksSound(client);
});

it('[Q15] Manage lists splits with the ratio and the source, however long that is', async () => {
  await admin.goesTo('/all-user?tab=settings');
  const row = admin.row('Dividends and splits', 'AAPL');
  await admin.reads('7-for-2 split', row);
  await admin.reads('1-for-100 split', admin.row('Dividends and splits', 'MSFT'));
  await row.scrollIntoViewIfNeeded();
  await looksSound(admin);
});

it('[Q12] [Q13] once it is applied the client is told, and orders of every kind wait in the new shares', async () => {
  await site.kill();
  await site.start(LATER_MS);
  await journey.close();
  journey = await openBrowser({ ...site, aheadMs: site.aheadMs + LATER_MS });
  await people();
  await entersSession(client, account);
  await entersAsAdmin(admin);
  const lots = async () => (await asks<{ lots_open: string }>(client, 'GET', `/trades/${trades['buy']}`)).lots_open;
  await expect.poll(lots, { timeout: 120_000, interval: 500 }).toBe('7.00');
  await client.goesTo('/notifications');
  await client.reads('AAPL split 7-for-2: 2.00 lots are now 7.00');
  await client.reads('AAPL split: 0.01 lots paid in cash');
  await looksSound(client);
  await market(client);
  await client.page.getByText(/^Orders/, { exact: true }).click();
  await client.row('Working orders', 'Stop limit', '257.43', '257.71', '3.50').waitFor();
  await client.row('Working orders', 'Limit', '11.43', 'GTD').waitFor();
  await client.row('Working orders', 'Limit', '14.29', 'Linked (OCO)').waitFor();
  await client.row('Working orders', 'Stop', '258.29', 'Linked (OCO)').waitFor();
  await looksSound(client);
  await onPhone(client, 'Positions');
  await client.page.getByText(/^Orders/, { exact: true }).click();
  await client.row('Working orders', 'Stop limit', '257.43', '257.71', '3.50').waitFor();
  await soundOnPhone(client);
});

it('[Q14] the explanation of a trade shows the split by keyboard, and what it closed', async () => {
  await market(client);
  await explains(client);
  expect(await axeFinds(client.page)).toEqual([]);
  await client.page.keyboard.press('Escape');
  await client.dialog('Trade').waitFor({ state: 'detached' });
  await onPhone(client, 'Positions');
  await explains(client);
  await soundOnPhone(client);
});

it('[Q15] the statement has its line among the others, and Manage the number of positions', async () => {
  await client.goesTo('/statement');
  await client.reads(/^Split 7-for-2: Buy AAPL$/);
  await client.reads(/ lots before, .* lots after\. No money moved\.$/);
  await looksSound(client);
  await admin.goesTo('/all-user?tab=settings');
  const row = admin.row('Dividends and splits', 'AAPL');
  await row.getByRole('cell', { name: '2', exact: true }).waitFor();
  await row.scrollIntoViewIfNeeded();
  await looksSound(admin);
});

it('[S24] none of it broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});
