import { FIRST_ADMIN } from '../../apps/api/test/server.ts';
import { confirmsWhenAsked } from '../support/confirm.ts';
import type { Person } from '../support/person.ts';

export type Account = { fullname: string; email: string; password: string };

/** A new client: signs up and stands on the dashboard. */
export async function signUp(person: Person, account: Account): Promise<void> {
  await person.goesTo('/');
  await person.readsHeading('Login into your account');
  await person.follows('Create account');
  await person.readsHeading('Create an account');
  await person.types('Username', account.email.split('@')[0] ?? '');
  await person.types('Full name', account.fullname);
  await person.types('Email', account.email);
  await person.types('Password', account.password);
  await person.types('Confirm password', account.password);
  await person.presses('Sign up');
  await person.readsHeading('TOTAL BALANCE');
}

/** From the login page to Home. */
async function logIn(person: Person, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  await person.types('Email', email);
  await person.types('Password', password);
  await person.presses('Login');
}

/** The administrator that every server of these journeys starts with, on the Manage page. */
export async function logInAsAdmin(person: Person): Promise<void> {
  await person.goesTo('/login');
  await logIn(person, FIRST_ADMIN);
  await confirmsWhenAsked(person, FIRST_ADMIN.password);
  await person.readsHeading('You’re signed in as staff');
  await person.page.request.post('/api/v1/auth/step-up', { data: { password: FIRST_ADMIN.password } });
  await person.opens('Manage');
}
