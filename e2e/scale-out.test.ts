import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { axeFinds } from './support/axe.ts';
import { PATIENCE_MS } from './support/patience.ts';
import type { Person } from './support/person.ts';
import { asks, joins } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

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
    .poll(async () => (await trades())[0]?.targets, { timeout: PATIENCE_MS })
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
  await expect
    .poll(async () => (await trades())[0]?.targets, { timeout: PATIENCE_MS })
    .toEqual([{ price: near, lots: '0.03' }]);
  const line = page.getByRole('slider', { name: 'Target 1 · 0.03 of BUY 0.10', exact: true });
  await line.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  const moved = (Number(near) + 0.0001).toFixed(5);
  await expect
    .poll(async () => (await trades())[0]?.targets, { timeout: PATIENCE_MS })
    .toEqual([{ price: moved, lots: '0.03' }]);
  await client.presses('Details', row);
  await client.seesFigure('Target 1', `${moved} · 0.03 lots`, client.dialog('Trade'));
  await page.keyboard.press('Escape');
  await line.focus();
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await trades())[0]?.targets, { timeout: PATIENCE_MS }).toBeNull();
});

it('[J14] its fields look sound on a phone and in the dark, too', async () => {
  const { page } = client;
  await page.setViewportSize({ width: 390, height: 844 });
  await client.presses('Place a trade');
  await page.getByRole('button', { name: 'Stop loss and take profit', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Add target', exact: true }).press('Enter');
  await page.getByLabel('Target 1: price').scrollIntoViewIfNeeded();
  for (const theme of ['light', 'dark'] as const) {
    await client.switchesThemeInAnotherTab(theme);
    expect(await axeFinds(page)).toEqual([]);
  }
});
