import { randomUUID } from 'node:crypto';
import { routes, type Route, type RouteKey } from '@clearbook/contracts/routes';
import { HOLD_CODES } from '@clearbook/domain/holds';
import { newTxid, type Books, fundedLive, openBooks, pendingDeposit } from '../books.ts';
import { type Answer, call, multipart, parsed } from '../http-client.ts';
import { openLiveSite, type LiveSite } from '../live-site.ts';
import { picture } from '../picture.ts';
import { PASSWORD, type Person } from '../site.ts';
import { examples } from './bad-input.ts';
import { type Figures, summary } from './races.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** What one person may let go alone: of one client's money, and in all, on one UTC day. */
const CLIENT_LIMIT = 1_000_000n;
const DAY_LIMIT = 2_500_000n;
/** What one person's decisions may hold a client's money for, in any so many days. */
const HELD_DAYS = 30;
const HELD_WINDOW_DAYS = 90;

const GROUNDS = Object.keys(HOLD_CODES);

type World = {
  readonly site: LiveSite;
  readonly books: Books;
  readonly insider: Person;
  readonly clients: readonly string[];
};
type Request = { readonly key: RouteKey; readonly path: string; readonly body: Record<string, unknown> | undefined };

/**
 * One administrator with every right, alone, on a live site: sends everything to every route of staff, about everything there is, on days apart.
 * Looks after each answer whether a client could see what was done to them, and in the end, in the books, at what one person could do alone.
 * A route that is new is tried by itself; without a body of its own among the examples it fails.
 */
export async function insidersHour({
  days,
}: {
  readonly days: readonly number[];
}): Promise<Figures & { wrong: string[] }> {
  const start = new Date('2026-03-11T10:00:00.000Z');
  const site = await openLiveSite(new Date(start.getTime() - 2 * DAY_MS));
  const books = openBooks(site.db.pool);
  const wrong: string[] = [];
  let sent = 0;
  let done = 0;
  try {
    let insider = await site.staff('insider');
    await saveWallets(site, insider.email, (await site.staff('colleague')).email);
    site.at(start);
    const settings = await siteSettings(site);
    const clients: string[] = [];
    for (const day of days) {
      const now = new Date(start.getTime() + day * DAY_MS + HOUR_MS);
      site.at(now);
      books.at(now);
      insider = await enters(site, insider.email);
      clients.push(await newClient(site, books));
      const world: World = { site, books, insider, clients };
      let before = await standing(world);
      for await (const request of requests(world)) {
        const answer = await send(world, request);
        sent += 1;
        if (answer.status >= 500) wrong.push(`${request.key} answered ${answer.status}`);
        // There was nobody to sign out: nothing happened.
        if (answer.status >= 300 || answer.text === '{"ended":0}') continue;
        done += 1;
        const after = await standing(world);
        wrong.push(...hidden(world, request, { before, after }));
        before = after;
        if (request.key.endsWith('/end-sessions')) insider = await enters(site, insider.email);
      }
    }
    wrong.push(...(await judged(site, insider.id)));
    if ((await siteSettings(site)) !== settings) wrong.push('one person changed where deposits go, or a fee');
  } finally {
    await books.ledger.close();
    await site.close();
  }
  const figures = `${sent} requests of one administrator to every route of staff on ${days.length} days, ${done} of them let through: no money beyond ${DAY_LIMIT / 100n} dollars a day and ${CLIENT_LIMIT / 100n} a client, nothing redirected, nobody held for more than ${HELD_DAYS} days in ${HELD_WINDOW_DAYS}, nothing hidden${summary(wrong)}`;
  return { ok: wrong.length === 0, wrong, figures };
}

