import { afterAll, beforeAll, expect, it } from 'vitest';
import { endsRateIn } from './acts/deposit.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, joins } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Fay Marsh', email: 'fay@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let phone: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'forms' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  phone = await journey.person({ width: 390, height: 844 });
  await joins(phone, account);
  await asks(phone, 'POST', '/demo/top-up', { amount: '9000.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

const sheet = () => phone.page.getByRole('dialog');
const button = (name: string) => sheet().getByRole('button', { name, exact: true });

it('[S57] a phone’s ticket names asset, price and change in its title, and quantity and value on its buttons', async () => {
  await phone.goesTo('/trades?symbol=BTC');
  await phone.presses('Place a trade');
  await phone.dialog(/BTC\/USD [\d,]+\.\d\d .*\d\.\d\d%/).waitFor();
  await phone.types('Lot size', '0.02', sheet());
  for (const name of ['SELL', 'BUY']) {
    const described = (await button(name).getAttribute('aria-describedby')) ?? '';
    await phone.reads(/^0\.02 BTC$/, phone.page.locator(`[id="${described}"]`));
    await phone.reads(/^\$[\d,]+\.\d\d$/, phone.page.locator(`[id="${described}"]`));
  }
  await looksSound(phone);
});

it('[S58] what is said of a form follows what is typed: a smaller lot size takes its complaint back', async () => {
  await phone.goesTo('/trades?symbol=BTC');
  await phone.presses('Place a trade');
  await phone.types('Amount', '4000.00', sheet());
  await phone.types('Lot size', '2', sheet());
  await button('BUY').click();
  const complaint = sheet().getByText(/^This lot size needs .*\$[\d,]{6,}\.\d\d/);
  // The refusal: the ticket's own figures say the same before it arrives, and follow the lot size by themselves.
  await sheet().getByRole('alert').filter({ hasText: 'This lot size needs' }).waitFor();
  await phone.types('Lot size', '0.01', sheet());
  await expect.poll(() => complaint.count()).toBe(0);
  const any = sheet().getByText(/^This lot size needs/);
  await expect.poll(() => any.count()).toBe(0);
});

it('[S60] a trade says what was bought and at what price, and one’s own click is no unread notification', async () => {
  await phone.goesTo('/trades?symbol=BTC');
  await phone.presses('Place a trade');
  await phone.types('Amount', '4000.00', sheet());
  await phone.types('Lot size', '0.01', sheet());
  await button('BUY').click();
  const said = phone.page.getByText(/^Trade Placed Successfully/).filter({ visible: true });
  await said.first().waitFor();
  await expect
    .poll(() => said.first().textContent())
    .toMatch(/^Trade Placed Successfully\. Bought 0\.01 BTC at [\d,]+\.\d\d\.$/);
  const { data, unread } = await phone.downloads<{ data: { kind: string }[]; unread: number }>('/notifications');
  expect(data.length).toBeGreaterThan(1);
  // The mail that welcomes a new client is not their own doing.
  expect(unread).toBeLessThanOrEqual(1);
});

it('[S59] amounts take thousands separators, and no empty field shows an amount', async () => {
  await phone.goesTo('/deposit');
  await phone.types('Amount in USD', '1,250.50');
  await phone.presses('Continue');
  await phone.reads('PAY $1,250.50');
  for (const path of ['/deposit', '/select-withdrawal?method=paypal', '/trading-plans', '/dashboard']) {
    await phone.goesTo(path);
    await phone.page.getByRole('heading', { level: 1 }).waitFor();
    const amounts = await phone.page.evaluate(
      "[...document.querySelectorAll('[placeholder]')].map((one) => one.placeholder).filter((text) => /^[$\\d]/.test(text))",
    );
    expect(amounts, path).toEqual([]);
  }
});

it('[S63] paper money reads like paper money, and a proof that was chosen outlives the countdown', async () => {
  const { id } = await asks(phone, 'POST', '/deposits', { amount: '250.00', method: 'bitcoin' });
  await phone.goesTo(`/deposit?id=${id}`);
  await phone.reads('Paper money: send nothing');
  await phone.reads('With real money, you’d send exactly');
  await expect.poll(() => phone.page.getByText(/^Send exactly/).count()).toBe(0);
  const picture = { name: 'receipt.png', mimeType: 'image/png', buffer: await phone.page.screenshot() };
  await phone.page.getByLabel('Proof of payment').setInputFiles(picture);
  const chosen = phone.page.getByRole('img', { name: 'The image you chose as proof of payment' });
  await chosen.waitFor();
  await endsRateIn(site, id, 3_000);
  // The page reads of the new end with whatever else changes.
  await asks(phone, 'POST', '/deposits', { amount: '20.00', method: 'bitcoin' });
  await phone.reads(/locked rate has expired/);
  await chosen.waitFor();
});

it('[S24] no page broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});
