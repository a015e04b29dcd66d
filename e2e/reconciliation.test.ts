import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersAsSecondAdmin, joins, openTrade, withdraws } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Tess Marsh', email: 'tess@example.test', password: 'quiet harbour 27 lamps' };
const SECOND = 'second@example.test';
const bank = { method: 'bank', an: 'GB33BUKB20201555555555', bn: 'Harbour & Sons', aname: 'Tess Marsh' };

let site: Site;
let journey: Journey;
let finance: Person;
let second: Person;
let client: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'reconciliation' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  [finance, second, client] = [await journey.person(), await journey.person(), await journey.person()];
  await entersAsAdmin(finance);
  await entersAsSecondAdmin(second, site, SECOND);
  await joins(client, account);
  await asks(client, 'POST', '/demo/top-up', { amount: '9000.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

async function pays(amount: string, reference: string): Promise<void> {
  const { id } = await withdraws(client, { ...bank, amount });
  await asks(finance, 'POST', `/admin/withdrawals/${id}/decision`, {
    decision: 'approve',
    payout_reference: reference,
  });
}

/** The day of the site's own clock, and the one before it. */
function daysOf(): { today: string; yesterday: string } {
  const now = Date.now() + site.aheadMs;
  return { today: isoDay(now), yesterday: isoDay(now - 86_400_000) };
}
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

async function imports(person: Person, name: string, text: string): Promise<void> {
  const chooser = person.page.waitForEvent('filechooser');
  await person.page.getByRole('button', { name: /^Statement file/ }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await person.presses('Import statement');
}

it('[OV7] staff see on Overview what is owed, earned, waiting and running, live in two browsers', async () => {
  await finance.goesTo('/dashboard');
  await finance.opens('Overview');
  await second.goesTo('/overview');
  for (const person of [finance, second]) {
    await person.reads('The books balance and agree with their own record');
    await person.row('Processes', 'Running').waitFor();
    await person.row('Custody against statements', 'Paper money').waitFor();
  }
  await second.marksPage();
  const before = await second.figure('Owed to clients');
  await asks(client, 'POST', '/demo/top-up', { amount: '1234.00' });
  for (const person of [finance, second]) await expect.poll(() => person.figure('Owed to clients')).not.toBe(before);
  await openTrade(client, 'BTC', 'buy', '0.02', '4000.00');
  await second.row('Exposure by instrument', 'BTC').waitFor();
  await second.row('Collateral at risk', '10%').waitFor();
  await second.expectSamePage();
  await looksSound(finance);
});

it('[RC1] [RC3] [RC4] [S26] finance imports a statement, reads what is wrong line by line, and matches what is left', async () => {
  const { today } = daysOf();
  await pays('150.00', 'WIRE 9001');
  await pays('220.00', 'WIRE 9002');
  await finance.opens('Reconciliation');
  await second.goesTo('/reconciliation');
  await second.marksPage();
  await finance.row('Not on any statement', 'WIRE 9001').waitFor();
  await finance.presses('Import statement');
  await finance.page.getByRole('button', { name: /^Statement file/ }).and(finance.page.locator(':focus')).waitFor(); // prettier-ignore
  await imports(finance, 'wrong.csv', `date,amount,reference\n${today},-150,WIRE 9001\n2026-13-01,1 000,x\n`);
  await finance.row('What is wrong in the file', '3', 'date').waitFor();
  await finance.reads('Not a date. Write it like 2026-11-20.');
  await looksSound(finance);
  await imports(
    finance,
    'bank.csv',
    `date,amount,reference\n${today},-150.00,wire-9001\n${today},-12.00,Account fee\n`,
  );
  await finance.reads('2 new lines, 0 already known. 1 of the file’s lines are matched.');
  await finance.presses('Import statement');
  await finance.reads(/^This file was imported on .* as bank\.csv\. Nothing changed\.$/);
  const opener = finance.page.getByRole('button', { name: 'Match line: Account fee' });
  const dialog = finance.dialog('What is this line?');
  await opener.click();
  await dialog.waitFor();
  await finance.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await opener.and(finance.page.locator(':focus')).waitFor();
  await opener.click();
  await finance.chooses('It is', 'Not a client’s payment, such as a bank fee', dialog);
  await finance.types('Reason', 'Monthly fee of the account', dialog);
  await finance.presses('Match', dialog);
  await finance.reads('Line matched');
  await finance.chooses('Show', 'Matched');
  await finance.row('Statement lines', 'Account fee', 'Not a client’s payment, by hand', 'Monthly fee').waitFor();
  // The colleague's page follows by itself.
  await second.row('Not on any statement', 'WIRE 9002').waitFor();
  await expect.poll(() => second.page.getByRole('cell', { name: 'WIRE 9001', exact: true }).count()).toBe(0);
  await second.expectSamePage();
});

it('[RC5] [RC6] [S26] one prepares the close of a day with its differences named, and another signs it', async () => {
  const { yesterday } = daysOf();
  await finance.presses('Enter balance: Bank');
  const dialog = finance.dialog('Enter the statement balance: Bank');
  await finance.types('Day (UTC)', yesterday, dialog);
  await finance.types('Closing balance in US dollars', '-5.00', dialog);
  await finance.presses('Enter balance', dialog);
  await finance.row('Accounts', 'Bank', `end of ${yesterday}`).waitFor();
  await finance.picksTab('Day close');
  await finance.follows(`Open ${yesterday}`);
  await finance.presses('Prepare close');
  await finance.reads('Explain every difference first');
  const explanation = finance.page.getByLabel('Explanation: Statement balance differs Bank', { exact: true });
  await explanation.and(finance.page.locator(':focus')).waitFor();
  await finance.types('Explanation: Statement balance differs Bank', 'A fee that we book tomorrow');
  await finance.presses('Prepare close');
  await finance.reads('You prepared this close, so another person has to sign it.');
  await expect.poll(() => finance.page.getByRole('button', { name: 'Sign close', exact: true }).count()).toBe(0);
  await looksSound(finance);

  await second.goesTo('/reconciliation?tab=days');
  await second.row('Days to close', yesterday, 'Waiting for a second person').waitFor();
  await second.follows(`Open ${yesterday}`);
  await second.reads('A fee that we book tomorrow');
  await second.presses('Sign close');
  await second.presses('Sign close', second.dialog(`Sign the close of ${yesterday}?`));
  await second.reads(`${yesterday} is closed`);
  await finance.reads('Closed', finance.page.getByRole('region', { name: `Close of ${yesterday}` }));
  for (const [path, type] of [
    ['trial-balance.csv', 'text/csv'],
    ['books.xlsx', 'spreadsheetml'],
  ]) {
    const answer = await second.page.request.get(`/api/v1/admin/reports/${path}?day=${yesterday}`);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, expect.stringContaining(type ?? '')]);
  }
});

it('[RC8] a role without it is shown nothing of it, and refused over HTTP', async () => {
  await client.goesTo('/reconciliation');
  await client.readsHeading('You don’t have permission to see this page');
  expect((await client.page.request.get('/api/v1/admin/statement-lines')).status()).toBe(403);
});

it('[S24] no page broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});
