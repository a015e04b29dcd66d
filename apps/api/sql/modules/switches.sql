-- Version 1, text 953b9663d07f.
-- What is stopped now: the last change of each name counts.
create or replace function ledger.stops() returns table (name text, banner text, at timestamptz)
language sql stable set search_path = ledger, pg_temp as
$$
  select c.name, c.banner, c.at
  from unnest('{trading, forex, crypto, stocks, deposits, sign_up, copying}'::text[]) as n(name)
    cross join lateral (select * from ledger.switch_change s where s.name = n.name order by s.number desc limit 1) c
  where c.stopped
$$;
grant execute on function ledger.stops() to clearbook_app;

-- The switches that stop a trade of a symbol.
create or replace function ledger.switches_of(p_symbol text) returns text[]
language sql immutable set search_path = ledger, pg_temp as
$$ select array['trading', case ledger.asset_class(p_symbol) when 'stock' then 'stocks' else ledger.asset_class(p_symbol) end] $$;

-- KS2: nothing that one of these stops is committed once its stop is. What was decided just before is decided again (40001), and refused then in words.
-- A stop waits for those that are already past this line; whoever comes later waits for the stop.
create or replace function ledger.refuse_stopped(p_names text[]) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  if cardinality(p_names) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('ledger.switch_change'));
  if exists (select from ledger.stops() s where s.name = any(p_names)) then
    raise exception 'ledger: decided before it was stopped' using errcode = '40001';
  end if;
end
$$;

-- KS1, KS4: written once, by staff who may do it.
create or replace function ledger.check_switch_change(p_book smallint, b ledger.switch_change, a ledger.switch_change_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when b.id is null and a.at = p_at and ledger.may(a.staff_id, case when a.stopped then 'switch.stop' else 'switch.start' end) then null else 'KS4' end;
end
$$;

-- KS2: a stop waits for what was being opened. KS5: every member of staff hears of it.
create or replace function ledger.verify_switch_change(p_book smallint, p_rows ledger.switch_change_image[], p_at timestamptz) returns void
language plpgsql as
$$
declare
  x ledger.switch_change_image;
begin
  perform pg_advisory_xact_lock(hashtext('ledger.switch_change'));
  foreach x in array p_rows loop
    perform app.tell_staff(case when x.stopped then 'switch-stopped' else 'switch-started' end,
      jsonb_build_object('what', case x.name when 'sign_up' then 'sign-up' when 'trading' then 'all new trades and orders'
        when 'deposits' then 'deposits' when 'copying' then 'copying' else x.name || ' trades and orders' end, 'reason', x.reason, 'banner', x.banner),
      x.staff_id, null, p_at);
  end loop;
end
$$;
