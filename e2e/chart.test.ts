import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHART_LIMIT_BYTES, weighChart } from '../scripts/accept/chart-size.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, joins, openTrade } from './support/seed.ts';
import { restsAt } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

let site: Site;
let journey: Journey;
let client: Person;
let trade: string;
let order: string;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'chart' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  client = await journey.person({ width: 1440 });
  await joins(client, { fullname: 'Chart Client', email: 'chart@example.test', password: 'quiet harbour 27 lamps' });
  await asks(client, 'POST', '/demo/top-up', { amount: '9000.00' });
  trade = await openTrade(client, 'EURUSD', 'buy', '0.10', '2000.00');
  const { entry_price: entry } = await asks<{ entry_price: string }>(client, 'GET', `/trades/${trade}`);
  const limit = (Number(entry) * 0.995).toFixed(5);
  const body = { symbol: 'EURUSD', side: 'buy', lots: '0.20', amount: '2500.00', type: 'limit', limit_price: limit };
  order = (await asks(client, 'POST', '/orders', body)).id;
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

const picture = () => client.page.getByRole('application', { name: 'Price chart of EUR/USD' });
const handle = (name: string) => client.page.getByRole('slider', { name, exact: true });
type Protected = { stop_loss: string | null; take_profit: string | null };
const stored = () => asks<Protected>(client, 'GET', `/trades/${trade}`);

it('[H10] [H11] a stop is added, moved by arrow keys and pulled by the mouse; an order’s price likewise; Escape changes nothing', async () => {
  const { page } = client;
  await client.goesTo('/trades?symbol=EURUSD');
  await picture().waitFor();
  await client.presses('SL: add a stop loss to BUY 0.10');
  const stop = handle('Stop loss of BUY 0.10');
  const first = await stop.getAttribute('aria-valuetext');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await client.reads(/^Stop loss is now /);
  const wanted = (Number(first) - 0.0001).toFixed(5);
  await expect.poll(async () => (await stored()).stop_loss).toBe(wanted);

  // Pulled down by forty pixels, and saved where it was let go.
  const box = await restsAt(stop);
  await page.mouse.move(box.x + 10, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 10, box.y + box.height / 2 + 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Number((await stored()).stop_loss)).toBeLessThan(Number(wanted));

  const price = handle('Price of BUY order 0.20');
  const before = await price.getAttribute('aria-valuetext');
  await price.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect.poll(() => price.getAttribute('aria-valuetext')).toBe(before);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const moved = (Number(before) - 0.00001).toFixed(5);
  await expect
    .poll(
      async () =>
        (await asks<{ data: { id: string; limit_price: string }[] }>(client, 'GET', '/orders?state=working')).data.find(
          ({ id }) => id === order,
        )?.limit_price,
    )
    .toBe(moved);

  // A target on the losing side is refused in words, and nothing changes.
  await client.presses('TP: add a take profit to BUY 0.10');
  for (let i = 0; i < 12; i += 1) await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ visible: true }).first().waitFor();
  expect((await stored()).take_profit).toBeNull();
});

