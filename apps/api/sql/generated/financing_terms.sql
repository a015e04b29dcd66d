-- Version 8, text 79fd069f3dd7.
-- Made from the instruments of packages/domain/src/market, by npm run format. Not to be edited.
-- What a night of a symbol costs, in basis points a year of either side; base units in a lot; the pair whose mid turns its base into dollars, null for the
-- dollar, and whether it is quoted the other way round; and the weekday (ISO) that counts three times, with a weekend that counts nothing.
create or replace function ledger.financing_terms(p_symbol text, out buy_bps int, out sell_bps int, out lot_size numeric, out converter text, out inverse boolean, out triple_weekday int)
language sql immutable as
$$
  select v.buy_bps, v.sell_bps, v.lot_size::numeric, v.converter, v.inverse, v.triple_weekday from (values
    ('EURUSD', 300, 50, 100000, 'EURUSD', false, 3),
    ('GBPUSD', 100, 50, 100000, 'GBPUSD', false, 3),
    ('AUDUSD', 115, 50, 100000, 'AUDUSD', false, 3),
    ('USDJPY', 50, 450, 100000, null::text, false, 3),
    ('USDCAD', 50, 225, 100000, null::text, false, 3),
    ('USDCHF', 50, 500, 100000, null::text, false, 3),
    ('NZDUSD', 175, 50, 100000, 'NZDUSD', false, 3),
    ('EURGBP', 275, 50, 100000, 'EURUSD', false, 3),
    ('EURJPY', 50, 225, 100000, 'EURUSD', false, 3),
    ('GBPJPY', 50, 425, 100000, 'GBPUSD', false, 3),
    ('AUDJPY', 50, 410, 100000, 'AUDUSD', false, 3),
    ('EURCHF', 50, 275, 100000, 'EURUSD', false, 3),
    ('EURAUD', 260, 50, 100000, 'EURUSD', false, 3),
    ('GBPAUD', 60, 90, 100000, 'GBPUSD', false, 3),
    ('CADJPY', 50, 300, 100000, 'USDCAD', true, 3),
    ('NZDJPY', 50, 350, 100000, 'NZDUSD', false, 3),
    ('AUDNZD', 50, 135, 100000, 'AUDUSD', false, 3),
    ('GBPCHF', 50, 475, 100000, 'GBPUSD', false, 3),
    ('EURCAD', 150, 50, 100000, 'EURUSD', false, 3),
    ('AUDCAD', 50, 185, 100000, 'AUDUSD', false, 3),
    ('CHFJPY', 125, 50, 100000, 'USDCHF', true, 3),
    ('NZDCAD', 50, 125, 100000, 'NZDUSD', false, 3),
    ('BTC', 1500, 1000, 1, 'BTC', false, null::int),
    ('ETH', 1500, 1000, 1, 'ETH', false, null::int),
    ('LTC', 1500, 1000, 1, 'LTC', false, null::int),
    ('XRP', 1500, 1000, 1, 'XRP', false, null::int),
    ('BCH', 1500, 1000, 1, 'BCH', false, null::int),
    ('ADA', 1500, 1000, 1, 'ADA', false, null::int),
    ('SOL', 1500, 1000, 1, 'SOL', false, null::int),
    ('DOT', 1500, 1000, 1, 'DOT', false, null::int),
    ('BNB', 1500, 1000, 1, 'BNB', false, null::int),
    ('DOGE', 1500, 1000, 1, 'DOGE', false, null::int),
    ('SHIB', 1500, 1000, 1000000, 'SHIB', false, null::int),
    ('AVAX', 1500, 1000, 1, 'AVAX', false, null::int),
    ('MATIC', 1500, 1000, 1, 'MATIC', false, null::int),
    ('ATOM', 1500, 1000, 1, 'ATOM', false, null::int),
    ('LINK', 1500, 1000, 1, 'LINK', false, null::int),
    ('UNI', 1500, 1000, 1, 'UNI', false, null::int),
    ('XLM', 1500, 1000, 1, 'XLM', false, null::int),
    ('TRX', 1500, 1000, 1, 'TRX', false, null::int),
    ('ALGO', 1500, 1000, 1, 'ALGO', false, null::int),
    ('FTM', 1500, 1000, 1, 'FTM', false, null::int),
    ('NEAR', 1500, 1000, 1, 'NEAR', false, null::int),
    ('HBAR', 1500, 1000, 1, 'HBAR', false, null::int),
    ('ICP', 1500, 1000, 1, 'ICP', false, null::int),
    ('FIL', 1500, 1000, 1, 'FIL', false, null::int),
    ('AAVE', 1500, 1000, 1, 'AAVE', false, null::int),
    ('GRT', 1500, 1000, 1, 'GRT', false, null::int),
    ('AAPL', 700, 450, 1, 'AAPL', false, null::int),
    ('TSLA', 700, 450, 1, 'TSLA', false, null::int),
    ('AMZN', 700, 450, 1, 'AMZN', false, null::int),
    ('MSFT', 700, 450, 1, 'MSFT', false, null::int),
    ('GOOGL', 700, 450, 1, 'GOOGL', false, null::int),
    ('META', 700, 450, 1, 'META', false, null::int),
    ('NVDA', 700, 450, 1, 'NVDA', false, null::int),
    ('BRK.B', 700, 450, 1, 'BRK.B', false, null::int),
    ('V', 700, 450, 1, 'V', false, null::int),
    ('JNJ', 700, 450, 1, 'JNJ', false, null::int),
    ('WMT', 700, 450, 1, 'WMT', false, null::int),
    ('PG', 700, 450, 1, 'PG', false, null::int),
    ('JPM', 700, 450, 1, 'JPM', false, null::int),
    ('DIS', 700, 450, 1, 'DIS', false, null::int),
    ('NFLX', 700, 450, 1, 'NFLX', false, null::int),
    ('KO', 700, 450, 1, 'KO', false, null::int),
    ('PEP', 700, 450, 1, 'PEP', false, null::int),
    ('XOM', 700, 450, 1, 'XOM', false, null::int),
    ('CVX', 700, 450, 1, 'CVX', false, null::int),
    ('INTC', 700, 450, 1, 'INTC', false, null::int),
    ('CSCO', 700, 450, 1, 'CSCO', false, null::int),
    ('BA', 700, 450, 1, 'BA', false, null::int),
    ('IBM', 700, 450, 1, 'IBM', false, null::int),
    ('MMM', 700, 450, 1, 'MMM', false, null::int),
    ('GE', 700, 450, 1, 'GE', false, null::int),
    ('NKE', 700, 450, 1, 'NKE', false, null::int),
    ('ORCL', 700, 450, 1, 'ORCL', false, null::int),
    ('ADBE', 700, 450, 1, 'ADBE', false, null::int),
    ('CRM', 700, 450, 1, 'CRM', false, null::int)
  ) as v(symbol, buy_bps, sell_bps, lot_size, converter, inverse, triple_weekday) where v.symbol = p_symbol
