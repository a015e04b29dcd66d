import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectedSample, evenly, havePayloads } from '../apps/api/test/drills/hostile.ts';
import { fillWithHostileTexts } from '../apps/api/test/drills/hostile-texts.ts';
import type { HostileTexts, Kept } from '../apps/api/test/drills/hostile-texts.ts';
import { picture } from '../apps/api/test/picture.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersSession, joins, openTrade, pendingDeposit } from './support/seed.ts';
import { settles, sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

/** How many lines of each file are taken; HOSTILE_TEXTS says another number, or "all", which takes long. */
const LINES_OF_EACH = process.env['HOSTILE_TEXTS'] === 'all' ? 'all' : Number(process.env['HOSTILE_TEXTS'] ?? 1);
const ALL = LINES_OF_EACH === 'all';
/** How many records of a kind are opened on a page of their own, taken evenly. */
const RECORDS = ALL ? 60 : 3;
/** How many pages of the table of users, where every name stands, and of each other table. */
const PAGES_OF_USERS = LINES_OF_EACH === 1 ? 4 : 10_000;
const PAGES = ALL ? 20 : 1;
const LONG_MS = LINES_OF_EACH === 1 ? 180_000 : 7_200_000;
const WIDTHS = [1440, 390] as const;
const LEAD = {
  fullname: '"><svg onload=globalThis.hostile=3>',
  email: 'lead@example.test',
  password: 'quiet harbour 27 lamps',
};

/**
 * What a text has become if anything took it for more than a text. Everything that our own pages are made of passes: no page of
 * ours has a handler in its markup, a frame, or an address that is a program.
 */
const RAN = `(() => {
  const found = [];
  if (globalThis.hostile !== undefined) found.push('a script ran: ' + globalThis.hostile);
  if (globalThis.name !== '') found.push('the window has a name: ' + globalThis.name);
  for (const node of document.querySelectorAll('iframe, frame, object, embed, base, applet, marquee, xmp, plaintext, math, [srcdoc]'))
    found.push('an element out of a text: ' + node.outerHTML.slice(0, 200));
  for (const node of document.querySelectorAll('*')) for (const { name, value } of node.attributes) {
    if (/^on/i.test(name)) found.push('a handler out of a text: ' + node.outerHTML.slice(0, 200));
    if (/^(?:href|src|action|formaction|xlink:href|data|background|poster)$/i.test(name) && /^[\\s\\u0000-\\u001f]*(?:javascript|vbscript|data:(?!image\\/))/i.test(value))
      found.push('an address that is a program: ' + node.outerHTML.slice(0, 200));
  }
  return found;
})()`;

let site: Site;
let journey: Journey;
let filled: HostileTexts;
let client: Person;
let admin: Person;
const startled: string[] = [];
const elsewhere = new Set<string>();
/** Pages that an administrator has opened; in a sample, that somebody has. */
const seen = new Set<string>();
let requests = 0;
/** Of each address with an id in it, which ids there are. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  if (!havePayloads)
    process.stdout.write(
      '../shared/data/payloads is not here: hostile texts of our own only, none of the collected ones.\n',
    );
  site = await openSite({ env: { MARKET_SEED: 'hostile' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  filled = await fillWithHostileTexts(site.url, collectedSample(LINES_OF_EACH));
  [client, admin] = [await watched(), await watched()];
  await entersSession(client, { email: filled.client.email, password: filled.password });
  await entersAsAdmin(admin);
  await fillsTheRest();
}, LONG_MS);
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

/** Somebody whose browser tells of every dialog, window and request. */
async function watched(): Promise<Person> {
  const person = await journey.person({ width: WIDTHS[0] });
  const { page } = person;
  const asked = (url: string): void => {
    requests += 1;
    const { protocol, host } = new URL(url);
    if (host !== new URL(site.url).host && !['data:', 'blob:'].includes(protocol)) elsewhere.add(url.slice(0, 200));
  };
  const watch = (one: Page): void => {
    one.on('websocket', (socket) => asked(socket.url()));
    one.on('popup', (popup) => startled.push(`${one.url()} opened ${popup.url()}`));
    one.on('download', (download) => startled.push(`${one.url()} saved ${download.suggestedFilename()}`));
    one.on('dialog', (dialog) => {
      startled.push(`${one.url()} said ${dialog.message()}`);
      void dialog.dismiss();
    });
  };
  page.context().on('request', (request) => asked(request.url()));
  page.context().on('page', watch);
  watch(page);
  return person;
}

/** Records that take more than one field: a copy, a receipt, an open trade, a loan that waits. */
async function fillsTheRest(): Promise<void> {
  const lead = await journey.person();
  await joins(lead, LEAD);
  await asks(lead, 'POST', '/demo/top-up', { amount: '9000.00' });
  const typed = { return_rate: '900%', followers: 'millions', minibalance: '100', profit_share: '10' };
  const { id: trader } = await asks(admin, 'POST', '/admin/traders', {
    ...typed,
    name: 'Ada',
    client_email: LEAD.email,
  });
  await asks(lead, 'POST', `/trades/${await openTrade(lead, 'GBPUSD', 'buy', '0.10', '1500.00')}/close`);
  await lead.leaves();
  const copying = { amount: '4000.00', copy_open: true, stop_loss: '1000.00' };
  ids['/copies/:id'] = (await asks(client, 'POST', `/traders/${trader}/copy`, copying)).id;
  ids['/trader/:id'] = trader;
  ids['/receipts/:id'] = (await asks(client, 'POST', '/packages/raw/purchase')).id;
  ids['/deposit/:id'] = await pendingDeposit(client, '780.40', picture(300));
  ids['/user/:id'] = filled.client.id;
  ids['/user/:id/as-client'] = filled.client.id;
  ids['/admin/verifications/:id'] = filled.client.id;
  ids['/withdrawal/:id'] = keptIn('POST /withdrawals', 'bn')[0]?.id ?? '';
  await openTrade(client, 'EURUSD', 'buy', '0.10', '2000.00');
}

function keptIn(route: Kept['route'], ...fields: string[]): Kept[] {
  return filled.kept.filter((one) => one.route === route && fields.includes(one.field) && one.id !== null);
}

/** The pages as the browser's own table lists them. */
function pagesOf(who: 'client' | 'admin'): string[] {
  const source = readFileSync(new URL('../apps/web/src/app/pages.ts', import.meta.url), 'utf8');
  return [...source.matchAll(/^ {2}page\('([^']+)'.*?(?:, '(demo|staff|client)')?\),$/gm)]
    .filter(([, , only]) => (who === 'admin' ? only !== 'client' : only !== 'staff'))
    .map(([, path = '']) => {
      if (path.includes(':id') && !ids[path]) throw new Error(`no record for ${path}`);
      return path.replace(':id', ids[path] ?? '');
    });
}

/** A page, what must stand on it, how wide it is seen, and what is opened on it first. */
type Visit = [
  path: string,
  texts?: readonly string[],
  widths?: readonly number[],
  open?: (tab: Person) => Promise<unknown>,
];

/** What is wrong with a page that shows such texts, wide and on a phone. `texts` must stand there letter for letter. */
async function wrongWith(
  person: Person,
  ...[path, texts = [], widths = WIDTHS, open = async () => undefined]: Visit
): Promise<string[]> {
  const { page } = person;
  const wrong: string[] = [];
  await page.setViewportSize({ width: widths[0] ?? WIDTHS[0], height: 900 });
  await opens(person, path);
  await open(person);
  for (const width of widths) {
    const over = await sidewaysScroll(person, width);
    if (over > 0) wrong.push(`${path} at ${width} px scrolls sideways by ${over}`);
    const found = await page.evaluate<string[]>(RAN);
    wrong.push(...found.map((text) => `${path} at ${width} px: ${text}`));
    if ((await page.getByRole('heading').filter({ visible: true }).count()) === 0)
      wrong.push(`${path} at ${width} px has no heading left`);
    const shown = plain(await page.evaluate<string>('document.body.textContent'));
    for (const text of texts)
      if (!shown.includes(plain(text))) wrong.push(`${path} at ${width} px does not show ${JSON.stringify(text)}`);
  }
  if (new URL(page.url()).pathname !== new URL(path, site.url).pathname) wrong.push(`${path} led to ${page.url()}`);
  return wrong;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

it('[S38] every text in every field that a client can fill is refused with a reason, or kept', () => {
  process.stdout.write(
    `${filled.sent} hostile texts in ${filled.fields} fields: ${filled.kept.length} kept, ${filled.refused} refused with a reason.\n`,
  );
  expect(filled.wrong).toEqual([]);
  expect(keptIn('POST /withdrawals', 'bn').length).toBeGreaterThan(15);
  expect(keptIn('POST /loans', 'goals').length).toBeGreaterThan(15);
});

it(
  '[S38] Manage shows them letter for letter: no script runs, no element comes of them, nothing scrolls sideways',
  async () => {
    const visits: Visit[] = [];
    // Every tab. Of what clients type, only names and addresses stand in a table.
    for (const [tab, table, size] of [
      ['users', 'users', 10],
      ['deposit', 'deposits', 10],
      ['withdrawals', 'withdrawals', 5],
      ['trades', 'trades', 10],
      ['verifications', 'verifications', 10],
      ['audit', 'audit', 10],
    ] as const) {
      const { total } = await asks<{ total: number }>(admin, 'GET', `/admin/${table}?page_size=${size}`);
      const last = Math.max(1, Math.ceil(total / size));
      const numbers = Array.from({ length: last }, (_, i) => i + 1);
      for (const n of evenly(numbers, tab === 'users' ? PAGES_OF_USERS : PAGES)) {
        const { data } = await asks<{ data: Record<string, string>[] }>(
          admin,
          'GET',
          `/admin/${table}?page_size=${size}&page=${n}`,
        );
        const texts = tab === 'users' ? data.flatMap(({ fullname = '', email = '' }) => [fullname, email]) : [];
        visits.push([`/all-user?tab=${tab}&page=${n}`, texts, widthsOf(n)]);
      }
    }
    const search = encodeURIComponent('"><img src=x onerror=alert(1)>');
    for (const tab of ['users', 'audit']) visits.push([`/all-user?tab=${tab}&q=${search}`]);
    for (const tab of ['payment', 'settings', search]) visits.push([`/all-user?tab=${tab}`]);
    const update = (tab: Person) => tab.presses('Update', tab.row('Trades', 'Running'));
    visits.push(['/all-user?tab=trades&status=active', ['Update Trade'], WIDTHS, update]);

    // Every record that shows a text of its own.
    const users = await everyUser();
    for (const [i, user] of evenly(users, RECORDS).entries())
      visits.push([`/user/${user.id}`, [user.fullname, user.username, user.email], widthsOf(i)]);
    const destinations = keptIn('POST /withdrawals', 'bn', 'aname', 'gcashacctname', 'an', 'cashapptag');
    for (const [i, { id, text, field }] of evenly(destinations, RECORDS).entries())
      visits.push([`/withdrawal/${id}`, field.endsWith('name') || field === 'bn' ? [text] : [], widthsOf(i)]);
    for (const [i, one] of evenly(await loanGoals(), RECORDS).entries())
      visits.push([`/deposit/${one.id}`, [one.goals], widthsOf(i)]);
    for (const path of [
      `/deposit/${ids['/deposit/:id']}`,
      `/admin/verifications/${filled.client.id}`,
      '/copy-trader',
      '/add-trader',
      '/add-upgrade',
      '/upgrade',
    ])
      visits.push([path]);
    const wrong: string[] = [];
    await inTwoTabs(admin, visits, async (tab, visit) => void wrong.push(...(await wrongWith(tab, ...visit))));
    expect(wrong).toEqual([]);
    expect(startled).toEqual([]);
  },
  LONG_MS,
);

it(
  '[S38] the client’s own pages show them letter for letter as well',
  async () => {
    const wrong: string[] = [];
    if (!ALL)
      process.stdout.write('sample of "hostile text at 1,440 and 390 px": each page at one of them, by turns\n');
    const visits = pagesOf('client').map((path, i): Visit => [path, [], ALL ? WIDTHS : widthsOf(i)]);
    await inTwoTabs(client, visits, async (tab, visit) => void wrong.push(...(await wrongWith(tab, ...visit))));
    const symbol = encodeURIComponent('"><script>alert(1)</script>');
    for (const path of [`/trades?symbol=${symbol}`, `/select-withdrawal?method=${symbol}`])
      wrong.push(...(await wrongWith(client, path)));
    const { data } = await client.downloads<{ data: { id: string; destination: string }[] }>('/withdrawals?limit=200');
    for (const { id } of evenly(data, RECORDS)) wrong.push(...(await wrongWith(client, `/withdrawals?open=${id}`)));
    const mails = await client.downloads<{ data: { id: string; text: string }[] }>('/me/mailbox');
    for (const { id, text } of evenly(mails.data, RECORDS))
      wrong.push(...(await wrongWith(client, `/mailbox?id=${id}`, [text])));
    expect(wrong).toEqual([]);
    expect(startled).toEqual([]);
  },
  LONG_MS,
);

it('[E11] in no file of a table does a cell begin a formula', async () => {
  const wrong: string[] = [];
  const files = ['users', 'deposits', 'withdrawals', 'trades', 'audit'].map(
    (name) => [admin, `/admin/${name}.csv`] as const,
  );
  for (const [person, path] of [...files, [client, '/me/statements.csv'] as const]) {
    const answer = await person.page.request.get(`/api/v1${path}`);
    expect(answer.status(), path).toBe(200);
    const cells = cellsOf(await answer.text());
    wrong.push(...cells.filter(beginsFormula).map((cell) => `${path}: ${cell.slice(0, 100)}`));
    if (path === '/admin/users.csv') expect(cells).toContain("'=cmd|calc");
  }
  expect(wrong).toEqual([]);
});

it(
  '[S39] in the default configuration no page of a visitor, a client or an administrator asks anybody but the site itself',
  async () => {
    const visitor = await watched();
    const outside = [
      '/login',
      '/signup',
      '/reset-password#token=any',
      '/confirm-email#token=%3Cscript%3E',
      '/lock-account#token=%3Cscript%3E',
    ];
    if (!ALL)
      process.stdout.write(
        'sample of "third-party requests": pages that a client has seen are not seen again as staff\n',
      );
    const rest = pagesOf('admin').filter((path) => !seen.has(path));
    for (const path of outside) await opens(visitor, path);
    await inTwoTabs(admin, rest, opens);
    expect(requests).toBeGreaterThan(100);
    expect([...elsewhere]).toEqual([]);
    await visitor.leaves();
  },
  LONG_MS,
);

it('[S24] no page broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});

async function opens(person: Person, path: string): Promise<void> {
  await person.goesTo(path);
  await person.page.getByRole('heading').first().waitFor();
  await settles(person);
  if (!ALL || person.page.context() === admin.page.context()) seen.add(path);
}

/** Half of the pages in another tab, at the same time. */
async function inTwoTabs<T>(
  person: Person,
  all: readonly T[],
  visit: (tab: Person, one: T) => Promise<void>,
): Promise<void> {
  const second = person.inTab(await person.page.context().newPage());
  const visits = async (tab: Person, rest: number): Promise<void> => {
    for (const one of all.filter((_, i) => i % 2 === rest)) await visit(tab, one);
  };
  await Promise.all([visits(person, 0), visits(second, 1)]);
  await second.page.close();
}

/** Of the same page with other records: at one of them, by turns. */
function widthsOf(i: number): readonly number[] {
  return [WIDTHS[i % 2] ?? WIDTHS[0]];
}

type User = { id: string; username: string; fullname: string; email: string };

async function everyUser(): Promise<User[]> {
  const users: User[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total } = await asks<{ data: User[]; total: number }>(
      admin,
      'GET',
      `/admin/users?page_size=100&page=${page}`,
    );
    users.push(...data);
    if (data.length === 0 || users.length >= total) return users;
  }
}

/** Deposits with method Loan, and what their client wrote. */
async function loanGoals(): Promise<{ id: string; goals: string }[]> {
  const found: { id: string; goals: string }[] = [];
  for (const { id, text } of evenly(keptIn('POST /loans', 'goals'), RECORDS)) {
    if (id === null) continue;
    const { loan } = await asks<{ loan: { goals: string | null } | null }>(admin, 'GET', `/admin/deposits/${id}`);
    expect(loan?.goals ?? text).toBe(text);
    if (loan?.goals !== null) found.push({ id, goals: text });
  }
  return found;
}

/** Cells of a file of comma-separated values, quotes resolved. */
function cellsOf(file: string): string[] {
  return [...file.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,\r\n"]*))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
  );
}

/** A negative sum is a figure, not a formula. */
function beginsFormula(cell: string): boolean {
  return /^[=+\-@\t\r]/.test(cell) && !/^-\d+(?:\.\d+)?$/.test(cell);
}
