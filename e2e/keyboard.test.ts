import { afterAll, beforeAll, expect, it } from 'vitest';
import { seesTotal } from './acts/money.ts';
import { mailedCode } from './acts/withdrawal.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { PATIENCE_MS } from './support/patience.ts';
import type { Person } from './support/person.ts';
import { joins } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Demo Client', email: 'keys@example.test', password: 'quiet harbour 27 lamps' };
/** No page here has more stops of the Tab key than this. */
const STOPS_MAX = 150;

let site: Site;
let journey: Journey;
let client: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'keyboard' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  const first = await journey.person();
  await joins(first, account);
  await first.leaves();
  client = await journey.person();
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

it('[S26] by keyboard alone a person logs in, adds paper money, buys, closes and withdraws, and always sees where they are', async () => {
  const { keyboard } = client.page;
  await client.goesTo('/login');
  await client.readsHeading('Login into your account');
  await tabsTo('button', 'Login');
  await keyboard.press('Enter');
  await client.reads('Email is required');
  await client.page.getByRole('textbox', { name: 'Email' }).and(client.page.locator(':focus')).waitFor();
  await keyboard.type(account.email);
  await tabsTo('textbox', 'Password');
  await keyboard.type(account.password);
  await keyboard.press('Enter');
  await client.readsHeading('TOTAL BALANCE');

  await tabsTo('textbox', 'Amount in USD');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('5000.00');
  await tabsTo('button', 'Add paper money');
  await keyboard.press('Enter');
  await seesTotal(client, '$5,000.00');

  await tabsTo('link', 'Market');
  await keyboard.press('Enter');
  await client.arrivesAt('Market');
  await tabsTo('tab', /^(?:Forex|Crypto|Stocks)$/);
  await keyboard.press('Home');
  await keyboard.press('ArrowRight');
  await client.page.getByRole('tab', { name: 'Crypto', selected: true }).waitFor();
  await tabsTo('combobox', 'Asset');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('ETH');
  // The list holds it before the typing has narrowed it too.
  await expect.poll(() => client.page.getByRole('option').allInnerTexts(), { timeout: PATIENCE_MS }).toHaveLength(1);
  await client.page.getByRole('option', { name: 'ETH/USD' }).waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await client.page.getByRole('heading', { name: 'ETH/USD', exact: true }).waitFor();

  await tabsTo('textbox', 'Amount');
  await keyboard.type('4000.00');
  await tabsTo('textbox', 'Lot size');
  await keyboard.press('Shift+ArrowUp');
  await tabsTo('button', 'BUY');
  await keyboard.press('Enter');
  await client.reads('Trade Placed Successfully');
  const position = client.row('Open positions', 'ETH/USD', 'BUY', '0.11');
  await position.waitFor();

  await tabsTo('button', 'Close');
  await keyboard.press('Enter');
  await client.dialog('Close this trade?').waitFor();
  await tabsTo('button', 'Close trade');
  await keyboard.press('Enter');
  await position.waitFor({ state: 'detached' });
  // The button that was pressed is gone with its row: the focus is still somewhere in the page, not lost.
  expect(await client.page.evaluate("document.activeElement?.closest('main, body') !== null")).toBe(true);

  await tabsTo('link', 'Withdrawals');
  await keyboard.press('Enter');
  await client.arrivesAt('Withdrawals');
  await tabsTo('link', 'Make withdrawal');
  await keyboard.press('Enter');
  await client.arrivesAt('Select withdrawal');
  await tabsTo('button', 'Paypal');
  await keyboard.press('Enter');
  await client.readsHeading('Withdraw to Paypal');
  await tabsTo('textbox', 'Paypal email');
  await keyboard.type('keys@example.test');
  await tabsTo('textbox', 'Amount');
  await keyboard.type('250.00');
  await keyboard.press('Enter');
  const code = await mailedCode(client, '250.00');
  await tabsTo('textbox', 'Withdrawal code');
  await keyboard.type(code);
  await keyboard.press('Enter');
  await client.row('Withdrawals', '$250.00', 'Paypal', 'Pending').waitFor();
  expect(journey.complaints).toEqual([]);
});

type Role = 'button' | 'link' | 'textbox' | 'tab' | 'combobox';

/** Presses Tab until the focus stands on what has this role and name. At every stop the focus must show. */
async function tabsTo(role: Role, name: string | RegExp): Promise<void> {
  const { page } = client;
  const wanted = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'));
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press('Tab');
    const at = String(await page.evaluate(FOCUSED));
    await expect
      .poll(() => page.evaluate(FOCUS_SHOWS), { timeout: PATIENCE_MS, interval: 20, message: at })
      .toBe('shows');
    if ((await wanted.count()) > 0) return;
  }
  throw new Error(`Tab never reaches ${role} ${String(name)}`);
}

const FOCUSED = 'document.activeElement?.outerHTML.slice(0, 160)';
/** An outline, a shadow or another border than without focus, on the thing, on what is drawn over it, or on the box drawn around it. */
const FOCUS_SHOWS = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return 'shows';
  // A radio button may be drawn by its label alone.
  const drawn = [at, ...(at.labels ?? [])];
  const looks = () => [...drawn, at.parentElement, ...at.querySelectorAll(':scope > *')].flatMap((one) => [getComputedStyle(one), getComputedStyle(one, '::after')]).map((style) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } = style;
    return [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor].join();
  }).join('|');
  const focused = looks();
  const { x, y, width, height } = drawn.map((one) => one.getBoundingClientRect()).find((box) => box.width > 0) ?? at.getBoundingClientRect();
  const inside = width > 0 && height > 0 && x + width > 0 && y + height > 0 && x < innerWidth && y < innerHeight;
  at.blur();
  const blurred = looks();
  at.focus({ preventScroll: true, focusVisible: true });
  if (!inside) return 'outside the window at ' + [x, y, width, height].join(' ');
  return focused === blurred ? 'looks as it does without focus' : 'shows';
})()`;
