import { ACCOUNTS } from '@clearbook/domain/ledger';
import type { ClientBase, Pool } from 'pg';
import { transaction } from '../../platform/transaction.ts';
import type { Finding } from './findings.ts';
import { ROWS_AT_MOST } from './pieces.ts';

/** Of a statement over a portion, or over every client's sums. */
const LONGEST = '10min';
/** Entries of a book that one transaction adds up at most: the next look goes on. */
const ENTRIES_AT_ONCE = 500_000;

const CLIENT = `coalesce(-sum(m) filter (where a = ${ACCOUNTS.cash}), 0), coalesce(-sum(m) filter (where a = ${ACCOUNTS.margin}), 0),
  coalesce(-sum(m) filter (where a = ${ACCOUNTS.withdrawing}), 0), coalesce(sum(m) filter (where a = ${ACCOUNTS.loan}), 0)`;

/** The sums that are compared every minute, or those that are made anew beside them. */
type Sums = { readonly anew: boolean; readonly atOnce: number };

/** The postings of entries that are not added up yet. */
const fresh = ({ anew, atOnce }: Sums): string => `with stretch as (
    select h.book, coalesce(k.upto, 0) as from_number, least(h.number, coalesce(k.upto, 0) + ${atOnce}) as upto
    from ledger.head h left join app.integrity_mark k on k.anew = ${anew} and k.book = h.book
  ), moved as (
    select e.client_id, l.a, l.m from stretch s join ledger.entry e on e.book = s.book and e.number > s.from_number and e.number <= s.upto
    cross join unnest(e.accounts, e.amounts) as l(a, m)
  )`;

/**
 * O94: adds up what entries moved since the last look, apart from the books' own totals, and compares each client's balances and each house account with that.
 * Nothing is compared until it has come to the end.
 */
export async function wrongBalances(pool: Pool): Promise<Finding[]> {
  for (;;) {
    const findings = await transaction(pool, async (client) => {
      await claim(client);
      return addUp(client, { anew: false, atOnce: ENTRIES_AT_ONCE });
    });
    if (findings !== undefined) return findings;
  }
}

/**
 * The same from the first entry on, a portion at a time (0 begins anew). The sums of before are left to every minute's look until these are complete, and
 * then give way to them.
 */
export async function sumAnew(
  pool: Pool,
  from: number,
  atOnce = ENTRIES_AT_ONCE,
): Promise<{ readonly findings: readonly Finding[]; readonly next?: number }> {
  if (from === 0) await transaction(pool, (client) => forget(client, true));
  const findings = await transaction(pool, (client) => addUp(client, { anew: true, atOnce }));
  if (findings === undefined) return { findings: [], next: from + atOnce };
  await transaction(pool, async (client) => {
    await client.query(`set local statement_timeout = '${LONGEST}'`);
    await claim(client);
    await forget(client, false);
    for (const table of TABLES) await client.query(`update ${table} set anew = false`);
  });
  return { findings };
}

const TABLES = ['app.integrity_mark', 'app.integrity_balance', 'app.integrity_account'] as const;

async function forget(client: ClientBase, anew: boolean): Promise<void> {
  for (const table of TABLES) await client.query(`delete from ${table} where anew = $1`, [anew]);
}

/** One at a time writes the sums that are compared every minute. A lock of a table takes no snapshot: what is read behind it is read as the one before left it. */
async function claim(client: ClientBase): Promise<void> {
  await client.query('lock table app.integrity_mark in share row exclusive mode');
}

async function addUp(client: ClientBase, sums: Sums): Promise<Finding[] | undefined> {
  const { anew, atOnce } = sums;
  await client.query(`set transaction isolation level repeatable read; set local statement_timeout = '${LONGEST}'`);
  await client.query(
    `${fresh(sums)} insert into app.integrity_balance as b (anew, party_id, cash, margin, withdrawing, loan)
     select ${anew}, client_id, ${CLIENT} from moved where a < ${ACCOUNTS['custody:bitcoin']} group by client_id
     on conflict (anew, party_id) do update set cash = b.cash + excluded.cash, margin = b.margin + excluded.margin,
       withdrawing = b.withdrawing + excluded.withdrawing, loan = b.loan + excluded.loan`,
  );
  await client.query(
    `${fresh(sums)} insert into app.integrity_account as b (anew, account, amount)
     select ${anew}, a, sum(m) from moved where a >= ${ACCOUNTS['custody:bitcoin']} group by a
     on conflict (anew, account) do update set amount = b.amount + excluded.amount`,
  );
  await client.query(
    `insert into app.integrity_mark as k (anew, book, upto) select ${anew}, h.book, least(h.number, ${atOnce}) from ledger.head h
     on conflict (anew, book) do update set upto = (select least(h.number, k.upto + ${atOnce}) from ledger.head h where h.book = k.book)`,
  );
  const { rowCount: behind } = await client.query(
    `select from ledger.head h join app.integrity_mark k on k.anew = ${anew} and k.book = h.book where k.upto < h.number`,
  );
  return behind === 0 ? compare(client, sums) : undefined;
}

async function compare(client: ClientBase, { anew }: Sums): Promise<Finding[]> {
  const { rows } = await client.query<Finding>(
    `select 'ledger.party' as relation, coalesce(p.id, b.party_id)::text as key, 'L2 each client by itself' as fault
     from (select * from ledger.party where kind = 'client' or (cash, margin, withdrawing, loan) <> (0, 0, 0, 0)) p
       full join (select * from app.integrity_balance where anew = ${anew}) b on b.party_id = p.id
     where (p.cash, p.margin, p.withdrawing, p.loan) is distinct from (coalesce(b.cash, 0), coalesce(b.margin, 0), coalesce(b.withdrawing, 0), coalesce(b.loan, 0))
     union all
     select 'ledger.house_account', h.name, 'L2 postings equal running totals'
     from ledger.house_account h left join app.integrity_account a on a.anew = ${anew} and a.account = h.code where h.debit_balance <> coalesce(a.amount, 0)
     limit ${ROWS_AT_MOST}`,
  );
  return rows;
}
