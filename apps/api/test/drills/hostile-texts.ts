import { randomUUID } from 'node:crypto';
import { routes } from '@clearbook/contracts/routes';
import type { Route, RouteKey } from '@clearbook/contracts/routes';
import type { core } from 'zod/mini';
import { call, multipart, parsed } from '../http-client.ts';
import type { Answer, Call } from '../http-client.ts';
import { picture } from '../picture.ts';
import { FIRST_ADMIN } from '../server.ts';
import { PASSWORD, signIn } from '../site.ts';
import { asker, withdraws } from '../withdrawals.ts';
import type { Person } from '../site.ts';
import { examples, idFor } from './bad-input.ts';
import type { Things } from './bad-input.ts';
import { evenly } from './hostile.ts';

/** A text that the product took, and the record it stands in. */
export type Kept = { route: RouteKey; field: string; text: string; id: string | null };

export type HostileTexts = {
  /** The client whose every record is made of such texts; signed in with `password`. */
  client: Person;
  password: string;
  kept: Kept[];
  sent: number;
  refused: number;
  fields: number;
  wrong: string[];
};

/** The name of the client that everything belongs to: every way out of a text into a page, then no place to break the line. */
const NAME = `<img src=x onerror="globalThis.hostile=1"><script>globalThis.hostile=2</script>{{7*7}}'"=${'W'.repeat(30)}`;
/** Right addresses, hard on pages and files all the same. */
const EMAILS = [
  '=1+1@example.test',
  "-1'or'1'='1@example.test",
  '{{7*7}}@example.test',
  '+cmd|calc@example.test',
  `${'w'.repeat(230)}@example.test`,
  '`${alert}`@example.test',
];
/** Hashing a password is slow on purpose, and no password is ever shown. */
const MOST_PASSWORDS = 12;
const AT_ONCE = 6;

/**
 * Puts every text into every field of every body that a client or a visitor can send, and into names of files and of browsers:
 * each is taken, or refused with a word about why. The route table names the fields, so that a new one cannot be forgotten.
 */
export async function fillWithHostileTexts(base: string, texts: readonly string[]): Promise<HostileTexts> {
  const admin = await signIn(base, FIRST_ADMIN.email, FIRST_ADMIN.password);
  const email = "owner-o'neil@example.test";
  parsed(
    await call(base, {
      path: '/auth/sign-up',
      body: { username: NAME.slice(0, 60), fullname: NAME, email, password: PASSWORD },
    }),
  );
  const client = await signIn(base, email, PASSWORD);
  const limited = { username: 'limited', fullname: 'Limited', email: 'limited@example.test', password: PASSWORD };
  parsed(await call(base, { path: '/auth/sign-up', body: limited }));
  const drill = new Drill(base, client, await signIn(base, limited.email, PASSWORD), admin);
  const things = await drill.prepare();
  const given = examples({ client, admin, leaving: client });

  for (const key of Object.keys(routes) as RouteKey[]) {
    const route: Route = routes[key];
    if (route.policy === 'admin' || !route.body || key === 'POST /auth/sign-out') continue;
    const named = new Set((given[key] ?? []).flatMap(({ body }) => Object.keys(body)));
    const unnamed = fieldsOf(route.body).filter((field) => !named.has(field));
    for (const [i, { body, kinds }] of (given[key] ?? []).entries()) {
      for (const field of [...Object.keys(body), ...(i === 0 ? unnamed : [])]) {
        const some = kinds[field] === 'password' ? evenly(texts, MOST_PASSWORDS) : texts;
        const all = kinds[field] === 'email' ? [...EMAILS, ...some] : some;
        await drill.field(key, route, idFor(key, things, { client, admin, leaving: client }), body, field, all);
      }
    }
  }
  await drill.fileNames(texts);
  await drill.browsers(texts);
  return { client, password: PASSWORD, ...drill.result() };
}

