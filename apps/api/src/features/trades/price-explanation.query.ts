import type { priceExplanation } from '@clearbook/contracts/trading';
import { instrument, isSymbol } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import type { z } from 'zod/mini';
import { usd } from '../books/index.ts';
import { percentYear } from '../market/index.ts';
import { nightFormula } from './night-formula.ts';
import { type FormulaClose, type FormulaQuote, priceFormula, resultFormula } from './price-formula.ts';
import { lotsText, priceText } from './wire.ts';

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

const QUOTE = (
  alias: string,
): string => `json_build_object('id', ${alias}.id, 'symbol', ${alias}.symbol, 'bid', ${alias}.bid::text, 'ask', ${alias}.ask::text,
  'feed_bid', ${alias}.feed_bid::text, 'feed_ask', ${alias}.feed_ask::text, 'markup', ${alias}.markup::text, 'source', ${alias}.source,
  'source_time', ${alias}.source_time, 'received_time', ${alias}.received_time)`;

/** "Why this price?": every fill and every night of a trade with the quote it used and the formula with its numbers. Undefined where it is not this client's. */
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
  return {
    trade_id: tradeId,
    fills: rows.map((row) => explainFill(row, rows)),
    nights: nights.map((row, i) => explainNight(row, nights.slice(0, i))),
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

function explainFill(row: Row, rows: readonly Row[]): Explanation['fills'][number] {
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
function formulaOf(row: Row, rows: readonly Row[]): string {
  const { quote } = row;
  if (!isSymbol(quote.symbol)) throw new Error(`a fill of an unknown symbol: ${quote.symbol}`);
  const of = instrument(quote.symbol);
  const price = priceFormula(of, row.side, formulaQuote(quote));
  if (row.kind === 'open') return price;
  const closes = rows.filter(({ kind }) => kind === 'close');
  const nth = closes.indexOf(row) + 1;
  return `${price}; ${resultFormula(of, row.trade_side, BigInt(row.entry_price), closes.map(closeOf), nth)}`;
}

function closeOf(row: Row): FormulaClose {
  if (row.realised === null) throw new Error('a closing fill without its result');
  return {
    lots: BigInt(row.lots),
    price: BigInt(row.price),
    realised: BigInt(row.realised),
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
