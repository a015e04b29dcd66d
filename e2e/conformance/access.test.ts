import { expect, it } from 'vitest';
import { asks, joins } from '../support/seed.ts';
import { addressOf, arrivesAtPath, fieldSays, holdsBack, PASSWORD, readsAll, stage } from './support.ts';

const on = stage('conformance-access');

it('[K1] the login screen carries its heading and links, says each mistake in its place, and leads to the dashboard', async () => {
  const person = await on.visitor();
  const account = { fullname: 'Login Reader', email: addressOf('Login Reader'), password: PASSWORD };
  for (const path of ['/', '/login']) {
    await person.goesTo(path);
    await person.arrivesAt('Login into your account');
  }
  await expect
    .poll(() => person.page.getByRole('link', { name: 'Create account' }).getAttribute('href'))
    .toBe('/signup');
  await expect
    .poll(() => person.page.getByRole('link', { name: 'Forgot password' }).getAttribute('href'))
    .toBe('/reset-password');
  await person.presses('Login');
  await fieldSays(person, 'Email', 'Email is required');
  await fieldSays(person, 'Password', 'Password is required');
  await person.types('Email', 'nobody');
  await person.presses('Login');
  await fieldSays(person, 'Email', 'Invalid email format');
  await person.types('Email', account.email);
  await person.types('Password', 'not the password');
  const release = await holdsBack(person, '/auth/sign-in');
  await person.presses('Login');
  await expect
    .poll(() => person.page.getByRole('button', { name: 'Logging in...', exact: true }).isDisabled())
    .toBe(true);
  release();
  await person.reads('Login failed. Please check your credentials.');
  await expect.poll(() => person.page.getByLabel('Email', { exact: true }).inputValue()).toBe(account.email);

  await joins(await on.visitor(), account);
  await person.types('Password', account.password);
  await person.presses('Login');
  await arrivesAtPath(person, '/dashboard');
});