it('[H5] [H6] [H9] an indicator and drawings are made without a pointer or with one, changed, and still there on another device', async () => {
  const { page } = client;
  await client.presses('Indicators');
  await client.types('Find an indicator', 'relative');
  await page.keyboard.press('Enter');
  await client.types('Length in bars', '9');
  await page.keyboard.press('Escape');

  await client.presses('Draw');
  await client.presses('Horizontal line');
  await client.presses('Place it in the middle');
  await client.presses('Draw (1)');
  await client.presses('Trend line');
  const box = await restsAt(picture());
  await page.mouse.click(box.x + box.width * 0.5, box.y + 60);
  await page.mouse.click(box.x + box.width * 0.7, box.y + 80);
  await page.getByRole('group', { name: 'Trend line selected' }).waitFor();

  await client.presses('Edit');
  await client.types('Price', '1.5');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  type Drawings = { drawings: { kind: string; points: { price: string }[] }[] };
  const kept = () => asks<Drawings>(client, 'GET', '/me/charts/EURUSD');
  await expect
    .poll(async () => (await kept()).drawings.map(({ kind, points }) => `${kind} ${points[0]?.price}`))
    .toEqual(['level 1.5', expect.stringMatching(/^trend \d\.\d{5}$/)]);
  await expect
    .poll(() => asks(client, 'GET', '/me/chart'))
    .toMatchObject({ charts: [{ interval: '1h', indicators: [{ id: 'rsi', settings: { length: 9 } }] }] });

  await page.reload();
  await page.getByRole('button', { name: 'Indicators (1)', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Draw (2)', exact: true }).waitFor();
  await handle('Stop loss of BUY 0.10').waitFor();
});

it('[H13] [H21] the chart is moved by keys and read as a sentence and a table; another kind and interval keep what is on it', async () => {
  const { page } = client;
  await page
    .getByRole('status')
    .filter({ hasText: /^EUR\/USD, bars of 1h: last price \d/ })
    .waitFor({ state: 'attached' });
  await picture().focus();
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowDown', '0']) await page.keyboard.press(key);
  await client.presses('Chart type: Candles');
  await page.getByText('Area', { exact: true }).click();
  await page.getByText('Log', { exact: true }).click();
  await page.keyboard.press('Escape');
  await client.presses('Chart type: Area');
  await page.getByRole('radio', { name: 'Log', exact: true, checked: true }).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await client.reads(/^Bar closes in /);
  await page.getByText('15m', { exact: true }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /bars of 15m/ })
    .waitFor({ state: 'attached' });
  await client.presses('Show latest bars as a table');
  const table = page.getByRole('table', { name: 'Last bars of EUR/USD, 15m, times in UTC' });
  await expect.poll(() => table.getByRole('row').count()).toBe(31);
  await client.presses('Hide the table');
  await client.presses('Large chart');
  await handle('Stop loss of BUY 0.10').waitFor();
  await page.keyboard.press('Escape');
  expect(journey.complaints).toEqual([]);
});

it('[H24] another asset is compared in percent, in the legend and the table, whatever the chart shows, until it is removed', async () => {
  const { page } = client;
  await client.goesTo('/trades?symbol=EURUSD');
  await client.presses('Compare');
  await client.types('Find an asset', 'bitc');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const figure = page.locator('[data-legend] p').filter({ hasText: /^BTC\/USD [+\u2212]\d+\.\d\d%$/ });
  await figure.waitFor();
  await page.getByRole('button', { name: /^Chart type: / }).click();
  await page.getByRole('radio', { name: 'Percent', checked: true, disabled: true }).waitFor({ state: 'attached' });
  await client.reads('Prices are in percent from the first bar in view while assets are compared.');
  await page.keyboard.press('Escape');

  await client.presses('Show latest bars as a table');
  await page.getByRole('columnheader', { name: 'Close of BTC/USD' }).waitFor();
  type Bars = { data: { time: string; close: string }[] };
  const path = '/bars?symbol=BTC&interval=15m&limit=20';
  const over = (await asks<Bars>(client, 'GET', path)).data.at(-3);
  const table = page.getByRole('table', { name: 'Last bars of EUR/USD, 15m, times in UTC' });
  const close = async () =>
    (await table.getByRole('row').nth(3).getByRole('cell').last().textContent())?.replaceAll(',', '');
  await expect.poll(close).toBe(over?.close);
  await client.presses('Hide the table');

  await client.goesTo('/trades?symbol=ETH');
  await figure.waitFor();
  await client.goesTo('/trades?symbol=BTC');
  await page.getByRole('button', { name: 'Compare (1)', exact: true }).waitFor();
  await expect.poll(() => page.locator('[data-legend] p').filter({ hasText: /^BTC/ }).count()).toBe(0);
  await client.presses('Compare (1)');
  await client.presses('Stop comparing BTC/USD');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compare', exact: true }).waitFor();
  await expect
    .poll(() => asks(client, 'GET', '/me/chart'))
    .toMatchObject({ charts: [{ interval: '15m', compare: [] }] });
  expect(journey.complaints).toEqual([]);
});

it('[H17] [H18] tick volume is chosen, named as such, kept, and in the table; a day of ticks is a file', async () => {
  const { page } = client;
  await client.goesTo('/trades?symbol=EURUSD');
  await picture().waitFor();
  await client.presses('Indicators (1)');
  await client.types('Find an indicator', 'volume');
  for (const name of ['On-balance volume OBV (ticks)', 'Volume-weighted average price VWAP (ticks)'])
    await page.getByRole('button', { name, exact: true }).waitFor();
  await client.presses('Tick volume Tick vol');
  await page.getByText('how many quotes came in each bar', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Indicators (2)', exact: true }).waitFor();
  await expect
    .poll(() => asks(client, 'GET', '/me/chart'))
    .toMatchObject({ charts: [{ indicators: [{ id: 'rsi' }, { id: 'volume', settings: { length: 20 } }] }] });

  await page.getByText('1h', { exact: true }).click();
  await client.presses('Show latest bars as a table');
  const table = page.getByRole('table', { name: 'Last bars of EUR/USD, 1h, times in UTC' });
  await table.getByRole('columnheader', { name: 'Tick volume', exact: true }).waitFor();
  // A whole hour of one quote a second.
  await expect.poll(() => table.getByRole('row').nth(2).getByRole('cell').last().textContent()).toBe('3,600');
  await client.presses('Hide the table');

  await client.presses('Download ticks');
  const day = '2026-01-07';
  await page.getByLabel('Day (UTC)').fill(day);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download ticks of EUR/USD', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`ticks-EURUSD-${day}.csv`);
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines[0]).toBe('time,bid,ask,quote_id,state');
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z,\d\.\d{5},\d\.\d{5},EURUSD-s\w+,good$/);
  await page.keyboard.press('Escape');
  expect(journey.complaints).toEqual([]);
});

