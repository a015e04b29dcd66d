import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { asks, joins, openTrade } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let site: Site;
let journey: Journey;
let desk: Person;
/** A deposit without its proof yet. */
let unpaid: string;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'late' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  desk = await journey.person({ width: 1440 });
  await joins(desk, { fullname: 'Demo Client', email: 'late@example.test', password: 'quiet harbour 27 lamps' });
  await asks(desk, 'POST', '/demo/top-up', { amount: '50000.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

/** The server does what it is asked; its answer is held until it is let go. */
async function holdsAnswer(page: Page, path: string): Promise<{ asked: () => number; letsGo(): Promise<void> }> {
  let asked = 0;
  const held = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    const response = await route.fetch();
    asked += 1;
    await held.promise;
    await route.fulfill({ response });
  });
  return {
    asked: () => asked,
    letsGo: async () => {
      held.resolve();
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}

/** What the last answer makes of the page is on screen. */
async function drawn(): Promise<void> {
  await desk.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
}

/** What the server says where it doesn't do what it was asked. */
const refusal = (detail: string, status = 422) => ({
  status,
  contentType: 'application/problem+json; charset=utf-8',
  body: JSON.stringify({
    ...{ type: 'urn:clearbook:problem:server.failed', title: 'Refused', status },
    ...{ code: 'server.failed', detail, fields: [], request_id: crypto.randomUUID() },
  }),
});

/** Something changes; what the page shows of it is read again, and the server fails at that. */
async function readsInVain(path: string, change: () => Promise<unknown>): Promise<void> {
  let failed = 0;
  await desk.page.route(`**/api/v1${path}`, (route) => {
    failed += 1;
    return route.fulfill(refusal('Down', 500));
  });
  await change();
  await expect.poll(() => failed).toBeGreaterThan(0);
  await drawn();
  await desk.page.unrouteAll({ behavior: 'wait' });
}

it('[S163] whoever goes on to another asset or page while an order is on its way stays there', async () => {
  const { page } = desk;
  const size = page.getByLabel('Lot size', { exact: true });
  const buys = async (symbol: string) => {
    await desk.goesTo(`/trades?symbol=${symbol}`);
    await size.fill('0.02');
    await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).not.toBe('');
    const answer = await holdsAnswer(page, '**/api/v1/orders');
    await desk.presses('BUY');
    await expect.poll(answer.asked).toBe(1);
    return answer;
  };

  const first = await buys('BTC');
  await page.getByLabel('Search all markets', { exact: true }).fill('ethereum');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'ETH/USD', exact: true, level: 2 }).waitFor();
  await size.fill('0.05');
  await first.letsGo();
  await desk.reads(/^Trade Placed Successfully\. Bought 0\.02 BTC/);
  await desk.row('Open positions', 'BTC/USD', 'BUY 0.02').waitFor();
  expect(new URL(page.url()).search).toBe('?symbol=ETH');
  expect(await size.inputValue()).toBe('0.05');

  const second = await buys('BTC');
  await desk.opens('Home');
  await second.letsGo();
  await desk.reads(/^Trade Placed Successfully\. Bought 0\.02 BTC/);
  await desk.arrivesAt('Home');
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});

it('[S4] an order that is pressed again in a ticket that was put away before its answer came is traded once', async () => {
  const { page } = desk;
  const size = page.getByLabel('Lot size', { exact: true });
  const open = async () => (await asks<{ data: unknown[] }>(desk, 'GET', '/trades?state=active')).data.length;
  const before = await open();
  const picks = async (text: string, heading: string) => {
    await page.getByLabel('Search all markets', { exact: true }).fill(text);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: heading, exact: true, level: 2 }).waitFor();
  };
  await desk.goesTo('/trades?symbol=BTC');
  await size.fill('0.03');
  await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).not.toBe('');
  const answer = await holdsAnswer(page, '**/api/v1/orders');
  await desk.presses('BUY');
  await expect.poll(answer.asked).toBe(1);
  await picks('ethereum', 'ETH/USD');
  await picks('bitcoin', 'BTC/USD');
  expect(await size.inputValue()).toBe('0.03');
  await desk.presses('BUY');
  await expect.poll(answer.asked).toBe(2);
  await answer.letsGo();
  await desk.reads(/^Trade Placed Successfully\. Bought 0\.03 BTC/);
  expect(await open()).toBe(before + 1);
});

