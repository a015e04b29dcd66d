-- Version 3, text 100030f5d206.
-- G2: what a trade by hand shows is what its adjustment moved, written once. What is added to a trade is added as staff close it, or once a second
-- person agreed.
create or replace function ledger.check_manual_trade(p_book smallint, b ledger.manual_trade, a ledger.manual_trade_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql stable as
$$
  select case when b.id is null and a.at = p_at
    and s.entries = 1 and s.events = @bit.adjustment and s.client = a.client_id and s.cash = -a.amount
    and (a.trade_id is null
      or (select t.client_id = a.client_id and t.closed_by = 'admin' and t.closed_at <= a.at from ledger.trade t where t.book = p_book and t.id = a.trade_id))
    then null else 'G2' end
$$;
