import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { Keys } from './support/keys.ts';
import type { Person } from './support/person.ts';
import { asks, entersSession, joins, openTrade } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A move that the minutes of this test don't take back, as a part of the price. */
const CLEARLY = 0.004;
const account = { fullname: 'Demo Client', email: 'daily@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let trader: Person;
let keys: Keys;
/** In words, what the test at hand does. */
let task: string;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'daily' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  trader = await journey.person({ width: 1440 });
  await joins(trader, account);
  await asks(trader, 'POST', '/demo/top-up', { amount: '50000.00' });
  const before = await bitcoin();
  // Both sides of two assets: some hours later one of each has won and the other one has lost.
  for (const [symbol, lots, amount] of [
    ['BTC', '0.02', '3500.00'],
    ['ETH', '0.20', '1500.00'],
  ] as const) {
    await openTrade(trader, symbol, 'buy', lots, amount);
    await openTrade(trader, symbol, 'sell', lots, amount);
  }
  for (let hours = 3, won = false; !won; hours += 1) {
    await site.kill();
    await site.start(hours * HOUR_MS);
    await entersSession(trader, account);
    const now = await bitcoin();
    won = now.bid > before.ask * (1 + CLEARLY) || now.ask < before.bid * (1 - CLEARLY);
  }
  keys = await Keys.of(trader);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});
afterEach(() => {
  process.stdout.write(`${task}: ${keys.counted()} keys\n`);
  expect(journey.complaints).toEqual([]);
});

/** The quote of BTC/USD now. */
async function bitcoin(): Promise<{ bid: number; ask: number }> {
  const { data } = await asks<{ data: { bid: string; ask: string }[] }>(trader, 'GET', '/quotes?symbols=BTC');
  const [found] = data;
  if (found === undefined) throw new Error('BTC/USD has no quote');
  return { bid: Number(found.bid), ask: Number(found.ask) };
}

/** The Market page as it opens: nothing has the focus yet. */
async function begins(what: string, symbol = 'EURUSD'): Promise<void> {
  task = what;
  await trader.goesTo(`/trades?symbol=${symbol}`);
  await trader.arrivesAt('Market');
  await trader.page.getByRole('region', { name: 'Place a trade' }).getByLabel('Amount', { exact: true }).waitFor();
  await trader.row('Open positions', 'BTC/USD').waitFor();
  await trader.page.getByRole('toolbar').waitFor();
}

/** N, the type of order by arrow keys, size and collateral. */
async function startsOrder(
  type: 'Market' | 'Limit' | 'Stop' | 'Stop limit',
  amount: string,
  lots: string,
): Promise<void> {
  await keys.press('n');
  await keys.standsOn('radio', /^(?:Market|Limit|Stop|Stop limit)$/);
  const steps = ['Market', 'Limit', 'Stop', 'Stop limit'].indexOf(type);
  await keys.press(...Array.from({ length: steps }, () => 'ArrowRight'));
  await keys.standsOn('radio', type);
  await keys.tabsTo('textbox', 'Lot size');
  await keys.retypes(lots);
  await keys.tabsTo('textbox', 'Amount');
  await keys.retypes(amount);
}

/** O, then arrow keys to this view. */
async function looksAt(view: RegExp): Promise<void> {
  await trader.page.getByRole('radio', { name: view }).waitFor({ state: 'attached' });
  await keys.press('o');
  await keys.standsOn('radio', /^(?:Positions|Orders)/);
  const wanted = trader.page.getByRole('radio', { name: view }).and(trader.page.locator(':focus'));
  for (let step = 0; step < 4 && (await wanted.count()) === 0; step += 1) await keys.press('ArrowRight');
  await wanted.waitFor({ state: 'attached' });
}

/** The next date whose day and month are one number, as digits: browsers ask for either first. */
function sameBothWays(ms: number): string {
  const at = new Date(ms + DAY_MS);
  while (at.getUTCDate() !== at.getUTCMonth() + 1) at.setUTCDate(at.getUTCDate() + 1);
  const [year = '', month = '', day = ''] = at.toISOString().slice(0, 10).split('-');
  return `${day}${month}${year}`;
}

async function expectsFocus(): Promise<void> {
  await expect.poll(() => keys.focused(), { message: 'the focus is lost' }).not.toBeNull();
}

/** The one of both trades of this asset that has won, or that has lost. */
function tradeOf(name: string, result: '▲' | '▼') {
  return trader.row('Open positions', name, result);
}

