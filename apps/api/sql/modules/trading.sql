-- Version 51, text 88f14fcca8e9.
-- L8: a quote is on the tape no later than what rests on it, no better for a client than its feed's own, and with the mark-up that lies between. One that is there
-- already stays as it is.
create or replace function ledger.check_quote(p_book smallint, b ledger.quote, a ledger.quote_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql immutable as
$$
  select case when a.received_time <= p_at and a.bid <= a.feed_bid and a.ask >= a.feed_ask and a.markup = a.ask - a.bid - (a.feed_ask - a.feed_bid) then null else 'L8' end
$$;

-- How far the feed's price lay from the second source's, in hundredths of a basis point of the latter's mid, half to even.
create or replace function ledger.check_quote_second(p_book smallint, b ledger.quote_second, a ledger.quote_second_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when exists (
    select 1 from ledger.quote q where q.book = p_book and q.id = a.quote_id
      and 2 * abs(a.deviation::numeric * (a.bid + a.ask) - (q.feed_bid::numeric + q.feed_ask - a.bid - a.ask) * 1000000) <= a.bid + a.ask
  ) then null else 'L8' end;
end
$$;

-- T27: a night is charged once, of what was open at its hour. T90: for as many nights as its day counts, at its side's rate, and for what that comes to by its
-- quotes, worked out here once more. What of it leaves the collateral is checked of all nights of a batch together.
create or replace function ledger.check_financing(p_book smallint, b ledger.financing, a ledger.financing_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  v_due timestamptz := (a.day + time '17:00') at time zone 'America/New_York';
  v_broken text;
begin
  select case when (a.nights, a.rate_bps) is distinct from (ledger.nights_on(a.day, f.triple_weekday), ledger.financing_bps(t.symbol, t.side::text, v_due))
      or a.cost is distinct from ledger.night_cost(t.symbol, a.lots, a.nights * a.rate_bps, case f.converter when q.symbol then q.feed_bid + q.feed_ask when c.symbol then c.feed_bid + c.feed_ask end)
    then 'T90' else '' end into v_broken
  from ledger.trade t join ledger.quote q on q.book = p_book and q.id = a.quote_id left join ledger.quote c on c.book = p_book and c.id = a.conversion_quote_id
    cross join lateral ledger.financing_terms(t.symbol) f
  where t.book = p_book and t.id = a.trade_id and t.client_id = a.client_id and t.status = 'active' and t.symbol = q.symbol and t.open_lots = a.lots
    and (t.financed_through is null or t.financed_through < a.day) and coalesce(t.held_since, t.opened_at) < v_due
    and (a.conversion_quote_id is null or c.id is not null);
  return case when b.trade_id is null and a.at = p_at and p_at >= v_due and v_broken is not null then nullif(v_broken, '') else 'T27' end;
end
$$;

-- How many nights 17:00 New York of a day counts: one; where a weekday counts three, the weekend counts none.
create or replace function ledger.nights_on(p_day date, p_triple_weekday int) returns int
language sql immutable as
$$
  select case when p_triple_weekday is null then 1 when extract(isodow from p_day) > 5 then 0 when extract(isodow from p_day) = p_triple_weekday then 3 else 1 end
$$;

-- Nights of so many basis points together, in millionths of a cent: notional × rate ÷ 365, half to even. `p_mid` is twice the mid of what turns the base into dollars.
create or replace function ledger.night_cost(p_symbol text, p_lots bigint, p_bps int, p_mid bigint) returns bigint
language plpgsql immutable as
$$
declare
  f record := ledger.financing_terms(p_symbol);
  v_num numeric := p_lots * f.lot_size * p_bps * 1000000;
  v_den numeric := 3650000;
begin
  if f.inverse then
    v_num := v_num * 20000000000;
    v_den := v_den * p_mid;
  elsif f.converter is not null then
    v_num := v_num * p_mid;
    v_den := v_den * 20000000000;
  end if;
  return div(v_num, v_den) + case when 2 * mod(v_num, v_den) > v_den or 2 * mod(v_num, v_den) = v_den and mod(div(v_num, v_den), 2) = 1 then 1 else 0 end;
end
$$;

-- T47: what has accrued, half-even to the cent, less what was taken of it before, and never more than is left. Each night sees what the one before left.
create or replace function ledger.follow_financing(p_book smallint, p_rows ledger.financing_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (
    select 1 from (
      select r.amount, t.collateral_left, t.accrued + sum(r.cost) over w as accrued, t.financed, sum(r.amount) over w - r.amount as taken
      from unnest(p_rows) r join ledger.trade t on t.book = p_book and t.id = r.trade_id window w as (partition by r.trade_id order by r.day)
    ) n where n.amount <> least(n.collateral_left - n.taken, ledger.half_even(n.accrued::bigint, 1000000) - n.financed - n.taken)
  ) then
    raise exception 'ledger: a night costs something else' using errcode = 'CB043';
  end if;
end
$$;

-- T47: a night is the trade's too.
create or replace function ledger.verify_financing(p_book smallint, p_rows ledger.financing_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (
    select 1 from ledger.trade t, lateral (select sum(f.amount) as amount, max(f.day) as day from ledger.financing f where f.book = p_book and f.trade_id = t.id) n
    where t.book = p_book and t.id in (select trade_id from unnest(p_rows)) and (t.financed, t.financed_through) is distinct from (n.amount, n.day)
  ) then
    raise exception 'ledger: a trade and its nights differ' using errcode = 'CB043';
  end if;
end
$$;

-- L8: a trade opens, and a part of it closes, at the ask or the bid of a quote of its own instrument that was there first. T21: an order that waited
-- says too that this trade filled it, and a market order has no id of one that waited. T22: nothing is set off by a quote from before it was opened, and what the product closes by itself it closes at a quote from after it was set that was still to be looked at.
create or replace function ledger.verify_trade(p_book smallint, p_rows ledger.trade_image[], p_at timestamptz) returns void
language plpgsql as
$$
declare
  v_broken text;
begin
  select min(case when (q.symbol = a.symbol and q.received_time <= f.at and f.price = case f.side when 'buy' then q.ask else q.bid end
      and (f.conversion_quote_id is null or (select true from ledger.quote c where c.book = p_book and c.id = f.conversion_quote_id))) is not true then 'L8'
    when a.order_id is not null and (select o.trade_id from ledger.working_order o where o.book = p_book and o.id = a.order_id) is distinct from a.id then 'T21'
    when f.closed_by is null and a.order_id is null and (select true from ledger.working_order o where o.book = p_book and o.id = a.id) then 'T21'
    when f.closed_by is null and a.protected_at < q.received_time then 'T22'
    -- What an order that waited opened was held since its quote, whenever that is written down, and anything else since it was opened.
    when f.closed_by is null and a.held_since is distinct from case when a.order_id is not null then (select q.received_time + interval '1 ms'
      from ledger.working_order o where o.book = p_book and o.id = a.order_id and o.time_in_force not in ('ioc', 'fok')) end then 'T22'
    -- Q4: a dividend that it was held for is booked before any part of it is closed at a later quote.
    when f.closed_by is not null and exists (select from ledger.corporate_action c where c.symbol = a.symbol and c.type = 'cash_dividend' and c.effective_at <= q.received_time
      and c.effective_at > coalesce(a.held_since, a.opened_at)
      and not exists (select from ledger.dividend d where d.book = p_book and d.action_id = c.id and d.trade_id = a.id)) then 'Q4'
    -- Q10: nor its split, and by the old shares' quotes only what a split leaves over.
    when f.closed_by is not null and case when f.closed_by = 'split' then exists (select from ledger.corporate_action c where c.symbol = a.symbol
        and q.received_time >= c.effective_at and c.type = 'split' and c.effective_at > coalesce(a.held_since, a.opened_at)
          and not exists (select from ledger.trade_split d where d.book = p_book and d.action_id = c.id and d.trade_id = a.id))
      else exists (select from ledger.corporate_action c where c.symbol = a.symbol and c.effective_at <= q.received_time and c.type = 'split' and c.effective_at > coalesce(a.held_since, a.opened_at)
          and not exists (select from ledger.trade_split d where d.book = p_book and d.action_id = c.id and d.trade_id = a.id)) end then 'Q10'
    when f.closed_by <> 'split' and (a.splits_num, a.splits_den) <> (1, 1) and exists (select from ledger.trade_split d join ledger.corporate_action c on c.id = d.action_id
      where d.book = p_book and d.trade_id = a.id and c.effective_at > q.received_time) then 'Q10'
    -- Nor is one kept that makes up for a fall which the closing price has not seen.
    when f.closed_by is not null and a.dividends <> 0 and exists (select from ledger.dividend d join ledger.corporate_action c on c.id = d.action_id
      where d.book = p_book and d.trade_id = a.id and c.effective_at > q.received_time) then 'Q4'
    -- J6: what a trade reverses was the same client's, of as many lots on the other side, closed by them in this commit at the very quote, and by one trade.
    when f.closed_by is null and a.reverses is not null and ((
      select (t.client_id, t.symbol, t.side, t.status, t.closed_at, t.closed_by, t.exit_quote_id, c.lots)
        = (a.client_id, a.symbol, ledger.other_side(a.side), 'closed', p_at, 'client', a.entry_quote_id, a.lots)
      from ledger.trade t join ledger.closing_fill c on c.book = p_book and c.trade_id = t.id and c.id = t.exit_fill_id
      where t.book = p_book and t.id = a.reverses
    ) and (select count(*) = 1 from unnest(p_rows) o where o.reverses = a.reverses)) is not true then 'J6'
    when f.closed_by in ('stop', 'take_profit', 'trailing_stop', 'close_out')
      and (q.received_time >= (select least(w.until, p_at) - interval '@limit.trigger_age_ms ms' from ledger.watch w)
        and q.received_time >= case f.closed_by when 'close_out' then coalesce(a.held_since, a.opened_at)
          when 'trailing_stop' then coalesce(a.trailing_since, a.protected_at, a.opened_at) else coalesce(a.protected_at, a.opened_at) end) is not true then 'T22'
    -- T6: what nobody waited for is dealt and converted at quotes of now, and at none from the past. Recordings are replayed at a speed of their own.
    when case when f.closed_by is null then a.order_id is null else f.closed_by in ('client', 'admin', 'copy') end
      and (least(q.received_time + interval '@limit.quote_age_ms ms', (select c.received_time + 2 * interval '@limit.quote_age_ms ms' from ledger.quote c
        where c.book = p_book and c.id = f.conversion_quote_id)) >= (select least(w.until, p_at) from ledger.watch w)) is not true
      and not exists (select from app.instance i where i.market_source = 'replay') then 'T6'
    -- T42: nor at a price that is not its feed's with the client's own mark-up. What a split leaves over has the last price of the old shares.
    when f.closed_by is distinct from 'split' and f.price is distinct from ledger.dealt_at(a.symbol, f.side, q.feed_bid, q.feed_ask,
      (select p.markup from ledger.party p where p.book = p_book and p.id = a.client_id)) then 'T42' end)
  into v_broken
  from unnest(p_rows) a cross join lateral (values
    (a.opened_at, a.side, a.entry_price, a.entry_quote_id, a.entry_conversion_quote_id, null),
    (a.closed_at, ledger.other_side(a.side), a.exit_price, a.exit_quote_id, a.exit_conversion_quote_id, a.closed_by)
  ) as f(at, side, price, quote_id, conversion_quote_id, closed_by) left join ledger.quote q on q.book = p_book and q.id = f.quote_id
  where f.at = p_at;
  if v_broken in ('Q4', 'Q10') then
    raise exception 'ledger: a dividend or a split comes first (%)', v_broken using errcode = 'CB100', constraint = 'corporate_action_first';
  elsif v_broken is not null then
    raise exception 'ledger: a fill breaks %', v_broken using errcode = 'CB100';
  end if;
  -- T2: a trade that opens locks the required margin of its size at its own quotes, by the leverage that its client has.
  if exists (select from unnest(p_rows) a left join ledger.party p on p.book = p_book and p.id = a.client_id where a.opened_at = p_at
      and (a.leverage_hundredths = greatest(ledger.leverage_cap(a.symbol) * 50, least(ledger.leverage_cap(a.symbol), p.leverage_ceiling) * 100)
        and a.required_margin = ledger.margin_by_quotes(p_book, a.symbol, a.lots, a.leverage_hundredths, a.entry_quote_id, a.entry_conversion_quote_id, p_at)) is not true) then
    raise exception 'ledger: the margin of a trade breaks T2' using errcode = 'CB100';
  end if;
  -- U133: a trade has brought what the quotes of its closings say, to the cent.
  if exists (select from unnest(p_rows) a where a.closed_at = p_at and (abs(a.realised
      - ledger.result_by_quotes(p_book, a.id, a.symbol, a.side, a.entry_price, (a.splits_num, a.splits_den) <> (1, 1))) <= 0.5) is not true) then
    raise exception 'ledger: what a trade brought breaks U133' using errcode = 'CB100';
  end if;
  -- Q3: a trade has had no dividend but those that are booked.
  if exists (select from unnest(p_rows) a where a.dividends <> 0
      and a.dividends is distinct from (select sum(d.moved) from ledger.dividend d where d.book = p_book and d.trade_id = a.id)) then
    raise exception 'ledger: a trade breaks Q3' using errcode = 'CB100';
  end if;
  -- Q9: a trade has had no split but those that are recorded of it, the last one last.
  if exists (select from unnest(p_rows) a where (a.splits_num, a.splits_den) <> (1, 1) and not (
      exists (select from ledger.trade_split d where d.book = p_book and d.trade_id = a.id and (d.splits_num, d.splits_den) = (a.splits_num, a.splits_den))
      and not exists (select from ledger.trade_split d where d.book = p_book and d.trade_id = a.id and (d.splits_before_num, d.splits_before_den) = (a.splits_num, a.splits_den)))) then
    raise exception 'ledger: a trade breaks Q9' using errcode = 'CB100';
  end if;
  -- Q10: what its client sets at a split waits for it: nobody could say which shares it means.
  if exists (select from unnest(p_rows) a where (a.protected_at = p_at or a.closing_since = p_at) and a.opened_at < p_at
      and exists (select from ledger.corporate_action c where c.symbol = a.symbol and c.effective_at <= p_at and c.type = 'split' and c.effective_at > coalesce(a.held_since, a.opened_at)
        and not exists (select from ledger.trade_split d where d.book = p_book and d.action_id = c.id and d.trade_id = a.id))) then
    raise exception 'ledger: a split comes first (Q10)' using errcode = 'CB100', constraint = 'corporate_action_first';
  end if;
end
$$;

-- What a client with a mark-up buys or sells at where a feed gives these two sides: moved out by half of it, and on to the tick, the bid down and the ask up. A mark-up
-- counts tenths of a pip, which are ticks, for forex, and basis points otherwise.
create or replace function ledger.dealt_at(p_symbol text, p_side ledger.side, p_bid bigint, p_ask bigint, p_markup int) returns numeric
language plpgsql immutable as
$$
declare
  v_tick numeric := ledger.tick(p_symbol);
  v_is_forex boolean := ledger.asset_class(p_symbol) = 'forex';
  v_parts numeric := case when v_is_forex then 2 else 40000 end;
  v_half numeric := p_markup * case when v_is_forex then v_tick else p_bid::numeric + p_ask end;
begin
  return v_tick * case p_side when 'buy' then div(p_ask * v_parts + v_half + v_parts * v_tick - 1, v_parts * v_tick)
    else greatest(div(p_bid * v_parts - v_half, v_parts * v_tick), 1) end;
end
$$;

-- The required margin of so many hundredths of a lot in cents: notional ÷ leverage, rounded up, in dollars at the mid of its base's own pair; null where it was
-- converted by anything else. 1e10: prices are counted in units of 1e-10; the hundredths of a lot are those of a dollar, and those of the leverage make up for each other's.
create or replace function ledger.margin_by_quotes(p_book smallint, p_symbol text, p_lots bigint, p_leverage int, p_quote text, p_conversion text, p_at timestamptz) returns numeric
language plpgsql stable as
$$
declare
  v_base text := case when ledger.asset_class(p_symbol) = 'forex' then left(p_symbol, 3) else p_symbol end;
  v_inverse boolean := ledger.is_inverse(v_base);
  v_pair text := case when v_base = p_symbol then p_symbol else ledger.dollar_pair(v_base) end;
  v_size numeric := p_lots * ledger.lot_size(p_symbol) * 100;
  v_mid numeric;
begin
  if v_base = 'USD' then
    return div(v_size + p_leverage - 1, p_leverage);
  end if;
  select q.bid::numeric + q.ask into v_mid from ledger.quote q
  where q.book = p_book and q.id = case v_pair when p_symbol then p_quote else p_conversion end and q.symbol = v_pair and q.received_time <= p_at;
  return case when v_inverse then div(v_size * 2e10 + p_leverage * v_mid - 1, p_leverage * v_mid) else div(v_size * v_mid + p_leverage * 2e10 - 1, p_leverage * 2e10) end;
end
$$;

-- What a symbol's prices are in, and the pair of a currency with the dollar: inverse where its price is what a dollar costs.
create or replace function ledger.currency_of(p_symbol text) returns text
language sql immutable as
$$ select case when ledger.asset_class(p_symbol) = 'forex' then right(p_symbol, 3) else 'USD' end $$;
create or replace function ledger.is_inverse(p_currency text) returns boolean
language sql immutable as
$$ select p_currency in ('JPY', 'CAD', 'CHF') $$;
create or replace function ledger.dollar_pair(p_currency text) returns text
language sql immutable as
$$ select case when ledger.is_inverse(p_currency) then 'USD' || p_currency else p_currency || 'USD' end $$;

-- What lots bring between two prices, in cents as a fraction: (exit − entry) × lots × size, which is negative for a sell, in dollars at a currency's mid, of which
-- `p_mid` is twice as much; null where that is missing. The exit is in the shares that splits made of those bought. 1e10: prices are counted in units of 1e-10; the
-- hundredths of a lot are those of a dollar.
create or replace function ledger.result_between(
  p_size numeric, p_currency text, p_lots bigint, p_entry bigint, p_exit bigint, p_splits_num bigint, p_splits_den bigint, p_mid numeric
) returns table (num numeric, den numeric)
language sql immutable as
$$
  select (p_exit::numeric * p_splits_num - p_entry::numeric * p_splits_den) * p_lots * p_size
      * case when p_currency = 'USD' then 1 when ledger.is_inverse(p_currency) then 2e10 else p_mid end,
    1e10 * p_splits_num * case when p_currency = 'USD' then 1 when ledger.is_inverse(p_currency) then p_mid else 2e10 end
$$;

-- What a trade's closings brought together by their quotes, in unrounded cents; null where one was converted by anything but its currency's own pair. A closing price
-- is in the shares that the trade's splits had made by then. Parts that were divided by the same mid may make half a cent together: rounded, they do.
create or replace function ledger.result_by_quotes(p_book smallint, p_trade uuid, p_symbol text, p_side ledger.side, p_entry_price bigint, p_is_split boolean) returns numeric
language plpgsql stable as
$$
declare
  v_currency text := ledger.currency_of(p_symbol);
  v_pair text := ledger.dollar_pair(v_currency);
  v_size numeric := case p_side when 'buy' then 1 else -1 end * ledger.lot_size(p_symbol);
begin
  return (
    select case when count(*) = count(x.cents) then round(sum(x.cents), 15) end
    from ledger.closing_fill c join ledger.quote q on q.book = c.book and q.id = c.quote_id
      left join ledger.quote v on v.book = c.book and v.id = c.conversion_quote_id and v.received_time <= c.at
      cross join lateral (select case v_pair when q.symbol then q.bid::numeric + q.ask when v.symbol then v.bid::numeric + v.ask end as mid) r
      left join lateral (select d.splits_num as num, d.splits_den as den from ledger.trade_split d join ledger.corporate_action a on a.id = d.action_id
        where p_is_split and d.book = c.book and d.trade_id = c.trade_id and a.effective_at <= q.received_time order by a.effective_at desc limit 1) s on true
      cross join lateral ledger.result_between(v_size, v_currency, c.lots, p_entry_price, c.price, coalesce(s.num, 1), coalesce(s.den, 1), r.mid) b
      cross join lateral (select round(b.num, 20) / b.den as cents) x
    where c.book = p_book and c.trade_id = p_trade
  );
end
$$;

create or replace function ledger.other_side(p_side ledger.side) returns ledger.side
language sql immutable as
$$ select case p_side when 'buy' then 'sell'::ledger.side else 'buy' end $$;

create or replace function ledger.check_trade(p_book smallint, b ledger.trade, a ledger.trade_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql as
$$
  select case when b.id is not null then ledger.check_change(p_book, b, a, s, p_at)
    -- L6: a trade's collateral is what its entry moved into margin.
    when (s.entries, s.events, s.client) = (1, @bit.trade_opened, a.client_id) and s.margin = -a.collateral and s.cash = a.collateral
      and (a.status, a.open_lots, a.collateral_left, a.required_margin_left, a.opened_at) = ('active', a.lots, a.collateral, a.required_margin, p_at)
      and (a.realised, a.realised_exact_num, a.realised_exact_den, a.shortfall, a.financed, a.accrued, a.dividends, a.loss_step, a.splits_num, a.splits_den) = (0, 0, 1, 0, 0, 0, 0, 0, 1, 1)
      and num_nonnulls(a.exit_price, a.exit_quote_id, a.exit_conversion_quote_id, a.exit_fill_id, a.closed_at, a.closed_by, a.financed_through,
        a.closing_lots, a.closing_since, a.trailing_since, a.called_level, a.called_since) = 0
      -- T46: never beyond the worst price that its client named.
      then case when case a.side when 'buy' then a.entry_price > a.worst_price else a.entry_price < a.worst_price end then 'T46'
        when a.targets is not null and ledger.are_targets(a.targets, a.side, a.take_profit, a.lots) is not true then 'J14' end
    else 'L6' end
$$;

create or replace function ledger.check_change(p_book smallint, b ledger.trade, a ledger.trade_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql as
$$
  select case when b.status <> 'active' then 'L7'
    when (a.splits_num, a.splits_den) <> (b.splits_num, b.splits_den) then ledger.check_split(b, a, s, p_at)
    else coalesce(
      case when a.dividends <> b.dividends then ledger.check_dividends(b, a, s)
        when (a.financed, a.accrued, a.financed_through) is distinct from (b.financed, b.accrued, b.financed_through) then ledger.check_nights(p_book, b, a, s)
        else ledger.check_movement(b, a, s, '{}') end,
      case when a.open_lots < b.open_lots then ledger.check_close(b, a, p_at) else ledger.check_amendment(b, a, p_at) end) end
$$;

-- Q9: a split changes what stands in shares and prices of a trade, by the ratio of one that is recorded and has taken effect, and nothing else. That the trade
-- has not had it is looked at when its row is there (verify_trade).
create or replace function ledger.check_split(b ledger.trade, a ledger.trade_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql as
$$
  select case when s.entries = 0 and exists (
    select from ledger.corporate_action c where (c.symbol, c.type) = (b.symbol, 'split') and c.effective_at <= p_at and c.effective_at > coalesce(b.held_since, b.opened_at)
      and c.effective_at > coalesce(b.protected_at, '-infinity') and (a.splits_num, a.splits_den) = (b.splits_num * c.new_rate, b.splits_den * c.old_rate) and a.open_lots * c.old_rate = b.open_lots * c.new_rate
      and (a.stop_loss, a.take_profit, a.targets, a.trailing_distance, a.trailing_peak, a.protected_at, a.trailing_since, a.closing_lots, a.closing_since) is not distinct from
        (nullif(ledger.split_price(b.stop_loss, c), 0), nullif(ledger.split_price(b.take_profit, c), 0), ledger.split_targets(b.targets, b.side, a.take_profit, c),
        ledger.split_tick(b.trailing_distance, c), ledger.split_tick(b.trailing_peak, c),
        c.effective_at, case when b.trailing_distance is null then b.trailing_since else c.effective_at end, nullif(b.closing_lots * c.new_rate / c.old_rate, 0),
        case when b.closing_lots * c.new_rate / c.old_rate > 0 then b.closing_since end)
    ) and (a.collateral_left, a.required_margin_left, a.status, a.realised, a.realised_exact_num, a.realised_exact_den, a.shortfall, a.financed, a.accrued, a.financed_through,
      a.dividends, a.loss_step, a.called_level, a.called_since, a.exit_price, a.exit_quote_id, a.exit_conversion_quote_id, a.exit_fill_id, a.closed_at, a.closed_by) is not distinct from
      (b.collateral_left, b.required_margin_left, b.status, b.realised, b.realised_exact_num, b.realised_exact_den, b.shortfall, b.financed, b.accrued, b.financed_through,
      b.dividends, b.loss_step, b.called_level, b.called_since, b.exit_price, b.exit_quote_id, b.exit_conversion_quote_id, b.exit_fill_id, b.closed_at, b.closed_by)
    then null else 'Q9' end
$$;

-- A price of the old shares in those of the new ones, half to even to a share's tick; and of what is one tick at least.
create or replace function ledger.split_price(p_price bigint, c ledger.corporate_action) returns bigint
language sql immutable as
$$
  select 100000000 * (q + case when 2 * r > d or 2 * r = d and mod(q, 2) = 1 then 1 else 0 end)
  from (select div(n, d) as q, mod(n, d) as r, d from (select p_price::numeric * c.old_rate as n, c.new_rate::numeric * 100000000 as d) x) y
$$;
create or replace function ledger.split_tick(p_price bigint, c ledger.corporate_action) returns bigint
language sql immutable as
$$ select case when p_price is not null then greatest(ledger.split_price(p_price, c), 100000000) end $$;
-- Parts for less than a lot step are left out, those at one tick are one, and none lies at the target of the whole or beyond it.
create or replace function ledger.split_targets(p_targets jsonb, p_side ledger.side, p_whole bigint, c ledger.corporate_action) returns jsonb
language sql immutable as
$$
  select jsonb_agg(jsonb_build_object('price', price::text, 'lots', lots::text) order by n) from (
    select price, sum(lots) as lots, min(n) as n from (
      select ledger.split_tick((target ->> 'price')::bigint, c) as price, (target ->> 'lots')::bigint * c.new_rate / c.old_rate as lots, n
      from jsonb_array_elements(p_targets) with ordinality e(target, n)
    ) t where lots > 0 and (p_whole is null or case p_side when 'buy' then price < p_whole else price > p_whole end) group by price
  ) t
$$;

-- T47: what nights took of a trade is what they cost together.
create or replace function ledger.check_nights(p_book smallint, b ledger.trade, a ledger.trade_image, s ledger.subject_sums) returns text
language plpgsql as
$$
declare
  v_nights bigint[];
begin
  select array_agg(f.amount order by f.day) filter (where f.amount > 0) into v_nights
  from ledger.financing f where f.book = p_book and f.trade_id = b.id and f.day > coalesce(b.financed_through, '-infinity')
  having (sum(f.amount), sum(f.cost), max(f.day)) = (a.financed - b.financed, a.accrued - b.accrued, a.financed_through);
  return case when found then ledger.check_movement(b, a, s, coalesce(v_nights, '{}')) else 'T47' end;
end
$$;

-- Q3: a dividend moves the collateral by one entry of its own, and nothing else of the trade.
create or replace function ledger.check_dividends(b ledger.trade, a ledger.trade_image, s ledger.subject_sums) returns text
language sql as
$$
  select case when (s.entries, s.events, s.client) = (1, @bit.dividend, b.client_id) and s.margin = b.dividends - a.dividends
    and a.collateral_left - b.collateral_left = a.dividends - b.dividends
    -- A buy only receives and a sell only pays: nothing leads back to none, where no dividends are looked for.
    and (b.side = 'buy') = (a.dividends > b.dividends)
    and (a.open_lots, a.realised, a.shortfall, a.financed, a.accrued, a.financed_through) is not distinct from (b.open_lots, b.realised, b.shortfall, b.financed, b.accrued, b.financed_through)
    then null else 'Q3' end
$$;

-- L7: what leaves a trade is what its entries moved, night by night and then the close; the house's side is exactly the result of the quotes.
create or replace function ledger.check_movement(b ledger.trade, a ledger.trade_image, s ledger.subject_sums, p_nights bigint[]) returns text
language sql as
$$
  select case when case when (b.collateral_left - a.collateral_left, a.realised) = (a.financed - b.financed, b.realised)
      then s.margins = p_nights and s.events = case when cardinality(p_nights) > 0 then @bit.overnight_financing else 0 end
        and a.open_lots <= b.open_lots
      else s.margins = p_nights || b.collateral_left - a.collateral_left - (a.financed - b.financed)
        and s.events = case when cardinality(p_nights) > 0 then @bit.overnight_financing else 0 end | @bit.trade_closed and a.open_lots < b.open_lots end
    and (s.entries = 0 or s.client = b.client_id) and s.trading = a.realised - b.realised and s.shortfall = a.shortfall - b.shortfall
    then null else 'L7' end
$$;

-- Q11: what is closed is what a split that has taken effect leaves over of the lots. Apart from check_close, which PostgreSQL makes part of the statement that
-- calls it only while there is no query in it: that is a fifth of what a close costs.
create or replace function ledger.is_left_over(b ledger.trade, a ledger.trade_image, p_at timestamptz) returns boolean
language sql as
$$
  select exists (select from ledger.corporate_action c where (c.symbol, c.type) = (b.symbol, 'split') and c.effective_at <= p_at
    and c.effective_at > coalesce(b.held_since, b.opened_at) and c.effective_at > coalesce(b.protected_at, '-infinity') and b.open_lots - a.open_lots = b.open_lots % c.old_rate)
$$;

-- B13, B16: whether its client's loan was called, or is over its due day.
create or replace function ledger.closes_for_loan(b ledger.trade, p_at timestamptz) returns boolean
language sql stable as
$$
  select exists (select from ledger.loan l where l.book = b.book and l.client_id = b.client_id and l.status = 'approved'
    and (l.called_at >= b.opened_at or l.due_on < (p_at at time zone 'UTC')::date))
$$;

-- What so many of the open lots have of a trade's cents, rounded down: all of it where they are all.
create or replace function ledger.share_of(p_cents bigint, p_lots bigint, p_open bigint) returns bigint
language sql immutable as
$$ select div(p_cents::numeric * p_lots, p_open)::bigint $$;

-- L7: the share of the lots that are closed leaves the collateral, and of a loss above that as much more as there is; the house bears what is beyond all of it, and
-- nothing else.
create or replace function ledger.is_settled(p_left bigint, p_loss bigint, p_lots bigint, p_open bigint, p_left_after bigint, p_shortfall bigint) returns boolean
language sql immutable as
$$
  select p_left_after = p_left - greatest(least(p_loss, p_left), ledger.share_of(p_left, p_lots, p_open)) and p_shortfall = p_loss - least(p_loss, p_left)
$$;

-- A part or the whole of a trade is closed.
create or replace function ledger.check_close(b ledger.trade, a ledger.trade_image, p_at timestamptz) returns text
language sql as
$$
  select case when a.closed_at is distinct from p_at or a.closed_by is null or a.exit_fill_id = a.id
      or (a.stop_loss, a.take_profit, a.trailing_distance, a.protected_at, a.trailing_since, a.loss_step, a.called_level, a.called_since)
        is distinct from (b.stop_loss, b.take_profit, b.trailing_distance, b.protected_at, b.trailing_since, b.loss_step, b.called_level, b.called_since)
      or a.closed_by <> 'trailing_stop' and a.trailing_peak is distinct from b.trailing_peak then 'L7'
    -- T24: what is said to have closed it stood there, on its side of the price that closed it.
    when (case a.closed_by
      when 'stop' then case b.side when 'buy' then a.exit_price <= b.stop_loss else a.exit_price >= b.stop_loss end
      -- J15: all at its take profit; at targets before it, exactly their lots.
      when 'take_profit' then case b.side when 'buy' then a.exit_price >= b.take_profit else a.exit_price <= b.take_profit end is true and a.open_lots = 0
        or b.targets is not null and b.open_lots - a.open_lots = ledger.lots_at_targets(b.targets, b.side, a.exit_price)
      when 'trailing_stop' then case b.side when 'buy' then a.exit_price <= greatest(a.trailing_peak, b.trailing_peak) - b.trailing_distance
        else a.exit_price >= least(a.trailing_peak, b.trailing_peak) + b.trailing_distance end
      else true end) is not true then 'T24'
    -- T28: it is closed out where half of its margin is gone, by at most a cent of rounding less, or for a loan (B13, B16).
    when a.closed_by = 'close_out' and (a.open_lots = 0
        and 2 * (b.collateral_left - (a.financed - b.financed) + a.realised - b.realised - 1) <= b.required_margin_left) is not true
      and not ledger.closes_for_loan(b, p_at) then 'T28'
    -- J16: what of its targets was not reached stays, as far as there is something open for it; a trade that is closed keeps them.
    when a.targets is distinct from case when a.open_lots = 0 or b.targets is null then b.targets
      else ledger.targets_left(b.targets, b.side, case a.closed_by when 'take_profit' then a.exit_price end, a.open_lots) end then 'J16'
    -- Q11: a split leaves over what its ratio does not divide, and no more is closed for it.
    when a.closed_by = 'split' and not ledger.is_left_over(b, a, p_at) then 'Q11'
    -- T37: the client's own close ends the one that waited; any other leaves of it what is still open.
    when a.closing_lots is distinct from case when b.closing_lots is not null and a.closed_by <> 'client' and a.open_lots > 0 then least(b.closing_lots, a.open_lots) end
      or a.closing_since is distinct from case when a.closed_by <> 'client' and a.open_lots > 0 then b.closing_since end then 'T37'
    when (ledger.is_settled(b.collateral_left - (a.financed - b.financed), greatest(0, b.realised - a.realised), b.open_lots - a.open_lots, b.open_lots,
        a.collateral_left, a.shortfall - b.shortfall)
      and a.required_margin_left = b.required_margin_left - ledger.share_of(b.required_margin_left, b.open_lots - a.open_lots, b.open_lots)) is not true then 'L7' end
$$;

-- What closes a trade by itself, the loss it was told of, and a close that waits.
create or replace function ledger.check_amendment(b ledger.trade, a ledger.trade_image, p_at timestamptz) returns text
language sql as
$$
  select case when (a.status, a.required_margin_left, a.realised_exact_num, a.realised_exact_den) is distinct from (b.status, b.required_margin_left, b.realised_exact_num, b.realised_exact_den)
      or (a.exit_price, a.exit_quote_id, a.exit_conversion_quote_id, a.exit_fill_id, a.closed_at, a.closed_by)
        is distinct from (b.exit_price, b.exit_quote_id, b.exit_conversion_quote_id, b.exit_fill_id, b.closed_at, b.closed_by) or a.loss_step < b.loss_step
      -- What was told of its margin stays known.
      or b.called_level is not null and (a.called_level is null or a.called_since < b.called_since)
      or (a.called_level, a.called_since) is distinct from (b.called_level, b.called_since) and a.called_since > p_at + interval '1 ms' then 'L7'
    -- T25: while a trailing stop stays as it is, its best price never gets worse.
    when ((a.trailing_distance is distinct from b.trailing_distance or a.trailing_peak is null
        or case b.side when 'buy' then a.trailing_peak >= b.trailing_peak else a.trailing_peak <= b.trailing_peak end)
      -- Quotes count for a trailing stop from now on where it is new, and while it stays as it is since the same moment or since its best price.
      -- Nor for a stop or a target, which were set when this batch says or when they were.
      and (a.protected_at is not distinct from b.protected_at or a.protected_at = p_at)
      and ((a.stop_loss, a.take_profit, a.targets) is not distinct from (b.stop_loss, b.take_profit, b.targets) or a.protected_at = p_at)
      and (a.trailing_since is not distinct from b.trailing_since or a.trailing_distance is null and a.trailing_since is null
        or a.trailing_since between case when a.trailing_distance = b.trailing_distance then coalesce(b.trailing_since, b.protected_at, b.opened_at) else p_at end and p_at)
      -- T36: a close waits from now on, or as it did: no earlier quote closes by it.
      and (a.closing_since is null or a.closing_since = p_at or (a.closing_lots, a.closing_since) = (b.closing_lots, b.closing_since))) is not true then 'T25'
    when a.targets is not null and ledger.are_targets(a.targets, a.side, a.take_profit, a.open_lots) is not true then 'J14' end
$$;

-- J14: up to five, each a price and its lots, each further than the one before it and the take profit beyond the last, of no more lots together than there are.
create or replace function ledger.are_targets(p_targets jsonb, p_side ledger.side, p_take_profit bigint, p_lots bigint) returns boolean
language sql immutable as
$$
  select count(*) between 1 and 5 and sum(lots) <= p_lots and bool_and(lots > 0 and price > 0
    and target = jsonb_build_object('price', price::text, 'lots', lots::text)
    and coalesce(case p_side when 'buy' then price < further else price > further end, true))
  from (
    select target, price, lots, coalesce(lead(price) over (order by n), p_take_profit) as further
    from jsonb_array_elements(p_targets) with ordinality e(target, n), lateral (values ((target ->> 'price')::bigint, (target ->> 'lots')::bigint)) v(price, lots)
  ) t
$$;

-- J15: how many lots the targets up to a closing price are for, together; null for none.
create or replace function ledger.lots_at_targets(p_targets jsonb, p_side ledger.side, p_price bigint) returns bigint
language sql immutable as
$$
  select sum((target ->> 'lots')::bigint)::bigint from jsonb_array_elements(p_targets) e(target)
  where case p_side when 'buy' then (target ->> 'price')::bigint <= p_price else (target ->> 'price')::bigint >= p_price end
$$;

-- J16: what a close leaves of targets, with so many lots open: none up to the price that it was for, and of the others as much as there is, nearest first.
create or replace function ledger.targets_left(p_targets jsonb, p_side ledger.side, p_reached bigint, p_open bigint) returns jsonb
language sql immutable as
$$
  select jsonb_agg(jsonb_build_object('price', price, 'lots', least(lots, p_open - before)::text) order by n) filter (where before < p_open) from (
    select n, target ->> 'price' as price, (target ->> 'lots')::bigint as lots,
      (sum((target ->> 'lots')::bigint) over (order by n))::bigint - (target ->> 'lots')::bigint as before
    from jsonb_array_elements(p_targets) with ordinality e(target, n)
    where p_reached is null or case p_side when 'buy' then (target ->> 'price')::bigint > p_reached else (target ->> 'price')::bigint < p_reached end
  ) t
$$;

-- What follows from trades as they were and as they are, in one statement. T41: what was set before and since. L8: each part that is closed of one
-- has its fill. T48: what a client has open, summed, and how much of it at most: whoever has more from before closes and opens none.
create or replace function ledger.follow_trade(p_book smallint, p_rows ledger.trade_image[], p_at timestamptz) returns void
language plpgsql as
$$
declare
  v_most numeric;
begin
  with moved as materialized (
    select a.id, a.client_id, a.symbol, a.side, b.id is null as opens, a.open_lots - coalesce(b.open_lots, 0) as lots, a.splits_num, a.splits_den, a.entry_price,
      case when (a.splits_num, a.splits_den) <> (b.splits_num, b.splits_den) then b.splits_num end as split_num, b.splits_den as split_den, a.open_lots, b.open_lots as lots_before,
      a.required_margin_left as required_left, a.realised - b.realised as realised, a.collateral_left - b.collateral_left as collateral,
      (a.status = 'active')::int - (b.id is not null)::int as trades, a.required_margin_left - coalesce(b.required_margin_left, 0) as required,
      a.exit_fill_id, a.exit_price, a.exit_quote_id, a.exit_conversion_quote_id, a.stop_loss, a.take_profit, a.trailing_distance,
      b.stop_loss as stop_loss_before, b.take_profit as take_profit_before, b.trailing_distance as trailing_distance_before, a.targets, b.targets as targets_before
    from unnest(p_rows) a left join ledger.trade b on b.book = p_book and b.id = a.id
  ), amended as (
    insert into ledger.trade_amendment (book, trade_id, at, stop_loss_before, take_profit_before, trailing_distance_before, targets_before,
      stop_loss, take_profit, trailing_distance, targets)
    select p_book, id, p_at, stop_loss_before, take_profit_before, trailing_distance_before, targets_before, stop_loss, take_profit, trailing_distance, targets from moved
    -- J19: what a close leaves of its targets is no change of them.
    where not opens and (lots = 0 or split_num is not null) and (stop_loss, take_profit, trailing_distance, targets)
      is distinct from (stop_loss_before, take_profit_before, trailing_distance_before, targets_before)
  ), closed as (
    insert into ledger.closing_fill (book, id, trade_id, client_id, side, lots, price, quote_id, conversion_quote_id, realised, at)
    select p_book, exit_fill_id, id, client_id, ledger.other_side(side), -lots, exit_price, exit_quote_id, exit_conversion_quote_id, realised, p_at from moved where lots < 0 and split_num is null
  ), alone as (
    -- U10: a fill comes into the log with its entry; one that moved no cent has none to wait for.
    insert into ledger.log_queue (type, source_row)
    select 7, p_book || '/' || id || '/' || exit_fill_id from moved where lots < 0 and split_num is null and (collateral, realised) = (0, 0)
  ), d as materialized (
    select client_id, symbol, side, splits_num, splits_den, sum(trades) as trades, sum(lots) as lots, sum(lots::numeric * entry_price) as value, sum(required) as required, bool_or(opens) as opens
    from (
      select client_id, symbol, side, splits_num, splits_den, trades, lots, entry_price, required, opens from moved where lots <> 0 and split_num is null
      -- Q9: a split takes a trade from the sums of those that had none to the sums of those that had it.
      union all select client_id, symbol, side, splits_num, splits_den, 1, open_lots, entry_price, required_left, opens from moved where split_num is not null
      union all select client_id, symbol, side, split_num, split_den, -1, -lots_before, entry_price, -required_left, opens from moved where split_num is not null
    ) m group by 1, 2, 3, 4, 5
  ), known as (
    update ledger.exposure o set trades = o.trades + d.trades, lots = o.lots + d.lots, value = o.value + d.value, required = o.required + d.required
    from d where o.book = p_book and (o.client_id, o.symbol, o.side, o.splits_num, o.splits_den) = (d.client_id, d.symbol, d.side, d.splits_num, d.splits_den)
    returning o.client_id, o.symbol, o.side, o.splits_num, o.splits_den
  ), added as (
    insert into ledger.exposure (book, client_id, symbol, side, splits_num, splits_den, trades, lots, value, required)
    select p_book, client_id, symbol, side, splits_num, splits_den, trades, lots, value, required from d
    where (client_id, symbol, side, splits_num, splits_den) not in (select client_id, symbol, side, splits_num, splits_den from known)
  )
  -- A statement reads the sums as they were.
  select max(trades) into v_most from (
    select sum(d.trades) + (select coalesce(sum(o.trades), 0) from ledger.exposure o where o.book = p_book and o.client_id = d.client_id) as trades
    from d group by d.client_id having bool_or(d.opens)
  ) t;
  if v_most > @limit.open_trades then
    raise exception 'ledger: a client has too many open trades' using errcode = 'CB009';
  end if;
end
$$;

-- An order: of an active client, and it holds no money while it waits. One that fills or ends as it is placed (T76) never waits.
create or replace function ledger.check_working_order(p_book smallint, b ledger.working_order, a ledger.working_order_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  if a.targets is not null and ledger.are_targets(a.targets, a.side, a.take_profit, a.lots) is not true then
    return 'J14';
  end if;
  if b.id is null then
    return case when ((a.at, a.set_at) = (p_at, p_at) and a.triggered_at is null
        and a.type = case when a.stop_price is null then 'limit'::ledger.order_type when a.limit_price is null then 'stop' else 'stop_limit' end
        and exists (select 1 from ledger.party p where p.book = p_book and (p.id, p.kind, p.status) = (a.client_id, 'client', 'active'))
        and not exists (select 1 from ledger.trade t where t.book = p_book and t.id = a.id)
        and (a.expires_at is null or a.expires_at > p_at)) is not true then 'T20'
      when a.time_in_force not in ('ioc', 'fok') then case when a.status = 'working' and num_nonnulls(a.reason, a.trade_id, a.ended_at) = 0 then null else 'T20' end
      when (a.type = 'limit' and a.ended_at = p_at and case a.status when 'filled' then a.reason is null and ledger.is_filled(p_book, a, p_at)
        else a.status = 'cancelled' and a.reason is not null and a.trade_id is null end) is not true then 'T76' end;
  end if;
  -- Q10: what its client changes at a split waits for it: nobody could say which shares it means. And no price of the new shares reaches a stop in old ones.
  if (a.set_at = p_at and not ledger.is_converted(b, a, p_at) or a.triggered_at is distinct from b.triggered_at) and exists (
      select from ledger.corporate_action c where (c.symbol, c.type) = (a.symbol, 'split') and c.effective_at > b.set_at
        and c.effective_at <= case when a.triggered_at is distinct from b.triggered_at then a.triggered_at else p_at end) then
    raise exception 'ledger: a split comes first (Q10)' using errcode = 'CB100', constraint = 'corporate_action_first';
  end if;
  return case
    -- T74: its stop is reached once, by a quote of its own time that was there, and by nothing that changes the order as well.
    when (a.triggered_at, a.trigger_quote_id) is distinct from (b.triggered_at, b.trigger_quote_id)
      and (b.triggered_at is null and a.set_at = b.set_at and ledger.is_stop_reached(p_book, a, p_at)) is not true then 'T74'
    when (
    -- It ends once, and stays as it was placed but for its prices, its sizes and how long it waits while it does.
    b.status = 'working' and a.ended_at is not distinct from case when a.status <> 'working' then p_at end
    and a.type = case when a.stop_price is null then 'limit'::ledger.order_type when a.limit_price is null then 'stop' else 'stop_limit' end
    -- No quote from before it was placed or changed fills it.
    and (a.set_at = p_at and a.status = 'working' and (b.triggered_at is null or a.stop_price = b.stop_price)
        -- T77: what is over by the clock only ends.
        and (a.expires_at is null or a.expires_at > p_at) and (b.expires_at is null or b.expires_at > p_at)
      or b.set_at < a.set_at and a.status = 'working' and ledger.is_converted(b, a, p_at)
      or (a.lots, a.amount, a.set_at, a.time_in_force) = (b.lots, b.amount, b.set_at, b.time_in_force)
        and (a.limit_price, a.stop_price, a.expires_at) is not distinct from (b.limit_price, b.stop_price, b.expires_at))
    and case when a.status = 'filled' then ledger.is_filled(p_book, a, p_at) else a.trade_id is null end) is not true then 'T21' end;
end
$$;

-- T21: what fills an order is a trade of its own terms, opened by this very order, within its price. T22: at a quote from after it was set and before its end,
-- that was still to be looked at; what fills as it is placed fills at one that was still to be looked at. T74: a stop-limit order only once its stop was reached.
create or replace function ledger.is_filled(p_book smallint, o ledger.working_order_image, p_at timestamptz) returns boolean
language plpgsql as
$$
begin
  return exists (
    select 1 from ledger.trade t join ledger.quote q on q.book = p_book and q.id = t.entry_quote_id
    where t.book = p_book and (t.id, t.order_id, t.client_id, t.symbol, t.side, t.lots, t.collateral) = (o.trade_id, o.id, o.client_id, o.symbol, o.side, o.lots, o.amount)
      and q.received_time >= (select least(w.until, p_at) - interval '@limit.trigger_age_ms ms' from ledger.watch w)
      -- Q10: at no quote of the new shares while it waits for old ones.
      and not exists (select from ledger.corporate_action c where (c.symbol, c.type) = (o.symbol, 'split') and c.effective_at > o.set_at and c.effective_at <= q.received_time)
      -- Nor at a price that its source had said before the order was set.
      and (o.time_in_force in ('ioc', 'fok') or q.received_time >= greatest(o.set_at, o.triggered_at) and q.source_time >= o.set_at)
      and (o.expires_at is null or q.received_time < o.expires_at) and (o.type <> 'stop_limit' or o.triggered_at is not null)
      and case when (o.side = 'buy') = (o.limit_price is not null) then t.entry_price <= coalesce(o.limit_price, o.stop_price)
        else t.entry_price >= coalesce(o.limit_price, o.stop_price) end);
end
$$;

-- Q12: a split that is recorded and has taken effect says what a waiting order waits for in new shares, and since when; that it is said of it, and once, is
-- looked at when its row is there (verify_working_order).
create or replace function ledger.is_converted(b ledger.working_order, a ledger.working_order_image, p_at timestamptz) returns boolean
language sql as
$$
  select (a.amount, a.time_in_force) = (b.amount, b.time_in_force) and a.expires_at is not distinct from b.expires_at and exists (
    select from ledger.corporate_action c where (c.symbol, c.type, c.effective_at) = (b.symbol, 'split', a.set_at) and c.effective_at <= p_at
      and a.lots = b.lots * c.new_rate / c.old_rate and (a.limit_price, a.stop_price, a.stop_loss, a.take_profit, a.targets, a.trailing_distance) is not distinct from
        (ledger.split_tick(b.limit_price, c), ledger.split_tick(b.stop_price, c), nullif(ledger.split_price(b.stop_loss, c), 0), nullif(ledger.split_price(b.take_profit, c), 0),
        ledger.split_targets(b.targets, b.side, a.take_profit, c), ledger.split_tick(b.trailing_distance, c)))
$$;

-- T74: the quote that is said to have reached a stop-limit order's stop is on the tape, of its symbol and time, and reached it.
create or replace function ledger.is_stop_reached(p_book smallint, o ledger.working_order_image, p_at timestamptz) returns boolean
language plpgsql as
$$
begin
  return exists (
    select 1 from ledger.quote q where q.book = p_book and q.id = o.trigger_quote_id and (q.symbol, q.received_time) = (o.symbol, o.triggered_at)
      and q.source_time >= o.set_at
      and q.received_time between greatest(o.set_at, (select least(w.until, p_at) - interval '@limit.trigger_age_ms ms' from ledger.watch w)) and p_at
      and (o.expires_at is null or q.received_time < o.expires_at) and case o.side when 'buy' then q.ask >= o.stop_price else q.bid <= o.stop_price end);
end
$$;

-- T78: the id that a client's program gives an order belongs to an order of that client which this very commit makes, and never changes.
create or replace function ledger.check_client_order_id(p_book smallint, b ledger.client_order_id, a ledger.client_order_id_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when b.order_id is null and coalesce(
    (select true from ledger.working_order o where o.book = p_book and (o.id, o.client_id, o.at) = (a.order_id, a.client_id, p_at)),
    (select true from ledger.trade t where t.book = p_book and (t.id, t.client_id, t.opened_at) = (a.order_id, a.client_id, p_at) and t.order_id is null)) then null else 'T78' end;
end
$$;

-- T80: of two orders that cancel one another both wait or both have ended, at the same moment, and one at most has filled. They are of one client and one
-- symbol, were placed together for as long, and neither is a stop-limit order. T81: of one quote that reached both, the one with the smaller id fills. Batches without such orders ask for nothing.
create or replace function ledger.verify_working_order(p_book smallint, p_rows ledger.working_order_image[], p_at timestamptz) returns void
language plpgsql as
$$
declare
  v_broken text;
begin
  -- KS2: nor is an order new in what is stopped. One that was there may change and end.
  perform ledger.refuse_stopped(array(select distinct n from unnest(p_rows) a, unnest(ledger.switches_of(a.symbol)) n where a.at = p_at and a.status = 'working'));
  perform ledger.refuse_configured(array(select distinct a.symbol from unnest(p_rows) a where a.at = p_at and a.status = 'working'), false, p_at);
  select min(case when (o.oco_id, o.client_id, o.symbol, o.at, o.time_in_force, o.expires_at)
        is distinct from (a.id, a.client_id, a.symbol, a.at, a.time_in_force, a.expires_at) or 'stop_limit' in (a.type, o.type)
      or o.ended_at is distinct from a.ended_at or a.status = 'filled' and (o.status, o.reason) is distinct from ('cancelled', 'oco') then 'T80'
    when a.status = 'filled' and o.id < a.id and exists (
      select 1 from ledger.trade t join ledger.quote q on q.book = p_book and q.id = t.entry_quote_id
      where t.book = p_book and t.id = a.trade_id and q.received_time >= o.set_at
        and case o.side when 'buy' then case when o.limit_price is null then q.ask >= o.stop_price else q.ask <= o.limit_price end
          else case when o.limit_price is null then q.bid <= o.stop_price else q.bid >= o.limit_price end end) then 'T81' end)
  into v_broken
  from unnest(p_rows) a left join ledger.working_order o on o.book = p_book and o.id = a.oco_id where a.oco_id is not null;
  if v_broken is not null then
    raise exception 'ledger: one of two linked orders breaks %', v_broken using errcode = 'CB100';
  end if;
  -- Q12: what waits since a split that it was there for had it.
  if exists (select from unnest(p_rows) a where a.at < a.set_at and a.status = 'working' and exists (select from ledger.corporate_action c
      where (c.symbol, c.type, c.effective_at) = (a.symbol, 'split', a.set_at)
        and not exists (select from ledger.order_split d where d.book = p_book and d.action_id = c.id and d.order_id = a.id))) then
    raise exception 'ledger: an order breaks Q12' using errcode = 'CB100';
  end if;
end
$$;

-- J11: levels of a client, up to five, each once, above where a position is closed out; no quote from before they were set sets one off.
create or replace function ledger.check_margin_call(p_book smallint, b ledger.margin_call, a ledger.margin_call_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when a.set_at = p_at and jsonb_typeof(a.levels) = 'array' and jsonb_array_length(a.levels) <= 5
    and (select count(*) = count(distinct l) and coalesce(bool_and(jsonb_typeof(l) = 'number' and l::text ~ '^[0-9]{2,4}$' and l::numeric between 51 and 1000), true)
      from jsonb_array_elements(a.levels) as l)
    and exists (select 1 from ledger.party p where p.book = p_book and (p.id, p.kind) = (a.client_id, 'client')) then null else 'J11' end;
end
$$;

-- Every quote up to here has been looked at, and what it set off is decided. Never back: a trigger's quote is judged by it (T22).
create or replace function ledger.advance_watch(p_until timestamptz) returns void
language sql security definer set search_path = ledger, pg_temp as
$$
  update ledger.watch set until = p_until where until is null or until < p_until;
$$;
grant execute on function ledger.advance_watch(timestamptz) to clearbook_app;

-- Prices are watched again: where nobody did for longer than this, from when to when is kept. Null where nobody needs to be told, or somebody else has noted it.
create or replace function ledger.note_unwatched(p_until timestamptz, p_longer_than interval) returns timestamptz
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_from timestamptz;
begin
  select until into v_from from ledger.watch for update;
  if v_from is null or p_until <= v_from + p_longer_than then
    return null;
  end if;
  insert into ledger.unwatched (began_at, ended_at) values (v_from, p_until);
  update ledger.watch set until = p_until;
  return v_from;
end
$$;
grant execute on function ledger.note_unwatched(timestamptz, interval) to clearbook_app;
