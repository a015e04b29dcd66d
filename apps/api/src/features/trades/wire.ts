import type { Trade } from '@clearbook/contracts/trading';
import { exactPrice, instrument, isSymbol, parsePrice } from '@clearbook/domain/market';
import { costsCoveredAt } from '@clearbook/domain/actions';
import type { Trade as LedgerTrade } from '@clearbook/domain/positions';
import { averagePrice, closeOutPrice, entryOf, type Marks, openValue, trailingStop } from '@clearbook/domain/trading';
import { type Fraction, roundHalfEven } from '@clearbook/domain/money';
import { usd } from '../books/index.ts';

/** Parts that close at prices of their own, as they are stored. */
export type StoredTargets = readonly { readonly price: string; readonly lots: string }[];

export type TradeRow = {
  id: string;
  client_id: string;
  symbol: string;
  side: Trade['side'];
  lots: string;
  open_lots: string;
  collateral: string;
  collateral_left: string;
  required_margin: string;
  required_margin_left: string;
  leverage_hundredths: number;
  status: Trade['status'];
  entry_price: string;
  splits_num: string;
  splits_den: string;
  entry_quote_id: string;
  opened_at: Date;
  exit_value: string | null;
  exit_quote_id: string | null;
  closed_at: Date | null;
  closed_by: Trade['closed_by'];
  realised: string;
  shortfall: string;
  copied_from: Trade['copied_from'];
  reverses: string | null;
  stop_loss: string | null;
  take_profit: string | null;
  trailing_distance: string | null;
  trailing_peak: string | null;
  targets: StoredTargets | null;
  financed: string;
  closing_lots: string | null;
  closing_since: Date | null;
  /** Its client's, as it is now. */
  markup: number;
  /** What staff added by hand as they closed it, and why. */
  manual: { amount: string; reason: string | null } | null;
};

/** Σ price × lots of what is closed of a trade, in price units and hundredths: the same by the shares of then and of now. Null while nothing is. */
export function exitValue(trade: string): string {
  return `(select sum(f.price::numeric * f.lots)::text from ledger.fill f where f.trade_id = ${trade}.id and f.kind = 'close') as exit_value`;
}

export const TRADE_COLUMNS = `t.id, t.client_id, t.symbol, t.side, t.lots, t.open_lots, t.collateral, t.collateral_left, t.required_margin, t.required_margin_left,
  t.leverage_hundredths, t.status, t.entry_price, t.splits_num, t.splits_den, t.entry_quote_id, t.opened_at, ${exitValue('t')}, t.exit_quote_id, t.closed_at, t.closed_by, t.realised, t.shortfall,
  t.stop_loss, t.take_profit, t.trailing_distance, t.trailing_peak, t.targets, t.financed, t.closing_lots, t.closing_since, t.reverses,
  (select p.markup from ledger.party p where p.id = t.client_id) as markup,
  case when t.copy_id is not null then (select json_build_object('trader_id', c.trader_id, 'name', k.name, 'copy_id', c.id)
    from ledger.copy c join app.trader_card k on k.trader_id = c.trader_id where c.id = t.copy_id) end as copied_from,
  case when t.closed_by = 'admin' then (select json_build_object('amount', m.amount::text, 'reason', n.body ->> 'text') from ledger.manual_trade m
    left join app.note n on n.subject_id = m.id and n.kind = 'reason' where m.trade_id = t.id) end as manual`;

