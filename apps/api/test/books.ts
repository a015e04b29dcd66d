import { hash } from 'node:crypto';
import {
  conversionPair,
  dealtQuote,
  PRICE_SCALE,
  simulatedQuote,
  type Symbol,
  type Width,
  standardFinancing,
} from '@clearbook/domain/market';
import { marksFrom, type Marks } from '@clearbook/domain/trading';
import { actorOf, type Command, type Context, type Priced } from '@clearbook/domain/ledger';
import type { DealtQuote } from '@clearbook/domain/market';
import { CHECKS } from '../src/features/integrity/index.ts';
import { LOG_CHECKS, WHOLE_LOG_CHECKS } from '../src/features/integrity/log-checks.ts';
import { type Opening, openings } from '../src/features/watch/openings.ts';
import { type Answer, createLedger, type Ledger } from '../src/ledger/index.ts';
import { ring } from '../src/platform/realtime/index.ts';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { ownerOf } from './owner-pools.ts';

/** A Wednesday noon in New York: every market of the catalogue is open. */
export const OPEN_MARKETS = new Date('2026-03-11T16:00:00.000Z');

export const quiet = { warn: () => undefined, error: () => undefined };

export type Prices = Pick<Context, 'quote' | 'conversion' | 'nightMarks'> & Partial<Marks & Pick<Context, 'financing'>>;

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
  /** In live mode: to a level at which this can be deposited. */
  raise(clientId: string, cents: bigint): Promise<void>;
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
    context: () => ({ now, newId: () => newId(), ...marksFrom(prices.quote), financing: standardFinancing, ...prices }),
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
    async raise(clientId, cents) {
      const { rowCount } = await pool.query(
        `update app.user set is_verified = true where id = $1 and exists (select from app.instance where mode = 'live')
           and not exists (select from ledger.documented_funds where client_id = $1 and documented)`,
        [clientId],
      );
      if (rowCount === 0 || cents <= 1_000_000n) return;
      const [maker, checker, proposalId] = [await books.openParty('staff'), await books.openParty('staff'), newId()];
      const command = { kind: 'document_funds', clientId, documented: true } as const;
      await books.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'payslips' });
      const { outcome } = await books.run({
        kind: 'decide_proposal', staffId: checker, proposalId, command, decision: 'approve', reason: null,
      }); // prettier-ignore
      if (!outcome.ok || outcome.result.status !== 'approved') throw new Error(JSON.stringify(outcome));
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
  await books.raise(clientId, cents);
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

/** A person as sign-up makes one, without the password. Staff as the host lets them in: of a live site the server's role opens none but the first. */
export async function openUser(pool: pg.Pool, id: string, kind: 'client' | 'staff'): Promise<void> {
  const owner = kind === 'staff' ? ownerOf(pool) : undefined;
  const client = await (owner ?? pool).connect();
  try {
    await client.query('begin');
    if (owner === undefined) await client.query('select ledger.open_party($1, $2)', [id, kind]);
    else await client.query('select ledger.open_staff($1)', [id]);
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
export async function brokenInvariants(pool: pg.ClientBase | pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  const { rowCount } = await pool.query(
    'select from ledger.head h cross join lateral ledger.broken_links(h.book, 1, 1000000000)',
  );
  if (rowCount !== 0) broken.push('L38 every entry is what its bytes say, and is linked');
  const checks = [...CHECKS, ...WHOLE_LOG_CHECKS].map((check) => ({ ...check, values: [] as string[] }));
  for (const { holds, sql, values } of [
    ...checks,
    ...LOG_CHECKS.map((check) => ({ ...check, values: ['-infinity'] })),
  ]) {
    const { rowCount: rows } = await pool.query(sql, values);
    if (rows !== 0) broken.push(holds);
  }
  return broken;
}
