import { hash } from 'node:crypto';
import {
  conversionPair,
  dealtQuote,
  PRICE_SCALE,
  simulatedQuote,
  type Symbol,
  type Width,
} from '@clearbook/domain/market';
import { marksFrom, type Marks } from '@clearbook/domain/trading';
import { actorOf, type Command, type Context, type Priced } from '@clearbook/domain/ledger';
import type { DealtQuote } from '@clearbook/domain/market';
import { type Opening, openings } from '../src/features/watch/openings.ts';
import { type Answer, createLedger, type Ledger } from '../src/ledger/index.ts';
import { ring } from '../src/platform/realtime/index.ts';
import type pg from 'pg';
import { v7 as newId } from 'uuid';

/** A Wednesday noon in New York: every market of the catalogue is open. */
export const OPEN_MARKETS = new Date('2026-03-11T16:00:00.000Z');

export const quiet = { warn: () => undefined, error: () => undefined };

export type Prices = Pick<Context, 'quote' | 'conversion' | 'nightMarks'> & Partial<Marks>;

/** The simulated market at one instant, always open. */
export function simulatedPrices(now: () => Date, seed = 'test'): Prices {
  const quote = (symbol: Symbol, markup: Width): Priced<DealtQuote> => ({
    ok: true,
    quote: dealtQuote(simulatedQuote(seed, symbol, now().getTime()), markup),
  });
  return { quote, conversion: (currency) => quote(conversionPair(currency)?.symbol ?? 'EURUSD', 0) };
}

export type Books = {
  ledger: Ledger;
  /** Sets the clock that decisions see. */
  at(time: Date): void;
  now(): Date;
  openParty(kind?: 'client' | 'staff'): Promise<string>;
  run<C extends Command>(command: C, key?: string, actorId?: string): Promise<Answer<C['kind']>>;
  /** As `run`, for a client with money: a top-up in demo mode. */
  fund(clientId: string, cents: bigint): Promise<void>;
  party(id: string): Promise<Record<string, string>>;
};

/** A ledger over a fresh database, with a clock and a market that the test holds still. */
export function openBooks(
  pool: pg.Pool,
  options: { prices?: Prices; onOpening?: (openings: readonly Opening[]) => void } = {},
): Books {
  let now = OPEN_MARKETS;
  const prices = options.prices ?? simulatedPrices(() => now);
  const ledger = createLedger({
    pool,
    log: quiet,
    context: () => ({ now, newId: () => newId(), ...marksFrom(prices.quote), ...prices }),
    onWriting: (rows, state) => options.onOpening?.(openings(rows, state)),
    onCommitted: () => ring(pool),
  });
  const books: Books = {
    ledger,
    at: (time) => void (now = time),
    now: () => now,
    async openParty(kind = 'client') {
      const id = newId();
      await openUser(pool, id, kind);
      return id;
    },
    run(command, key = newId(), actorId = actorOf(command)) {
      return ledger.execute(command, { actorId, key, requestHash: hashOf(command) });
    },
    async fund(clientId, cents) {
      const { outcome } = await books.run({ kind: 'top_up', clientId, amount: cents });
      if (!outcome.ok) throw new Error(outcome.refusal.code);
    },
    async party(id) {
      const { rows } = await pool.query<Record<string, string>>(
        'select cash, margin, withdrawing, loan, deposited, realised, status from ledger.party where id = $1',
        [id],
      );
      if (!rows[0]) throw new Error('no such party');
      return rows[0];
    },
  };
  return books;
}

/** A transaction id that no other payment has, in the form of bitcoin and tron. */
export function newTxid(): string {
  return (newId() + newId()).replaceAll('-', '');
}

/** A client with money that came in as money comes in live mode: of a size that takes two people, by two whom nobody else's day counts. */
export async function fundedLive(books: Books, cents: bigint): Promise<string> {
  const [clientId, staffId, checker] = [
    await books.openParty(),
    await books.openParty('staff'),
    await books.openParty('staff'),
  ];
  const depositId = await pendingDeposit(books, clientId, cents);
  const payment = { txid: newTxid(), outputIndex: 0, receivedUnits: null, receivedAt: books.now() };
  const proposalId = newId();
  const { outcome } = await books.run({
    kind: 'decide_deposit',
    staffId,
    clientId,
    depositId,
    decision: 'approve',
    reason: null,
    ...payment,
    rateNow: null,
    proposalId,
  });
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  if ('proposal' in outcome.result) {
    const command = {
      kind: 'approve_deposit',
      clientId,
      depositId,
      amount: cents,
      ...payment,
      receiptRate: null,
    } as const;
    await books.run({
      kind: 'decide_proposal',
      staffId: checker,
      proposalId,
      command,
      decision: 'approve',
      reason: null,
    });
  }
  if ((await books.party(clientId))['cash'] !== cents.toString()) throw new Error('the money of a test did not arrive');
  return clientId;
}

/** Asked for in tether, at a dollar a coin, with its proof. */
export async function pendingDeposit(books: Books, clientId: string, cents: bigint): Promise<string> {
  const { outcome } = await books.run({
    kind: 'create_deposit',
    clientId,
    amount: cents,
    method: 'tether',
    address: 'T-1',
    rate: PRICE_SCALE,
    rateSource: 'test',
  });
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  const depositId = outcome.result.id;
  await books.run({ kind: 'attach_proof', clientId, depositId, fileId: newId() });
  return depositId;
}