it('[S91] a market order with stop and target', async () => {
  await begins('A market order with stop and target');
  await startsOrder('Market', '2000', '0.10');
  await keys.enters('button', 'Stop loss and take profit', trader.page.getByRole('region', { name: 'Place a trade' }));
  await keys.tabsTo('textbox', 'Stop loss: pips');
  await keys.types('40');
  await keys.tabsTo('textbox', 'Take profit: usd won');
  await keys.types('60');
  await keys.enters('button', 'BUY');
  await trader.reads(/^Trade Placed Successfully\. Bought 10,000 EUR at /);
  await trader.row('Open positions', 'EUR/USD', 'BUY 0.10', 'SL', 'TP').waitFor();
  await expectsFocus();
});

it('[S91] another asset and interval, and what an order of it costs', async () => {
  await begins('Another asset, another interval, and what an order costs');
  await keys.press('/');
  await keys.types('eth/');
  await keys.press('ArrowDown', 'Enter');
  await trader.page.getByRole('heading', { name: 'ETH/USD', exact: true, level: 2 }).waitFor();
  await trader.page
    .getByRole('group', { name: /ETH\/USD/ })
    .locator('canvas')
    .first()
    .waitFor();
  await keys.press('i');
  await keys.standsOn('radio', '1h');
  await keys.press('ArrowRight');
  await keys.standsOn('radio', '4h');
  await trader.page
    .getByText(/ETH\/USD.*4h/)
    .first()
    .waitFor({ state: 'attached' });
  await startsOrder('Market', '900', '0.20');
  const form = trader.page.getByRole('region', { name: 'Place a trade' });
  await trader.seesFigure('Required margin', /^\$[\d,]+\.\d\d$/, form);
  await trader.seesFigure('Spread', /^[\d.]+ basis points\s+Usually /, form);
  await trader.seesFigure('Overnight cost', /^SELL \$\d+\.\d\d\s+BUY \$\d+\.\d\d\s+Next: /, form);
});

it('[S91] a stop-limit order that is good till a date', async () => {
  await begins('A stop-limit order good till a date');
  await startsOrder('Stop limit', '2000', '0.10');
  await keys.tabsTo('textbox', 'Stop price');
  await keys.retypes('1.8');
  await keys.tabsTo('textbox', 'Limit price');
  await keys.retypes('1.81');
  await keys.tabsTo('combobox', 'Valid');
  await keys.types('GTD');
  await keys.tabsTo('textbox', 'Ends at (UTC)');
  await keys.types(sameBothWays(Date.now() + site.aheadMs));
  await keys.press('ArrowRight');
  await keys.types('0330a');
  await keys.enters('button', 'BUY');
  await trader.reads('Order placed. You’ll find it under Orders until it fills.');
  await looksAt(/^Orders 1$/);
  await trader
    .row('Working orders', 'EUR/USD', 'BUY 0.10', 'Stop limit', '1.80000', '1.81000', 'GTD', '03:30')
    .waitFor();
});

it('[S91] two linked orders, of which one cancels the other', async () => {
  await begins('Two linked orders (OCO)');
  await startsOrder('Limit', '2000', '0.10');
  await keys.tabsTo('textbox', 'Limit price');
  await keys.retypes('0.5');
  await keys.tabsTo('switch', /^One cancels the other/);
  await keys.press('Space');
  await keys.tabsTo('textbox', 'Second stop price');
  await keys.types('0.4');
  await keys.enters('button', 'BUY');
  await trader.reads('Both orders placed. You’ll find them under Orders until one fills.');
  await looksAt(/^Orders 3$/);
  await trader.row('Working orders', 'BUY 0.10', 'Limit', '0.50000', 'Linked (OCO)').waitFor();
  await trader.row('Working orders', 'SELL 0.10', 'Stop', '0.40000', 'Linked (OCO)').waitFor();
});

it('[S91] the prices of an order that waits', async () => {
  await begins('Another price for an order that waits');
  await looksAt(/^Orders 3$/);
  await keys.enters('button', 'Edit', trader.row('Working orders', 'Stop limit'));
  const dialog = trader.dialog('Change this order');
  await keys.tabsTo('textbox', 'Limit price', dialog);
  await keys.retypes('1.82');
  await keys.press('Enter');
  await trader.row('Working orders', 'Stop limit', '1.82000', 'GTD', '03:30').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await keys.standsOn('button', 'Edit');
});

