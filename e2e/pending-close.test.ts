import { afterAll, beforeAll, expect, it } from 'vitest';
import { Vendor } from '../apps/api/test/vendor.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { asks, joins, openTrade } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';

/** Live prices of a vendor on this machine, because a price can go wrong there: bitcoin, the one class that is open on every day. */
const account = { fullname: 'Demo Client', email: 'waits@example.test', password: 'quiet harbour 27 lamps' };
const LEVEL = 90_100;
/** Beyond what is dealt on before it is confirmed. */
const SPIKE = 94_700;

let vendor: Vendor;
let site: Site;
let journey: Journey;
let desk: Person;

beforeAll(async () => {
  vendor = await Vendor.open();
  // The server is ready once it has some price; this one is the second opinion from then on.
  vendor.answers.set('/coingecko/simple/price', (response) => {
    const at = Math.floor(Date.now() / 1_000);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"bitcoin":{"usd":${LEVEL},"last_updated_at":${at}}}`);
  });
  site = await openSite({
    env: { MARKET: 'live', MARKET_VENDOR_KEY: Vendor.KEY, MARKET_VENDOR_URL: vendor.url, COINGECKO_URL: `${vendor.url}/coingecko` }, // prettier-ignore
  });
  journey = await openBrowser(site);
  desk = await journey.person({ width: 1440 });
  await joins(desk, account);
  await asks(desk, 'POST', '/demo/top-up', { amount: '50000.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
  await vendor?.close();
});

let lastMs = 0;
/** Each quote is a little later than the one before. */
function says(bid: number): void {
  lastMs = Math.max(Date.now(), lastMs + 1);
  vendor.send('crypto', [
    { ev: 'XQ', pair: 'BTC-USD', lp: 0, ls: 0, bp: bid, bs: 1, ap: bid + 1, as: 1, t: lastMs, x: 4, r: lastMs },
  ]);
}

const isPriced = async (): Promise<boolean> =>
  (await asks<{ priced: boolean }>(desk, 'GET', '/instruments/BTC')).priced;
async function untilPriced(bid: number, priced: boolean): Promise<void> {
  says(bid);
  await expect.poll(isPriced).toBe(priced);
}

it('[S52] [T36] [T37] while there is no good price a close says so beforehand, waits in its row, is taken back, and happens at the next price', async () => {
  await expect.poll(() => vendor.listeners('crypto')).toBe(1);
  await untilPriced(LEVEL, true);
  await openTrade(desk, 'BTC', 'buy', '0.02', '3000.00');
  await desk.goesTo('/trades?symbol=BTC');
  await desk.arrivesAt('Market');
  const row = desk.row('Open positions', 'BTC/USD', 'BUY', '0.02');
  await row.waitFor();
  await untilPriced(SPIKE, false);

  await desk.presses('Close', row);
  const close = desk.dialog('Close this trade?');
  await desk.reads(/^There’s no current price, so the trade will close at the next one/, close);
  await desk.types('Lots to close', '0.01', close);
  await desk.presses('Close trade', close);
  await desk.reads('There’s no current price. The trade will close at the next one.');
  await row.getByText('Closing 0.01 lots at the next price').waitFor();
  await expect.poll(() => row.getByRole('button', { name: 'Close', exact: true }).count()).toBe(0);
  await desk.presses('Details', row);
  await desk.reads('Closing 0.01 lots at the next price', desk.dialog('Trade'));
  await desk.page.keyboard.press('Escape');
  await desk.dialog('Trade').waitFor({ state: 'detached' });
  await desk.presses('Undo close of BTC/USD', row);
  await desk.reads('Close undone');
  await row.getByRole('button', { name: 'Close', exact: true }).waitFor();

  await desk.presses('Close all');
  await desk.presses('Close 1 trade', desk.dialog('Close all trades?'));
  await desk.reads('1 trade closes at the next price.');
  await row.getByText('Closing at the next price').waitFor();
  await untilPriced(LEVEL + 10, true);
  await desk.reads(/^Closed at the next price, as you asked: BTC\/USD BUY/);
  await desk.reads('No open trades');
  expect(journey.complaints).toEqual([]);
});
