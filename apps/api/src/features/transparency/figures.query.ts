import { HOLD_CODES, type HoldCode } from '@clearbook/domain/holds';
import type { Transparency } from '@clearbook/contracts/transparency';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';
import { readOverdue } from '../withdrawals/index.ts';
import { LEAF_TYPES } from './leaves.ts';

type Counted = NonNullable<Transparency['counted']>;
type Sums = { count: number; credited: string | null; debited: string | null };
type Row = {
  day: string;
  at: Date;
  owed: string;
  parts: { cash: string; margin: string; withdrawing: string } | null;
  debt: string | null;
  custody: { method: string; amount: string | null }[];
  adjustments: { recent: Sums; ever: Sums };
};
type RootRow = {
  tree: 'owed' | 'debt';
  hash: Buffer;
  canonical: Buffer;
  nonce: Buffer | null;
  leafIndex: string | null;
};

/** What the last day's count came to; null before the first one. A root that no checkpoint covers has no place yet. */
export async function readCounted(pool: Pool, size: number): Promise<Counted | null> {
  const { rows } = await pool.query<Row>(
    `select to_char(r.day, 'YYYY-MM-DD') as day, r.at, r.total::text as owed, f.figures -> 'parts' as parts, f.figures ->> 'debt' as debt, f.figures -> 'custody' as custody,
       f.figures -> 'adjustments' as adjustments
     from ledger.published_figures f join ledger.liability_root r on r.day = f.day and r.tree = 1 order by r.day desc limit 1`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { day, at, owed, parts, debt, custody, adjustments } = row;
  return {
    day,
    at: at.toISOString(),
    owed: usd(BigInt(owed)),
    parts: parts && {
      cash: usd(BigInt(parts.cash)),
      margin: usd(BigInt(parts.margin)),
      withdrawing: usd(BigInt(parts.withdrawing)),
    },
    debt: sumOf(debt),
    custody: custody.map(({ method, amount }) => ({ method, amount: sumOf(amount) })),
    adjustments: { recent: sumsOf(adjustments.recent), ever: sumsOf(adjustments.ever) },
    roots: await readRoots(pool, day, size),
  };
}

const sumOf = (cents: string | null) => (cents === null ? null : usd(BigInt(cents)));
const sumsOf = ({ count, credited, debited }: Sums) => ({ count, credited: sumOf(credited), debited: sumOf(debited) });

async function readRoots(pool: Pool, day: string, size: number): Promise<Counted['roots']> {
  const { rows } = await pool.query<RootRow>(
    `select case r.tree when 1 then 'owed' else 'debt' end as tree, r.root as hash, ledger.canonical_liability(r.day, r.tree) as canonical, n.nonce, l.leaf_index as "leafIndex"
     from ledger.liability_root r
     left join ledger.log_leaf l on l.type = ${LEAF_TYPES.liability_root} and l.source_row = to_char(r.day, 'YYYY-MM-DD') || '/' || r.tree and l.leaf_index < $2
     left join ledger.log_nonce n using (leaf_index) where r.day = $1 order by r.tree`,
    [day, size],
  );
  return rows.map(({ tree, hash, canonical, nonce, leafIndex }) => ({
    tree,
    hash: hash.toString('base64'),
    canonical: canonical.toString('base64'),
    nonce: nonce?.toString('base64') ?? null,
    leaf_index: leafIndex === null ? null : Number(leafIndex),
  }));
}

const HOUR_MS = 3_600_000;

/** How many payouts are late, and for how long the oldest of them is. */
export async function readPayouts(pool: Pool, now: Date): Promise<Transparency['payouts']> {
  const { count, since } = await readOverdue(pool, now);
  const hours = since === undefined ? null : Math.floor((now.getTime() - since.getTime()) / HOUR_MS);
  return { overdue: count, oldest_hours: hours };
}

/** Holds that run, by their ground: each ground there is, also one that nobody is held on. */
export async function readHolds(pool: Pool, now: Date): Promise<Transparency['holds']> {
  const { rows } = await pool.query<{ ground: HoldCode; count: number }>(
    'select code as ground, count(*)::int as count from ledger.hold where lifted_at is null and ends_at > $1 group by 1',
    [now],
  );
  return (Object.keys(HOLD_CODES) as HoldCode[]).map((ground) => ({
    ground,
    count: rows.find((row) => row.ground === ground)?.count ?? 0,
  }));
}

/** What was proposed by one member of staff and decided by another, in 30 days and ever. */
export async function readTwoPeople(pool: Pool, now: Date): Promise<Transparency['two_people']> {
  const { rows } = await pool.query<{ recent: number; ever: number }>(
    `select count(*)::int as ever, count(*) filter (where decided_at > $1::timestamptz - interval '720 hours')::int as recent from ledger.proposal where decided_by is not null`,
    [now],
  );
  return rows[0]!;
}