it('[K2] signing up asks for everything, says each mistake in its place, hides passwords, and leads to / and so to Home', async () => {
  const person = await on.visitor();
  for (const path of ['/register', '/signup']) {
    await person.goesTo(path);
    await person.arrivesAt('Create an account');
  }
  await expect.poll(() => person.page.getByRole('link', { name: 'Login', exact: true }).getAttribute('href')).toBe('/');
  await person.presses('Sign up');
  await fieldSays(person, 'Username', 'Username is required');
  await fieldSays(person, 'Full name', 'Full name is required');
  await fieldSays(person, 'Email', 'Email is required');
  await fieldSays(person, 'Password', 'Password is required');
  for (const label of ['Password', 'Confirm password']) {
    await expect.poll(() => person.page.getByLabel(label, { exact: true }).getAttribute('type')).toBe('password');
  }
  await person.presses('Show password');
  await expect.poll(() => person.page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');

  await person.types('Username', 'reader');
  await person.types('Full name', 'Sign-up Reader');
  await person.types('Email', 'not an address');
  await person.types('Password', 'seven77');
  await person.types('Confirm password', 'seven78');
  await person.presses('Sign up');
  await fieldSays(person, 'Email', 'Invalid email format');
  await fieldSays(person, 'Password', 'Password must be at least 8 characters');
  await fieldSays(person, 'Confirm password', 'password does not match');

  await person.types('Email', addressOf('Sign-up Reader'));
  await person.types('Password', PASSWORD);
  await person.types('Confirm password', PASSWORD);
  const places: string[] = [];
  person.page.on('framenavigated', (frame) => places.push(new URL(frame.url()).pathname));
  const release = await holdsBack(person, '/auth/sign-up');
  await person.presses('Sign up');
  await expect.poll(() => person.page.getByRole('button', { name: 'Loading...', exact: true }).isDisabled()).toBe(true);
  release();
  await arrivesAtPath(person, '/dashboard');
  expect(places).toEqual(['/', '/dashboard']);
});

it('[K3] a reset is asked for by email, answered alike for every address, and the link chooses a new password', async () => {
  const [person, client] = [await on.visitor(), await on.client('Reset Reader')];
  await person.goesTo('/reset-password');
  await person.arrivesAt('Reset password');
  await expect
    .poll(() => person.page.getByRole('link', { name: 'Create account' }).getAttribute('href'))
    .toBe('/signup');
  await expect.poll(() => person.page.locator('img').first().getAttribute('src')).toMatch(/favicon/);
  await person.presses('Send reset link');
  await fieldSays(person, 'Email', 'Email is required');
  await person.types('Email', 'nobody@');
  await person.presses('Send reset link');
  await fieldSays(person, 'Email', 'Invalid email format');
  const alike = 'If that address has an account, a password reset e-mail is on its way. Check your inbox.';
  for (const address of ['stranger@example.test', addressOf('Reset Reader')]) {
    await person.types('Email', address);
    await person.presses('Send reset link');
    await person.reads(alike);
  }
  const linkInMail = async (): Promise<string> => {
    const { data } = await client.downloads<{ data: { text: string }[] }>('/me/mailbox');
    return (
      data.map(({ text }) => /\/reset-password#token=[\w-]+/.exec(text)?.[0]).find((found) => found !== undefined) ?? ''
    );
  };
  await expect.poll(linkInMail).not.toBe('');
  const link = await linkInMail();
  await person.goesTo('/login');
  await person.goesTo(link);
  await person.arrivesAt('Choose a new password');
  await person.types('New password', 'another harbour 28 lamps');
  await person.types('Confirm password', 'another harbour 28 lamps');
  await person.presses('Save password');
  await person.reads('Password changed. You can log in with it now.');
});

it('[K4] a password changes only with the current one, and each mistake is said in its place', async () => {
  const client = await on.client('Password Reader');
  await client.goesTo('/change-password');
  await client.arrivesAt('Change password');
  await client.presses('Update password');
  await fieldSays(client, 'Current password', 'Current password is required');
  await fieldSays(client, 'New password', 'New password is required');
  await client.types('Current password', 'not the password');
  await client.types('New password', 'seven77');
  await client.types('Confirm password', 'seven78');
  await client.presses('Update password');
  await fieldSays(client, 'New password', 'Password must be at least 8 characters');
  await fieldSays(client, 'Confirm password', 'Passwords do not match');
  await client.types('New password', 'another harbour 28 lamps');
  await client.types('Confirm password', 'another harbour 28 lamps');
  await client.presses('Update password');
  await fieldSays(client, 'Current password', 'The current password is incorrect');
  await client.types('Current password', PASSWORD);
  await client.presses('Update password');
  await client.reads('Password updated successfully');
});

it('[K11] the side navigation has its entries in order, Manage for admins only, and the avatar menu logs out', async () => {
  const [client, admin] = [await on.client('Navigation Reader'), await on.admin()];
  // Statement, notifications and other pages of ours may stand between the specification's, which keep their order.
  const specified = [
    'Home',
    'Account',
    'Deposit history',
    'Withdrawals',
    'Buy crypto',
    'Copy trader',
    'Market',
    'Signal',
    'Upgrade',
    'Trading Loan',
    'Change password',
    'Manage',
  ];
  const entries = async (person: typeof client): Promise<string[]> => {
    await person.goesTo('/dashboard');
    const navigation = person.page.getByRole('navigation', { name: 'Main navigation' }).first();
    await navigation.getByRole('link', { name: 'Home' }).waitFor();
    const names = await navigation.getByRole('link').allInnerTexts();
    return names.map((name) => name.trim()).filter((name) => specified.includes(name));
  };
  expect(await entries(client)).toEqual(specified.slice(0, -1));
  // What only a client has is not offered to staff.
  const ofClients = ['Deposit history', 'Withdrawals', 'Trading Loan'];
  expect(await entries(admin)).toEqual(specified.filter((name) => !ofClients.includes(name)));

  const avatar = client.page.getByRole('button', { name: 'Account menu of Navigation Reader' });
  // Drawn by the style sheet: the button is called by its name.
  await expect.poll(() => avatar.locator('[data-letter]').getAttribute('data-letter')).toBe('N');
  await avatar.click();
  await client.page.getByRole('menuitem', { name: 'Change password' }).waitFor();
  await client.page.getByRole('menuitem', { name: 'Logout' }).click();
  await arrivesAtPath(client, '/');
  await client.arrivesAt('Login into your account');
  await client.goesTo('/dashboard');
  await client.arrivesAt('Login into your account');
});

it('[K22] an unknown address is a page of its own, and a slow start shows the loading screen', async () => {
  const client = await on.client('Lost Reader');
  await client.goesTo('/nowhere/at/all');
  await client.arrivesAt('Page not found');
  await client.follows('Go to Home');
  await arrivesAtPath(client, '/dashboard');

  const release = await holdsBack(client, '/me');
  await client.goesTo('/dashboard');
  await client.page.getByRole('status', { name: 'Loading' }).first().waitFor();
  release();
  await client.readsHeading('TOTAL BALANCE');
});

it('[K33] the theme is light at first, switches, is kept under its key and reaches chart and other tabs', async () => {
  const client = await on.client('Theme Reader');
  await client.goesTo('/dashboard');
  const scheme = () => client.page.locator('html').getAttribute('data-mantine-color-scheme');
  expect(await scheme()).toBe('light');
  await client.page.getByRole('banner').getByText('Clearbook').waitFor();
  const canvas = client.page.locator('canvas').first();
  await canvas.waitFor();
  await client.presses('Switch to dark theme');
  await expect.poll(scheme).toBe('dark');
  await expect.poll(() => client.page.evaluate("localStorage.getItem('theme')")).toBe('dark');
  const paper = () =>
    client.page.evaluate(
      "[...document.querySelector('canvas').getContext('2d').getImageData(2, 2, 1, 1).data].slice(0, 3).reduce((sum, part) => sum + part, 0)",
    );
  await expect.poll(paper).toBeLessThan(300);
  const other = await client.page.context().newPage();
  await other.goto('/dashboard');
  await expect.poll(() => other.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  await other.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect.poll(scheme).toBe('light');
});

it('[K34] an inactive client reads the notice instead of the dashboard', async () => {
  const [client, admin] = [await on.client('Inactive Reader'), await on.admin()];
  const { id } = await client.downloads<{ id: string }>('/me');
  await client.goesTo('/dashboard');
  await client.readsHeading('TOTAL BALANCE');
  await admin.goesTo(`/user/${id}`);
  await admin.presses('Suspend account');
  const dialog = admin.dialog('Suspend this account?');
  await admin.types('Reason', 'Asked for by the client', dialog);
  await admin.presses('Suspend account', dialog);
  await admin.reads('User status updated');
  await readsAll(
    client,
    'Your account is currently inactive, Please message any of our support agent to activate your account.',
    'Asked for by the client',
  );
  await expect.poll(() => client.page.getByRole('heading', { name: 'TOTAL BALANCE' }).count()).toBe(0);
});

it('[K32] a toast is 356 pixels wide, at most three show at once, and each leaves after four seconds', async () => {
  const client = await on.client('Toast Reader');
  const { id } = await asks(client, 'POST', '/deposits', { amount: '50.00', method: 'bitcoin' });
  // The page's clock is ours, so that four seconds are four seconds however busy the machine is.
  await client.page.clock.install();
  await client.goesTo(`/deposit?id=${id}`);
  await client.arrivesAt('Deposit');
  // Once, so that everything a toast needs is there.
  await client.presses('Copy');
  await client.page.getByRole('alert').filter({ hasText: 'Bitcoin address copied to clipboard!' }).waitFor();
  await client.page.clock.pauseAt(Number(await client.page.evaluate('Date.now()')) + 1_000);
  const toasts = client.page.getByRole('alert').filter({ hasText: 'Bitcoin address copied to clipboard!' });
  for (let n = 1; n <= 4; n += 1) await client.presses('Copy');
  await expect.poll(() => toasts.count()).toBe(3);
  expect((await toasts.first().boundingBox())?.width).toBe(356);
  // The first one has waited for a second already; the others are younger.
  await client.page.clock.runFor(2_900);
  await expect.poll(() => toasts.count()).toBeGreaterThanOrEqual(2);
  // The three leave, and so do the two that waited for a place.
  await client.page.clock.runFor(9_000);
  await expect.poll(() => toasts.count()).toBe(0);
});
