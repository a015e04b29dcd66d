import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { freePort } from '../apps/api/test/server.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { layLine } from './support/line.ts';
import type { Line } from './support/line.ts';
import { PATIENCE_MS } from './support/patience.ts';
import type { Person } from './support/person.ts';
import { asks, entersSession, joins, openTrade } from './support/seed.ts';
import { IN_FULL } from './support/sample.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Lina Far', email: 'lina@example.test', password: 'quiet harbour 27 lamps' };
/** Silence has to show within this. */
const NOTICED_MS = 5_000;
/** A phone that wakes knows it right away; its first drawing may take a moment. */
const AWAKE_MS = 1_500;
const LOOK_MS = 50;
/** Longer than silence may last; `npm run accept` lets it sleep for the whole minute. */
const SLEEP_MS = IN_FULL ? 60_000 : 6_000;

let port: number;
let line: Line;
let site: Site;
let journey: Journey;
let desk: Person;
let phone: Person;

beforeAll(async () => {
  port = await freePort();
  line = await layLine(port);
  site = await openSite({ env: { MARKET_SEED: 'live', PUBLIC_URL: line.url }, aheadMs: untilMarketsAreOpen(), port });
  journey = await openBrowser(site);
  [desk, phone] = [await journey.person({ width: 1440 }), await journey.person({ width: 390, height: 844 })];
  await joins(desk, account);
  await entersSession(phone, account);
  await asks(desk, 'POST', '/demo/top-up', { amount: '9000.00' });
  await openTrade(desk, 'BTC', 'buy', '0.02', '4000.00');
});
afterAll(async () => {
  site?.thaw();
  line?.mend();
  await journey?.close();
  await site?.stop();
  await line?.close();
});

afterEach(async () => {
  site.thaw();
  line.mend();
  for (const person of [desk, phone]) await person.page.context().setOffline(false);
});

beforeEach(async () => {
  await Promise.all([atMarket(desk), atHome(phone)]);
  for (const person of [desk, phone]) await person.marksPage();
});

/** Fresh prices, one-click trading on, and every button that deals at the market can be pressed. */
async function atMarket(person: Person): Promise<void> {
  await person.goesTo('/trades?symbol=BTC');
  await person.page.evaluate(`localStorage.setItem('one-click', JSON.stringify({ guard: '50000.00', lots: {} }))`);
  await person.goesTo('/trades?symbol=BTC');
  await isLive(person);
}

async function atHome(person: Person): Promise<void> {
  await person.goesTo('/dashboard');
  await isLive(person);
}

const OLD = /^\d+ (?:s|min) old$/;
const old = (person: Person) => person.page.getByText(OLD).filter({ visible: true });
/** SELL and BUY of the ticket and of one-click trading, and Close. */
const dealing = (person: Person) => [
  ...['SELL', 'BUY'].map((name) =>
    person.page.getByRole('region', { name: 'Place a trade' }).getByRole('button', { name, exact: true }),
  ),
  ...[/^SELL 0\.01/, /^BUY 0\.01/].map((name) => person.page.getByRole('button', { name })),
  person.row('Open positions', 'BTC/USD').getByRole('button', { name: 'Close', exact: true }),
];

async function pressable(person: Person): Promise<boolean[]> {
  return Promise.all(dealing(person).map((button) => button.isEnabled()));
}

/** Colours of all prices on the page that a person sees. */
const greyPrices = (person: Person) => person.page.locator('[data-stale]').filter({ visible: true });

/** Neither grey nor old, and where somebody can deal, all of it can be pressed. */
async function isLive(person: Person): Promise<void> {
  await expect.poll(() => old(person).count()).toBe(0);
  await expect.poll(() => greyPrices(person).count()).toBe(0);
  await person.page
    .getByText(/\d[\d,]*\.\d\d/)
    .first()
    .waitFor();
  if (person.page.url().includes('/trades'))
    await expect.poll(() => pressable(person)).toEqual([true, true, true, true, true]);
}

