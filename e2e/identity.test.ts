import { afterAll, beforeAll, expect, it } from 'vitest';
import { picture } from '../apps/api/test/picture.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { sizes } from './support/sample.ts';
import { entersAsAdmin, joins } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';

const client = { fullname: 'Mara Lind', email: 'mara@example.test', password: 'quiet harbour 27 lamps' };
const REASON = 'The back is cut off: all four corners must be visible';

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

/** A day by the site's clock. */
const inDays = (days: number) => new Date(Date.now() + site.aheadMs + days * 86_400_000).toISOString().slice(0, 10);

let pictures = 0;
async function chooses(person: Person, label: string): Promise<void> {
  await person.page
    .getByLabel(label, { exact: true })
    .setInputFiles({ name: 'id.png', mimeType: 'image/png', buffer: picture((pictures += 1)) });
}

async function opensVerification(admin: Person): Promise<void> {
  await admin.goesTo('/all-user?tab=verifications');
  await admin.types('Search by email', client.email);
  await admin.row('Verifications', client.email, 'Pending').getByRole('link', { name: client.email }).click();
  await admin.readsHeading('Verification');
}

/** [G97] Enlarges the picture and turns it, by keyboard alone. */
async function looksClosely(admin: Person, name: string): Promise<void> {
  const image = admin.page.getByRole('img', { name });
  const tools = admin.page.getByRole('group', { name: `Zoom and turn: ${name}` });
  const width = async () => (await image.boundingBox())?.width ?? 0;
  const fitting = await width();
  expect(fitting).toBeGreaterThan(0);
  await tools.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await admin.reads('150%', tools);
  await expect.poll(width).toBeCloseTo(fitting * 1.5, 0);
  await tools.getByRole('button', { name: 'Turn right' }).press('Enter');
  await expect.poll(() => image.getAttribute('style')).toContain('rotate: 90deg');
  await tools.getByRole('button', { name: 'Zoom out' }).press('Enter');
  await admin.reads('100%', tools);
}

it('[I13] on a live site the deposit wizard says first that an identity is wanted, and leads there', async () => {
  const person = await journey.person();
  await joins(person, { ...client, email: 'first@example.test' });
  await person.goesTo('/deposit');
  await person.arrivesAt('Deposit');
  await expect.poll(() => person.page.getByText('Verify your identity').count()).toBe(0);
  // A live site needs an operator, https and a mail server; what the page does follows the mode that it is told.
  await person.page.route('**/api/v1/settings/public', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mode: 'live' } });
  });
  await person.goesTo('/deposit');
  await person.reads('Verify your identity before your first deposit.');
  await person.follows('Verify my identity');
  await person.arrivesAt('Identity Verification');
});

it.each(sizes('phone'))(
  '[I21] %s: a live site asks for the details first, names what is missing beside its field, and staff read them where they decide',
  async (name, width, height) => {
    const person = await journey.person({ width, height });
    const admin = await journey.person({ width, height });
    const email = `nia-${name}@example.test`;
    await joins(person, { ...client, email });
    await person.page.route('**/api/v1/me', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), mode: 'live' } });
    });
    await person.goesTo('/identity');
    await person.reads('Fill in your details first. Then you can send your documents.');
    await person.presses('Save details');
    await person.reads('Enter your date of birth');
    await person.reads('Choose where your money comes from');
    await person.types('Date of birth', '2015-03-01');
    await person.page.getByLabel('Nationality').selectOption({ label: 'Netherlands' });
    await person.page.getByLabel('Country of residence').selectOption({ label: 'Germany' });
    await person.types('Street and number', 'Lindenallee 7');
    await person.types('Town or city', 'Hamburg');
    await person.types('Tax number', '12 345 678 901');
    await person.page.getByLabel('Source of funds').selectOption({ label: 'Salary' });
    await person.presses('Save details');
    await person.reads('You must be at least 18 to have an account here.');
    await person.types('Date of birth', '1990-04-23');
    await person.presses('Save details');
    await person.reads('Lindenallee 7');
    await person.presses('Change details');
    await person.types('Street and number', 'Grindelallee 30');
    await person.presses('Save details');
    await person.reads('Grindelallee 30');
    await chooses(person, 'Front of ID');
    await chooses(person, 'Back of ID');
    await person.presses('Submit');
    await person.reads('We’re checking your documents');

    await entersAsAdmin(admin);
    await admin.goesTo('/all-user?tab=verifications');
    await admin.types('Search by email', email);
    await admin.row('Verifications', email, 'Pending').getByRole('link', { name: email }).click();
    await admin.readsHeading('Personal details');
    await admin.reads('Grindelallee 30');
    await admin.reads('Not compared with any list of sanctioned or politically exposed people.');
    await admin.page.getByText('1 earlier version').click();
    await admin.reads('Lindenallee 7');
    await admin.goesTo('/all-user?tab=audit');
    await admin.reads('Personal details viewed');
    await person.leaves();
    await admin.leaves();
    expect(journey.complaints).toEqual([]);
  },
);

