import { instantsOf } from '@clearbook/contracts/common';
import { messages } from '@clearbook/contracts/messages';
import type { Order } from '@clearbook/contracts/trading';
import { whyRejected } from '@clearbook/domain/trading';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';
import { lotsText, priceText, type StoredTargets, wireTargets } from './wire.ts';

export const DEFAULT_ORDERS = 50;

type Row = {
  id: string;
  symbol: string;
  side: Order['side'];
  type: Order['type'];
  lots: string;
  amount: string;
  time_in_force: Order['time_in_force'];
  limit_price: string | null;
  stop_price: string | null;
  stop_loss: string | null;
  take_profit: string | null;
  trailing_distance: string | null;
  status: Order['status'];
  reason: string | null;
  trade_id: string | null;
  at: Date;
  expires_at: Date | null;
  ended_at: Date | null;
  filled_price: string | null;
  triggered_at: Date | null;
  client_order_id: string | null;
  oco_id: string | null;
  targets: StoredTargets | null;
};

const COLUMNS = `book, id, symbol, side, type, lots, amount, time_in_force, limit_price, stop_price, stop_loss, take_profit, trailing_distance, status,
  reason, trade_id, at, expires_at, ended_at, triggered_at`;
const SHOWN = `${COLUMNS}, (select t.entry_price from ledger.trade t where t.id = o.trade_id) as filled_price,
  (select n.client_order_id from ledger.client_order_id n where n.book = o.book and n.order_id = o.id) as client_order_id,
  (select w.oco_id from ledger.working_order w where w.id = o.id) as oco_id, (select w.targets from ledger.working_order w where w.id = o.id) as targets`;

type Filter = {
  state?: 'working' | 'ended' | undefined;
  type?: Order['type'] | 'pending' | undefined;
  symbol?: string | undefined;
  after?: string | undefined;
  until?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

/** A client's orders, newest first. */
export async function listOrders(
  pool: Pool,
  clientId: string,
  { state, type, symbol, limit = DEFAULT_ORDERS, cursor, ...dates }: Filter,
): Promise<{ data: Order[]; next_cursor: string | null }> {
  const { from, before } = instantsOf(dates);
  // As many as are shown of each kind, both in the order of an index.
  const newest = (of: string): string => `(select ${COLUMNS} from ledger.${of} o
    where o.client_id = $1 ${STATE[state ?? 'all']} and ($2::uuid is null or o.id < $2)
      and ($4::text is null or o.type::text = $4 or $4 = 'pending' and o.time_in_force is not null) and ($5::text is null or o.symbol = $5)
      and ($6::timestamptz is null or o.at >= $6) and ($7::timestamptz is null or o.at < $7)
    order by o.id desc limit $3)`;
  const { rows } = await pool.query<Row>({
    name: `list-orders-${state ?? 'all'}`,
    text: `select ${SHOWN} from (${newest('working_order')} union all ${newest('market_order')}) o order by id desc limit $3`,
    values: [clientId, cursor ?? null, limit + 1, type ?? null, symbol ?? null, from, before],
  });
  const shown = rows.slice(0, limit);
  return { data: shown.map(wire), next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** Undefined where there is no such order of this client. */
export async function findOrder(pool: Pool, clientId: string, id: string): Promise<Order | undefined> {
  const { rows } = await pool.query<Row>(
    `select ${SHOWN} from ledger.client_order o where o.id = $1 and o.client_id = $2`,
    [id, clientId],
  );
  return rows[0] && wire(rows[0]);
}

/** The order that its client gave this id; undefined where there is none. */
export async function findOrderByClientId(pool: Pool, clientId: string, given: string): Promise<Order | undefined> {
  const { rows } = await pool.query<Row>(
    `select ${SHOWN} from ledger.client_order o
     where (o.book, o.id) = (select n.book, n.order_id from ledger.client_order_id n where n.book = ledger.book_of($1) and n.client_id = $1 and n.client_order_id = $2)`,
    [clientId, given],
  );
  return rows[0] && wire(rows[0]);
}

/** A market order has no time in force: it ended as it was placed. */
const STATE = {
  all: '',
  working: 'and o.time_in_force is not null and o.ended_at is null',
  ended: 'and (o.time_in_force is null or o.ended_at is not null)',
} as const;

function wire(row: Row): Order {
  const price = (units: string | null): string | null => (units === null ? null : priceText(BigInt(units), row.symbol));
  return {
    id: row.id,
    symbol: row.symbol,
    side: row.side,
    type: row.type,
    lots: lotsText(BigInt(row.lots)),
    amount: usd(BigInt(row.amount)),
    time_in_force: row.time_in_force,
    limit_price: price(row.limit_price),
    stop_price: price(row.stop_price),
    stop_loss: price(row.stop_loss),
    take_profit: price(row.take_profit),
    trailing_distance: price(row.trailing_distance),
    targets: wireTargets(row.targets, row.symbol),
    status: row.status,
    reason: row.reason === null ? null : { code: row.reason, text: reasonText(row.reason, row.status) },
    trade_id: row.trade_id,
    order_class: classOf(row),
    oco_order_id: row.oco_id,
    created_at: row.at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    ended_at: (row.time_in_force === null ? row.at : row.ended_at)?.toISOString() ?? null,
    filled_price: price(row.filled_price),
    triggered_at: row.triggered_at?.toISOString() ?? null,
    client_order_id: row.client_order_id,
  };
}

/** What an order brings with it, by the names that are usual. */
export function classOf(
  of: Pick<Row, 'stop_loss' | 'take_profit' | 'trailing_distance' | 'targets' | 'oco_id'>,
): Order['order_class'] {
  if (of.oco_id !== null) return 'oco';
  const stop = of.stop_loss !== null || of.trailing_distance !== null;
  const target = of.take_profit !== null || (of.targets !== null && of.targets.length > 0);
  return stop && target ? 'bracket' : stop || target ? 'oto' : 'simple';
}

/** Who ended it, or why it wasn't filled when its price came. */
function reasonText(reason: string, status: Row['status']): string {
  const { ended } = messages.order;
  if (status === 'rejected') return sentence(whyRejected(reason));
  return reason in ended ? ended[reason as keyof typeof ended] : ended.other;
}

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
