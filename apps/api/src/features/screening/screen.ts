import type { ListMatch } from '@clearbook/domain/fraud';
import type { Pool, PoolClient } from 'pg';
import { newId } from '../../platform/ids.ts';
import { withLease } from '../../platform/lease.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import type { ListVersion, ScreeningList } from './list.ts';
import { newestMatches, type StoredMatch } from './screening.query.ts';

export type ScreeningDeps = { readonly pool: Pool; readonly list: ScreeningList };
type Due = { id: string; user_id: string; fullname: string; date_of_birth: string };

const ROUND = 200;
const NIL = '00000000-0000-0000-0000-000000000000';

/** What the last complete look at everybody saw. */
type Seen = { readonly sha256: string; readonly readAt: number; readonly newest: string; readonly at: number };
const seen = new WeakMap<ScreeningList, Seen>();
/** Details that another process gave an older id than the newest are found this much later at most. */
const AGAIN_MS = 3_600_000;

/**
 * Compares whoever has not been compared with this version of the list: everyone once it changes, and a client who sends or changes their details.
 * Any process at any time: one looks at everybody, and not again while neither the list nor anybody's details have changed. It decides nothing.
 */
export async function screenDue(
  { pool, list }: ScreeningDeps,
  now: Date,
  clientId: string | null = null,
): Promise<void> {
  const version = await list.read(now);
  if (version === null) return;
  const compare = () => screenAll({ pool, version }, now, clientId);
  if (clientId !== null) return compare();
  const { rows } = await pool.query<{ newest: string }>(
    'select coalesce((select id::text from app.personal_details order by id desc limit 1), $1) as newest',
    [NIL],
  );
  const next = {
    sha256: version.sha256.toString('hex'),
    readAt: version.readAt.getTime(),
    newest: rows[0]?.newest ?? NIL,
    at: now.getTime(),
  };
  const last = seen.get(list);
  const isSame = last?.sha256 === next.sha256 && last.readAt === next.readAt && last.newest === next.newest;
  if (isSame && next.at - last.at < AGAIN_MS) return;
  const compareAll = async (): Promise<void> => {
    await compare();
    seen.set(list, next);
  };
  await withLease(pool, 'screening', compareAll, { background: true });
}

async function screenAll(
  { pool, version }: { readonly pool: Pool; readonly version: ListVersion },
  now: Date,
  clientId: string | null,
): Promise<void> {
  await pool.query(
    'insert into app.screening_list (sha256, read_at, people) values ($1, $2, $3) on conflict do nothing',
    [version.sha256, version.readAt, version.people],
  );
  let due: Due[] = [];
  do {
    due = await readDue(pool, version, { clientId, after: due.at(-1)?.id ?? NIL });
    for (const one of due) await transaction(pool, (client) => screen(client, version, one, now));
  } while (due.length === ROUND);
}

/**
 * Whoever was compared last with another version than this one, and before this one was read: a list that is put back after another one counts again,
 * and of two processes that read different files the one that read last has its say once.
 */
const DUE = `d.replaced_at is null and not exists (
  select from (select s.list, s.at from app.screening s where s.details_id = d.id order by s.at desc, s.id desc limit 1) last
  where last.list = $1 or last.at > $2)`;

async function readDue(
  pool: Pool,
  { sha256, readAt }: ListVersion,
  { clientId, after }: { clientId: string | null; after: string },
): Promise<Due[]> {
  const { rows } = await pool.query<Due>(
    `select d.id, d.user_id, u.fullname, d.date_of_birth::text from app.personal_details d join app.user u on u.id = d.user_id
     where ${DUE} and ($3::uuid is null or d.user_id = $3) and d.id > $4 order by d.id limit $5`,
    [sha256, readAt, clientId, after, ROUND],
  );
  return rows;
}

async function screen(client: PoolClient, version: ListVersion, due: Due, now: Date): Promise<void> {
  // Whoever is second finds that it is done.
  const { rowCount: open } = await client.query(
    'select from app.personal_details d where d.id = $1 for no key update',
    [due.id],
  );
  if (open !== 1) return;
  const before = await newestMatches(client, due.user_id);
  const known = new Map(before.map((each) => [nameOf(each), each.since]));
  const matches = version
    .find(due.fullname, due.date_of_birth)
    // What was found before keeps its time: whoever dismissed it need not do so again.
    .map((each): StoredMatch => ({ ...each, since: known.get(nameOf(each)) ?? now.toISOString() }));
  const { rowCount } = await client.query(
    `insert into app.screening (id, client_id, details_id, list, matches, at)
     select $3, d.user_id, d.id, $1, $5::jsonb, $6 from app.personal_details d where d.id = $4 and ${DUE}`,
    [version.sha256, version.readAt, newId(), due.id, JSON.stringify(matches), now],
  );
  if (rowCount === 1 && (matches.length > 0 || before.length > 0))
    await invalidate(client, [
      { c: null, t: ['identity', 'withdrawals'], a: true, e: 'client_screened', s: due.user_id },
    ]);
}

function nameOf({ list, name, program, birth }: ListMatch): string {
  return JSON.stringify([list, name, program, birth]);
}
