import type { Account } from '@clearbook/contracts/account';
import type { Statement } from '@clearbook/contracts/statement';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { totalBalance } from './acts/money.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersSession, fillsTheBooks, joins } from './support/seed.ts';
import { settles, sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Demo Client', email: 'statement@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let client: Person;
let admin: Person;
let userId: string;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'screens' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  [client, admin] = [await journey.person(), await journey.person()];
  await joins(client, account);
  await entersAsAdmin(admin);
  ({ userId } = await fillsTheBooks(client, admin));
  const manual = { direction: 'credit', amount: '0.77', reason: '=HYPERLINK("x"), a late fee' };
  await asks(admin, 'POST', `/admin/users/${userId}/adjustments`, manual);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

/** The cells of every entry on the screen, top to bottom. */
async function entriesShown(person: Person): Promise<string[][]> {
  await settles(person);
  const rows = person.page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: person.page.getByRole('cell') });
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => (cell as { innerText: string }).innerText)),
  );
  return texts.map((cells) => cells.map((text) => text.replaceAll(/\s+/g, ' ').trim()));
}

/** Reads a file as RFC 4180 says, by other code than wrote it. */
function readCsv(file: string): Record<string, string>[] {
  const rows = [...file.matchAll(/((?:(?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,|(?=\r\n)))+)\r\n/g)].map(([line = '']) =>
    [...line.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  );
  const [header = [], ...data] = rows;
  return data.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])));
}

async function fileOf(person: Person): Promise<Record<string, string>[]> {
  const waiting = person.page.waitForEvent('download');
  await person.follows('Download CSV');
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^statement-\d{4}-\d\d-\d\d\.csv$/);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return readCsv(Buffer.concat(parts).toString());
}

const plain = (figure: string) => figure.replaceAll(/[$,+▲▼\s]/g, '').replace('−', '-');

it('[E4] [E10] what narrows the statement stands in the address, and its file holds what the page shows, to the cent', async () => {
  await client.goesTo('/dashboard');
  await client.follows('Statement');
  await client.arrivesAt('Statement');
  await client.reads('Manual');
  const shown = await entriesShown(client);
  const file = await fileOf(client);
  expect(file.length).toBeGreaterThan(15);
  expect(shown).toHaveLength(file.length);
  for (const [i, row] of file.entries()) {
    const [, what = '', change = '', balance = '', cash = ''] = shown[i] ?? [];
    expect(what).toContain(row['what']);
    expect(what).toContain(row['details']);
    expect(plain(change).padEnd(4)).toBe((row['change_to_total'] ?? '').padEnd(4));
    expect(plain(balance)).toBe(row['total_balance']);
    expect(plain(cash.split(' ')[0] ?? '')).toBe(row['cash']);
  }
  expect(file[0]).toMatchObject({
    what: 'Manual credit',
    manual: 'manual',
    reason: `'=HYPERLINK("x"), a late fee`,
    change_to_total: '0.77',
  });

  await client.chooses('Type', 'Trades');
  await client.types('Symbol or reference', 'eur/usd');
  await expect.poll(() => client.page.url()).toMatch(/[?&]kind=trades.*q=eur%2Fusd/);
  await client.reads('1 entry shown');
  expect((await entriesShown(client))[0]?.[1]).toContain('Buy EUR/USD opened');
  await client.page.reload();
  await client.reads('1 entry shown');
  expect(await fileOf(client)).toHaveLength(1);
  // The balance beside an entry is the true one, whatever the list leaves out.
  expect(plain((await entriesShown(client))[0]?.[3] ?? '')).toBe(
    file.find((row) => row['what'] === 'Buy EUR/USD opened')?.['total_balance'],
  );
  await client.follows('Buy EUR/USD opened');
  await client.dialog('Trade').first().waitFor();
  await client.page.keyboard.press('Escape');
  await client.presses('Clear filters');
  await client.reads(`${file.length} entries shown`);
  await client.types('From', '2031-01-01');
  await client.reads('No matching entries');
  expect(journey.complaints).toEqual([]);
});

it('[E8] total balance and available are the same, to the cent, on the dashboard, in the api and on the statement, at rest and after each thing', async () => {
  const equal = async () => {
    const { total_balance, available } = await asks<Account>(client, 'GET', '/me/account');
    const { data, ...now } = await asks<Statement>(client, 'GET', '/me/statements');
    expect([now.total_balance, now.available]).toEqual([total_balance, available]);
    expect([data[0]?.balance, data[0]?.cash]).toEqual([total_balance, available]);
    await client.goesTo('/dashboard');
    await expect.poll(async () => plain(await totalBalance(client))).toBe(total_balance.amount);
    const onDashboard = await client.figure('Available');
    await client.goesTo('/statement');
    await client.seesFigure('Total balance', /\$/);
    expect(plain(await client.figure('Total balance'))).toBe(total_balance.amount);
    expect(await client.figure('Available')).toBe(onDashboard);
    expect(plain(onDashboard)).toBe(available.amount);
  };
  await equal();
  await asks(client, 'POST', '/demo/top-up', { amount: '12.34' });
  await equal();
});

it('[E7] [E5] more entries come a page at a time, each month under its own figures; nothing scrolls sideways on a phone', async () => {
  const phone = await journey.person({ width: 390, height: 844 });
  await entersSession(phone, account);
  for (let i = 0; i < 45; i += 1)
    await asks(admin, 'POST', `/admin/users/${userId}/adjustments`, {
      direction: 'credit',
      amount: '0.01',
      reason: 'one of many',
    });
  await phone.goesTo('/statement');
  await phone.reads('50 entries shown');
  await phone.presses('Show more');
  await phone.reads(/^(6|7)\d entries shown$/);
  await phone.page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  const end = plain(await phone.figure('Balance'));
  expect(end).toBe(plain(await phone.figure('Total balance')));
  expect(await sidewaysScroll(phone, 390)).toBe(0);
  expect(await sidewaysScroll(phone, 320)).toBe(0);
  await phone.leaves();
});

it('[E9] a suspended client reads and downloads their statement', async () => {
  await asks(admin, 'PATCH', `/admin/users/${userId}`, { status: 'suspended', reason: 'Asked by the client' });
  await client.goesTo('/dashboard');
  await client.reads('Asked by the client');
  await client.follows('Statement', client.page.getByRole('alert'));
  await client.arrivesAt('Statement');
  expect((await fileOf(client)).length).toBeGreaterThan(60);
  await asks(admin, 'PATCH', `/admin/users/${userId}`, { status: 'active', reason: 'Asked by the client' });
  await client.goesTo('/dashboard');
  await expect.poll(() => totalBalance(client)).toMatch(/\$/);
  expect(journey.complaints).toEqual([]);
});
