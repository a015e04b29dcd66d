import type { ElementHandle } from 'playwright-core';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenInvariants } from '../apps/api/test/books.ts';
import { picture } from '../apps/api/test/picture.ts';
import { FIRST_ADMIN } from '../apps/api/test/server.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { confirmsByHand } from './support/confirm.ts';
import { Keys } from './support/keys.ts';
import { looksSound } from './support/looks.ts';
import { scalesUp } from './support/long-lists.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersSession, joins, pendingDeposit, sends } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

/** `npm run accept -- --only queues` asks for a million users, five million trades and an hour's work; otherwise a handful shows that it works. */
const WHOLE = process.env['QUEUES'] === 'whole';
/** Whoever trades has ten trades, two deposits and a withdrawal; others have only joined. */
const TRADERS = WHOLE ? 500_000 : 60;
const OTHERS = WHOLE ? 500_000 : 60;
const TO_DECIDE = WHOLE
  ? { deposits: 200, withdrawals: 100, verifications: 50, proposals: 10 }
  : { deposits: 5, withdrawals: 4, verifications: 3, proposals: 1 };
const PASSWORD = 'quiet harbour 27 lamps';
const SECOND = 'second@example.test';
const REASON = 'The picture shows another sum';
/** Of so many, one is refused. */
const REFUSED = 3;

type Queue = keyof typeof TO_DECIDE;
type Decision = { queue: Queue; id: string; approved: boolean; ms: number };
/** What the dialogs of a queue are called, and the buttons that send them. */
const ASKED: Readonly<Record<Exclude<Queue, 'proposals'>, { thing: string; no: string }>> = {
  deposits: { thing: 'deposit', no: 'Reject' },
  withdrawals: { thing: 'withdrawal', no: 'Reject' },
  verifications: { thing: 'verification', no: 'Decline' },
};

let site: Site;
let journey: Journey;
let first: Person;
let second: Person;
const decided: Decision[] = [];

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'queues' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  first = await journey.person({ width: 1440 });
  second = await journey.person({ width: 1440 });
  for (let i = 0; i < TO_DECIDE.verifications; i += 1) {
    const client = await journey.person();
    await joins(client, { fullname: `Client ${i}`, email: `client-${i}@example.test`, password: PASSWORD });
    if (i === 0) await pendingDeposit(client, '125.00', picture(1));
    await sends(client, '/identity', { front: picture(2 * i + 2), back: picture(2 * i + 3) });
    await client.leaves();
  }
  await scalesUp(site, { traders: TRADERS, others: OTHERS });
  await entersAsAdmin(first);
  await asks(second, 'POST', '/auth/reset/confirm', { token: await site.invites(SECOND), password: PASSWORD });
  await entersSession(second, { email: SECOND, password: PASSWORD });
  for (const person of [first, second]) await confirmsByHand(person);
  for (let i = 0; i < TO_DECIDE.proposals; i += 1)
    await asks(first, 'POST', '/admin/proposals', { action: 'add_staff', email: `new-${i}@example.test`, reason: 'Takes over the evening desk' }); // prettier-ignore
}, 3_600_000);
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

