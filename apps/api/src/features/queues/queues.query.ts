import { usdToCents } from '@clearbook/contracts/money';
import {
  CLAIM_MS,
  QUEUE_COUNT_MAX,
  type QueueItem,
  type QueueName,
  QUEUES,
  type QueueSummary,
} from '@clearbook/contracts/queues';
import type { RequestQuery } from '@clearbook/contracts/routes';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';
import { SOURCES } from './sources.ts';

const PAGE = 50;
const DAY_MS = 86_400_000;

type Filters = RequestQuery<'GET /admin/queue-items'>;
type Asked = { readonly queue: QueueName; readonly staffId: string; readonly now: Date };
type Row = {
  id: string;
  client_id: string | null;
  email: string | null;
  fullname: string | null;
  since: Date;
  amount: string | null;
  method: string | null;
  about: string | null;
  staff_id: string | null;
  staff_email: string | null;
  claimed_at: Date | null;
};

/** A page of what waits, from the oldest on (or the newest), by key: any item can be reached, however many there are. */
export async function readQueue(
  pool: Pool,
  { queue, staffId, now }: Asked,
  filters: Filters,
): Promise<{ data: QueueItem[]; next_cursor: string | null }> {
  const size = Number(filters.limit ?? PAGE);
  const newest = filters.sort === 'newest';
  const [ms, id] = filters.cursor?.split('.') ?? [];
  const { rows } = await pool.query<Row>(
    `select q.id, q.client_id, u.email, u.fullname, q.since, q.amount, q.method, c.staff_id,
       case when $10 = 'proposals' then (
         select case when p.kind = 'configure' then ledger.config_name(p.command ->> 'item', p.command ->> 'key') else p.command ->> 'email' end
         from ledger.proposal p where p.id = q.id) end as about,
       s.email as staff_email, c.at as claimed_at
     from (select * from (${SOURCES[queue].rows}) w
       where ($2::timestamptz is null or (w.since, w.id) ${newest ? '<' : '>'} ($2, $3::uuid))
         and ($4::text is null or w.method = $4) and ($5::bigint is null or w.amount >= $5) and ($6::bigint is null or w.amount <= $6)
         and ($7::timestamptz is null or w.since >= $7) and ($8::timestamptz is null or w.since < $8)
         and ($9::text is null or ($9 = 'mine') = exists (
           select from app.queue_claim k where k.queue = $10 and k.subject_id = w.id and k.at > $11 and ($9 = 'free' or k.staff_id = $12)))
       order by w.since ${newest ? 'desc' : 'asc'}, w.id ${newest ? 'desc' : 'asc'} limit $13) q
     left join app.user u on u.id = q.client_id
     left join app.queue_claim c on c.queue = $10 and c.subject_id = q.id and c.at > $11
     left join app.user s on s.id = c.staff_id
     where $1::timestamptz is not null
     order by q.since ${newest ? 'desc' : 'asc'}, q.id ${newest ? 'desc' : 'asc'}`,
    [
      now,
      ms === undefined ? null : new Date(Number(ms)),
      id ?? null,
      filters.method ?? null,
      filters.least === undefined ? null : usdToCents(filters.least),
      filters.most === undefined ? null : usdToCents(filters.most),
      filters.from === undefined ? null : new Date(filters.from),
      filters.to === undefined ? null : new Date(Date.parse(filters.to) + DAY_MS),
      filters.claim ?? null,
      queue,
      new Date(now.getTime() - CLAIM_MS),
      staffId,
      size + 1,
    ],
  );
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => wire(row, { queue, staffId, now })),
    next_cursor: rows.length > size && last !== undefined ? `${last.since.getTime()}.${last.id}` : null,
  };
}

/** Whether an item waits in a queue now. */
export async function waitsIn(reader: Pick<Pool, 'query'>, queue: QueueName, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await reader.query(
    `select from (${SOURCES[queue].rows}) w where w.id = $2 and $1::timestamptz is not null`,
    [now, id],
  );
  return rowCount === 1;
}

/**
 * How many wait, how many for too long, and since when the oldest does. Nothing is counted beyond QUEUE_COUNT_MAX, and each of these reads no more of
 * the queue's index than it needs.
 */
export async function summarise(pool: Pool, { queue, staffId, now }: Asked): Promise<QueueSummary> {
  const { rows } = await pool.query<{ waiting: number; late: number; oldest: Date | null; mine: number }>(
    `with waiting as not materialized (${SOURCES[queue].rows})
     select (select count(*)::int from (select from waiting limit $2) n) as waiting,
       (select count(*)::int from (select from waiting where since < $3 limit $2) n) as late,
       (select since from waiting order by since limit 1) as oldest,
       (select count(*)::int from app.queue_claim c join waiting on waiting.id = c.subject_id where c.queue = $4 and c.staff_id = $5 and c.at > $6) as mine
     where $1::timestamptz is not null`,
    [
      now,
      QUEUE_COUNT_MAX + 1,
      new Date(now.getTime() - QUEUES[queue].targetMs),
      queue,
      staffId,
      new Date(now.getTime() - CLAIM_MS),
    ],
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`the queue ${queue} counts nothing`);
  return {
    queue,
    waiting: Math.min(found.waiting, QUEUE_COUNT_MAX),
    capped: found.waiting > QUEUE_COUNT_MAX,
    late: Math.min(found.late, QUEUE_COUNT_MAX),
    oldest: found.oldest?.toISOString() ?? null,
    mine: found.mine,
  };
}

function wire(row: Row, { queue, staffId, now }: Asked): QueueItem {
  const target = new Date(row.since.getTime() + QUEUES[queue].targetMs);
  return {
    id: row.id,
    user_id: row.client_id,
    user_email: row.email,
    user_fullname: row.fullname,
    amount: row.amount === null ? null : usd(BigInt(row.amount)),
    method: row.method,
    about: row.about,
    since: row.since.toISOString(),
    target_at: target.toISOString(),
    late: target < now,
    claim:
      row.staff_id === null || row.claimed_at === null
        ? null
        : claimOf({ staffId: row.staff_id, email: row.staff_email ?? '', at: row.claimed_at }, staffId),
  };
}

export function claimOf({ staffId, email, at }: { staffId: string; email: string; at: Date }, asker: string) {
  return {
    staff_id: staffId,
    email,
    until: new Date(at.getTime() + CLAIM_MS).toISOString(),
    mine: staffId === asker,
  };
}
