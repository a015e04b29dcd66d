import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { sizes } from './support/sample.ts';
import { asks, entersAsAdmin, joins, openTrade } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

let site: Site;
let journey: Journey;
beforeAll(async () => {
  site = await openSite({ aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

/** A live site needs an operator, https and a mail server; what the pages do follows what they are told. */
async function liveFor(person: Person): Promise<void> {
  await person.page.route('**/api/v1/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mode: 'live' } });
  });
  await person.page.route('**/api/v1/me/knowledge-check', async (route) => {
    const answer = await route.fetch();
    const check = await answer.json();
    const required = check.status !== 'passed' && check.status !== 'confirmed';
    await route.fulfill({ response: answer, json: answer.ok() ? { ...check, required } : check });
  });
}

it.each(sizes('phone'))(
  '[KN5] %s: the ticket leads to the questions, one left out is named, the warning stays, and staff see how it went',
  async (name, width, height) => {
    const person = await journey.person({ width, height });
    const admin = await journey.person({ width, height });
    const email = `kim-${name}@example.test`;
    await joins(person, { fullname: 'Kim Vale', email, password: 'quiet harbour 27 lamps' });
    await liveFor(person);
    await person.goesTo('/trades?symbol=BTC&side=buy');
    await person.reads('Answer seven questions before your first trade.');
    await person.follows('Open the questions');
    await person.arrivesAt('Before your first trade');
    for (const answer of [
      '$10, which is 2% of $500',
      'Yes, the price is guaranteed',
      'It stays open until I close it',
      'Nothing',
      'Leverage makes no difference',
      'Never',
    ])
      await person.page.getByRole('radio', { name: answer, exact: true }).check();
    await person.presses('Send answers');
    await person.reads('Choose an answer');
    await person.page.getByRole('radio', { name: 'No', exact: true }).check();
    await person.presses('Send answers');
    await person.reads('Leveraged trading may not be right for you');
    await person.reads('If you still want to trade, you can confirm it here from');
    await person.goesTo('/trades?symbol=BTC&side=buy');
    await person.reads('once you’ve confirmed the warning');

    await entersAsAdmin(admin);
    await admin.goesTo('/all-user');
    await admin.types('Search by email', email);
    await admin.row('Users', email).getByRole('link', { name: email }).click();
    await admin.reads('Failed: warned, can’t confirm yet');
    await person.leaves();
    await admin.leaves();
    expect(journey.complaints).toEqual([]);
  },
);

it('[KN6] while the questions are open the ticket, one click, the chart’s menu and a copy say so and hold their buttons, and let go without a reload', async () => {
  const person = await journey.person({ width: 1440, height: 900 });
  const admin = await journey.person({ width: 1440, height: 900 });
  const { page } = person;
  await joins(person, { fullname: 'Pat Dunn', email: 'pat@example.test', password: 'quiet harbour 27 lamps' });
  const notice = 'Answer seven questions before your first trade.';

  // One click is switched on while nothing asks.
  await person.goesTo('/trades?symbol=EURUSD');
  await page.getByRole('switch', { name: 'One-click' }).click();
  const turnOn = person.dialog('Turn on one-click trading?');
  await person.types('Largest trade value in USD', '5000', turnOn);
  await person.presses('Turn on, up to $5,000.00', turnOn);
  const quick = page.getByRole('region', { name: 'One-click trading' });
  const ticket = page.getByRole('region', { name: 'Place a trade' });
  const oneClick = quick.getByRole('button', { name: 'BUY 0.01 EUR/USD now' });
  await expect.poll(() => oneClick.isEnabled()).toBe(true);

  await liveFor(person);
  await person.goesTo('/trades?symbol=EURUSD');
  await person.reads(notice, quick);
  await expect.poll(() => oneClick.isDisabled()).toBe(true);
  for (const side of ['SELL', 'BUY'])
    await expect.poll(() => ticket.getByRole('button', { name: side, exact: true }).isDisabled()).toBe(true);
  // An order that waits opens something as well.
  await ticket.getByText('Limit', { exact: true }).click();
  await ticket.getByLabel('Limit price', { exact: true }).fill('1.00');
  await expect.poll(() => ticket.getByRole('button', { name: 'BUY', exact: true }).isDisabled()).toBe(true);

  const picture = page.getByRole('application', { name: 'Price chart of EUR/USD' });
  const box = await picture.boundingBox();
  if (box === null) throw new Error('the chart is nowhere');
  await picture.click({ button: 'right', position: { x: box.width / 2, y: 30 } });
  await page.getByRole('menuitem', { name: `${notice} Open the questions` }).waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: /^Sell limit at / }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');

  await entersAsAdmin(admin);
  const lead = { fullname: 'Ada Lead', email: 'ada-lead@example.test', password: 'quiet harbour 27 lamps' };
  const leader = await journey.person({ width: 1440, height: 900 });
  await joins(leader, lead);
  await asks(leader, 'POST', '/demo/top-up', { amount: '50000.00' });
  await asks(admin, 'POST', '/admin/traders', {
    name: 'Ada', return_rate: '1%', followers: '1', minibalance: '10', profit_share: '10', client_email: lead.email,
  }); // prettier-ignore
  await asks(leader, 'POST', `/trades/${await openTrade(leader, 'SOL', 'buy', '1.00', '500.00')}/close`);
  await person.goesTo('/copy-trader');
  await person.presses('Copy Ada', page.getByRole('article', { name: 'Ada', exact: true }));
  const dialog = person.dialog('Copy Ada');
  await person.reads(notice, dialog);
  await expect.poll(() => dialog.getByRole('button', { name: 'Start copying' }).isDisabled()).toBe(true);
  await dialog.getByRole('link', { name: 'Open the questions' }).waitFor();

  // Answered in another tab.
  const passing = { leverage: 'position', stop_loss: 'usually', margin: 'closed', overnight: 'nightly', risk: 'higher', traded: 'never', learned: 'no' }; // prettier-ignore
  await asks(person, 'POST', '/me/knowledge-check', passing);
  await expect.poll(() => dialog.getByRole('button', { name: 'Start copying' }).isEnabled()).toBe(true);
  await expect.poll(() => dialog.getByText(notice).count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});
