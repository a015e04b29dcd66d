import { performance } from 'node:perf_hooks';
import { createSimulation, dealtQuote, instrument, INSTRUMENTS } from '@clearbook/domain/market';
import { effectiveLeverageHundredths, effectiveMarkup, NO_PACKAGE } from '@clearbook/domain/trading';
import type pg from 'pg';
import { BOOK, PREPARE, STAGE } from './scale-sql.ts';

export type Scale = {
  /** Users to add; each comes with ten trades, two deposits and a withdrawal. */
  readonly users: number;
  /** The moment up to which the history runs. */
  readonly now: Date;
  /** The member of staff who is said to have decided, and the picture that every deposit shows as its proof. */
  readonly staffId: string;
  readonly proofFile: string;
  /** How many of a user's ten trades are closed: seven, where left out. */
  readonly closedOfTen?: number;
  /** How long the history is: twenty hours, where left out. */
  readonly historyMs?: number;
  /** Told after each part that is committed. */
  readonly onProgress?: (users: number) => void;
};

/** Users in one transaction. A server that runs meanwhile waits about a second for each. */
export const USERS_AT_ONCE = 500;
export const TRADES_A_USER = 10;
/** Short of a working day, so that no withdrawal is overdue right away. */
const HISTORY_MS = 20 * 3_600_000;
/** Each part of the history has this many moments at which something happens. The SQL counts on it. */
const SLOTS = 48;

async function marketSeedOf(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{ seed: string }>('select market_seed as seed from app.instance');
  const [instance] = rows;
  if (instance === undefined) throw new Error('the database does not say which market it is for');
  return instance.seed;
}

/** Coins: their markets never close, and their prices are in dollars. */
const TRADED = INSTRUMENTS.filter((each) => each.class === 'crypto');

/**
 * Writes users with a history straight into the tables, as the owner: far faster than the ledger, and with the same result.
 * Every entry balances and has its canonical bytes, numbers follow on, running totals are sums of postings, every fill has its quote.
 * Each part is one transaction, so the books are whole whenever it ends, and whoever runs it again adds more.
 */
export async function scaleBooks(owner: pg.ClientBase, scale: Scale): Promise<{ seconds: number }> {
  const began = performance.now();
  // The prices of the server that runs on these books: at others, close-outs would end much of what is open.
  const simulation = createSimulation(await marketSeedOf(owner));
  for (const statement of PREPARE) await owner.query(statement);
  const first = await firstFree(owner);
  const historyMs = scale.historyMs ?? HISTORY_MS;

  for (let done = 0; done < scale.users;) {
    const count = Math.min(USERS_AT_ONCE, scale.users - done);
    await owner.query('begin');
    try {
      await owner.query('set local jit = off');
      await owner.query("set local work_mem = '64MB'");
      const { rows } = await owner.query<{ number: string; at: Date }>(
        'select number, at from ledger.head where book = 1 for update',
      );
      const [head] = rows;
      if (!head) throw new Error('the ledger has no head');
      const from = scale.now.getTime() - historyMs * (1 - done / scale.users);
      const to = scale.now.getTime() - historyMs * (1 - (done + count) / scale.users);
      const slots = moments(Math.max(from, head.at.getTime()), Math.max(to, head.at.getTime()));
      await owner.query(
        'truncate seed_slot, seed_quote, seed_user, seed_trade, seed_deposit, seed_withdrawal, seed_event',
      );
      await owner.query(
        'insert into seed_slot select o - 1, at from unnest($1::timestamptz[]) with ordinality as u(at, o)',
        [slots],
      );
      await owner.query(
        `insert into seed_quote select x.* from json_to_recordset($1) as x(coin int, slot int, leverage int, lot_size bigint, id text, symbol text, bid bigint, ask bigint,
           feed_bid bigint, feed_ask bigint, markup bigint, source text, source_time timestamptz, received_time timestamptz)`,
        [JSON.stringify(quotes(simulation, slots))],
      );
      const values = {
        first: first + done,
        count,
        base: head.number,
        staffId: scale.staffId,
        proofFile: scale.proofFile,
        closed: scale.closedOfTen ?? 7,
      };
      for (const [statement, ...names] of STAGE)
        await owner.query(
          statement,
          names.map((name) => values[name]),
        );
      await owner.query('analyze seed_user, seed_trade, seed_event');
      for (const [statement, ...names] of BOOK)
        await owner.query(
          statement,
          names.map((name) => values[name]),
        );
      await owner.query('commit');
    } catch (error) {
      await owner.query('rollback').catch(() => undefined);
      throw error;
    }
    done += count;
    scale.onProgress?.(done);
  }
  // Rows have come to the middle of long lists: their map is made afresh.
  await owner.query('delete from app.page_map');
  // What the planner knows and which pages need no second look: without it the first minutes after a bulk load are slow.
  for (const table of [
    'app.user',
    'app.note',
    'ledger.party',
    'ledger.entry',
    'ledger.trade',
    'ledger.closing_fill',
    'ledger.working_order',
    'ledger.deposit',
    'ledger.withdrawal',
    'ledger.quote',
    'ledger.audit',
  ])
    await owner.query(`vacuum (analyze) ${table}`);
  return { seconds: (performance.now() - began) / 1000 };
}

function quotes(simulation: ReturnType<typeof createSimulation>, slots: readonly Date[]): unknown[] {
  return TRADED.flatMap(({ symbol }, coin) =>
    slots.map((at, slot) => {
      const of = instrument(symbol);
      const quote = dealtQuote(simulation.quote(symbol, at.getTime()), effectiveMarkup(NO_PACKAGE));
      return {
        coin,
        slot,
        leverage: effectiveLeverageHundredths(of, NO_PACKAGE),
        lot_size: of.lotSize.toString(),
        id: quote.id,
        symbol,
        bid: quote.bid.toString(),
        ask: quote.ask.toString(),
        feed_bid: quote.feedBid.toString(),
        feed_ask: quote.feedAsk.toString(),
        markup: quote.markup.toString(),
        source: quote.source,
        source_time: quote.sourceTime,
        received_time: quote.receivedTime,
      };
    }),
  );
}

function moments(from: number, to: number): Date[] {
  return Array.from({ length: SLOTS }, (_, i) => new Date(Math.floor(from + ((to - from) * i) / (SLOTS - 1))));
}

/** Numbers of load users are consecutive over all runs. */
async function firstFree(owner: pg.ClientBase): Promise<number> {
  const { rows } = await owner.query<{ last: number }>(
    "select coalesce(max(substring(email from 'load-(\\d+)@')::int), 0) as last from app.user where email like 'load-%@clearbook.invalid'",
  );
  return (rows[0]?.last ?? 0) + 1;
}
