import { ACCOUNTS } from '@clearbook/domain/ledger';
import type { ClientBase, Pool } from 'pg';
import { transaction } from '../../platform/transaction.ts';
import type { Finding } from './findings.ts';
import { ROWS_AT_MOST } from './pieces.ts';

/** Entries of a book that one transaction adds up at most: the next look goes on. */
const ENTRIES_AT_ONCE = 500_000;

const CLIENT = `coalesce(-sum(m) filter (where a = ${ACCOUNTS.cash}), 0), coalesce(-sum(m) filter (where a = ${ACCOUNTS.margin}), 0),
  coalesce(-sum(m) filter (where a = ${ACCOUNTS.withdrawing}), 0), coalesce(sum(m) filter (where a = ${ACCOUNTS.loan}), 0)`;

/** The postings of entries that are not added up yet. */
const NEW = `with stretch as (
    select h.book, coalesce(k.upto, 0) as from_number, least(h.number, coalesce(k.upto, 0) + ${ENTRIES_AT_ONCE}) as upto
    from ledger.head h left join app.integrity_mark k on k.book = h.book
  ), moved as (
    select e.client_id, l.a, l.m from stretch s join ledger.entry e on e.book = s.book and e.number > s.from_number and e.number <= s.upto
    cross join unnest(e.accounts, e.amounts) as l(a, m)
  )`;

/**
 * O94: adds up what entries moved since the last look, apart from the books' own totals, and compares each client's balances and each house account with that.
 * With `again` everything is added up from the first entry on. Nothing is compared until it has come to the end.
 */
export async function wrongBalances(pool: Pool, { again = false } = {}): Promise<Finding[]> {
  if (again)
    await transaction(pool, (client) =>
      client.query(
        'delete from app.integrity_mark; delete from app.integrity_balance; delete from app.integrity_account',
      ),
    );
  for (;;) {
    const findings = await transaction(pool, addUp);
    if (findings !== undefined) return findings;
  }
}

async function addUp(client: ClientBase): Promise<Finding[] | undefined> {
  await client.query(`set transaction isolation level repeatable read; set local statement_timeout = '10min'`);
  await client.query(
    `${NEW} insert into app.integrity_balance as b (party_id, cash, margin, withdrawing, loan)
     select client_id, ${CLIENT} from moved where a < ${ACCOUNTS['custody:bitcoin']} group by client_id
     on conflict (party_id) do update set cash = b.cash + excluded.cash, margin = b.margin + excluded.margin,
       withdrawing = b.withdrawing + excluded.withdrawing, loan = b.loan + excluded.loan`,
  );
  await client.query(
    `${NEW} insert into app.integrity_account as b (account, amount)
     select a, sum(m) from moved where a >= ${ACCOUNTS['custody:bitcoin']} group by a
     on conflict (account) do update set amount = b.amount + excluded.amount`,
  );
  await client.query(
    `insert into app.integrity_mark as k (book, upto) select h.book, least(h.number, ${ENTRIES_AT_ONCE}) from ledger.head h
     on conflict (book) do update set upto = (select least(h.number, k.upto + ${ENTRIES_AT_ONCE}) from ledger.head h where h.book = k.book)`,
  );
  const { rowCount: behind } = await client.query(
    'select from ledger.head h join app.integrity_mark k using (book) where k.upto < h.number',
  );
  return behind === 0 ? compare(client) : undefined;
}

async function compare(client: ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<Finding>(
    `select 'ledger.party' as relation, coalesce(p.id, b.party_id)::text as key, 'L2 each client by itself' as fault
     from (select * from ledger.party where kind = 'client' or (cash, margin, withdrawing, loan) <> (0, 0, 0, 0)) p full join app.integrity_balance b on b.party_id = p.id
     where (p.cash, p.margin, p.withdrawing, p.loan) is distinct from (coalesce(b.cash, 0), coalesce(b.margin, 0), coalesce(b.withdrawing, 0), coalesce(b.loan, 0))
     union all
     select 'ledger.house_account', h.name, 'L2 postings equal running totals'
     from ledger.house_account h left join app.integrity_account a on a.account = h.code where h.debit_balance <> coalesce(a.amount, 0)
     limit ${ROWS_AT_MOST}`,
  );
  return rows;
}