$$;

-- Base units in a lot of a symbol, by itself for whoever needs nothing else: a third of what the terms above cost.
create or replace function ledger.lot_size(p_symbol text) returns numeric
language sql immutable as
$$
  select case when p_symbol in ('EURUSD', 'GBPUSD', 'AUDUSD', 'USDJPY', 'USDCAD', 'USDCHF', 'NZDUSD', 'EURGBP', 'EURJPY', 'GBPJPY', 'AUDJPY', 'EURCHF', 'EURAUD', 'GBPAUD', 'CADJPY', 'NZDJPY', 'AUDNZD', 'GBPCHF', 'EURCAD', 'AUDCAD', 'CHFJPY', 'NZDCAD') then 100000
    when p_symbol in ('BTC', 'ETH', 'LTC', 'XRP', 'BCH', 'ADA', 'SOL', 'DOT', 'BNB', 'DOGE', 'AVAX', 'MATIC', 'ATOM', 'LINK', 'UNI', 'XLM', 'TRX', 'ALGO', 'FTM', 'NEAR', 'HBAR', 'ICP', 'FIL', 'AAVE', 'GRT', 'AAPL', 'TSLA', 'AMZN', 'MSFT', 'GOOGL', 'META', 'NVDA', 'BRK.B', 'V', 'JNJ', 'WMT', 'PG', 'JPM', 'DIS', 'NFLX', 'KO', 'PEP', 'XOM', 'CVX', 'INTC', 'CSCO', 'BA', 'IBM', 'MMM', 'GE', 'NKE', 'ORCL', 'ADBE', 'CRM') then 1
    when p_symbol in ('SHIB') then 1000000 end
$$;

-- The most leverage that rules of conduct allow on a symbol, as in 30:1.
create or replace function ledger.leverage_cap(p_symbol text) returns int
language sql immutable as
$$
  select case when p_symbol in ('EURUSD', 'GBPUSD', 'USDJPY', 'USDCAD', 'USDCHF', 'EURGBP', 'EURJPY', 'GBPJPY', 'EURCHF', 'CADJPY', 'GBPCHF', 'EURCAD', 'CHFJPY') then 30
    when p_symbol in ('AUDUSD', 'NZDUSD', 'AUDJPY', 'EURAUD', 'GBPAUD', 'NZDJPY', 'AUDNZD', 'AUDCAD', 'NZDCAD') then 20
    when p_symbol in ('BTC', 'ETH', 'LTC', 'XRP', 'BCH', 'ADA', 'SOL', 'DOT', 'BNB', 'DOGE', 'SHIB', 'AVAX', 'MATIC', 'ATOM', 'LINK', 'UNI', 'XLM', 'TRX', 'ALGO', 'FTM', 'NEAR', 'HBAR', 'ICP', 'FIL', 'AAVE', 'GRT') then 2
    when p_symbol in ('AAPL', 'TSLA', 'AMZN', 'MSFT', 'GOOGL', 'META', 'NVDA', 'BRK.B', 'V', 'JNJ', 'WMT', 'PG', 'JPM', 'DIS', 'NFLX', 'KO', 'PEP', 'XOM', 'CVX', 'INTC', 'CSCO', 'BA', 'IBM', 'MMM', 'GE', 'NKE', 'ORCL', 'ADBE', 'CRM') then 5 end
