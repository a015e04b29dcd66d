import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, joins } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

/** What somebody may call a layout. */
const HOSTILE = '<img src=x onerror=alert(1)> \u05E9\u05DC\u05D5\u05DD';

let site: Site;
let journey: Journey;
let client: Person;
/** What the page asked the server for and told its socket, since it was last looked at. */
let asked: string[] = [];

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'several charts' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  client = await journey.person({ width: 1440 });
  await joins(client, { fullname: 'Chart Client', email: 'charts@example.test', password: 'quiet harbour 27 lamps' });
  await asks(client, 'POST', '/demo/top-up', { amount: '9000.00' });
  client.page.on('request', (request) => asked.push(request.url()));
  client.page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => asked.push(typeof payload === 'string' ? payload : '')),
  );
});
beforeEach(() => client.page.setViewportSize({ width: 1440, height: 900 }));
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

type Layout = { shown: number; active: number; charts: { symbol: string; interval: string; style: string }[] };
const kept = () => asks<Layout>(client, 'GET', '/me/chart');
const keeps = (layout: object) => expect.poll(kept).toMatchObject(layout);
const picture = (name: string) => client.page.getByRole('application', { name: `Price chart of ${name}`, exact: true });
const chart = (name: string) => client.page.getByRole('button', { name, exact: true });
const active = (name: string) => client.page.getByRole('button', { name, exact: true, pressed: true }).waitFor();
const ticket = () => client.page.getByRole('region', { name: 'Place a trade' });

async function shows(count: '1 chart' | '2 charts' | '4 charts'): Promise<void> {
  await client.presses('Layout');
  await client.page.getByText(count, { exact: true }).click();
  await client.page.keyboard.press('Escape');
}

it('[H25] a second chart has an asset, interval and type of its own, and the ticket follows the one that is clicked', async () => {
  const { page } = client;
  await client.goesTo('/trades?symbol=BTC');
  await picture('BTC/USD').waitFor();
  await shows('2 charts');
  await active('BTC/USD 1h');
  await picture('ETH/USD').click();
  await active('ETH/USD 1h');
  await expect.poll(() => page.url()).toMatch(/symbol=ETH$/);
  await client.reads(/ETH/, ticket());

  await page.getByText('5m', { exact: true }).click();
  await client.presses('Chart type: Candles');
  await page.getByText('Area', { exact: true }).click();
  await page.keyboard.press('Escape');
  await active('ETH/USD 5m');
  await chart('BTC/USD 1h').waitFor();
  const [btc, eth] = [
    { symbol: 'BTC', interval: '1h', style: 'candles' },
    { symbol: 'ETH', interval: '5m', style: 'area' },
  ];
  await keeps({ shown: 2, active: 1, charts: [btc, eth] });

  // Another asset of the list is for the active chart alone.
  await page.keyboard.press(']');
  await expect.poll(() => page.url()).not.toMatch(/symbol=ETH$/);
  await picture('BTC/USD').waitFor();
  await expect.poll(() => picture('ETH/USD').count()).toBe(0);
  await page.keyboard.press('[');
  await active('ETH/USD 5m');
  await keeps({ shown: 2, active: 1, charts: [btc, eth] });

  // Without an asset in the address too, as on another device.
  await page.evaluate('localStorage.removeItem("symbol")');
  await client.goesTo('/trades');
  await active('ETH/USD 5m');
  await chart('BTC/USD 1h').waitFor();
  await page.getByRole('button', { name: 'Chart type: Area', exact: true }).waitFor();
});

it('[H25] the keyboard goes from chart to chart by name and by L, and passing through changes nothing', async () => {
  const { page } = client;
  await client.goesTo('/trades?symbol=ETH');
  await active('ETH/USD 5m');
  await picture('BTC/USD').focus();
  await page.keyboard.press('ArrowLeft');
  await active('ETH/USD 5m');
  await page.keyboard.press('l');
  await active('BTC/USD 1h');
  await chart('BTC/USD 1h').and(page.locator(':focus')).waitFor();
  await chart('ETH/USD 5m').focus();
  await page.keyboard.press('Enter');
  await active('ETH/USD 5m');
  await client.reads(/ETH/, ticket());
  await keeps({ active: 1 });
});

