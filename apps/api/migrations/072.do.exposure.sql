-- What a client has open, summed by instrument and side: what their own daily limit, a borrower's margin and a trader's worth are decided by, without
-- reading every trade. Kept by commit_batch, which moves it with the trades themselves.
create table ledger.exposure (
  client_id uuid not null,
  symbol text not null,
  side ledger.side not null,
  trades int not null check (trades >= 0),
  -- Hundredths of a lot; the same times each entry price; and the margin that they still need.
  lots bigint not null check (lots >= 0),
  value numeric not null check (value >= 0),
  required bigint not null check (required >= 0),
  primary key (client_id, symbol, side)
) with (fillfactor = 70);
insert into ledger.exposure (client_id, symbol, side, trades, lots, value, required)
select client_id, symbol, side, count(*), sum(open_lots), sum(open_lots::numeric * entry_price), sum(required_margin_left)
from ledger.trade where status = 'active' group by client_id, symbol, side;