/** A client with money, payouts that wait and one that went out, deposits that wait, an application for a loan, an open trade and papers to check. */
async function newClient(site: LiveSite, books: Books): Promise<string> {
  const clientId = await fundedLive(books, 60_000_000n);
  const withdraw = async (cents: bigint) => {
    const withdrawalId = randomUUID();
    const { outcome } = await books.run({
      kind: 'request_withdrawal', clientId, withdrawalId, amount: cents, method: 'paypal', coin: null, destination: { paypalemail: `${clientId}@example.test` },
      expectedFee: null, code: null, codeHash: 'none',
    }); // prettier-ignore
    // To somewhere new it asks for its code.
    if (outcome.ok && outcome.result['status'] === 'awaiting_code')
      await run(books, { kind: 'confirm_withdrawal', clientId, withdrawalId, codeHash: 'none' });
    return withdrawalId;
  };
  for (const cents of [990_000n, 990_000n, 600_000n, 1_500_000n]) await withdraw(cents);
  const paid = await withdraw(900_000n);
  const other = await books.openParty('staff');
  await run(books, {
    kind: 'decide_withdrawal', staffId: other, clientId, withdrawalId: paid, decision: 'approve', reason: null, payoutReference: 'wire 1',
  }); // prettier-ignore
  for (const cents of [50_000n, 990_000n, 1_200_000n]) await pendingDeposit(books, clientId, cents);
  await site.db.ownerPool.query(
    `insert into app.session (token_hash, id, user_id, created_at, last_seen_at, expires_at, user_agent)
     values (sha256(convert_to($1, 'UTF8')), gen_random_uuid(), $1::uuid, $2, $2, $2::timestamptz + interval '7 days', 'x')`,
    [clientId, books.now()],
  );
  await run(books, { kind: 'open_trade', clientId, symbol: 'BTC', side: 'buy', lots: 1n, amount: 500_000n });
  await run(books, { kind: 'apply_loan', clientId, level: 1, monthlyIncome: 500_000n, goals: 'a house' });
  return clientId;
}

