-- Version 4, text 583e6a35ab28.
-- L8: a quote is on the tape no later than what rests on it. One that is there already stays as it is.
create or replace function ledger.check_quote(b ledger.quote, a ledger.quote_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql immutable as
$$ select case when a.received_time <= p_at then null else 'L8' end $$;

-- How far the feed's price lay from the second source's, in hundredths of a basis point of the latter's mid, half to even.
create or replace function ledger.check_quote_second(b ledger.quote_second, a ledger.quote_second_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when exists (
    select 1 from ledger.quote q where q.id = a.quote_id
      and 2 * abs(a.deviation::numeric * (a.bid + a.ask) - (q.feed_bid::numeric + q.feed_ask - a.bid - a.ask) * 1000000) <= a.bid + a.ask
  ) then null else 'L8' end;
end
$$;

-- T27: a night is charged once, of what was open at its hour. What of it leaves the collateral is checked of all nights of a batch together.
create or replace function ledger.check_financing(b ledger.financing, a ledger.financing_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  v_due timestamptz := (a.day + time '17:00') at time zone 'America/New_York';
begin
  return case when b.trade_id is null and a.at = p_at and a.cost >= 0 and p_at >= v_due and exists (
    select 1 from ledger.trade t join ledger.quote q on q.id = a.quote_id
    where t.id = a.trade_id and t.client_id = a.client_id and t.status = 'active' and t.symbol = q.symbol and t.open_lots = a.lots
      and (t.financed_through is null or t.financed_through < a.day) and least(t.opened_at, t.protected_at) < v_due
  ) and (a.conversion_quote_id is null or exists (select 1 from ledger.quote c where c.id = a.conversion_quote_id)) then null else 'T27' end;
end
$$;

-- T47: what has accrued, half-even to the cent, less what was taken of it before, and never more than is left. Each night sees what the one before left.
create or replace function ledger.follow_financing(p_rows ledger.financing_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (
    select 1 from (
      select r.amount, t.collateral_left, t.accrued + sum(r.cost) over w as accrued, t.financed, sum(r.amount) over w - r.amount as taken
      from unnest(p_rows) r join ledger.trade t on t.id = r.trade_id window w as (partition by r.trade_id order by r.day)
    ) n where n.amount <> least(n.collateral_left - n.taken, ledger.half_even(n.accrued::bigint, 1000000) - n.financed - n.taken)
  ) then
    raise exception 'ledger: a night costs something else' using errcode = 'CB043';
  end if;
end
$$;

-- T47: a night is the trade's too.
create or replace function ledger.verify_financing(p_rows ledger.financing_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (
    select 1 from ledger.trade t, lateral (select sum(f.amount) as amount, max(f.day) as day from ledger.financing f where f.trade_id = t.id) n
    where t.id in (select trade_id from unnest(p_rows)) and (t.financed, t.financed_through) is distinct from (n.amount, n.day)
  ) then
    raise exception 'ledger: a trade and its nights differ' using errcode = 'CB043';
  end if;
end
$$;

-- What can be said of a fill by itself. Whether its quote, its trade and its order agree with it is looked up of all fills of a batch together.
create or replace function ledger.check_fill(b ledger.fill, a ledger.fill_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql as
$$
  select case when b.id is null and a.at = p_at and (a.kind = 'open') = (a.order_id is not null) and (a.kind = 'open') = (a.realised is null) then null else 'L8' end
$$;

create or replace function ledger.verify_fill(p_rows ledger.fill_image[], p_at timestamptz) returns void
language plpgsql as
$$
declare
  v_broken text;
begin
  -- L8: at the ask or the bid of a quote of its own instrument that was there first. What a trade says of its opening, its size and its result is
  -- what its fills say together.
  select min(case when f.quoted is not true then 'L8' when (f.opened = 1 and f.sound and f.last and f.closed = t.lots - t.open_lots and f.realised = t.realised) is not true then 'L7' end)
  into v_broken
  from (select distinct trade_id from unnest(p_rows)) as x left join ledger.trade t on t.id = x.trade_id, lateral (
    select bool_and((q.symbol = t.symbol and q.received_time <= f.at and f.price = case f.side when 'buy' then q.ask else q.bid end
        and (f.conversion_quote_id is null or exists (select 1 from ledger.quote c where c.id = f.conversion_quote_id))) is true) as quoted,
      count(*) filter (where f.kind = 'open') as opened,
      bool_and(f.client_id = t.client_id and case f.kind
        when 'open' then (f.side, f.lots, f.price, f.quote_id, f.at) = (t.side, t.lots, t.entry_price, t.entry_quote_id, t.opened_at) else f.side <> t.side end) as sound,
      coalesce(sum(f.lots) filter (where f.kind = 'close'), 0) as closed, coalesce(sum(f.realised), 0) as realised,
      count(*) filter (where f.kind = 'close') = 0 or bool_or(f.kind = 'close' and (f.price, f.quote_id, f.at) = (t.exit_price, t.exit_quote_id, t.closed_at)) as last
    from ledger.fill f left join ledger.quote q on q.id = f.quote_id where f.trade_id = x.trade_id
  ) f;
  -- T21: every opening fills an order of the trade's own terms. T46: never beyond the worst price that its client named.
  select least(v_broken, min(case when o.id is null or (o.status, o.trade_id, o.client_id, o.symbol, o.side, o.lots, o.amount)
        is distinct from ('filled', t.id, t.client_id, t.symbol, t.side, t.lots, t.collateral) then 'T21'
      when o.worst_price is not null and case o.side when 'buy' then t.entry_price > o.worst_price else t.entry_price < o.worst_price end then 'T46' end)) into v_broken
  from unnest(p_rows) f join ledger.trade t on t.id = f.trade_id left join ledger.client_order o on o.id = f.order_id where f.kind = 'open';
  if v_broken is not null then
    raise exception 'ledger: a fill breaks %', v_broken using errcode = 'CB100';
  end if;
end
$$;

-- L8: no part of a trade opens or closes without a fill of its own: what is closed of it, and what that brought, is what its fills say together. That
-- one of them has this batch's time would not do: a batch names its own time.
create or replace function ledger.verify_trade(p_rows ledger.trade_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (
    select 1 from unnest(p_rows) a, lateral (
      select count(*) filter (where f.kind = 'open') as opened, coalesce(sum(f.lots) filter (where f.kind = 'close'), 0) as closed, coalesce(sum(f.realised), 0) as realised
      from ledger.fill f where f.trade_id = a.id
    ) f
    where (a.opened_at = p_at or a.closed_at = p_at) and (f.opened, f.closed, f.realised) is distinct from (1, a.lots - a.open_lots, a.realised)
  ) then
    raise exception 'ledger: a trade without its fill' using errcode = 'CB007';
  end if;
end
$$;

create or replace function ledger.check_trade(b ledger.trade, a ledger.trade_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql as
$$
  select case when b.id is not null then ledger.check_change(b, a, s, p_at)
    -- L6: a trade's collateral is what its entry moved into margin.
    when (s.entries, s.events, s.client) = (1, @bit.trade_opened, a.client_id) and s.margin = -a.collateral and s.cash = a.collateral
      and (a.status, a.open_lots, a.collateral_left, a.required_margin_left, a.opened_at) = ('active', a.lots, a.collateral, a.required_margin, p_at)
      and (a.realised, a.realised_exact_num, a.realised_exact_den, a.shortfall, a.financed, a.accrued, a.loss_step) = (0, 0, 1, 0, 0, 0, 0)
      and num_nonnulls(a.exit_price, a.exit_quote_id, a.closed_at, a.closed_by, a.financed_through, a.closing_lots, a.closing_since, a.trailing_since) = 0 then null
    else 'L6' end
$$;

create or replace function ledger.check_change(b ledger.trade, a ledger.trade_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  if b.status <> 'active' or (a.client_id, a.symbol, a.side, a.lots, a.collateral, a.required_margin, a.leverage_hundredths, a.entry_price, a.entry_quote_id, a.opened_at)
    is distinct from (b.client_id, b.symbol, b.side, b.lots, b.collateral, b.required_margin, b.leverage_hundredths, b.entry_price, b.entry_quote_id, b.opened_at)
    or (a.copy_id, a.lead_trade_id, a.equity_at_open) is distinct from (b.copy_id, b.lead_trade_id, b.equity_at_open) then
    return 'L7';
  end if;
  return coalesce(ledger.check_movement(b, a, s), case when a.open_lots < b.open_lots then ledger.check_close(b, a, p_at) else ledger.check_amendment(b, a, p_at) end);
end
$$;

-- L7: what leaves a trade is what its entries moved, night by night and then the close; the house's side is exactly the result of the quotes.
create or replace function ledger.check_movement(b ledger.trade, a ledger.trade_image, s ledger.subject_sums) returns text
language plpgsql as
$$
declare
  v_nights bigint[] := '{}';
  v_amount bigint := a.financed - b.financed;
  v_out bigint := b.collateral_left - a.collateral_left - v_amount;
  v_moved boolean := v_out <> 0 or a.realised <> b.realised;
begin
  if (a.financed, a.accrued, a.financed_through) is distinct from (b.financed, b.accrued, b.financed_through) then
    select array_agg(f.amount order by f.day) filter (where f.amount > 0) into v_nights
    from ledger.financing f where f.trade_id = b.id and f.day > coalesce(b.financed_through, '-infinity')
    having (sum(f.amount), sum(f.cost), max(f.day)) = (v_amount, a.accrued - b.accrued, a.financed_through);
    if not found then
      return 'T47';
    end if;
    v_nights := coalesce(v_nights, '{}');
  end if;
  return case when s.margins = case when v_moved then v_nights || v_out else v_nights end
    and s.events = case when cardinality(v_nights) > 0 then @bit.overnight_financing else 0 end | case when v_moved then @bit.trade_closed else 0 end
    and (s.entries = 0 or s.client = b.client_id) and s.trading = a.realised - b.realised and s.shortfall = a.shortfall - b.shortfall
    and (a.open_lots < b.open_lots or not v_moved and a.open_lots = b.open_lots)
    then null else 'L7' end;
end
$$;

-- A part or the whole of a trade is closed.
create or replace function ledger.check_close(b ledger.trade, a ledger.trade_image, p_at timestamptz) returns text
language plpgsql as
$$
declare
  v_closes boolean := a.closed_by <> 'client' and a.open_lots > 0 and b.closing_lots is not null;
  v_by_itself boolean := a.closed_by in ('stop', 'take_profit', 'trailing_stop', 'close_out');
  v_received timestamptz;
begin
  if a.closed_at <> p_at or a.closed_by is null then
    return 'L7';
  end if;
  if (a.stop_loss, a.take_profit, a.trailing_distance, a.protected_at, a.trailing_since, a.loss_step)
      is distinct from (b.stop_loss, b.take_profit, b.trailing_distance, b.protected_at, b.trailing_since, b.loss_step)
    or a.closed_by <> 'trailing_stop' and a.trailing_peak is distinct from b.trailing_peak or a.required_margin_left > b.required_margin_left then
    return 'L7';
  end if;
  -- T22: what the product closes by itself it closes at a quote from after it was set that was still to be looked at.
  if v_by_itself then
    select q.received_time into v_received from ledger.quote q where q.id = a.exit_quote_id;
  end if;
  if v_by_itself and (v_received >= (select least(w.until, p_at) - interval '@limit.trigger_age_ms ms' from ledger.watch w)
    and v_received >= case a.closed_by when 'close_out' then least(b.opened_at, b.protected_at)
      when 'trailing_stop' then coalesce(b.trailing_since, b.protected_at, b.opened_at) else coalesce(b.protected_at, b.opened_at) end) is not true then
    return 'T22';
  end if;
  -- T24: what is said to have closed it stood there, on its side of the price that closed it.
  if (case a.closed_by
    when 'stop' then case b.side when 'buy' then a.exit_price <= b.stop_loss else a.exit_price >= b.stop_loss end
    when 'take_profit' then case b.side when 'buy' then a.exit_price >= b.take_profit else a.exit_price <= b.take_profit end
    when 'trailing_stop' then case b.side when 'buy' then a.exit_price <= greatest(a.trailing_peak, b.trailing_peak) - b.trailing_distance
      else a.exit_price >= least(a.trailing_peak, b.trailing_peak) + b.trailing_distance end
    else true end) is not true then
    return 'T24';
  end if;
  -- T37: the client's own close ends the one that waited; any other leaves of it what is still open.
  return case when a.closing_lots is not distinct from case when v_closes then least(b.closing_lots, a.open_lots) end
    and a.closing_since is not distinct from case when v_closes then b.closing_since end then null else 'T37' end;
end
$$;

-- What closes a trade by itself, the loss it was told of, and a close that waits.
create or replace function ledger.check_amendment(b ledger.trade, a ledger.trade_image, p_at timestamptz) returns text
language plpgsql as
$$
begin
  if (a.status, a.required_margin_left, a.realised_exact_num, a.realised_exact_den) is distinct from (b.status, b.required_margin_left, b.realised_exact_num, b.realised_exact_den)
    or (a.exit_price, a.exit_quote_id, a.closed_at, a.closed_by) is distinct from (b.exit_price, b.exit_quote_id, b.closed_at, b.closed_by) or a.loss_step < b.loss_step then
    return 'L7';
  end if;
  return case when
    -- T25: while a trailing stop stays as it is, its best price never gets worse.
    (a.trailing_distance is distinct from b.trailing_distance or a.trailing_peak is null
      or case b.side when 'buy' then a.trailing_peak >= b.trailing_peak else a.trailing_peak <= b.trailing_peak end)
    -- Quotes count for a trailing stop from now on where it is new, and while it stays as it is since the same moment or since its best price.
    and (a.trailing_since is not distinct from b.trailing_since or a.trailing_distance is null and a.trailing_since is null
      or a.trailing_since between case when a.trailing_distance = b.trailing_distance then coalesce(b.trailing_since, b.protected_at, b.opened_at) else p_at end and p_at)
    -- T36: a close waits from now on, or as it did: no earlier quote closes by it.
    and (a.closing_since is null or a.closing_since = p_at or (a.closing_lots, a.closing_since) = (b.closing_lots, b.closing_since))
    then null else 'T25' end;
end
$$;

-- T41: what was set before and since. T48: what a client has open, summed, and how much of it at most.
create or replace function ledger.follow_trade(p_rows ledger.trade_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  insert into ledger.trade_amendment (trade_id, at, stop_loss_before, take_profit_before, trailing_distance_before, stop_loss, take_profit, trailing_distance)
  select b.id, p_at, b.stop_loss, b.take_profit, b.trailing_distance, a.stop_loss, a.take_profit, a.trailing_distance
  from unnest(p_rows) a join ledger.trade b on b.id = a.id
  where (a.stop_loss, a.take_profit, a.trailing_distance) is distinct from (b.stop_loss, b.take_profit, b.trailing_distance);

  with d as materialized (
    select a.client_id, a.symbol, a.side, sum((a.status = 'active')::int - (b.id is not null)::int) as trades, sum(a.open_lots - coalesce(b.open_lots, 0)) as lots,
      sum((a.open_lots - coalesce(b.open_lots, 0))::numeric * a.entry_price) as value, sum(a.required_margin_left - coalesce(b.required_margin_left, 0)) as required
    from unnest(p_rows) a left join ledger.trade b on b.id = a.id
    where b.id is null or a.open_lots <> b.open_lots group by 1, 2, 3
  ), known as (
    update ledger.exposure o set trades = o.trades + d.trades, lots = o.lots + d.lots, value = o.value + d.value, required = o.required + d.required
    from d where (o.client_id, o.symbol, o.side) = (d.client_id, d.symbol, d.side) returning o.client_id, o.symbol, o.side
  )
  insert into ledger.exposure (client_id, symbol, side, trades, lots, value, required)
  select * from d where not exists (select 1 from known k where (k.client_id, k.symbol, k.side) = (d.client_id, d.symbol, d.side));

  -- Whoever has more from before closes and opens none.
  if exists (
    select 1 from ledger.exposure o where o.client_id in (select a.client_id from unnest(p_rows) a where not exists (select 1 from ledger.trade b where b.id = a.id))
    group by o.client_id having sum(o.trades) > @limit.open_trades
  ) then
    raise exception 'ledger: a client has too many open trades' using errcode = 'CB009';
  end if;
end
$$;

-- A market order is filled as it comes. What filled it is looked up with the fills.
create or replace function ledger.check_market_order(b ledger.client_order, a ledger.market_order_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql as
$$ select case when b.id is null and (a.type, a.status, a.at) = ('market', 'filled', p_at) then null else 'T21' end $$;

-- T21: and it is filled with this batch.
create or replace function ledger.verify_market_order(p_rows ledger.market_order_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (select 1 from unnest(p_rows) a where not exists (select 1 from ledger.fill f where f.trade_id = a.trade_id and f.order_id = a.id and f.at = p_at)) then
    raise exception 'ledger: a market order without its fill' using errcode = 'CB007';
  end if;
end
$$;

-- An order that waits: of an active client, and it holds no money.
create or replace function ledger.check_client_order(b ledger.client_order, a ledger.client_order_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  if b.id is null then
    return case when (a.status, a.at, a.set_at) = ('working', p_at, p_at) and num_nonnulls(a.reason, a.trade_id, a.ended_at) = 0
      and a.type = case when a.limit_price is null then 'stop'::ledger.order_type else 'limit' end
      and exists (select 1 from ledger.party p where (p.id, p.kind, p.status) = (a.client_id, 'client', 'active')) then null else 'T20' end;
  end if;
  return case when
    -- It ends once, and stays as it was placed but for its prices and sizes while it waits.
    b.status = 'working' and (a.status <> 'working') = (a.ended_at is not null)
    and (a.client_id, a.symbol, a.side, a.type, a.time_in_force, a.at) = (b.client_id, b.symbol, b.side, b.type, b.time_in_force, b.at)
    and a.expires_at is not distinct from b.expires_at and (a.limit_price is null) = (b.limit_price is null)
    and (a.status = 'working' or (a.lots, a.amount, a.set_at) = (b.lots, b.amount, b.set_at))
    -- T21: what fills it is a trade of its own terms, opened by this very order.
    and case when a.status = 'filled' then exists (
        select 1 from ledger.trade t join ledger.fill f on f.trade_id = t.id and f.order_id = b.id join ledger.quote q on q.id = f.quote_id
        where (t.id, t.client_id, t.symbol, t.side, t.lots, t.collateral) = (a.trade_id, b.client_id, b.symbol, b.side, b.lots, b.amount)
          -- T22: at a quote from after it was set and within its day, that was still to be looked at.
          and q.received_time >= b.set_at and q.received_time >= (select least(w.until, p_at) - interval '@limit.trigger_age_ms ms' from ledger.watch w)
          and (b.expires_at is null or q.received_time < b.expires_at)
          and case when (b.side = 'buy') = (b.limit_price is not null) then t.entry_price <= coalesce(b.limit_price, b.stop_price)
            else t.entry_price >= coalesce(b.limit_price, b.stop_price) end)
      else a.trade_id is null end
    then null else 'T21' end;
end
$$;
