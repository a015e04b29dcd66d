import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, joins, openTrade, withdraws } from './support/seed.ts';
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

it('[G94] staff keep a search and filter under a name, and pick, replace, rename and delete it, by keyboard alone', async () => {
  const { page } = admin;
  const dialog = admin.dialog('Edit views');
  const picked = page.getByLabel('Saved view', { exact: true }).and(page.locator('select'));
  const on = (name: string) => dialog.getByRole('button', { name, exact: true });
  const type = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await admin.goesTo('/all-user?tab=users&status=active');
  await admin.row('Users', account.email).waitFor();
  await page.getByRole('button', { name: 'Edit views' }).press('Enter');
  await admin.reads('No saved views of this table yet', dialog);
  await dialog.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
  await type('Enter');
  await admin.reads('Give the view a name', dialog);
  await page.keyboard.type('Active people');
  await type('Enter');
  await on('Rename Active people').waitFor();
  await looksSound(admin);
  await type('Escape');
  await dialog.waitFor({ state: 'hidden' });

  // Another table has none of it.
  await admin.goesTo('/all-user?tab=trades');
  await admin.row('Trades', account.email).waitFor();
  await page.getByRole('button', { name: 'Edit views' }).waitFor();
  await expect.poll(() => picked.count()).toBe(0);

  await admin.goesTo('/all-user?tab=users&status=suspended&page=2');
  await picked.focus();
  await page.keyboard.type('Act');
  await admin.row('Users', account.email).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=users&status=active');
  await expect.poll(() => picked.locator('option:checked').textContent()).toBe('Active people');

  await page.getByRole('searchbox', { name: 'Search by email' }).fill('tess');
  await page.waitForURL(/q=tess/);
  await page.getByRole('button', { name: 'Edit views' }).press('Enter');
  await on('Replace Active people with what’s on screen').press('Enter');
  await admin.reads('Active · Search: tess', dialog.getByRole('listitem'));
  await on('Rename Active people').press('Enter');
  await dialog.getByLabel('New name', { exact: true }).and(page.locator(':focus')).waitFor();
  await type('Control+A');
  await page.keyboard.type(`Tess ${'x'.repeat(35)}`);
  await type('Enter');
  await on(`Rename Tess ${'x'.repeat(35)}`)
    .and(page.locator(':focus'))
    .waitFor();
  await looksSound(admin);
  await on(`Delete Tess ${'x'.repeat(35)}`).press('Enter');
  await admin.reads('No saved views of this table yet', dialog);
  await dialog.getByRole('region', { name: 'Saved view' }).and(page.locator(':focus')).waitFor();
  await type('Escape');
  await page.getByRole('button', { name: 'Edit views' }).and(page.locator(':focus')).waitFor();
  await expect.poll(() => picked.count()).toBe(0);
});

it('[G96] a table is sorted by its headers, on a phone from a list, and the address, Back and a saved view hold the order', async () => {
  const { page } = admin;
  const email = page.getByRole('columnheader', { name: 'Email' });
  const rows = page.getByRole('table', { name: 'Users' }).getByRole('row');
  const sorted = (sort: string) => page.waitForURL((url) => url.search === `?tab=users${sort}`);
  await admin.goesTo('/all-user?tab=users');
  await admin.row('Users', account.email).waitFor();
  await expect
    .poll(() => page.getByRole('columnheader', { name: 'Joined' }).getAttribute('aria-sort'))
    .toBe('descending');
  await expect.poll(() => page.getByRole('columnheader', { name: 'Status' }).getByRole('button').count()).toBe(0);
  await email.getByRole('button').press('Enter');
  await sorted('&sort=a_to_z');
  await email.getByRole('button').press('Enter');
  await sorted('&sort=z_to_a');
  await rows.nth(1).filter({ hasText: account.email }).waitFor();
  await expect.poll(() => email.getAttribute('aria-sort')).toBe('descending');
  await looksSound(admin);
  await page.goBack();
  await sorted('&sort=a_to_z');
  await rows.last().filter({ hasText: account.email }).waitFor();

  await page.setViewportSize({ width: 320, height: 700 });
  await admin.chooses('Sort', 'Oldest first');
  await sorted('&sort=oldest');
  await rows.last().filter({ hasText: account.email }).waitFor();
  await page.getByRole('button', { name: 'Edit views' }).press('Enter');
  const dialog = admin.dialog('Edit views');
  await admin.reads('Oldest first', dialog);
  await admin.types('Name', 'By age', dialog);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete By age' }).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 900 });
  // What the address does not know is left out.
  await admin.goesTo('/all-user?tab=users&sort=largest');
  await admin.chooses('Saved view', 'By age');
  await sorted('&sort=oldest');
  await rows.last().filter({ hasText: account.email }).waitFor();

  await admin.goesTo('/reconciliation');
  await admin.chooses('Show', 'All');
  await page.waitForURL(/\?lines=all$/);
  await page.goBack();
  await page.waitForURL(/reconciliation$/);
  await expect.poll(() => page.getByLabel('Show', { exact: true }).inputValue()).toBe('unmatched');
});

