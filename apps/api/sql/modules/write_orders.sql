-- Version 4, text 2b0a84907279.
-- Orders that wait and what closes a trade by itself: writes the rows that a batch decided and checks each. None of them moves money.
create or replace function ledger.write_orders(
  p_rows jsonb, p_now timestamptz, p_event smallint[], p_client uuid[], p_subject uuid[], v_cash bigint[], v_loan bigint[], v_margin bigint[]
) returns int
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_count int;
  v_oldest timestamptz;
begin
  -- T22: what has been watched is over, and a minute for what was under way.
  select least(until, p_now) - interval '@limit.trigger_age_ms ms' into v_oldest from ledger.watch;
  if p_rows -> 'orders_placed' is not null then
    insert into ledger.client_order (id, client_id, symbol, side, lots, amount, type, status, at, time_in_force, limit_price, stop_price, stop_loss, take_profit,
      trailing_distance, expires_at, set_at)
    select id, client_id, symbol, side, lots, amount, type, 'working', at, time_in_force, limit_price, stop_price, stop_loss, take_profit,
      trailing_distance, expires_at, at
    from jsonb_to_recordset(p_rows -> 'orders_placed') as x(id uuid, client_id uuid, symbol text, side ledger.side, lots bigint, amount bigint, type ledger.order_type,
      at timestamptz, time_in_force ledger.time_in_force, limit_price bigint, stop_price bigint, stop_loss bigint, take_profit bigint, trailing_distance bigint,
      expires_at timestamptz)
    where type = case when limit_price is null then 'stop'::ledger.order_type else 'limit' end
      and exists (select 1 from ledger.party p where p.id = client_id and p.kind = 'client' and p.status = 'active');
    get diagnostics v_count = row_count;
    if v_count <> jsonb_array_length(p_rows -> 'orders_placed') then
      raise exception 'ledger: an order that cannot wait' using errcode = 'CB040';
    end if;
  end if;

  if p_rows -> 'orders_moved' is not null then
    with x as (
      select * from jsonb_to_recordset(p_rows -> 'orders_moved') as x(id uuid, client_id uuid, to_status ledger.order_status, lots bigint, amount bigint,
        limit_price bigint, stop_price bigint, stop_loss bigint, take_profit bigint, trailing_distance bigint, set_at timestamptz, reason text, trade_id uuid, ended_at timestamptz)
    ), written as (
      update ledger.client_order o set status = x.to_status, lots = x.lots, amount = x.amount, limit_price = x.limit_price, stop_price = x.stop_price,
        stop_loss = x.stop_loss, take_profit = x.take_profit, trailing_distance = x.trailing_distance, set_at = x.set_at, reason = x.reason,
        trade_id = x.trade_id, ended_at = x.ended_at
      from x
      -- It ends once, and stays as it was placed but for its prices and sizes while it waits.
      where o.id = x.id and o.client_id = x.client_id and o.status = 'working' and (x.to_status <> 'working') = (x.ended_at is not null)
        and (x.limit_price is null) = (o.limit_price is null)
        and (x.to_status = 'working' or (x.lots, x.amount, x.set_at) = (o.lots, o.amount, o.set_at))
        -- T21: what fills it is a trade of its own terms, opened by this very order.
        and case when x.to_status = 'filled' then exists (
            select 1 from ledger.trade t join ledger.fill f on f.trade_id = t.id and f.order_id = o.id
            where t.id = x.trade_id and t.client_id = o.client_id and t.symbol = o.symbol and t.side = o.side and t.lots = o.lots and t.collateral = o.amount
              -- T22: at a quote from after it was set and within its day, that was still to be looked at.
              and exists (select 1 from ledger.quote q where q.id = f.quote_id and q.received_time >= o.set_at and q.received_time >= v_oldest
                and (o.expires_at is null or q.received_time < o.expires_at))
              and case when (o.side = 'buy') = (o.limit_price is not null) then t.entry_price <= coalesce(o.limit_price, o.stop_price)
                else t.entry_price >= coalesce(o.limit_price, o.stop_price) end)
          else x.trade_id is null end
      returning 1
    )
    select count(*) into v_count from written;
    if v_count <> jsonb_array_length(p_rows -> 'orders_moved') then
      raise exception 'ledger: an order is not in the state that its decision needs' using errcode = 'CB041';
    end if;
  end if;

  if p_rows -> 'trades_amended' is not null then
    with x as (
      select * from jsonb_to_recordset(p_rows -> 'trades_amended') as x(id uuid, client_id uuid, stop_loss bigint, take_profit bigint, trailing_distance bigint,
        trailing_peak bigint, protected_at timestamptz, trailing_since timestamptz, loss_step smallint, closing_lots bigint, closing_since timestamptz)
    ), kept as (
      -- T41: both sides are the row's own, before and after: this statement sees it as it was.
      insert into ledger.trade_amendment (trade_id, at, stop_loss_before, take_profit_before, trailing_distance_before, stop_loss, take_profit, trailing_distance)
      select t.id, p_now, t.stop_loss, t.take_profit, t.trailing_distance, x.stop_loss, x.take_profit, x.trailing_distance
      from x join ledger.trade t on t.id = x.id
      where (x.stop_loss, x.take_profit, x.trailing_distance) is distinct from (t.stop_loss, t.take_profit, t.trailing_distance)
    ), written as (
      update ledger.trade t set stop_loss = x.stop_loss, take_profit = x.take_profit, trailing_distance = x.trailing_distance, trailing_peak = x.trailing_peak,
        protected_at = x.protected_at, trailing_since = x.trailing_since, loss_step = x.loss_step, closing_lots = x.closing_lots, closing_since = x.closing_since
      from x where t.id = x.id and t.client_id = x.client_id and t.status = 'active' and x.loss_step >= t.loss_step
        -- T25: while a trailing stop stays as it is, its best price never gets worse.
        and (x.trailing_distance is distinct from t.trailing_distance or x.trailing_peak is null
          or case t.side when 'buy' then x.trailing_peak >= t.trailing_peak else x.trailing_peak <= t.trailing_peak end)
        -- T25: quotes count for a trailing stop from now on where it is new, and while it stays as it is since the same moment or since its best price.
        and (x.trailing_since is not distinct from t.trailing_since or x.trailing_distance is null and x.trailing_since is null
          or x.trailing_since between case when x.trailing_distance = t.trailing_distance then coalesce(t.trailing_since, t.protected_at, t.opened_at) else p_now end and p_now)
        -- T36: a close waits from now on, or as it did: no earlier quote closes by it.
        and (x.closing_since is null or x.closing_since = p_now or (x.closing_lots, x.closing_since) = (t.closing_lots, t.closing_since))
      returning 1
    )
    select count(*) into v_count from written;
    if v_count <> jsonb_array_length(p_rows -> 'trades_amended') then
      raise exception 'ledger: a trade is not open, its stop moved back or its close waits since another time' using errcode = 'CB042';
    end if;
  end if;

  return 0;
end
$$;
