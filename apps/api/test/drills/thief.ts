import { randomUUID } from 'node:crypto';
import { routes } from '@clearbook/contracts/routes';
import type { Route, RouteKey } from '@clearbook/contracts/routes';
import { appCode } from '../authenticator.ts';
import { call, parsed } from '../http-client.ts';
import type { Answer } from '../http-client.ts';
import { waitFor } from '../process.ts';
import { SoftwarePasskey } from '../software-passkey.ts';
import { PASSWORD, type Person, type Site } from '../site.ts';
import { asker, paysOnce } from '../withdrawals.ts';
import { examples } from './bad-input.ts';
import { type Figures, summary } from './races.ts';

const CHOSEN_BY_THIEF = 'a quieter harbour 9';
const CHOSEN_BY_OWNER = 'lantern over the weir 9';
const GUESS = '000000';

type Victim = Person & { readonly known: object; readonly recoveryCodes: readonly string[] };
/** What opens the account, and what left it or waits for staff, beside what its owner did. */
type Standing = { email: string; access: string; sent: string[]; held: boolean };

/**
 * A thief has a client's session, and their password too. Over every route of the table that a client may use, with two-factor on and off:
 * nothing goes to staff for a new destination without the code that only the owner gets; every change of access holds payouts for 24
 * hours; and the owner's mailbox takes the account back, whatever was done.
 */
export async function thiefsHour(site: Site, { every = 1 }: { every?: number } = {}): Promise<Figures> {
  const wrong: string[] = [];
  let tries = 0;
  let changed = 0;
  const keys = (Object.keys(routes) as RouteKey[]).filter(isTried);
  const chosen = keys.filter((key, i) => i % every === 0 || ALWAYS.has(key));
  for (const twoFactor of [false, true]) {
    for (const key of chosen) {
      const victim = await openVictim(site, twoFactor);
      const before = await standing(site, victim);
      const thief = new Thief(site, victim);
      tries += await thief.tries(key);
      const after = await standing(site, victim);
      const at = `${key}, two-factor ${twoFactor ? 'on' : 'off'}`;
      // Once the address is the thief's, so is the mailed code: then the hold stands between them and the money.
      if (after.sent.length > 0 && !(await payoutIsHeld(site, after.sent)))
        wrong.push(`${at}: money went to a new destination`);
      if (twoFactor && after.access !== before.access) wrong.push(`${at}: the access changed without the code`);
      if (twoFactor && after.sent.length > 0) wrong.push(`${at}: a withdrawal got through without the code`);
      if (after.access === before.access) continue;
      changed += 1;
      if (!after.held) wrong.push(`${at}: the access changed and nothing holds the payouts`);
      if (!(await ownerComesBack(site, victim))) wrong.push(`${at}: the owner is locked out`);
      if (await thief.comesBack()) wrong.push(`${at}: the thief’s passkey still opens the account`);
    }
  }
  return {
    ok: wrong.length === 0 && changed > 0,
    figures: `${chosen.length} routes × two-factor on and off: ${tries} requests of a thief, ${changed} changes of access, each held and taken back${summary(wrong)}`,
  };
}

/** Everything that a client's session may change. */
function isTried(key: RouteKey): boolean {
  const { policy }: Route = routes[key];
  return (policy === 'client' || policy === 'owner') && !key.startsWith('GET ');
}

/** Where money and access are: in every sample. */
const ALWAYS: ReadonlySet<string> = new Set([
  'POST /withdrawals',
  'POST /withdrawals/:id/confirm',
  'POST /auth/password',
  'POST /auth/email',
  'POST /auth/two-factor/enrol',
  'POST /auth/two-factor/off',
  'POST /me/passkeys/options',
]);

async function openVictim(site: Site, twoFactor: boolean): Promise<Victim> {
  const base = site.urls[0] ?? '';
  const person = await site.client(`victim${randomUUID().slice(0, 8)}`);
  const known = { method: 'paypal', paypalemail: person.email, amount: '10.00' };
  parsed(await post(base, person.cookie, '/demo/top-up', { amount: '1010.00' }));
  await paysOnce(asker(base, person), asker(base, site.admin), known);
  if (!twoFactor) return { ...person, known, recoveryCodes: [] };
  const begun = await post(base, person.cookie, '/auth/two-factor/enrol', { password: PASSWORD });
  const { code } = appCode(parsed<{ secret: string }>(begun).secret);
  const done = await post(base, person.cookie, '/auth/two-factor/confirm', { code });
  const { recovery_codes: recoveryCodes } = parsed<{ recovery_codes: string[] }>(done);
  return { ...person, cookie: cookieOf(done) ?? '', known, recoveryCodes };
}