/** Lots as a decimal with two places, from hundredths. */
export function lotsText(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Hundredths of a lot from text that the contract has accepted. */
export function lotsFrom(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
}

export function priceText(price: bigint, symbol: string): string {
  return exactPrice(price, isSymbol(symbol) ? instrument(symbol).digits : 2);
}

type Paid = Pick<TradeRow, 'entry_price' | 'splits_num' | 'splits_den'>;

/** What was paid for a share, and what splits made of that share since. */
export function paidOf({ entry_price, splits_num, splits_den }: Paid): { entryPrice: bigint; splits: Fraction } {
  return { entryPrice: BigInt(entry_price), splits: { num: BigInt(splits_num), den: BigInt(splits_den) } };
}

/** The opening price for a share of today. */
export function entryText(row: Paid & Pick<TradeRow, 'symbol'>): string {
  const { num, den } = entryOf(paidOf(row));
  return priceText(roundHalfEven(num, den), row.symbol);
}

/** What was bought, in shares of today: whole lot steps. */
export function heldLots({
  lots,
  splits_num,
  splits_den,
}: Pick<TradeRow, 'lots' | 'splits_num' | 'splits_den'>): bigint {
  return (BigInt(lots) * BigInt(splits_num)) / BigInt(splits_den);
}

type Worth = Pick<Trade, 'current_price' | 'unrealized_pl' | 'market_value'>;
const NO_WORTH: Worth = { current_price: null, unrealized_pl: null, market_value: null };

/** What an open trade is worth at the last known prices, as its client deals on them. */
function worthOf(row: TradeRow, marks: Marks): Worth {
  if (row.status !== 'active' || !isSymbol(row.symbol)) return NO_WORTH;
  const { symbol, side } = row;
  const value = openValue({ symbol, side, openLots: BigInt(row.open_lots), ...paidOf(row) }, marks, row);
  if (value === undefined) return NO_WORTH;
  return {
    current_price: priceText(value.price, symbol),
    unrealized_pl: usd(value.unrealised),
    market_value: usd(value.marketValue),
  };
}

/** Where an open trade would be closed out by the last known rate of its quote currency. */
function closeOutOf(row: TradeRow, { markRate }: Marks): string | null {
  if (row.status !== 'active' || !isSymbol(row.symbol)) return null;
  const rate = markRate(instrument(row.symbol).quote);
  const price =
    rate &&
    closeOutPrice(
      {
        symbol: row.symbol,
        side: row.side,
        openLots: BigInt(row.open_lots),
        ...paidOf(row),
        collateralLeft: BigInt(row.collateral_left),
        requiredMarginLeft: BigInt(row.required_margin_left),
      },
      rate,
    );
  return price === undefined ? null : priceText(price, row.symbol);
}

/** Where a stop would cover what its nights have cost, by the last known rate of its quote currency. */
function breakEvenOf(row: TradeRow, { markRate }: Marks): string | null {
  if (row.status !== 'active' || !isSymbol(row.symbol)) return null;
  const { symbol, side } = row;
  const rate = markRate(instrument(symbol).quote);
  if (rate === undefined) return null;
  const costs = {
    openLots: BigInt(row.open_lots),
    ...paidOf(row),
    financed: BigInt(row.financed),
  };
  const price = costsCoveredAt({ symbol, side, ...costs }, rate);
  return price > 0n ? priceText(price, symbol) : null;
}

/** The average over everything that is closed of it: each fill's own price is in the price explanation. */
export function exitPriceOf(
  row: Pick<TradeRow, 'symbol' | 'lots' | 'open_lots' | 'exit_value' | 'splits_num' | 'splits_den'>,
): string | null {
  if (row.exit_value === null) return null;
  return priceText(averagePrice(BigInt(row.exit_value) * BigInt(row.splits_den), closedParts(row)), row.symbol);
}

/** What is closed of it, in shares of today: over the splits' old shares, because what a ratio left over is less than a lot step of new ones. */
function closedParts(row: Pick<TradeRow, 'lots' | 'open_lots' | 'splits_num' | 'splits_den'>): bigint {
  return BigInt(row.lots) * BigInt(row.splits_num) - BigInt(row.open_lots) * BigInt(row.splits_den);
}

function trailingOf({ symbol, side, status, trailing_peak, trailing_distance }: TradeRow): string | null {
  if (status !== 'active' || trailing_peak === null || trailing_distance === null) return null;
  return priceText(trailingStop(side, BigInt(trailing_peak), BigInt(trailing_distance)), symbol);
}

function closingOf({ closing_lots, closing_since }: TradeRow): Trade['closing'] {
  if (closing_lots === null || closing_since === null) return null;
  return { lots: lotsText(BigInt(closing_lots)), since: closing_since.toISOString() };
}

export function priceOrNull(units: string | null, symbol: string): string | null {
  return units === null ? null : priceText(BigInt(units), symbol);
}

/** An open trade shows what is open of it; a closed one what it was. */
export function wireTrade(row: TradeRow, marks: Marks): Trade {
  const active = row.status === 'active';
  const realised = BigInt(row.realised);
  const partly = closedParts(row) > 0n;
  return {
    id: row.id,
    symbol: row.symbol,
    side: row.side,
    lots: lotsText(active ? BigInt(row.open_lots) : heldLots(row)),
    amount: usd(BigInt(active ? row.collateral_left : row.collateral)),
    required_margin: usd(BigInt(active ? row.required_margin_left : row.required_margin)),
    leverage: row.leverage_hundredths / 100,
    status: row.status,
    outcome: active ? 'pending' : realised > 0n ? 'profit' : realised < 0n ? 'loss' : 'even',
    is_profit: active || realised === 0n ? 'null' : realised > 0n ? 'profit' : 'loss',
    manual: row.manual && { amount: usd(BigInt(row.manual.amount)), reason: row.manual.reason ?? '' },
    entry_price: entryText(row),
    entry_quote_id: row.entry_quote_id,
    opened_at: row.opened_at.toISOString(),
    exit_price: exitPriceOf(row),
    exit_quote_id: row.exit_quote_id,
    closed_at: active || row.closed_at === null ? null : row.closed_at.toISOString(),
    closed_by: active ? null : row.closed_by,
    realized_pl: partly ? usd(realised) : null,
    shortfall_covered: row.shortfall === '0' ? null : usd(BigInt(row.shortfall)),
    reverses: row.reverses,
    copied_from: row.copied_from,
    lots_open: lotsText(BigInt(row.open_lots)),
    stop_loss: priceOrNull(row.stop_loss, row.symbol),
    take_profit: priceOrNull(row.take_profit, row.symbol),
    trailing_distance: priceOrNull(row.trailing_distance, row.symbol),
    trailing_stop: trailingOf(row),
    targets: wireTargets(row.targets, row.symbol),
    financing: usd(BigInt(row.financed)),
    close_out_price: closeOutOf(row, marks),
    break_even_price: breakEvenOf(row, marks),
    ...worthOf(row, marks),
    closing: closingOf(row),
  };
}

export type ManualRow = {
  id: string;
  client_id: string;
  symbol: string;
  side: Trade['side'];
  lots: string;
  amount: string;
  at: Date;
  reason: string | null;
};

export const MANUAL_COLUMNS = `m.id, m.client_id, m.symbol, m.side, m.lots, m.amount, m.at,
  (select n.body ->> 'text' from app.note n where n.subject_id = m.id and n.kind = 'reason') as reason`;

/** A result that staff wrote down, as a closed trade: without prices, quotes or margin, because there were none. */
export function wireManual(row: ManualRow): Trade {
  const amount = BigInt(row.amount);
  return {
    id: row.id,
    symbol: row.symbol,
    side: row.side,
    lots: lotsText(BigInt(row.lots)),
    amount: usd(amount < 0n ? -amount : amount),
    required_margin: usd(0n),
    leverage: 0,
    status: 'closed',
    outcome: amount > 0n ? 'profit' : 'loss',
    is_profit: amount > 0n ? 'profit' : 'loss',
    manual: { amount: usd(amount), reason: row.reason ?? '' },
    reverses: null,
    copied_from: null,
    entry_price: null,
    entry_quote_id: null,
    opened_at: row.at.toISOString(),
    exit_price: null,
    exit_quote_id: null,
    closed_at: row.at.toISOString(),
    closed_by: 'admin',
    realized_pl: usd(amount),
    shortfall_covered: null,
    lots_open: '0.00',
    stop_loss: null,
    take_profit: null,
    trailing_distance: null,
    trailing_stop: null,
    targets: null,
    financing: usd(0n),
    close_out_price: null,
    break_even_price: null,
    ...NO_WORTH,
    closing: null,
  };
}

/** Undefined stays "as it is"; null and an empty list are "none". */
export function targetsFrom(targets: StoredTargets | null | undefined): LedgerTrade['targets'] | undefined {
  if (targets === undefined) return undefined;
  if (targets === null || targets.length === 0) return null;
  return targets.map(({ price, lots }) => ({ price: parsePrice(price), lots: lotsFrom(lots) }));
}

export function wireTargets(targets: StoredTargets | null, symbol: string): Trade['targets'] {
  if (targets === null) return null;
  return targets.map(({ price, lots }) => ({ price: priceText(BigInt(price), symbol), lots: lotsText(BigInt(lots)) }));
}

/** Undefined stays "as it is", null "none". */
export function priceFrom(text: string | null | undefined): bigint | null | undefined {
  return typeof text === 'string' ? parsePrice(text) : text;
}