$$;

-- The smallest step of a symbol's prices, in units of 1e-10.
create or replace function ledger.tick(p_symbol text) returns numeric
language sql immutable as
$$
  select case when p_symbol in ('EURUSD', 'GBPUSD', 'AUDUSD', 'USDCAD', 'USDCHF', 'NZDUSD', 'EURGBP', 'EURCHF', 'EURAUD', 'GBPAUD', 'AUDNZD', 'GBPCHF', 'EURCAD', 'AUDCAD', 'NZDCAD', 'DOGE', 'XLM', 'TRX', 'HBAR', 'GRT') then 100000
    when p_symbol in ('USDJPY', 'EURJPY', 'GBPJPY', 'AUDJPY', 'CADJPY', 'NZDJPY', 'CHFJPY', 'DOT', 'AVAX', 'ATOM', 'LINK', 'UNI', 'NEAR', 'ICP', 'FIL') then 10000000
    when p_symbol in ('BTC', 'ETH', 'LTC', 'BCH', 'SOL', 'BNB', 'AAVE', 'AAPL', 'TSLA', 'AMZN', 'MSFT', 'GOOGL', 'META', 'NVDA', 'BRK.B', 'V', 'JNJ', 'WMT', 'PG', 'JPM', 'DIS', 'NFLX', 'KO', 'PEP', 'XOM', 'CVX', 'INTC', 'CSCO', 'BA', 'IBM', 'MMM', 'GE', 'NKE', 'ORCL', 'ADBE', 'CRM') then 100000000
    when p_symbol in ('XRP', 'ADA', 'MATIC', 'ALGO', 'FTM') then 1000000
    when p_symbol in ('SHIB') then 10 end
$$;

-- Whether a symbol is a share: companies pay dividends on those alone, and split them.
create or replace function ledger.is_share(p_symbol text) returns boolean
language sql immutable as
$$ select p_symbol in ('AAPL', 'TSLA', 'AMZN', 'MSFT', 'GOOGL', 'META', 'NVDA', 'BRK.B', 'V', 'JNJ', 'WMT', 'PG', 'JPM', 'DIS', 'NFLX', 'KO', 'PEP', 'XOM', 'CVX', 'INTC', 'CSCO', 'BA', 'IBM', 'MMM', 'GE', 'NKE', 'ORCL', 'ADBE', 'CRM') $$;

-- The asset class of a symbol: each has a switch of its own (modules/switches.sql).
create or replace function ledger.asset_class(p_symbol text) returns text
language sql immutable as
$$
  select case when p_symbol in ('EURUSD', 'GBPUSD', 'AUDUSD', 'USDJPY', 'USDCAD', 'USDCHF', 'NZDUSD', 'EURGBP', 'EURJPY', 'GBPJPY', 'AUDJPY', 'EURCHF', 'EURAUD', 'GBPAUD', 'CADJPY', 'NZDJPY', 'AUDNZD', 'GBPCHF', 'EURCAD', 'AUDCAD', 'CHFJPY', 'NZDCAD') then 'forex'
    when p_symbol in ('BTC', 'ETH', 'LTC', 'XRP', 'BCH', 'ADA', 'SOL', 'DOT', 'BNB', 'DOGE', 'SHIB', 'AVAX', 'MATIC', 'ATOM', 'LINK', 'UNI', 'XLM', 'TRX', 'ALGO', 'FTM', 'NEAR', 'HBAR', 'ICP', 'FIL', 'AAVE', 'GRT') then 'crypto'
    when p_symbol in ('AAPL', 'TSLA', 'AMZN', 'MSFT', 'GOOGL', 'META', 'NVDA', 'BRK.B', 'V', 'JNJ', 'WMT', 'PG', 'JPM', 'DIS', 'NFLX', 'KO', 'PEP', 'XOM', 'CVX', 'INTC', 'CSCO', 'BA', 'IBM', 'MMM', 'GE', 'NKE', 'ORCL', 'ADBE', 'CRM') then 'stock' end
$$;

grant execute on function ledger.asset_class(text) to clearbook_app;
