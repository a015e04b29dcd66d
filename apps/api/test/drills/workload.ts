import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { callUntilAnswered, parsed, verdict } from '../http-client.ts';
import type { Call, Settled } from '../http-client.ts';
import type { Person, Site } from '../site.ts';
import { asker, paysOnce } from '../withdrawals.ts';

/** Cents from "-1234.50". */
function cents(text: string): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
  return text.startsWith('-') ? -value : value;
}

type Counts = {
  acknowledged: number;
  retried: number;
  alreadyDone: number;
  refused: number;
  failures: string[];
};

/**
 * Clients who do business over HTTP and keep books of their own from nothing but the answers: every request has a key and is repeated
 * under it until somebody answers. What they noted must be what the ledger says afterwards, entry by entry.
 */
export type Workload = {
  counts: Counts;
  /** Does business until `during` is over, then lets every client finish what it has begun: nothing stays open or held. */
  runWhile(during: Promise<unknown>): Promise<void>;
  /** What has been acknowledged up to now, as "event subject". */
  acknowledged(): string[];
  /** What differs between the clients' own books and the ledger's; empty when nothing was lost and nothing doubled. */
  differences(pool: pg.Pool): Promise<string[]>;
};

type Event =
  | 'demo_top_up'
  | 'trade_opened'
  | 'trade_closed'
  | 'withdrawal_requested'
  | 'withdrawal_released'
  | 'withdrawal_approved'
  | 'adjustment';
type Notebook = { person: Person; expected: Map<string, number>; cash: bigint };