it.each(sizes('phone'))(
  '[I12] [G97] %s: documents are sent and looked at closely, one is declined with its reason, sent again and approved, and both browsers follow without a reload',
  async (name, width, height) => {
    const person = await journey.person({ width, height });
    const admin = await journey.person({ width, height });
    client.email = `mara-${name}@example.test`;
    await joins(person, client);
    await entersAsAdmin(admin);
    await admin.goesTo('/all-user?tab=verifications');
    if (name === 'desktop') await admin.reads('No verifications available');

    await person.goesTo('/account');
    await person.readsHeading('Account');
    await person.reads('Not verified');
    for (const tile of [
      'Deposit',
      'Withdrawal',
      'Buy Crypto',
      'Identity Verification',
      'Update Profile Picture',
      'Update Email',
      'Update Password',
    ])
      await person.page
        .getByRole('list', { name: 'Account pages' })
        .getByRole('link', { name: tile, exact: true })
        .waitFor();
    await person.follows('Identity Verification');
    await person.arrivesAt('Identity Verification');
    await person.presses('Submit');
    await person.reads('Please upload both Front and Back ID images before submitting.');
    await chooses(person, 'Front of ID');
    await chooses(person, 'Back of ID');
    await person.presses('Submit');
    await person.reads('Upload Successful');
    await person.reads('We’re checking your documents');
    await person.marksPage();

    await opensVerification(admin);
    await admin.page.getByRole('img', { name: `Front of ID of ${client.email}` }).waitFor();
    await admin.page.getByRole('img', { name: `Back of ID of ${client.email}` }).waitFor();
    await looksClosely(admin, `Front of ID of ${client.email}`);
    await admin.presses('Decline');
    const dialog = admin.dialog('Decline this verification?');
    await dialog.getByLabel('Front of ID').uncheck();
    await admin.presses('Decline', dialog);
    await admin.reads('Enter a reason. The client will see it', dialog);
    await admin.types('Reason', REASON, dialog);
    await admin.presses('Decline', dialog);
    await admin.readsHeading('Manage');
    await admin.marksPage();

    await person.reads(REASON);
    await person.expectSamePage();
    await expect
      .poll(() => person.page.getByLabel('Front of ID', { exact: true }).count(), {
        message: 'what was accepted is not asked for again',
      })
      .toBe(0);
    await chooses(person, 'Back of ID');
    await person.presses('Send again');
    await person.reads('We’re checking your documents');

    await admin.row('Verifications', client.email, 'Pending').waitFor();
    await admin.expectSamePage();
    await opensVerification(admin);
    await admin.presses('Approve');
    const approving = admin.dialog('Approve this verification?');
    await admin.presses('Approve', approving);
    await approving.getByText('Enter the date on which the document expires, or choose that it has none').waitFor();
    await admin.types('Expires on', inDays(-1), approving);
    await admin.presses('Approve', approving);
    await approving.getByText('The document has expired. Decline it, or check the date.').waitFor();
    await admin.types('Expires on', inDays(20), approving);
    await admin.presses('Approve', approving);
    await admin.readsHeading('Manage');
    await admin.row('Verifications', client.email, 'Approved').waitFor();

    await person.reads('Your identity is verified.');
    await person.expectSamePage();
    await person.goesTo('/account');
    await person.reads('Account Verified');

    await admin.goesTo('/all-user?tab=audit');
    await admin.reads('Verification approved');
    await admin.reads('Identity document viewed');
    await person.leaves();
    await admin.leaves();
    expect(journey.complaints).toEqual([]);
  },
);

