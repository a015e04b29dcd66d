import type { Wallets } from '@clearbook/contracts/admin';
import type { ClientBase, Pool } from 'pg';

type Addresses = Pick<Wallets, 'bitcoin' | 'ethereum' | 'usdt'>;
type Row = Addresses & {
  next: Addresses | null;
  next_from: Date | null;
  proposed_by: string | null;
  approved_by: string | null;
  proposal_id: string | null;
  set_by: string | null;
  created_at: Date | null;
  updated_at: Date | null;
};

/** Approved changes that were not stopped. */
const CHANGES = `ledger.site_change c join ledger.proposal p on p.id = c.proposal_id where c.kind = 'set_wallets' and c.ended_at is null`;

/** The addresses in effect at a moment, approved ones that take effect later, and the newest waiting proposal. */
export async function readWallets(reader: Pick<Pool | ClientBase, 'query'>, now: Date): Promise<Wallets> {
  const { rows } = await reader.query<Row>(
    `select coalesce(a.command ->> 'bitcoin', w.bitcoin) as bitcoin, coalesce(a.command ->> 'ethereum', w.ethereum) as ethereum,
       coalesce(a.command ->> 'usdt', w.usdt) as usdt, n.command as next, n.applies_from as next_from, n.proposed_by, n.approved_by,
       (select p.id from ledger.proposal p where p.kind = 'set_wallets' and p.status = 'waiting' and p.lapses_at > $1 order by p.id desc limit 1) as proposal_id,
       ledger.set_by('set_wallets', '{}') as set_by, w.created_at, w.updated_at
     from app.wallets w
     left join lateral (select p.command from ${CHANGES} and c.applies_from <= $1 order by c.id desc limit 1) a on true
     left join lateral (
       select p.command, c.applies_from, (select email from app.user u where u.id = p.proposed_by) as proposed_by, (select email from app.user u where u.id = p.decided_by) as approved_by
       from ${CHANGES} and c.applies_from > $1 order by c.id desc limit 1) n on true`,
    [now],
  );
  const [row] = rows;
  if (!row) throw new Error('the row of wallet addresses is missing');
  const { next, next_from: from, proposed_by: proposedBy, approved_by: approvedBy, ...present } = row;
  return {
    ...present,
    upcoming:
      next === null || from === null
        ? null
        : {
            bitcoin: next.bitcoin,
            ethereum: next.ethereum,
            usdt: next.usdt,
            from: from.toISOString(),
            proposed_by: proposedBy ?? '',
            approved_by: approvedBy ?? '',
          },
    created_at: row.created_at?.toISOString() ?? null,
    updated_at: row.updated_at?.toISOString() ?? null,
  };
}
