import { afterAll, beforeAll, expect, it } from 'vitest';
import { Authenticator } from './support/authenticator.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersSession, joins } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';

const client = { fullname: 'Mara Lind', email: 'mara@example.test', password: 'quiet harbour 27 lamps' };

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

async function opensTile(person: Person, tile: string, heading = tile): Promise<void> {
  await person.opens('Account');
  await person.follows(tile, person.page.getByRole('main'));
  await person.arrivesAt(heading);
}

async function leaves(person: Person): Promise<void> {
  await person.presses(`Account menu of ${client.fullname}`);
  await person.page.getByRole('menuitem', { name: 'Logout' }).click();
  await person.readsHeading('Login into your account');
}

async function typesPassword(person: Person): Promise<void> {
  await person.types('Email', client.email);
  await person.types('Password', client.password);
  await person.presses('Login');
  await person.reads('Enter the six-digit code');
}

it('[A101] two-factor is turned on, guards the login, a recovery code stands in; the email changes; another browser is seen and ended', async () => {
  const person = await journey.person();
  await joins(person, client);
  await person.goesTo('/account');

  // ── two-factor on ──
  await person.page.getByRole('link', { name: /^Two-factor authentication/ }).click();
  await person.arrivesAt('Two-factor authentication');
  await person.types('Password', 'not the right one');
  await person.presses('Continue');
  await person.reads('Incorrect password. Please try again.');
  await person.types('Password', client.password);
  await person.presses('Continue');
  await person.page.getByRole('img', { name: 'QR code with the key for your authenticator app' }).waitFor();
  const app = await Authenticator.takesKey(person);
  await person.types('Code from your app', '12345');
  await person.presses('Turn on');
  await person.reads('The code has six digits');
  const first = await app.nextCode();
  await person.types('Code from your app', first);
  await person.presses('Turn on');
  await person.readsHeading('Your recovery codes');
  const codes = await person.page
    .getByRole('list', { name: 'Your recovery codes' })
    .getByRole('listitem')
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  await person.presses('I have saved these codes');
  await person.reads('10 recovery codes left');

  // ── login asks for it ──
  await leaves(person);
  await typesPassword(person);
  await person.types('Code', first);
  await person.presses('Log in');
  await person.reads(/^That code has (?:already been used|just expired)/);
  await person.types('Code', codes[0] ?? '');
  await person.presses('Log in');
  await person.readsHeading('TOTAL BALANCE');

  // ── another email address ──
  await opensTile(person, 'Update Email');
  await person.presses('Update Email');
  await person.reads('Please fill in all fields');
  await person.types('New email', 'nonsense');
  await person.types('Password', client.password);
  await person.presses('Update Email');
  await person.reads('Invalid email address. Please enter a valid email.');
  await person.types('New email', 'mara.lind@example.test');
  // With two-factor on the password alone is not enough.
  await person.presses('Update Email');
  await person.reads('Enter the six-digit code from your authenticator app.');
  await person.types('Code', codes[1] ?? '');
  await person.presses('Update Email');
  await person.reads('Verification email sent to the new email address.');
  await person.opens('Mailbox');
  await person.page.getByRole('button', { name: /^Request to change your email address/ }).waitFor();
  await person.page.getByRole('button', { name: /^Confirm your new email address/ }).click();
  const text = await person.page.getByRole('article').innerText();
  const link = /http\S+\/confirm-email#token=\S+/.exec(text)?.[0] ?? '';
  await person.goesTo(link);
  await person.readsHeading('Confirm your new email');
  await expect.poll(() => person.page.url(), { message: 'the token leaves the address bar' }).not.toContain('token');
  await person.presses('Confirm email');
  await person.reads('Email updated successfully!');
  await person.follows('Go to account');
  await person.reads('mara.lind@example.test');
  client.email = 'mara.lind@example.test';

  // ── another browser, with the app's next code ──
  const other = await journey.person({ width: 390, height: 844 });
  await other.goesTo('/login');
  await typesPassword(other);
  await other.types('Code', await app.nextCode());
  await other.presses('Log in');
  await other.readsHeading('TOTAL BALANCE');
  await person.page.getByRole('link', { name: /^Sessions/ }).click();
  await person.arrivesAt('Sessions');
  await person.row('Sessions', 'This browser').waitFor();
  await person.page.getByRole('button', { name: /^End the session on Chrome/ }).click();
  // [S26] Enter, pressed without looking, ends nothing.
  const cancel = person.dialog('End this session?').getByRole('button', { name: 'Cancel', exact: true });
  await cancel.and(person.page.locator(':focus')).waitFor();
  await person.presses('End', person.dialog('End this session?'));
  await person.reads('Session ended');
  await other.dialog('Please log in again').waitFor();
  expect(journey.complaints).toEqual([]);
});

