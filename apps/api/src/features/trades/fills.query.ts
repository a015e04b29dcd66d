import type { Fill } from '@clearbook/contracts/trading';
import type { Pool } from 'pg';
import { DEFAULT_TRADES, TIME_AND_ID } from './trades.query.ts';
import { lotsText, priceText } from './wire.ts';

type Row = {
  id: string;
  trade_id: string;
  opens: boolean;
  side: 'buy' | 'sell';
  lots: string;
  price: string;
  at: Date;
};
type Asked = { symbol: string; limit?: number | undefined; cursor?: string | undefined };

/** What a client dealt in one instrument, newest first: each trade as it opened, and each part of it as it closed. */
export async function listFills(
  pool: Pool,
  clientId: string,
  { symbol, limit = DEFAULT_TRADES, cursor }: Asked,
): Promise<{ data: Fill[]; next_cursor: string | null }> {
  const after = TIME_AND_ID.exec(cursor ?? '');
  const { rows } = await pool.query<Row>({
    name: 'list-fills',
    text: `with mine as (select t.book, t.id, t.side, t.lots, t.entry_price, t.opened_at from ledger.trade t where t.client_id = $1 and t.symbol = $2)
      select f.* from (
        select t.id, t.id as trade_id, true as opens, t.side, t.lots, t.entry_price as price, t.opened_at as at from mine t
        union all select c.id, c.trade_id, false, c.side, c.lots, c.price, c.at from mine t join ledger.closing_fill c on c.book = t.book and c.trade_id = t.id
      ) f where $3::timestamptz is null or (f.at, f.id) < ($3, $4::uuid) order by f.at desc, f.id desc limit $5`,
    values: [clientId, symbol, after ? new Date(Number(after[1])) : null, after?.[2] ?? null, limit + 1],
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => ({
      ...{ id: row.id, trade_id: row.trade_id, symbol, opens: row.opens, side: row.side },
      lots: lotsText(BigInt(row.lots)),
      price: priceText(BigInt(row.price), symbol),
      at: row.at.toISOString(),
    })),
    next_cursor: rows.length > limit && last ? `${last.at.getTime()}.${last.id}` : null,
  };
}
