-- Version 6, text 7b2c9e30dd39.
-- A dividend of this rate, a share a lot, half-even to the cent: rates are in units of 1e-10 dollars, lots in hundredths.
create or replace function ledger.dividend_cents(p_rate bigint, p_lots bigint) returns numeric
language sql immutable strict as
$$
  select q + case when 2 * r > 10000000000 or 2 * r = 10000000000 and mod(q, 2) = 1 then 1 else 0 end
  from (select div(n, 10000000000) as q, mod(n, 10000000000) as r from (select p_rate::numeric * p_lots as n) x) y
$$;

-- Q3: a dividend is booked once for a trade, from its moment on, if the trade was open then; a buy receives it and a sell pays it, at the announced rate
-- on what is open, and never more than was left of the collateral. The trade's own row says by now what is left (see check_trade).
create or replace function ledger.check_dividend(p_book smallint, b ledger.dividend, a ledger.dividend_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when b.action_id is null and a.at = p_at and exists (
    select 1 from ledger.trade t join ledger.corporate_action c on c.id = a.action_id and c.type = 'cash_dividend'
    where t.book = p_book and t.id = a.trade_id and t.client_id = a.client_id and t.symbol = c.symbol and t.status = 'active' and t.open_lots = a.lots
      and c.effective_at <= p_at and coalesce(t.held_since, t.opened_at) < c.effective_at
      and a.amount = case t.side when 'buy' then 1 else -1 end * ledger.dividend_cents(c.rate, a.lots)
      and (a.moved = a.amount or a.amount < a.moved and t.collateral_left = 0)
  ) then null else 'Q3' end;
end
$$;

-- Q3: what dividends moved is the trade's too.
create or replace function ledger.verify_dividend(p_book smallint, p_rows ledger.dividend_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (
    select 1 from ledger.trade t where t.book = p_book and t.id in (select trade_id from unnest(p_rows))
      and t.dividends is distinct from (select sum(d.moved) from ledger.dividend d where d.book = p_book and d.trade_id = t.id)
  ) then
    raise exception 'ledger: a trade and its dividends differ' using errcode = 'CB111';
  end if;
end
$$;

-- Q1: appends what a source announced, a day or more before it takes effect by the clock of the books. False where it is known already: the first word stands.
create or replace function ledger.record_corporate_action(
  p_id uuid, p_symbol text, p_rate bigint, p_ex_date date, p_source text, p_source_time timestamptz, p_at timestamptz
) returns boolean
language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  if p_at < (select max(h.at) from ledger.head h where h.book = any(ledger.books())) - interval '1 minute' then
    raise exception 'ledger: an announcement from before what is in the books' using errcode = 'CB110';
  end if;
  if ledger.is_share(p_symbol) is not true then
    raise exception 'ledger: only shares have corporate actions (Q1)' using errcode = 'CB110';
  end if;
  insert into ledger.corporate_action (id, type, symbol, rate, ex_date, effective_at, source, source_time, recorded_at)
  values (p_id, 'cash_dividend', p_symbol, p_rate, p_ex_date, (p_ex_date + time '09:25') at time zone 'America/New_York', p_source, p_source_time, p_at)
  on conflict on constraint corporate_action_once do nothing;
  return found;
end
$$;
grant execute on function ledger.record_corporate_action(uuid, text, bigint, date, text, timestamptz, timestamptz) to clearbook_app;

-- Q8: the same for a split, of so many new shares for so many old ones.
create or replace function ledger.record_split(
  p_id uuid, p_symbol text, p_new_rate int, p_old_rate int, p_ex_date date, p_source text, p_source_time timestamptz, p_at timestamptz
) returns boolean
language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  if p_at < (select max(h.at) from ledger.head h where h.book = any(ledger.books())) - interval '1 minute' then
    raise exception 'ledger: an announcement from before what is in the books' using errcode = 'CB110';
  end if;
  if ledger.is_share(p_symbol) is not true then
    raise exception 'ledger: only shares have corporate actions (Q1)' using errcode = 'CB110';
  end if;
  insert into ledger.corporate_action (id, type, symbol, new_rate, old_rate, ex_date, effective_at, source, source_time, recorded_at)
  values (p_id, 'split', p_symbol, p_new_rate, p_old_rate, p_ex_date, (p_ex_date + time '09:25') at time zone 'America/New_York', p_source, p_source_time, p_at)
  on conflict on constraint corporate_action_once do nothing;
  return found;
end
$$;
grant execute on function ledger.record_split(uuid, text, int, int, date, text, timestamptz, timestamptz) to clearbook_app;

-- Q9: a split is applied once to a trade that was open then, after those before it. The trade's own row is what it made of it by now (see check_split).
create or replace function ledger.check_trade_split(p_book smallint, b ledger.trade_split, a ledger.trade_split_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when b.action_id is null and a.at = p_at and exists (
    select 1 from ledger.trade t join ledger.corporate_action c on c.id = a.action_id and c.type = 'split'
    where t.book = p_book and (t.id, t.client_id, t.symbol, t.status) = (a.trade_id, a.client_id, c.symbol, 'active')
      and t.protected_at = c.effective_at and (t.open_lots, t.splits_num, t.splits_den) = (a.lots, a.splits_num, a.splits_den)
      and (a.splits_num, a.splits_den) = (a.splits_before_num * c.new_rate, a.splits_before_den * c.old_rate) and a.lots * c.old_rate = a.lots_before * c.new_rate
      and c.effective_at <= p_at and t.opened_at <= p_at
  ) then null else 'Q9' end;
end
$$;

-- Q12: the same of a waiting order.
create or replace function ledger.check_order_split(p_book smallint, b ledger.order_split, a ledger.order_split_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when b.action_id is null and a.at = p_at and exists (
    select 1 from ledger.working_order o join ledger.corporate_action c on c.id = a.action_id and c.type = 'split'
    where o.book = p_book and (o.id, o.client_id, o.symbol, o.status, o.set_at) = (a.order_id, a.client_id, c.symbol, 'working', c.effective_at) and o.at < c.effective_at
      and (o.lots, o.limit_price, o.stop_price) is not distinct from (a.lots, a.limit_price, a.stop_price) and a.lots = a.lots_before * c.new_rate / c.old_rate
      and (a.limit_price, a.stop_price) is not distinct from (ledger.split_tick(a.limit_price_before, c), ledger.split_tick(a.stop_price_before, c))
  ) then null else 'Q12' end;
end
$$;
