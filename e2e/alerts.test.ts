import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFinds } from './support/axe.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { joins } from './support/seed.ts';
import { sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Nia Okafor', email: 'nia@example.test', password: 'quiet harbour 27 lamps' };
const HOUR_MS = 3_600_000;

let site: Site;
let journey: Journey;
let client: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'alerts' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  client = await journey.person();
  await joins(client, account);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

const table = (name: 'Active' | 'Past') => client.page.getByRole('table', { name });

it('[PA12] [PA13] an alert is set from the chart, the palette and the page, says what is wrong in its place, and is changed and removed', async () => {
  await client.goesTo('/trades?symbol=BTC');
  await client.presses('New alert for BTC/USD');
  const dialog = client.dialog('New alert');
  await client.presses('Set alert', dialog);
  await client.reads('Enter a price', dialog);
  await client.types('Price', '900000.001', dialog);
  await client.presses('Set alert', dialog);
  await client.reads('Prices of this asset have at most 2 decimals', dialog);
  await client.types('Price', '900000', dialog);
  await client.presses('Set alert', dialog);
  await client.reads('Alert set');

  await client.page.keyboard.press('Control+k');
  const palette = client.page.getByRole('combobox', { name: 'Command palette' });
  await palette.fill('alert eth 99,000');
  await client.page.getByRole('option', { name: /Alert me when ETH\/USD reaches 99,000/ }).waitFor();
  await palette.press('Enter');
  await client.arrivesAt('Price alerts');
  await dialog.getByLabel('Price').and(client.page.locator('[value="99000"]')).waitFor();
  await client.presses('Set alert', dialog);
  await client.reads('Reaches 99,000.00', table('Active'));
  await client.reads('2 of 50');

  await client.presses('New alert');
  await client.chooses('Asset', 'BTC/USD', dialog);
  await client.chooses('Alert me when the price', 'is up by', dialog);
  await client.types('Change', '0.1', dialog);
  await client.presses('Set alert', dialog);
  await client.reads(/Up 0\.1%, at [\d,.]+/, table('Active'));
  await client.presses('New alert');
  await client.chooses('Asset', 'BTC/USD', dialog);
  await client.chooses('Alert me when the price', 'is down by', dialog);
  await client.types('Change', '0.1', dialog);
  await client.page.getByRole('switch', { name: 'Alert me every time' }).check({ force: true });
  await client.presses('Set alert', dialog);
  await client.reads(/every time/, table('Active'));
  await client.reads('4 of 50');

  await client.presses('Change the alert for ETH/USD: Reaches 99,000.00');
  const change = client.dialog('Change alert');
  await client.types('Price', '98000', change);
  await client.chooses('Keep it active', 'For 7 days', change);
  await client.presses('Save alert', change);
  await client.reads('Reaches 98,000.00', table('Active'));
  await client.presses('Remove the alert for ETH/USD: Reaches 98,000.00');
  await client.reads('Alert removed');
  await client.reads('3 of 50');
  expect(await axeFinds(client.page)).toEqual([]);
  for (const width of [320, 390, 1440]) expect(await sidewaysScroll(client, width), String(width)).toBe(0);
});

it('[PA6] while the server was killed nothing is lost: what the price reached is told once it is back', async () => {
  await site.kill();
  await site.start(HOUR_MS);
  await client.goesTo('/alerts');
  await client.reads(/Triggered at [\d,.]+ on /, table('Past').or(table('Active')).last());
  await client.page.getByRole('button', { name: /^Notifications, \d unread$/ }).click();
  const panel = client.dialog('Notifications');
  await client.reads(/^BTC\/USD is (?:up|down) 0\.1%/, panel);
  await client.page.keyboard.press('Escape');
  await client.goesTo('/notifications');
  await client.page.getByRole('switch', { name: 'Email me about price alerts' }).uncheck({ force: true });
  await client.reads('Saved');
});