it('[H25] four charts ask once for what each shows, and what is not shown asks for nothing', async () => {
  const { page } = client;
  await client.goesTo('/trades?symbol=ETH');
  await active('ETH/USD 5m');
  await shows('4 charts');
  await keeps({ shown: 4, active: 1 });
  const { charts } = await kept();
  expect(new Set(charts.map(({ symbol }) => symbol)).size).toBe(4);
  await expect.poll(() => page.getByRole('application').count()).toBe(4);
  await looksSound(client);

  asked = [];
  await page.reload();
  await expect.poll(() => page.getByRole('application').count()).toBe(4);
  const bars = () =>
    asked.filter((what) => /\/bars\?/.test(what)).map((what) => new URL(what).searchParams.get('symbol'));
  await expect.poll(() => new Set(bars())).toEqual(new Set(charts.map((one) => one.symbol)));
  expect(bars()).toHaveLength(4);
  const channels = asked
    .filter((what) => /"op":"subscribe"/.test(what))
    .flatMap((what) => what.match(/quotes:[A-Z.]+/g) ?? []);
  expect(channels.filter((channel) => channel === 'quotes:ETH')).toHaveLength(1);

  // Too narrow for more than one: the active one alone, and all of them again where there is room.
  asked = [];
  await page.setViewportSize({ width: 1279, height: 900 });
  await page.reload();
  await picture('ETH/USD').waitFor();
  await expect.poll(() => page.getByRole('application').count()).toBe(1);
  await expect.poll(bars).toEqual(['ETH']);
  await expect.poll(() => page.getByRole('button', { name: 'Layout', exact: true }).count()).toBe(0);
  await page.setViewportSize({ width: 320, height: 640 });
  await picture('ETH/USD').waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => page.getByRole('application').count()).toBe(4);
  await keeps({ shown: 4, active: 1, charts });

  await shows('1 chart');
  await picture('ETH/USD').waitFor();
  await expect.poll(() => page.getByRole('application').count()).toBe(1);
  await page.getByRole('heading', { name: 'ETH/USD', exact: true, level: 2 }).waitFor();
  await shows('4 charts');
  await keeps({ shown: 4, active: 1, charts });
});

it('[H26] a layout is saved, opened, renamed, replaced and deleted by keys, and shows what it showed', async () => {
  const { page } = client;
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await client.goesTo('/trades?symbol=ETH');
  await active('ETH/USD 5m');
  await shows('2 charts');
  await press('Layout');
  await client.reads('No saved layouts yet. Save these charts under a name to come back to them on any device.');
  await press('Save layout');
  await client.reads('Give the layout a name');
  await client.types('Name', HOSTILE);
  await page.keyboard.press('Enter');
  await client.reads('Layout saved');
  await page.getByRole('button', { name: `Open ${HOSTILE}`, exact: true }).waitFor();
  await looksSound(client);

  // Charts change, and the layout brings them back.
  await page.keyboard.press('Escape');
  await shows('1 chart');
  await keeps({ shown: 1 });
  await client.goesTo('/trades?symbol=EURUSD');
  await picture('EUR/USD').waitFor();
  await press('Layout');
  await press(`Open ${HOSTILE}`);
  await active('ETH/USD 5m');
  await chart('BTC/USD 1h').waitFor();
  await page
    .getByRole('button', { name: `Open ${HOSTILE}`, exact: true })
    .and(page.locator(':focus'))
    .waitFor();
  await client.reads(/ETH/, ticket());

  await press(`Rename ${HOSTILE}`);
  await client.types('New name', 'Crypto');
  await page.keyboard.press('Enter');
  await client.reads('Layout renamed');
  await page.keyboard.press('Escape');
  await shows('1 chart');
  await press('Layout');
  await press('Replace Crypto with what’s on screen');
  await client.reads('Layout replaced');
  type Saved = { data: { name: string; layout: Layout }[] };
  const saved = async () => (await asks<Saved>(client, 'GET', '/me/layouts')).data;
  expect(await saved()).toMatchObject([{ name: 'Crypto', layout: { shown: 1 } }]);
  await press('Delete Crypto');
  await client.reads('Layout deleted');
  await page.getByRole('region', { name: 'Saved layouts' }).and(page.locator(':focus')).waitFor();
  expect(await saved()).toEqual([]);
});

it('[S24] none of it broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});
