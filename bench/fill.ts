import type pg from 'pg';
import { newId } from '@clearbook/api/platform/ids.ts';
import { namedSql } from '@clearbook/domain/ledger';
import { scaleBooks } from '../scripts/scale-books.ts';

/** Of a user whose ten trades are all closed: one top-up, twenty for the trades, and what their deposits and withdrawal made. */
const ENTRIES_A_USER = 23;

/**
 * Books with at least so many entries and the rows beside them: orders, trades, fills and quotes as `npm run seed -- --scale` makes
 * them, and for each entry the command that asked for it and the notification that told of it. Nothing is left open, so the
 * database is full and the engine that watches prices has no more to do than beside an empty one.
 * @returns how many there are
 */
export async function fillDatabase(
  owner: pg.ClientBase,
  entries: number,
  say: (text: string) => void,
): Promise<number> {
  const began = performance.now();
  const staffId = newId();
  await owner.query('select ledger.open_staff($1)', [staffId]);
  const users = Math.ceil(entries / ENTRIES_A_USER);
  await scaleBooks(owner, {
    users,
    now: new Date(),
    staffId,
    proofFile: newId(),
    closedOfTen: 10,
    onProgress: (done) => done % 10_000 === 0 && say(`${done} of ${users} clients with their trades`),
  });
  await owner.query(COMMANDS);
  await owner.query(namedSql(NOTIFICATIONS));
  for (const table of ['ledger.command', 'app.notification']) await owner.query(`vacuum (analyze) ${table}`);
  const { rows } = await owner.query<{ entries: string }>('select count(*) as entries from ledger.entry');
  const filled = Number(rows[0]?.entries);
  if (!(filled >= entries)) throw new Error(`${filled} entries are fewer than ${entries}`);
  say(`${filled} entries in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return filled;
}

/** The answer that a client got, under the key that their browser chose. */
const COMMANDS = `insert into ledger.command (book, party_id, key, request_hash, outcome, at)
  select case when actor_id = client_id then book else 0 end, actor_id, md5(number::text)::uuid::text, sha256(int8send(number)),
    json_build_object('ok', true, 'result', json_build_object('id', subject_id, 'entry', number, 'at', at)), at
  from ledger.entry order by number`;

const NOTIFICATIONS = `insert into app.notification (id, user_id, kind, values, subject_id, at)
  select gen_random_uuid(), client_id, case event when @event.trade_opened then 'trade_opened' else 'trade_closed' end,
    jsonb_build_object('symbol', 'BTC', 'amount', '20.00'), subject_id, at
  from ledger.entry where event in (@event.trade_opened, @event.trade_closed) order by number`;
