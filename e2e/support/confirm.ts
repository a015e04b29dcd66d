import type { Locator } from 'playwright-core';
import type { Person } from './person.ts';

type Ready = { password: string; dialog: Locator };
/** By page: whoever is at it gives the password when they are asked for it again. */
const ready = new WeakMap<Person['page'], Ready>();

/** From here on this person gives the password again whenever the page asks (A136), as anybody would who works there. */
export async function confirmsWhenAsked(person: Person, password: string): Promise<void> {
  await confirmsByHand(person);
  const dialog = person.dialog('Confirm it’s you');
  ready.set(person.page, { password, dialog });
  await person.page.addLocatorHandler(dialog, async () => {
    await person.types('Password', password, dialog);
    await person.presses('Confirm', dialog);
  });
}

/** From here on the dialog stays for the test to answer. */
export async function confirmsByHand(person: Person): Promise<void> {
  const known = ready.get(person.page);
  if (known === undefined) return;
  ready.delete(person.page);
  await person.page.removeLocatorHandler(known.dialog);
}

export function passwordOf(person: Person): string | undefined {
  return ready.get(person.page)?.password;
}
