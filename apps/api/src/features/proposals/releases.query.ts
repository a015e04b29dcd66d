import type { ReleaseLimits } from '@clearbook/contracts/proposals';
import { ALONE_LIMIT } from '@clearbook/domain/funding';
import { decimalToCents } from '@clearbook/domain/money';
import { MAX_RELEASE_LIMITS } from '@clearbook/domain/releases';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';

/** What one member of staff lets go alone on this UTC day, what they did, and who set the limits. */
export async function readReleaseLimits(
  pool: Pool,
  { staffId, clientId }: { readonly staffId: string; readonly clientId: string | null },
  now: Date,
): Promise<ReleaseLimits> {
  const { rows } = await pool.query<{
    live: boolean;
    day_cents: string;
    client_cents: string;
    used: string;
    used_for_client: string;
    set_by: string | null;
  }>(
    `select i.mode = 'live' as live, l.day_cents, l.client_cents, r.used, r.used_for_client, ledger.set_by('set_release_limits', '{}') as set_by
     from app.instance i, ledger.release_limits() l, (
       select coalesce(sum(cents), 0) as used, coalesce(sum(cents) filter (where client_id = $2), 0) as used_for_client
       from ledger.released_alone(array[$1::uuid], date_trunc('day', $3::timestamptz at time zone 'UTC') at time zone 'UTC')
     ) r`,
    [staffId, clientId, now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a site without its row');
  const history = await pool.query<{
    at: Date;
    day_cents: string;
    client_cents: string;
    proposed_by: string;
    approved_by: string;
  }>(
    `select l.at, l.day_cents, l.client_cents, m.email as proposed_by, c.email as approved_by
     from ledger.release_limit l join ledger.proposal p on p.id = l.proposal_id
     join app.user m on m.id = p.proposed_by join app.user c on c.id = p.decided_by order by l.id desc`,
  );
  return {
    applies: row.live,
    at_once: usd(ALONE_LIMIT),
    day_limit: usd(BigInt(row.day_cents)),
    client_limit: usd(BigInt(row.client_cents)),
    most_day: usd(MAX_RELEASE_LIMITS.day),
    most_client: usd(MAX_RELEASE_LIMITS.client),
    used_today: usd(BigInt(row.used)),
    used_for_client: clientId === null ? null : usd(BigInt(row.used_for_client)),
    set_by: row.set_by,
    history: history.rows.map((each) => ({
      at: each.at.toISOString(),
      day_limit: usd(BigInt(each.day_cents)),
      client_limit: usd(BigInt(each.client_cents)),
      proposed_by: each.proposed_by,
      approved_by: each.approved_by,
    })),
  };
}

/** Whether this sum takes another person when this one decides it now. The ledger decides again, under the lock. */
export function takesTwo({ applies, ...limits }: ReleaseLimits, cents: bigint): boolean {
  if (!applies) return false;
  const left = (limit: { amount: string }, used: { amount: string }) => centsOf(limit) - centsOf(used);
  if (limits.used_for_client === null) throw new Error('asked about no client');
  return (
    cents > centsOf(limits.at_once) ||
    cents > left(limits.day_limit, limits.used_today) ||
    cents > left(limits.client_limit, limits.used_for_client)
  );
}

function centsOf({ amount }: { readonly amount: string }): bigint {
  return decimalToCents(amount);
}
