import { afterAll, beforeAll, expect, it } from 'vitest';
import { seesTotal } from './acts/money.ts';
import { mailedCode } from './acts/withdrawal.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { Keys } from './support/keys.ts';
import type { Person } from './support/person.ts';
import { joins } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Demo Client', email: 'keys@example.test', password: 'quiet harbour 27 lamps' };
let site: Site;
let journey: Journey;
let client: Person;
let keys: Keys;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'keyboard' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  const first = await journey.person();
  await joins(first, account);
  await first.leaves();
  client = await journey.person();
  keys = await Keys.of(client);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

it('[S26] by keyboard alone a person logs in, adds paper money, buys, closes and withdraws, and always sees where they are', async () => {
  await client.goesTo('/login');
  await client.readsHeading('Login into your account');
  await keys.tabsTo('button', 'Login');
  await keys.press('Enter');
  await client.reads('Email is required');
  await client.page.getByRole('textbox', { name: 'Email' }).and(client.page.locator(':focus')).waitFor();
  await keys.types(account.email);
  await keys.tabsTo('textbox', 'Password');
  await keys.types(account.password);
  await keys.press('Enter');
  await client.readsHeading('TOTAL BALANCE');

  await keys.tabsTo('textbox', 'Amount in USD');
  await keys.press('ControlOrMeta+a');
  await keys.types('5000.00');
  await keys.tabsTo('button', 'Add paper money');
  await keys.press('Enter');
  await seesTotal(client, '$5,000.00');

  await keys.tabsTo('link', 'Market');
  await keys.press('Enter');
  await client.arrivesAt('Market');
  await keys.tabsTo('tab', /^(?:Forex|Crypto|Stocks)$/);
  await keys.press('Home');
  await keys.press('ArrowRight');
  await client.page.getByRole('tab', { name: 'Crypto', selected: true }).waitFor();
  await keys.tabsTo('combobox', 'Asset');
  await keys.press('ControlOrMeta+a');
  await keys.types('ETH');
  // The list holds it before the typing has narrowed it too.
  await expect.poll(() => client.page.getByRole('option').allInnerTexts()).toHaveLength(1);
  await client.page.getByRole('option', { name: 'ETH/USD' }).waitFor();
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await client.page.getByRole('heading', { name: 'ETH/USD', exact: true }).waitFor();

  await keys.tabsTo('textbox', 'Lot size');
  await keys.press('Shift+ArrowUp');
  await keys.tabsTo('textbox', 'Amount');
  await keys.retypes('4000.00');
  await keys.tabsTo('button', 'BUY');
  await keys.press('Enter');
  await client.reads('Trade Placed Successfully');
  const position = client.row('Open positions', 'ETH/USD', 'BUY', '0.11');
  await position.waitFor();

  await keys.tabsTo('button', 'Close');
  await keys.press('Enter');
  await client.dialog('Close this trade?').waitFor();
  await keys.tabsTo('button', 'Close trade');
  await keys.press('Enter');
  await position.waitFor({ state: 'detached' });
  // The button that was pressed is gone with its row: the focus is still somewhere in the page, not lost.
  await expect.poll(() => client.page.evaluate("document.activeElement?.closest('main, body') !== null")).toBe(true);

  await keys.tabsTo('link', 'Withdrawals');
  await keys.press('Enter');
  await client.arrivesAt('Withdrawals');
  await keys.tabsTo('link', 'Make withdrawal');
  await keys.press('Enter');
  await client.arrivesAt('Select withdrawal');
  await keys.tabsTo('button', 'Paypal');
  await keys.press('Enter');
  await client.readsHeading('Withdraw to Paypal');
  await keys.tabsTo('textbox', 'Paypal email');
  await keys.types('keys@example.test');
  await keys.tabsTo('textbox', 'Amount');
  await keys.types('250.00');
  await keys.press('Enter');
  const code = await mailedCode(client, '250.00');
  await keys.tabsTo('textbox', 'Withdrawal code');
  await keys.types(code);
  await keys.press('Enter');
  await client.row('Withdrawals', '$250.00', 'Paypal', 'Pending').waitFor();
  expect(journey.complaints).toEqual([]);
});