it('[S62] [S163] a trade that closes elsewhere closes no dialog of another one on Home, and nobody leaves one that is sending', async () => {
  const { page } = desk;
  const client = await journey.person({ width: 1440 });
  await joins(client, { fullname: 'Two Trades', email: 'two@example.test', password: 'quiet harbour 27 lamps' });
  await asks(client, 'POST', '/demo/top-up', { amount: '9000.00' });
  const other = await openTrade(client, 'BTC', 'buy', '0.01', '1500.00');
  const kept = await openTrade(client, 'ETH', 'buy', '0.10', '900.00');
  await client.goesTo('/dashboard');
  await client
    .row('Active', 'ETH/USD')
    .getByRole('button', { name: /^Close/ })
    .click();
  const dialog = client.dialog('Close this trade?');
  await client.types('Lots to close', '0.04', dialog);
  await asks(client, 'POST', `/trades/${other}/close`, {});
  await expect.poll(() => client.row('Active', 'BTC/USD').count()).toBe(0);
  expect(await dialog.getByLabel('Lots to close', { exact: true }).inputValue()).toBe('0.04');
  const answer = await holdsAnswer(client.page, `**/trades/${kept}/close`);
  await client.presses('Close trade', dialog);
  await expect.poll(answer.asked).toBe(1);
  await client.page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).and(client.page.locator(':disabled')).waitFor();
  await answer.letsGo();
  await dialog.waitFor({ state: 'detached' });
  await client.leaves();
  await page.bringToFront();
});

it('[F12] a fee that changes under the hand is not agreed to: the one that was shown is sent, and the new one shown', async () => {
  const { page } = desk;
  const terms = await asks<object>(desk, 'GET', '/withdrawals/terms');
  let [percent, read] = ['1.00', 0];
  await page.route('**/api/v1/withdrawals/terms', (route) => {
    read += 1;
    return route.fulfill({ json: { ...terms, fee_applies: true, fee_percent: percent } });
  });
  const sent: string[] = [];
  await page.route('**/api/v1/withdrawals', (route) => {
    if (route.request().method() === 'GET') return route.continue();
    const { expected_fee: fee } = route.request().postDataJSON() as { expected_fee: string };
    sent.push(fee);
    const changed = refusal('The fee for this withdrawal is now $5.00. Check it and confirm again.', 409);
    return route.fulfill({ ...changed, body: changed.body.replaceAll('server.failed"', 'withdrawal.fee_changed"') });
  });
  await desk.goesTo('/select-withdrawal?method=paypal');
  await desk.types('Paypal email', 'late@example.test');
  await desk.types('Amount', '100');
  await desk.presses('Continue');
  await desk.seesFigure('Fee', /1\.00$/);
  percent = '5.00';
  const before = read;
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await expect.poll(() => read).toBeGreaterThan(before);
  await drawn();
  await desk.seesFigure('Fee', /1\.00$/);
  await desk.presses('Confirm withdrawal');
  await desk.seesFigure('Fee', /5\.00$/);
  await desk.presses('Confirm withdrawal');
  await expect.poll(() => sent).toEqual(['1.00', '5.00']);
  await page.unrouteAll({ behavior: 'wait' });
});

it('[S163] whoever leaves the deposit while its proof is sent stays where they went', async () => {
  const { page } = desk;
  const { id } = await asks(desk, 'POST', '/deposits', { amount: '100.00', method: 'bitcoin' });
  await desk.goesTo(`/deposit?id=${id}`);
  await page.getByLabel('Proof of payment').setInputFiles({ name: 'r.png', mimeType: 'image/png', buffer: picture });
  const answer = await holdsAnswer(page, '**/proof');
  await desk.presses('Paid');
  await expect.poll(answer.asked).toBe(1);
  await desk.opens('Market');
  await answer.letsGo();
  await desk.reads(/^Deposit Successful/);
  await desk.arrivesAt('Market');
  expect(new URL(page.url()).pathname).toBe('/trades');
});

it('[P14] a receipt that comes after the question was dismissed shows then, and the next purchase asks first', async () => {
  const { page } = desk;
  await desk.goesTo('/upgrade');
  await desk.presses('Buy Raw for $2,500.00');
  const answer = await holdsAnswer(page, '**/purchase');
  await desk.presses('Pay $2,500.00', desk.dialog('Buy Raw?'));
  await expect.poll(answer.asked).toBe(1);
  await page.keyboard.press('Escape');
  await desk.dialog('Buy Raw?').waitFor({ state: 'detached' });
  await answer.letsGo();
  const receipt = desk.dialog(/^Receipt /);
  await desk.reads('Raw is yours', receipt);
  await desk.presses('Done', receipt);
  await receipt.waitFor({ state: 'detached' });
  await desk.presses('Buy Gold for $5,000.00');
  await desk.presses('Cancel', desk.dialog('Buy Gold?'));
});

