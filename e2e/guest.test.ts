import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { asks, joins, openTrade } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const PASSWORD = 'quiet harbour 27 lamps';

let site: Site;
let journey: Journey;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'guest' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

const shows = (person: Person, theme: 'light' | 'dark') =>
  person.page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();

async function signsUp(person: Person, email: string): Promise<void> {
  await person.goesTo('/signup');
  await fillsIn(person, email);
}

async function fillsIn(person: Person, email: string): Promise<void> {
  await person.types('Username', 'newcomer');
  await person.types('Full name', 'New Comer');
  await person.types('Email', email);
  await person.types('Password', PASSWORD);
  await person.types('Confirm password', PASSWORD);
  await person.presses('Sign up');
}

it('[A141] signing up leads straight to Home; a known address with another password leads to the login page with the same words', async () => {
  const person = await journey.person();
  await signsUp(person, 'newcomer@example.test');
  await person.readsHeading('TOTAL BALANCE');
  await expect.poll(() => new URL(person.page.url()).pathname).toBe('/dashboard');

  const owner = await journey.person();
  await joins(owner, { fullname: 'Owner', email: 'owner@example.test', password: 'an entirely other 31 lamp' });
  const stranger = await journey.person();
  await signsUp(stranger, 'owner@example.test');
  await stranger.arrivesAt('Login into your account');
  await stranger.reads('Check your inbox');
});

it('[S120] “System” follows the device, before the first paint too, reaches other tabs, and ends with a choice', async () => {
  const person = await journey.person({ width: 1440 });
  await joins(person, { fullname: 'Night Owl', email: 'owl@example.test', password: PASSWORD });
  const { page } = person;
  const kept = () => page.evaluate("localStorage.getItem('theme')");
  await person.goesTo('/appearance');
  const other = person.inTab(await page.context().newPage());
  await other.goesTo('/appearance');
  await page.getByRole('radio', { name: 'System' }).check();
  await other.page.getByRole('radio', { name: 'System' }).and(other.page.locator(':checked')).waitFor();
  await shows(person, 'light');

  await page.emulateMedia({ colorScheme: 'dark' });
  await shows(person, 'dark');
  await person.page.getByRole('button', { name: 'Switch to light theme' }).waitFor();
  await expect.poll(kept).toBe('dark');
  // A device that changed while no page was open: what was kept is not what is shown.
  await page.evaluate("localStorage.setItem('theme', 'light')");
  await page.route('**/assets/**', (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  await shows(person, 'dark');
  await page.unroute('**/assets/**');
  await page.reload();
  await page.getByRole('radio', { name: 'System' }).and(page.locator(':checked')).waitFor();
  await shows(person, 'dark');

  await person.presses('Switch to light theme');
  await shows(person, 'light');
  await page.getByRole('radio', { name: 'Light' }).and(page.locator(':checked')).waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await shows(person, 'light');
  expect(await kept()).toBe('light');
});

it('[A140] [A143] [A145] a visitor tries it without an account, reads what takes one, and signs up with trades and money kept', async () => {
  const person = await journey.person({ width: 1440 });
  await person.goesTo('/');
  await person.reads('Trade forex, crypto and stocks with paper money');
  await person.presses('Try it without an account');
  await person.readsHeading('TOTAL BALANCE');
  await person.reads('$10,000.00');
  // How long that is depends on this browser's clock, which the test's site may be ahead of.
  await person.reads(/You’re trying .+ as a guest\. Everything is gone in .+ unless you sign up\./);
  await openTrade(person, 'EURUSD', 'buy', '0.10', '2000.00');

  await person.goesTo('/select-withdrawal');
  await person.arrivesAt('Sign up to withdraw');
  await person.page.getByRole('button', { name: /^Account menu/ }).click();
  await person.page.getByRole('menuitem', { name: 'Logout' }).click();
  const asked = person.dialog('Leave as a guest?');
  await person.reads('You can’t come back to this guest', asked);
  await person.presses('Cancel', asked);

  await person.follows('Sign up');
  await person.arrivesAt('Create an account');
  await person.reads('You keep your trades and your balance.');
  await joins(await journey.person(), { fullname: 'Owner', email: 'taken@example.test', password: PASSWORD });
  await fillsIn(person, 'taken@example.test');
  await person.reads('Check your inbox: we’ve sent you an email.');
  await person.types('Email', 'kept@example.test');
  await person.presses('Sign up');
  await person.readsHeading('TOTAL BALANCE');
  await expect.poll(() => person.page.getByText('as a guest').count()).toBe(0);
  const me = await asks<{ email: string; guest: null }>(person, 'GET', '/me');
  expect(me).toMatchObject({ email: 'kept@example.test', guest: null });
  const trades = await asks<{ data: { symbol: string }[] }>(person, 'GET', '/trades');
  expect(trades.data.map(({ symbol }) => symbol)).toEqual(['EURUSD']);
});
