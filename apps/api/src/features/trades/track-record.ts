import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import type { PublicSettings } from '@clearbook/contracts/admin';
import type { Symbol } from '@clearbook/domain/market';
import { lostPercent, trackRecordSince, unrealisedCents } from '@clearbook/domain/trading';
import type { Pool, PoolClient } from 'pg';
import { withLease } from '../../platform/lease.ts';
import { transaction } from '../../platform/transaction.ts';
import type { Market } from '../market/index.ts';

type Open = { symbol: Symbol; side: 'buy' | 'sell'; lots: string; entry: string; num: string; den: string };
type Row = { id: string; cents: string; markup: number; leverage_ceiling: number; open: Open[] | null };
type Deps = { readonly pool: Pool; readonly market: Pick<Market, 'marks'> };

/** Clients that one statement adds up: it reads their trades of a year by their own indexes, and what they closed before not at all. */
const AT_ONCE = 500;
/** What may take longer than a request's statement: clients that trade every minute. */
const STATEMENT_MAX = '2min';

/**
 * The result of the next clients with a trade that is open or was closed since $1: what the trades brought, less their nights' financing and the
 * profit shares of copies that they paid. What a trader gets of others' profit is no result of their own trades. Bots, staff and guests are no clients; what staff wrote down by hand is no trade.
 */
export const RESULTS = `select p.id, (coalesce(a.cents, 0) + coalesce(d.cents, 0) + coalesce(s.cents, 0))::text as cents, p.markup, p.leverage_ceiling, a.open
  from (select id, markup, leverage_ceiling from ledger.party where kind = 'client' and id > $2 order by id limit ${AT_ONCE}) p
    cross join lateral (select sum(t.realised + t.shortfall - t.financed + t.dividends) as cents,
        json_agg(json_build_object('symbol', t.symbol, 'side', t.side, 'lots', t.open_lots::text, 'entry', t.entry_price::text,
          'num', t.splits_num::text, 'den', t.splits_den::text)) as open
      from ledger.trade t where t.client_id = p.id and t.status = 'active') a
    cross join lateral (select sum(t.realised + t.shortfall - t.financed + t.dividends) as cents
      from ledger.trade t where t.client_id = p.id and t.status = 'closed' and t.closed_at > $1) d
    cross join lateral (select -sum(x.amount) as cents from ledger.entry e
        join ledger.posting x on (x.book, x.entry_number) = (e.book, e.number) and x.account = ${ACCOUNTS.cash} and x.amount > 0
      where e.client_id = p.id and e.event = ${EVENTS.profit_share} and e.at > $1
        and exists (select from ledger.copy c where c.client_id = p.id and c.shared > 0)) s
  where (a.cents is not null or d.cents is not null)
    and not exists (select from ledger.trader b where b.client_id = p.id and b.bot is not null)
    and not exists (select from app.guest g where g.party_id = p.id and g.kept_at is null)
  order by p.id`;
/** The last of the next clients, whether they traded or not. */
export const LAST = `select max(id::text) as last from (select id from ledger.party where kind = 'client' and id > $1 order by id limit ${AT_ONCE}) p`;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Calculates the share of clients who lost money and keeps it with its date, once a UTC day; while nobody has traded, whenever it is called.
 * Safe in every process at any time: what one is doing the others leave to it. All of it is read from one snapshot, some clients at a time; open trades are valued at
 * the last known prices.
 */
export async function updateTrackRecord({ pool, market }: Deps, now: Date): Promise<void> {
  const publish = async (): Promise<void> => {
    const { rowCount } = await pool.query(
      "select from app.track_record where until is null or clients = 0 or (until at time zone 'UTC')::date < $1",
      [now.toISOString().slice(0, 10)],
    );
    if (rowCount === 0) return;
    const { clients, lost } = await transaction(pool, async (client) => {
      await client.query(
        `set transaction isolation level repeatable read, read only; set local statement_timeout = '${STATEMENT_MAX}'`,
      );
      return count(client, market, now);
    });
    await pool.query('update app.track_record set clients = $1, lost = $2, until = $3', [clients, lost, now]);
  };
  await withLease(pool, 'trackRecord', publish, { background: true });
}

async function count(
  client: PoolClient,
  market: Deps['market'],
  now: Date,
): Promise<{ clients: number; lost: number }> {
  const since = trackRecordSince(now);
  const marks = market.marks(now);
  let [clients, lost] = [0, 0];
  let after = FIRST_ID;
  for (;;) {
    const { rows: ends } = await client.query<{ last: string | null }>(LAST, [after]);
    const last = ends[0]?.last ?? null;
    if (last === null) return { clients, lost };
    const { rows } = await client.query<Row>(RESULTS, [since, after]);
    for (const { open, ...row } of rows) {
      let cents = BigInt(row.cents);
      for (const { symbol, side, lots, entry, num, den } of open ?? []) {
        const splits = { num: BigInt(num), den: BigInt(den) };
        cents += unrealisedCents({ symbol, side, openLots: BigInt(lots), entryPrice: BigInt(entry), splits }, marks, {
          markup: row.markup,
          leverageCeiling: row.leverage_ceiling,
        });
      }
      clients += 1;
      if (cents < 0n) lost += 1;
    }
    after = last;
  }
}

/** The share as it was last calculated; null while nobody has traded. */
export async function readTrackRecord(pool: Pool): Promise<PublicSettings['track_record']> {
  const { rows } = await pool.query<{ clients: number; lost: number; until: Date | null }>(
    'select clients, lost, until from app.track_record',
  );
  const [row] = rows;
  const percent = row === undefined ? null : lostPercent(row);
  if (percent === null || !row?.until) return null;
  return { lost_percent: percent, until: row.until.toISOString().slice(0, 10) };
}
