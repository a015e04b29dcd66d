type Row = Readonly<Record<string, unknown>>;
type Rows = Record<string, Row[]>;

/** What the server writes where a trade opens: the trade, its fill, and its market order unless it fills one that waited. */
export function openingRows({
  fill_id,
  order_id,
  conversion_quote_id = null,
  waited,
  worst_price = null,
  ...trade
}: Row): Rows {
  const { id, client_id, symbol, side, lots, collateral, required_margin, entry_price, entry_quote_id, opened_at } =
    trade;
  return {
    trade: [
      {
        open_lots: lots, collateral_left: collateral, required_margin_left: required_margin, status: 'active', realised: 0, realised_exact_num: 0, realised_exact_den: 1,
        shortfall: 0, financed: 0, accrued: 0, loss_step: 0, ...trade,
      }, // prettier-ignore
    ],
    fill: [
      { id: fill_id, trade_id: id, order_id, client_id, kind: 'open', side, lots, price: entry_price, quote_id: entry_quote_id, conversion_quote_id, at: opened_at },
    ],
    ...(!waited && {
      market_order: [
        { id: order_id, client_id, trade_id: id, symbol, side, lots, amount: collateral, type: 'market', status: 'filled', at: opened_at, worst_price },
      ],
    }),
  }; // prettier-ignore
}

/** What it writes where a part or the whole of one is closed, by what leaves the trade. */
export function closingRows(given: Row): Rows {
  const {
    id, client_id, side, fill_id, lots_closed, collateral_out, margin_out, realised, exact_num, exact_den, shortfall, exit_price, exit_quote_id, conversion_quote_id = null,
    at, closed_by, status = 'closed', ...trade
  } = given; // prettier-ignore
  const less = (value: unknown) => ({ plus: -BigInt(value as string) });
  return {
    trade: [
      {
        id, client_id, status, open_lots: less(lots_closed), collateral_left: less(collateral_out), required_margin_left: less(margin_out), realised: { plus: realised },
        realised_exact_num: exact_num, realised_exact_den: exact_den, shortfall: { plus: shortfall }, exit_price, exit_quote_id, closed_at: at, closed_by, ...trade,
      }, // prettier-ignore
    ],
    fill: [
      { id: fill_id, trade_id: id, order_id: null, client_id, kind: 'close', side, lots: lots_closed, price: exit_price, quote_id: exit_quote_id, conversion_quote_id, realised, at },
    ],
  }; // prettier-ignore
}
