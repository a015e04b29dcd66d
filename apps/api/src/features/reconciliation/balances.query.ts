import type { AccountBalance, StatementMethod } from '@clearbook/contracts/reconciliation';
import { STATEMENT_METHODS } from '@clearbook/contracts/reconciliation';
import { decimalToCents } from '@clearbook/domain/money';
import type { RequestBody } from '@clearbook/contracts/routes';
import { messages } from '@clearbook/contracts/messages';
import { statementFileWords as words } from '@clearbook/contracts/words/statement-file';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { usd } from '../books/index.ts';
import { tell } from './matching.ts';

type Row = {
  method: StatementMethod;
  custody: string;
  day: string | null;
  balance: string | null;
  by: string | null;
  at: Date | null;
  since: string;
  unmatched: number;
};

/**
 * What each account holds by the books beside what its last statement says. What the books had at the end of the statement's day is what they have now less what
 * was posted since: entries after it, which are few where statements come in daily.
 */
const BALANCES = `with told as (
    select m.method, b.day, b.balance, b.staff_id, b.at from unnest($1::text[]) as m(method)
    left join lateral (select * from app.statement_balance s where s.method = m.method order by s.day desc, s.number desc limit 1) b on true
  ), cuts as materialized (
    select t.day, d.book, d.high from (select distinct day from told where day is not null) t cross join lateral ledger.day_bounds(t.day) d
  ), since as materialized (
    -- Summed book by book, so that each is read from its number on.
    select c.day, s.account, sum(s.amount) as amount from cuts c cross join lateral (
      select p.account, sum(p.amount) as amount
      from (select unnest(e.accounts) as account, unnest(e.amounts) as amount from ledger.entry e where e.book = c.book and e.number > c.high) p
      group by p.account) s
    group by c.day, s.account
  )
  select t.method, coalesce(h.debit_balance, 0)::text as custody, to_char(t.day, 'YYYY-MM-DD') as day, t.balance::text as balance, u.email as by, t.at,
    coalesce((select s.amount from since s join ledger.account_kind k on k.code = s.account where s.day = t.day and k.name = 'custody:' || t.method), 0)::text as since,
    (select count(*)::int from app.statement_line l left join app.statement_match x on x.line_id = l.id where l.method = t.method and x.line_id is null) as unmatched
  from told t left join ledger.house_account h on h.name = 'custody:' || t.method left join app.user u on u.id = t.staff_id
  order by array_position($1::text[], t.method)`;

export async function readBalances(
  reader: Pick<Pool, 'query'>,
  now: Date,
): Promise<{ as_of: string; accounts: AccountBalance[] }> {
  const { rows } = await reader.query<Row>(BALANCES, [STATEMENT_METHODS]);
  return { as_of: now.toISOString(), accounts: rows.map(wire) };
}

function wire({ method, custody, day, balance, by, at, since, unmatched }: Row): AccountBalance {
  const held = BigInt(custody);
  if (day === null || balance === null || at === null)
    return { method, custody: usd(held), statement: null, books_then: null, difference: null, unmatched };
  const then = held - BigInt(since);
  return {
    method,
    custody: usd(held),
    statement: { day, balance: usd(BigInt(balance)), by: by ?? '', at: at.toISOString() },
    books_then: usd(then),
    difference: usd(BigInt(balance) - then),
    unmatched,
  };
}

/** What a statement says that an account held at the end of a day. The same again writes nothing. */
export async function enterBalance(
  pool: Pool,
  staffId: string,
  { method, day, balance }: RequestBody<'POST /admin/statement-balances'>,
  now: Date,
): Promise<{ as_of: string; accounts: AccountBalance[] }> {
  const cents = decimalToCents(balance);
  if (day > now.toISOString().slice(0, 10))
    throw new Problem(422, 'request.invalid', messages.common.checkFields, [{ name: 'day', message: words.future }]);
  return transaction(pool, async (client) => {
    const { rows } = await client.query<{ balance: string }>(
      'select balance from app.statement_balance where method = $1 and day = $2 order by number desc limit 1',
      [method, day],
    );
    if (rows[0] === undefined || BigInt(rows[0].balance) !== cents) {
      await client.query(
        'insert into app.statement_balance (method, day, balance, staff_id, at) values ($1, $2, $3, $4, $5)',
        [method, day, cents, staffId, now],
      );
      await client.query("select ledger.record_audit($1, 'statement.balance', 'statement_balance', $2, null, $3, $4)", [
        staffId,
        `${method}/${day}`,
        { account: method, day, balance },
        now,
      ]);
      await tell(client);
    }
    return readBalances(client, now);
  });
}
