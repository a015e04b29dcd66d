import type { priceExplanation } from '@clearbook/contracts/trading';
import { instrument, isSymbol } from '@clearbook/domain/market';
import { type Fraction, reduce } from '@clearbook/domain/money';
import type { Pool } from 'pg';
import type { z } from 'zod/mini';
import { usd } from '../books/index.ts';
import { percentYear } from '../market/index.ts';
import { nightFormula } from './night-formula.ts';
import { type FormulaClose, type FormulaQuote, priceFormula, resultFormula, splitFormula } from './price-formula.ts';
import { entryText, lotsText, priceText } from './wire.ts';

type Explanation = z.infer<typeof priceExplanation>;
type QuoteRow = {
  id: string;
  symbol: string;
  bid: string;
  ask: string;
  feed_bid: string;
  feed_ask: string;
  markup: string;
  source: string;
  source_time: string;
  received_time: string;
};
type Row = {
  id: string;
  kind: 'open' | 'close';
  side: 'buy' | 'sell';
  lots: string;
  price: string;
  at: Date;
  realised: string | null;
  entry_price: string;
  trade_side: 'buy' | 'sell';
  quote: QuoteRow;
  conversion: QuoteRow | null;
};
/** Of the shares that its quote is of. */
type FillRow = Row & { splits: Fraction };

type NightRow = {
  day: string;
  nights: number;
  rate_bps: number;
  lots: string;
  /** Millionths of a cent. */
  cost: string;
  amount: string;
  at: Date;
  symbol: string;
  quote: QuoteRow;
  conversion: QuoteRow | null;
};

type SplitRow = {
  id: string;
  new_rate: number;
  old_rate: number;
  effective_at: Date;
  source: string;
  source_time: Date;
  symbol: string;
  entry_price: string;
  lots_before: string;
  lots: string;
  splits_before_num: string;
  splits_before_den: string;
  splits_num: string;
  splits_den: string;
};

const QUOTE = (
  alias: string,
): string => `json_build_object('id', ${alias}.id, 'symbol', ${alias}.symbol, 'bid', ${alias}.bid::text, 'ask', ${alias}.ask::text,
  'feed_bid', ${alias}.feed_bid::text, 'feed_ask', ${alias}.feed_ask::text, 'markup', ${alias}.markup::text, 'source', ${alias}.source,
  'source_time', ${alias}.source_time, 'received_time', ${alias}.received_time)`;

/** "Why this price?": every fill, every split and every night of a trade with the quote it used and the formula with its numbers. Undefined where it is not this client's. */
export async function explainPrice(pool: Pool, clientId: string, tradeId: string): Promise<Explanation | undefined> {
  const { rows } = await pool.query<Row>(
    `select f.id, f.kind, f.side, f.lots, f.price, f.at, f.realised, t.entry_price, t.side as trade_side, ${QUOTE('q')} as quote,
       case when c.id is null then null else ${QUOTE('c')} end as conversion
     from ledger.fill f join ledger.trade t on t.id = f.trade_id join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id) left join ledger.quote c on (c.book, c.id) = (f.book, f.conversion_quote_id)
     where f.trade_id = $1 and f.client_id = $2 order by f.id`,
    [tradeId, clientId],
  );
  if (rows.length === 0) return undefined;
  const { rows: nights } = await pool.query<NightRow>(
    `select n.day::text, n.nights, n.rate_bps, n.lots, n.cost, n.amount, n.at, t.symbol, ${QUOTE('q')} as quote, case when c.id is null then null else ${QUOTE('c')} end as conversion
     from ledger.financing n join ledger.trade t on (t.book, t.id) = (n.book, n.trade_id) join ledger.quote q on (q.book, q.id) = (n.book, n.quote_id)
       left join ledger.quote c on (c.book, c.id) = (n.book, n.conversion_quote_id)
     where n.trade_id = $1 and n.client_id = $2 order by n.day`,
    [tradeId, clientId],
  );
  const { rows: splits } = await pool.query<SplitRow>(
    `select c.id, c.new_rate, c.old_rate, c.effective_at, c.source, c.source_time, c.symbol, t.entry_price, s.lots_before, s.lots,
       s.splits_before_num, s.splits_before_den, s.splits_num, s.splits_den
     from ledger.trade_split s join ledger.corporate_action c on c.id = s.action_id join ledger.trade t on (t.book, t.id) = (s.book, s.trade_id)
     where s.trade_id = $1 and s.client_id = $2 order by c.effective_at`,
    [tradeId, clientId],
  );
  const all = rows.map((row) => ({ ...row, splits: splitsAt(row.quote, splits) }));
  return {
    trade_id: tradeId,
    fills: all.map((row) => explainFill(row, all)),
    splits: splits.map(explainSplit),
    nights: nights.map((row, i) => explainNight(row, nights.slice(0, i))),
  };
}