it('[QU6] [FS1] two of the staff work through queues by keyboard alone: each decision leads to the next item, and what either decides leaves the other’s list', async () => {
  await Promise.all([
    worksOn(first, FIRST_ADMIN.password, ['deposits']),
    worksOn(second, PASSWORD, ['withdrawals', 'verifications', 'proposals']),
  ]);
  const times = decided.map(({ ms }) => ms).toSorted((a, b) => a - b);
  expect(decided).toHaveLength(Object.values(TO_DECIDE).reduce((sum, each) => sum + each, 0));
  const median = times[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY;
  process.stdout.write(
    `${decided.length} decisions by keyboard with ${TRADERS + OTHERS} users and ${TRADERS * 10} trades: median ${median.toFixed(0)} ms, slowest ${(times.at(-1) ?? 0).toFixed(0)} ms\n`,
  );
  if (WHOLE) expect(median).toBeLessThanOrEqual(2_000);
}, 3_600_000);

it('[QU6] [QU1] what was decided is in the books and said to each client once', async () => {
  await site.database(async (db) => {
    for (const queue of ['deposits', 'withdrawals'] as const) {
      const ofQueue = decided.filter((each) => each.queue === queue);
      const thing = ASKED[queue].thing;
      for (const verdict of ['approved', 'rejected']) {
        const ids = ofQueue.filter(({ approved }) => approved === (verdict === 'approved')).map(({ id }) => id);
        const { rows } = await db.query<{ decided: number; told: number }>(
          `select (select count(*)::int from ledger.${thing} where id = any($1::uuid[]) and status::text = $2) as decided,
               (select count(*)::int from app.notification where subject_id = any($1::uuid[]) and kind = $3) as told`,
          [ids, verdict, `${thing}-${verdict}`],
        );
        expect(rows, `${queue} ${verdict}`).toEqual([{ decided: ids.length, told: ids.length }]);
      }
    }
    const { rows } = await db.query<{ approved: number }>(
      `select count(*)::int as approved from app."user" where email like 'client-%@example.test' and is_verified`,
    );
    const verified = decided.filter(({ queue, approved }) => queue === 'verifications' && approved);
    expect(rows).toEqual([{ approved: verified.length }]);
    expect(await brokenInvariants(db)).toEqual([]);
  });
}, 3_600_000);

it('[S24] no page broke the content policy, threw an error or was worked with anything but keys', () => {
  expect(journey.complaints).toEqual([]);
});

async function worksOn(person: Person, password: string, queues: readonly Queue[]): Promise<void> {
  const keys = await Keys.of(person);
  for (const queue of queues) {
    await person.goesTo(`/queues?queue=${queue}`);
    await person.readsHeading('Queues');
    await person.page.getByRole('list', { name: /^Waiting: / }).waitFor();
    await keys.press('j');
    await goesOn(person, { id: null, button: null });
    if (queue === 'withdrawals') await foldsRecords(person);
    for (let i = 0; i < TO_DECIDE[queue]; i += 1) {
      const approved = queue === 'proposals' || (i + 1) % REFUSED !== 0;
      decided.push({ queue, approved, ...(await decides(person, keys, password, queue, approved)) });
    }
    if (!WHOLE) await looksSound(person);
  }
}

/** Everybody here is paid to one account, and of the others who are, five show at first. */
async function foldsRecords({ page }: Person): Promise<void> {
  const others = page.getByRole('link', { name: /^Withdrawal of load-/ });
  await page.getByText(/^\d+ more$/).waitFor();
  expect(await others.count()).toBe(5);
}

/** Asks, answers and waits until the next item can be decided; the milliseconds are those that the product took, not those of whoever typed. */
async function decides(
  person: Person,
  keys: Keys,
  password: string,
  queue: Queue,
  approved: boolean,
): Promise<{ id: string; ms: number }> {
  const from = await shownTo(person);
  let ms = await timed(async () => {
    await keys.press(approved ? 'a' : 'r');
    await openDialog(person).locator(':focus').waitFor();
  });
  const dialog = openDialog(person);
  const { thing = 'proposal', no = '' } = queue === 'proposals' ? {} : ASKED[queue];
  const act = approved ? 'Approve' : no;
  await dialog.getByRole('heading', { name: `${act} this ${thing}?` }).waitFor();
  if (queue === 'withdrawals' && approved) await keys.types(`PP-${newId()}`);
  // The day the document expires, the same whichever of day and month comes first.
  if (queue === 'verifications' && approved) await keys.types('01012035');
  if (!approved) await keys.types(REASON);
  await keys.tabsTo('button', act, dialog);
  ms += await timed(async () => {
    await keys.press('Enter');
    if ((await goesOn(person, from)) !== 'asked again') return;
    await keys.types(password);
    await keys.press('Enter');
    await isShown(person, from);
  });
  return { id: from.id ?? '', ms };
}

const chosenOn = (person: Person) => new URL(person.page.url()).searchParams.get('item');

type Shown = { readonly id: string | null; readonly button: ElementHandle | null };

/** The item that is chosen, and the button that decides it. */
async function shownTo(person: Person): Promise<Shown> {
  return { id: chosenOn(person), button: await approveButton(person).elementHandle() };
}

const openDialog = (person: Person) => person.page.getByRole('dialog').filter({ visible: true });
const approveButton = (person: Person) => person.page.locator('[aria-keyshortcuts="A"]:not([disabled])').first();

/** Waits until another item is chosen and can be decided, or none is left to choose. */
async function isShown(person: Person, from: Shown): Promise<'shown'> {
  await person.page.waitForURL((url) => url.searchParams.get('item') !== from.id);
  // The address is ahead of what is on screen.
  await from.button?.waitForElementState('hidden');
  if (chosenOn(person) !== null) await approveButton(person).waitFor();
  // While one lies over the page, its keys wait.
  await openDialog(person).waitFor({ state: 'hidden' });
  return 'shown';
}

/** The same, or until the password is asked for first. */
function goesOn(person: Person, from: Shown): Promise<'shown' | 'asked again'> {
  const asked = person.dialog('Confirm it’s you').waitFor();
  // Whichever is not what happens is waited for in vain.
  asked.catch(() => undefined);
  return Promise.race([isShown(person, from), asked.then(() => 'asked again' as const)]);
}

async function timed(act: () => Promise<void>): Promise<number> {
  const beganAt = performance.now();
  await act();
  return performance.now() - beganAt;
}
