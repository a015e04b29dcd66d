import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { joins } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';

const client = { fullname: 'Iris Falk', email: 'iris@example.test', password: 'quiet harbour 27 lamps' };
/** Pages by their heading, with what is chosen on them. */
const PAGES = ['/notifications', '/account', '/trades', '/deposit-history', '/mailbox'] as const;
const TABS = 14;

let site: Site;
let journey: Journey;
beforeAll(async () => {
  site = await openSite();
  journey = await openBrowser(site);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

/** How whatever has the focus shows it: its own edge, or that of the label which is drawn for a hidden input. */
const FOCUS = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return 'nothing has the focus';
  const drawn = [at, at.nextElementSibling, at.parentElement].filter((one) => one !== null).map((one) => getComputedStyle(one));
  const seen = drawn.some((style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
  return seen ? '' : at.outerHTML.slice(0, 200);
})()`;

/** The edge of the place where one is. */
const CURRENT = `getComputedStyle(document.querySelector('nav a[aria-current="page"]')).outlineStyle`;
/** What the tracks of all switches are drawn with: some are on, some are off. */
const SWITCHES = `[...document.querySelectorAll('input[role="switch"]')].map((one) => getComputedStyle(one.nextElementSibling).backgroundColor)`;

it('[S97] with forced colours focus is seen at every step, what is current has an edge, and a switch that is on looks other than one that is off', async () => {
  const person = await journey.person();
  await joins(person, client);
  await person.page.emulateMedia({ forcedColors: 'active' });
  for (const path of PAGES) {
    await person.goesTo(path);
    await person.page.getByRole('heading', { level: 1 }).waitFor();
    for (let i = 0; i < TABS; i += 1) {
      await person.page.keyboard.press('Tab');
      await expect.poll(() => person.page.evaluate<string>(FOCUS), { message: `${path}, Tab ${i + 1}` }).toBe('');
    }
  }
  await person.goesTo('/account');
  await person.page.getByRole('navigation').getByRole('link', { name: 'Account', exact: true }).first().waitFor();
  await expect.poll(() => person.page.evaluate(CURRENT)).toBe('solid');

  await person.goesTo('/notifications');
  await person.page.getByRole('switch', { name: /own trades/ }).waitFor();
  const looks = await person.page.evaluate<string[]>(SWITCHES);
  expect(new Set(looks).size, looks.join()).toBe(2);
});

it('[S97] whoever asks for more contrast reads no dimmed text and sees every edge', async () => {
  const person = await journey.person();
  await person.page.emulateMedia({ contrast: 'more' });
  await person.goesTo('/');
  await person.readsHeading('Login into your account');
  const tokens = await person.page.evaluate<string[]>(
    `['--text-2', '--text', '--line', '--line-strong'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim())`,
  );
  expect(tokens[0]).toBe(tokens[1]);
  expect(tokens[2]).toBe(tokens[3]);
});
