import { declared, type Row } from '../fields.ts';
import type { ArchiveFile, Source } from '../file.ts';
import { readBatches } from '../snapshot.ts';
import { ofReceipt, RECEIPT_IF_ANY } from './receipt.ts';

/** Every fill of a client, the opening ones too: through their trades, which are found by their client. */
export const FILLS = `
  select f.book, f.id, f.trade_id, null::uuid as order_id, 'close' as kind, t.symbol, f.side, f.lots, f.price, f.quote_id, f.conversion_quote_id, f.realised, f.at
  from ledger.trade t join ledger.closing_fill f on (f.book, f.trade_id) = (t.book, t.id) where t.client_id = $1
  union all
  select t.book, t.id, t.id, coalesce(t.order_id, t.id), 'open', t.symbol, t.side, t.lots, t.entry_price, t.entry_quote_id, t.entry_conversion_quote_id, null, t.opened_at
  from ledger.trade t where t.client_id = $1`;

/** Each fill with its receipt. A close that moved not a cent has no entry, and so no leaf of its own. */
async function* fills(source: Source): AsyncGenerator<Row> {
  for await (const batch of readBatches(source, `select f.*, 0 as commission from (${FILLS}) f order by f.at, f.id`)) {
    const receipts = await source.receipts(
      batch.map(
        ({ book, trade_id: trade, id }) => ({ type: 'fill', row: [book, trade, id].map(String).join('/') }) as const,
      ),
    );
    for (const [i, row] of batch.entries()) yield { ...row, ...ofReceipt(receipts[i]) };
  }
}

/** The quotes of fills, of nights, of orders that were set off and of what was kept of copies. */
const USED_QUOTES = `
  select f.book, x.id from (${FILLS}) f cross join lateral (values (f.quote_id), (f.conversion_quote_id)) as x(id) where x.id is not null
  union select n.book, x.id from ledger.trade t join ledger.financing n on (n.book, n.trade_id) = (t.book, t.id)
    cross join lateral (values (n.quote_id), (n.conversion_quote_id)) as x(id) where t.client_id = $1 and x.id is not null
  union select k.book, x.id from ledger.copy c join ledger.kept_trade k on (k.book, k.copy_id) = (c.book, c.id)
    cross join lateral (values (k.quote_id), (k.conversion_quote_id)) as x(id) where c.client_id = $1 and x.id is not null
  union select w.book, w.trigger_quote_id from ledger.working_order w where w.client_id = $1 and w.trigger_quote_id is not null`;

