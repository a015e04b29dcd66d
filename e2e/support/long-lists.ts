import type { Client } from 'pg';
import { scaleBooks, TRADES_A_USER } from '../../scripts/scale-books.ts';
import { withoutIndexes } from '../../scripts/without-indexes.ts';
import type { Site } from './site.ts';

type Scale = {
  /** Who come with ten trades, two deposits and a withdrawal each. */
  readonly traders: number;
  /** Who have only joined. */
  readonly others: number;
};

/** Users and what they did, with books that are whole. Somebody has sent a proof of payment before: it is shown as everybody's. */
export async function scalesUp(site: Site, { traders, others }: Scale): Promise<void> {
  // Of staff who decide nothing else: what somebody has released today is added up with each decision.
  await site.invites('history@example.test');
  await site.database(async (owner) => {
    const again = await withoutIndexes(owner, ['app."user"', 'app.note', 'ledger.audit']);
    await growsBy(owner, site, traders);
    for (const statement of JOIN) await owner.query(statement, statement.includes('$1') ? [others] : []);
    await again();
    await owner.query('vacuum (analyze) app."user", ledger.party, ledger.party_book');
    // What was loaded is on the disk before anybody waits for a commit.
    await owner.query('checkpoint');
  });
}

/** What a sign-up leaves in the tables, many times. */
const JOIN = [
  'create temp table joined (id uuid, n int)',
  'insert into joined select gen_random_uuid(), n from generate_series(1, $1::int) as n',
  'insert into ledger.party_book (id, book) select id, 1 from joined',
  'update ledger.book set clients = clients + $1::int where book = 1',
  `insert into ledger.party (book, id, kind, opened_at) select 1, id, 'client', transaction_timestamp() from joined`,
  `insert into app."user" (id, email, username, fullname, role, created_at)
   select id, 'joined-' || n || '@clearbook.invalid', 'joined' || n, 'Joined Only ' || n, 'client', transaction_timestamp() from joined`,
];

async function growsBy(owner: Client, site: Site, users: number): Promise<void> {
  const { rows } = await owner.query<{ staff: string; proof: string }>(
    `select (select id from ledger.party where kind = 'staff' order by opened_at desc limit 1) as staff, (select proof_file from ledger.deposit where proof_file is not null limit 1) as proof`,
  );
  await scaleBooks(owner, {
    users,
    now: new Date(Date.now() + site.aheadMs),
    staffId: rows[0]?.staff ?? '',
    proofFile: rows[0]?.proof ?? '',
  });
}

/** So many users, and so many rows in each of this client's lists: what the users did is said to be theirs. */
export async function fillsLists(site: Site, clientId: string, count: number): Promise<void> {
  await site.database(async (owner) => {
    await growsBy(owner, site, count);
    // Nobody works with these books any more; they are there to be looked at.
    await owner.query("set session_replication_role = 'replica'");
    const moved = [
      `update ledger.trade set client_id = $1 where client_id in (select id from ledger.party where kind = 'client' and id <> $1 limit ${Math.ceil(count / TRADES_A_USER)})`,
      'update ledger.deposit set client_id = $1',
      'update ledger.withdrawal set client_id = $1',
      `insert into app.notification (user_id, id, kind, values, at)
       select n.user_id, gen_random_uuid(), n.kind, n.values, n.at from app.notification n, generate_series(1, ${count}) where n.user_id = $1 limit ${count}`,
    ];
    for (const statement of moved) await owner.query(statement, [clientId]);
  });
}
