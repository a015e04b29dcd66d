import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, joins, openTrade } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const PASSWORD = 'quiet harbour 27 lamps';

let site: Site;
let journey: Journey;
let client: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'look' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  client = await journey.person({ width: 1440, height: 900 });
  await joins(client, { fullname: 'Mara Lind', email: 'mara@example.test', password: PASSWORD });
  await asks(client, 'POST', '/demo/top-up', { amount: '9000.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

type Mark = { name: string; drawn: boolean; hidden: boolean };

/** Every mark on the page that has a place and whose drawing is in the one file: whether it is drawn, and whether it says nothing aloud. */
function marksOn(person: Person): Promise<Mark[]> {
  return person.page
    .evaluate(`[...document.querySelectorAll('use[href*="marks"]')].filter((use) => use.parentElement.checkVisibility()).map((use) => ({
    name: use.getAttribute('href').split('#')[1],
    drawn: use.getBBox().width > 0,
    hidden: use.closest('[aria-hidden="true"]') !== null,
  }))`);
}

/** Waits for the file of the marks and says which of them the page shows. */
async function showsMarks(person: Person, least: number): Promise<Set<string>> {
  await expect
    .poll(async () => (await marksOn(person)).filter(({ drawn }) => drawn).length)
    .toBeGreaterThanOrEqual(least);
  const marks = await marksOn(person);
  expect(marks.filter(({ drawn, hidden }) => !drawn || !hidden)).toEqual([]);
  return new Set(marks.map(({ name }) => name));
}

it('[S152] flags, coins and letters stand beside the names of assets, on Home, the Market page and in the palette', async () => {
  await openTrade(client, 'BTC', 'buy', '0.01', '1000.00');
  await client.page.goto('/trades?symbol=BTC');
  await client.page.getByRole('row').filter({ hasText: 'BTC/USD' }).waitFor();
  expect(await showsMarks(client, 20)).toContain('DOGE');
  await client.page.getByRole('tab', { name: 'Forex' }).click();
  await client.page.getByRole('button', { name: /^EURUSD/ }).waitFor();
  const flags = await showsMarks(client, 20);
  for (const flag of ['USD', 'EUR', 'GBP', 'JPY', 'AUD', 'CAD', 'CHF', 'NZD', 'BTC']) expect(flags).toContain(flag);

  await client.page.getByRole('tab', { name: 'Stocks' }).click();
  const share = client.page.getByRole('button', { name: /^NVDA/ });
  await share.waitFor();
  await expect.poll(() => share.locator('[aria-hidden="true"]').first().textContent()).toBe('N');
  await client.page.emulateMedia({ forcedColors: 'active' });
  const edge = await client.page.evaluate(
    `getComputedStyle(document.querySelector('[data-market-row="NVDA"] [aria-hidden]')).borderTopStyle`,
  );
  expect(edge).toBe('solid');
  await client.page.emulateMedia({ forcedColors: 'none' });

  await client.page.keyboard.press('Control+k');
  await client.page.getByRole('combobox', { name: 'Command palette' }).fill('solana');
  await client.page.getByRole('option', { name: 'SOL/USD Solana' }).waitFor();
  await expect.poll(async () => (await showsMarks(client, 1)).has('SOL')).toBe(true);

  await client.page.goto('/dashboard');
  await client.page.getByText('Open Market').first().waitFor();
  expect(await showsMarks(client, 7)).toContain('ETH');
});

it('[S153] where there is nothing a quiet drawing says of which kind that is, to nobody aloud', async () => {
  const drawing = async (person: Person, title: string): Promise<string> => {
    const state = person.page.getByText(title, { exact: true }).locator('xpath=..');
    await state.waitFor();
    const svg = state.locator('svg').first();
    await expect.poll(() => svg.getAttribute('aria-hidden')).toBe('true');
    expect((await svg.boundingBox())?.width ?? 0).toBeGreaterThan(60);
    return svg.innerHTML();
  };
  await client.page.goto('/alerts');
  await client.page.getByRole('main').getByRole('heading').first().waitFor();
  const nothing = await drawing(client, 'No active alerts');
  await client.page.goto('/trades');
  await client.page.getByRole('searchbox').first().fill('zzzz');
  const search = await drawing(client, 'No asset matches');
  const admin = await journey.person();
  await entersAsAdmin(admin);
  await admin.page.goto('/queues');
  const waiting = await drawing(admin, 'Nothing waiting');
  expect(new Set([nothing, search, waiting]).size).toBe(3);
});

it('[S155] the account’s value rolls to its new digits, reads as plain text meanwhile, and stands still for who asks for less motion', async () => {
  const person = await journey.person({ motion: true });
  await joins(person, { fullname: 'Ole Berg', email: 'ole@example.test', password: PASSWORD });
  await asks(person, 'POST', '/demo/top-up', { amount: '1000.00' });
  await person.page.goto('/dashboard');
  const value = person.page.getByRole('region', { name: 'Account value' }).getByRole('paragraph').first();
  await expect.poll(() => value.innerText()).toBe('$1,000.00');
  await expect.poll(() => value.locator('[data-from]').count()).toBe(0);
  await asks(person, 'POST', '/demo/top-up', { amount: '234.00' });
  await expect.poll(() => value.innerText()).toBe('$1,234.00');
  expect(await value.ariaSnapshot()).toContain('$1,234.00');
  const rolls = value.locator('[data-from]');
  const rolled = `[...document.querySelectorAll('[data-from]')].map((digit) => digit.dataset.now).join('')`;
  await expect.poll(() => person.page.evaluate(rolled)).toBe('234');
  // What rolled is gone afterwards, and with less motion it is not drawn at all.
  await expect.poll(() => rolls.first().isVisible()).toBe(false);
  await person.page.emulateMedia({ reducedMotion: 'reduce' });
  await asks(person, 'POST', '/demo/top-up', { amount: '1.00' });
  await expect.poll(() => value.innerText()).toBe('$1,235.00');
  expect(await rolls.first().boundingBox()).toBeNull();
});

it('[S154] a person without a picture is known by the first letter of their name', async () => {
  await client.page.goto('/account');
  const picture = client.page.locator('main [data-letter]');
  await picture.waitFor();
  const letter = "document.querySelector('main [data-letter]')";
  const drawn = await client.page.evaluate(`getComputedStyle(${letter}, '::before').content`);
  const colour = await client.page.evaluate(`getComputedStyle(${letter}.parentElement).backgroundColor`);
  expect(drawn).toBe('"M"');
  expect(colour).toMatch(/^oklch/);
});