it('[M92] months are joined from their days, count down to their end, and all intervals fit on a phone', async () => {
  const { page } = client;
  await page.getByText('1M', { exact: true }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /bars of 1M/ })
    .waitFor({ state: 'attached' });
  await client.reads(/^Bar closes in (\d+ d )?\d+ h/);
  await client.presses('Show latest bars as a table');
  const rows = page.getByRole('table', { name: 'Last bars of EUR/USD, 1M, times in UTC' }).getByRole('rowheader');
  await expect.poll(() => rows.count()).toBe(30);
  expect((await rows.allTextContents()).every((text) => /^01 \w{3,4} \d{4}$/.test(text))).toBe(true);
  await client.presses('Hide the table');
  for (const path of ['/trades?symbol=EURUSD', '/dashboard']) {
    await client.goesTo(path);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const intervals = page.getByRole('radiogroup', { name: 'Interval', exact: true });
      await intervals.getByText('1M', { exact: true }).scrollIntoViewIfNeeded();
      const box = await intervals.boundingBox();
      expect((box?.x ?? Number.NaN) + (box?.width ?? Number.NaN), `${path} ${width}`).toBeLessThanOrEqual(width);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(journey.complaints).toEqual([]);
});

it('[H22] a drawing is taken back and made again by keys', async () => {
  const { page } = client;
  await client.goesTo('/trades?symbol=GBPUSD');
  const stage = page.getByRole('application', { name: 'Price chart of GBP/USD' });
  const menu = (name: string) => page.getByRole('button', { name, exact: true });
  await stage.waitFor();
  for (const count of [1, 2]) {
    await menu(count === 1 ? 'Draw' : 'Draw (1)').click();
    await client.presses('Horizontal line');
    await client.presses('Place it in the middle');
    await menu(`Draw (${count})`).waitFor();
  }
  await stage.focus();
  await page.keyboard.press('Control+z');
  await menu('Draw (1)').waitFor();
  await page.keyboard.press('Control+z');
  await menu('Draw').waitFor();
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+y');
  await menu('Draw (2)').waitFor();
  const saved = () => asks<{ drawings: unknown[] }>(client, 'GET', '/me/charts/GBPUSD');
  await expect.poll(async () => (await saved()).drawings.length).toBe(2);
});

