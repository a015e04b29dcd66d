import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, joins, openTrade } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Tess Marsh', email: 'tess@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let admin: Person;
let client: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'staff' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  [admin, client] = [await journey.person(), await journey.person()];
  await entersAsAdmin(admin);
  await joins(client, account);
  await asks(client, 'POST', '/demo/top-up', { amount: '9000.00' });
  await openTrade(client, 'BTC', 'buy', '0.02', '4000.00');
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

it('[S61] staff are offered nothing that they may not do, and a way to try it as a client', async () => {
  const refused: string[] = [];
  admin.page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  await admin.goesTo('/dashboard');
  await admin.page.getByRole('heading', { level: 1 }).waitFor();
  await admin.page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
  await admin.readsHeading('You’re signed in as staff');
  expect(await admin.page.getByText('Add paper money').count()).toBe(0);
  await looksSound(admin);
  for (const path of ['/trades', '/deposit', '/select-withdrawal', '/identity', '/trading-limits', '/trading-plans']) {
    await admin.goesTo(path);
    await admin.readsHeading('You’re signed in as staff');
    await admin.page.waitForLoadState('networkidle');
    for (const name of ['Current balance', 'One-click']) expect(await admin.page.getByText(name).count(), name).toBe(0);
  }
  await admin.goesTo('/account');
  await admin.reads(/^Staff since /);
  for (const name of ['Deposit', 'Withdrawal', 'Identity Verification'])
    expect(await admin.page.getByRole('link', { name, exact: true }).count(), name).toBe(0);
  await admin.goesTo('/trading-plans');
  expect(refused).toEqual([]);
  await admin.presses('Try it as a client');
  await admin.presses('Log out and sign up', admin.dialog('Try it as a client'));
  await admin.readsHeading('Create an account');
});

it('[S62] the tab that has something to show is open', async () => {
  await client.goesTo('/dashboard');
  await client.row('Active', 'BTC/USD', 'BUY').waitFor();
  expect(await client.page.getByText('No closed trades yet').filter({ visible: true }).count()).toBe(0);
});

it('[P17] a dearer package that gives less says so, and a signal plan shows the record beside its price', async () => {
  await client.goesTo('/upgrade');
  const zero = client.page.getByRole('article', { name: 'Zero' });
  await zero.waitFor();
  await client.reads(/^Costs more than Raw \(\$2,500\.00\) and gives less/, zero);
  await looksSound(client);
  await client.goesTo('/signal');
  await client.reads(/R each on average after costs|No track record yet/, client.page.getByRole('article').first());
});

it('[S24] no page broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});
