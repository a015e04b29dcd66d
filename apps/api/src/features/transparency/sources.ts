import type { Pool } from 'pg';
import { LEAF_TYPES, type LeafType } from './leaves.ts';

/** Something that is about to get its leaf. */
export type Waiting = { readonly type: LeafType; readonly row: string; readonly canonical: Buffer };
/** How far a book's entries are in the log, and how far they will be. */
export type Advance = { readonly book: number; readonly before: bigint; readonly upto: bigint };
export type Batch = { readonly waiting: readonly Waiting[]; readonly advances: readonly Advance[] };

/**
 * What is in the log besides the journal and its fills, and in which order its rows come: they wait in ledger.log_queue. One more source is a line here, a trigger
 * that queues its rows (as audit_to_log does) and a line in ledger.canonical_leaf.
 */
const QUEUED: readonly { readonly type: LeafType; readonly order: string }[] = [
  { type: 'audit', order: 'q.source_row::bigint' },
  { type: 'signal', order: 'q.source_row::uuid' },
  { type: 'change', order: 'q.source_row::bigint' },
  { type: 'bar', order: "split_part(q.source_row, '/', 2)::bigint, q.source_row" },
  { type: 'liability_root', order: 'q.source_row' },
  // Those without an entry, because they moved no cent; any other fill comes with its entry.
  { type: 'fill', order: 'q.source_row' },
];

/** What comes next, about `room` of it: entries of every book in their order with the fills that they are of, then what is queued. */
export async function readWaiting(pool: Pool, room: number): Promise<Batch> {
  const { waiting, advances } = await readEntries(pool, room);
  waiting.push(...(await readFills(pool, advances)));
  for (const { type, order } of QUEUED) {
    if (waiting.length >= room) continue;
    const { rows } = await pool.query<{ row: string; canonical: Buffer }>(
      `select q.source_row as row, c.canonical
       from (select q.type, q.source_row, row_number() over (order by ${order}) as place from ledger.log_queue q where q.type = $1 order by place limit $2) q
       cross join lateral (select ledger.canonical_leaf(q.type, q.source_row) as canonical) c where c.canonical is not null order by q.place`,
      [LEAF_TYPES[type], room - waiting.length],
    );
    waiting.push(...rows.map((each) => ({ type, ...each })));
  }
  return { waiting, advances };
}

async function readFills(pool: Pool, advances: readonly Advance[]): Promise<Waiting[]> {
  if (advances.length === 0) return [];
  const { rows } = await pool.query<{ row: string; canonical: Buffer }>(
    'select source_row as row, canonical from ledger.fills_to_log($1, $2, $3)',
    [advances.map(({ book }) => book), advances.map(({ before }) => before), advances.map(({ upto }) => upto)],
  );
  return rows.map((each) => ({ type: 'fill', ...each }));
}

/** Books take turns by their numbers: each gets what is left of the room, but no more than its fair part of all of it. */
async function readEntries(pool: Pool, room: number): Promise<{ waiting: Waiting[]; advances: Advance[] }> {
  const { rows } = await pool.query<{ book: number; number: string; before: string; canonical: Buffer }>(
    `select e.book, e.number::text as number, s.before::text as before, e.canonical
     from (select h.book, coalesce(p.number, 0) as before, h.number as head from ledger.head h left join ledger.log_position p on p.book = h.book) s
     cross join lateral (select e.book, e.number, e.canonical from ledger.entry e
       where e.book = s.book and e.number > s.before order by e.number
       limit greatest($1 / (select count(*) from ledger.head), 1)) e
     where s.head > s.before order by e.book, e.number`,
    [room],
  );
  const waiting: Waiting[] = [];
  const advances = new Map<number, Advance>();
  for (const { book, number, before, canonical } of rows) {
    waiting.push({ type: 'entry', row: `${book}/${number}`, canonical });
    advances.set(book, { book, before: BigInt(before), upto: BigInt(number) });
  }
  return { waiting, advances: [...advances.values()] };
}