/** A person as sign-up makes one, without the password. */
export async function openUser(pool: pg.Pool, id: string, kind: 'client' | 'staff'): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select ledger.open_party($1, $2)', [id, kind]);
    await client.query(
      `insert into app.user (id, email, username, fullname, role, created_at) values ($1, $2, 'someone', 'Some One', $3, now())`,
      [id, `${id}@example.test`, kind === 'staff' ? 'admin' : 'client'],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

export function hashOf(command: Command): string {
  return hash(
    'sha256',
    JSON.stringify(command, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  );
}

/** Every invariant of the books that one look at the database can check. Empty when all hold. */
export async function brokenInvariants(pool: pg.Pool): Promise<string[]> {
  const checks: [name: string, sql: string][] = [
    [
      'L1 every entry balances',
      'select entry_number from ledger.posting group by book, entry_number having sum(amount) <> 0 or count(*) < 2',
    ],
    ['L2 postings equal running totals', 'select account from ledger.trial_balance where postings <> running_total'],
    ['C19 the clearing account holds what is due out of it', 'select 1 from ledger.clearing where held <> due'],
    ['L2 all accounts sum to zero', 'select 1 where (select coalesce(sum(amount), 0) from ledger.posting) <> 0'],
    [
      'L2 each client by itself',
      `select p.id from ledger.party p left join (select party_id, -sum(amount) filter (where account = 1) as cash, -sum(amount) filter (where account = 2) as margin,
         -sum(amount) filter (where account = 3) as withdrawing from ledger.posting where party_id is not null group by 1) s on s.party_id = p.id
       where (p.cash, p.margin, p.withdrawing) is distinct from (coalesce(s.cash, 0), coalesce(s.margin, 0), coalesce(s.withdrawing, 0))`,
    ],
    [
      'L16 numbers are consecutive within a book',
      `select 1 from ledger.head h left join (select book, count(*) as entries, max(number) as last from ledger.entry group by book) e on e.book = h.book
       where (h.number, h.number) is distinct from (coalesce(e.entries, 0), coalesce(e.last, 0))`,
    ],
    [
      'L16 time never runs backwards',
      'select number from (select number, at, lag(at) over (partition by book order by number) as before from ledger.entry) e where at < before',
    ],
    [
      'L11 held equals undecided withdrawals',
      `select p.id from ledger.party p left join (select client_id, sum(amount) as held from ledger.withdrawal where status in ('awaiting_code', 'pending') group by 1) w
         on w.client_id = p.id where p.withdrawing <> coalesce(w.held, 0)`,
    ],
    [
      'L6 margin equals collateral of open trades',
      `select p.id from ledger.party p left join (select client_id, sum(collateral_left) as held from ledger.trade where status = 'active' group by 1) t
         on t.client_id = p.id where p.margin <> coalesce(t.held, 0)`,
    ],
    [
      'L7 the trading account is the sum of realised results',
      `select 1 where (select coalesce(sum(realised), 0) from ledger.trade) <> (select coalesce(sum(amount), 0) from ledger.posting where account = 20)`,
    ],
    [
      'T48 the sums of what clients have open are those of their trades',
      `select client_id from (select client_id, symbol, side, count(*) as trades, sum(open_lots) as lots, sum(open_lots::numeric * entry_price) as value, sum(required_margin_left) as required
         from ledger.trade where status = 'active' group by 1, 2, 3) t full join (select * from ledger.exposure where trades > 0 or lots > 0 or value > 0 or required > 0) o
         using (client_id, symbol, side) where (t.trades, t.lots, t.value, t.required) is distinct from (o.trades, o.lots, o.value, o.required)`,
    ],
    [
      'T27 the financing account is the sum of what trades paid for their nights',
      `select 1 where (select coalesce(sum(financed), 0) from ledger.trade) <> (select coalesce(-sum(amount), 0) from ledger.posting where account = 22)
       union all select 1 from (select trade_id, sum(amount) as paid from ledger.financing group by 1) n join ledger.trade t on t.id = n.trade_id where t.financed <> n.paid`,
    ],
    [
      'Q3 the dividends account is the sum of what trades received and paid, each as its dividends say',
      `select 1 where (select coalesce(sum(dividends), 0) from ledger.trade) <> (select coalesce(sum(amount), 0) from ledger.posting where account = 31)
       union all select 1 from (select trade_id, sum(moved) as moved from ledger.dividend group by 1) d full join (select * from ledger.trade where dividends <> 0) t on t.id = d.trade_id
         where coalesce(t.dividends, 0) <> coalesce(d.moved, 0)`,
    ],
    [
      'L8 every fill has its quote',
      "select f.id from ledger.fill f left join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id) where q.id is null or f.price <> case f.side when 'buy' then q.ask else q.bid end",
    ],
  ];
  const broken: string[] = [];
  for (const [name, sql] of checks) {
    const { rowCount } = await pool.query(sql);
    if (rowCount !== 0) broken.push(name);
  }
  return broken;
}
