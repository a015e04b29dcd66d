import { type RecordEvent, recordOf, type TraderRecord } from '@clearbook/domain/copying';
import type { Pool } from 'pg';
import type { Market } from '../market/index.ts';
import { OPEN_ROW, type OpenRow, unrealised } from './value.ts';

export type FoundRecord = TraderRecord & { readonly since: Date };

type Head = {
  markup: number;
  leverage_ceiling: number;
  first_at: Date | null;
  closed: string[] | null;
  open: OpenRow[] | null;
};

/**
 * The record of an account's own trades, worked out from its entries each time it is asked for. Undefined until one of them is closed. Nothing that
 * anybody typed is in it.
 */
export async function readRecord(
  pool: Pool,
  market: Pick<Market, 'marks'>,
  clientId: string,
  now: Date,
): Promise<FoundRecord | undefined> {
  const { rows: heads } = await pool.query<Head>({
    name: 'trader-head',
    text: `select p.markup, p.leverage_ceiling,
        (select min(t.opened_at) from ledger.trade t where t.client_id = p.id and t.copy_id is null) as first_at,
        (select json_agg((t.realised + t.shortfall)::text) from ledger.trade t
           where t.client_id = p.id and t.copy_id is null and t.status = 'closed') as closed,
        (select json_agg(${OPEN_ROW('t')}) from ledger.trade t
           where t.client_id = p.id and t.copy_id is null and t.status = 'active') as open
      from ledger.party p where p.id = $1`,
    values: [clientId],
  });
  const [head] = heads;
  if (!head?.first_at || head.closed === null) return undefined;
  const { rows } = await pool.query<{ at: Date; own: boolean; change: string }>({
    name: 'trader-events',
    text: `select e.at, e.event = 4 and t.copy_id is null and t.id is not null as own, -sum(p.amount) as change
      from ledger.entry e join ledger.posting p on p.entry_number = e.number and p.account in (1, 2, 3, 4)
      left join ledger.trade t on e.event = 4 and t.id = e.subject_id
      where e.client_id = $1 and e.event <> 3 group by e.number, e.at, e.event, t.id, t.copy_id having sum(p.amount) <> 0 order by e.number`,
    values: [clientId],
  });
  const events: RecordEvent[] = rows.map(({ at, own, change }) => ({ at, own, change: BigInt(change) }));
  const open = head.open ?? [];
  const terms = { markup: head.markup, leverageCeiling: head.leverage_ceiling };
  const record = recordOf({
    events,
    closed: head.closed.map(BigInt),
    unrealised: unrealised(open, terms, market.marks(now)),
    open: open.length,
    firstAt: head.first_at,
    now,
  });
  return { ...record, since: head.first_at };
}