it('[H27] what was just drawn is kept though the page is left or another asset chosen in that moment', async () => {
  const { page } = client;
  const drawings = async (symbol: string) =>
    (await asks<{ drawings: unknown[] }>(client, 'GET', `/me/charts/${symbol}`)).drawings.length;
  const menu = (name: string) => page.getByRole('button', { name, exact: true });
  const draws = async (before: string, after: string) => {
    await menu(before).click();
    await client.presses('Horizontal line');
    await client.presses('Place it in the middle');
    await menu(after).waitFor();
  };
  await client.goesTo('/trades?symbol=AUDUSD');
  await page.getByRole('application', { name: 'Price chart of AUD/USD' }).waitFor();
  await draws('Draw', 'Draw (1)');
  await page.reload();
  await expect.poll(() => drawings('AUDUSD')).toBe(1);
  await menu('Draw (1)').waitFor();
  await draws('Draw (1)', 'Draw (2)');
  await page.locator('[data-market-row="NZDUSD"]').click();
  await page.getByRole('application', { name: 'Price chart of NZD/USD' }).waitFor();
  await expect.poll(() => drawings('AUDUSD')).toBe(2);
  expect(await drawings('NZDUSD')).toBe(0);
});

it('[S146] a right click offers what can be done at its price, and an order is filled into the ticket over what was typed', async () => {
  const { page } = client;
  await page.setViewportSize({ width: 1440, height: 900 });
  await client.goesTo('/trades?symbol=EURUSD');
  const ticket = page.getByRole('region', { name: 'Place a trade' });
  await ticket.getByLabel('Lot size', { exact: true }).fill('0.07');
  const box = await restsAt(picture());
  const opens = async (): Promise<string> => {
    await picture().click({ button: 'right', position: { x: box.width / 2, y: 30 } });
    const name = await page.getByRole('menuitem', { name: /^Copy / }).innerText();
    return name.replace('Copy ', '');
  };
  await opens();
  await looksSound(client);
  const price = await opens();
  await page.getByRole('menuitem', { name: `Sell limit at ${price}` }).click();
  await client.reads('Filled in for you: SELL. Press a button to place the trade.');
  await expect.poll(() => ticket.getByLabel('Limit price', { exact: true }).inputValue()).toBe(price);
  await expect.poll(() => ticket.getByLabel('Lot size', { exact: true }).inputValue()).toBe('0.07');

  const at = await opens();
  await page.getByRole('menuitem', { name: `Set an alert at ${at}` }).click();
  const dialog = client.dialog(/alert/i);
  await expect.poll(() => dialog.getByLabel('Price', { exact: true }).inputValue()).toBe(at);
  await page.keyboard.press('Escape');
  await picture().and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: /^Copy / }).waitFor();
  await page.keyboard.press('Escape');

  // On a phone the sheet opens with each, also where it was put away without an order.
  await page.setViewportSize({ width: 390, height: 844 });
  await client.goesTo('/trades?symbol=EURUSD');
  for (const y of [40, 80]) {
    await picture().click({ button: 'right', position: { x: 150, y } });
    await page.getByRole('menuitem', { name: /^Sell limit at / }).click();
    await page.getByLabel('Limit price', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Limit price', { exact: true }).waitFor({ state: 'detached' });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('[H15] everything that the chart adds to a page of the shell is under 90 kB gzipped', () => {
  const sizes = weighChart();
  expect(sizes.length).toBeGreaterThan(2);
  expect(
    sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    JSON.stringify(sizes),
  ).toBeLessThan(CHART_LIMIT_BYTES);
});
