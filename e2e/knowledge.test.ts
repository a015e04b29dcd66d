import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
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
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await journey.tellsWhy(task.name, site);
});

/** A live site needs an operator, https and a mail server; what the pages do follows what they are told. */
async function liveFor(person: Person): Promise<void> {
  await person.page.route('**/api/v1/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mode: 'live' } });
  });
  await person.page.route('**/api/v1/me/knowledge-check', async (route) => {
    const answer = await route.fetch();
    const check = await answer.json();
    const required = check.status !== 'passed' && check.status !== 'confirmed';
    await route.fulfill({ response: answer, json: answer.ok() ? { ...check, required } : check });
  });
}

it.each(sizes('phone'))(
  '[KN5] %s: the ticket leads to the questions, one left out is named, the warning stays, and staff see how it went',
  async (name, width, height) => {
    const person = await journey.person({ width, height });
    const admin = await journey.person({ width, height });
    const email = `kim-${name}@example.test`;
    await joins(person, { fullname: 'Kim Vale', email, password: 'quiet harbour 27 lamps' });
    await liveFor(person);
    await person.goesTo('/trades?symbol=BTC&side=buy');
    await person.reads('Answer seven questions before your first trade.');
    await person.follows('Open the questions');
    await person.arrivesAt('Before your first trade');
    for (const answer of [
      '$10, which is 2% of $500',
      'Yes, the price is guaranteed',
      'It stays open until I close it',
      'Nothing',
      'Leverage makes no difference',
      'Never',
    ])
      await person.page.getByRole('radio', { name: answer, exact: true }).check();
    await person.presses('Send answers');
    await person.reads('Choose an answer');
    await person.page.getByRole('radio', { name: 'No', exact: true }).check();
    await person.presses('Send answers');
    await person.reads('Leveraged trading may not be right for you');
    await person.reads('If you still want to trade, you can confirm it here from');
    await person.goesTo('/trades?symbol=BTC&side=buy');
    await person.reads('once you’ve confirmed the warning');

    await entersAsAdmin(admin);
    await admin.goesTo('/all-user');
    await admin.types('Search by email', email);
    await admin.row('Users', email).getByRole('link', { name: email }).click();
    await admin.reads('Failed: warned, can’t confirm yet');
    await person.leaves();
    await admin.leaves();
    expect(journey.complaints).toEqual([]);
  },
);