class Thief {
  readonly #site: Site;
  readonly #victim: Victim;
  readonly #base: string;
  readonly passkey = new SoftwarePasskey();
  readonly #mailbox = `thief${randomUUID().slice(0, 8)}@example.test`;
  #cookie: string;
  #sent = 0;

  constructor(site: Site, victim: Victim) {
    this.#site = site;
    this.#victim = victim;
    this.#base = site.urls[0] ?? '';
    this.#cookie = victim.cookie;
  }

  /** Everything that this route takes, with the stolen session, the right password and guessed codes. How many requests that was. */
  async tries(key: RouteKey): Promise<number> {
    const [method = '', path = ''] = key.split(' ');
    const people = { client: this.#victim, admin: this.#site.admin, leaving: this.#victim };
    const bodies = (examples(people)[key] ?? [{ body: {} }]).map(({ body }) => this.#armed(body));
    const waiting = path.startsWith('/withdrawals/') ? await this.#asksForMoney() : undefined;
    for (const body of bodies) {
      const answer = await this.#sends(method, path.replace(':id', waiting ?? randomUUID()), body);
      if (answer.status >= 500) throw new Error(`${key}: ${answer.status} ${answer.text}`);
      await this.#goesOn(key, answer);
    }
    return this.#sent;
  }

  /** What is learned from an answer is used. */
  async #goesOn(key: RouteKey, answer: Answer): Promise<void> {
    if (answer.status >= 300) return;
    if (key === 'POST /withdrawals') {
      const { id } = parsed<{ id: string }>(answer);
      await this.#sends('POST', `/withdrawals/${id}/confirm`, { code: GUESS });
      await this.#sends('POST', `/withdrawals/${id}/resend`, {});
      await this.#sends('POST', `/withdrawals/${id}/confirm`, { code: '111111' });
    }
    if (key === 'POST /auth/two-factor/enrol')
      await this.#sends('POST', '/auth/two-factor/confirm', {
        code: appCode(parsed<{ secret: string }>(answer).secret).code,
      });
    if (key === 'POST /auth/email') await this.#takesTheAddress();
    if (key === 'POST /me/passkeys/options') {
      const credential = this.passkey.made(parsed(answer), { origin: namedOrigin(this.#base) });
      await this.#sends('POST', '/me/passkeys', { name: 'Thief', credential });
    }
  }

  /** With a passkey that they added, once the owner has taken the account back. */
  async comesBack(): Promise<boolean> {
    const options = parsed<{ challenge: string; rpId: string }>(
      await post(this.#base, '', '/auth/passkey/options', {}),
    );
    const credential = this.passkey.signed(options, { origin: namedOrigin(this.#base) });
    return (await post(this.#base, '', '/auth/passkey/sign-in', { credential })).status === 200;
  }

  /** The new address is the thief's own mailbox: the link is opened, and so is the code for the money. */
  async #takesTheAddress(): Promise<void> {
    const token = await mailedTo(this.#site, this.#mailbox, 'email-confirm', /#token=([\w-]+)/);
    await this.#sends('POST', '/auth/email/confirm', { token });
    const id = await this.#asksForMoney();
    const code = await mailedTo(this.#site, this.#mailbox, 'withdrawal-code', /Your code is (\d{6})/);
    await this.#sends('POST', `/withdrawals/${id}/confirm`, { code });
  }

  async #asksForMoney(): Promise<string> {
    const way = { method: 'cashapp', cashapptag: '$thief', amount: '20.00' };
    return parsed<{ id: string }>(await this.#sends('POST', '/withdrawals', way)).id;
  }

  /** The right password wherever one is asked for, the thief's own address and password where new ones are, and guessed codes. */
  #armed(body: Record<string, unknown>): Record<string, unknown> {
    return {
      ...body,
      ...('password' in body && { password: PASSWORD }),
      ...('current_password' in body && { current_password: PASSWORD, new_password: CHOSEN_BY_THIEF }),
      ...('email' in body && { email: this.#mailbox }),
    };
  }

  async #sends(method: string, path: string, body: object): Promise<Answer> {
    this.#sent += 1;
    const sent = { method, path, cookie: this.#cookie, key: randomUUID(), ...(method !== 'DELETE' && { body }) };
    const answer = await call(this.#base, sent);
    this.#cookie = cookieOf(answer) ?? this.#cookie;
    return answer;
  }
}

function standing(site: Site, { id, known }: Victim): Promise<Standing> {
  return site.look(async (pool) => {
    const { rows } = await pool.query<Standing>(
      `select u.email, concat_ws(' ', u.email, u.password_hash, (select concat(f.confirmed_at, encode(f.secret, 'hex')) from app.second_factor f where f.user_id = u.id and f.confirmed_at is not null),
           (select string_agg(encode(r.code_hash, 'hex'), ',' order by r.code_hash) from app.recovery_code r where r.user_id = u.id),
           (select string_agg(encode(k.credential_id, 'hex'), ',' order by k.id) from app.passkey k where k.user_id = u.id)) as access,
         array(select w.id::text from ledger.withdrawal w join app.note n on n.subject_id = w.id and n.kind = 'destination'
           where w.client_id = u.id and w.status in ('pending', 'approved') and coalesce(n.body ->> 'paypalemail', '') <> $2) as sent,
         exists (select from ledger.hold h where h.client_id = u.id and h.placed_by is null and h.lifted_at is null and h.ends_at > now() + interval '23 hours') as held
       from app.user u where u.id = $1`,
      [id, (known as { paypalemail: string }).paypalemail],
    );
    if (!rows[0]) throw new Error('the victim is gone');
    return rows[0];
  });
}

/** Staff cannot pay any of these now, however much they want to. */
async function payoutIsHeld(site: Site, withdrawals: readonly string[]): Promise<boolean> {
  const base = site.urls[0] ?? '';
  for (const id of withdrawals) {
    const answer = await post(base, site.admin.cookie, `/admin/withdrawals/${id}/decision`, { decision: 'approve' });
    if (answer.status !== 409 || !answer.text.includes('withdrawal.on_hold')) return false;
  }
  return true;
}

/** By nothing but the mailbox of the address that the account always had. */
async function ownerComesBack(site: Site, { email, recoveryCodes, id }: Victim): Promise<boolean> {
  const base = site.urls[0] ?? '';
  const lock = await mailedTo(site, email, 'access-changed', /#token=([\w-]+)/);
  if ((await post(base, '', '/auth/lock', { token: lock })).status !== 204) return false;
  await post(base, '', '/auth/reset/request', { email });
  const token = await mailedTo(site, email, 'password-reset', /#token=([\w-]+)/);
  if ((await post(base, '', '/auth/reset/confirm', { token, password: CHOSEN_BY_OWNER })).status !== 204) return false;
  for (const code of [undefined, ...recoveryCodes]) {
    const body = { email, password: CHOSEN_BY_OWNER, ...(code !== undefined && { code }) };
    const answer = await post(base, '', '/auth/sign-in', body);
    if (answer.status === 200) return parsed<{ id: string }>(answer).id === id;
  }
  return false;
}

/** What the newest mail of this kind to this mailbox says. */
async function mailedTo(site: Site, address: string, template: string, what: RegExp): Promise<string> {
  let found: string | undefined;
  await waitFor(
    () =>
      site.look(async (pool) => {
        const { rows } = await pool.query<{ body: string }>(
          'select body from app.mail_outbox where sent_to = $1 and template = $2 and body is not null order by created_at desc, id desc limit 1',
          [address, template],
        );
        found = what.exec(rows[0]?.body ?? '')?.[1];
        return found !== undefined;
      }),
    `the mail ${template} to ${address}`,
  );
  return found ?? '';
}

function post(base: string, cookie: string, path: string, body: object): Promise<Answer> {
  return call(base, { path, body, key: randomUUID(), ...(cookie !== '' && { cookie }) });
}

/** Passkeys are made for the name of this machine, not for its number. */
const namedOrigin = (base: string): string => base.replace('127.0.0.1', 'localhost');

function cookieOf({ headers }: Answer): string | undefined {
  const [session] = (headers['set-cookie'] ?? []).filter((line) => line.startsWith('clearbook='));
  return session?.split(';')[0];
}
