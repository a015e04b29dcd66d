import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CDPSession } from 'playwright-core';
import { Authenticator } from './support/authenticator.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { confirmsByHand } from './support/confirm.ts';
import type { Person } from './support/person.ts';
import { joins } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';

const client = { fullname: 'Noor Aziz', email: 'noor@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
beforeAll(async () => {
  site = await openSite();
  // Browsers make no passkey for a bare number.
  journey = await openBrowser({ ...site, url: site.url.replace('127.0.0.1', 'localhost') });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

/** Chromium's own virtual authenticator: a device that says yes by itself, as long as it is there. */
class Device {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  static async of(person: Person): Promise<Device> {
    const session = await person.page.context().newCDPSession(person.page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Device(session, authenticatorId);
  }

  async holds() {
    return (await this.#session.send('WebAuthn.getCredentials', { authenticatorId: this.#id })).credentials;
  }

  async takes(credential: Awaited<ReturnType<Device['holds']>>[number]): Promise<void> {
    await this.#session.send('WebAuthn.addCredential', { authenticatorId: this.#id, credential });
  }

  async isLost(): Promise<void> {
    await this.#session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.#id });
  }
}

async function leaves(person: Person): Promise<void> {
  await person.presses(`Account menu of ${client.fullname}`);
  await person.page.getByRole('menuitem', { name: 'Logout' }).click();
  await person.readsHeading('Login into your account');
}

async function adds(person: Person, name: string, code?: string): Promise<void> {
  await person.page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = person.dialog('Add a passkey');
  await person.types('Name', name, dialog);
  await person.types('Password', client.password, dialog);
  if (code !== undefined) await person.types('Code', code, dialog);
  await person.presses('Continue', dialog);
}

it('[A159] a passkey is added, signs in without a password, confirms, is renamed and removed; a copy of one is stopped and its owner reads why', async () => {
  const person = await journey.person();
  await joins(person, client);
  await confirmsByHand(person);
  await person.goesTo('/account');
  await person.page.getByRole('link', { name: /^Passkeys/ }).click();
  await person.arrivesAt('Passkeys');
  await person.reads('No passkeys yet');

  // ── a device that isn't there, then one that is ──
  const phone = await Device.of(person);
  await adds(person, '');
  await person.reads('Enter a name for the passkey');
  await person.types('Name', 'My phone');
  await person.presses('Continue');
  await person.reads('Passkey added');
  await person.page.getByRole('button', { name: 'Rename My phone' }).waitFor();
  expect(await phone.holds()).toHaveLength(1);
  await person.goesTo('/withdrawals');
  await person.reads(/on hold/i);

  // ── signing in with it ──
  await leaves(person);
  await person.presses('Log in with a passkey');
  await person.readsHeading('TOTAL BALANCE');

  // ── the same device makes no second; another one does ──
  await person.goesTo('/passkeys');
  await adds(person, 'My phone again');
  await person.reads('This device already has a passkey for your account.');
  await person.presses('Cancel', person.dialog('Add a passkey'));
  const [held] = await phone.holds();
  await phone.isLost();
  const laptop = await Device.of(person);
  await adds(person, 'Laptop');
  await person.page.getByRole('button', { name: 'Rename Laptop' }).click();
  await person.types('Name', 'Old laptop', person.dialog('Rename'));
  await person.presses('Save', person.dialog('Rename'));
  await person.page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await person.presses('Remove', person.dialog('Remove this passkey?'));
  // The server asks who is there; the other device answers.
  await person.presses('Use a passkey', person.dialog('Confirm it’s you'));
  await person.reads('Passkey removed');
  await expect.poll(() => person.page.getByRole('button', { name: 'Remove Old laptop' }).count()).toBe(0);
  await laptop.isLost();

  // ── a copy of the phone, made before it was used ──
  await leaves(person);
  const again = await Device.of(person);
  if (held === undefined) throw new Error('the phone held nothing');
  await again.takes(held);
  await person.presses('Log in with a passkey');
  await person.readsHeading('TOTAL BALANCE');
  await leaves(person);
  await again.isLost();
  const copy = await Device.of(person);
  await copy.takes(held);
  await person.presses('Log in with a passkey');
  await person.reads('We’ve stopped this passkey because it may have been copied.');

  // ── lost: the password still opens the account, and the mail says what happened ──
  await person.presses('Use your password instead');
  await person.types('Email', client.email);
  await person.types('Password', client.password);
  await person.presses('Login');
  await person.readsHeading('TOTAL BALANCE');
  await person.goesTo('/passkeys');
  await person.reads('Stopped');
  await person.opens('Mailbox');
  await person.page.getByRole('button', { name: /^We stopped one of your passkeys/ }).click();
  await expect.poll(() => person.page.getByRole('article').innerText()).toContain('“My phone”');
  expect(journey.complaints).toEqual([]);
});

it('[A159] with two-factor on adding one takes the code, a passkey that checks who holds it is enough, and removing it takes a code', async () => {
  const person = await journey.person({ width: 390, height: 844 });
  client.email = 'noor2@example.test';
  await joins(person, client);
  await confirmsByHand(person);
  await person.goesTo('/two-factor');
  await person.types('Password', client.password);
  await person.presses('Continue');
  const app = await Authenticator.takesKey(person);
  await person.types('Code from your app', await app.nextCode());
  await person.presses('Turn on');
  await person.readsHeading('Your recovery codes');
  const codes = await person.page
    .getByRole('list', { name: 'Your recovery codes' })
    .getByRole('listitem')
    .allInnerTexts();
  await person.presses('I have saved these codes');

  await person.goesTo('/passkeys');
  const device = await Device.of(person);
  await adds(person, 'Phone', '');
  await person.reads('Enter the six-digit code from your authenticator app.');
  await person.types('Code', codes[0] ?? '');
  await person.presses('Continue');
  await person.page.getByRole('button', { name: 'Rename Phone' }).waitFor();
  await leaves(person);
  await person.presses('Log in with a passkey');
  await person.readsHeading('TOTAL BALANCE');
  await person.goesTo('/passkeys');
  // ── removing one takes a code here: the password isn't offered ──
  await person.goesTo('/passkeys');
  await person.page.getByRole('button', { name: 'Remove Phone' }).click();
  await person.presses('Remove', person.dialog('Remove this passkey?'));
  const confirm = person.dialog('Confirm it’s you');
  await confirm.waitFor();
  await expect.poll(() => confirm.getByText('Use your password instead').count()).toBe(0);
  await person.types('Code', codes[1] ?? '', confirm);
  await person.presses('Confirm', confirm);
  await person.reads('Passkey removed');
  await device.isLost();
});