it.each(sizes('phone'))(
  '[I27] [I28] [I31] %s: a document that expires soon is replaced while its owner stays verified, and staff correct its dates with a reason',
  async (name, width, height) => {
    const person = await journey.person({ width, height });
    const admin = await journey.person({ width, height });
    client.email = `ida-${name}@example.test`;
    await joins(person, client);
    await entersAsAdmin(admin);
    await person.goesTo('/identity');
    await chooses(person, 'Front of ID');
    await chooses(person, 'Back of ID');
    await person.presses('Submit');
    await person.reads('We’re checking your documents');
    await opensVerification(admin);
    await admin.presses('Approve');
    const approving = admin.dialog('Approve this verification?');
    await admin.types('Expires on', inDays(20), approving);
    await admin.presses('Approve', approving);
    // Who leaves before it was answered may not have approved anything.
    await admin.readsHeading('Manage');

    await admin.goesTo('/all-user?tab=verifications');
    await admin.types('Search by email', client.email);
    await admin.chooses('Status', 'Expires within 30 days');
    await admin.row('Verifications', client.email, 'Approved').waitFor();
    expect(new URL(admin.page.url()).searchParams.get('status')).toBe('expiring');
    await person.reads('You can send a new one now.');
    await person.presses('Send a new document');
    await chooses(person, 'Front of ID');
    await chooses(person, 'Back of ID');
    await person.presses('Send a new document');
    await person.reads('Until we’re done, you stay verified.');
    await opensVerification(admin);
    await admin.reads('They stay verified while it waits, and if you decline it.');
    await admin.presses('Decline');
    const declining = admin.dialog('Decline this verification?');
    await admin.types('Reason', 'Too dark to read', declining);
    await admin.presses('Decline', declining);
    await person.reads('Until then, you stay verified.');
    await person.reads('Too dark to read');

    await admin.goesTo('/all-user?tab=verifications');
    await admin.types('Search by email', client.email);
    await admin.row('Verifications', client.email, 'Declined').getByRole('link', { name: client.email }).click();
    await admin.reads('The earlier approval still stands; you can take it back.');
    await admin.presses('Correct dates');
    const correcting = admin.dialog('When does the document expire?');
    await admin.chooses('Expiry', 'The document has no expiry date', correcting);
    await admin.types('Review on', inDays(400), correcting);
    await admin.presses('Correct dates', correcting);
    await correcting.getByText('Enter a reason. The client will see it').waitFor();
    await admin.types('Reason', 'It has none', correcting);
    await admin.presses('Correct dates', correcting);
    await admin.reads('Dates recorded');
    await admin.reads('No expiry date');
    await admin.follows(client.email);
    await admin.readsHeading('User');
    await admin.reads('No expiry date');
    await person.reads('Your document has no expiry date.');
    await admin.goesTo('/all-user?tab=verifications&status=expiring');
    await expect.poll(() => admin.row('Verifications', client.email).count()).toBe(0);
    await admin.goesTo('/all-user?tab=verifications&status=no_dates');
    await admin.reads('No results');
    await person.leaves();
    await admin.leaves();
    expect(journey.complaints).toEqual([]);
  },
);
