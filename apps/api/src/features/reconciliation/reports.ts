import type * as contract from '@clearbook/contracts/reconciliation';
import { centsToDecimal } from '@clearbook/domain/money';
import type { Pool } from 'pg';
import type * as z from 'zod/mini';
import { figuresOf } from './days.ts';

/** Entries that are read at a time. */
const PORTION = 2_000;

type JournalRow = z.infer<typeof contract.journalRow>;
type TrialRow = z.infer<typeof contract.trialRow>;
type ClientMoneyRow = z.infer<typeof contract.clientMoneyRow>;
type FeeRow = z.infer<typeof contract.feeRow>;
type Reader = Pick<Pool, 'query'>;
type Bounds = { book: number; low: string; high: string };
type Entry = {
  number: string;
  at: Date;
  event: string;
  client_id: string;
  subject_id: string;
  actor_id: string;
  postings: readonly { account: string; cents: string }[];
};

/** What clients are charged for, by the account that it goes to. */
const CHARGES = new Set(['fees', 'plans', 'financing', 'interest']);

/** Every posting of a UTC day, book by book in its order. */
export async function* journalOf(reader: Reader, day: string): AsyncGenerator<JournalRow> {
  for await (const { book, entry } of entriesOf(reader, day))
    for (const [n, { account, cents }] of entry.postings.entries()) {
      const amount = BigInt(cents);
      yield {
        ...headOf(book, entry),
        subject_id: entry.subject_id,
        actor_id: entry.actor_id,
        line: n + 1,
        account,
        debit: amount > 0n ? centsToDecimal(amount) : '',
        credit: amount > 0n ? '' : centsToDecimal(-amount),
      };
    }
}

/** What clients were charged: an entry an account, negative where it was given back. */
export async function* feesOf(reader: Reader, day: string): AsyncGenerator<FeeRow> {
  for await (const { book, entry } of entriesOf(reader, day))
    for (const { account, cents } of entry.postings)
      if (CHARGES.has(account)) yield { ...headOf(book, entry), account, amount: centsToDecimal(-BigInt(cents)) };
}

export async function trialBalanceOf(reader: Reader, day: string): Promise<TrialRow[]> {
  const { accounts } = await figuresOf(reader, day);
  return accounts.map(({ account, opening, debits, credits, closing }) => ({
    account,
    opening: centsToDecimal(BigInt(opening)),
    debits: centsToDecimal(BigInt(debits)),
    credits: centsToDecimal(BigInt(credits)),
    closing: centsToDecimal(BigInt(closing)),
  }));
}

/** What clients were owed at the end of a day, what they owed, and what was held by account, beside the statements of that day. */
export async function clientMoneyOf(reader: Reader, day: string): Promise<ClientMoneyRow[]> {
  const { accounts } = await figuresOf(reader, day);
  const { rows } = await reader.query<{ method: string; balance: string }>(
    // What came after the signature is no part of what was signed.
    `select distinct on (b.method) b.method, b.balance from app.statement_balance b
     where b.day = $1 and b.at <= coalesce((select m.at from ledger.day_mark m where m.day = $1 and m.state = 'closed'), 'infinity')
     order by b.method, b.number desc`,
    [day],
  );
  const told = new Map(rows.map(({ method, balance }) => [`custody:${method}`, BigInt(balance)]));
  const closing = (name: string): bigint => {
    const found = accounts.find(({ account }) => account === name);
    // Every account has its line, those that nothing was posted to among them.
    if (found === undefined) throw new Error(`the figures of ${day} have no account ${name}`);
    return BigInt(found.closing);
  };
  const row = (item: string, books: bigint, statement?: bigint): ClientMoneyRow => ({
    item,
    books: centsToDecimal(books),
    statement: statement === undefined ? '' : centsToDecimal(statement),
    difference: statement === undefined ? '' : centsToDecimal(statement - books),
  });
  const [cash, margin, withdrawing] = [-closing('cash'), -closing('margin'), -closing('withdrawing')];
  const custody = accounts.filter(({ account }) => account.startsWith('custody:'));
  return [
    row('owed:available', cash),
    row('owed:in_open_trades', margin),
    row('owed:on_its_way_out', withdrawing),
    row('owed:total', cash + margin + withdrawing),
    row('loans', closing('loan')),
    ...custody.map(({ account }) => row(account, closing(account), told.get(account))),
    row(
      'custody:total',
      custody.reduce((sum, { account }) => sum + closing(account), 0n),
    ),
  ];
}

/** How many postings a day has, by which somebody decides whether a spreadsheet holds them. */
export async function countPostings(reader: Reader, day: string): Promise<number> {
  const { rows } = await reader.query<{ count: string }>(
    `select coalesce(sum(cardinality(e.accounts)), 0) as count from ledger.day_bounds($1) b
     join ledger.entry e on e.book = b.book and e.number > b.low and e.number <= b.high where e.book = any(ledger.books())`,
    [day],
  );
  return Number(rows[0]?.count ?? 0);
}

async function* entriesOf(reader: Reader, day: string): AsyncGenerator<{ book: number; entry: Entry }> {
  const { rows: books } = await reader.query<Bounds>(
    'select book, low, high from ledger.day_bounds($1) order by book',
    [day],
  );
  for (const { book, low, high } of books) {
    let from = low;
    for (;;) {
      const { rows } = await reader.query<Entry>(
        `select e.number, e.at, r.name as event, e.client_id, e.subject_id, e.actor_id,
           (select json_agg(json_build_object('account', k.name, 'cents', p.amount::text) order by p.line)
            from unnest(e.accounts, e.amounts) with ordinality as p(account, amount, line) join ledger.account_kind k on k.code = p.account) as postings
         from ledger.entry e join ledger.event_rule r on r.code = e.event
         where e.book = $1 and e.number > $2 and e.number <= $3 order by e.number limit ${PORTION}`,
        [book, from, high],
      );
      for (const entry of rows) yield { book, entry };
      if (rows.length < PORTION) break;
      from = rows.at(-1)?.number ?? high;
    }
  }
}

function headOf(book: number, { number, at, event, client_id }: Entry) {
  return { book, entry: number, time: at.toISOString(), event, client_id };
}
