import { scaleBooks, TRADES_A_USER } from '../../scripts/scale-books.ts';
import type { Site } from './site.ts';

/** So many users, and so many rows in each of this client's lists: what the users did is said to be theirs. */
export async function fillsLists(site: Site, clientId: string, count: number, marketSeed: string): Promise<void> {
  await site.database(async (owner) => {
    const { rows } = await owner.query<{ staff: string; proof: string }>(
      `select (select id from ledger.party where kind = 'staff' limit 1) as staff, (select proof_file from ledger.deposit where proof_file is not null limit 1) as proof`,
    );
    await scaleBooks(owner, {
      users: count,
      now: new Date(Date.now() + site.aheadMs),
      marketSeed,
      staffId: rows[0]?.staff ?? '',
      proofFile: rows[0]?.proof ?? '',
    });
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