it('[F30] the proof that was chosen, and the code that was typed, stay where the page is read again in vain', async () => {
  const { page } = desk;
  ({ id: unpaid } = await asks<{ id: string }>(desk, 'POST', '/deposits', { amount: '120.00', method: 'bitcoin' }));
  await desk.goesTo(`/deposit?id=${unpaid}`);
  await page.getByLabel('Proof of payment').setInputFiles({ name: 'r.png', mimeType: 'image/png', buffer: picture });
  const chosen = page.getByRole('img', { name: 'The image you chose as proof of payment' });
  await chosen.waitFor();
  await readsInVain(`/deposits/${unpaid}`, () =>
    asks(desk, 'POST', '/deposits', { amount: '130.00', method: 'bitcoin' }),
  );
  await chosen.waitFor();

  const { id } = await asks(desk, 'POST', '/withdrawals', {
    method: 'paypal',
    paypalemail: 'late@example.test',
    amount: '40.00',
    expected_fee: '0.00',
  });
  await desk.goesTo(`/select-withdrawal?id=${id}`);
  await desk.types('Withdrawal code', '123');
  await readsInVain(`/withdrawals/${id}`, () => asks(desk, 'POST', `/withdrawals/${id}/resend`));
  expect(await page.getByLabel('Withdrawal code', { exact: true }).inputValue()).toBe('123');
});

