import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { fillsLists } from './support/long-lists.ts';
import { tableOfPages } from './support/page-table.ts';
import type { Person } from './support/person.ts';
import { entersAsAdmin, entersSession, fillsTheBooks, joins } from './support/seed.ts';
import { IN_FULL, saysSample } from './support/sample.ts';
import type { Records } from './support/seed.ts';
import { restsAt, settles, sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const demo = { fullname: 'Demo Client', email: 'demo@example.test', password: 'quiet harbour 27 lamps' };
/** As long as a name may be, with a word in it that has no place to break. */
const LONG_NAME = `Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren ${'Maria-Annunziata '.repeat(4)}`
  .slice(0, 120)
  .trim();
const WIDTHS = IN_FULL ? [320, 390, 768, 1440, 2560] : [320];
/** In the books themselves, so that the pages come as they would. */
const LONG_LIST = IN_FULL ? 10_000 : 100;
saysSample(
  'every page at five widths with 0, 1, 5, 60 and 10,000 rows',
  'at 320 px with 60 rows; trades and users with 100 more',
);
/** Where larger text is tried in the sample. */
const LARGE = ['/dashboard', '/performance', '/appearance', '/trades'];
const NO_RECORD = '01900000-0000-7000-8000-000000000000';

type Variant = { name: string; amount: string; rows: number; widths: readonly number[] };
const full: Variant = { name: 'many rows of $999,999,999.99', amount: '999999999.99', rows: 60, widths: WIDTHS };
/** For pages that list something. */
const further: Variant[] = [
  { name: 'five rows of $999,999,999.99', amount: '999999999.99', rows: 5, widths: [390] },
  { name: 'one row of $0.01', amount: '0.01', rows: 1, widths: [320, 1440] },
  { name: 'no rows', amount: '0.01', rows: 0, widths: [320, 1440] },
];

let site: Site;
let journey: Journey;
let client: Person;
let admin: Person;
let records: Records;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'layout' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  client = await journey.person();
  admin = await journey.person();
  await joins(client, demo);
  await entersAsAdmin(admin);
  records = await fillsTheBooks(client, admin);
  await entersSession(client, demo);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

const table = await tableOfPages();

describe('layout', () => {
  it.each(table)(
    '[S35] $path: no page scrolls sideways and no figure is cut off, whatever the names, amounts and rows',
    async ({ path, only }) => {
      const person = only === 'staff' ? admin : client;
      const broken: string[] = [];
      const lists = await looks(person, path, full, broken);
      if (lists && IN_FULL) for (const variant of further) await looks(person, path, variant, broken);
      expect(broken).toEqual([]);
    },
  );

  it(
    `[S35] with ${LONG_LIST} rows in every list nothing scrolls sideways and no figure is cut off`,
    { timeout: 900_000 },
    async () => {
      await fillsLists(site, records.userId, LONG_LIST);
      const broken: string[] = [];
      for (const { path, only } of table.filter(({ path }) => IN_FULL || ['/trades', '/all-user'].includes(path))) {
        const person = only === 'staff' ? admin : client;
        await person.goesTo(path.replace(':id', recordFor(path)));
        await person.page.getByRole('heading', { level: 1 }).waitFor();
        broken.push(...(await measured(person, `${path} with ${LONG_LIST} rows`, IN_FULL ? WIDTHS : [390])));
      }
      expect(broken).toEqual([]);
    },
  );

  it('[S35] with text twice as large no page of a client scrolls sideways, and both prices of the phone stand under their sides', async () => {
    const broken: string[] = [];
    const large = `document.documentElement.style.fontSize = '200%'`;
    for (const { path } of table.filter(({ path, only }) => only !== 'staff' && (IN_FULL || LARGE.includes(path)))) {
      await client.goesTo(path.replace(':id', recordFor(path)));
      await client.page.getByRole('heading', { level: 1 }).waitFor();
      await client.page.evaluate(large);
      for (const width of [390, 1280]) {
        const wider = await sidewaysScroll(client, width);
        if (wider > 0) broken.push(`${path}, ${width} px: ${wider}`);
      }
    }
    await client.page.setViewportSize({ width: 390, height: 844 });
    await client.goesTo('/trades?symbol=EURUSD');
    await client.page.evaluate(large);
    await settles(client);
    for (const name of ['SELL EUR/USD', 'BUY EUR/USD']) {
      const side = client.page.getByRole('button', { name });
      const price = client.page.locator(`[id="${await side.getAttribute('aria-describedby')}"]`);
      const [over, under] = [await restsAt(side.locator('span').first()), await restsAt(price)];
      // A line is a little higher than its letters.
      if (under.y < over.y + over.height - 6) broken.push(`${name} lies under its price`);
    }
    await client.page.evaluate(`document.documentElement.style.fontSize = ''`);
    expect(broken).toEqual([]);
  });

  it('[S24] no page broke the content policy or threw an error at these replies', () => {
    expect(journey.complaints).toEqual([]);
  });
});

/** Opens the page with every reply rewritten, at each width. True where one of the replies was a list. */
async function looks(person: Person, path: string, variant: Variant, broken: string[]): Promise<boolean> {
  const { page } = person;
  let lists = false;
  const rewrite = async (route: Route): Promise<void> => {
    const answer = await route.fetch().catch(() => null);
    // The page has been left meanwhile.
    if (answer === null) return;
    const body: unknown = await answer.json().catch(() => null);
    if (body === null) return route.fulfill({ response: answer });
    lists ||= typeof body === 'object' && 'data' in body && Array.isArray(body.data);
    return route.fulfill({ response: answer, json: rewritten(body, variant) });
  };
  await page.route(isRewritten, rewrite);
  await page.setViewportSize({ width: variant.widths[0] ?? 1440, height: 900 });
  await person.goesTo(path.replace(':id', recordFor(path)));
  await page.getByRole('heading', { level: 1 }).waitFor();
  broken.push(...(await measured(person, variant.name, variant.widths)));
  // What is still on its way belongs to nobody once the next page opens.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return lists;
}

async function measured(person: Person, name: string, widths: readonly number[]): Promise<string[]> {
  const broken: string[] = [];
  for (const width of widths) {
    await person.page.setViewportSize({ width, height: 900 });
    await settles(person);
    const found = (await person.page.evaluate(MEASURE)) as string[];
    broken.push(...found.map((text) => `${name}, ${width} px: ${text}`));
  }
  return broken;
}

/** Prices, instruments and the site's own settings stay true: the screens compute with them. */
function isRewritten(url: URL): boolean {
  return (
    url.pathname.startsWith('/api/v1/') && !/\/(?:instruments|quotes|bars|settings\/public|stream)\b/.test(url.pathname)
  );
}

function recordFor(path: string): string {
  const known: Record<string, string> = {
    '/user/:id': records.userId,
    '/user/:id/as-client': records.userId,
    '/deposit/:id': records.pendingDeposit,
    '/withdrawal/:id': records.pendingWithdrawal,
    '/receipts/:id': records.purchase,
  };
  return known[path] ?? NO_RECORD;
}

const NAMES = new Set(['fullname', 'client_name', 'aname', 'bn', 'name', 'reason', 'title']);

/** The same reply in the contract's shape, with other amounts, names and numbers of rows. */
function rewritten(value: unknown, variant: Variant, key = ''): unknown {
  if (Array.isArray(value)) {
    const rows = value.map((one) => rewritten(one, variant));
    return key === 'data' ? resized(rows, variant.rows) : rows;
  }
  if (typeof value === 'string' && NAMES.has(key)) return LONG_NAME;
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  if (fields['currency'] === 'USD' && typeof fields['amount'] === 'string') {
    return { ...fields, amount: `${fields['amount'].startsWith('-') ? '-' : ''}${variant.amount}` };
  }
  return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, rewritten(one, variant, name)]));
}