class Drill {
  private readonly base: string;
  private readonly client: Person;
  /** Limits of one's own hold right away, and some texts are amounts: they bind somebody who has nothing else to do. */
  private readonly limited: Person;
  private readonly admin: Person;
  private readonly kept: Kept[] = [];
  private readonly wrong: string[] = [];
  private sent = 0;
  private refused = 0;
  private fields = 0;

  constructor(base: string, client: Person, limited: Person, admin: Person) {
    this.base = base;
    this.client = client;
    this.limited = limited;
    this.admin = admin;
  }

  result(): Pick<HostileTexts, 'kept' | 'sent' | 'refused' | 'fields' | 'wrong'> {
    const { kept, sent, refused, fields, wrong } = this;
    return { kept, sent, refused, fields, wrong };
  }

  /** Money, an open trade, and one record of every kind. */
  async prepare(): Promise<Things> {
    const funding = await this.sendsDeposit('900000.00', 'proof.png');
    await this.asks(this.admin, `/admin/deposits/${funding}/decision`, {
      decision: 'approve',
      confirm_credit: '900000.00',
    });
    const { trade_id: trade } = await this.asks<{ trade_id: string }>(this.client, '/orders', {
      symbol: 'ETH',
      side: 'buy',
      lots: '0.02',
      amount: '500.00',
      type: 'market',
    });
    const { id: deposit } = await this.asks(this.client, '/deposits', { amount: '50.00', method: 'bitcoin' });
    const pay = { amount: '20.00', method: 'paypal', paypalemail: this.client.email };
    const { id: pending } = await withdraws(asker(this.base, this.client), pay);
    return { trade, deposit, pending, awaiting: pending };
  }

  async field(
    key: RouteKey,
    route: Route,
    id: string,
    body: Record<string, unknown>,
    field: string,
    texts: readonly string[],
  ): Promise<void> {
    const [method = '', path = ''] = key.split(' ');
    this.fields += 1;
    // One loan application at a time is open, and at most three deposits: each is declined before the next.
    const atOnce = key === 'POST /loans' || key === 'POST /deposits' ? 1 : AT_ONCE;
    const { cookie } = path.startsWith('/me/protection') ? this.limited : this.client;
    await inTurns(texts, atOnce, async (text) => {
      const filled = { ...body, ...(key === 'POST /auth/sign-up' && { email: `${randomUUID()}@example.test` }) };
      const answer = await call(this.base, {
        method,
        path: path.replace(':id', id),
        cookie,
        body: { ...filled, [field]: Array.isArray(body[field]) ? [text] : text },
        ...(route.key && { key: randomUUID() }),
      });
      this.judges(key, field, text, answer);
      if (key === 'POST /loans' && answer.status === 201) await this.declinesLoan();
      if (key === 'POST /deposits' && answer.status === 201)
        await this.declinesDeposit(parsed<{ id: string }>(answer).id);
    });
  }

  /** Names of files: with a picture that is taken, and with bytes that are not. */
  async fileNames(texts: readonly string[]): Promise<void> {
    this.fields += 4;
    // A line break or a quote would end the header: what is left of the name then is the sender's own doing.
    const names = evenly(
      texts.filter((text) => !/[\r\n\0]/.test(text)),
      24,
    ).map((text) => text.replaceAll('"', '%22'));
    const send = async (key: RouteKey, path: string, parts: Pick<Call, 'raw' | 'headers'>, name: string) => {
      const request = { path, cookie: this.client.cookie, key: randomUUID(), ...parts };
      this.judges(key, 'filename', name, await call(this.base, request));
    };
    for (const [i, name] of names.entries()) {
      await send(
        'POST /me/picture',
        '/me/picture',
        multipart('file', name, Buffer.from('<svg onload="alert(1)"/>')),
        name,
      );
      if (i % 4 !== 0) continue;
      await send('POST /me/picture', '/me/picture', multipart('file', name, picture(i)), name);
      await send('POST /identity', '/identity', bothSides(name), name);
      const { id } = await this.asks(this.client, '/deposits', { amount: '50.00', method: 'tether' });
      await send('POST /deposits/:id/proof', `/deposits/${id}/proof`, multipart('file', name, picture(200 + i)), name);
      await this.rejects(id);
    }
  }

