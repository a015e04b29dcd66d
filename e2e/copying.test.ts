import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { sizes } from './support/sample.ts';
import { asks, entersAsAdmin, joins, openTrade } from './support/seed.ts';
import { isDrawn, sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const PASSWORD = 'quiet harbour 27 lamps';
const ada = { fullname: 'Ada Trader', email: 'ada@example.test', password: PASSWORD };

let site: Site;
let journey: Journey;
let lead: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'copying' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  lead = await journey.person();
  await joins(lead, ada);
  await asks(lead, 'POST', '/demo/top-up', { amount: '100000.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

describe('a trader is added', () => {
  it('[C15] each field has its own message; a trader without a record cannot be copied; what staff typed stays with staff', async () => {
    const [admin, client] = [await journey.person(), await journey.person()];
    await entersAsAdmin(admin);
    await joins(client, { fullname: 'Onlooker', email: 'onlooker@example.test', password: PASSWORD });
    await client.goesTo('/copy-trader');
    await client.reads('No traders yet');
    await client.marksPage();

    await admin.goesTo('/copy-trader');
    await admin.follows('ADD TRADER');
    await admin.arrivesAt('Add trader');
    await admin.presses('Add trader');
    for (const field of ['Name', 'Return rate', 'Followers', 'Minimum balance', 'Profit share'])
      await admin.reads(`${field} is required`);
    await admin.types('Name', 'Ada');
    await admin.types('Return rate', '950% a year');
    await admin.types('Followers', '2 million');
    await admin.types('Minimum balance', '250');
    await admin.types('Profit share in percent', '51');
    await admin.types('Email of the linked client (optional)', 'nobody@example.test');
    await admin.presses('Add trader');
    await admin.reads('Enter a profit share of 50.00 or less');
    await admin.types('Profit share in percent', '10');
    await admin.presses('Add trader');
    await admin.reads('No client has this email address');
    await admin.reads('Failed to create trader.');
    await admin.types('Email of the linked client (optional)', ada.email);
    await admin.presses('Add trader');
    await admin.reads('Trader created successfully!');
    const card = admin.page.getByRole('article', { name: 'Ada', exact: true });
    await admin.reads('Typed by staff, shown to staff only', card);
    await admin.seesFigure('Return rate', '950% a year', card);

    const seen = client.page.getByRole('article', { name: 'Ada', exact: true });
    await client.reads('No record yet', seen);
    await expect.poll(() => seen.getByText('950%').count(), { message: 'a made-up return' }).toBe(0);
    await expect.poll(() => seen.getByText('2 million').count(), { message: 'made-up followers' }).toBe(0);
    await expect.poll(() => client.page.getByRole('button', { name: 'Copy Ada' }).count()).toBe(0);

    await asks(lead, 'POST', `/trades/${await openTrade(lead, 'SOL', 'buy', '10.00', '5000.00')}/close`);
    await client.goesTo('/copy-trader');
    await client.seesFigure('Win rate', '0.00%', seen);
    await client.presses('Copy Ada', seen);
    const dialog = client.dialog('Copy Ada');
    await client.types('Amount in USD', '1000', dialog);
    await client.presses('Start copying', dialog);
    await client.reads(
      'You need a balance of at least $250.00 to copy this trader. We haven’t deducted anything.',
      dialog,
    );
    for (const person of [admin, client]) await person.leaves();
  });
});

describe.each(sizes('desktop'))('on a %s', (size, width, height) => {
  let client: Person;

  beforeAll(async () => {
    client = await journey.person({ width, height });
    await joins(client, { ...ada, fullname: "Ngozi O'Neill", email: `on-a-${size}@example.test` });
    await asks(client, 'POST', '/demo/top-up', { amount: '20000.00' });
  });
  afterAll(() => client.leaves());

  it('[C1] copy, see it follow, see what was skipped and why, pause, and stop', async () => {
    await client.goesTo('/copy-trader');
    await client.marksPage();
    const card = client.page.getByRole('article', { name: 'Ada', exact: true });
    await client.presses('Copy Ada', card);
    const dialog = client.dialog('Copy Ada');
    await client.seesFigure('Available', '$20,000.00', dialog);
    await client.seesFigure('Profit share', '10.00%', dialog);
    await client.presses('Start copying', dialog);
    await client.reads('Please enter an amount', dialog);
    await client.types('Amount in USD', '10000', dialog);
    await client.types('Copy stop loss in USD (optional)', '10001', dialog);
    await client.presses('Start copying', dialog);
    await client.reads('The stop loss can’t be more than the amount', dialog);
    await client.types('Copy stop loss in USD (optional)', '5000', dialog);
    const answer = Promise.withResolvers<void>();
    await client.page.route('**/traders/*/copy', async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      const response = await route.fetch();
      await answer.promise;
      await route.fulfill({ response });
    });
    await client.presses('Start copying', dialog);
    // S163: nobody leaves while it is sent, by Escape neither.
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).and(client.page.locator(':disabled')).waitFor();
    await client.page.keyboard.press('Escape');
    await isDrawn(client);
    expect(await dialog.getByLabel('Amount in USD', { exact: true }).inputValue()).toBe('10000');
    answer.resolve();
    await client.page.unrouteAll({ behavior: 'wait' });
    await client.reads('Trader copied successfully');

    const copied = await openTrade(lead, 'SOL', 'buy', '20.00', '20000.00');
    const row = client.row('My copies', 'Ada', 'Copying');
    await row.getByText('$10,000.00').waitFor();
    // A tenth of the trader's collateral is tied up, without a reload.
    await row.getByText(/^\$2,00\d\.\d\d$/).waitFor();
    await client.expectSamePage();

    const small = await openTrade(lead, 'SOL', 'sell', '0.50', '500.00');
    await client.follows('Details: Ada', row);
    await client.arrivesAt('Copy of Ada');
    await client.row('Copied trades', 'SOL/USD', 'BUY').waitFor();
    await client
      .row('Skipped trades', 'SOL/USD', 'SELL', 'Your share was below the smallest trade: 0.01 lots and $10.00.')
      .waitFor();
    expect(await sidewaysScroll(client, width)).toBe(0);

    await client.presses('Pause');
    await client.reads('Copying paused');
    const paused = await openTrade(lead, 'SOL', 'buy', '20.00', '20000.00');
    await client.row('Skipped trades', 'BUY', 'The copy was paused.').waitFor();
    await client.presses('Resume');
    await client.reads('New trades open for you and close when the trader’s do.');
    await client.expectSamePage();

    await client.goesTo('/dashboard');
    await client.picksTab('Active');
    await client.row('Active', 'SOL/USD', 'Copies Ada').waitFor();
    await client.goesTo('/copy-trader');
    await client.presses('Cancel Ada', card);
    // What was chosen in a question that was dismissed isn't chosen when it is asked again.
    const stopping = client.dialog('Stop copying Ada?');
    await stopping.getByRole('radio').last().check();
    await client.presses('Cancel', stopping);
    await stopping.waitFor({ state: 'detached' });
    await client.presses('Cancel Ada', card);
    await client.presses('Stop copying', stopping);
    await client.reads('Copying trade canceled');
    await client.row('My copies', 'Ada', 'Ended').waitFor();
    await client.page.getByRole('button', { name: 'Copy Ada' }).waitFor();
    const { data } = await client.downloads<{ data: { closed_by: string; copied_from: { name: string } }[] }>(
      '/trades?state=closed',
    );
    expect(data).toMatchObject([{ closed_by: 'copy', copied_from: { name: 'Ada' } }]);
    for (const id of [copied, small, paused]) await asks(lead, 'POST', `/trades/${id}/close`);
  });
});

it('[S24] no page of this journey broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});
