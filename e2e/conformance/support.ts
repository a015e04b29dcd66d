import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { tellsWhy } from '../support/why.ts';
import type { Journey, PersonOptions } from '../support/browser.ts';
import type { Person } from '../support/person.ts';
import { entersAsAdmin, joins } from '../support/seed.ts';
import { openSite, untilMarketsAreOpen } from '../support/site.ts';
import type { Site } from '../support/site.ts';

export const PASSWORD = 'quiet harbour 27 lamps';

export type Stage = {
  site: Site;
  visitor(options?: PersonOptions): Promise<Person>;
  /** A new client, signed in. */
  client(name: string, options?: PersonOptions): Promise<Person>;
  admin(options?: PersonOptions): Promise<Person>;
};

/** One site and one browser for a file of tests. Each test opens the people it needs; they leave when it ends. */
export function stage(name: string): Stage {
  let site: Site;
  let journey: Journey;
  let here: Person[] = [];
  beforeAll(async () => {
    site = await openSite({ env: { MARKET_SEED: name }, aheadMs: untilMarketsAreOpen() });
    journey = await openBrowser(site);
  });
  afterEach(async ({ task }) => {
    // While they are still there.
    await tellsWhy(task);
    for (const person of here) await person.leaves();
    here = [];
  });
  afterAll(async () => {
    await journey?.close();
    await site?.stop();
  });
  const visitor = async (options?: PersonOptions): Promise<Person> => {
    const person = await journey.person(options);
    here.push(person);
    return person;
  };
  return {
    get site() {
      return site;
    },
    visitor,
    async client(who, options) {
      const person = await visitor(options);
      await joins(person, { fullname: who, email: addressOf(who), password: PASSWORD });
      return person;
    },
    async admin(options) {
      const person = await visitor(options);
      await entersAsAdmin(person);
      return person;
    },
  };
}

export function addressOf(name: string): string {
  return `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.test`;
}

/** Everything that a person is meant to read is on the page. */
export async function readsAll(person: Person, ...texts: (string | RegExp)[]): Promise<void> {
  for (const text of texts) await person.reads(text);
}

/** The message stands at its own field: what a screen reader says of the field names it. */
export async function fieldSays(person: Person, label: string, message: string): Promise<void> {
  const { page } = person;
  const field = page.getByLabel(label, { exact: true });
  const announced = async (): Promise<string> => {
    const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean);
    return (await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).allInnerTexts()))).flat().join(' ');
  };
  await expect.poll(announced, { message: label }).toContain(message);
}

/** Holds every answer of the api to this path until the returned function is called. */
export async function holdsBack(person: Person, path: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await person.page.route(`**/api/v1${path}`, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return () => {
    gate.resolve();
  };
}

export async function arrivesAtPath(person: Person, path: string): Promise<void> {
  await expect.poll(() => new URL(person.page.url()).pathname).toBe(path);
}