/** Notes on the page, by its own clock, when it first says that prices are old, and how long the machine kept it from running. */
async function watches(person: Person): Promise<void> {
  await person.page.evaluate(`(() => {
    const watched = (window.watched = { from: Date.now(), oldAt: null, heldMs: 0 });
    let last = watched.from;
    const timer = setInterval(() => {
      const now = Date.now();
      watched.heldMs += Math.max(0, now - last - 2 * ${LOOK_MS});
      last = now;
      if (!document.querySelector('[data-stale]')) return;
      watched.oldAt = now;
      clearInterval(timer);
    }, ${LOOK_MS});
  })()`);
}

/** Every price is grey with its age, since `withinMs` after it was watched, and nothing can be dealt at the market. */
async function isSilent(person: Person, withinMs: number): Promise<void> {
  await old(person).first().waitFor();
  await expect.poll(() => person.page.evaluate('window.watched.oldAt')).not.toBeNull();
  const { from, oldAt, heldMs } = await person.page.evaluate<{ from: number; oldAt: number; heldMs: number }>(
    'window.watched',
  );
  expect(oldAt - from - (IN_FULL ? 0 : heldMs), `${heldMs} ms held up`).toBeLessThan(withinMs);
  await expect.poll(() => greyPrices(person).count()).toBeGreaterThan(3);
  if (person.page.url().includes('/trades'))
    expect(await pressable(person)).toEqual([false, false, false, false, false]);
}

/** By itself: prices move, buttons work, and it is still the same page. */
async function recovers(...people: Person[]): Promise<void> {
  for (const person of people) {
    await isLive(person);
    await person.expectSamePage();
  }
}

it('[S55] with the server frozen prices turn grey with their age and nothing can be dealt; when it goes on, everything does', async () => {
  site.freeze();
  await Promise.all([watches(desk), watches(phone)]);
  await Promise.all([isSilent(desk, NOTICED_MS), isSilent(phone, NOTICED_MS)]);
  // An age is counted, not guessed.
  await desk.page
    .getByText(/^(?:[7-9] s|\d\d s|\d+ min) old$/)
    .first()
    .waitFor();
  site.thaw();
  await recovers(desk, phone);
});

it('[S55] so it is with the network cut', async () => {
  line.cut();
  await Promise.all([watches(desk), watches(phone)]);
  await Promise.all([isSilent(desk, NOTICED_MS), isSilent(phone, NOTICED_MS)]);
  line.mend();
  await recovers(desk, phone);
});

it('[S55] a phone that wakes shows right away that its prices are old', async () => {
  const devtools = await phone.page.context().newCDPSession(phone.page);
  const asleepSince = await serverTime();
  line.cut();
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await expect
    .poll(async () => (await serverTime()) - asleepSince, { timeout: SLEEP_MS + PATIENCE_MS, interval: 250 })
    .toBeGreaterThan(SLEEP_MS);
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await watches(phone);
  await isSilent(phone, AWAKE_MS);
  line.mend();
  await recovers(phone);
});

it('[S56] a page that is opened while offline says so and opens by itself', async () => {
  for (const [person, name, heading] of [
    [desk, 'Statement', 'Statement'],
    [phone, 'Market', 'Market'],
  ] as const) {
    const context = person.page.context();
    await context.setOffline(true);
    await person.follows(name, person.page.getByRole('navigation').filter({ visible: true }).first());
    await person.page.getByRole('heading', { name: /offline/ }).waitFor({ timeout: NOTICED_MS });
    await expect.poll(() => person.page.getByText('ran into a problem').count()).toBe(0);
    await context.setOffline(false);
    await person.arrivesAt(heading);
    await person.expectSamePage();
    // With its styles too: nothing of the page lies beside it.
    const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await expect.poll(() => person.page.evaluate(wide)).toBeLessThanOrEqual(0);
  }
});

it('[S24] no page broke the content policy or threw an error', () => {
  expect(journey.complaints).toEqual([]);
});

/** Asked past the line, which may be cut. */
async function serverTime(): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
  return Date.parse(answer.headers.get('date') ?? '');
}