  /** What a browser calls itself, in the list of sessions and in mail. */
  async browsers(texts: readonly string[]): Promise<void> {
    this.fields += 1;
    for (const text of evenly(
      texts.filter((one) => /^[\x20-\x7e]+$/.test(one)),
      MOST_PASSWORDS,
    )) {
      const answer = await call(this.base, {
        path: '/auth/sign-in',
        body: { email: this.client.email, password: PASSWORD },
        headers: { 'user-agent': text },
      });
      this.judges('POST /auth/sign-in', 'user-agent', text, answer);
    }
  }

  private judges(route: RouteKey, field: string, text: string, answer: Answer): void {
    this.sent += 1;
    if (answer.status < 300) {
      const id = answer.text === '' ? null : ((JSON.parse(answer.text) as { id?: string }).id ?? null);
      this.kept.push({ route, field, text: text.trim(), id });
      return;
    }
    this.refused += 1;
    const problem = answer.headers['content-type']?.startsWith('application/problem+json')
      ? (JSON.parse(answer.text) as { detail: string })
      : undefined;
    if (answer.status < 400 || answer.status >= 500 || answer.status === 429 || !problem?.detail)
      this.wrong.push(`${route} ${field} answered ${answer.status} to ${JSON.stringify(text.slice(0, 100))}`);
  }

  private async declinesLoan(): Promise<void> {
    const { data } = await this.asks<{ data: { id: string; method: string; user_id: string }[] }>(
      this.admin,
      '/admin/deposits?status=pending&page_size=100',
    );
    const found = data.find(({ method, user_id }) => /loan/i.test(method) && user_id === this.client.id);
    await this.rejects(found?.id ?? '');
  }

  /** Staff decide what has a proof of payment. */
  private async declinesDeposit(id: string): Promise<void> {
    await this.sendsProof(id, 'proof.png');
    await this.rejects(id);
  }

  private async rejects(id: string): Promise<void> {
    await this.asks(this.admin, `/admin/deposits/${id}/decision`, { decision: 'reject', reason: 'Not this one' });
  }

  private async sendsDeposit(amount: string, name: string): Promise<string> {
    const { id } = await this.asks(this.client, '/deposits', { amount, method: 'bitcoin' });
    await this.sendsProof(id, name);
    return id;
  }

  private async sendsProof(id: string, name: string): Promise<void> {
    parsed(
      await call(this.base, {
        path: `/deposits/${id}/proof`,
        cookie: this.client.cookie,
        key: randomUUID(),
        ...multipart('file', name, picture(1 + this.sent)),
      }),
    );
  }

  private async asks<T = { id: string }>(person: Person, path: string, body?: unknown): Promise<T> {
    return parsed<T>(
      await call(this.base, { path, cookie: person.cookie, key: randomUUID(), ...(body !== undefined && { body }) }),
    );
  }
}

/** The two sides of a document in one request. */
function bothSides(name: string): Pick<Call, 'raw' | 'headers'> {
  const front = multipart('front', name, picture(100));
  const back = multipart('back', name, picture(101));
  const end = Buffer.from('--\r\n').length;
  return {
    headers: front.headers ?? {},
    // The first part ends with the last boundary of all: without its two dashes, the second part follows.
    raw: Buffer.concat([
      Buffer.from(front.raw ?? '').subarray(0, -('--clearbook-test-boundary'.length + end)),
      Buffer.from(back.raw ?? ''),
    ]),
  };
}

/** Every name that a body may have, optional ones too. */
function fieldsOf(schema: core.$ZodType): string[] {
  const { shape, options, innerType } = schema._zod.def as {
    shape?: Record<string, core.$ZodType>;
    options?: core.$ZodType[];
    innerType?: core.$ZodType;
  };
  if (shape) return Object.keys(shape);
  if (options) return [...new Set(options.flatMap(fieldsOf))];
  return innerType ? fieldsOf(innerType) : [];
}

async function inTurns<T>(all: readonly T[], atOnce: number, use: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  const worker = async (): Promise<void> => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await use(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
