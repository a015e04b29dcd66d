-- Long and short are charged by rates of their own, and a Wednesday of forex counts three times: each night keeps what it was charged by.
alter table ledger.financing
  add nights smallint not null default 1 check (nights between 1 and 3),
  add rate_bps integer check (rate_bps > 0);
-- Until now a class had one rate, and every calendar day one night.
update ledger.financing f set rate_bps = case when t.symbol ~ '^[A-Z]{6}$' then 300
    when t.symbol in ('AAPL', 'TSLA', 'AMZN', 'MSFT', 'GOOGL', 'META', 'NVDA', 'BRK.B', 'V', 'JNJ', 'WMT', 'PG', 'JPM', 'DIS', 'NFLX', 'KO', 'PEP', 'XOM', 'CVX', 'INTC',
      'CSCO', 'BA', 'IBM', 'MMM', 'GE', 'NKE', 'ORCL', 'ADBE', 'CRM') then 700
    else 1500 end
from ledger.trade t where (t.book, t.id) = (f.book, f.trade_id);
alter table ledger.financing alter nights drop default, alter rate_bps set not null;
