import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, joins, openTrade } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Mara Quint', email: 'mara@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let client: Person;
let admin: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'limits' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  [client, admin] = [await journey.person(), await journey.person()];
  await joins(client, account);
  await entersAsAdmin(admin);
  await asks(client, 'POST', '/demo/top-up', { amount: '40000.00' });
  // A position whose spread alone is a loss.
  await openTrade(client, 'BTC', 'buy', '0.10', '20000.00');
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

it('[Y1] [Y2] [Y3] a limit set on the account page stops the next trade right away, and a looser one waits and is taken back', async () => {
  await client.goesTo('/account');
  await client.page.getByRole('link', { name: /^Trading limits/ }).click();
  await client.arrivesAt('Trading limits');
  const limits = client.page.getByRole('region', { name: 'Your limits' });
  await client.presses('Set a limit: Daily loss limit', limits);
  const dialog = client.dialog('Set a limit: Daily loss limit');
  await client.types('Limit in USD', '0.50', dialog);
  await client.presses('Save', dialog);
  await client.reads('Choose a limit between $1.00 and $10,000,000.00, or none', dialog);
  await client.types('Limit in USD', '1', dialog);
  await client.reads('Takes effect immediately.', dialog);
  await client.presses('Save', dialog);
  await client.reads('$1.00 a day', limits);
  await client.reads('Limit reached. You can’t open new trades until then.', limits);

  await client.presses('Change: Daily loss limit', limits);
  const change = client.dialog('Change: Daily loss limit');
  await client.types('Limit in USD', '500', change);
  await client.reads('This limit is looser, so it starts in 24 hours. You can cancel the change until then.', change);
  await client.presses('Save', change);
  await client.reads(/^\$500\.00 a day from .* · 23 h 59 min left$/, limits);
  await client.reads('$1.00 a day', limits);
  await looksSound(client);

  await client.goesTo('/trades?symbol=BTC');
  await client.reads(/and your daily loss limit is \$1\.00\. You can open new trades from/);
  const ticket = client.page.getByRole('region', { name: 'Place a trade' });
  await client.types('Amount', '2000', ticket);
  await client.presses('BUY', ticket);
  await client.reads(
    /You’ve lost \$\d+\.\d\d today and your daily loss limit is \$1\.00\. .* UTC, and close trades at any time\./,
  );

  await client.goesTo('/trading-limits');
  await client.presses('Cancel change: Daily loss limit', limits);
  await limits.getByText('$500.00 a day from').waitFor({ state: 'detached' });
});

it('[Y5] [Y6] [Y9] [Y10] a break is confirmed in words, stops paying in, leaves closing alone, and staff can only look', async () => {
  await client.presses('Take a break');
  const dialog = client.dialog('Take a break');
  await client.presses('Take a break', dialog);
  await client.reads('Choose how long the break should be', dialog);
  await client.reads('Type the words “take a break”', dialog);
  await dialog.getByRole('radio', { name: '7 days' }).check();
  await client.types('Type “take a break” to confirm', 'take a break', dialog);
  await client.presses('Take a break', dialog);
  await client.reads(/^You’re taking a break from trading until /);
  await client.presses('Extend');
  await dialog.getByRole('radio', { name: '24 hours' }).check();
  await client.types('Type “take a break” to confirm', 'Take a break', dialog);
  await client.presses('Take a break', dialog);
  await client.reads(/You can extend it but not shorten it\.$/, dialog);
  await client.presses('Cancel', dialog);
  await looksSound(client);

  await client.goesTo('/deposit');
  await client.reads(/^You’re taking a break from trading until /);
  const { data } = await client.downloads<{ data: { id: string }[] }>('/trades?state=active');
  expect(await asks(client, 'POST', `/trades/${data[0]?.id ?? ''}/close`, {})).toHaveProperty('realized_pl');

  const { id } = await asks(client, 'GET', '/me');
  await admin.goesTo(`/user/${id}`);
  const own = admin.page.getByRole('region', { name: 'Own limits' });
  await admin.reads(/^Time-out until /, own);
  await expect.poll(() => own.getByRole('button').count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});