async function run(books: Books, command: Parameters<Books['run']>[0]): Promise<void> {
  const { outcome } = await books.run(command);
  if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.refusal.code}`);
}

/** Every route of staff, with every body that it takes, about every record that its address can name. */
async function* requests(world: World): AsyncGenerator<Request> {
  const { site, insider, clients } = world;
  const people = { client: { ...insider, id: clients[0] ?? '' }, admin: insider, leaving: insider };
  const given = examples(people);
  for (const key of Object.keys(routes) as RouteKey[]) {
    const route: Route = routes[key];
    const [method = '', path = ''] = key.split(' ');
    if (route.policy !== 'admin' || method === 'GET') continue;
    const bodies = route.files ? [undefined] : given[key]?.flatMap(({ body }) => tempting(body, site.now()));
    if (bodies === undefined && route.body) throw new Error(`${key} has no example in drills/bad-input.ts`);
    for (const id of path.includes(':id') ? await targets(world, path) : ['']) {
      // Money that waits can be let go only once, so the sum that is too large is tried first.
      for (const body of bodies ?? [undefined]) yield { key, path: path.replace(':id', id), body };
    }
  }
}

/** Ids of what an address names, by the step before; of everything there is where that says nothing. */
async function targets({ site, clients }: World, path: string): Promise<string[]> {
  const steps = path.split('/');
  const resource = steps[steps.indexOf(':id') - 1] ?? '';
  const queries: Record<string, string> = {
    users: 'select id from ledger.party where id = any($1)',
    verifications: 'select id from ledger.party where id = any($1)',
    deposits: 'select id from ledger.deposit where client_id = any($1)',
    withdrawals: 'select id from ledger.withdrawal where client_id = any($1)',
    trades: 'select id from ledger.trade where client_id = any($1)',
    holds: 'select id from ledger.hold where client_id = any($1)',
    proposals: "select id from ledger.proposal where client_id = any($1) or client_id is null and status = 'waiting'",
    traders: 'select t.id from ledger.trader t where t.client_id = any($1) or true',
  };
  const known = queries[resource];
  const sql = known ?? Object.values(queries).join(' union ');
  const ids = (await site.db.ownerPool.query<{ id: string }>(sql, [clients.slice(-4)])).rows.map(({ id }) => id);
  // Holds are placed to last: one is lifted, so that this is seen too.
  return path.endsWith('/lift') ? ids.slice(0, 1) : ids;
}

/** The body as it is meant, and with what somebody would try who wants the money. */
function tempting(body: Record<string, unknown>, now: Date): Record<string, unknown>[] {
  const named: Record<string, unknown> = {
    ...body,
    ...('ends_at' in body && { ends_at: new Date(now.getTime() + 29 * DAY_MS).toISOString() }),
  };
  if (body['decision'] === 'approve' && 'txid' in body) {
    const { confirm_credit: _demo, ...live } = named;
    const amounts = ['500000', '5000', '12000', '9900', '500'];
    return amounts.map((received_amount) => ({
      ...live, txid: newTxid(), received_amount, received_at: now.toISOString(),
    })); // prettier-ignore
  }
  // Every ground in turn: a hold by another name is one.
  if ('ends_at' in body && 'code' in body) return GROUNDS.map((code) => ({ ...named, code }));
  if (!('amount' in body)) return [named];
  return ['9000.00', '90000.00'].map((amount) => ({ ...named, amount }));
}

/** Days pass right away here: whoever is told to come again while prices are being caught up with does. */
async function send(world: World, request: Request, tries = 20): Promise<Answer> {
  const answer = await sendOnce(world, request);
  return answer.status === 503 && tries > 1 ? send(world, request, tries - 1) : answer;
}

function sendOnce({ site, insider }: World, { key, path, body }: Request): Promise<Answer> {
  const route: Route = routes[key];
  const [method = ''] = key.split(' ');
  return call(site.base, {
    method,
    path,
    cookie: insider.cookie,
    key: randomUUID(),
    ...(route.files ? multipart('file', 'icon.png', picture(2)) : body === undefined ? {} : { body }),
  });
}

type Standing = {
  readonly told: ReadonlyMap<string, string>;
  readonly state: ReadonlyMap<string, string>;
  readonly logged: number;
};

/** How each client stands in the books, and what they can read of it: their notifications, entries and part of the log of staff. */
async function standing({ site, insider, clients }: World): Promise<Standing> {
  const { rows } = await site.db.ownerPool.query<{ id: string; state: string; told: string }>(
    `select p.id,
       concat_ws(' ', p.status, p.billing, p.code, p.signal_percent, p.cash, p.withdrawing, p.margin, p.loan,
         (select string_agg(d.id || ' ' || d.status, ',' order by d.id) from ledger.deposit d where d.client_id = p.id and d.status in ('approved', 'rejected')),
         (select string_agg(w.id || ' ' || w.status || ' ' || w.not_received, ',' order by w.id) from ledger.withdrawal w where w.client_id = p.id),
         (select string_agg(h.id || ' ' || h.ends_at || ' ' || (h.lifted_at is null), ',' order by h.id) from ledger.hold h where h.client_id = p.id),
         (select string_agg(t.id || ' ' || t.status, ',' order by t.id) from ledger.trade t where t.client_id = p.id)) as state,
       concat_ws(' ', (select count(*) from app.notification n where n.user_id = p.id), (select count(*) from ledger.entry e where e.client_id = p.id),
         (select count(*) from ledger.audit a where a.client_id = p.id and a.actor_id <> p.id and a.subject_type <> 'proposal')) as told
     from ledger.party p where p.id = any($1)`,
    [clients],
  );
  const logged = await site.db.ownerPool.query<{ count: string }>(
    'select count(*) from ledger.audit where actor_id = $1',
    [insider.id],
  );
  return {
    state: new Map(rows.map(({ id, state }) => [id, state])),
    told: new Map(rows.map(({ id, told }) => [id, told])),
    logged: Number(logged.rows[0]?.count),
  };
}

/** What was let through without a line in the log, or changed somebody's account without their being able to read it. */
function hidden(
  world: World,
  { key, path }: Request,
  { before, after }: { readonly before: Standing; readonly after: Standing },
): string[] {
  const changed = world.clients.filter((id) => before.state.get(id) !== after.state.get(id));
  return [
    ...(after.logged > before.logged || UNLOGGED.has(key) ? [] : [`${key} (${path}) left no line in the log`]),
    ...changed
      .filter((id) => before.told.get(id) === after.told.get(id))
      .map(() => `${key} (${path}) changed an account whose client cannot see it`),
  ];
}

/**
 * Changes nothing of anybody's: mail that waited is sent again, a test goes to whoever asks for it, the same balance of a statement again writes nothing (RC5), and a saved view
 * is how its maker alone looks at a table (G94).
 */
const UNLOGGED: ReadonlySet<RouteKey> = new Set<RouteKey>([
  'POST /admin/mail/retry',
  'POST /admin/mail/test',
  'POST /admin/statement-balances',
  'POST /admin/views',
  'PATCH /admin/views/:id',
  'DELETE /admin/views/:id',
]);

/** What the books say of it in the end. */
async function judged(site: LiveSite, insider: string): Promise<string[]> {
  const look = async <T extends object>(sql: string, values: unknown[] = [insider]) =>
    (await site.db.ownerPool.query<T>(sql, values)).rows;
  const wrong: string[] = [];
  const events = await look<{ name: string; count: string }>(
    `select r.name, count(*) from ledger.entry e join ledger.event_rule r on r.code = e.event where e.actor_id = $1
       and r.name not in ('deposit_approved', 'withdrawal_approved', 'withdrawal_returned', 'withdrawal_released', 'trade_closed') group by r.name`,
  );
  for (const { name, count } of events) wrong.push(`${count} entries of ${name} by one person`);
  const sums = await look<{ day: string; client_id: string; cents: string }>(
    `select (e.at at time zone 'UTC')::date::text as day, e.client_id, sum((select abs(sum(m)) from unnest(e.accounts, e.amounts) as p(a, m)
       where p.a = case when r.name = 'withdrawal_approved' then 3 else 1 end)) as cents
     from ledger.entry e join ledger.event_rule r on r.code = e.event
     where e.actor_id = $1 and r.name in ('deposit_approved', 'withdrawal_approved', 'withdrawal_returned', 'loan_approved') group by 1, 2`,
  );
  if (sums.length === 0) wrong.push('nothing was let go at all: the attempt says nothing');
  const byDay = new Map<string, bigint>();
  for (const { day, client_id: client, cents } of sums) {
    byDay.set(day, (byDay.get(day) ?? 0n) + BigInt(cents));
    if (BigInt(cents) > CLIENT_LIMIT) wrong.push(`${cents} cents of client ${client} on ${day}`);
  }
  for (const [day, cents] of byDay) if (cents > DAY_LIMIT) wrong.push(`${cents} cents on ${day}`);
  const off = await look<{ id: string }>(
    `select id from ledger.deposit where decided_by = $1 and credited is not null and (credited > ${CLIENT_LIMIT} or abs(credited - amount) * 50 > amount)`,
  );
  for (const { id } of off) wrong.push(`deposit ${id} was credited with another sum`);
  const proposals = await look<{ kind: string }>(
    'select kind from ledger.proposal where proposed_by = $1 and decided_by = $1',
  );
  for (const { kind } of proposals) wrong.push(`${kind} by one person`);
  const moved = await look<{ id: string }>(
    `select n.subject_id as id from app.note n join ledger.withdrawal w on w.id = n.subject_id
     where n.kind = 'destination' and n.body ->> 'paypalemail' <> w.client_id || '@example.test'`,
    [],
  );
  for (const { id } of moved) wrong.push(`payout ${id} goes elsewhere`);
  return [...wrong, ...(await heldTooLong(site, insider))];
}

/** Days in which this person's own decisions held a client's money, in any window. Days that two people decided are not theirs. */
async function heldTooLong(site: LiveSite, insider: string): Promise<string[]> {
  const { rows } = await site.db.ownerPool.query<{ client_id: string; from: Date; to: Date }>(
    `select h.client_id, h.placed_at as "from", coalesce(h.lifted_at, h.ends_at) as "to" from ledger.hold h
     where h.placed_by = $1 and not exists (select 1 from ledger.proposal p where p.subject_id = h.id and p.status = 'approved')`,
    [insider],
  );
  const wrong: string[] = [];
  for (const { client_id: client, to } of rows) {
    const since = to.getTime() - HELD_WINDOW_DAYS * DAY_MS;
    const held = rows
      .filter((each) => each.client_id === client)
      .reduce(
        (sum, each) =>
          sum + Math.max(0, Math.min(each.to.getTime(), to.getTime()) - Math.max(each.from.getTime(), since)),
        0,
      );
    if (held > HELD_DAYS * DAY_MS) wrong.push(`client ${client} held for ${held / DAY_MS} days`);
  }
  return wrong;
}

/** Signed in, with the password given once more: for five minutes nothing is left that a session may not do. */
async function enters(site: LiveSite, email: string): Promise<Person> {
  const person = await site.signIn(email);
  await asks(site, person, 'POST /auth/step-up', { password: PASSWORD });
  return person;
}

async function asks(site: LiveSite, who: Person, key: string, body: object): Promise<Record<string, unknown>> {
  const [method = '', path = ''] = key.split(' ');
  return parsed(await call(site.base, { method, path, cookie: who.cookie, key: randomUUID(), body }));
}

/** Where clients are told to pay: agreed by two, and in effect before the insider begins. */
async function saveWallets(site: LiveSite, first: string, second: string): Promise<void> {
  const [one, other] = [await enters(site, first), await enters(site, second)];
  const { proposal_id: id } = await asks(site, one, 'PUT /admin/wallets', {
    bitcoin: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    ethereum: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    usdt: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  });
  await asks(site, other, `POST /admin/proposals/${String(id)}/decision`, { decision: 'approve' });
}

/** Where deposits go and what is charged, now or later, whatever may be waiting for a second person. */
async function siteSettings({ db }: LiveSite): Promise<string> {
  const { rows } = await db.ownerPool.query<{ said: string }>(
    `select concat_ws(' ', bitcoin, ethereum, usdt, withdrawal_fee_bps, miniwithdrawal_cents, fee_before_bps,
       (select string_agg(c.proposal_id || ' ' || c.applies_from, ',' order by c.id) from ledger.site_change c where c.ended_at is null)) as said
     from app.wallets, app.settings`,
  );
  return rows[0]?.said ?? '';
}