/** The rows again and again, each with an id of its own. A list that came empty stays so: nobody knows what belongs there. */
function resized(rows: unknown[], count: number): unknown[] {
  if (rows.length === 0) return [];
  return Array.from({ length: count }, (_, index) => {
    const row = rows[index % rows.length];
    if (typeof row !== 'object' || row === null || !('id' in row) || typeof row.id !== 'string') return row;
    return index < rows.length ? row : { ...row, id: row.id.slice(0, -4) + String(1000 + index) };
  });
}

/**
 * What is wrong on the page: sideways scroll; an amount, a percent or a price that lies outside of the window, is cut by a box around
 * it, or lies over another one.
 */
const MEASURE = `(() => {
  const wrong = [];
  const root = document.documentElement;
  const wider = root.scrollWidth - root.clientWidth;
  if (wider > 0) wrong.push('scrolls sideways by ' + wider);
  const figures = [];
  const walk = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.data.trim();
    if (!/\\d[\\d,]*\\.\\d/.test(text) || text.length > 40) continue;
    const at = walk.currentNode.parentElement;
    if (!at.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    // One pixel and less is what is kept for screen readers.
    if (box.width < 2 || box.height < 2) continue;
    let cut = false;
    let hidden = false;
    for (let up = at; up !== null && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.clipPath !== 'none') hidden = true;
      if (style.overflowX === 'visible') continue;
      const around = up.getBoundingClientRect();
      // Scrolled out of its box for now.
      if (box.bottom <= around.top || box.top >= around.bottom) hidden = true;
      // What can be scrolled into view is not lost; a box that hides or ends in dots loses it.
      const scrolls = style.overflowX === 'auto' || style.overflowX === 'scroll';
      if (!scrolls && (box.left < around.left - 1 || box.right > around.right + 1)) cut = true;
      if (scrolls) break;
    }
    if (hidden) continue;
    if (cut) wrong.push('cut off: ' + text);
    else if (wider <= 0 && (box.left < -1 || box.right > root.clientWidth + 1) && at.closest('[class*="scroll"]') === null) wrong.push('outside: ' + text);
    figures.push({ text, box });
  }
  figures.sort((a, b) => a.box.top - b.box.top);
  for (let i = 0; i < figures.length; i += 1) {
    for (let j = i + 1; j < figures.length && figures[j].box.top < figures[i].box.bottom - 3; j += 1) {
      const [a, b] = [figures[i].box, figures[j].box];
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)
        wrong.push('overlap: ' + figures[i].text + ' and ' + figures[j].text);
    }
  }
  return [...new Set(wrong)].slice(0, 8);
})()`;