it('[G96] Back leads past a page that is no more', async () => {
  const { page } = admin;
  await admin.goesTo('/overview');
  await admin.goesTo('/all-user?tab=users&page=9');
  await page.waitForURL((url) => url.search === '?tab=users');
  await page.goBack();
  await admin.readsHeading('Overview');
});

it('[G24] proposals, queues and lines of statements are taken as files, with what narrows them on screen', async () => {
  const { page } = admin;
  for (const [path, list, name] of [
    ['/all-user?tab=proposals&status=approved', 'Proposals', 'proposals'],
    ['/queues?queue=deposits&sort=newest&least=5', 'Deposits', 'queue'],
    ['/reconciliation?lines=all&account=bank', 'Statement lines', 'statement-lines'],
  ] as const) {
    await admin.goesTo(path);
    const link = page.getByRole('link', { name: `Export CSV: ${list}`, exact: true });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    expect(Object.fromEntries(new URL(download.url()).searchParams)).toEqual(
      {
        proposals: { status: 'approved' },
        queue: { queue: 'deposits', sort: 'newest', least: '5' },
        'statement-lines': { method: 'bank' },
      }[name],
    );
    await looksSound(admin);
  }
});

it('[G98] staff, their sessions, tokens and roles, and what is on no statement, are taken as files', async () => {
  const { page } = admin;
  for (const [path, lists] of [
    [
      '/all-user?tab=proposals',
      [
        ['Members of staff', 'staff'],
        ['Where staff are signed in', 'staff-sessions'],
        ['API tokens', 'api-tokens'],
        ['Roles and what they include', 'roles'],
      ],
    ],
    [
      '/reconciliation',
      [
        ['Not on any statement', 'unmatched-movements'],
        ['Imported files', 'statement-files'],
      ],
    ],
  ] as const) {
    await admin.goesTo(path);
    for (const [list, name] of lists) {
      const link = page.getByRole('link', { name: `Export CSV: ${list}`, exact: true });
      await link.waitFor();
      await link.focus();
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
      const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
      if (name === 'staff' || name === 'staff-sessions') expect(rows.length, name).toBeGreaterThan(0);
      if (name === 'roles') expect(rows.join('\n')).toContain('auditor,yes,');
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await looksSound(admin);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
  await admin.goesTo('/all-user?tab=audit&status=roles.export');
  await admin.row('Audit log', 'Roles exported').waitFor();
});

it('[A167] a token for a program is made in Manage, its secret is shown once, and it works until it is revoked there', async () => {
  const { page } = admin;
  await admin.goesTo('/all-user?tab=proposals');
  await admin.reads('No API tokens yet');
  await admin.presses('Create token');
  const create = admin.dialog('Create an API token?');
  await create.getByLabel('Name', { exact: true }).fill('Nightly report');
  await create.getByRole('button', { name: 'Create token', exact: true }).click();
  await looksSound(admin);
  await create.getByLabel('See clients and their accounts', { exact: true }).check();
  await create.getByRole('button', { name: 'Create token', exact: true }).click();
  const shown = admin.dialog('Copy the secret now');
  const secret = await shown.getByText(/^clearbook_/).textContent();
  await looksSound(admin);
  await admin.presses('I’ve copied it', shown);
  await shown.waitFor({ state: 'hidden' });
  expect(await page.content()).not.toContain(secret);
  const reads = async () =>
    (await fetch(`${site.url}/api/v1/admin/users`, { headers: { authorization: `Bearer ${secret}` } })).status;
  expect(await reads()).toBe(200);
  await page.reload();
  await page.getByRole('button', { name: 'Revoke Nightly report' }).waitFor();
  await looksSound(admin);
  await admin.presses('Revoke Nightly report');
  const revoke = admin.dialog('Revoke this token?');
  await revoke.getByLabel('Reason', { exact: true }).fill('The report moved');
  await admin.presses('Revoke', revoke);
  await admin.reads('API token revoked');
  expect(await reads()).toBe(401);
});

it('[FS19] the buttons that decide wait for the signals and the holds, and move under nobody’s hand', async () => {
  const { id } = await withdraws(client, { method: 'paypal', paypalemail: 'tess@example.test', amount: '75.00' });
  const { page } = admin;
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  for (const heldBack of [
    `**/api/v1/admin/withdrawals/${id}/signals`,
    '**/api/v1/admin/users/*/holds',
    '**/api/v1/admin/integrity',
  ]) {
    let goOn!: () => void;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    let asked = 0;
    await page.route(heldBack, async (route) => {
      asked += 1;
      await held;
      await route.continue();
    });
    await admin.goesTo(`/withdrawal/${id}`);
    await expect.poll(() => asked, { message: heldBack }).toBe(1);
    await page.locator('main [aria-busy="true"]').first().waitFor();
    expect(await approve.count(), heldBack).toBe(0);
    goOn();
    await approve.waitFor();
    await page.unroute(heldBack);
  }
  // What cannot be read is said, and keeps nobody from deciding.
  await page.route('**/signals', (route) => route.fulfill({ status: 403, json: { code: 'access.denied', detail: 'No' } })); // prettier-ignore
  await admin.goesTo(`/withdrawal/${id}`);
  await approve.waitFor();
  await page.unroute('**/signals');
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
  await expect.poll(() => admin.page.getByText('Add paper money').count()).toBe(0);
  await looksSound(admin);
  for (const path of [
    '/trades',
    '/deposit',
    '/select-withdrawal',
    '/identity',
    '/trading-limits',
    '/trading-plans',
    '/account/close',
  ]) {
    // prettier-ignore
    await admin.goesTo(path);
    await admin.readsHeading('You’re signed in as staff');
    await admin.page.waitForLoadState('networkidle');
    for (const name of ['Current balance', 'One-click'])
      await expect.poll(() => admin.page.getByText(name).count(), { message: name }).toBe(0);
  }
  await admin.goesTo('/account');
  await admin.reads(/^Staff since /);
  for (const name of ['Deposit', 'Withdrawal', 'Identity Verification'])
    await expect.poll(() => admin.page.getByRole('link', { name, exact: true }).count(), { message: name }).toBe(0);
  for (const text of ['Not verified', 'Close account'])
    await expect.poll(() => admin.page.getByText(text).count(), { message: text }).toBe(0);
  await admin.goesTo('/trading-plans');
  expect(refused).toEqual([]);
  await admin.presses('Try it as a client');
  await admin.presses('Log out and sign up', admin.dialog('Try it as a client'));
  await admin.readsHeading('Create an account');
});

it('[S62] the tab that has something to show is open', async () => {
  await client.goesTo('/dashboard');
  await client.row('Active', 'BTC/USD', 'BUY').waitFor();
  await expect.poll(() => client.page.getByText('No closed trades yet').filter({ visible: true }).count()).toBe(0);
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