it('[S91] cancelling the stop-limit orders, then one order, then all', async () => {
  await begins('Cancelling orders: those of one type, one with the order it is linked to');
  await looksAt(/^Orders 3$/);
  await keys.enters('button', 'Cancel all');
  const dialog = trader.dialog('Cancel working orders?');
  await keys.tabsTo('combobox', 'Order type', dialog);
  await keys.press('ArrowDown');
  await trader.page.getByRole('option', { name: 'Limit', exact: true }).waitFor();
  await keys.press('ArrowUp', 'Enter');
  await keys.enters('button', 'Cancel 1 order', dialog);
  await trader.reads('1 order cancelled');
  await dialog.waitFor({ state: 'detached' });
  await keys.standsOn('button', 'Cancel all');
  await keys.enters('button', 'Cancel', trader.row('Working orders', 'Limit', '0.50000'));
  await trader.reads('Both linked orders cancelled');
  await trader.reads('No working orders');
  await keys.standsOn('radio', /^Orders/);
});

it('[S91] closing half of a position', async () => {
  await begins('Closing half of a position');
  await keys.press('x');
  const dialog = trader.dialog('Close this trade?');
  await keys.enters('button', '50 percent of it', dialog);
  await keys.enters('button', 'Close trade', dialog);
  await trader.row('Open positions', 'EUR/USD', 'BUY 0.05').waitFor();
  await dialog.waitFor({ state: 'detached' });
});

it('[S91] reversing a position', async () => {
  await begins('Reversing a position');
  await keys.press('p');
  const dialog = trader.dialog('Manage position');
  await keys.enters('button', 'Reverse to SELL 0.05', dialog);
  await trader.reads(/^Reversed at 1\.\d{5}\. Result /);
  await trader.row('Open positions', 'EUR/USD', 'SELL 0.05').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expectsFocus();
});

it('[S91] break-even for a position that has won', async () => {
  await begins('Break-even', 'BTC');
  await looksAt(/^Positions/);
  await keys.enters('button', 'Manage BTC/USD', tradeOf('BTC/USD', '▲'));
  const dialog = trader.dialog('Manage position');
  await keys.enters('button', /^Stop at entry, /, dialog);
  await trader.reads(/^Stop loss moved to [\d,]+\.\d\d$/);
  await tradeOf('BTC/USD', '▲').getByText('SL').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await keys.standsOn('button', 'Manage BTC/USD');
});

it('[S91] net positions, then all of one asset closed', async () => {
  await begins('Net positions, and closing an asset');
  await looksAt(/^Net$/);
  const net = trader.row('Net positions', 'BTC/USD', 'Flat');
  await net
    .getByText(/^0\.02 at [\d,]+\.\d\d$/)
    .first()
    .waitFor();
  await keys.enters('button', 'Close ETH/USD');
  const dialog = trader.dialog('Close all trades?');
  await keys.enters('button', 'Close 2 trades', dialog);
  await trader.reads('2 trades closed.');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => trader.row('Net positions', 'ETH/USD').count()).toBe(0);
  await keys.standsOn('radio', 'Net');
});

it('[S91] closing the winners', async () => {
  await begins('Closing the winners');
  await keys.press('c');
  const dialog = trader.dialog('Close all trades?');
  await keys.tabsTo('radio', 'All', dialog);
  await keys.press('ArrowRight');
  await trader.reads(/^We’ll close (?:1 trade that’s|2 trades that are) at a profit/, dialog);
  await keys.enters('button', /^Close (?:1 trade|2 trades)$/, dialog);
  await trader.reads(/^(?:1 trade|2 trades) closed\.$/);
  await expect.poll(() => tradeOf('BTC/USD', '▲').count()).toBe(0);
  await tradeOf('BTC/USD', '▼').waitFor();
});

it('[S91] margin-call levels', async () => {
  await begins('Margin-call levels');
  await keys.press('o');
  await keys.enters('button', 'Margin call');
  const dialog = trader.dialog('Margin call');
  await keys.tabsTo('textbox', 'Levels in percent', dialog);
  await keys.retypes('180, 40');
  await keys.press('Enter');
  await trader.reads(/from 51 to 1,?000/, dialog);
  await keys.retypes('180, 120');
  await keys.press('Enter');
  await trader.reads('Margin-call levels saved');
  await dialog.waitFor({ state: 'detached' });
  await keys.standsOn('button', 'Margin call');
});

it('[S91] a day of ticks as a file', async () => {
  await begins('A day of ticks as a file', 'BTC');
  await keys.press('i');
  await keys.enters('button', 'Download ticks');
  const file = trader.page.waitForEvent('download');
  await keys.enters('link', 'Download ticks of BTC/USD');
  expect((await file).suggestedFilename()).toMatch(/BTC.*\.csv/);
  await keys.press('Escape');
  await keys.standsOn('button', 'Download ticks');
});