it('[A102] a profile picture is chosen, cropped by keyboard, saved and removed; the header shows it', async () => {
  const person = await journey.person({ width: 390, height: 844 });
  await person.goesTo('/login');
  const email = 'noor@example.test';
  await joins(person, { fullname: 'Noor Haddad', email, password: client.password });
  await person.goesTo('/profile-pic');
  await person.presses('Save picture');
  await person.reads('Please select a file first');
  const drawn = await person.page.screenshot();
  await person.page
    .getByLabel('Image', { exact: true })
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: drawn });
  const cropper = person.page.getByRole('group', { name: 'Crop' });
  await cropper.focus();
  await person.page.keyboard.press('ArrowDown');
  await person.page.getByLabel('Zoom').fill('2');
  await person.presses('Save picture');
  await person.reads('Upload Successful');
  const avatar = person.page.getByRole('button', { name: 'Account menu of Noor Haddad' }).locator('img');
  await avatar.waitFor();
  const shown = await person.page.request.get((await avatar.getAttribute('src')) ?? '');
  expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/webp']);
  await person.presses('Remove picture');
  await person.reads('Picture removed');
  await avatar.waitFor({ state: 'detached' });
  expect(journey.complaints).toEqual([]);
});

it('[A101] the forms refuse a wrong password in the specification’s words', async () => {
  const person = await journey.person();
  const account = { fullname: 'Ida Berg', email: 'ida@example.test', password: client.password };
  await joins(person, account);
  await person.goesTo('/update-email');
  await person.types('New email', 'ida.berg@example.test');
  await person.types('Password', 'not the right one');
  await person.presses('Update Email');
  await person.reads('Incorrect password. Please try again.');
  await person.goesTo('/change-password');
  await person.types('Current password', 'not the right one');
  await person.types('New password', 'a quieter harbour 9');
  await person.types('Confirm password', 'a quieter harbour 9');
  await person.presses('Update password');
  await person.reads('The current password is incorrect');
  // The session is gone: the page says what it could not do, and what was typed stays.
  await person.types('Current password', account.password);
  await person.page.context().clearCookies();
  await person.presses('Update password');
  await person.dialog('Please log in again').waitFor();
  await person.reads('User is not authenticated');
  await person.types('Password', account.password, person.dialog('Please log in again'));
  await person.presses('Login', person.dialog('Please log in again'));
  await person.dialog('Please log in again').waitFor({ state: 'hidden' });
  await person.presses('Update password');
  await person.reads('Password updated successfully');
  await person.goesTo('/confirm-email#token=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
  await person.presses('Confirm email');
  await person.reads('This link has expired. Request a new one.');
  await person.leaves();
});

it('[A108] [A109] [A85] a changed password is told with a link that locks the account, and the hold shows beside the withdrawals', async () => {
  const person = await journey.person({ width: 390, height: 844 });
  const account = { fullname: 'Tove Lund', email: 'tove@example.test', password: client.password };
  await joins(person, account);
  for (const [path, text] of [
    ['/update-email', 'We then hold withdrawals for 24 hours.'],
    ['/two-factor', 'After any change here we hold withdrawals for 24 hours.'],
    ['/change-password', 'We then hold withdrawals for 24 hours.'],
  ] as const) {
    await person.goesTo(path);
    await person.reads(new RegExp(text.replaceAll('.', String.raw`\.`)));
  }
  await person.types('Current password', account.password);
  await person.types('New password', 'a quieter harbour 9');
  await person.types('Confirm password', 'a quieter harbour 9');
  await person.presses('Update password');
  await person.reads('Password updated successfully');
  await person.goesTo('/withdrawals');
  await person.reads(/^Your withdrawals are on hold until .* at the latest$/);
  await person.goesTo('/mailbox');
  await person.page.getByRole('button', { name: /^Was this you\?/ }).click();
  const text = await person.page.getByRole('article').innerText();
  const link = /http\S+\/lock-account#token=\S+/.exec(text)?.[0] ?? '';
  const owner = await journey.person();
  // The link of an older mail first; the right one is pasted into the same tab.
  await owner.goesTo('/lock-account#token=any');
  await owner.presses('Lock my account');
  await owner.reads(/^This link has expired or has already been used/);
  await owner.goesTo(link);
  await owner.readsHeading('Lock your account');
  await expect.poll(() => owner.page.url(), { message: 'the token leaves the address bar' }).not.toContain('token');
  await owner.presses('Lock my account');
  await owner.reads('Your account is locked and everyone is logged out. Choose a new password to get back in.');
  await person.dialog('Please log in again').waitFor();
  await person.leaves();
  await owner.leaves();
});

it('[A85] another link that is pasted into the page of a dead one can be used', async () => {
  const person = await journey.person();
  await person.goesTo('/confirm-email#token=any&new=account');
  await person.readsHeading('Confirm your email');
  await person.presses('Confirm email');
  await person.reads(/^This link has expired or has already been used\. Log in/);
  await person.goesTo('/confirm-email#token=other');
  await person.readsHeading('Confirm your new email');
  await person.presses('Confirm email');
  await person.reads('This link has expired. Request a new one.');
  await person.goesTo('/reset-password#token=any');
  await person.types('New password', 'a quieter harbour 9');
  await person.types('Confirm password', 'a quieter harbour 9');
  await person.presses('Save password');
  const dead = person.page.getByText('This reset link has expired. Request a new one.');
  await dead.waitFor();
  await person.goesTo('/reset-password#token=other');
  await dead.waitFor({ state: 'hidden' });
  expect(await person.page.getByLabel('New password', { exact: true }).inputValue()).toBe('a quieter harbour 9');
  await person.leaves();
});

it('[A4] [A94] whoever has a password or a second factor to set up first can log out instead', async () => {
  const person = await journey.person({ width: 390, height: 844 });
  await joins(person, { ...client, email: 'first@example.test' });
  for (const [what, heading] of [
    ['must_change_password', 'Choose your own password'],
    ['must_set_up_two_factor', 'Set up two-factor authentication'],
  ]) {
    await entersSession(person, { ...client, email: 'first@example.test' });
    await person.page.route('**/api/v1/me', async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as object;
      await route.fulfill({ response: answer, json: { ...json, ...(answer.ok() && { [what ?? '']: true }) } });
    });
    await person.goesTo('/dashboard');
    await person.readsHeading(heading ?? '');
    await looksSound(person);
    await person.presses('Logout');
    await person.readsHeading('Login into your account');
    await person.page.unrouteAll({ behavior: 'ignoreErrors' });
    expect((await person.page.request.get('/api/v1/me')).status()).toBe(401);
  }
  await person.leaves();
});

it('[S158] where somebody else signs in from another tab, the open page shows nothing of the person before', async () => {
  const other = { fullname: 'Otto Reis', email: 'otto@example.test', password: client.password };
  await joins(await journey.person(), other);
  const person = await journey.person();
  await joins(person, { ...client, fullname: 'Nora Falk', email: 'nora@example.test' });
  await asks(person, 'POST', '/demo/top-up', { amount: '4321.00' });
  await person.goesTo('/select-withdrawal?method=bank');
  await person.reads('$4,321.00');
  await person.types('Account name', 'Nora Falk');
  await entersSession(person, other);
  await person.page.getByRole('button', { name: 'Account menu of Otto Reis' }).waitFor();
  await person.reads('Withdrawable');
  expect(await person.page.getByText('$4,321.00').count()).toBe(0);
  expect(await person.page.getByLabel('Account name').inputValue()).toBe('');
});
