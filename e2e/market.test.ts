import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFinds } from './support/axe.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersSession, joins, openTrade } from './support/seed.ts';
import { settles, sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Demo Client', email: 'market@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let desk: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'market' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  desk = await journey.person({ width: 1440 });
  await joins(desk, account);
  await asks(desk, 'POST', '/demo/top-up', { amount: '50000.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

const ticket = () => desk.page.getByRole('region', { name: 'Place a trade' });
const inputOf = (label: string) => ticket().getByLabel(label, { exact: true });

/** Where something is in the window. */
async function boxOf(place: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await place.waitFor();
  const box = await place.boundingBox();
  if (box === null) throw new Error('it is not drawn');
  return box;
}

const picture = (person: Person) => person.page.getByRole('application', { name: /^Price chart of/ });

it('[S100] [S101] a size in dollars is bought with a margin that follows it, and the unit is kept', async () => {
  await desk.goesTo('/trades?symbol=EURUSD');
  await desk.arrivesAt('Market');
  const form = ticket();
  // Nobody has chosen a size yet: nothing is placed.
  await desk.presses('BUY', form);
  await desk.reads('Input an amount', form);
  await form.getByText('USD', { exact: true }).first().click();
  await desk.types('Size in USD', '5', form);
  await desk.reads(/^Smallest size: \$[\d,]+\.\d\d$/, form);
  await desk.presses('BUY', form);
  await desk.reads(/^Needs at least \$[\d,]+\.\d\d \(0\.01 lots\)$/, form);
  await desk.types('Size in USD', '20,000', form);
  await desk.reads(/^= 0\.\d\d lots, [\d,]+ EUR$/, form);
  await expect.poll(() => inputOf('Amount').inputValue()).toMatch(/^\d{3,4}\.\d\d$/);
  const bare = Number(await inputOf('Amount').inputValue());
  await desk.presses('Add safety margin', form);
  await form.getByText('+50%', { exact: true }).click();
  await expect.poll(async () => Number(await inputOf('Amount').inputValue()) / bare).toBeCloseTo(151 / 101, 2);
  await looksSound(desk);
  await desk.presses('BUY', form);
  await desk.reads(/^Trade Placed Successfully\. Bought [\d,]+ EUR at /);
  await desk.goesTo('/trades?symbol=GBPUSD');
  await ticket().getByLabel('Size in USD', { exact: true }).waitFor();
  await ticket().getByText('Lots', { exact: true }).click();
});

it('[S100] what is typed before the first price is there counts as soon as it is', async () => {
  const early = await journey.person({ width: 1440 });
  await joins(early, { ...account, email: 'early@example.test' });
  const line = Promise.withResolvers<void>();
  await early.page.route('**/api/v1/quotes?*', async (route) => {
    await line.promise;
    await route.continue();
  });
  await early.page.routeWebSocket(/stream$/, async (socket) => {
    await line.promise;
    socket.connectToServer();
  });
  await early.goesTo('/trades?symbol=EURUSD');
  const form = early.page.getByRole('region', { name: 'Place a trade' });
  await form.getByText('USD', { exact: true }).first().click();
  await early.types('Size in USD', '20,000', form);
  line.resolve();
  await early.reads(/^= 0\.\d\d lots, [\d,]+ EUR$/, form);
  await expect.poll(() => form.getByLabel('Size in USD', { exact: true }).inputValue()).toBe('20,000');
  await early.leaves();
});

it('[S101] under Advanced, amount and lots are two fields, and neither follows the other', async () => {
  const form = ticket();
  await desk.presses('Advanced', form);
  await form.getByRole('switch', { name: /^Amount and lots/ }).click();
  await desk.types('Lot size', '0.20', form);
  await expect.poll(() => inputOf('Amount').inputValue()).toBe('');
  await desk.presses('BUY', form);
  await desk.reads('Input an amount', form);
  await form.getByRole('switch', { name: /^Amount and lots/ }).click();
  await desk.types('Lot size', '0.30', form);
  await expect.poll(() => inputOf('Amount').inputValue()).toMatch(/^\d+\.\d\d$/);
});

it('[S102] [S103] a limit begins at the market price, and a target stands at twice the risk', async () => {
  const form = ticket();
  await form.getByText('Limit', { exact: true }).click();
  const market = Number(await inputOf('Limit price').inputValue());
  expect(market).toBeGreaterThan(0);
  await desk.presses('Limit price: −1% from the market price', form);
  await expect.poll(async () => Number(await inputOf('Limit price').inputValue()) / market).toBeCloseTo(0.99, 3);
  const field = () => inputOf('Limit price').inputValue();
  const moved = await field();
  await desk.presses('Limit price: from chart', form);
  await desk.reads('Limit price: click a price on the chart. Press Escape to cancel.');
  await desk.page.keyboard.press('Escape');
  expect(await field()).toBe(moved);
  await desk.presses('Limit price: from chart', form);
  await desk.reads('Limit price: click a price on the chart. Press Escape to cancel.');
  const chart = await boxOf(picture(desk));
  await desk.page.mouse.click(chart.x + chart.width / 2, chart.y + chart.height * 0.8);
  await expect.poll(field).not.toBe(moved);
  expect(Number(await field())).toBeLessThan(market);
  await desk.presses('Limit price: −1% from the market price', form);
  await desk.presses('Stop loss and take profit', form);
  await desk.types('Stop loss: pips', '50', form);
  await desk.presses('2R: take profit at 2 times the risk', form);
  await desk.reads('2.00 : 1', form);
  await looksSound(desk);
  await expect.poll(() => form.getByLabel('Take profit: pips', { exact: true }).inputValue()).toBe('100.0');
  await desk.presses('BUY', form);
  await desk.reads('Order placed. You’ll find it under Orders until it fills.');
});

it('[S108] positions show the columns that are chosen, and are ordered by their headers', async () => {
  await openTrade(desk, 'BTC', 'buy', '0.02', '9000.00');
  await desk.goesTo('/trades?symbol=BTC');
  await desk.row('Open positions', 'BTC/USD').waitFor();
  const table = desk.page.getByRole('table', { name: 'Open positions', exact: true });
  await desk.presses('Columns');
  const menu = desk.dialog('Columns');
  for (const column of ['Collateral', 'P/L %']) await menu.getByLabel(column, { exact: true }).click();
  await desk.page.keyboard.press('Escape');
  await desk.presses('Collateral', table);
  await table
    .getByRole('columnheader', { name: 'Collateral' })
    .and(table.locator('[aria-sort="descending"]'))
    .waitFor();
  await expect
    .poll(() => table.getByRole('row').nth(1).innerText())
    .toMatch(/BTC\/USD[\s\S]*\$9,000\.00[\s\S]*\d\.\d\d%/);
  await desk.presses('Collateral', table);
  await expect.poll(() => table.getByRole('row').nth(1).innerText()).toMatch(/EUR\/USD/);
});

it('[S107] the palette finds assets by what people call them, and leads to closing all and to a month', async () => {
  const { page } = desk;
  const asksFor = async (text: string, option: RegExp) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Command palette' }).fill(text);
    await page.getByRole('option', { name: option }).first().click();
  };
  await asksFor('cable', /^GBP\/USD/);
  await page.getByRole('heading', { name: 'GBP/USD', exact: true, level: 2 }).waitFor();
  await asksFor('close all', /^Close all trades/);
  await desk.presses('Cancel', desk.dialog('Close all trades?'));
  await asksFor('statement january', /^January \d{4} statement/);
  await desk.arrivesAt('Statement');
  await expect.poll(() => page.url()).toMatch(/from=\d{4}-01-01&to=\d{4}-01-31$/);
});

it('[S105] on a desk the picture takes 35 % of 1,440 × 900, and 2,560 pixels are used in full', async () => {
  await desk.page.setViewportSize({ width: 1440, height: 900 });
  await desk.goesTo('/trades?symbol=BTC');
  await picture(desk).waitFor();
  await settles(desk);
  const { width, height } = await boxOf(picture(desk));
  expect((width * height) / (1440 * 900)).toBeGreaterThanOrEqual(0.35);
  const market = desk.page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Market' });
  expect((await boxOf(market)).width).toBeLessThan(48);
  await looksSound(desk);
  await desk.page.setViewportSize({ width: 2560, height: 1300 });
  await settles(desk);
  const side = await boxOf(ticket());
  expect(side.x + side.width).toBeGreaterThan(2560 - 24);
  expect(await sidewaysScroll(desk, 2560)).toBeLessThanOrEqual(0);
  await desk.page.setViewportSize({ width: 1440, height: 900 });
  const row = desk.page.getByRole('list', { name: 'Market list' }).getByRole('listitem').first();
  const before = (await boxOf(row)).height;
  await desk.presses('Compact rows');
  await expect.poll(async () => (await boxOf(row)).height).toBeLessThan(before);
  await desk.presses('Compact rows');
});

it('[S106] at most eight presses of Tab lead from the top of the Market page to the amount', async () => {
  const { page } = desk;
  await desk.goesTo('/trades?symbol=EURUSD');
  await inputOf('Amount').waitFor();
  let tabs = 0;
  const tab = async (times: number) => {
    for (let i = 0; i < times; i += 1) await page.keyboard.press('Tab');
    tabs += times;
  };
  await tab(1);
  await page.keyboard.press('Enter');
  await tab(1);
  await page.getByRole('button', { name: 'Skip to the ticket' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await inputOf('Lot size').and(page.locator(':focus')).waitFor();
  await tab(1);
  await inputOf('Amount').and(page.locator(':focus')).waitFor();
  expect(tabs).toBeLessThanOrEqual(8);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'EUR/USD', exact: true, level: 2 }).click();
  await page.keyboard.press('a');
  await inputOf('Lot size').and(page.locator(':focus')).waitFor();
});

it('[M90] [M91] the list is searched by what people say, and sorted', async () => {
  const { page } = desk;
  const rows = page.getByRole('list', { name: 'Market list' }).getByRole('listitem');
  await desk.types('Search all markets', 'cable');
  await expect.poll(() => rows.count()).toBe(1);
  await expect.poll(() => rows.first().innerText()).toMatch(/^GBPUSD/);
  await desk.types('Search all markets', '');
  await desk.picksTab('Crypto');
  const sortsBy = async (name: string) => {
    await page.getByRole('combobox', { name: 'Sort' }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await sortsBy('Name');
  await expect.poll(() => rows.first().innerText()).toMatch(/^AAVE/);
  await sortsBy('Listed');
  await expect.poll(() => rows.first().innerText()).toMatch(/^BTC/);
});

it('[S51] an asset has its range of a year, its hours of the week ahead and what the client made of it', async () => {
  const id = await openTrade(desk, 'ETH', 'buy', '0.10', '2000.00');
  await asks(desk, 'POST', `/trades/${id}/close`, {});
  // The first time it is asked for, what the client made of it can't be read.
  await desk.page.route(/\/trades\?.*state=closed.*symbol=ETH/, (route) => route.fulfill({ status: 500 }), {
    times: 1,
  });
  const [closed] = (
    await desk.downloads<{ data: { realized_pl: { amount: string } }[] }>('/trades?state=closed&symbol=ETH')
  ).data;
  await desk.goesTo('/trades?symbol=ETH');
  await desk.presses('Hours, costs and limits');
  const sheet = desk.dialog('About ETH/USD');
  await desk.reads('52-week range', sheet);
  await desk.readsHeading('Your trades in ETH/USD');
  await desk.presses('Try again', sheet);
  await expect.poll(() => sheet.getByRole('listitem').filter({ hasText: 'All day' }).count()).toBe(7);
  await desk.seesFigure('Closed trades', '1', sheet);
  const amount = closed?.realized_pl.amount ?? '';
  expect(
    (await desk.figure('Realised P/L before financing', sheet)).replaceAll(/[▲▼\s,$+]/g, '').replace('−', '-'),
  ).toBe(amount);
  await settles(desk);
  expect(await axeFinds(desk.page)).toEqual([]);
  await desk.follows('Performance in ETH/USD', sheet);
  await desk.arrivesAt('Your performance');
  await expect.poll(() => desk.page.url()).toMatch(/symbol=ETH$/);
});

it.each([
  [390, 844],
  [320, 640],
  [844, 390],
])(
  '[S104] on a phone of %i × %i the chart is in view between the asset’s line and both prices',
  async (width, height) => {
    const phone = await journey.person({ width, height });
    await entersSession(phone, account);
    await phone.goesTo('/trades?symbol=BTC');
    await phone.arrivesAt('Market');
    const bar = phone.page.getByRole('button', { name: 'BTC/USD: open the market list' });
    await settles(phone);
    expect(Math.round((await boxOf(bar)).height)).toBe(56);
    const chart = await boxOf(picture(phone));
    const buy = await boxOf(phone.page.getByRole('button', { name: 'BUY BTC/USD' }));
    expect(chart.y + chart.height).toBeLessThanOrEqual(buy.y + 8);
    expect(buy.y + buy.height).toBeLessThanOrEqual(height);
    if (width === 390) expect((chart.width * chart.height) / (width * height)).toBeGreaterThanOrEqual(0.5);
    else expect(chart.height).toBeGreaterThanOrEqual(120);
    const tools = phone.page.getByRole('toolbar');
    expect((await boxOf(tools)).height).toBeLessThanOrEqual(44);
    if (width === 390) await looksSound(phone);

    await bar.click();
    const row = phone.page.getByRole('list', { name: 'Market list' }).getByRole('listitem').first();
    expect((await boxOf(row)).height).toBeLessThanOrEqual(72);
    if (width === 390) await looksSound(phone);
    await phone.presses('BUY BTC/USD');
    const sheet = phone.dialog('Place a trade');
    await phone.reads(/^BTC\/USD$/, sheet);
    await sheet.getByRole('button', { name: 'BUY', exact: true }).waitFor();
    await settles(phone);
    if (width === 390) expect(await axeFinds(phone.page)).toEqual([]);
    await phone.leaves();
  },
);

it('[S24] none of it broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});
