import { afterAll, beforeAll, expect, it } from 'vitest';
import { DETAILS } from '../apps/api/test/details.ts';
import { type LiveSite, openLiveSite } from '../apps/api/test/live-site.ts';
import { picture } from '../apps/api/test/picture.ts';
import { PASSWORD } from '../apps/api/test/site.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { confirmsWhenAsked } from './support/confirm.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { sizes } from './support/sample.ts';
import { asks, entersSession, sends } from './support/seed.ts';

let site: LiveSite;
let journey: Journey;
beforeAll(async () => {
  site = await openLiveSite(new Date());
  journey = await openBrowser({ url: site.base, aheadMs: 0 });
  for (const name of ['first', 'second']) await site.staff(name);
});
afterAll(async () => {
  await journey?.close();
  await site?.close();
});

/** A browser in which this member of staff is signed in, with their second factor. */
async function enters(who: 'first' | 'second', size: { width: number; height: number }): Promise<Person> {
  const [person, { cookie }] = [await journey.person(size), await site.signIn(`${who}@example.test`)];
  const cookies = cookie.split('; ').map((each) => {
    const [name = '', ...value] = each.split('=');
    return { name, value: value.join('='), url: site.base };
  });
  await person.page.context().addCookies(cookies);
  await asks(person, 'POST', '/auth/step-up', { password: PASSWORD });
  await confirmsWhenAsked(person, PASSWORD);
  return person;
}

let pictures = 0;
async function shows(person: Person, kind: string): Promise<void> {
  const panel = person.page.getByRole('region', { name: 'Source of funds' });
  await panel.getByLabel('Type of document').selectOption({ label: kind });
  const buffer = picture((pictures += 1));
  await panel.getByLabel('Photo or scan').setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer });
  await person.presses('Send document', panel);
  await person.row('Documents you sent', kind, 'Not yet').waitFor();
}

it.each(sizes('phone'))(
  '[I35] %s: a client shows where their money comes from, staff view it, and two people say that it is documented',
  async (name, width, height) => {
    const person = await journey.person({ width, height });
    const email = `oda-${name}@example.test`;
    await asks(person, 'POST', '/auth/sign-up', { username: 'oda', fullname: 'Oda Brandt', email, password: PASSWORD });
    await site.db.ownerPool.query('update app.user set email_confirmed_at = created_at where email = $1', [email]);
    await entersSession(person, { email, password: PASSWORD });
    await asks(person, 'PUT', '/identity/details', DETAILS);
    await person.goesTo('/identity');
    await person.reads('Front of ID');
    expect(await person.page.getByRole('region', { name: 'Source of funds' }).count(), 'after the identity').toBe(0);
    await sends(person, '/identity', { front: picture((pictures += 1)), back: picture((pictures += 1)) });

    await person.goesTo('/identity');
    await person.reads('Nothing sent yet');
    await person.presses('Send document');
    await person.reads('Choose what this document is');
    await person.reads('Choose a photo or scan of the document');
    await shows(person, 'Payslip');
    await person.reads('You can send 19 more documents.');
    await shows(person, 'Bank statement');
    await person.reads('You can send 18 more documents.');
    await looksSound(person);

    const first = await enters('first', { width, height });
    const { id } = await asks(person, 'GET', '/me');
    await asks(first, 'POST', `/admin/verifications/${id}/decision`, { decision: 'approve', expires_on: null });
    await first.goesTo(`/queues?queue=source_of_funds&item=${id}`);
    await first.presses('View Payslip');
    await first.page.getByRole('img', { name: `Payslip from ${email}` }).waitFor();
    await looksSound(first);
    await first.presses('Mark as reviewed');
    await first.reads('Nothing waiting');
    await person.row('Documents you sent', 'Payslip', 'Not yet').waitFor({ state: 'detached' });

    await first.goesTo(`/user/${id}`);
    await first.presses('Document source of funds');
    const proposing = first.dialog('Mark source of funds as documented?');
    await first.reads('2 documents', proposing);
    await first.types('Reason', 'Payslip and bank statement agree', proposing);
    await first.presses('Propose', proposing);
    await first.reads('Proposed. Another person has to approve it.');

    const second = await enters('second', { width, height });
    await second.goesTo('/all-user?tab=proposals');
    await second.row('Proposals', email, 'Waiting').getByRole('button').first().click();
    const approving = second.dialog('Approve this proposal?');
    await second.reads('2 documents', approving);
    await second.presses('Approve', approving);
    await second.reads('Approved and done');

    await person.reads('Source of funds documented');
    await person.goesTo('/account/activity');
    await person.reads('Viewed a document about your source of funds');
    await Promise.all([person, first, second].map((each) => each.leaves()));
    expect(journey.complaints).toEqual([]);
  },
);
