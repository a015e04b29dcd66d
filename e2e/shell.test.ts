import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersSession, joins, openTrade } from './support/seed.ts';
import { settles } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Demo Client', email: 'shell@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let client: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'shell' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  client = await journey.person({ width: 1440 });
  await joins(client, account);
  await asks(client, 'POST', '/demo/top-up', { amount: '9000.00' });
  await openTrade(client, 'EURUSD', 'buy', '0.10', '2000.00');
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

it('[S31] the palette opens on Ctrl K, finds pages, assets and actions, and gives the focus back', async () => {
  const { page } = client;
  await client.goesTo('/dashboard');
  await client.readsHeading('TOTAL BALANCE');
  const search = page.getByRole('button', { name: 'Search' });
  await search.focus();
  await opensPalette(client);
  await page.keyboard.type('withdr');
  await option(client, 'Withdrawals').waitFor();
  await page.keyboard.press('Escape');
  await palette(client).waitFor({ state: 'detached' });
  await search.and(page.locator(':focus')).waitFor();

  // From inside a field too.
  await page.getByLabel('Amount in USD', { exact: true }).focus();
  await opensPalette(client);
  await page.keyboard.type('hide bal');
  await page.keyboard.press('Enter');
  await client.reads('******');
  await opensPalette(client);
  await page.keyboard.type('show bal');
  await option(client, 'Show balances').waitFor();
  await page.keyboard.press('Enter');
  await client.reads('$9,000.00');

  await opensPalette(client);
  await page.keyboard.type('all-user');
  await client.reads('No results', page.getByRole('listbox', { name: 'Results' }));
  await page.keyboard.press('Escape');
  await palette(client).waitFor({ state: 'detached' });
});

it('[S36] "sell btc 0.05" leads to a ticket that is filled in, and places nothing', async () => {
  const { page } = client;
  await opensPalette(client);
  await page.keyboard.type('sell btc 0.05');
  await option(client, 'Sell BTC/USD').waitFor();
  await page.keyboard.press('Enter');
  await client.arrivesAt('Market');
  await page.getByRole('heading', { name: 'BTC/USD', exact: true, level: 2 }).waitFor();
  await client.reads('Filled in for you: SELL. Press a button to place the trade.');
  await expect.poll(() => ticket(client).getByLabel('Lot size', { exact: true }).inputValue()).toBe('0.05');
  expect((await asks<{ data: unknown[] }>(client, 'GET', '/trades?state=active')).data).toHaveLength(1);
});

