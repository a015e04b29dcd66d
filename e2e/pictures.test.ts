import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Album, THEMES, WIDTHS } from './support/album.ts';
import type { State } from './support/album.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { failsAnswers, holdsAnswers } from './support/held.ts';
import { publicPaths, tableOfPages } from './support/page-table.ts';
import type { Person } from './support/person.ts';
import { longTexts, manyOfEach, nothing, oneOfEach } from './support/picture-books.ts';
import type { Ids } from './support/picture-books.ts';
import { comesToRest, wrongWith } from './support/picture-faults.ts';
import { saysSample } from './support/sample.ts';
import { asks, entersAsAdmin } from './support/seed.ts';
import { isDrawn, settles } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

/** `npm run accept -- --only pictures` asks for all; some widths, such as `PICTURES=320,1440`, for those; otherwise nothing is photographed. */
const ASKED = process.env['PICTURES'];
const TAKEN = ASKED !== undefined;
const AT = WIDTHS.filter((width) =>
  TAKEN ? ASKED === 'all' || ASKED.split(',').includes(String(width)) : width === 320,
);
if (!TAKEN)
  saysSample(
    'every page in every state at five widths and in both themes, as pictures',
    'every page at 320 px, by turns loading and failing, without pictures',
  );

type Who = 'visitor' | 'guest' | 'client' | 'staff';
type Place = { path: string; search: string; who: Who; stranger: Who | null };

/** What else of a page has an address of its own. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  '/all-user': [
    'deposit',
    'withdrawals',
    'trades',
    'verifications',
    'payment',
    'settings',
    'configuration',
    'proposals',
    'audit',
  ].map((tab) => `?tab=${tab}`),
  '/deposit': ['?amount=100.00&step=2&method=bitcoin'],
  '/reset-password': ['#token=any'],
  '/select-withdrawal': ['?method=bank'],
  '/trading-plans': ['?level=1'],
};
/** What a link in a mail carries. */
const CARRIED: Readonly<Record<string, string>> = {
  '/confirm-email': '#token=any',
  '/lock-account': '#token=any',
  '/unsubscribe': `?token=price_alerts.${'A'.repeat(22)}.${'A'.repeat(43)}`,
};
const NO_RECORD = '01900000-0000-7000-8000-000000000000';

const places: Place[] = [
  ...(await publicPaths()).map((path) => ({ path, who: 'visitor' as const, stranger: null })),
  ...(await tableOfPages()).map(({ path, only, forAccounts }) => ({
    path,
    who: only === 'staff' ? ('staff' as const) : ('client' as const),
    stranger: strangerTo(only, forAccounts),
  })),
].flatMap(({ path, who, stranger }) =>
  [CARRIED[path] ?? '', ...(FURTHER[path] ?? [])].map((search) => ({ path, search, who, stranger })),
);

/** Somebody for whom the page is not. */
function strangerTo(only: 'demo' | 'staff' | 'client' | null, forAccounts: boolean): Who {
  if (only === 'staff') return 'client';
  if (only === 'client') return 'staff';
  return forAccounts ? 'guest' : 'visitor';
}

const album = new Album();
let site: Site;
let journey: Journey;
const people = new Map<Who, Person>();
let ids: Ids = {};

