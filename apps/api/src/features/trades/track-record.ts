import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import type { PublicSettings } from '@clearbook/contracts/admin';
import type { Symbol } from '@clearbook/domain/market';
import { lostPercent, trackRecordSince, unrealisedCents } from '@clearbook/domain/trading';
import type { Pool, PoolClient } from 'pg';
import { transaction } from '../../platform/transaction.ts';
import type { Market } from '../market/index.ts';

type Open = { symbol: Symbol; side: 'buy' | 'sell'; lots: string; entry: string; num: string; den: string };
type Row = { cents: string; markup: number; leverage_ceiling: number; open: Open[] };
type Deps = { readonly pool: Pool; readonly market: Pick<Market, 'marks'> };

/** It reads every trade of a year, which may take longer than a request's statement: a few seconds for a million. */
const STATEMENT_MAX = '2min';
/** Clients with open trades that are valued at a time. */
const AT_ONCE = 500;

/**
 * The result of every client with a trade that is open or was closed since $1: what the trades brought, less their nights' financing and the
 * profit shares of copies that they paid. What a trader gets of others' profit is no result of their own trades. Bots, staff and guests are no clients; what staff wrote down by hand is no trade.
 */
const RESULTS = `with shared as (
    select e.client_id, -sum(x.amount) as cents from (select distinct client_id from ledger.copy where shared > 0) c
      join ledger.entry e on e.client_id = c.client_id and e.event = ${EVENTS.profit_share} and e.at > $1
      join ledger.posting x on (x.book, x.entry_number) = (e.book, e.number) and x.account = ${ACCOUNTS.cash} and x.amount > 0
    group by e.client_id
  ), traded as (
    select client_id, sum(realised + shortfall - financed + dividends) as cents, bool_or(status = 'active') as open from ledger.trade
    where status = 'active' or closed_at > $1 group by client_id
  ), result as (
    select t.client_id, t.cents + coalesce(s.cents, 0) as cents, t.open, p.markup, p.leverage_ceiling
    from traded t join ledger.party p on p.id = t.client_id and p.kind = 'client' left join shared s on s.client_id = t.client_id
    where not exists (select from ledger.trader b where b.client_id = t.client_id and b.bot is not null)
      and not exists (select from app.guest g where g.party_id = t.client_id and g.kept_at is null)
  )`;
const SETTLED = `${RESULTS} select count(*)::int as clients, count(*) filter (where cents < 0)::int as lost from result where not open`;
const STILL_OPEN = `${RESULTS} select cents::text, markup, leverage_ceiling,
    (select json_agg(json_build_object('symbol', o.symbol, 'side', o.side, 'lots', o.open_lots::text, 'entry', o.entry_price::text,
       'num', o.splits_num::text, 'den', o.splits_den::text))
     from ledger.trade o where o.client_id = result.client_id and o.status = 'active') as open from result where open`;

/**
 * Calculates the share of clients who lost money and keeps it with its date, once a UTC day; while nobody has traded, whenever it is called.
 * Safe in every process at any time: who comes second waits, and finds it done. All of it is read from one snapshot; open trades are valued at
 * the last known prices.
 */
export async function updateTrackRecord({ pool, market }: Deps, now: Date): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read');
    await client.query(`set local statement_timeout = '${STATEMENT_MAX}'; set local lock_timeout = '${STATEMENT_MAX}'`);
    // A lock of the table takes no snapshot: what is read behind it is read as the one before left it.
    await client.query('lock table app.track_record in share row exclusive mode');
    const day = now.toISOString().slice(0, 10);
    const { rowCount } = await client.query(
      "select from app.track_record where until is null or clients = 0 or (until at time zone 'UTC')::date < $1",
      [day],
    );
    if (rowCount === 0) return;
    const { clients, lost } = await count(client, market, now);
    await client.query('update app.track_record set clients = $1, lost = $2, until = $3', [clients, lost, now]);
  });
}

async function count(
  client: PoolClient,
  market: Deps['market'],
  now: Date,
): Promise<{ clients: number; lost: number }> {
  const since = trackRecordSince(now);
  const { rows: settled } = await client.query<{ clients: number; lost: number }>(SETTLED, [since]);
  let { clients = 0, lost = 0 } = settled[0] ?? {};
  const marks = market.marks(now);
  await client.query(`declare still_open no scroll cursor for ${STILL_OPEN}`, [since]);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${AT_ONCE} from still_open`);
    if (rows.length === 0) return { clients, lost };
    for (const row of rows) {
      let cents = BigInt(row.cents);
      for (const { symbol, side, lots, entry, num, den } of row.open) {
        const splits = { num: BigInt(num), den: BigInt(den) };
        cents += unrealisedCents({ symbol, side, openLots: BigInt(lots), entryPrice: BigInt(entry), splits }, marks, {
          markup: row.markup,
          leverageCeiling: row.leverage_ceiling,
        });
      }
      clients += 1;
      if (cents < 0n) lost += 1;
    }
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
