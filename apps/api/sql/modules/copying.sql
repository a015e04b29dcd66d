-- Version 16, text 4376e49c7e51.
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
    when (case when a.shared_month is not distinct from b.shared_month then (a.high_water, v_share, s.entries) = (b.high_water, 0, 0)
      else (b.shared_month is null or b.shared_month < a.shared_month) and a.high_water >= b.high_water
        -- What is kept as a copy stops counts as it stands, open gains too (C18).
        and (a.high_water <= greatest(b.high_water, b.result) or a.status = 'stopped' and b.status in ('active', 'paused') and b.held > 0)
        and case when v_share = 0 then s.entries = 0
          else v_share > 0 and s.entries = 1 and s.events = @bit.profit_share and s.client = a.client_id and s.cash = v_share
            and s.accounts = ((1::bigint << @account.cash) | (1::bigint << case when a.bot then @account.fees else @account.clearing end))
            and v_share * 10000 <= (a.high_water - b.high_water) * a.profit_share_bps end
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