export async function openWorkload(
  site: Site,
  { clients, prefix, seed }: { clients: number; prefix: string; seed: number },
): Promise<Workload> {
  const counts: Counts = { acknowledged: 0, retried: 0, alreadyDone: 0, refused: 0, failures: [] };
  const notebooks: Notebook[] = [];
  const pick = dice(seed);

  async function send(person: Person, request: Call): Promise<Settled> {
    // Each client begins at any of the processes and goes to the next one when it hears nothing.
    const first = pick(site.urls.length);
    const servers = [...site.urls.slice(first), ...site.urls.slice(0, first)];
    const answer = await callUntilAnswered(servers, { ...request, cookie: person.cookie, key: randomUUID() });
    counts.acknowledged += 1;
    counts.failures.push(...answer.failures);
    if (answer.attempts > 1) {
      counts.retried += 1;
      if (answer.headers['idempotency-replayed'] === 'true') counts.alreadyDone += 1;
    }
    return answer;
  }

  function note(book: Notebook, event: Event, subject: string, change: bigint): void {
    const name = `${event} ${subject}`;
    book.expected.set(name, (book.expected.get(name) ?? 0) + 1);
    book.cash += change;
  }

  /** An order and its close. */
  async function trade(book: Notebook): Promise<void> {
    const side = pick(2) === 0 ? 'buy' : 'sell';
    const opened = await send(book.person, {
      path: '/orders',
      body: { symbol: 'ETH', side, lots: '0.01', amount: '200.00', type: 'market' },
    });
    if (opened.status !== 201) return refused(opened);
    const { trade_id: id } = parsed<{ trade_id: string }>(opened);
    note(book, 'trade_opened', id, -20_000n);
    for (;;) {
      const closed = await send(book.person, { path: `/trades/${id}/close`, body: {} });
      if (closed.status === 200) {
        const { realized_pl: result } = parsed<{ realized_pl: { amount: string } }>(closed);
        note(book, 'trade_closed', id, 20_000n + cents(result.amount));
        return;
      }
      // A price that is not there yet: a new request, under a new key.
      refused(closed);
    }
  }

  /** A request for money, and what staff or the client make of it. */
  async function withdraw(book: Notebook): Promise<void> {
    const amount = BigInt(1_000 + pick(9_000));
    const text = `${amount / 100n}.${(amount % 100n).toString().padStart(2, '0')}`;
    const asked = await send(book.person, {
      path: '/withdrawals',
      body: { amount: text, method: 'paypal', paypalemail: book.person.email },
    });
    if (asked.status !== 201) return refused(asked);
    const { id } = parsed<{ id: string }>(asked);
    note(book, 'withdrawal_requested', id, -amount);
    const choice = pick(3);
    const answer =
      choice === 0
        ? await send(book.person, { path: `/withdrawals/${id}/cancel`, body: {} })
        : await send(site.admin, {
            path: `/admin/withdrawals/${id}/decision`,
            body: choice === 1 ? { decision: 'approve' } : { decision: 'reject', reason: 'not this time' },
          });
    if (answer.status !== 200) throw new Error(`${verdict(answer)} for the end of a withdrawal`);
    if (choice === 1) note(book, 'withdrawal_approved', id, 0n);
    else note(book, 'withdrawal_released', id, amount);
  }

  /** A credit by staff. */
  async function adjust(book: Notebook): Promise<void> {
    const answer = await send(site.admin, {
      path: `/admin/users/${book.person.id}/adjustments`,
      body: { direction: 'credit', amount: '3.21', reason: 'goodwill' },
    });
    if (answer.status !== 201) return refused(answer);
    note(book, 'adjustment', parsed<{ id: string }>(answer).id, 321n);
  }

  function refused(answer: Settled): void {
    counts.refused += 1;
    if (!verdict(answer).startsWith('422 market.')) counts.failures.push(verdict(answer));
  }

  for (let i = 0; i < clients; i += 1) {
    const book: Notebook = { person: await site.client(`${prefix}${i}`), expected: new Map(), cash: 0n };
    const answer = await send(book.person, { path: '/demo/top-up', body: { amount: '50000.00' } });
    note(book, 'demo_top_up', parsed<{ id: string }>(answer).id, 5_000_000n);
    // Paid there once, so that what follows asks for no code.
    const [base = ''] = site.urls;
    const first = { amount: '10.00', method: 'paypal', paypalemail: book.person.email };
    const id = await paysOnce(asker(base, book.person), asker(base, site.admin), first);
    note(book, 'withdrawal_requested', id, -1_000n);
    note(book, 'withdrawal_approved', id, 0n);
    notebooks.push(book);
  }

  return {
    counts,
    async runWhile(during) {
      let going = true;
      // What a client cannot make sense of ends that client's work and is a finding; the others go on.
      const work = notebooks.map(async (book) => {
        try {
          while (going) await [trade, withdraw, withdraw, adjust][pick(4)]?.(book);
        } catch (error) {
          counts.failures.push(error instanceof Error ? error.message : String(error));
        }
      });
      try {
        await during;
      } finally {
        going = false;
        await Promise.all(work);
      }
    },
    acknowledged: () => notebooks.flatMap(({ expected }) => [...expected.keys()]),
    async differences(pool) {
      const found: string[] = [];
      for (const { person, expected, cash } of notebooks) {
        const { rows } = await pool.query<{ event: string; count: number }>(
          `select r.name || ' ' || e.subject_id as event, count(*)::int as count from ledger.entry e join ledger.event_rule r on r.code = e.event where e.client_id = $1 group by 1`,
          [person.id],
        );
        const actual = new Map(rows.map(({ event, count }) => [event, count]));
        for (const [event, count] of expected)
          if (actual.get(event) !== count)
            found.push(`${event}: acknowledged ${count} times, in the books ${actual.get(event) ?? 0} times`);
        for (const event of actual.keys())
          if (!expected.has(event)) found.push(`${event}: in the books, never acknowledged`);
        const { rows: parties } = await pool.query<Record<'cash' | 'margin' | 'withdrawing', string>>(
          'select cash, margin, withdrawing from ledger.party where id = $1',
          [person.id],
        );
        const [party] = parties;
        if (party?.cash !== cash.toString())
          found.push(`cash of ${person.email} is ${party?.cash}, its own books say ${cash}`);
        if (party?.margin !== '0' || party.withdrawing !== '0')
          found.push(`left over for ${person.email}: margin ${party?.margin}, held ${party?.withdrawing}`);
      }
      return found;
    },
  };
}

/** Whole numbers from 0 below n, the same ones for the same seed (mulberry32). */
export function dice(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * n);
  };
}