it('[S32] keys lead from page to page, do nothing while somebody types, and can be switched off', async () => {
  const { page } = client;
  await client.goesTo('/dashboard');
  await client.readsHeading('TOTAL BALANCE');
  await page.keyboard.press('?');
  const list = client.dialog('Keyboard shortcuts');
  await list.waitFor();
  await client.reads('Open the command palette', list);
  // Nothing happens under a dialog.
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await list.getByRole('switch', { name: 'Single-key shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });

  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await client.arrivesAt('Withdrawals');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await client.arrivesAt('Market');
  await ticket(client).getByLabel('Amount', { exact: true }).focus();
  await page.keyboard.type('gd?t');
  await expect.poll(() => ticket(client).getByLabel('Amount', { exact: true }).inputValue()).toBe('gd?t');
  await expect.poll(() => client.dialog('Keyboard shortcuts').count()).toBe(0);

  await client.goesTo('/appearance');
  await client.arrivesAt('Appearance');
  await page.keyboard.press('?');
  await list.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await opensPalette(client);
  await expect.poll(() => list.count()).toBe(0);
  await page.keyboard.press('Escape');
  await palette(client).waitFor({ state: 'detached' });
});

it('[S29] the colours of gain and loss change everywhere right away, stay after a reload, and sign and arrow stay anyway', async () => {
  const { page } = client;
  const gain = page.getByText('+$1,234.50');
  const color = (): Promise<unknown> =>
    page.evaluate(
      "getComputedStyle([...document.querySelectorAll('dd span')].find((at) => at.textContent.includes('+$1,234.50'))).color",
    );
  await gain.waitFor();
  const before = await color();
  for (const [name, sign] of [
    ['Red up, green down', 'red-up'],
    ['Blue up, orange down', 'blue-orange'],
  ] as const) {
    await page.getByRole('radio', { name }).check();
    await expect.poll(color).not.toBe(before);
    await page.locator(`html[data-trend="${sign}"]`).waitFor();
  }
  const chosen = await color();
  await page.reload();
  await gain.waitFor();
  expect(await color()).toBe(chosen);
  await client.reads('▲');
  await page.getByRole('radio', { name: 'Green up, red down' }).check();
  await expect.poll(color).toBe(before);
});

it('[S30] the theme is light at first, follows another tab, and every drawing hears of it', async () => {
  const { page } = client;
  await client.goesTo('/appearance');
  expect(await page.evaluate("document.documentElement.getAttribute('data-mantine-color-scheme')")).toBe('light');
  await page.evaluate("globalThis.changes = 0; addEventListener('theme-change', () => (globalThis.changes += 1))");
  await client.switchesThemeInAnotherTab('dark');
  await expect.poll(() => page.evaluate('globalThis.changes')).toBeGreaterThan(0);
  await client.presses('Switch to light theme');
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
  await expect.poll(() => page.evaluate("localStorage.getItem('theme')")).toBe('light');
});

it('[S30] a page that is being drawn while another tab chooses comes out in that theme, and only follows', async () => {
  const { page } = await journey.person({ width: 1440 });
  // The other tab chooses right after this one has asked; the script that runs before the first paint has asked already.
  await page.addInitScript(`{
    const ask = Storage.prototype.getItem;
    Storage.prototype.getItem = function (key) {
      const kept = ask.call(this, key);
      if (key === 'theme' && document.currentScript === null) {
        Storage.prototype.getItem = ask;
        this.setItem('theme', 'dark');
        dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
      }
      return kept;
    };
  }`);
  await page.goto(`${site.url}/login`);
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor();
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();

  // Word of a choice comes when the other tab has chosen again already: its last one stays.
  await page.evaluate(
    "localStorage.setItem('theme', 'light'); dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }))",
  );
  await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor();
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
  await expect.poll(() => page.evaluate("localStorage.getItem('theme')")).toBe('light');
});

it('[S37] the edges of the workspace move by keyboard and mouse, stay where they were put, and a double click puts them back', async () => {
  const { page } = client;
  await client.goesTo('/trades?symbol=EURUSD');
  const edge = page.getByRole('separator', { name: 'Width of the ticket' });
  await edge.waitFor();
  await settles(client);
  const width = async (): Promise<number> => Math.round((await ticket(client).boundingBox())?.width ?? 0);
  const before = await width();
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(width).toBeGreaterThan(before);
  const chosen = await width();
  await page.reload();
  await edge.waitFor();
  await expect.poll(width).toBe(chosen);

  const at = await edge.boundingBox();
  if (at === null) throw new Error('the edge is not drawn');
  await page.mouse.move(at.x + at.width / 2, at.y + 200);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2 - 60, at.y + 200);
  await page.mouse.up();
  await expect.poll(width).toBe(chosen + 60);
  await edge.dblclick({ position: { x: 6, y: 100 } });
  await expect.poll(width).toBe(before);
});

it('[S37] on a phone there is one view at a time, and a ticket put away keeps what was typed', async () => {
  const phone = await journey.person({ width: 390, height: 844 });
  await entersSession(phone, account);
  await phone.goesTo('/trades?symbol=ETH');
  await phone.arrivesAt('Market');
  await phone.presses('Place a trade');
  const sheet = phone.dialog('Place a trade');
  await phone.types('Amount', '4000.00', sheet);
  await phone.types('Lot size', '0.11', sheet);
  await phone.page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => phone.page.getByRole('table', { name: 'Open positions' }).count()).toBe(0);
  await phone.presses('Place a trade');
  await expect.poll(() => sheet.getByLabel('Amount', { exact: true }).inputValue()).toBe('4000.00');
  await phone.presses('BUY', sheet);
  await phone.row('Open positions', 'ETH/USD', '0.11').waitFor();
  await sheet.waitFor({ state: 'detached' });

  const places = phone.page.getByRole('navigation', { name: 'Main pages' });
  await phone.follows('Home', places);
  await phone.readsHeading('TOTAL BALANCE');
  await phone.presses('Menu', places);
  await phone.opens('Withdrawals');
  await phone.leaves();
});

