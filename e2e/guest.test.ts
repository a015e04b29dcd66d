import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { PATIENCE_MS } from './support/patience.ts';
import type { Person } from './support/person.ts';
import { joins } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';

const PASSWORD = 'quiet harbour 27 lamps';

let site: Site;
let journey: Journey;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'guest' } });
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
  await person.types('Username', 'newcomer');
  await person.types('Full name', 'New Comer');
  await person.types('Email', email);
  await person.types('Password', PASSWORD);
  await person.types('Confirm password', PASSWORD);
  await person.presses('Sign up');
}

it('[A141] signing up leads straight to Home; a known address with another password leads to the login page with the same words', async () => {
  const person = await journey.person();
  onTestFailed(() => journey.tellsWhy('sign-up', site));
  await signsUp(person, 'newcomer@example.test');
  await person.readsHeading('TOTAL BALANCE');
  expect(new URL(person.page.url()).pathname).toBe('/dashboard');

  const owner = await journey.person();
  await joins(owner, { fullname: 'Owner', email: 'owner@example.test', password: 'an entirely other 31 lamp' });
  const stranger = await journey.person();
  await signsUp(stranger, 'owner@example.test');
  await stranger.arrivesAt('Login into your account');
  await stranger.reads('Check your inbox');
});

it('[S120] “System” follows the device, before the first paint too, reaches other tabs, and ends with a choice', async () => {
  const person = await journey.person({ width: 1440 });
  onTestFailed(() => journey.tellsWhy('system-theme', site));
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
  await expect.poll(kept, { timeout: PATIENCE_MS }).toBe('dark');
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
