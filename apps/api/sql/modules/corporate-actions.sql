-- Version 3, text f6c74c6e1b13.
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
    select 1 from ledger.trade t join ledger.corporate_action c on c.id = a.action_id
    where t.book = p_book and t.id = a.trade_id and t.client_id = a.client_id and t.symbol = c.symbol and t.status = 'active' and t.open_lots = a.lots
      and c.effective_at <= p_at and least(t.opened_at, t.protected_at) < c.effective_at
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
  insert into ledger.corporate_action (id, type, symbol, rate, ex_date, effective_at, source, source_time, recorded_at)
  values (p_id, 'cash_dividend', p_symbol, p_rate, p_ex_date, (p_ex_date + time '09:25') at time zone 'America/New_York', p_source, p_source_time, p_at)
  on conflict on constraint corporate_action_once do nothing;
  return found;
end
$$;
grant execute on function ledger.record_corporate_action(uuid, text, bigint, date, text, timestamptz, timestamptz) to clearbook_app;
