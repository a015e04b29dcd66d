import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFinds } from './support/axe.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { IN_FULL, saysSample } from './support/sample.ts';
import { asks, entersAsAdmin, joins, openTrade } from './support/seed.ts';
import { settles, sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const DAY_MS = 86_400_000;
const account = { fullname: 'Demo Client', email: 'looks@example.test', password: 'quiet harbour 27 lamps' };

/** What is open on a page before it is looked at; `phone` is true where there is one view at a time. */
type State = [name: string, path: string, reached: (person: Person, phone: boolean) => Promise<unknown>];

const states: State[] = [
  ['ticket, stop limit till a date', '/trades?symbol=EURUSD', stopLimit],
  ['ticket, now or never', '/trades?symbol=EURUSD', (person, phone) => validFor(person, phone, 'FOK: now or never')],
  ['ticket, linked orders', '/trades?symbol=EURUSD', linked],
  ['positions, with dividends ahead', '/trades?symbol=AAPL', positions],
  ['position actions', '/trades?symbol=AAPL', (...at) => opens(at, 'Manage AAPL', 'Manage position')],
  ['closing some', '/trades?symbol=AAPL', (...at) => opens(at, 'Close all', 'Close all trades?')],
  ['margin call, refused', '/trades?symbol=AAPL', marginCall],
  ['net positions', '/trades?symbol=AAPL', (...at) => view(at, 'Net', 'Net positions')],
  ['working orders', '/trades?symbol=EURUSD', (...at) => view(at, /^Orders/, 'Working orders')],
  ['ended orders', '/trades?symbol=EURUSD', ended],
  ['cancelling all', '/trades?symbol=EURUSD', cancelling],
  ['changing an order', '/trades?symbol=EURUSD', changing],
  ['a day of ticks', '/trades?symbol=AAPL', ticks],
  ['shortcuts', '/trades?symbol=AAPL', shortcuts],
];

saysSample(
  'axe on what professional traders use, both themes, 390 and 1,440 px',
  'light at 1,440 px and dark at 390 px',
);
type Theme = 'light' | 'dark';
const LOOKS: [width: number, themes: Theme[]][] = [
  [1440, IN_FULL ? ['light', 'dark'] : ['light']],
  [390, IN_FULL ? ['dark', 'light'] : ['dark']],
];

let site: Site;
let journey: Journey;
let client: Person;
let admin: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'looks' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  client = await journey.person({ width: 1440 });
  admin = await journey.person({ width: 1440 });
  await joins(client, account);
  await entersAsAdmin(admin);
  await asks(client, 'POST', '/demo/top-up', { amount: '100000.00' });
  await openTrade(client, 'AAPL', 'buy', '2.00', '2500.00');
  await openTrade(client, 'AAPL', 'sell', '1.00', '1500.00');
  await openTrade(client, 'EURUSD', 'buy', '0.25', '4000.00');
  await ordersOf(client);
  announces();
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

it('[Q2] the dividends of the file are announced', async () => {
  const announced = async () => (await asks<{ data: unknown[] }>(client, 'GET', '/corporate-actions')).data.length;
  await expect.poll(announced, { timeout: 120_000, interval: 500 }).toBe(2);
});

describe.each(LOOKS)('at %i px', (width, themes) => {
  it.each(states)('[S25] %s: axe finds nothing, and nothing scrolls sideways', async (name, path, reached) => {
    await client.page.setViewportSize({ width, height: 900 });
    await client.goesTo(path);
    await client.arrivesAt('Market');
    await reached(client, width < 640);
    await looks(client, name, width, themes);
  });

  it('[S25] dividends in Manage: axe finds nothing, and nothing scrolls sideways', async () => {
    await admin.page.setViewportSize({ width, height: 900 });
    await admin.goesTo('/all-user?tab=settings');
    await admin.page.getByRole('table', { name: 'Dividends and splits' }).getByRole('row').nth(1).waitFor();
    await looks(admin, 'dividends in Manage', width, themes);
  });
});

it('[S24] none of it broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});

async function looks(person: Person, name: string, width: number, themes: readonly Theme[]): Promise<void> {
  for (const theme of themes) {
    await person.switchesThemeInAnotherTab(theme);
    await settles(person);
    const found = (await axeFinds(person.page)).map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
    expect(found, `${name}, ${theme}, ${width} px`).toEqual([]);
  }
  expect(await sidewaysScroll(person, width), `${name} at ${width} px`).toBeLessThanOrEqual(0);
}

/** One of each that waits, and one that has ended. */
async function ordersOf(person: Person): Promise<void> {
  const order = { symbol: 'EURUSD', side: 'buy', lots: '0.10', amount: '2000.00' };
  const expires = new Date(Date.now() + site.aheadMs + 10 * DAY_MS).toISOString();
  await asks(person, 'POST', '/orders', {
    ...order,
    type: 'stop_limit',
    stop_price: '1.8',
    limit_price: '1.81',
    time_in_force: 'gtd',
    expires_at: expires,
    client_order_id: 'breakout-2026-11',
  });
  await asks(person, 'POST', '/orders', { ...order, type: 'limit', limit_price: '0.5', stop_loss: '0.4' });
  const gone = await asks(person, 'POST', '/orders', { ...order, type: 'stop', stop_price: '1.9' });
  await asks(person, 'POST', `/orders/${gone.id}/cancel`);
}

/** Two dividends of a share that the client holds, in the file that whoever runs the server keeps. */
function announces(): void {
  const day = (days: number) => new Date(Date.now() + site.aheadMs + days * DAY_MS).toISOString().slice(0, 10);
  const source = `Apple Inc. press release,${new Date(Date.now() + site.aheadMs - DAY_MS).toISOString().slice(0, 19)}Z`;
  site.keeps(
    'corporate-actions.csv',
    `type,symbol,ex_date,rate,source,source_time\ncash_dividend,AAPL,${day(6)},0.26,${source}\ncash_dividend,MSFT,${day(7)},0.83,${source}\n`,
  );
}

const ticket = (person: Person, phone: boolean) =>
  phone ? person.dialog('Place a trade') : person.page.getByRole('region', { name: 'Place a trade' });

async function ordersOfType(person: Person, phone: boolean, type: string) {
  if (phone) await person.presses('Place a trade');
  const form = ticket(person, phone);
  await form.getByText(type, { exact: true }).first().click();
  await person.types('Lot size', '0.10', form);
  await person.types('Amount', '2000', form);
  return form;
}

async function stopLimit(person: Person, phone: boolean): Promise<void> {
  const form = await ordersOfType(person, phone, 'Stop limit');
  await person.types('Stop price', '1.8', form);
  await person.types('Limit price', '1.81', form);
  await person.chooses('Valid', 'GTD: until a date', form);
  await person.presses('BUY', form);
  await form.getByLabel('Ends at (UTC)', { exact: true }).and(person.page.locator('[aria-invalid="true"]')).waitFor();
}

async function validFor(person: Person, phone: boolean, choice: string): Promise<void> {
  const form = await ordersOfType(person, phone, 'Limit');
  await person.types('Limit price', '0.9', form);
  await person.chooses('Valid', choice, form);
}

async function linked(person: Person, phone: boolean): Promise<void> {
  const form = await ordersOfType(person, phone, 'Limit');
  await person.types('Limit price', '0.9', form);
  await form.getByRole('switch', { name: /^One cancels the other/ }).press('Space');
  await person.types('Second stop price', '0.8', form);
}

async function positions(person: Person, phone: boolean): Promise<void> {
  if (phone) await person.page.getByText('Positions', { exact: true }).click();
  await person.reads(/^AAPL pays \$0\.26 a share/);
}

async function opens([person, phone]: [Person, boolean], button: string, dialog: string): Promise<void> {
  await positions(person, phone);
  await person.page.getByRole('button', { name: button, exact: true }).first().click();
  await person.dialog(dialog).waitFor();
}

async function view([person, phone]: [Person, boolean], name: string | RegExp, table: string): Promise<void> {
  if (phone) await person.page.getByText('Positions', { exact: true }).click();
  await person.page.getByText(name, { exact: true }).click();
  await person.row(table, 'EUR/USD').waitFor();
}

async function marginCall(person: Person, phone: boolean): Promise<void> {
  await opens([person, phone], 'Margin call', 'Margin call');
  const dialog = person.dialog('Margin call');
  await person.types('Levels in percent', '150, 20', dialog);
  await person.presses('Save levels', dialog);
  await person.reads(/from 51/, dialog);
}

async function ended(person: Person, phone: boolean): Promise<void> {
  await view([person, phone], /^Orders/, 'Working orders');
  await person.page.getByText('Ended', { exact: true }).click();
  await person.row('Ended orders', 'EUR/USD').waitFor();
}

async function cancelling(person: Person, phone: boolean): Promise<void> {
  await view([person, phone], /^Orders/, 'Working orders');
  await person.presses('Cancel all');
  await person.reads(/^We’ll cancel 2 orders/, person.dialog('Cancel working orders?'));
}

async function changing(person: Person, phone: boolean): Promise<void> {
  await view([person, phone], /^Orders/, 'Working orders');
  await person.presses('Edit', person.row('Working orders', 'Stop limit'));
  await person.dialog('Change this order').waitFor();
}

async function ticks(person: Person): Promise<void> {
  await person.presses('Download ticks');
  await person.page.getByRole('link', { name: 'Download ticks of AAPL' }).waitFor();
}

async function shortcuts(person: Person): Promise<void> {
  await person.page.keyboard.press('?');
  await person.dialog('Keyboard shortcuts').waitFor();
}
