import {
  cents,
  day,
  fraction,
  id,
  int,
  lots,
  nullable,
  oneOf,
  price,
  type RowOf,
  symbol,
  table,
  text,
  time,
} from '../../kernel/table.ts';

/**
 * What a company does to its shares, as a source announced it. Recorded by ledger.record_corporate_action alone, at least a day before it takes effect, and
 * never changed.
 */
export const ACTIONS = table(
  'corporate_action',
  {
    id,
    type: oneOf('cash_dividend', 'split'),
    symbol,
    /** Of a dividend: dollars a share. */
    rate: nullable(price),
    /** Of a split: so many new shares for so many old ones, in lowest terms. */
    newRate: nullable(int),
    oldRate: nullable(int),
    /** The first day, in New York, on which the share trades without it. */
    exDate: day,
    /** Five minutes before that day's session. Whatever is open then receives or pays it. */
    effectiveAt: time,
    /** Who announced it, and when. */
    source: text,
    sourceTime: time,
    recordedAt: time,
  },
  { lock: 'none', book: 'site' },
);
export type CorporateAction = RowOf<typeof ACTIONS>;

/** What a dividend brought a trade, or cost it. */
export const DIVIDENDS = table(
  'dividend',
  {
    actionId: id,
    tradeId: id,
    clientId: id,
    /** What was open of it. */
    lots,
    /** Of all lots: received where it is positive, paid where it is negative. */
    amount: cents,
    /** What entered or left the collateral: the amount, but never more than was left of it. */
    moved: cents,
    at: time,
  },
  { key: ['actionId', 'tradeId'] },
);
export type Dividend = RowOf<typeof DIVIDENDS>;

/** What a split made of a trade, once each. What it made of its stop and target is an amendment like any other. */
export const TRADE_SPLITS = table(
  'trade_split',
  {
    actionId: id,
    tradeId: id,
    clientId: id,
    /** What was open of it, and what is. */
    lotsBefore: lots,
    lots,
    /** Shares held for each share bought. */
    splitsBefore: fraction,
    splits: fraction,
    at: time,
  },
  { key: ['actionId', 'tradeId'] },
);

/** What a split made of a waiting order, once each. */
export const ORDER_SPLITS = table(
  'order_split',
  {
    actionId: id,
    orderId: id,
    clientId: id,
    lotsBefore: lots,
    lots,
    limitPriceBefore: nullable(price),
    limitPrice: nullable(price),
    stopPriceBefore: nullable(price),
    stopPrice: nullable(price),
    at: time,
  },
  { key: ['actionId', 'orderId'] },
);
