import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { axeFinds } from './support/axe.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, joins } from './support/seed.ts';
import { restsAt, sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const ORDER = 'Enter the targets from the nearest to the furthest, and the take profit beyond them';

let site: Site;
let journey: Journey;
let client: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'scale-out' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  client = await journey.person({ width: 1440 });
  await joins(client, { fullname: 'Scale Client', email: 'scale@example.test', password: 'quiet harbour 27 lamps' });
  await asks(client, 'POST', '/demo/top-up', { amount: '9000.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

type Stored = { id: string; targets: { price: string; lots: string }[] | null };
const trades = async () => (await asks<{ data: Stored[] }>(client, 'GET', '/trades?state=active')).data;

it('[J14] targets are set in the ticket, changed in the panel and moved on the chart, by keyboard', async () => {
  const { page } = client;
  await client.goesTo('/trades?symbol=EURUSD');
  await client.arrivesAt('Market');
  const form = page.getByRole('region', { name: 'Place a trade' });
  const fold = form.getByRole('button', { name: 'Stop loss and take profit', exact: true });
  await fold.focus();
  await page.keyboard.press('Enter');
  const add = form.getByRole('button', { name: 'Add target', exact: true });
  await add.focus();
  await page.keyboard.press('Enter');
  await add.focus();
  await page.keyboard.press('Enter');
  await client.types('Target 1: price', '1.9', form);
  await client.types('Target 1: lots', '0.03', form);
  await client.types('Target 2: price', '1.95', form);
  await client.types('Target 2: lots', 'x', form);
  await client.types('Amount', '2000', form);
  await client.types('Lot size', '0.10', form);
  const buy = form.getByRole('button', { name: 'BUY', exact: true });
  await buy.focus();
  await page.keyboard.press('Enter');
  await client.reads('Lot size must be a number', form);
  await client.types('Target 2: lots', '0.04', form);
  await buy.focus();
  await page.keyboard.press('Enter');
  await client.reads('Trade Placed Successfully');
  await expect
    .poll(async () => (await trades())[0]?.targets)
    .toEqual([
      { price: '1.90000', lots: '0.03' },
      { price: '1.95000', lots: '0.04' },
    ]);
  const row = client.row('Open positions', 'EUR/USD', 'BUY', '0.10');
  await row.getByText('T1').waitFor();
  await row.getByRole('button', { name: /^Stop loss and take profit of EUR\/USD/ }).press('Enter');
  const amend = client.dialog('Stop loss and take profit');
  await amend.getByRole('button', { name: 'Remove target 2' }).press('Enter');
  const { current_price: now } = await asks<{ current_price: string }>(
    client,
    'GET',
    `/trades/${(await trades())[0]?.id ?? ''}`,
  );
  const near = (Number(now) + 0.0008).toFixed(5);
  await client.types('Target 1: price', near, amend);
  await amend.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await amend.waitFor({ state: 'detached' });
  await expect.poll(async () => (await trades())[0]?.targets).toEqual([{ price: near, lots: '0.03' }]);
  const line = page.getByRole('slider', { name: 'Target 1 · 0.03 of BUY 0.10', exact: true });
  await line.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  const moved = (Number(near) + 0.0001).toFixed(5);
  await expect.poll(async () => (await trades())[0]?.targets).toEqual([{ price: moved, lots: '0.03' }]);
  await client.presses('Details', row);
  await client.seesFigure('Target 1', `${moved} · 0.03 lots`, client.dialog('Trade'));
  await page.keyboard.press('Escape');
  await line.focus();
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await trades())[0]?.targets).toBeNull();
});

it('[T95] a target that is added again before its removal is answered stays under the hand', async () => {
  const { page } = client;
  await page.keyboard.press('Escape');
  const add = page.getByRole('button', { name: 'T1: add target 1 to BUY 0.10', exact: true });
  const line = page.getByRole('slider', { name: 'Target 1 · 0.05 of BUY 0.10', exact: true });
  const stored = async () => (await trades())[0]?.targets ?? [];
  await add.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(stored).toMatchObject([{ lots: '0.05' }]);
  await client.reads(/^Target 1 · 0\.05 is now /);

  const [held, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/v1/trades/*', async (route) => {
    const response = await route.fetch();
    held.resolve();
    await answer.promise;
    await route.fulfill({ response });
  });
  await line.focus();
  await page.keyboard.press('Delete');
  await held.promise;
  await add.press('Enter');
  await line.and(page.locator(':focus')).waitFor();
  const listed = page.waitForResponse((response) => response.url().includes('/api/v1/trades?'));
  answer.resolve();
  await client.reads('Target 1 · 0.05 removed');
  await listed;
  await page.unroute('**/api/v1/trades/*');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(stored).toMatchObject([{ lots: '0.05' }]);
  await page.getByRole('button', { name: 'Remove Target 1 · 0.05 of BUY 0.10', exact: true }).press('Enter');
  await expect.poll(stored).toEqual([]);
});

it('[T95] a target is added on the chart by keyboard, then another one by the mouse, and each takes half of what is left', async () => {
  const { page } = client;
  await page.keyboard.press('Escape');
  const adds = (number: number) =>
    page.getByRole('button', { name: `T${number}: add target ${number} to BUY 0.10`, exact: true });
  await adds(1).focus();
  await page.keyboard.press('Enter');
  const first = page.getByRole('slider', { name: 'Target 1 · 0.05 of BUY 0.10', exact: true });
  await first.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await first.waitFor({ state: 'detached' });
  expect((await trades())[0]?.targets).toBeNull();
  await adds(1).press('Enter');
  await first.and(page.locator(':focus')).waitFor();
  const price = Number(await first.getAttribute('aria-valuenow'));
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  await client.reads(/^Target 1 · 0\.05 is now /);
  const stored = async () => (await trades())[0]?.targets ?? [];
  await expect.poll(stored).toEqual([{ price: (price + 0.0001).toFixed(5), lots: '0.05' }]);

  await adds(2).click();
  const second = page.getByRole('slider', { name: 'Target 2 · 0.03 of BUY 0.10', exact: true });
  const box = await restsAt(second);
  const [x, y] = [box.x + 10, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(stored).toMatchObject([{ lots: '0.05' }, { lots: '0.03' }]);
  const [one, two] = await stored();
  expect(Number(two?.price)).toBeGreaterThan(Number(one?.price));
  await looksSound(client);
});

it('[T94] what the server says of a target stands in its row, in the ticket and where it is changed, and nothing typed is lost', async () => {
  const { page } = client;
  const form = page.getByRole('region', { name: 'Place a trade' });
  await client.goesTo('/trades?symbol=EURUSD');
  await client.arrivesAt('Market');
  await form.getByRole('button', { name: 'Stop loss and take profit', exact: true }).press('Enter');
  await fillsFive(form);
  await client.types('Amount', '2000', form);
  await client.types('Lot size', '0.10', form);
  // The third is nearer than the second, which the browser leaves to the server; the first row is empty.
  await client.types('Target 1: price', '', form);
  await client.types('Target 1: lots', '', form);
  await client.types('Target 3: price', '1.90001', form);
  await form.getByRole('button', { name: 'BUY', exact: true }).press('Enter');
  await saysAt(form, 3, ORDER);
  await expect.poll(() => form.getByLabel('Target 5: lots', { exact: true }).inputValue()).toBe('0.01');
  await expect.poll(() => form.getByLabel('Amount', { exact: true }).inputValue()).toBe('2000');
  expect(await axeFinds(page)).toEqual([]);
  await client.types('Target 3: price', '1.93', form);
  await form.getByRole('button', { name: 'BUY', exact: true }).press('Enter');
  await client.reads('Trade Placed Successfully');
  await expect
    .poll(async () => (await trades())[0]?.targets?.map(({ price }) => price))
    .toEqual(['1.92000', '1.93000', '1.94000', '1.95000']);

  const row = client.row('Open positions', 'EUR/USD', 'BUY', '0.10', '+3');
  await row.getByRole('button', { name: /^Stop loss and take profit of EUR\/USD/ }).press('Enter');
  const amend = client.dialog('Stop loss and take profit');
  await client.types('Target 2: price', '1.9300001', amend);
  await amend.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await saysAt(amend, 2, /5 decimals/);
  await expect.poll(() => amend.getByLabel('Target 4: price', { exact: true }).inputValue()).toBe('1.95000');
  expect(await axeFinds(page)).toEqual([]);
  await client.types('Target 2: price', '1.935', amend);
  await amend.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await amend.waitFor({ state: 'detached' });
  await expect.poll(async () => (await trades())[0]?.targets?.[1]?.price).toBe('1.93500');
});

/** As many targets as there can be, each far away. */
async function fillsFive(form: Locator): Promise<void> {
  for (const number of [1, 2, 3, 4, 5]) {
    await form.getByRole('button', { name: 'Add target', exact: true }).press('Enter');
    await client.types(`Target ${number}: price`, `1.9${number}`, form);
    await client.types(`Target ${number}: lots`, '0.01', form);
  }
  await expect.poll(() => form.getByRole('button', { name: 'Add target', exact: true }).count()).toBe(0);
}

/** This row alone is marked, has the focus, and is described by these words. */
async function saysAt(form: Locator, number: number, words: string | RegExp): Promise<void> {
  await client.reads(words, form);
  const field = form.getByLabel(`Target ${number}: price`, { exact: true });
  await field.and(form.page().locator('[aria-invalid="true"]:focus')).waitFor();
  await expect.poll(() => form.locator('[aria-invalid="true"]').count()).toBe(1);
  const id = (await field.getAttribute('aria-describedby'))?.split(' ')[0] ?? '';
  const described = await form.page().locator(`[id="${id}"]`).innerText();
  if (typeof words === 'string') expect(described).toBe(words);
  else expect(described).toMatch(words);
}

it('[J14] [T94] on a phone and in the dark, five targets with long prices and what is wrong with one look sound', async () => {
  const { page } = client;
  await page.setViewportSize({ width: 390, height: 844 });
  await client.switchesThemeInAnotherTab('dark');
  await client.goesTo('/trades?symbol=EURUSD');
  await client.presses('Place a trade');
  const form = client.dialog('Place a trade');
  await form.getByRole('button', { name: 'Stop loss and take profit', exact: true }).press('Enter');
  await fillsFive(form);
  await client.types('Amount', '2000', form);
  await client.types('Lot size', '0.10', form);
  await client.types('Target 4: price', '123456789.12345', form);
  await form.getByRole('button', { name: 'BUY', exact: true }).press('Enter');
  await saysAt(form, 5, ORDER);
  await soundOnPhone();
  await page.keyboard.press('Escape');
  await page.getByText('Positions', { exact: true }).click();
  const row = client.row('Open positions', 'EUR/USD', 'BUY', '0.10', '+3');
  await row.getByRole('button', { name: /^Stop loss and take profit of EUR\/USD/ }).press('Enter');
  const amend = client.dialog('Stop loss and take profit');
  await client.types('Target 3: lots', '123456.78', amend);
  await client.types('Target 2: price', '1.9', amend);
  await amend.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await saysAt(amend, 2, ORDER);
  await soundOnPhone();
});

async function soundOnPhone(): Promise<void> {
  expect(await sidewaysScroll(client, 390)).toBeLessThanOrEqual(0);
  for (const theme of ['light', 'dark'] as const) {
    await client.switchesThemeInAnotherTab(theme);
    expect(await axeFinds(client.page)).toEqual([]);
  }
}