export const TRADING_FILES: readonly ArchiveFile[] = [
  {
    name: 'orders',
    about: 'An order. A market order that filled at once has the id of its trade.',
    tables: ['ledger.working_order', 'ledger.client_order_id'],
    fields:
      declared(`id id, trade_id id?, client_order_id text?, symbol text, side text, lots lots, amount money, type text, status text, at time,
      time_in_force text?, limit_price price?, stop_price price?, stop_loss price?, take_profit price?, trailing_distance price?, targets targets?,
      expires_at time?, oco_id id?, triggered_at time?, trigger_quote_id text?, worst_price price?, reason text?, set_at time?, ended_at time?`),
    rows: `select o.id, o.trade_id, i.client_order_id, o.symbol, o.side, o.lots, o.amount, o.type, o.status, o.at, o.time_in_force, o.limit_price, o.stop_price, o.stop_loss,
        o.take_profit, o.trailing_distance, w.targets, o.expires_at, w.oco_id, o.triggered_at, w.trigger_quote_id, o.worst_price, o.reason, o.set_at, o.ended_at
      from ledger.client_order o left join ledger.working_order w on (w.book, w.id) = (o.book, o.id)
        left join ledger.client_order_id i on (i.book, i.order_id) = (o.book, o.id) where o.client_id = $1 order by o.id`,
  },
  {
    name: 'trades',
    about:
      'A trade: its opening fill as it was, and where it stands. What it holds is in the shares of today; splits_num/splits_den says how many of them one bought share is.',
    tables: ['ledger.trade'],
    fields:
      declared(`id id, order_id id?, symbol text, side text, lots lots, open_lots lots, collateral money, collateral_left money, required_margin money,
      required_margin_left money, leverage_hundredths count, status text, entry_price price, entry_quote_id text, opened_at time, held_since time?,
      exit_price price?, exit_quote_id text?, closed_at time?, closed_by text?, realised money, realised_exact_num whole, realised_exact_den whole,
      shortfall money, financed money, accrued_micros whole, financed_through day?, dividends money, splits_num whole, splits_den whole,
      stop_loss price?, take_profit price?, trailing_distance price?, trailing_peak price?, trailing_since time?, targets targets?, copy_id id?,
      lead_trade_id id?, equity_at_open money?, reverses id?, closing_lots lots?, closing_since time?`),
    rows: `select id, order_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left, leverage_hundredths, status, entry_price,
        entry_quote_id, opened_at, held_since, exit_price, exit_quote_id, closed_at, closed_by, realised, realised_exact_num, realised_exact_den, shortfall, financed,
        accrued as accrued_micros, financed_through::text, dividends, splits_num, splits_den, stop_loss, take_profit, trailing_distance, trailing_peak, trailing_since, targets,
        copy_id, lead_trade_id, equity_at_open, reverses, closing_lots, closing_since
      from ledger.trade where client_id = $1 order by id`,
  },
  {
    name: 'amendments',
    about: 'A change of a trade’s stop, targets or trailing stop: before and after.',
    tables: ['ledger.trade_amendment'],
    fields:
      declared(`trade_id id, number whole, at time, stop_loss_before price?, take_profit_before price?, trailing_distance_before price?,
      targets_before targets?, stop_loss price?, take_profit price?, trailing_distance price?, targets targets?`),
    rows: `select a.trade_id, a.number, a.at, a.stop_loss_before, a.take_profit_before, a.trailing_distance_before, a.targets_before, a.stop_loss, a.take_profit,
        a.trailing_distance, a.targets
      from ledger.trade t join ledger.trade_amendment a on (a.book, a.trade_id) = (t.book, t.id) where t.client_id = $1 order by a.trade_id, a.number`,
  },
  {
    name: 'fills',
    about:
      'A fill: what was bought or sold at which quote, with its receipt; none where a close moved not a cent. No commission is taken.',
    tables: ['ledger.closing_fill'],
    fields:
      declared(`id id, trade_id id, order_id id?, kind text, symbol text, side text, lots lots, price price, quote_id text, conversion_quote_id text?,
      realised money?, commission money, at time, ${RECEIPT_IF_ANY}`),
    rows: fills,
  },
  {
    name: 'quotes',
    about:
      'A quote that a fill, a night, a trigger or a kept trade used: the price the client dealt on, the feed’s own, and a second source where there was one.',
    tables: ['ledger.quote', 'ledger.quote_second'],
    fields:
      declared(`id text, symbol text, bid price, ask price, feed_bid price, feed_ask price, markup price, source text, source_time time, received_time time,
      second_source text?, second_bid price?, second_ask price?, second_time time?, second_deviation price?`),
    rows: `select q.id, q.symbol, q.bid, q.ask, q.feed_bid, q.feed_ask, q.markup, q.source, q.source_time, q.received_time, s.source as second_source, s.bid as second_bid,
        s.ask as second_ask, s.source_time as second_time, s.deviation as second_deviation
      from (${USED_QUOTES}) u join ledger.quote q on (q.book, q.id) = (u.book, u.id) left join ledger.quote_second s on (s.book, s.quote_id) = (q.book, q.id) order by q.id`,
  },
  {
    name: 'nights',
    about:
      'A night’s financing of a trade, with the quote and the rate it was charged at. cost_micros is exact, in millionths of a cent.',
    tables: ['ledger.financing'],
    fields:
      declared(`trade_id id, day day, nights count, rate_bps count, lots lots, cost_micros whole?, amount money, quote_id text, conversion_quote_id text?,
      at time`),
    rows: `select n.trade_id, n.day::text, n.nights, n.rate_bps, n.lots, n.cost as cost_micros, n.amount, n.quote_id, n.conversion_quote_id, n.at
      from ledger.trade t join ledger.financing n on (n.book, n.trade_id) = (t.book, t.id) where t.client_id = $1 order by n.trade_id, n.day`,
  },
  {
    name: 'corporate_actions',
    about: 'A dividend or split of a share that the client has traded, and its source.',
    tables: [],
    fields:
      declared(`id id, type text, symbol text, rate price?, new_rate count?, old_rate count?, ex_date day, effective_at time, source text, source_time time,
      recorded_at time`),
    rows: `select c.id, c.type, c.symbol, c.rate, c.new_rate, c.old_rate, c.ex_date::text, c.effective_at, c.source, c.source_time, c.recorded_at from ledger.corporate_action c
      where c.symbol in (select symbol from ledger.trade where client_id = $1 union select symbol from ledger.working_order where client_id = $1) order by c.effective_at, c.id`,
  },
  {
    name: 'dividends',
    about: 'A dividend on a trade: what it came to, and what was moved.',
    tables: ['ledger.dividend'],
    fields: declared('action_id id, trade_id id, lots lots, amount money, moved money, at time'),
    rows: 'select action_id, trade_id, lots, amount, moved, at from ledger.dividend where client_id = $1 order by at, action_id, trade_id',
  },
  {
    name: 'trade_splits',
    about: 'A split on a trade: before and after.',
    tables: ['ledger.trade_split'],
    fields:
      declared(`action_id id, trade_id id, lots_before lots, lots lots, splits_before_num whole, splits_before_den whole, splits_num whole, splits_den whole,
      at time`),
    rows: `select s.action_id, s.trade_id, s.lots_before, s.lots, s.splits_before_num, s.splits_before_den, s.splits_num, s.splits_den, s.at
      from ledger.trade t join ledger.trade_split s on (s.book, s.trade_id) = (t.book, t.id) where t.client_id = $1 order by s.at, s.action_id, s.trade_id`,
  },
  {
    name: 'order_splits',
    about: 'A split on an order that waited: before and after.',
    tables: ['ledger.order_split'],
    fields:
      declared(`action_id id, order_id id, lots_before lots, lots lots, limit_price_before price?, limit_price price?, stop_price_before price?,
      stop_price price?, at time`),
    rows: `select action_id, order_id, lots_before, lots, limit_price_before, limit_price, stop_price_before, stop_price, at from ledger.order_split
      where client_id = $1 order by at, action_id, order_id`,
  },
  {
    name: 'manual_trades',
    about: 'A result that staff wrote down by hand, with the reason.',
    tables: ['ledger.manual_trade'],
    fields: declared(`id id, trade_id id?, symbol text, side text, lots lots, amount money, at time, reason text?`),
    rows: `select m.id, m.trade_id, m.symbol, m.side, m.lots, m.amount, m.at, n.body ->> 'text' as reason from ledger.manual_trade m
      left join app.note n on n.subject_id = m.id and n.kind = 'reason' where m.client_id = $1 order by m.at, m.id`,
  },
];
