-- Version 1, text d8db53432a5f.
-- What nights cost: writes the rows that a batch decided, checks each against its entry, and says how many events got their row here. It comes before the
-- closes of a batch, because whoever closes after the hour pays for it first.
create or replace function ledger.write_nights(
  p_rows jsonb, p_now timestamptz, p_event smallint[], p_client uuid[], p_subject uuid[], v_margin bigint[]
) returns int
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_day date;
  v_written int := 0;
  v_served int := 0;
begin
  -- Nights of one trade follow one another: each sees what the one before left.
  for v_day in select distinct (x ->> 'day')::date from jsonb_array_elements(p_rows -> 'trades_financed') as x order by 1 loop
    with x as (
      select * from jsonb_to_recordset(p_rows -> 'trades_financed') as x(e int, id uuid, client_id uuid, day date, cost bigint, amount bigint, lots bigint, quote_id text,
        conversion_quote_id text) where day = v_day
    ), written as (
      update ledger.trade t set collateral_left = t.collateral_left - x.amount, financed = t.financed + x.amount, accrued = t.accrued + x.cost, financed_through = x.day
      from x join ledger.quote q on q.id = x.quote_id
      -- T27: once a day, of what is open, and what leaves the collateral is what its entry moved.
      where t.id = x.id and t.client_id = x.client_id and t.status = 'active' and t.symbol = q.symbol and t.open_lots = x.lots
        and (t.financed_through is null or t.financed_through < x.day)
        and least(t.opened_at, t.protected_at) < (x.day + time '17:00') at time zone 'America/New_York' and p_now >= (x.day + time '17:00') at time zone 'America/New_York'
        -- T47: what has accrued, half-even to the cent, less what was taken of it before, and never more than is left.
        and x.cost >= 0 and x.amount = least(t.collateral_left, ledger.half_even(t.accrued + x.cost, 1000000) - t.financed)
        and (x.conversion_quote_id is null or exists (select 1 from ledger.quote c where c.id = x.conversion_quote_id))
        and (x.e is null and x.amount = 0
          or p_event[x.e] = @event.overnight_financing and p_subject[x.e] = t.id and p_client[x.e] = t.client_id and v_margin[x.e] = x.amount and x.amount > 0)
      returning x.e
    ), kept as (
      insert into ledger.financing (trade_id, day, client_id, lots, amount, cost, quote_id, conversion_quote_id, at)
      select id, day, client_id, lots, amount, cost, quote_id, conversion_quote_id, p_now from x
    )
    select v_written + count(*), v_served + count(e) into v_written, v_served from written;
  end loop;
  if v_written <> jsonb_array_length(p_rows -> 'trades_financed') then
    raise exception 'ledger: a night is charged already or differs from its entry' using errcode = 'CB043';
  end if;
  return v_served;
end
$$;
