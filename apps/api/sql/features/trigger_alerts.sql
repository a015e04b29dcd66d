-- Version 2, text c92ec4f810bf.
-- Price alerts that a quote reached, each with the turn in which it was seen: what sets one off and what its owner is told are one statement, and an
-- alert whose turn has passed, is over or is of other shares is passed over. `found` holds rows of id, turn, quote, bid, ask, at, and for one
-- that repeats a change in percent the level and base that it goes on with. Returns those that changed, whatever came of it.
create or replace function app.trigger_alerts(p_found jsonb, p_rest interval, p_now timestamptz) returns setof uuid
language plpgsql set search_path = app, pg_temp as
$$
declare
  v_told jsonb;
  v_changed uuid[];
  v_drafts app.notification_draft[];
begin
  with found as (
    select * from jsonb_to_recordset(p_found) as f (id uuid, turn int, quote text, bid bigint, ask bigint, at timestamptz, price text, level_text text, next_level bigint, next_base bigint)
  ), seen as (
    select a.*, f.quote, f.bid + f.ask as twice, f.at as quote_at, f.price, f.level_text, f.next_level, f.next_base
    from found f join price_alert a on a.id = f.id and a.turn = f.turn
    where a.state = 'active' and f.at >= a.counts_from and (a.expires_at is null or f.at < a.expires_at)
      and not exists (select from ledger.corporate_action c where c.symbol = a.symbol and c.type = 'split' and c.effective_at > a.split_through and c.effective_at <= f.at)
    order by a.id for update of a
  ), hit as (
    select s.*, case when (s.kind in ('above', 'rises')) = (not s.comes_back) then case when s.comes_back then s.twice > 2 * s.level else s.twice >= 2 * s.level end
      else case when s.comes_back then s.twice < 2 * s.level else s.twice <= 2 * s.level end end as reached
    from seen s
  ), done as (
    update price_alert a set turn = a.turn + 1, changed_at = p_now,
      state = case when h.repeats or h.comes_back then 'active' else 'triggered' end,
      comes_back = h.repeats and h.percent is null and not h.comes_back,
      counts_from = case when h.comes_back then greatest(h.quote_at, h.triggered_at + p_rest)
        when h.repeats and h.percent is not null then h.quote_at + p_rest else h.quote_at + interval '1 millisecond' end,
      level = coalesce(case when h.repeats and h.percent is not null then h.next_level end, h.level),
      base = coalesce(case when h.repeats and h.percent is not null then h.next_base end, h.base),
      triggered_at = case when h.comes_back then h.triggered_at else h.quote_at end,
      triggered_price = case when h.comes_back then h.triggered_price else h.twice / 2 end,
      triggered_quote = case when h.comes_back then h.triggered_quote else h.quote end,
      times = h.times + case when h.comes_back then 0 else 1 end
    from hit h where a.id = h.id and h.reached
    returning a.id, a.client_id, case when h.comes_back then null else app.new_id() end as told_id, h.symbol, h.kind, h.percent, h.price, h.level_text, h.quote_at
  )
  select array_agg(id), jsonb_agg(to_jsonb(d)) filter (where told_id is not null) into v_changed, v_told from done d;
  if v_changed is null then
    return;
  end if;
  if v_told is not null then
    -- In the app always, by email unless its owner has switched that off.
    select array_agg(row(t.told_id, t.client_id, null, 'alert-' || t.kind,
        jsonb_strip_nulls(jsonb_build_object('symbol', t.symbol, 'price', t.price, 'level', t.level_text,
          'percent', trim(trailing '.' from trim(trailing '0' from to_char(t.percent / 100.0, 'FM999990.00'))),
          'time', to_char(t.quote_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'))),
        t.id, p_now, false, false, false)::app.notification_draft) into v_drafts
    from jsonb_to_recordset(v_told) as t (id uuid, client_id uuid, told_id uuid, symbol text, kind text, percent int, price text, level_text text, quote_at timestamptz);
    perform app.write_notifications(array_agg(d)) from unnest(v_drafts) as d
      where not exists (select from mail_preference m where m.user_id = d.user_id and not m.price_alerts);
    insert into notification (user_id, id, kind, "values", subject_id, at)
    select d.user_id, d.id, d.template, d."values", d.subject_id, d.at from unnest(v_drafts) as d
      where exists (select from mail_preference m where m.user_id = d.user_id and not m.price_alerts);
  end if;
  perform app.invalidate((select jsonb_agg(jsonb_build_object('c', a.client_id, 't', case when t.id is null then '["alerts"]'::jsonb else '["alerts", "notifications"]' end,
      'e', case when t.id is null then 'alert_returned' else 'alert_triggered' end, 's', a.id, 'a', false))
    from price_alert a left join (select (x ->> 'id')::uuid as id from jsonb_array_elements(v_told) as x) t on t.id = a.id
    where a.id = any(v_changed))::text, '{mail}');
  return query select unnest(v_changed);
end
$$;

grant execute on function app.trigger_alerts(jsonb, interval, timestamptz) to clearbook_app;
