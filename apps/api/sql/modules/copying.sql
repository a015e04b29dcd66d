-- Version 19, text 505c867e423d.
-- C15: a trader is listed with their card. C10: they leave the list once, and nothing else of them changes.
create or replace function ledger.check_trader(p_book smallint, b ledger.trader, a ledger.trader_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql immutable as
$$
  select case when s.entries = 0 and case
    when b.id is null then a.listed and a.created_at = p_at and a.deleted_at is null
    else b.listed and not a.listed and a.deleted_at = p_at
  end then null when b.id is null then 'C15' else 'C10' end
$$;

-- C10: the copies of a trader who leaves the list end.
create or replace function ledger.follow_trader(p_book smallint, p_rows ledger.trader_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  insert into ledger.copy_task (kind, lead_id, copy_id, at)
  select 'stop', c.lead_id, c.id, p_at from unnest(p_rows) a join ledger.copy c on c.book = any(ledger.books()) and c.trader_id = a.id where not a.listed and c.status <> 'stopped';
  if found then
    perform app.invalidate('[]', '{copies}');
  end if;
end
$$;

-- C15: nobody is listed without what is shown of them.
create or replace function ledger.verify_trader(p_book smallint, p_rows ledger.trader_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (select 1 from unnest(p_rows) a where not exists (select 1 from app.trader_card c where c.trader_id = a.id)) then
    raise exception 'ledger: a trader without a card' using errcode = 'CB031';
  end if;
end
$$;

-- C15: what staff typed is written with the trader.
create or replace function ledger.check_trader_card(p_book smallint, b app.trader_card, a ledger.trader_card_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql stable as
$$
  select case when b.trader_id is null and exists (select 1 from ledger.trader t where t.id = a.trader_id and t.created_at = p_at) then null else 'C15' end
$$;

-- Whether a quote's closing side is a price that its client would deal at (T42), and the last one. Last prices may be days old, over a weekend, and T6's hour is no
-- measure of them; but a quote that is an hour older than another one of its symbol which this book has recorded was chosen from the past.
create or replace function ledger.is_last_price(q ledger.quote, p_side ledger.side, p_markup int, p_at timestamptz) returns boolean
language plpgsql stable as
$$
declare
  v_off numeric := abs(case p_side when 'buy' then q.ask else q.bid end - ledger.dealt_at(q.symbol, p_side, q.feed_bid, q.feed_ask, p_markup));
  v_split numeric;
begin
  if exists (select from ledger.quote n where n.book = q.book and n.symbol = q.symbol
      and n.received_time > q.received_time + interval '@limit.quote_age_ms ms' and n.received_time <= p_at) then
    return false;
  end if;
  -- One that stands from before a split is divided, as its id says, after its mark-up: the tick is that of the old shares.
  select max(c.old_rate::numeric / c.new_rate) into v_split from ledger.corporate_action c
  where c.symbol = q.symbol and c.type = 'split' and c.effective_at > q.source_time and c.effective_at <= p_at;
  return q.received_time <= p_at and case when v_split is null then v_off = 0 else q.id ~ '\.s\d+-\d+\.m\d+$' and v_off <= 2 * ledger.tick(q.symbol) * greatest(1, v_split) end;
end
$$;

-- C18: a trade that is kept counts for what its client would have got for all of it, to the cent, half to even, by quotes of its own instrument and currency.
create or replace function ledger.check_kept_trade(p_book smallint, b ledger.kept_trade, a ledger.kept_trade_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  t ledger.trade;
  v_currency text;
  v_pair text;
  v_own boolean;
begin
  select * into t from ledger.trade o where o.book = p_book and o.id = a.trade_id and o.copy_id = a.copy_id and o.status = 'active';
  if not found then
    return 'C18';
  end if;
  -- Q10: nobody could say which shares a price is of.
  if exists (select from ledger.corporate_action c where c.symbol = t.symbol and c.type = 'split' and c.effective_at <= p_at and c.effective_at > coalesce(t.held_since, t.opened_at)
      and not exists (select from ledger.trade_split d where d.book = p_book and d.action_id = c.id and d.trade_id = t.id)) then
    raise exception 'ledger: a split comes first (Q10)' using errcode = 'CB100', constraint = 'corporate_action_first';
  end if;
  v_currency := ledger.currency_of(t.symbol);
  v_pair := ledger.dollar_pair(v_currency);
  v_own := v_currency = 'USD' or v_pair = t.symbol;
  return case when b.trade_id is null and a.at = p_at
    and exists (select from ledger.copy c where c.book = p_book and c.id = a.copy_id and c.status in ('active', 'paused'))
    and (
      select bool_and(2 * abs(r.num - a.value * r.den) < r.den or 2 * abs(r.num - a.value * r.den) = r.den and a.value % 2 = 0)
      from ledger.party p join ledger.quote q on q.book = p_book and q.id = a.quote_id and q.symbol = t.symbol
        left join ledger.quote v on v.book = p_book and v.id = a.conversion_quote_id and v.symbol = v_pair
        cross join lateral ledger.result_between(case t.side when 'buy' then 1 else -1 end * ledger.lot_size(t.symbol), v_currency, t.open_lots, t.entry_price,
          case t.side when 'buy' then q.bid else q.ask end, t.splits_num, t.splits_den,
          case when v_own then q.bid::numeric + q.ask else v.bid::numeric + v.ask end) r
      where p.book = p_book and p.id = t.client_id and ledger.is_last_price(q, ledger.other_side(t.side), p.markup, p_at)
        and case when v_own then a.conversion_quote_id is null
          else ledger.is_last_price(v, 'buy', 0, p_at) and ledger.is_last_price(v, 'sell', 0, p_at) end
    ) then null else 'C18' end;
end
$$;

-- C18: and it is kept by the very commit in which its copy stops, not later.
create or replace function ledger.verify_kept_trade(p_book smallint, p_rows ledger.kept_trade_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (select from unnest(p_rows) a join ledger.copy c on c.book = p_book and c.id = a.copy_id where (c.status, c.stopped_at) is distinct from ('stopped', p_at)) then
    raise exception 'ledger: what is kept of a copy that goes on breaks C18' using errcode = 'CB100';
  end if;
end
$$;

-- C18: a copy that stops has said of each trade that is open what it is worth, and is settled on what it brought and all of that; without any, on what it brought.
create or replace function ledger.is_kept_settled(p_book smallint, b ledger.copy, a ledger.copy_image) returns boolean
language sql stable as
$$
  select count(*) = count(k.trade_id) and case when count(*) = 0 then a.high_water <= greatest(b.high_water, b.result)
    else a.shared_month is distinct from b.shared_month and a.high_water = greatest(b.high_water, b.result + sum(k.value)) end
  from ledger.trade t left join ledger.kept_trade k on k.book = p_book and k.trade_id = t.id
  where t.book = p_book and t.copy_id = a.id and t.status = 'active'
$$;

-- C8: a copy begins on the trader's own terms, and what was decided on is what they are. C10: what has ended stays ended, and nothing jumps.
-- C11: a share is settled once a month, of a new high of what the copy brought and within the percent, and what it says is what left the copier's cash. C19: it waits in clearing
-- for the trader; a bot's stays in the house's fees.
create or replace function ledger.check_copy(p_book smallint, b ledger.copy, a ledger.copy_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  v_share bigint := a.shared - b.shared;
  v_ends boolean := b.status in ('active', 'paused') and a.status in ('stopping', 'stopped');
begin
  if b.id is null then
    -- KS2: no copy begins while copying is stopped.
    perform ledger.refuse_stopped(array['copying']);
    return case when s.entries = 0 and a.status = 'active' and a.started_at = p_at and (a.high_water, a.shared) = (0, 0)
      and num_nonnulls(a.cause, a.shared_month, a.stopped_at) = 0
      and exists (select 1 from ledger.trader t where t.id = a.trader_id and t.listed and t.client_id = a.lead_id and t.profit_share_bps = a.profit_share_bps
        and (t.bot is not null) = a.bot) then null else 'C8' end;
  end if;
  return case
    when ((a.status = b.status or b.status in ('active', 'paused') or b.status = 'stopping' and a.status = 'stopped')
      and case when v_ends then a.cause is not null else a.cause is not distinct from b.cause end
      and a.stopped_at is not distinct from case when a.status = 'stopped' then coalesce(b.stopped_at, p_at) end) is not true then 'C10'
    when a.status = 'stopped' and b.status <> 'stopped' and ledger.is_kept_settled(p_book, b, a) is not true then 'C18'
    when (case when a.shared_month is not distinct from b.shared_month then (a.high_water, v_share, s.entries) = (b.high_water, 0, 0)
      else (b.shared_month is null or b.shared_month < a.shared_month) and a.high_water >= b.high_water
        -- What one that stops is settled on is looked at before, open gains of what is kept too (C18).
        and (a.high_water <= greatest(b.high_water, b.result) or a.status = 'stopped' and b.status <> 'stopped')
        and case when v_share = 0 then s.entries = 0
          else v_share > 0 and s.entries = 1 and s.events = @bit.profit_share and s.client = a.client_id and s.cash = v_share
            and s.accounts = ((1::bigint << @account.cash) | (1::bigint << case when a.bot then @account.fees else @account.clearing end))
            and v_share * 10000 <= (a.high_water - b.high_water) * a.profit_share_bps end
        -- And the high is no higher than what was paid for, but where nothing is taken for a trader whose account is closed (C20).
        and (v_share = div((a.high_water - b.high_water)::numeric * a.profit_share_bps, 10000)
          or v_share = 0 and exists (select from ledger.party p where p.book = ledger.book_of(a.lead_id) and p.id = a.lead_id and p.status = 'closed'))
      end) is not true then 'C11' end;
end
$$;

-- The month's share, that it is due to the trader, and what waits to be mirrored: a start that takes what is open, and a stop that closes it.
create or replace function ledger.follow_copy(p_book smallint, p_rows ledger.copy_image[], p_at timestamptz) returns void
language sql as
$$
  insert into ledger.copy_share (book, copy_id, month, amount, high_before, high_after, at)
  select p_book, a.id, a.shared_month, a.shared - b.shared, b.high_water, a.high_water, p_at
  from unnest(p_rows) a join ledger.copy b on b.book = p_book and b.id = a.id where a.shared_month is distinct from b.shared_month;

  insert into ledger.share_due (id, copy_id, month, lead_id, amount, at)
  select app.new_id(), a.id, a.shared_month, a.lead_id, a.shared - b.shared, p_at
  from unnest(p_rows) a join ledger.copy b on b.book = p_book and b.id = a.id where a.shared > b.shared and not a.bot;

  -- What a client keeps is theirs from here on.
  update ledger.copy b set held = 0 from unnest(p_rows) a where b.book = p_book and b.id = a.id and a.status = 'stopped' and b.held <> 0;

  insert into ledger.copy_task (kind, lead_id, copy_id, at)
  select case when b.id is null then 'start' else 'stop' end, a.lead_id, a.id, p_at
  from unnest(p_rows) a left join ledger.copy b on b.book = p_book and b.id = a.id
  where case when b.id is null then a.copy_open else a.status = 'stopping' and b.status <> 'stopping' end;

  select app.invalidate('[]', '{copies}');
$$;

-- C5: why an opening was not mirrored, as it was first said.
create or replace function ledger.check_copy_skip(p_book smallint, b ledger.copy_skip, a ledger.copy_skip_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql immutable as
$$ select case when a.at = p_at then null else 'C5' end $$;

-- C19: what is due is paid once: the very amount, out of clearing, to the very trader.
create or replace function ledger.check_share_paid(p_book smallint, b ledger.share_paid, a ledger.share_paid_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql stable as
$$
  select case when b.id is null and a.at = p_at and s.entries = 1 and s.events = @bit.profit_share and s.client = a.lead_id and s.cash = -a.amount
    and s.accounts = ((1::bigint << @account.cash) | (1::bigint << @account.clearing))
    and exists (select from ledger.share_due d
      where (d.id, d.copy_id, d.month, d.lead_id, d.amount) = (a.id, a.copy_id, a.month, a.lead_id, a.amount)) then null else 'C19' end
$$;

-- What was paid is due no more.
create or replace function ledger.finish_shares() returns void
language sql security definer set search_path = ledger, pg_temp as
$$ delete from ledger.share_due d using ledger.share_paid p where p.book = ledger.book_of(d.lead_id) and p.id = d.id $$;

grant execute on function ledger.finish_shares() to clearbook_app;

-- The copy engine has dealt with these.
create or replace function ledger.finish_copy_tasks(p_numbers bigint[]) returns void
language sql security definer set search_path = ledger, pg_temp as
$$ delete from ledger.copy_task where number = any(p_numbers) $$;

grant execute on function ledger.finish_copy_tasks(bigint[]) to clearbook_app;

-- A trader's own trade moved, by the fill that opened it, which has its id, or by the one that closed a part of it: their copiers, in whichever book, have
-- something to do. Only trades that keep the opener's equity and mirror nothing can be
-- mirrored, so nobody else's pay for this.
create or replace function ledger.lead_moved() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  if exists (select 1 from ledger.copy c where c.book = any(ledger.books()) and c.lead_id = new.client_id and c.status <> 'stopped') then
    insert into ledger.copy_task (kind, lead_id, trade_id, fill_id, at)
    values (case when tg_op = 'INSERT' then 'open' else 'close' end, new.client_id, new.id,
      case when tg_op = 'INSERT' then new.id else new.exit_fill_id end, case when tg_op = 'INSERT' then new.opened_at else new.closed_at end);
    perform app.invalidate('[]', '{copies}');
  end if;
  return null;
end
$$;

-- A mirrored trade: it is the copier's share of one of the trader's own, on the same side, and no larger than the ratio allows. C3: it ties up no more than the
-- trader's own does in proportion to the lots, rounded up, or its margin. The trader may be in another book: what is read of their trade never changes.
create or replace function ledger.mirror_opened() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  update ledger.copy c set held = c.held + new.collateral_left
  from ledger.trade l
  where c.book = new.book and c.id = new.copy_id and c.client_id = new.client_id and c.status = 'active'
    and l.book = ledger.book_of(c.lead_id) and l.id = new.lead_trade_id and l.client_id = c.lead_id
    and l.copy_id is null and l.symbol = new.symbol and l.side = new.side
    and l.equity_at_open > 0 and new.lots <= div(l.lots::numeric * l.splits_num * c.allotment, l.splits_den::numeric * l.equity_at_open)
    and (new.collateral <= new.required_margin
      or (new.collateral - 1)::numeric * l.lots * l.splits_num < l.collateral::numeric * new.lots * l.splits_den);
  if not found then
    raise exception 'ledger: a trade that mirrors nothing it may mirror' using errcode = 'CB030';
  end if;
  return null;
end
$$;

-- What a mirrored trade pays for its nights is out of what the copy holds and out of what it brought.
create or replace function ledger.mirror_moved() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  update ledger.copy c set held = c.held + new.collateral_left - old.collateral_left,
    result = c.result + new.realised - old.realised + new.shortfall - old.shortfall - new.financed + old.financed + new.dividends - old.dividends
  where c.book = new.book and c.id = new.copy_id and c.status <> 'stopped';
  return null;
end
$$;

create or replace trigger lead_opened after insert on ledger.trade for each row
  when (new.equity_at_open is not null and new.copy_id is null) execute function ledger.lead_moved();
create or replace trigger lead_closed after update on ledger.trade for each row
  when (new.equity_at_open is not null and new.copy_id is null and new.open_lots <> old.open_lots
    -- Q9: a split is each one's own, and nothing that is followed.
    and new.splits_num = old.splits_num and new.splits_den = old.splits_den) execute function ledger.lead_moved();
create or replace trigger mirror_opened after insert on ledger.trade for each row when (new.copy_id is not null) execute function ledger.mirror_opened();
create or replace trigger mirror_moved after update on ledger.trade for each row
  when (new.copy_id is not null and (new.open_lots is distinct from old.open_lots or new.collateral_left is distinct from old.collateral_left)) execute function ledger.mirror_moved();
