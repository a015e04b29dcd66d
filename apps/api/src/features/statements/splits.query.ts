import type { StatementFilters, StatementSplit } from '@clearbook/contracts/statement';
import { splitSentence } from '@clearbook/contracts/words/statement';
import { displaySymbol } from '@clearbook/domain/market';
import type { ClientBase } from 'pg';
import { usd } from '../books/index.ts';
import { lotsText } from '../trades/index.ts';
import { contains, DAY_MS, startOf } from './filters.ts';

type Row = {
  action_id: string;
  trade_id: string;
  at: Date;
  symbol: string;
  side: 'buy' | 'sell';
  new_rate: number;
  old_rate: number;
  lots_before: string;
  lots: string;
  name: string | null;
  total: string;
  cash: string;
};

/** Lines between two moments of a client's entries: from the oldest line on, and before the newest line of the page before. */
export type Span = { readonly from: Date | null; readonly before: Date | null };

/**
 * Splits that a client's trades were held through, newest first, with the balances that they left as they were: they are no entries, since no money moves
 * by them. Found from the announcements, of which there are few: who held no share that split reads next to nothing.
 */
export async function readSplits(
  db: Pick<ClientBase, 'query'>,
  clientId: string,
  filters: StatementFilters,
  span: Span,
): Promise<StatementSplit[]> {
  if (filters.kind !== undefined && filters.kind !== 'trades') return [];
  const text = filters.q?.trim().toLowerCase();
  const { rows } = await db.query<Row>({
    name: 'statement-splits',
    text: `
      select s.action_id, s.trade_id, s.at, c.symbol, t.side, c.new_rate, c.old_rate, s.lots_before, s.lots, k.name, b.total, b.cash
      from ledger.corporate_action c
      join ledger.trade t on t.client_id = $1 and t.symbol = c.symbol and t.opened_at < c.effective_at
      join ledger.trade_split s on (s.book, s.action_id, s.trade_id) = (t.book, c.id, t.id)
      left join ledger.copy y on y.id = t.copy_id left join app.trader_card k on k.trader_id = y.trader_id
      cross join lateral ledger.balance_at($1, 9223372036854775807, s.at + interval '1 millisecond') as b
      where c.type = 'split' and s.at >= coalesce($2, '-infinity'::timestamptz) and s.at < coalesce($3, 'infinity'::timestamptz)
        and s.at >= coalesce($4, '-infinity'::timestamptz) and s.at < coalesce($5, 'infinity'::timestamptz) and ($6::text is null or lower(c.symbol) like $6)
      order by s.at desc, c.effective_at desc, s.trade_id desc`,
    values: [
      ...[clientId, span.from, span.before],
      filters.from === undefined ? null : startOf(filters.from, 0),
      filters.to === undefined ? null : startOf(filters.to, DAY_MS),
      text ? contains(text.replace(/^([a-z]{3,5})\/usd$/, '$1')) : null,
    ],
  });
  return rows.map(wire);
}

function wire(row: Row): StatementSplit {
  const { symbol, side, new_rate, old_rate } = row;
  const [before, after] = [lotsText(BigInt(row.lots_before)), lotsText(BigInt(row.lots))];
  return {
    corporate_action_id: row.action_id,
    trade_id: row.trade_id,
    at: row.at.toISOString(),
    symbol,
    new_rate,
    old_rate,
    lots_before: before,
    lots: after,
    ...splitSentence({
      symbol: displaySymbol(symbol),
      side,
      ratio: `${new_rate}-for-${old_rate}`,
      before,
      after,
      name: row.name ?? '',
    }),
    balance: usd(BigInt(row.total)),
    cash: usd(BigInt(row.cash)),
  };
}
