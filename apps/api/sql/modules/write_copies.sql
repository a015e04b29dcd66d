-- Version 3, text a0c3623a4627.
-- Traders and the copies that follow them: writes the rows that a batch decided, checks each against its entry, and says how many events got their row here.
create or replace function ledger.write_copies(
  p_rows jsonb, p_now timestamptz, p_event smallint[], p_client uuid[], p_subject uuid[], v_cash bigint[], v_loan bigint[], v_margin bigint[]
) returns int
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_count int;
  v_served int := 0;
begin
  if p_rows -> 'traders_created' is not null then
    insert into ledger.trader (id, client_id, bot, minibalance, profit_share_bps, created_at)
    select id, client_id, bot, minibalance, profit_share_bps, p_now
    from jsonb_to_recordset(p_rows -> 'traders_created') as x(id uuid, client_id uuid, bot text, minibalance bigint, profit_share_bps int);
    insert into app.trader_card (trader_id, name, return_rate, followers)
    select id, name, return_rate, followers
    from jsonb_to_recordset(p_rows -> 'traders_created') as x(id uuid, name text, return_rate text, followers text);
  end if;

  if p_rows -> 'traders_deleted' is not null then
    with gone as (
      update ledger.trader t set listed = false, deleted_at = p_now
      from jsonb_to_recordset(p_rows -> 'traders_deleted') as x(id uuid) where t.id = x.id and t.listed returning t.id
    ), tasks as (
      insert into ledger.copy_task (kind, lead_id, copy_id, at)
      select 'stop', c.lead_id, c.id, p_now from ledger.copy c join gone g on g.id = c.trader_id where c.status <> 'stopped' returning 1
    )
    select count(*) into v_count from gone;
    if v_count <> jsonb_array_length(p_rows -> 'traders_deleted') then
      raise exception 'ledger: a trader is not listed' using errcode = 'CB031';
    end if;
    perform app.announce('[]', '{copies}');
  end if;

  if p_rows -> 'copies_started' is not null then
    with x as (
      select * from jsonb_to_recordset(p_rows -> 'copies_started') as x(id uuid, client_id uuid, trader_id uuid, lead_id uuid, bot boolean, allotment bigint,
        stop_loss bigint, copy_open boolean, profit_share_bps int)
    ), written as (
      insert into ledger.copy (id, client_id, trader_id, lead_id, bot, allotment, stop_loss, copy_open, profit_share_bps, status, started_at)
      select x.id, x.client_id, t.id, t.client_id, t.bot is not null, x.allotment, x.stop_loss, x.copy_open, t.profit_share_bps, 'active', p_now
      -- The terms are the trader's own, and what was decided on is what they are.
      from x join ledger.trader t on t.id = x.trader_id and t.listed and t.client_id = x.lead_id and t.profit_share_bps = x.profit_share_bps
      returning id, lead_id, copy_open
    ), tasks as (
      insert into ledger.copy_task (kind, lead_id, copy_id, at) select 'start', lead_id, id, p_now from written where copy_open returning 1
    )
    select count(*) into v_count from written;
    if v_count <> jsonb_array_length(p_rows -> 'copies_started') then
      raise exception 'ledger: a copy of a trader who cannot be copied' using errcode = 'CB032';
    end if;
    perform app.announce('[]', '{copies}');
  end if;

  if p_rows -> 'copies_moved' is not null then
    with x as (
      select * from jsonb_to_recordset(p_rows -> 'copies_moved') as x(e int, id uuid, from_status ledger.copy_status, to_status ledger.copy_status,
        cause ledger.stop_cause, high_water bigint, month date, share bigint, passed_on boolean)
    ), written as (
      update ledger.copy c set status = x.to_status, cause = coalesce(x.cause, c.cause), high_water = x.high_water,
        shared = c.shared + coalesce(x.share, 0), shared_month = coalesce(x.month, c.shared_month),
        -- What a client keeps is theirs from here on.
        held = case when x.to_status = 'stopped' then 0 else c.held end,
        stopped_at = case when x.to_status = 'stopped' then coalesce(c.stopped_at, p_now) end
      from x
      where c.id = x.id and c.status = x.from_status and x.high_water >= c.high_water
        and (x.from_status = x.to_status or (x.from_status, x.to_status) in (('active', 'paused'), ('paused', 'active'), ('active', 'stopping'),
          ('paused', 'stopping'), ('active', 'stopped'), ('paused', 'stopped'), ('stopping', 'stopped')))
        -- A share is settled once a month, and what it says is what left the copier's cash, and what reached the trader's.
        and (x.month is null) = (x.share is null) and (x.month is null or c.shared_month is null or c.shared_month < x.month)
        and (coalesce(x.share, 0) > 0) = (x.e is not null)
        and (x.e is null or p_event[x.e] = @event.profit_share and p_subject[x.e] = c.id and p_client[x.e] = c.client_id and v_cash[x.e] = x.share
          and x.share * 10000 <= (x.high_water - c.high_water) * c.profit_share_bps
          and case when x.passed_on then not c.bot and p_event[x.e + 1] = @event.profit_share and p_subject[x.e + 1] = c.id and p_client[x.e + 1] = c.lead_id
                and v_cash[x.e + 1] = -x.share
              else c.bot end)
      returning x.e, x.id, x.month, x.share, x.passed_on, x.to_status, c.lead_id, c.high_water
    ), shares as (
      insert into ledger.copy_share (copy_id, month, amount, high_before, high_after, at)
      select w.id, w.month, w.share, o.high_water, w.high_water, p_now from written w join ledger.copy o on o.id = w.id where w.month is not null
    ), tasks as (
      insert into ledger.copy_task (kind, lead_id, copy_id, at)
      select 'stop', w.lead_id, w.id, p_now from written w join x on x.id = w.id where w.to_status = 'stopping' and x.from_status <> 'stopping' returning 1
    )
    select count(*), count(e) + count(*) filter (where e is not null and passed_on) into v_count, v_served from written;
    if v_count <> jsonb_array_length(p_rows -> 'copies_moved') then
      raise exception 'ledger: a copy is not in the state that its decision needs, or differs from its entry' using errcode = 'CB033';
    end if;
    perform app.announce('[]', '{copies}');
  end if;

  -- A repeat of the same opening says nothing new.
  if p_rows -> 'copies_skipped' is not null then
    insert into ledger.copy_skip (copy_id, lead_trade_id, reason, at)
    select x.copy_id, x.lead_trade_id, x.reason, p_now
    from jsonb_to_recordset(p_rows -> 'copies_skipped') as x(copy_id uuid, lead_trade_id uuid, reason text)
    on conflict do nothing;
  end if;
  return v_served;
end
$$;
