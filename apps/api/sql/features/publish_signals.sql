-- Version 3, text bd8a6d210847.
-- Publishes one stretch of the record: the bars that closed after `p_from` and by `p_until`, the signals that they gave and the scores that they settled, all or
-- nothing. False, and nothing is written, where the record does not end at `p_from` any more: another process was first. It trusts no figure: a score must follow
-- from its signal's own prices, and whether a signal counts as live is decided here, from when its bar closed.
create or replace function ledger.publish_signals(
  p_from timestamptz, p_until timestamptz, p_now timestamptz, p_bars jsonb, p_signals jsonb, p_scores jsonb
) returns boolean
language plpgsql security definer set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_until timestamptz;
  v_count int;
begin
  select until into v_until from ledger.signal_head for update;
  if v_until is distinct from p_from then
    return false;
  end if;
  if p_until <= p_from or p_until > p_now then
    raise exception 'signals: a stretch must follow the record and be over';
  end if;
  update ledger.signal_head set until = p_until;

  insert into ledger.signal_bar (symbol, time, open, high, low, close)
  select symbol, time, open, high, low, close
  from jsonb_to_recordset(p_bars) as x(symbol text, time timestamptz, open bigint, high bigint, low bigint, close bigint);
  if exists (
    select 1 from jsonb_to_recordset(p_bars) as x(time timestamptz)
    where x.time + interval '1 hour' > p_until or x.time + interval '1 hour' <= p_from
  ) then
    raise exception 'signals: a bar outside its stretch';
  end if;

  insert into ledger.signal (id, rule, symbol, side, bar_time, entry, stop, target, issued_at, expires_at, origin)
  select id, rule, symbol, side, bar_time, entry, stop, target, p_now, expires_at,
    case when p_now - (bar_time + interval '1 hour') <= interval '5 minutes' then 'live' else 'backtest' end
  from jsonb_to_recordset(p_signals) as x(id uuid, rule text, symbol text, side ledger.side, bar_time timestamptz, entry bigint, stop bigint, target bigint, expires_at timestamptz)
  where p_from is null or bar_time + interval '1 hour' > p_from;
  get diagnostics v_count = row_count;
  if v_count <> jsonb_array_length(p_signals) then
    raise exception 'signals: a signal of a bar before the stretch';
  end if;

  insert into ledger.signal_score (signal_id, rule, symbol, origin, outcome, fill, exit, r_hundredths, ended_at, scored_at)
  select s.id, s.rule, s.symbol, s.origin, x.outcome, x.fill, x.exit, x.r, x.ended_at, p_now
  from jsonb_to_recordset(p_scores) as x(id uuid, outcome text, fill bigint, exit bigint, r integer, ended_at timestamptz)
  join ledger.signal s on s.id = x.id
  where x.ended_at <= p_until and x.ended_at > s.bar_time + interval '1 hour' and x.ended_at <= s.expires_at
    and (x.outcome not in ('expired', 'not_entered') or x.ended_at = s.expires_at)
    -- A target never pays better than itself, a stop never less badly.
    and (x.outcome <> 'target' or x.exit = s.target)
    and (x.outcome <> 'stop' or case s.side when 'buy' then x.exit <= s.stop else x.exit >= s.stop end)
    -- The result is what the prices say, rounded to the hundredth.
    and (x.outcome = 'not_entered' or abs(x.r::numeric * abs(s.entry - s.stop)
      - 100 * (case s.side when 'buy' then x.exit::numeric - x.fill else x.fill::numeric - x.exit end)) * 2 <= abs(s.entry - s.stop));
  get diagnostics v_count = row_count;
  if v_count <> jsonb_array_length(p_scores) then
    raise exception 'signals: a score that does not follow from its signal';
  end if;

  insert into ledger.signal_total as t (rule, symbol, origin, issued, target, stop, expired, not_entered, won, lost, gained, given_up)
  select rule, symbol, origin, sum(issued), sum(target), sum(stop), sum(expired), sum(not_entered), sum(won), sum(lost), sum(gained), sum(given_up)
  from (
    select s.rule, s.symbol, s.origin, 1 as issued, 0 as target, 0 as stop, 0 as expired, 0 as not_entered, 0 as won, 0 as lost, 0::bigint as gained, 0::bigint as given_up
    from jsonb_to_recordset(p_signals) as x(id uuid) join ledger.signal s on s.id = x.id
    union all
    select s.rule, s.symbol, s.origin, 0, (s.outcome = 'target')::int, (s.outcome = 'stop')::int, (s.outcome = 'expired')::int, (s.outcome = 'not_entered')::int,
      (s.r_hundredths > 0)::int, (s.r_hundredths < 0)::int, greatest(s.r_hundredths, 0), greatest(-s.r_hundredths, 0)
    from jsonb_to_recordset(p_scores) as x(id uuid) join ledger.signal_score s on s.signal_id = x.id
  ) as new
  group by rule, symbol, origin
  on conflict (origin, rule, symbol) do update set
    issued = t.issued + excluded.issued, target = t.target + excluded.target, stop = t.stop + excluded.stop, expired = t.expired + excluded.expired,
    not_entered = t.not_entered + excluded.not_entered, won = t.won + excluded.won, lost = t.lost + excluded.lost,
    gained = t.gained + excluded.gained, given_up = t.given_up + excluded.given_up;

  -- Everybody hears that there is something to read again; for which instruments only those learn who may see them.
  if jsonb_array_length(p_signals) + jsonb_array_length(p_scores) > 0 then
    perform app.invalidate('[{"c":null,"t":["signals"],"e":"signals_published","s":null,"a":false}]', '{}');
  end if;
  return true;
end
$$;
grant execute on function ledger.publish_signals(timestamptz, timestamptz, timestamptz, jsonb, jsonb, jsonb) to clearbook_app;
