type Row = Readonly<Record<string, unknown>>;
type Rows = Record<string, Row[]>;

/** What the server writes where a trade opens. */
export function openingRows(trade: Row): Rows {
  const { lots, collateral, required_margin } = trade;
  return {
    trade: [
      {
        open_lots: lots, collateral_left: collateral, required_margin_left: required_margin, status: 'active', realised: 0, realised_exact_num: 0, realised_exact_den: 1,
        shortfall: 0, financed: 0, accrued: 0, dividends: 0, splits_num: 1, splits_den: 1, loss_step: 0, ...trade,
      }, // prettier-ignore
    ],
  };
}

/** What it writes where a part or the whole of one is closed, by what leaves the trade. */
export function closingRows(given: Row): Rows {
  const { lots_closed, collateral_out, margin_out, realised, exact_num, exact_den, shortfall, at, ...trade } = given;
  const less = (value: unknown) => ({ plus: -BigInt(value as string) });
  return {
    trade: [
      {
        status: 'closed', open_lots: less(lots_closed), collateral_left: less(collateral_out), required_margin_left: less(margin_out), realised: { plus: realised },
        realised_exact_num: exact_num, realised_exact_den: exact_den, shortfall: { plus: shortfall }, closed_at: at, ...trade,
      }, // prettier-ignore
    ],
  };
}
