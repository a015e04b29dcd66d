import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { sizes } from './support/sample.ts';
import { entersAsAdmin, joins } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';

let site: Site;
let journey: Journey;
beforeAll(async () => {
  site = await openSite();
  journey = await openBrowser(site);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

const usd = (amount: string) => ({ amount, currency: 'USD' });
const allowance = (limit: string, used: string, left: string) => ({
  limit: usd(limit),
  used: usd(used),
  left: usd(left),
  resets_at: '2099-01-01T00:00:00.000Z',
});
const LIMITS = {
  level: 'identity',
  document_expired: false,
  funds_documented: false,
  day: allowance('10000.00', '4000.00', '6000.00'),
  month: allowance('50000.00', '49000.00', '1000.00'),
  levels: [
    { level: 'email', day: usd('500.00'), month: usd('1000.00') },
    { level: 'identity', day: usd('10000.00'), month: usd('50000.00') },
    { level: 'funds', day: null, month: null },
  ],
};

/** A live site needs an operator, https and a mail server; what the pages do follows what they are told. */
async function liveFor(person: Person, limits: object): Promise<void> {
  await person.page.route('**/api/v1/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mode: 'live' } });
  });
  await person.page.route('**/deposit-limits', (route) => route.fulfill({ json: limits }));
}

it.each(sizes('phone'))(
  '[F58] [I30] %s: level, limits and what is left are read before anything is typed, and staff propose the highest level',
  async (name, width, height) => {
    const person = await journey.person({ width, height });
    const admin = await journey.person({ width, height });
    const email = `lee-${name}@example.test`;
    await joins(person, { fullname: 'Lee Marsh', email, password: 'quiet harbour 27 lamps' });
    await person.goesTo('/deposit');
    await person.reads('Amount in USD');
    await expect.poll(() => person.page.getByText('Your level').count(), { message: 'a demo has no level' }).toBe(0);
    await liveFor(person, LIMITS);
    await person.goesTo('/deposit');
    await person.reads('Identity verified');
    await person.reads('$6,000.00 left of $10,000.00');
    await person.reads('$1,000.00 left of $50,000.00');
    await person.reads('To raise these limits, send us documents that show where your money comes from.');
    await person.follows('Send documents');
    await person.arrivesAt('Identity Verification');
    await person.reads('$6,000.00 left of $10,000.00');

    await liveFor(person, { ...LIMITS, level: 'email', document_expired: true });
    await person.goesTo('/deposit');
    await person.reads('Your identity document has expired. Once we’ve approved a new one, you can deposit more.');
    await person.follows('Send a new document');
    await person.arrivesAt('Identity Verification');

    await entersAsAdmin(admin);
    await liveFor(admin, LIMITS);
    await admin.goesTo('/all-user');
    await admin.types('Search by email', email);
    await admin.row('Users', email).getByRole('link', { name: email }).click();
    await admin.reads('$500.00 a day, $1,000.00 a month');
    await admin.presses('Document source of funds');
    const dialog = admin.dialog('Mark source of funds as documented?');
    await admin.reads('Once another person approves', dialog);
    // The server behind this page is a demo, which has nothing to document, and says so in the dialog.
    await admin.types('Reason', 'Salary statements on file', dialog);
    await admin.presses('Propose', dialog);
    await admin.reads('In demo mode nobody has a deposit limit.', dialog);
    await person.leaves();
    await admin.leaves();
    expect(journey.complaints.filter((text) => !text.includes('409'))).toEqual([]);
  },
);

it('[F58] limits that can’t be read are said to be missing, and the amount can be typed all the same', async () => {
  const person = await journey.person({ width: 320, height: 720 });
  await joins(person, { fullname: 'Mo Reed', email: 'mo@example.test', password: 'quiet harbour 27 lamps' });
  await liveFor(person, LIMITS);
  await person.page.route('**/deposit-limits', (route) => route.abort());
  await person.goesTo('/deposit');
  await person.reads('Couldn’t load your deposit limits');
  await person.types('Amount in USD', '10');
  await person.leaves();
});