/** Shares held for each share bought by the shares that a quote is of (Q10): what came before it is all of the old ones. */
function splitsAt({ received_time }: QuoteRow, splits: readonly SplitRow[]): Fraction {
  const last = splits.findLast(({ effective_at }) => effective_at <= new Date(received_time));
  return last === undefined
    ? { num: 1n, den: 1n }
    : reduce({ num: BigInt(last.splits_num), den: BigInt(last.splits_den) });
}

function explainSplit(row: SplitRow): Explanation['splits'][number] {
  if (!isSymbol(row.symbol)) throw new Error(`a split of an unknown symbol: ${row.symbol}`);
  const { id, new_rate, old_rate, source, symbol, entry_price } = row;
  const splits = { num: BigInt(row.splits_num), den: BigInt(row.splits_den) };
  const before = { symbol, entry_price, splits_num: row.splits_before_num, splits_den: row.splits_before_den };
  return {
    corporate_action_id: id,
    new_rate,
    old_rate,
    effective_at: row.effective_at.toISOString(),
    source,
    source_time: row.source_time.toISOString(),
    lots_before: lotsText(BigInt(row.lots_before)),
    lots: lotsText(BigInt(row.lots)),
    entry_price_before: entryText(before),
    entry_price: entryText(row),
    formula: splitFormula(instrument(symbol), BigInt(entry_price), reduce(splits)),
  };
}

/** A charge, and what accrued and was taken before it. */
function explainNight(row: NightRow, before: readonly NightRow[]): Explanation['nights'][number] {
  const { quote, conversion } = row;
  if (!isSymbol(row.symbol)) throw new Error(`a night of an unknown symbol: ${row.symbol}`);
  const sum = (of: (each: NightRow) => string): bigint => before.reduce((all, each) => all + BigInt(of(each)), 0n);
  const [cost, amount] = [BigInt(row.cost), BigInt(row.amount)];
  return {
    day: row.day,
    nights: row.nights,
    percent_year: percentYear(row.rate_bps),
    lots: lotsText(BigInt(row.lots)),
    quote: wire(quote),
    conversion: conversion && wire(conversion),
    formula: nightFormula(instrument(row.symbol), {
      ...{ lots: BigInt(row.lots), nights: row.nights, percent: percentYear(row.rate_bps), cost, amount },
      converter: formulaQuote(conversion ?? quote),
      before: { accrued: sum((each) => each.cost), taken: sum((each) => each.amount) },
    }),
    amount: usd(amount),
    at: row.at.toISOString(),
  };
}

function explainFill(row: FillRow, rows: readonly FillRow[]): Explanation['fills'][number] {
  const price = priceText(BigInt(row.price), row.quote.symbol);
  return {
    id: row.id,
    side: row.side,
    lots: lotsText(BigInt(row.lots)),
    price,
    at: row.at.toISOString(),
    rule:
      row.side === 'buy'
        ? `A buy fills at the ask of its quote: ${price}.`
        : `A sell fills at the bid of its quote: ${price}.`,
    quote: wire(row.quote),
    conversion: row.conversion && wire(row.conversion),
    formula: formulaOf(row, rows),
    realized_pl: row.realised === null ? null : usd(BigInt(row.realised)),
  };
}

/** The price of every fill, and for a close its result as well, which refers to the parts that were closed before it. */
function formulaOf(row: FillRow, rows: readonly FillRow[]): string {
  const { quote } = row;
  if (!isSymbol(quote.symbol)) throw new Error(`a fill of an unknown symbol: ${quote.symbol}`);
  const of = instrument(quote.symbol);
  const price = priceFormula(of, row.side, formulaQuote(quote));
  if (row.kind === 'open') return price;
  const closes = rows.filter(({ kind }) => kind === 'close');
  const nth = closes.indexOf(row) + 1;
  return `${price}; ${resultFormula(of, row.trade_side, BigInt(row.entry_price), closes.map(closeOf), nth)}`;
}

function closeOf(row: FillRow): FormulaClose {
  if (row.realised === null) throw new Error('a closing fill without its result');
  return {
    lots: BigInt(row.lots),
    price: BigInt(row.price),
    realised: BigInt(row.realised),
    splits: row.splits,
    converter: formulaQuote(row.conversion ?? row.quote),
  };
}

function formulaQuote({ id, symbol, bid, ask, feed_bid, feed_ask }: QuoteRow): FormulaQuote {
  return { id, symbol, bid: BigInt(bid), ask: BigInt(ask), feed: { bid: BigInt(feed_bid), ask: BigInt(feed_ask) } };
}

function wire(quote: QuoteRow): Explanation['fills'][number]['quote'] {
  const text = (units: string): string => priceText(BigInt(units), quote.symbol);
  return {
    id: quote.id,
    symbol: quote.symbol,
    bid: text(quote.bid),
    ask: text(quote.ask),
    feed_bid: text(quote.feed_bid),
    feed_ask: text(quote.feed_ask),
    markup: text(quote.markup),
    source: quote.source,
    source_time: new Date(quote.source_time).toISOString(),
    received_time: new Date(quote.received_time).toISOString(),
  };
}