beforeAll(async () => {
  if (TAKEN) album.opens();
  site = await openSite({ env: { MARKET_SEED: 'pictures' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  for (const who of ['visitor', 'guest', 'client', 'staff'] as const) people.set(who, await journey.person());
  await asks(of('guest'), 'POST', '/auth/guest');
  await entersAsAdmin(of('staff'));
});
afterAll(async () => {
  if (TAKEN) process.stdout.write(`${album.closes()} pictures are in ${album.folder}index.html\n`);
  await journey?.close();
  await site?.stop();
});

const named = places.map((place) => [`${place.path}${place.search}`, place] as const);

/** In a sample every second one. */
const inTurns = (rest: number) => named.filter((_, i) => TAKEN || i % 2 === rest);

describe.runIf(TAKEN)('of a new client at a new site', () => {
  beforeAll(async () => {
    ids = await nothing(of('client'), 'new');
  });
  it.each(named)('[S140] %s: empty', (_, place) => isSound(place, 'empty'));
  it.each(named.filter(([, { stranger }]) => stranger !== null))('[S140] %s: no permission', (_, place) =>
    isSound(place, 'no permission', place.stranger ?? place.who),
  );
});

describe.runIf(TAKEN)('of a client with one record of each kind', () => {
  beforeAll(async () => {
    const [client, lead] = [await someoneElse(), await journey.person()];
    ids = await oneOfEach(client, of('staff'), lead);
    await lead.leaves();
  });
  it.each(named)('[S140] %s: one', (_, place) => isSound(place, 'one'));
});

describe.runIf(TAKEN)('of a client whose every field is full', () => {
  beforeAll(async () => {
    const [client, lead] = [await someoneElse(), await journey.person()];
    ids = await longTexts(site, client, of('staff'), lead);
    await lead.leaves();
  });
  it.each(named)('[S140] %s: long text', (_, place) => isSound(place, 'long text'));
});

// Last: such lists are made past the product, which tells staff that the books don't agree with their record.
describe('of a client with long lists', () => {
  beforeAll(async () => {
    const [client, lead] = [await someoneElse(), await journey.person()];
    ids = await manyOfEach(site, client, of('staff'), lead);
    await lead.leaves();
  });
  it.runIf(TAKEN).each(named)('[S140] %s: many', (_, place) => isSound(place, 'many'));
  it.each(inTurns(0))('[S140] %s: loading', (_, place) => isSound(place, 'loading'));
  it.each(inTurns(1))('[S140] %s: error', (_, place) => isSound(place, 'error'));
  it('[S140] every page of the client’s tables has a record to show', () => {
    expect(places.filter(({ path }) => path.includes(':id') && ids[path] === undefined)).toEqual([]);
  });
});

it('[S24] no page broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});

function of(who: Who): Person {
  const person = people.get(who);
  if (person === undefined) throw new Error(`${who} has no browser`);
  return person;
}

/** The client of the states before leaves, and the next one sits down. */
async function someoneElse(): Promise<Person> {
  await people.get('client')?.leaves();
  const person = await journey.person();
  people.set('client', person);
  return person;
}

/** Opens the page once, then looks at it at each width and in each theme. */
async function isSound({ path, search, who }: Place, state: State, as: Who = who): Promise<void> {
  const person = of(as);
  const { page } = person;
  const caught =
    state === 'loading' ? await holdsAnswers(page) : state === 'error' ? await failsAnswers(page) : undefined;
  const address = path.replace(':id', ids[path] ?? NO_RECORD) + search;
  // From the narrowest on: what has to be scrolled into view there is so from the start.
  await page.setViewportSize({ width: AT[0] ?? 320, height: 900 });
  // A held answer that the page names in its HTML would keep it from being loaded.
  await page.goto(address, { waitUntil: 'commit' });
  await comesToRest(person);
  if (state !== 'loading') await settles(person);
  const wrong: string[] = [];
  for (const theme of TAKEN ? THEMES : (['light'] as const)) {
    await person.switchesThemeInAnotherTab(theme);
    for (const width of AT) {
      await page.setViewportSize({ width, height: 900 });
      await isDrawn(person);
      if (state !== 'loading') await settles(person);
      if (TAKEN) await album.keeps(person, path + search, state, theme, width);
      const found = await wrongWith(page, state, caught?.asked.size ?? 0);
      wrong.push(...found.map((what) => `${width} px, ${theme}: ${what}`));
    }
  }
  await caught?.ends();
  expect(wrong, [...(caught?.asked ?? [])].join(' ')).toEqual([]);
}
