import { GUESTS_HERE_MAX } from '@clearbook/domain/access';
import { brokenInvariants } from '../books.ts';
import { call } from '../http-client.ts';
import type { Person, Site } from '../site.ts';
import { funded, median, order, timedOrders } from './neighbours.ts';
import type { Figures } from './races.ts';

const NEIGHBOURS = 8;
/** As many as one network address begins in an hour. */
const BY_ADDRESS = 5;
const AT_ONE_TIME = 16;
/** What the neighbours' median may grow to, next to what it was before the first guest. */
const MOST = 1.2;
const TRADE = { symbol: 'DOGE', side: 'buy', lots: '200', amount: '100.00', type: 'market' } as const;

type Guest = Pick<Person, 'cookie'>;

/**
 * So many people ask to try the demo, each five from an address of their own, and every guest that begins keeps a trade open. As many begin as may be here, the
 * others are told so; in the books of the clients beside them is nothing but their own, and they order as fast as before, without a failure meanwhile.
 */
export async function tradeBesideGuests(
  site: Site,
  { guests, orders }: { guests: number; orders: number },
): Promise<Figures> {
  const neighbours = await Promise.all(Array.from({ length: NEIGHBOURS }, (_, i) => funded(site, `neighbour${i}`)));
  await timedOrders(site, neighbours, orders);
  const quiet = median(await timedOrders(site, neighbours, orders));

  const crowd = { comes: true };
  const meanwhile: number[] = [];
  const trading = (async () => {
    while (crowd.comes) meanwhile.push(...(await timedOrders(site, neighbours, 1)));
  })();
  const begun: Guest[] = [];
  const answers = new Map<number, number>();
  await among(guests, async (n) => {
    const answer = await begin(site, n);
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
    if (answer.status === 201) begun.push({ cookie: cookieOf(answer.headers['set-cookie']) });
  });
  await among(begun.length, async (n) => void (await order(site, begun[n] ?? { cookie: '' }, TRADE)));
  crowd.comes = false;
  await trading;

  const after = median(await timedOrders(site, neighbours, orders));
  const ratio = after / quiet;
  const told = answers.get(429) ?? 0;
  const [broken, strange, mails, held] = await Promise.all([
    site.look(brokenInvariants),
    strangeEntries(site, neighbours),
    site.look((pool) => count(pool, "select count(*)::int as n from app.mail_outbox m join app.user u on u.id = m.user_id where u.email like '%@guest.invalid'")), // prettier-ignore
    site.look((pool) => count(pool, "select count(*)::int as n from ledger.trade where symbol = 'DOGE' and status = 'active'")), // prettier-ignore
  ]);
  const ok =
    begun.length === GUESTS_HERE_MAX &&
    begun.length + told === guests &&
    held === begun.length &&
    broken.length === 0 &&
    mails === 0 &&
    strange === 0 &&
    ratio <= MOST;
  return {
    ok,
    figures: `${guests} people asked from ${Math.ceil(guests / BY_ADDRESS)} addresses: ${begun.length} guests began, each with a trade open (${held}), ${told} were told to come back, ${guests - begun.length - told} got another answer; mails to guests ${mails}; broken invariants ${broken.length}; entries in other clients’ books that aren’t theirs ${strange}; their median order ${quiet.toFixed(1)} ms before, ${median(meanwhile).toFixed(1)} ms while they came, ${after.toFixed(1)} ms beside them (${ratio.toFixed(2)} ×, at most ${MOST})`,
  };
}

function begin(site: Site, n: number): ReturnType<typeof call> {
  const address = Math.floor(n / BY_ADDRESS);
  const forwarded = `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`;
  return call(site.urls[0] ?? '', { path: '/auth/guest', body: {}, headers: { 'x-forwarded-for': forwarded } });
}

/** Calls it for each number below `many`, a few at a time. */
async function among(many: number, use: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONE_TIME }, async () => {
      while (next < many) await use(next++);
    }),
  );
}

function cookieOf(lines: readonly string[] = []): string {
  return lines.map((line) => line.split(';')[0]).join('; ');
}

/** Entries of these clients that are neither their top-up nor of a trade of their own. */
function strangeEntries(site: Site, people: readonly Person[]): Promise<number> {
  const ids = people.map(({ id }) => `'${id}'`).join();
  return site.look((pool) =>
    count(
      pool,
      `select count(*)::int - ${people.length} as n from ledger.entry e where e.client_id in (${ids})
         and not exists (select from ledger.trade t where t.id = e.subject_id and t.client_id = e.client_id)`,
    ),
  );
}

async function count(pool: Parameters<Parameters<Site['look']>[0]>[0], sql: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(sql);
  return rows[0]?.n ?? Number.NaN;
}
