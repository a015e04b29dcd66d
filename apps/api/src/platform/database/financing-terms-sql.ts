import {
  type AssetClass,
  conversionPair,
  standardFinancing,
  INSTRUMENTS,
  type Instrument,
  priceStep,
  tripleWeekday,
} from '@clearbook/domain/market';
import pg from 'pg';

/** The text of apps/api/sql/generated/financing_terms.sql: by what the database works out a night itself, from the table of instruments. */
export function financingTermsSql(instruments: readonly Instrument[] = INSTRUMENTS): string {
  return `-- Made from the instruments of packages/domain/src/market, by npm run format. Not to be edited.
-- What a night of a symbol costs, in basis points a year of either side; base units in a lot; the pair whose mid turns its base into dollars, null for the
-- dollar, and whether it is quoted the other way round; and the weekday (ISO) that counts three times, with a weekend that counts nothing.
create or replace function ledger.financing_terms(p_symbol text, out buy_bps int, out sell_bps int, out lot_size numeric, out converter text, out inverse boolean, out triple_weekday int)
language sql immutable as
$$
  select v.buy_bps, v.sell_bps, v.lot_size::numeric, v.converter, v.inverse, v.triple_weekday from (values
${instruments.map(valuesOf).join(',\n')}
  ) as v(symbol, buy_bps, sell_bps, lot_size, converter, inverse, triple_weekday) where v.symbol = p_symbol
$$;

-- Base units in a lot of a symbol, by itself for whoever needs nothing else: a third of what the terms above cost.
create or replace function ledger.lot_size(p_symbol text) returns numeric
language sql immutable as
$$
  select case ${cases(instruments, (one) => one.lotSize)} end
$$;

-- The most leverage that rules of conduct allow on a symbol, as in 30:1.
create or replace function ledger.leverage_cap(p_symbol text) returns int
language sql immutable as
$$
  select case ${cases(instruments, (one) => one.leverageCap)} end
$$;

-- The smallest step of a symbol's prices, in units of 1e-10.
create or replace function ledger.tick(p_symbol text) returns numeric
language sql immutable as
$$
  select case ${cases(instruments, priceStep)} end
$$;

-- Whether a symbol is a share: companies pay dividends on those alone, and split them.
create or replace function ledger.is_share(p_symbol text) returns boolean
language sql immutable as
$$ select p_symbol in (${symbolsOf('stock', instruments)}) $$;

-- The asset class of a symbol: each has a switch of its own (modules/switches.sql).
create or replace function ledger.asset_class(p_symbol text) returns text
language sql immutable as
$$
  select case ${CLASSES.map((one) => `when p_symbol in (${symbolsOf(one, instruments)}) then '${one}'`).join('\n    ')} end
$$;

grant execute on function ledger.asset_class(text) to clearbook_app;
`;
}

const CLASSES = ['forex', 'crypto', 'stock'] as const satisfies readonly AssetClass[];

function symbolsOf(of: AssetClass, instruments: readonly Instrument[]): string {
  return listed(instruments.filter((one) => one.class === of));
}

function listed(instruments: readonly Instrument[]): string {
  return instruments.map((one) => pg.escapeLiteral(one.symbol)).join(', ');
}

function cases(instruments: readonly Instrument[], valueOf: (of: Instrument) => bigint | number): string {
  const groups = Map.groupBy(instruments, valueOf);
  return [...groups].map(([value, those]) => `when p_symbol in (${listed(those)}) then ${value}`).join('\n    ');
}

function valuesOf(of: Instrument): string {
  const { buy, sell } = standardFinancing(of);
  const pair = conversionPair(of.base);
  const converter = pair === undefined ? 'null::text' : pg.escapeLiteral(pair.symbol);
  const triple = tripleWeekday(of);
  return `    (${[pg.escapeLiteral(of.symbol), buy, sell, of.lotSize, converter, pair?.inverse ?? false, triple ?? 'null::int'].join(', ')})`;
}