it('[F31] what can be done with a withdrawal is on screen once what stands above it is', async () => {
  const { page } = desk;
  let asked = 0;
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/me/holds', async (route) => {
    asked += 1;
    await held.promise;
    await route.continue();
  });
  await desk.goesTo('/withdrawals');
  await expect.poll(() => asked).toBe(1);
  const row = desk.row('Withdrawals', '$40.00');
  await desk.reads('Held for withdrawals');
  expect(await row.count()).toBe(0);
  held.resolve();
  await row.getByRole('button', { name: 'Details' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

it('[S163] whoever waits for it is led on, although the stream has told first that the proof arrived', async () => {
  const { page } = desk;
  await desk.goesTo(`/deposit?id=${unpaid}`);
  await page.getByLabel('Proof of payment').setInputFiles({ name: 'r.png', mimeType: 'image/png', buffer: picture });
  const answer = await holdsAnswer(page, '**/proof');
  await desk.presses('Paid');
  await desk.readsHeading('Proof received');
  await answer.letsGo();
  await desk.row('Deposit history', '$120.00', 'Pending').waitFor();
});

it('[PF11] saving a journal keeps the keyboard where it is, and what is typed meanwhile', async () => {
  const { page } = desk;
  const id = await openTrade(desk, 'EURUSD', 'buy', '0.10', '2000.00');
  await desk.goesTo(`/performance?trade=${id}`);
  const note = page.getByLabel('Note');
  await note.fill('Bought the dip');
  const save = page.getByRole('button', { name: 'Save journal' });
  await save.focus();
  const reads = () =>
    page.waitForResponse(
      (answer) => answer.request().method() === 'GET' && answer.url().endsWith(`/trades/${id}/journal`),
    );
  const saved = reads();
  await page.keyboard.press('Enter');
  await desk.reads('Journal saved.');
  await saved;
  await drawn();
  await save.and(page.locator(':focus')).waitFor();
  // Saved in another tab: shown where nothing else is typed.
  await asks(desk, 'PUT', `/trades/${id}/journal`, { note: 'Sold too early', tags: [] });
  await expect.poll(() => note.inputValue()).toBe('Sold too early');
  await note.fill('Sold too early, again');
  const again = reads();
  await asks(desk, 'PUT', `/trades/${id}/journal`, { note: 'Never mind', tags: ['late'] });
  await again;
  await drawn();
  expect(await note.inputValue()).toBe('Sold too early, again');
});

it('[S44] what is starred while another star is on its way is kept as well', async () => {
  const { page } = desk;
  await desk.goesTo('/trades?symbol=EURUSD');
  const answer = await holdsAnswer(page, '**/me/watchlist');
  await desk.presses('Watch EUR/USD');
  await expect.poll(answer.asked).toBe(1);
  await desk.presses('Watch GBP/USD');
  await desk.presses('Watch USD/JPY');
  await answer.letsGo();
  await expect
    .poll(async () => (await asks<{ symbols: string[] }>(desk, 'GET', '/me/watchlist')).symbols)
    .toEqual(['EURUSD', 'GBPUSD', 'USDJPY']);
  for (const name of ['EUR/USD', 'GBP/USD', 'USD/JPY'])
    await page.getByRole('button', { name: `Watch ${name}`, pressed: true }).waitFor();
});

it('[S27] a choice about emails that was made here shows as another tab has changed it since', async () => {
  const { page } = desk;
  await desk.goesTo('/notifications');
  const [alerts, own] = [
    page.getByRole('switch', { name: 'Email me about price alerts' }),
    page.getByRole('switch', { name: 'Also email me about my own trades and paper money' }),
  ];
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await alerts.click();
  await kept;
  await desk.reads('Saved');
  await expect.poll(() => alerts.isChecked()).toBe(false);
  await asks(desk, 'PUT', '/notifications/settings', { price_alerts: true, own_doings: true });
  // Whatever tells something has the page read its notifications again.
  await asks(desk, 'POST', '/demo/top-up', { amount: '100.00' });
  await expect.poll(() => alerts.isChecked()).toBe(true);
  await expect.poll(() => own.isChecked()).toBe(true);
});

it('[H11] a line that is sent while another one is on its way waits for it, and both are where they were moved to', async () => {
  const { page } = desk;
  const id = await openTrade(desk, 'GBPUSD', 'buy', '0.05', '2000.00');
  const { entry_price: entry } = await asks<{ entry_price: string }>(desk, 'GET', `/trades/${id}`);
  const [stop_loss, take_profit] = [0.998, 1.002].map((times) => (Number(entry) * times).toFixed(5));
  await asks(desk, 'PATCH', `/trades/${id}`, { stop_loss, take_profit, trailing_distance: null });
  const target = async () => (await asks<{ take_profit: string }>(desk, 'GET', `/trades/${id}`)).take_profit;
  await desk.goesTo('/trades?symbol=GBPUSD');
  const moves = async (name: string, key: string) => {
    await page.getByRole('slider', { name, exact: true }).focus();
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
  };
  const answer = await holdsAnswer(page, `**/trades/${id}`);
  await moves('Stop loss of BUY 0.05', 'ArrowDown');
  await expect.poll(answer.asked).toBe(1);
  await moves('Take profit of BUY 0.05', 'ArrowUp');
  expect(await target()).toBe(take_profit);
  // Neither goes back to where the list still has it.
  for (const [name, was, ticks] of [
    ['Stop loss', stop_loss, -1],
    ['Take profit', take_profit, 1],
  ] as const) {
    const shown = await page.getByRole('slider', { name: `${name} of BUY 0.05`, exact: true }).getAttribute('aria-valuenow'); // prettier-ignore
    expect(Number(shown), name).toBeCloseTo(Number(was) + ticks * 0.00001, 7);
  }
  await answer.letsGo();
  await desk.reads(/^Stop loss is now /);
  await desk.reads(/^Take profit is now /);
  expect(Number(await target())).toBeCloseTo(Number(take_profit) + 0.00001, 7);
});

it('[S58] why something was refused is gone once the question was dismissed', async () => {
  const { page } = desk;
  await asks(desk, 'POST', '/withdrawals', {
    method: 'paypal',
    paypalemail: 'once@example.test',
    amount: '41.00',
    expected_fee: '0.00',
  });
  await desk.goesTo('/withdrawals');
  await page.route('**/cancel', (route) => route.fulfill(refusal('Not now.')));
  const cancels = () => page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).first().click();
  const question = desk.dialog('Cancel this withdrawal?');
  await cancels();
  await desk.presses('Cancel withdrawal', question);
  await desk.reads('Not now.', question);
  await desk.presses('Cancel', question);
  await question.waitFor({ state: 'detached' });
  await cancels();
  await desk.reads('The full $41.00 goes back', question);
  expect(await question.getByText('Not now.').count()).toBe(0);
  await desk.presses('Cancel', question);
  await page.unrouteAll({ behavior: 'wait' });
});

it('[S24] none of it broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});