it('[S31] what is for staff shows to staff only', async () => {
  const admin = await journey.person();
  await entersAsAdmin(admin);
  await admin.goesTo('/dashboard');
  await admin.readsHeading('You’re signed in as staff');
  await opensPalette(admin);
  await admin.page.keyboard.type('manage withdr');
  await option(admin, 'Manage: Withdrawals').waitFor();
  await admin.page.keyboard.press('Enter');
  await admin.arrivesAt('Manage');
  await admin.page.getByRole('tab', { name: 'Withdrawals', selected: true }).waitFor();
  await admin.leaves();
  expect(journey.complaints).toEqual([]);
});

/** Open, and ready to be typed into. */
async function opensPalette(person: Person): Promise<void> {
  await person.page.keyboard.press('ControlOrMeta+k');
  await palette(person).and(person.page.locator(':focus')).waitFor();
}

const palette = (person: Person) => person.page.getByRole('combobox', { name: 'Command palette' });
const option = (person: Person, name: string) =>
  person.page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name }).first();
const ticket = (person: Person) => person.page.getByRole('region', { name: 'Place a trade' });

it('[T40] the risk warning on every page says how many clients lose money, or that nobody knows yet', async () => {
  const visitor = await journey.person({ width: 390 });
  let record: { lost_percent: number; until: string } | null = { lost_percent: 63, until: '2026-11-01' };
  for (const { page } of [client, visitor])
    await page.route('**/api/v1/settings/public', async (route) => {
      const response = await route.fetch();
      const operator = {
        legal_name: 'Example Ltd',
        address: '1 Harbour Street',
        registration: '123',
        regulator: 'The Authority',
        complaints_email: 'help@example.org',
      };
      await route.fulfill({ response, json: { ...(await response.json()), operator, track_record: record } });
    });
  const says = async (text: string): Promise<void> => {
    for (const [person, path] of [
      [client, '/dashboard'],
      [visitor, '/login'],
    ] as const) {
      await person.goesTo(path);
      await person.reads(text, person.page.getByRole('contentinfo'));
    }
  };
  await says('63% of clients lost money in the twelve months to 1 November 2026.');
  record = null;
  await says('no record yet');
});

it('[S145] times are in the zone that somebody chose on this device, and name it', async () => {
  await client.goesTo('/appearance');
  const choice = client.page.getByRole('combobox', { name: 'Time zone' });
  await choice.fill('Tok');
  await client.page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await client.reads(/^Now: .* GMT\+9$/);
  await looksSound(client);
  await client.goesTo('/trades?symbol=BTC');
  await client.reads('GMT+9');
});

it('[S147] what does not exist is named, with nothing to try again', async () => {
  for (const [path, what] of [
    ['/trader/0198c0de-0000-7000-8000-000000000000', 'Trader not found'],
    ['/receipts/0198c0de-0000-7000-8000-000000000000', /receipt/i],
  ] as const) {
    await client.goesTo(path);
    await client.reads(what, client.page.getByRole('alert'));
    await client.reads('The link may be wrong, or it may have been removed.');
    await expect.poll(() => client.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  }
});
